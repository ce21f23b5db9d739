/* Rules files of Zillions of Games (ZRF): written from a draft. */
#ifndef APO_DEFINITION_EXCHANGE_ZILLIONS_H
#define APO_DEFINITION_EXCHANGE_ZILLIONS_H

#include "definition/draft/draft.h"

/* Writes a draft as such a file. What it cannot express is added to `diagnostics` (may be NULL)
 * as errors, and to the head of `out` as comments. */
void apo_zillions_write(apo_buffer *out, const apo_draft *draft, apo_fault_list *diagnostics);

#endif
