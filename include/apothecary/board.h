/**
 * @file
 * Sides, squares, the shape of a board, and what stands on a square.
 *
 * Squares are numbered row by row from the bottom: square = row * files + file. Row 0 is rank 0
 * where the game has border (brouhaha) ranks, and rank 1 elsewhere; see #apo_geometry_own_rank.
 */
#ifndef APOTHECARY_BOARD_H
#define APOTHECARY_BOARD_H

#include <apothecary/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The players. */
typedef enum apo_side {
    APO_WHITE, /**< Moves first, unless the game's definition says otherwise. */
    APO_BLACK, /**< The other player. */
    APO_SIDES  /**< How many there are. */
} apo_side;

/** The number of a square, from 0. */
typedef uint16_t apo_square;

/** Limits of boards. */
enum {
    APO_FILES_MAX = 16,                             /**< File letters a to p. */
    APO_ROWS_MAX = 18,                              /**< 16 ranks and two border ranks. */
    APO_SQUARES_MAX = APO_FILES_MAX * APO_ROWS_MAX, /**< 288. */
    APO_SQUARE_NONE = 0xFFFF,                       /**< No square. */
    APO_SQUARE_NAME_MAX = 4                         /**< Bytes of "p17" and the terminator. */
};

/** The kind of a place on the board, the same for the whole game. */
enum apo_place {
    APO_PLACE_NONE,      /**< No square: a hole, or a blank place next to the border squares. */
    APO_PLACE_SQUARE,    /**< An ordinary square. */
    APO_PLACE_TRANSIENT, /**< A brouhaha square: it exists only while a piece stands on it. */
    APO_PLACES           /**< How many kinds there are. */
};

/** The shape of a board. */
typedef struct apo_geometry {
    uint8_t files;                  /**< 1 to #APO_FILES_MAX. */
    uint8_t rows;                   /**< 1 to #APO_ROWS_MAX, border ranks included. */
    uint8_t bottom_rank;            /**< 0 or 1: the rank of row 0. */
    uint8_t place[APO_SQUARES_MAX]; /**< enum apo_place, by square. */
} apo_geometry;

/** What stands on a square: #APO_PIECE_EMPTY, #APO_PIECE_VOID, else type * 2 + side. Types are
 * numbered by the variant, from 1 (#apo_type_info_of). */
typedef uint8_t apo_piece;

/** Codes of what stands on a square, and of types. */
enum {
    APO_PIECE_EMPTY = 0, /**< An empty square. */
    APO_PIECE_VOID =
        1,             /**< No square: a hole, or a brouhaha square that has ceased to exist. */
    APO_TYPE_NONE = 0, /**< No type. */
    APO_TYPES_MAX = 128, /**< Types are numbered 1 to 127; a piece fits into a byte. */
    /** Types that can be held, in hand, in reserve or in a pocket, are numbered 1 to 31. */
    APO_HELD_TYPES_MAX = 32
};

/** The other side. */
static inline apo_side apo_side_other(apo_side side)
{
    return side == APO_WHITE ? APO_BLACK : APO_WHITE;
}

/** The code of a piece. */
static inline apo_piece apo_piece_of(apo_side side, unsigned type)
{
    return (apo_piece)(type << 1 | (unsigned)side);
}

/** True for a piece; false for an empty square and for no square. */
static inline bool apo_piece_is_real(apo_piece piece)
{
    return piece > APO_PIECE_VOID;
}

/** The side of a piece. */
static inline apo_side apo_piece_side(apo_piece piece)
{
    return (apo_side)(piece & 1U);
}

/** The type of a piece. */
static inline unsigned apo_piece_type(apo_piece piece)
{
    return piece >> 1;
}

/** The number of places in the rectangle around the board; all square numbers are lower. */
static inline unsigned apo_geometry_squares(const apo_geometry *geo)
{
    return (unsigned)geo->files * geo->rows;
}

/** The file of a square: 0 is a. */
static inline unsigned apo_geometry_file(const apo_geometry *geo, apo_square sq)
{
    return (unsigned)sq % geo->files;
}

/** The row of a square, from 0. */
static inline unsigned apo_geometry_row(const apo_geometry *geo, apo_square sq)
{
    return (unsigned)sq / geo->files;
}

/** The number of ranks, border ranks not counted. */
APO_API unsigned apo_geometry_ranks(const apo_geometry *geo);

/** The square at a file and row, both from 0; #APO_SQUARE_NONE outside the rectangle and where
 * the game never has a square. */
APO_API apo_square apo_geometry_at(const apo_geometry *geo, int file, int row);

/** The rank counted from the side's own edge, from 1; for White, as in the square's name. The
 * border ranks are 0 and the number of ranks plus 1. */
APO_API unsigned apo_geometry_own_rank(const apo_geometry *geo, apo_side side, apo_square sq);

/** Reads the name of a square ("e4", "a0", "j11") at the front of `*rest` and removes it.
 * Returns #APO_SQUARE_NONE, with `*rest` untouched, if there is none. */
APO_API apo_square apo_geometry_read_square(const apo_geometry *geo, apo_span *rest);

/** Writes the name of a square, terminated. Returns its length. */
APO_API unsigned apo_geometry_write_square(const apo_geometry *geo, apo_square sq,
                                           char out[APO_SQUARE_NAME_MAX]);

#ifdef __cplusplus
}
#endif

#endif
