/* The parsed text of a move, before it is matched with the legal moves. Every notation produces
 * a sketch; here it is matched, and if nothing fits, the best explanation is found. Internal to
 * this folder. */
#ifndef APO_NOTATION_SKETCH_PRIV_H
#define APO_NOTATION_SKETCH_PRIV_H

#include "base/error.h"
#include "base/text.h"
#include "rules/kernel/movegen.h"
#include "rules/rules/checker.h"

enum {
    APO_SAN_PAWN = 'P' /* the letter of the type written without a letter */
};

/* Which captures besides that on the target a notation writes. */
enum apo_sketch_lists {
    APO_LISTS_PATH,    /* captures of a path only (coordinates) */
    APO_LISTS_PASSING, /* also captures by a checker of pieces it does not jump over (SAN) */
    APO_LISTS_ALL      /* all (Game Courier) */
};

/* The x of SAN, which tells a pawn's capture from its step where both reach a square. */
enum apo_sketch_mark {
    APO_MARK_UNKNOWN, /* the notation has no such mark */
    APO_MARK_STEP,    /* written without x */
    APO_MARK_CAPTURE
};

/* How PGN writes a pass. */
#define APO_PASS "--"

typedef struct apo_sketch {
    unsigned type;    /* of the moving piece; APO_TYPE_NONE: unknown */
    int file, row;    /* of its start square, from 0; -1: unknown */
    apo_square to;    /* APO_SQUARE_NONE for O-O and O-O-O */
    bool is_castling; /* O-O or O-O-O */
    bool is_castling_right;
    bool is_pass;         /* nothing moves */
    bool is_drop;         /* `launched` is put on `to` */
    bool is_any_suffix;   /* `promoted` may mean a launch as well */
    bool is_any_series;   /* the move may be a checker's series even if none is written */
    uint8_t promoted;     /* type, or APO_TYPE_NONE */
    uint8_t launched;     /* likewise */
    uint8_t lists;        /* enum apo_sketch_lists */
    uint8_t mark;         /* enum apo_sketch_mark; decides only between moves that fit alike */
    uint8_t series_count; /* landing squares of a checker's series */
    uint8_t taken_count;  /* captures written besides that on the target */
    apo_square series[APO_SERIES_MAX];
    apo_square taken[APO_UNDO_SQUARES_MAX];
    apo_square launched_on;              /* APO_SQUARE_NONE: the square just left */
    apo_square wall;                     /* APO_SQUARE_NONE: none is put */
    apo_square partner_from, partner_to; /* APO_SQUARE_NONE: unknown */
    size_t from_position, to_position, suffix_position; /* byte offsets, for errors */
} apo_sketch;

/* Initialises an empty sketch. */
void apo_sketch_start(apo_sketch *sketch, enum apo_sketch_lists lists);

/* Sets the piece's square. */
void apo_sketch_set_from(apo_sketch *sketch, const apo_geometry *geo, apo_square sq);

/* The piece's square, or APO_SQUARE_NONE if it is not fully known. */
apo_square apo_sketch_from(const apo_sketch *sketch, const apo_geometry *geo);

/* Reads `*d6*d7` at the front of `*rest` into `taken`; `position` is the offset of `*rest`. */
apo_status apo_sketch_read_taken(apo_sketch *sketch, const apo_geometry *geo, apo_span *rest,
                                 size_t position, apo_error *err);

/* Reads the square of a wall at the front of `*rest`, ",d3", or with the square that the piece
 * has come to, ",e4d3". */
apo_status apo_sketch_read_wall(apo_sketch *sketch, const apo_geometry *geo, apo_span *rest,
                                size_t position, apo_error *err);

/* Turns the landing squares of a text with 'x' into the target if the piece is not a
 * checker. */
apo_status apo_sketch_settle_series(apo_sketch *sketch, const apo_variant *var, unsigned type,
                                    apo_error *err);

/* Finds the move among all legal ones. Errors: APO_E_ILLEGAL; APO_E_AMBIGUOUS;
 * APO_E_OVERFLOW: the list is not complete. */
apo_status apo_sketch_find(apo_move *out, const apo_position *pos, const apo_sketch *sketch,
                           const apo_move_list *legal, apo_error *err);

/* True if the text is a pass: "--", or as people and other programs write it. */
bool apo_sketch_read_pass(apo_sketch *sketch, apo_span text);

/* Reads a drop, "N@f3" or "@f3" for a pawn; false if the text is none. */
bool apo_sketch_read_drop(apo_sketch *sketch, const apo_variant *var, apo_span text);

/* Appends a drop. */
void apo_text_add_drop(apo_text *out, const apo_variant *var, const apo_move *mv);

/* Appends the letter of a type, after a + if it is a promoted form. */
void apo_text_add_type(apo_text *out, const apo_variant *var, unsigned type);

/* Reads the letter of a type, after a + for a promoted form, at the front of `*rest` and
 * removes it. Returns APO_TYPE_NONE, with `*rest` untouched, if there is none. */
unsigned apo_type_read(const apo_variant *var, apo_span *rest);

/* True if SAN writes the move with an x: it captures on its target, or en passant. */
bool apo_move_has_mark(const apo_position *pos, const apo_move *mv);

/* The squares between a series' landing squares: the pieces jumped over, in jumping order. */
void apo_series_jumped(const apo_geometry *geo, apo_square from, const apo_square *series,
                       unsigned count, apo_square *out);

/* Appends from-square and target, or a checker's whole series: "e4e5", "c5xe7xg9". */
void apo_text_add_way(apo_text *text, const apo_position *pos, const apo_move *mv);

/* Lists the pieces that `mv` captures besides the one on its target, and for APO_LISTS_PASSING
 * besides those jumped over, in square order; returns their number. `out` has room for
 * APO_UNDO_SQUARES_MAX. */
unsigned apo_move_taken(const apo_position *pos, const apo_move *mv,
                        enum apo_sketch_lists lists, apo_square *out);

/* Appends the square of the launched piece, if it is not the one just left. */
void apo_text_add_launch_square(apo_text *out, const apo_position *pos, const apo_move *mv);

/* --- which legal moves a sketch fits; for sketch_find.c --------------------- */

enum apo_sketch_fit {
    APO_FIT_NONE,
    APO_FIT_PARTLY,
    APO_FIT_EXACTLY,
    APO_FIT_MARKED /* exactly, and with an x if and only if the text has one */
};

/* The result of a search among the legal moves. */
typedef struct apo_sketch_finding {
    const apo_move *first, *second; /* of the best fit */
    enum apo_sketch_fit fit;
    const apo_move *other_suffix; /* fits except for promotion and launch */
    const apo_move *series;       /* fits, but is a series that the text does not write */
    const apo_move *other_wall;   /* fits except for the wall */
    const apo_move *taken;        /* fits except for the captures written */
} apo_sketch_finding;

/* Looks for the moves that fit best, and for those that nearly fit. */
void apo_sketch_search(apo_sketch_finding *finding, const apo_position *pos,
                       const apo_sketch *sketch, const apo_move_list *legal);

/* True if the squares and the piece of a legal move fit; promotion, launch and captures may be
 * others. */
bool apo_sketch_fits_way(const apo_position *pos, const apo_sketch *sketch, const apo_move *mv);

/* True if the piece on the square may be the one that the sketch moves. */
bool apo_sketch_fits_start(const apo_position *pos, const apo_sketch *sketch, apo_square from);

#endif
