#include "definition/exchange/interactive_priv.h"

void apo_interactive__warn(apo_interactive *d, apo_span key, const char *detail, apo_span word)
{
    apo_fault_warn(d->diagnostics, d->line, d->column, key, detail, word);
}

void apo_interactive__warn_at(apo_interactive *d, uint32_t line, const char *key,
                              const char *detail, apo_span word)
{
    apo_fault_warn(d->diagnostics, line, line > 0 ? 1 : 0, apo_span_of(key), detail, word);
}
