/* How the pieces of a game move, in words. */
#include "definition/file/bundle.h"
#include "definition/file/definition.h"
#include "wasm/session.h"

EXPORT(apo_session_words) int apo_session_words(apo_session *s, size_t length)
{
    apo_error err = {.status = APO_OK};
    apo_span text = apo_session_input_span(s, length);
    apo_buffer *out = apo_session_answer(s);
    if (s->var == NULL)
        return APO_E_UNKNOWN;
    apo_span id = apo_span_of(apo_variant_info_of(s->var)->id);
    if (text.length == 0)
        (void)apo_definition_find_builtin(id, &text);
    apo_status status = apo_bundle_words(out, id, text);
    return status == APO_OK ? APO_OK : apo_session_refuse(s, status, &err);
}
