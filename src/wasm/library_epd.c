/* EPD for the package: a line sets up the position and gives its operations as JSON, and back.
 */
#include "base/json.h"
#include "base/mem.h"
#include "notation/epd.h"
#include "wasm/library.h"

static void add_operations(apo_buffer *out, const apo_epd *epd)
{
    apo_json_open(out, NULL, '[');
    for (size_t i = 0; i < epd->count; i++) {
        apo_json_open(out, NULL, '[');
        apo_json_add_text(out, NULL, epd->operations[i].name);
        apo_json_add_text(out, NULL, epd->operations[i].operands);
        apo_json_close(out, ']');
    }
    apo_json_close(out, ']');
}

EXPORT(apo_library_set_epd) int apo_library_set_epd(apo_session *s, size_t length)
{
    apo_error err = {.status = APO_OK};
    apo_position pos;
    apo_epd epd;
    apo_status status = APO_E_UNKNOWN;
    if (s->var != NULL)
        status = apo_epd_read(&pos, &epd, s->var, apo_session_input_span(s, length), &err);
    if (status != APO_OK)
        return apo_session_refuse(s, status, &err);
    apo_buffer *out = apo_session_answer(s);
    add_operations(out, &epd);
    apo_library_set_position(s, &pos);
    return out->is_failed ? APO_E_MEMORY : APO_OK;
}

/* Takes the operations of the input, a line for each; false if there are too many. */
static bool take_lines(apo_epd *epd, apo_span text)
{
    apo_span line;
    for (epd->count = 0; apo_span_line(&text, &line); epd->count++) {
        if (epd->count == APO_EPD_OPERATIONS_MAX)
            return false;
        apo_epd_operation *operation = &epd->operations[epd->count];
        operation->name = apo_span_word(&line);
        operation->operands = apo_span_trim(line);
    }
    return true;
}

EXPORT(apo_library_epd) int apo_library_epd(apo_session *s, size_t length)
{
    apo_error err = {.status = APO_OK};
    apo_epd epd;
    apo_status status = APO_E_TOO_LARGE;
    if (!s->has_position)
        status = APO_E_POSITION;
    else if (take_lines(&epd, apo_session_input_span(s, length)))
        status = apo_epd_write(apo_session_answer(s), &s->pos, &epd);
    return status == APO_OK ? APO_OK : apo_session_refuse(s, status, &err);
}
