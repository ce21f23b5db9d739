/* A game in terms of the XBoard protocol. */
#ifndef APO_DEFINITION_EXCHANGE_XBOARD_SETUP_H
#define APO_DEFINITION_EXCHANGE_XBOARD_SETUP_H

#include "definition/draft/draft.h"

/* Writes the lines with which an engine defines the game for XBoard: `setup` with the pieces'
 * letters, the board's size and the start, and a `piece` line with the moves of each piece, in
 * XBoard's dialect. What XBoard cannot express is added to `diagnostics`; such a piece gets a
 * comment instead of its line. */
void apo_xboard_setup_write(apo_buffer *out, const apo_draft *draft,
                            apo_fault_list *diagnostics);

/* The same from another start: `board` is a FEN for XBoard; empty: the draft's own. With
 * `has_launch` XBoard drops pieces from the hand on squares just left. */
void apo_xboard_setup_write_at(apo_buffer *out, const apo_draft *draft, apo_span board,
                               bool has_launch, apo_fault_list *diagnostics);

#endif
