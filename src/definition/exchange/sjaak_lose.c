#include "definition/exchange/sjaak_priv.h"

void apo_sjaak__lose(apo_sjaak *s, enum apo_draft_place place, uint32_t line, const char *key,
                     const char *detail, apo_span word)
{
    apo_draft_lose(s->draft, s->diagnostics, place, line, apo_span_of(key), detail, word);
}
