/* Variant definition files of Sjaak II: one game read into a draft. */
#ifndef APO_DEFINITION_EXCHANGE_SJAAK_H
#define APO_DEFINITION_EXCHANGE_SJAAK_H

#include "definition/draft/draft.h"

enum {
    APO_SJAAK_SIZE_MAX = 1 << 20 /* bytes; Sjaak's own file has 90,000 */
};

/* True for a text whose first line that is no comment begins a variant. */
bool apo_sjaak_is_likely(apo_span text);

/* Reads the first variant of the file whose name contains `variant` ("" for the first at all),
 * as Sjaak does. What is not understood, or cannot be played here, is lost (apo_draft_lose),
 * with its line. Errors, with `err` (may be NULL): APO_E_TOO_LARGE; APO_E_UNKNOWN: no such
 * variant; APO_E_SYNTAX: its board or its start cannot be read; APO_E_MEMORY. */
apo_status apo_sjaak_read(apo_draft *out, apo_span text, apo_span variant,
                          const apo_alloc *alloc, apo_fault_list *diagnostics, apo_error *err);

#endif
