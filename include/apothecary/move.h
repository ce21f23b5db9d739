/**
 * @file
 * Moves and lists of moves: small values in the caller's memory.
 *
 * A move belongs to the position it was made for. Moves come from #apo_moves_legal or
 * #apo_move_read_any; a move with only `from` and `to` filled in is good for queries only
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
    /** Legal moves of one position. Twelve queens, with nine pawns that can each promote to 16
     * types on three squares, have about 1,000, and no board has space for 250 such pawns. Only
     * a checker's series of jumps over enemy pieces, and walls placed with every move, can
     * exceed this; the overflow is reported. In Duck chess that takes some ten queens. */
    APO_MOVE_LIST_MAX = 8192
};

/** The kind of a move: the rule that makes it. */
enum apo_move_kind {
    APO_MOVE_PLAIN,      /**< From one square to another, capturing the piece there, if any. */
    APO_MOVE_EN_PASSANT, /**< Captures a piece that has just passed the target. */
    APO_MOVE_CASTLING,   /**< The king and its partner; see #apo_move_info. */
    APO_MOVE_LEAP,       /**< The king's jump. */
    APO_MOVE_CHECKER,    /**< A series of jumps over pieces. */
    APO_MOVE_PATH,       /**< Captures pieces in passing. */
    APO_MOVE_DROP,       /**< Puts a piece in hand on the empty square `to`, which is `from`. */
    APO_MOVE_PASS,       /**< Moves nothing; `from` and `to` are one square of the side's. */
    APO_MOVE_EFFECT,     /**< Captures away from its target, swaps, or leaves the board. */
    APO_MOVE_SUCCESSION, /**< The king changes places with an heir. */
    APO_MOVE_KINDS       /**< How many kinds there are. */
};

/** A move. Two moves of one position are equal iff all their fields are (#apo_move_same). */
typedef struct apo_move {
    apo_square from;  /**< Where the piece stands. */
    apo_square to;    /**< Where it ends. */
    uint8_t kind;     /**< enum apo_move_kind. */
    uint8_t promoted; /**< The type it becomes, or #APO_TYPE_NONE. */
    /** The type launched from the pocket, or dropped from the hand, or #APO_TYPE_NONE. */
    uint8_t launched;
    uint8_t wall; /**< The square on which it puts a wall, plus 1; 0: it puts none. */
    uint64_t arg; /**< Private to the rule of `kind`; else 0. */
} apo_move;

/** True if both are the same move of one position. */
static inline bool apo_move_same(const apo_move *a, const apo_move *b)
{
    return a->from == b->from && a->to == b->to && a->kind == b->kind &&
           a->promoted == b->promoted && a->launched == b->launched && a->wall == b->wall &&
           a->arg == b->arg;
}

/** A list in the caller's memory. Moves that do not fit are dropped, which `is_overflowed`
 * records. */
typedef struct apo_move_list {
    apo_move *moves;    /**< The caller's memory. */
    size_t capacity;    /**< Moves that fit into it. */
    size_t count;       /**< Moves in the list. */
    bool is_overflowed; /**< Some move did not fit. */
} apo_move_list;

/** A list with its own memory, 128 kB: for the stack, or static. Start it with #apo_moves_start
 * and read `list`. */
typedef struct apo_moves {
    apo_move_list list;              /**< The list; its moves are in `buf`. */
    apo_move buf[APO_MOVE_LIST_MAX]; /**< The memory of the list. */
} apo_moves;

/** Empties the list and returns it in the form that functions take. */
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
