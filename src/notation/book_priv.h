/* The two formats of books. Internal to this folder. */
#ifndef APO_NOTATION_BOOK_PRIV_H
#define APO_NOTATION_BOOK_PRIV_H

#include "notation/book.h"

enum {
    APO_POLYGLOT_RANDOMS = 781,
    APO_POLYGLOT_ENTRY = 16 /* bytes: key 8, move 2, weight 2, learning 4, all big-endian */
};

extern const uint64_t apo_polyglot_random[APO_POLYGLOT_RANDOMS];

/* The moves of a position in our own format. */
typedef struct apo_book_position {
    uint64_t key;
    apo_span moves; /* "e2e4 120 d2d4 88 +31", in the bytes of the book */
} apo_book_position;

struct apo_book {
    char *bytes; /* owned */
    size_t length;
    bool is_polyglot;
    bool has_scores;              /* of our own format, the second version */
    apo_book_position *positions; /* owned; in the order of keys; NULL for Polyglot */
    size_t count;                 /* positions, or entries */
};

/* Checks the entries of a Polyglot book. Errors: APO_E_SYNTAX; APO_E_UNSUPPORTED. */
apo_status apo_polyglot_check(const apo_variant *var, apo_span bytes, apo_error *err);

/* Adds the moves of the position, of which there are `count`, to `out`. */
unsigned apo_polyglot_moves(const apo_book *book, const apo_position *pos,
                            const apo_move_list *legal, apo_book_move *out);

#endif
