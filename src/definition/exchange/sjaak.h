/* Variant definition files of Sjaak II: one game read into a draft, and written from one. */
#ifndef APO_DEFINITION_EXCHANGE_SJAAK_H
#define APO_DEFINITION_EXCHANGE_SJAAK_H

#include "definition/draft/draft.h"

enum {
    APO_SJAAK_SIZE_MAX = 1 << 20 /* bytes; Sjaak's own file has 90,000 */
};

/* True if the first line that is not a comment begins a variant. */
bool apo_sjaak_is_likely(apo_span text);

/* Reads the first variant of the file whose name contains `variant` ("" for the first of all),
 * as Sjaak does. Lines that are unknown or cannot be played here are lost (apo_draft_lose),
 * with their numbers. Errors, with `err` (may be NULL): APO_E_TOO_LARGE; APO_E_UNKNOWN: no such
 * variant; APO_E_SYNTAX: its board or its start cannot be read; APO_E_MEMORY. */
apo_status apo_sjaak_read(apo_draft *out, apo_span text, apo_span variant,
                          const apo_alloc *alloc, apo_fault_list *diagnostics, apo_error *err);

/* Writes a draft as a variant. What it cannot express is added to `diagnostics` (may be NULL)
 * as errors, and to the head of `out` as comments. */
void apo_sjaak_write(apo_buffer *out, const apo_draft *draft, apo_fault_list *diagnostics);

#endif
