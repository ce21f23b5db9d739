/* How the pieces of a game move, in words. */
#include "definition/file/bundle.h"
#include "definition/file/definition.h"
#include "wasm/session.h"

static apo_span builtin_text(const char *id)
{
    for (size_t i = 0; i < apo_definition_builtin_count(); i++)
        if (apo_span_is(apo_span_of(id), apo_definition_builtin_id(i)))
            return apo_definition_builtin_text(i);
    return (apo_span){NULL, 0};
}

EXPORT(apo_session_words) int apo_session_words(apo_session *s, size_t length)
{
    apo_error err = {.status = APO_OK};
    apo_span text = apo_session_input_span(s, length);
    apo_buffer *out = apo_session_answer(s);
    if (s->var == NULL)
        return APO_E_UNKNOWN;
    if (text.length == 0)
        text = builtin_text(apo_variant_info_of(s->var)->id);
    apo_status status =
        apo_bundle_words(out, apo_span_of(apo_variant_info_of(s->var)->id), text);
    return status == APO_OK ? APO_OK : apo_session_refuse(s, status, &err);
}
