#include "definition/exchange/refuse.h"

#include "base/text.h"

apo_status apo_refuse_line(apo_error *err, apo_status status, uint32_t line, const char *key,
                           const char *detail, apo_span word)
{
    char bytes[APO_ERROR_DETAIL_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_error own;
    (void)apo_fail(&own, status, 0, detail, word);
    if (line > 0) {
        apo_text_add(&text, "line ");
        apo_text_add_number(&text, line);
        apo_text_add(&text, ": ");
        apo_text_add(&text, key);
        apo_text_add(&text, ": ");
    }
    apo_text_add(&text, own.detail);
    return apo_fail_because(err, status, "%s", bytes);
}
