#include "definition/exchange/interactive_priv.h"

/* Records losses and remarks. */

/* The place in a definition where a parameter would belong. */
static enum apo_draft_place place_of(apo_span key)
{
    static const struct {
        const char *prefix;
        enum apo_draft_place place;
    } places[] = {
        {"promo", APO_DRAFT_PROMOTION},    {"maxPromote", APO_DRAFT_PROMOTION},
        {"holdings", APO_DRAFT_PROMOTION}, {"shuffle", APO_DRAFT_STARTS},
        {"extinction", APO_DRAFT_OUTCOME}, {"baring", APO_DRAFT_OUTCOME},
        {"files", APO_DRAFT_BOARD},        {"ranks", APO_DRAFT_BOARD},
        {"hole", APO_DRAFT_BOARD},         {"symmetry", APO_DRAFT_SETUP},
    };

    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (apo_span_starts_with(key, places[i].prefix))
            return places[i].place;
    return APO_DRAFT_PIECES;
}

void apo_interactive__lose(apo_interactive *d, apo_span key, const char *detail, apo_span word)
{
    apo_draft_lose(d->draft, d->diagnostics, place_of(key), d->line, key, detail, word);
}

void apo_interactive__lose_at(apo_interactive *d, uint32_t line, const char *key,
                              const char *detail, apo_span word)
{
    apo_span name = apo_span_of(key);
    apo_draft_lose(d->draft, d->diagnostics, place_of(name), line, name, detail, word);
}

void apo_interactive__note(apo_interactive *d, apo_span key, const char *detail, apo_span word)
{
    apo_fault_warn(d->diagnostics, d->line, d->column, key, detail, word);
}

void apo_interactive__note_at(apo_interactive *d, uint32_t line, const char *key,
                              const char *detail, apo_span word)
{
    apo_fault_warn(d->diagnostics, line, line > 0 ? 1 : 0, apo_span_of(key), detail, word);
}
