#include "server/web/flood.h"

#include "base/text.h"

static apo_flood *find_row(apo_floods *floods, unsigned limit, const char *key)
{
    apo_flood *oldest = &floods->rows[0];
    for (unsigned i = 0; i < APO_FLOOD_ROWS; i++) {
        apo_flood *row = &floods->rows[i];
        if (row->count > 0 && row->limit == limit && apo_span_is(apo_span_of(key), row->key))
            return row;
        if (row->last_ms < oldest->last_ms)
            oldest = row;
    }
    *oldest = (apo_flood){.limit = limit};
    apo_text_copy(oldest->key, sizeof oldest->key, key);
    return oldest;
}

void apo_floods_note(apo_floods *floods, unsigned limit, apo_span key, int64_t now_ms)
{
    char text[APO_FLOOD_KEY_MAX];
    apo_text_copy_span(text, sizeof text, key);
    apo_flood *row = find_row(floods, limit, text);
    if (row->count++ == 0)
        row->first_ms = now_ms;
    row->last_ms = now_ms;
}
