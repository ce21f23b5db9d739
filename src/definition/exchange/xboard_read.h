/* A game that an engine defines for XBoard: `setup` and `piece` lines, read into a draft. */
#ifndef APO_DEFINITION_EXCHANGE_XBOARD_READ_H
#define APO_DEFINITION_EXCHANGE_XBOARD_READ_H

#include "definition/draft/draft.h"

enum {
    APO_XBOARD_LINES_SIZE_MAX = 1 << 18 /* bytes; an engine sends about 2,000 for a game */
};

/* True for a text with a line that begins with the word "setup" or "piece", and none before it
 * that begins with a bracket. */
bool apo_xboard_read_is_likely(apo_span text);

/* Reads the first such game of a text: its `setup` line and the `piece` lines up to the next
 * `setup`. Other lines are ignored. Everything else is as in XBoard. The first piece of the
 * table is the pawn, which promotes on the last rank to every other piece of the table except
 * the last, the king. Pieces without a line move like their XBoard pictures if these are of
 * chess. Anything else is lost (apo_draft_lose), with its line. Errors, with `err` (may be
 * NULL): APO_E_TOO_LARGE; APO_E_SYNTAX: there is no such game, or its setup cannot be read;
 * APO_E_UNSUPPORTED: it builds on a variant of XBoard with rules of its own; APO_E_MEMORY. */
apo_status apo_xboard_read(apo_draft *out, apo_span text, const apo_alloc *alloc,
                           apo_fault_list *diagnostics, apo_error *err);

#endif
