/* What the two files of the checker share: checker.c has its rule and its moves,
 * checker_attack.c finds what it attacks. */
#ifndef APO_RULES_RULES_CHECKER_PRIV_H
#define APO_RULES_RULES_CHECKER_PRIV_H

#include "rules/kernel/analysis.h"
#include "rules/kernel/position.h"
#include "rules/rules/checker.h"

enum {
    DIAGONALS = 4,
    /* Jumps tried for one checker before the position counts as too complicated: enough for any
     * position reached in play (tens), few enough to take only milliseconds. */
    WORK_MAX = 1 << 17
};

/* Directions as in compile_lines.c, in the order of the squares they lead to. */
static const uint8_t diagonals[DIAGONALS] = {5, 7, 6, 4};
static const uint8_t orthogonals[4] = {3, 1, 0, 2};

/* The square one or two steps away in a direction, or one that is always empty and does not
 * exist. */
static inline apo_square square_towards(const apo_variant *var, apo_square sq,
                                        unsigned direction, unsigned steps)
{
    return var->near[((size_t)sq * APO_DIRECTIONS + direction) * 2 + steps - 1];
}

static inline bool is_piece_of(const apo_position *pos, apo_square sq, unsigned side)
{
    apo_piece piece = pos->board[sq];
    return apo_piece_is_real(piece) && apo_piece_side(piece) == side;
}

/* The direction back. */
static inline unsigned opposite_of(unsigned direction)
{
    return direction ^ 1U;
}

/* True for a piece of `side` that can be captured: not its king. */
static inline bool is_prey(const apo_position *pos, apo_square sq, unsigned side)
{
    return is_piece_of(pos, sq, side) && apo_piece_type(pos->board[sq]) != pos->var->royal;
}

/* A checker making its jumps. */
typedef struct journey {
    const apo_position *pos;
    unsigned side;     /* of the checker */
    apo_square start;  /* counts as empty */
    apo_square opened; /* a square that counts as empty too (a king's), or APO_SQUARE_NONE */
    apo_set jumped;
    unsigned work; /* jumps tried so far */
} journey;

static inline bool is_free(const journey *trip, apo_square sq)
{
    return trip->pos->board[sq] == APO_PIECE_EMPTY || sq == trip->start || sq == trip->opened;
}

static inline bool is_screen(const journey *trip, apo_square sq)
{
    return sq != trip->start && is_piece_of(trip->pos, sq, trip->side);
}

static inline bool is_jumpable(const journey *trip, apo_square sq)
{
    return sq != trip->opened && is_prey(trip->pos, sq, trip->side ^ 1U) &&
           !apo_set_has(&trip->jumped, sq);
}

/* A landing square on the way, and the direction to try next. */
typedef struct stop {
    apo_square square;
    apo_square middle; /* the piece jumped over to get here */
    uint8_t next;
} stop;

/* The squares that jumps over the checker's own side lead to. */
apo_set apo_checker_squares_by_screens(const journey *trip);

/* One of these checkers of `by` that could end a move on `sq` if that were empty, or
 * APO_SQUARE_NONE; for the hook `attacker`. */
apo_square apo_checker_attacker(const apo_position *pos, apo_square sq, unsigned by,
                                const uint64_t *pieces, uint8_t *out_power);

/* Marks every move as suspect if one of them could open a checker's way to the king; for the
 * hook `watch`. */
void apo_checker_watch(apo_watch *at);

#endif
