/* Standard algebraic notation, for people and PGN (rules 6.5).
 *
 * Pawns with the letter P are written without it, all other pieces with their letter. Castling
 * is O-O or O-O-O (to the right, to the left) if there is just one way to castle to each side;
 * else it is written as the king's move, like the king's jump. Suffixes: `=Q`, `/J`, `*d6*d7`,
 * then `+` or `#`. */
#ifndef APO_NOTATION_SAN_H
#define APO_NOTATION_SAN_H

#include "base/error.h"
#include "base/text.h"
#include "rules/kernel/check_sign.h"
#include "rules/kernel/movegen.h"

enum {
    /* Letter 1; from-square 3; `x` and target 4, or a series 120; promotion 2; launch 2;
     * APO_UNDO_SQUARES_MAX captures in passing 192; check 1; terminator 1. */
    APO_SAN_MAX = 1 + 3 + 120 + 2 + 2 + 192 + 1 + 1
};

/* Appends the canonical text of a legal move. Generates and makes moves: takes some
 * microseconds. */
void apo_san_write(apo_text *out, const apo_position *pos, const apo_move *mv);

/* The same for callers that have the list of all legal moves. */
void apo_san_write_among(apo_text *out, const apo_position *pos, const apo_move *mv,
                         const apo_move_list *legal);

/* What the texts of all moves of one position have in common. */
typedef struct apo_san_list {
    const apo_position *pos;    /* borrowed */
    const apo_move_list *legal; /* borrowed */
    apo_check_signs signs;
    unsigned pawn;                /* the type written without a letter, or APO_TYPE_NONE */
    uint8_t shown[APO_TYPES_MAX]; /* by type: the one whose letter is written */
    /* By shown type: the squares to which it has a move, and those to which it has several;
     * packed by the words of a set. */
    uint64_t reached[APO_TYPES_MAX * APO_SET_WORDS_MAX];
    uint64_t rivalled[APO_TYPES_MAX * APO_SET_WORDS_MAX];
} apo_san_list;

/* Prepares for the texts of many moves out of `legal`, the list of all of them. */
void apo_san_list_start(apo_san_list *out, const apo_position *pos, const apo_move_list *legal);

/* Writes the text of one move to `out`, which has room for APO_SAN_MAX bytes, and ends it with
 * a zero; returns its length. Faster than apo_san_write_among. */
size_t apo_san_list_write(char *out, apo_san_list *list, const apo_move *mv);

/* A number that identifies the text of one move: within a game equal numbers mean equal texts,
 * so programs can cache the texts. APO_SAN_UNCODED for rare moves, such as launches and
 * series. */
uint32_t apo_san_list_code(apo_san_list *list, const apo_move *mv);

#define APO_SAN_UNCODED ((uint32_t)1 << 31)

/* Reads a move and finds it in the list of all legal ones; the span must contain nothing else.
 * Accepts also `0-0`, `e8Q`, a prefixed P, missing or superfluous `x`, `+` and `#`, `!` and
 * `?`, `e.p.`, and more disambiguation than needed. Where a step and a capture fit alike, the x
 * decides. Errors, with `out` untouched: APO_E_SYNTAX; APO_E_ILLEGAL; APO_E_AMBIGUOUS. */
apo_status apo_san_read_among(apo_move *out, const apo_position *pos, apo_span text,
                              const apo_move_list *legal, apo_error *err);

#endif
