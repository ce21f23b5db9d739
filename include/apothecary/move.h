/**
 * @file
 * Moves and lists of moves: small values in memory of the caller.
 *
 * A move belongs to the position it was made for. Moves come from #apo_moves_legal or
 * #apo_move_read_any; a move that a program fills in itself, from and to, is only good for
 * asking
 * (#apo_move_why_illegal, #apo_move_explain).
 */
#ifndef APOTHECARY_MOVE_H
#define APOTHECARY_MOVE_H

#include <apothecary/board.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of lists of moves. */
enum {
    /** Legal moves of one position. Twelve queens and nine pawns before promotion to 16 kinds
     * on three squares each have about 1,000; 250 pawns there cannot stand on a board. Only a
     * checker's series over enemy pieces can exceed any number: then the list overflows, which
     * is reported. */
    APO_MOVE_LIST_MAX = 4096
};

/** What sort of move it is: which rule makes it. */
enum apo_move_kind {
    APO_MOVE_PLAIN,      /**< From here to there, capturing what stands there. */
    APO_MOVE_EN_PASSANT, /**< Captures a piece that has just passed the square. */
    APO_MOVE_CASTLING,   /**< The king and its partner; see #apo_move_partner. */
    APO_MOVE_LEAP,       /**< The king's first leap. */
    APO_MOVE_CHECKER,    /**< A series of jumps over pieces. */
    APO_MOVE_PATH,       /**< Takes pieces in passing. */
    APO_MOVE_KINDS       /**< How many kinds there are. */
};

/** A move. Two moves of one position are equal iff all their fields are (#apo_move_same). */
typedef struct apo_move {
    apo_square from;  /**< Where the piece stands. */
    apo_square to;    /**< Where it ends. */
    uint8_t kind;     /**< enum apo_move_kind. */
    uint8_t promoted; /**< The type it becomes, or #APO_TYPE_NONE. */
    uint8_t launched; /**< The type put out of the pocket, or #APO_TYPE_NONE. */
    uint8_t zero;     /**< Always 0, so that moves can be compared as bytes. */
    uint64_t arg;     /**< Belongs to the rule of `kind`; else 0. */
} apo_move;

/** True if both are the same move of one position. */
static inline bool apo_move_same(const apo_move *a, const apo_move *b)
{
    return a->from == b->from && a->to == b->to && a->kind == b->kind &&
           a->promoted == b->promoted && a->launched == b->launched && a->arg == b->arg;
}

/** A list in memory of the caller. What does not fit is dropped and remembered. */
typedef struct apo_move_list {
    apo_move *moves;    /**< Memory of the caller. */
    size_t capacity;    /**< Moves that it holds. */
    size_t count;       /**< Moves in the list. */
    bool is_overflowed; /**< Some move did not fit. */
} apo_move_list;

/** A list with memory of its own, 64 kB: for the stack, or static. Start it with
 * #apo_moves_start and read `list`. */
typedef struct apo_moves {
    apo_move_list list;              /**< The list; its moves stand in `buf`. */
    apo_move buf[APO_MOVE_LIST_MAX]; /**< Where the moves are kept. */
} apo_moves;

/** Makes the list empty, and gives it as functions take it. */
static inline apo_move_list *apo_moves_start(apo_moves *moves)
{
    moves->list.moves = moves->buf;
    moves->list.capacity = APO_MOVE_LIST_MAX;
    moves->list.count = 0;
    moves->list.is_overflowed = false;
    return &moves->list;
}

#ifdef __cplusplus
}
#endif

#endif
