/* Move diagrams: a piece on an empty board, with a mark on each square for its moves. */
#ifndef APO_DEFINITION_BETZA_DIAGRAM_H
#define APO_DEFINITION_BETZA_DIAGRAM_H

#include "base/buffer.h"
#include "base/error.h"
#include "rules/kernel/geometry.h"
#include "rules/tables/piece_moves.h"

enum {
    APO_DIAGRAM_SIZE_MIN = 5,
    APO_DIAGRAM_SIZE_MAX = 15,
    APO_DIAGRAM_VICTIMS_MAX = 1024 /* captures in passing; a Chu lion has 88 */
};

/* The marks of a square (bits). Every row of the legend is one or two of them. */
enum apo_mark {
    APO_MARK_MOVE = 1,           /* it can move there if the square is empty */
    APO_MARK_CAPTURE = 2,        /* it can capture there */
    APO_MARK_HOP_MOVE = 4,       /* it can move there by hopping over a piece */
    APO_MARK_HOP_CAPTURE = 8,    /* it can capture there by hopping */
    APO_MARK_FIRST_MOVE = 16,    /* only as its first move */
    APO_MARK_FIRST_CAPTURE = 32, /* the same */
    APO_MARK_EN_PASSANT = 64,    /* it can capture en passant there */
    APO_MARK_FRIEND = 128,       /* it can remove a piece of its own side there */
    APO_MARK_ROYAL = 256,        /* it can capture a royal piece there */
    APO_MARK_VICTIM = 512,       /* it can capture there in passing */
    APO_MARK_LANDING = 1024,     /* it lands there when it captures in passing */
    APO_MARK_VIA = 2048          /* it only passes over the square */
};

/* A capture in passing. */
typedef struct apo_victim {
    apo_square victim, to;
} apo_victim;

typedef struct apo_diagram {
    apo_geometry geometry; /* a square board */
    apo_square at;         /* square of the piece: usually in the middle */
    uint16_t marks[APO_SQUARES_MAX];
    bool can_stay; /* it can end on its own square */
    uint16_t victim_count;
    apo_victim victims[APO_DIAGRAM_VICTIMS_MAX]; /* without duplicates */
    bool is_cut;                                 /* there were more */
} apo_diagram;

/* Makes the diagram of a white piece on a board of `size` files and ranks, from
 * APO_DIAGRAM_SIZE_MIN to APO_DIAGRAM_SIZE_MAX; 0 chooses: 9 for most, more for long leaps. A
 * piece with a range bounded by the middle is placed on its second rank. Castling and imitation
 * are not shown. Errors: APO_E_RANGE: invalid size; APO_E_TOO_LARGE: too many paths. */
apo_status apo_diagram_make(apo_diagram *out, const apo_piece_moves *moves, unsigned size);

/* Options of the text diagram. */
typedef struct apo_diagram_style {
    bool is_ascii;
    bool has_colour; /* escape sequences for a terminal with 256 colours */
} apo_diagram_style;

/* Draws the board and a legend of its marks. */
void apo_diagram_text(apo_buffer *out, const apo_diagram *diagram, apo_diagram_style style);

/* Draws a self-contained SVG picture with legend; `name` (XBetza or the piece's name) and
 * `words` (from apo_betza_words) become its title and description. */
void apo_diagram_svg(apo_buffer *out, const apo_diagram *diagram, apo_span name,
                     apo_span words);

/* Writes the sets of squares, as offsets from the piece, as JSON: one object on one line
 * without line end. */
void apo_diagram_json(apo_buffer *out, const apo_diagram *diagram, apo_span betza,
                      apo_span words);

#endif
