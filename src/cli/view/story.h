/* Why a move is legal or not, and what it does, told to players. */
#ifndef APO_CLI_VIEW_STORY_H
#define APO_CLI_VIEW_STORY_H

#include "base/buffer.h"
#include "base/error.h"
#include "rules/kernel/movegen.h"

/* Adds sentences on why `mv` is not legal. `verdict` is apo_move_why_illegal's. */
void apo_story_add_refusal(apo_buffer *out, const apo_position *pos, const apo_move *mv,
                           apo_verdict verdict);

/* Adds sentences on what the legal move does. */
void apo_story_add_effects(apo_buffer *out, const apo_position *pos, const apo_move *mv);

/* What a text that is no legal move was meant to be. */
typedef struct apo_meaning {
    bool has_move;       /* it says a move from one square to another */
    apo_move mv;         /* that move; not legal */
    apo_verdict verdict; /* why */
} apo_meaning;

/* Guesses what a text was meant to be that apo_move_read_any refused. */
apo_meaning apo_story_guess(const apo_position *pos, apo_span text);

/* Adds sentences on why a text that apo_move_read_any refused with `err` is no legal move. */
void apo_story_add_text(apo_buffer *out, const apo_position *pos, apo_span text,
                        const apo_error *err);

#endif
