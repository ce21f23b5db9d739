/* A move: a small value. Two moves of one position are equal iff they are the same move. */
#ifndef APO_RULES_KERNEL_MOVE_H
#define APO_RULES_KERNEL_MOVE_H

#include "rules/kernel/geometry.h"

enum {
    /* Piece types 1..31; one letter each, so 26 are enough, and a set of types fits 32 bits. */
    APO_TYPES_MAX = 32,
    APO_TYPE_NONE = 0,
    /* Legal moves of one position. Twelve queens and nine pawns before promotion to 16 kinds on
     * three squares each have about 1,000; 250 pawns there cannot stand on a board. Series of
     * captures can exceed any number: then the list overflows, which is reported. */
    APO_MOVE_LIST_MAX = 4096
};

/* What sort of move it is. The other numbers, below APO_MOVE_KINDS_MAX, belong to the rules
 * that make such moves (enum apo_move_kind of rules/rules/list.h). */
enum {
    APO_MOVE_PLAIN = 0, /* from here to there, capturing what stands there */
    APO_MOVE_PATH = 5,  /* a path that takes pieces in passing; `arg` is the path */
    APO_MOVE_KINDS_MAX = 16
};

/* What the last square of a move may hold (bits, alternatives). */
enum apo_end {
    APO_END_MOVE = 1,    /* empty */
    APO_END_CAPTURE = 2, /* an enemy piece, captured by replacement */
    APO_END_FRIEND = 8,  /* a piece of the mover's side, removed */
    APO_END_ROYAL = 16   /* an enemy royal piece only */
};

typedef struct apo_move {
    apo_square from, to;
    uint8_t kind;     /* APO_MOVE_PLAIN, APO_MOVE_PATH, or a rule's own */
    uint8_t promoted; /* type it becomes, or APO_TYPE_NONE */
    uint8_t launched; /* type put out of the pocket on the square left, or APO_TYPE_NONE */
    uint8_t zero;     /* always 0, so that moves can be compared as bytes */
    uint64_t arg;     /* meaning belongs to the rule of `kind`; else 0 */
} apo_move;

static inline bool apo_move_same(const apo_move *a, const apo_move *b)
{
    return a->from == b->from && a->to == b->to && a->kind == b->kind &&
           a->promoted == b->promoted && a->launched == b->launched && a->arg == b->arg;
}

/* A list in the caller's memory. Overflow is remembered, never written. */
typedef struct apo_move_list {
    apo_move *moves; /* caller's memory */
    size_t capacity;
    size_t count;
    bool is_overflowed;
} apo_move_list;

/* A list with a buffer of its own, for the stack (64 kB). */
typedef struct apo_moves {
    apo_move_list list;
    apo_move buf[APO_MOVE_LIST_MAX];
} apo_moves;

static inline apo_move_list *apo_moves_start(apo_moves *moves)
{
    moves->list = (apo_move_list){moves->buf, APO_MOVE_LIST_MAX, 0, false};
    return &moves->list;
}

static inline void apo_move_list_add(apo_move_list *list, apo_move mv)
{
    if (list->count < list->capacity)
        list->moves[list->count++] = mv;
    else
        list->is_overflowed = true;
}

#endif
