/* Rules files of Zillions of Games (ZRF): read into a draft, and written from one. */
#ifndef APO_DEFINITION_EXCHANGE_ZILLIONS_H
#define APO_DEFINITION_EXCHANGE_ZILLIONS_H

#include "definition/draft/draft.h"

/* Reads the first game of such a file, as far as it is understood: one grid, two players,
 * blocks of moves whose effect can be written in our notation, castling, captures en passant,
 * promotion by ranks, the usual endings. The moves are compared square by square with the
 * notation. Everything else is added to `diagnostics` (may be NULL) as errors with lines, and
 * to the draft as losses. Errors, with `err` (may be NULL): APO_E_SYNTAX: not such a file;
 * APO_E_UNSUPPORTED: its board or its players are not understood; APO_E_TOO_LARGE;
 * APO_E_MEMORY. */
apo_status apo_zillions_read(apo_draft *out, apo_span text, const apo_alloc *alloc,
                             apo_fault_list *diagnostics, apo_error *err);

/* True if the text looks like one. */
bool apo_zillions_is_likely(apo_span text);

/* Writes a draft as such a file. What it cannot express is added to `diagnostics` (may be NULL)
 * as errors, and to the head of `out` as comments. */
void apo_zillions_write(apo_buffer *out, const apo_draft *draft, apo_fault_list *diagnostics);

#endif
