/* What the text of a move says, before it is found among the legal moves. Every notation makes
 * a sketch; here it is matched, and if nothing fits, the best reason is found. Internal to this
 * folder. */
#ifndef APO_NOTATION_SKETCH_PRIV_H
#define APO_NOTATION_SKETCH_PRIV_H

#include "base/error.h"
#include "base/text.h"
#include "rules/kernel/movegen.h"
#include "rules/rules/checker.h"

/* Which pieces taken besides the one on the target a notation writes down. */
enum apo_sketch_lists {
    APO_LISTS_PATH,    /* those of a path only (coordinates) */
    APO_LISTS_PASSING, /* also those a checker takes without jumping over them (SAN) */
    APO_LISTS_ALL      /* all (Game Courier) */
};

typedef struct apo_sketch {
    unsigned type;    /* of the piece that moves; APO_TYPE_NONE: not said */
    int file, row;    /* of its square, from 0; -1: not said */
    apo_square to;    /* APO_SQUARE_NONE for castling by word */
    bool is_castling; /* O-O or O-O-O */
    bool is_castling_right;
    bool is_any_suffix;   /* `promoted` may mean a launch as well */
    bool is_any_series;   /* the move may be a checker's series though none is given */
    uint8_t promoted;     /* type, or APO_TYPE_NONE */
    uint8_t launched;     /* likewise */
    uint8_t lists;        /* enum apo_sketch_lists */
    uint8_t series_count; /* landing squares of a checker's series */
    uint8_t taken_count;  /* pieces said to be taken besides the one on the target */
    apo_square series[APO_SERIES_MAX];
    apo_square taken[APO_UNDO_SQUARES_MAX];
    apo_square launched_on;              /* APO_SQUARE_NONE: the square just left */
    apo_square partner_from, partner_to; /* APO_SQUARE_NONE: not said */
    size_t from_position, to_position, suffix_position; /* byte offsets, for errors */
} apo_sketch;

/* A sketch that says nothing. */
void apo_sketch_start(apo_sketch *sketch, enum apo_sketch_lists lists);

/* Says the piece's square. */
void apo_sketch_set_from(apo_sketch *sketch, const apo_geometry *geo, apo_square sq);

/* The piece's square, or APO_SQUARE_NONE if it is not fully said. */
apo_square apo_sketch_from(const apo_sketch *sketch, const apo_geometry *geo);

/* Reads `*d6*d7` at the front of `*rest` into `taken`; `position` is the offset of `*rest`. */
apo_status apo_sketch_read_taken(apo_sketch *sketch, const apo_geometry *geo, apo_span *rest,
                                 size_t position, apo_error *err);

/* Makes the landing squares of a text with 'x' the target where the piece is no checker. */
apo_status apo_sketch_settle_series(apo_sketch *sketch, const apo_variant *var, unsigned type,
                                    apo_error *err);

/* Finds the legal move. Errors: APO_E_ILLEGAL; APO_E_AMBIGUOUS. */
apo_status apo_sketch_find(apo_move *out, const apo_position *pos, const apo_sketch *sketch,
                           apo_error *err);

/* The squares between a series' landing squares: the pieces jumped over, in jumping order. */
void apo_series_jumped(const apo_geometry *geo, apo_square from, const apo_square *series,
                       unsigned count, apo_square *out);

/* Adds from-square and target, or a checker's whole series: "e4e5", "c5xe7xg9". */
void apo_text_add_way(apo_text *text, const apo_position *pos, const apo_move *mv);

/* Pieces that `mv` takes besides the one on its target, and for APO_LISTS_PASSING besides those
 * jumped over, in square order; returns how many. `out` has room for APO_UNDO_SQUARES_MAX. */
unsigned apo_move_taken(const apo_position *pos, const apo_move *mv,
                        enum apo_sketch_lists lists, apo_square *out);

/* Adds the square that the piece launched stands on, if it is not the one just left. */
void apo_text_add_launch_square(apo_text *out, const apo_position *pos, const apo_move *mv);

#endif
