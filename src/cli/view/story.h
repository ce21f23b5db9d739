/* Explains to players why a move is illegal, and what a legal move does. */
#ifndef APO_CLI_VIEW_STORY_H
#define APO_CLI_VIEW_STORY_H

#include <apothecary/position.h>

#include "base/buffer.h"
#include "base/error.h"

/* Appends sentences on why `mv` is illegal. `verdict` comes from apo_move_why_illegal. */
void apo_story_add_refusal(apo_buffer *out, const apo_position *pos, const apo_move *mv,
                           apo_verdict verdict);

/* Appends sentences on the effects of a legal move. */
void apo_story_add_effects(apo_buffer *out, const apo_position *pos, const apo_move *mv);

/* The reason why the move probably meant by a text is illegal; APO_LEGAL: the text names no
 * move. */
enum apo_illegal apo_story_reason(const apo_position *pos, apo_span text);

/* Adds the result of apo_move_remedy for that move to an open JSON object; nothing if the text
 * names no move. */
void apo_story_add_remedy(apo_buffer *out, const apo_position *pos, apo_span text);

/* Appends sentences on why a text that apo_move_read_any rejected with `err` is not a legal
 * move. */
void apo_story_add_text(apo_buffer *out, const apo_position *pos, apo_span text,
                        const apo_error *err);

#endif
