/* The board: files, rows, which places are squares, and the names of squares.
 *
 * Squares are numbered row by row from the bottom: square = row * files + file. Row 0 is rank
 * `bottom_rank`, which is 0 where the game has border ranks and 1 elsewhere. */
#ifndef APO_RULES_KERNEL_GEOMETRY_H
#define APO_RULES_KERNEL_GEOMETRY_H

#include "base/span.h"

typedef uint16_t apo_square;

enum {
    APO_FILES_MAX = 16,                             /* file letters a..p */
    APO_ROWS_MAX = 18,                              /* 16 ranks and two border ranks */
    APO_SQUARES_MAX = APO_FILES_MAX * APO_ROWS_MAX, /* 288 */
    APO_SET_WORDS_MAX = (APO_SQUARES_MAX + 63) / 64,
    APO_SQUARE_NONE = 0xFFFF,
    APO_SQUARE_NAME_MAX = 4 /* "p17" and the terminator */
};

/* What a place of the board is for the whole game. */
enum apo_place {
    APO_PLACE_NONE,      /* no square: a hole, or a blank place beside the border squares */
    APO_PLACE_SQUARE,    /* an ordinary square */
    APO_PLACE_TRANSIENT, /* exists only while a piece stands on it (rules 1.8) */
    APO_PLACES
};

typedef enum apo_side {
    APO_WHITE,
    APO_BLACK,
    APO_SIDES
} apo_side;

typedef struct apo_geometry {
    uint8_t files;                  /* 1..APO_FILES_MAX */
    uint8_t rows;                   /* 1..APO_ROWS_MAX, border ranks included */
    uint8_t bottom_rank;            /* 0 or 1: the rank number of row 0 */
    uint8_t place[APO_SQUARES_MAX]; /* enum apo_place */
} apo_geometry;

static inline apo_side apo_side_other(apo_side side)
{
    return side == APO_WHITE ? APO_BLACK : APO_WHITE;
}

static inline unsigned apo_geometry_squares(const apo_geometry *geo)
{
    return (unsigned)geo->files * geo->rows;
}

/* Number of ranks of the board proper, border ranks not counted (N of rules 1.1). */
unsigned apo_geometry_ranks(const apo_geometry *geo);

/* The square at file and row (both from 0), or APO_SQUARE_NONE outside the rectangle or on a
 * place that is no square. */
apo_square apo_geometry_at(const apo_geometry *geo, int file, int row);

unsigned apo_geometry_file(const apo_geometry *geo, apo_square sq); /* 0 = a */
unsigned apo_geometry_row(const apo_geometry *geo, apo_square sq);
unsigned apo_geometry_rank(const apo_geometry *geo,
                           apo_square sq); /* as in the square's name */

/* The rank of a square counted from the side's own edge of the board proper: 1..N for ordinary
 * squares, 0 and N+1 on the border ranks (rules, "own rank"). */
unsigned apo_geometry_own_rank(const apo_geometry *geo, apo_side side, apo_square sq);

/* The square on the same file with the rows counted from the other edge. */
apo_square apo_geometry_mirror(const apo_geometry *geo, apo_square sq);

/* Reads a square's name ("e4", "a0", "j11") at the front of `*rest` and cuts it off; returns
 * APO_SQUARE_NONE, nothing cut, if there is none or the place is no square. */
apo_square apo_geometry_read_square(const apo_geometry *geo, apo_span *rest);

/* Writes the square's name, terminated. Returns its length. */
unsigned apo_geometry_write_square(const apo_geometry *geo, apo_square sq,
                                   char out[APO_SQUARE_NAME_MAX]);

#endif
