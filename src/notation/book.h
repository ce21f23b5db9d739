/* Opening books: moves with weights for positions. Our own format is for every game; chess also
 * has Polyglot's.
 *
 * A book of our own is text, so that it can be read, compared and merged. Three header lines
 * are followed by a line for each position, in the order of the keys:
 *
 *     apothecary-book 1
 *     game chess 463b96181691fc9c
 *     positions 2
 *     0f2a91b3c4d5e6f7 e2e4 120 d2d4 88
 *     9e3779b97f4a7c15 e7e5 61
 *
 * After the game's id comes the key of its first start, which reveals that the game has changed
 * since. Keys are those of apo_position_key; moves are coordinates, heaviest first. In
 * "apothecary-book 2" a signed score may follow a move's weight: "e2e4 120 +31". */
#ifndef APO_NOTATION_BOOK_H
#define APO_NOTATION_BOOK_H

#include "base/buffer.h"
#include "base/error.h"
#include "base/random.h"
#include "rules/kernel/movegen.h"

enum {
    APO_BOOK_MOVES_MAX = 64,          /* of one position */
    APO_BOOK_SIZE_MAX = 1 << 30,      /* bytes of a book */
    APO_BOOK_WEIGHT_MAX = 1000000000, /* of one move */
    APO_BOOK_SCORE_MAX = 31000        /* of one move, for either side: a mate */
};

typedef struct apo_book apo_book;

/* A move of a book, which is legal. */
typedef struct apo_book_move {
    apo_move mv;
    uint32_t weight; /* 0: known, but not to be played */
    bool has_score;
    int score_cp; /* if `has_score`: for the side that moves */
} apo_book_move;

/* Reads a book of the game `var`, borrowed during the call; `bytes` are copied. Gives `*out`
 * (free with apo_book_free). Errors, with the byte and a sentence in `err`: APO_E_SYNTAX:
 * neither format, cut off, or damaged; APO_E_UNSUPPORTED: a book of another game;
 * APO_E_TOO_LARGE; APO_E_MEMORY. */
apo_status apo_book_read(apo_book **out, const apo_variant *var, apo_span bytes,
                         apo_error *err);
void apo_book_free(apo_book *book);

/* The number of positions; for a Polyglot book, the number of moves. */
size_t apo_book_size(const apo_book *book);
bool apo_book_is_polyglot(const apo_book *book);

/* The bytes that it holds in memory. */
size_t apo_book_bytes(const apo_book *book);

/* The moves for a position, heaviest first; `out` has room for APO_BOOK_MOVES_MAX. Illegal
 * moves are left out. The variant must be the one of the book. Any thread. */
unsigned apo_book_moves(const apo_book *book, const apo_position *pos, apo_book_move *out);

/* The move's score for White. */
int apo_book_white_cp(const apo_position *pos, const apo_book_move *move);

/* Adds the move as an object: move, san, weight, and white_cp if it has a score. */
void apo_book_add_json(apo_buffer *out, const apo_position *pos, const apo_book_move *move);

/* Draws a move by the weights. False, with `out` untouched, if the book has none. */
bool apo_book_choose(apo_move *out, const apo_book *book, const apo_position *pos,
                     apo_random *random);

/* The key of a chess position in Polyglot's books. */
uint64_t apo_book_polyglot_key(const apo_position *pos);

/* --- making books -------------------------------------------------------- */

/* A book being made. Clear it with apo_book_maker_clear. */
typedef struct apo_book_maker {
    const apo_variant *var;      /* borrowed */
    struct apo_book_line *lines; /* owned; each move once it has been added */
    size_t line_count, line_capacity;
    apo_buffer texts;   /* the moves' coordinates */
    uint32_t games_min; /* a move played less often is left out */
} apo_book_maker;

void apo_book_maker_init(apo_book_maker *maker, const apo_variant *var);
void apo_book_maker_clear(apo_book_maker *maker);

/* Notes a move of `pos`. The weights of equal moves add up; the best of their scores counts.
 * Errors: APO_E_MEMORY; APO_E_TOO_LARGE. */
apo_status apo_book_maker_add(apo_book_maker *maker, const apo_position *pos,
                              const apo_book_move *move);

/* Appends the book in our own format, in its second version if any move has a score. Moves
 * whose weights add up to nothing are left out. Sorts what has been added. Errors:
 * APO_E_MEMORY. */
apo_status apo_book_maker_write(apo_buffer *out, apo_book_maker *maker);

#endif
