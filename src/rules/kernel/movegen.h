/* Legal moves, check, and what a piece could do. */
#ifndef APO_RULES_KERNEL_MOVEGEN_H
#define APO_RULES_KERNEL_MOVEGEN_H

#include "rules/kernel/check.h"

/* All legal moves, each once, in no particular order. `list` is the caller's.
 * Errors: APO_E_OVERFLOW: more moves than fit; the list then holds some of them. */
apo_status apo_moves_legal(apo_move_list *list, const apo_position *pos);

/* The number of legal moves, without making a list where that can be avoided. */
uint64_t apo_moves_count(const apo_position *pos);

/* Why a move is not legal. */
enum apo_illegal {
    APO_LEGAL,
    APO_ILLEGAL_EMPTY,       /* nobody stands there */
    APO_ILLEGAL_NOT_YOURS,   /* a piece of the other side */
    APO_ILLEGAL_OWN_PIECE,   /* the target holds a piece of one's own */
    APO_ILLEGAL_NO_SQUARE,   /* the target is no square (any more) */
    APO_ILLEGAL_POWER,       /* the piece does not move so */
    APO_ILLEGAL_NO_POWER,    /* a joker with nothing to imitate */
    APO_ILLEGAL_CHECK,       /* the king stays in check */
    APO_ILLEGAL_EXPOSES,     /* the move opens the king to capture */
    APO_ILLEGAL_PROMOTION,   /* this promotion is not to be had, or one is needed */
    APO_ILLEGAL_LAUNCH,      /* nothing may be launched there */
    APO_ILLEGAL_GIVES_CHECK, /* the first move of a double turn may not give check */
    APO_ILLEGAL_CAPTURE,     /* no captures in this double turn */
    APO_ILLEGALS
};

typedef struct apo_verdict {
    enum apo_illegal reason;
    /* APO_ILLEGAL_CHECK, _EXPOSES: an enemy piece that could take the king */
    apo_square attacker;
    uint8_t attacker_power; /* the type whose power it uses (a joker's imitated type) */
} apo_verdict;

/* Why a move is illegal, or that it is legal: from, to, promotion and launch count. For people;
 * slow. */
apo_verdict apo_move_why_illegal(const apo_position *pos, const apo_move *mv);

/* Pieces that `mv` captures, besides or on its target, in square order; returns how many.
 * `out` has room for APO_UNDO_SQUARES_MAX squares. */
unsigned apo_move_captures(const apo_position *pos, const apo_move *mv, apo_square *out);

enum {
    APO_SERIES_MAX = 30
}; /* jumps of one checker; checker.c refuses boards with more */

/* The landing squares of a checker's jumping series over enemy pieces, the last being `to`;
 * returns how many, 0 for any other move. `out` has room for APO_SERIES_MAX squares. */
unsigned apo_move_series(const apo_position *pos, const apo_move *mv, apo_square *out);

/* The squares a checker on `from` can jump to over an enemy piece after the jumps to `series`
 * (`count` of them, 0 at the start); returns how many, at most 4. Whether it may stop there is
 * another question: see apo_checker_move. */
unsigned apo_checker_jumps(const apo_position *pos, apo_square from, const apo_square *series,
                           unsigned count, apo_square out[4]);

/* The move of a checker that makes these jumps, one at least, each possible: for
 * apo_move_captures. The legal list has it only in one of the orders that capture the same
 * pieces. */
apo_move apo_checker_move(const apo_position *pos, apo_square from, const apo_square *series,
                          unsigned count);

/* The square that a launching move puts its piece on: the one left by the piece that moved, or
 * in castling perhaps the one left by the partner. */
apo_square apo_move_launch_square(const apo_position *pos, const apo_move *mv);

/* Castling: the partner's squares before and after; false for other moves. */
bool apo_move_partner(const apo_position *pos, const apo_move *mv, apo_square *out_from,
                      apo_square *out_to);

#endif
