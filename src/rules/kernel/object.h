/* Objections: why a move is not legal, and what might make it so. Rules add theirs by the hook
 * `object`; kernel/remedy.c tries what they propose. Slow, for messages to people. Internal to
 * src/rules. */
#ifndef APO_RULES_KERNEL_OBJECT_H
#define APO_RULES_KERNEL_OBJECT_H

#include "rules/kernel/objection.h"
#include "rules/kernel/position.h"

/* Gives the ground, if there is none yet. */
void apo_object(apo_objection *out, const apo_ground *ground, apo_square at);

/* Starts a trial: the changes of `trial` (NULL: none) and one more. Beyond the limits nothing
 * is added. */
void apo_object_try(apo_objection *out, const apo_mending *trial, apo_change change);

/* Adds a change to a trial that is not yet proposed; false if it is full. */
bool apo_mending_add(apo_mending *trial, apo_change change);

/* True if a change of the trial is about the square. */
bool apo_mending_touches(const apo_mending *trial, apo_square sq);

/* Proposes a finished trial. */
void apo_object_try_all(apo_objection *out, const apo_mending *trial);

/* The change that takes a piece away from a square; a royal piece is put elsewhere. */
apo_change apo_change_clear(const apo_position *pos, apo_square sq);

/* Proposes, after the changes of `trial` (or NULL), some pieces of `side` on a square: pieces
 * of little value, of several types because not every type may stand on every square. */
void apo_object_try_pieces(apo_objection *out, const apo_mending *trial,
                           const apo_position *pos, unsigned side, apo_square sq);

/* Adds to a trial the removal of all pieces of `by` that attack a square in `board`, a copy,
 * from which they are removed too. Returns the first of them, or APO_SQUARE_NONE. */
apo_square apo_mending_disarm(apo_mending *trial, apo_position *board, apo_square sq,
                              unsigned by);

static inline apo_change apo_change_of(unsigned kind, apo_square sq)
{
    return (apo_change){
        .kind = (uint8_t)kind, .piece = 0, .square = sq, .to = APO_SQUARE_NONE, .number = 0};
}

static inline apo_change apo_change_put(apo_square sq, apo_piece piece)
{
    return (apo_change){.kind = APO_CHANGE_PUT,
                        .piece = piece,
                        .square = sq,
                        .to = APO_SQUARE_NONE,
                        .number = 0};
}

/* How a move fails, apart from the reason. */
enum apo_failing {
    APO_FAILING,       /* in any other way */
    APO_FAILING_BARS,  /* the piece could make it; a rule bars it in a special turn */
    APO_FAILING_FORMS, /* it could be made if it added something else */
};

/* False if the move adds a type that the game does not have, or that nothing can hold. */
bool apo_move_types_exist(const apo_variant *var, const apo_move *mv);

/* As apo_move_why_illegal; also says how the move fails. */
apo_verdict apo_move_judge(const apo_position *pos, const apo_move *mv, enum apo_failing *how);

/* The kernel's own objections: squares, pieces' powers, the king's safety. */
void apo_object_plainly(apo_objection *out, const apo_position *pos, const apo_move *mv,
                        apo_verdict verdict);

#endif
