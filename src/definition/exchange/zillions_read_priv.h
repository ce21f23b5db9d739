/* What the parts of the reader of Zillions' rules files share: zillions_read.c has the file,
 * zillions_board.c the board, zillions_run.c plays blocks of moves, zillions_guess.c finds
 * notation for what they do, zillions_pieces.c checks it, zillions_special.c has castling and
 * en passant, zillions_drops.c pieces in hand, zillions_options.c options and priorities,
 * zillions_ends.c how a game ends. */
#ifndef APO_DEFINITION_EXCHANGE_ZILLIONS_READ_PRIV_H
#define APO_DEFINITION_EXCHANGE_ZILLIONS_READ_PRIV_H

#include "definition/exchange/zillions.h"
#include "definition/exchange/zillions_tree.h"
#include "rules/kernel/set.h"
#include "rules/tables/path.h"

enum {
    APO_ZRF_DIRECTIONS_MAX = 160,
    APO_ZRF_ZONES_MAX = 128,
    APO_ZRF_TYPES_MAX = 26,
    APO_ZRF_MOVES_MAX = 1200,   /* of a piece from one square */
    APO_ZRF_WORK_MAX = 9000000, /* words executed for the whole file */
    APO_ZRF_DEPTH_MAX = 200,
    APO_ZRF_SPECIALS_MAX = 2400 /* ways to castle, and to capture en passant, of one side */
};

/* What a square may hold, as bits. */
enum {
    APO_HOLD_EMPTY = 1,
    APO_HOLD_FRIEND = 2,
    APO_HOLD_ENEMY = 4,
    APO_HOLD_ANY = 7
};

typedef struct apo_zrf_direction {
    apo_span name;
    int8_t files, rows; /* ours: rows upwards */
    uint8_t turned;     /* the number of Black's direction */
} apo_zrf_direction;

typedef struct apo_zrf_zone {
    apo_span name;
    uint8_t sides; /* bit 0: White's, bit 1: Black's */
    apo_set squares;
} apo_zrf_zone;

typedef struct apo_zrf_type {
    apo_span name;
    uint32_t moves, line; /* the first item of its moves */
    uint32_t drops;       /* its block that drops it; 0: none */
    uint32_t hands[2];    /* how many of it are beside the board at the start */
    apo_span attribute;   /* true while it has not moved; length 0: none */
    bool is_attribute_used;
    bool leaves_attribute; /* moving does not clear the attribute */
} apo_zrf_type;

enum apo_zrf_kind {
    APO_ZRF_PLAIN,
    APO_ZRF_PASSANT,
    APO_ZRF_CASTLING
};

/* A move from a known square, possible if the squares hold what its steps require. */
typedef struct apo_zrf_move {
    uint8_t kind; /* enum apo_zrf_kind */
    uint8_t end;  /* as of a path */
    bool is_unmoved;
    apo_square to;
    uint32_t promotions; /* types that it may become, a bit each; 0: it does not */
    uint8_t step_count;
    apo_path_step steps[APO_PATH_STEPS_MAX]; /* by square */
    uint8_t visit_count;
    apo_square visits[APO_PATH_STEPS_MAX]; /* in the order of passing */
    /* en passant */
    apo_square last_from, last_to;
    unsigned passed_type;
    /* castling; `to` is the king's */
    apo_square partner, partner_to;
    unsigned partner_type;
    apo_set safe, empty;
} apo_zrf_move;

typedef struct apo_zrf_special {
    unsigned type; /* its number */
    apo_square from;
    apo_zrf_move move;
} apo_zrf_special;

typedef struct apo_zrf_moves {
    unsigned count;
    apo_zrf_move moves[APO_ZRF_MOVES_MAX];
} apo_zrf_moves;

typedef struct apo_zrf {
    apo_zillions_tree tree;
    apo_draft *draft;
    apo_fault_list *diagnostics;
    apo_error *err;
    apo_span sides[2]; /* the players that are White and Black here */
    unsigned direction_count, zone_count, type_count;
    apo_zrf_direction directions[APO_ZRF_DIRECTIONS_MAX];
    apo_zrf_zone zones[APO_ZRF_ZONES_MAX];
    apo_zrf_type types[APO_ZRF_TYPES_MAX];
    bool ranks_first;               /* a square's name begins with its rank */
    bool files_turned, rows_turned; /* they are counted from the right, from above */
    apo_span file_names[APO_FILES_MAX], row_names[APO_ROWS_MAX];
    unsigned royal; /* number of a type, plus 1; 0: none */
    bool is_stalemate_said, is_repetition_said, is_row_said;
    uint32_t off;           /* the last pieces beside the board at the start; 0: none */
    uint32_t recycling;     /* the option by which captured pieces come back; 0: they do not */
    uint32_t remaining;     /* a condition about the pieces that remain; 0: there is none */
    bool counts_off_pieces; /* such a condition counts those beside the board */
    bool has_captures;      /* a piece has a move that captures */
    apo_span priorities[2]; /* types of moves: those that come first, the others; empty: none */
    uint32_t work;
    /* of the piece that is being read */
    unsigned type, side;
    apo_square from;
    apo_span move_type;
    const char *problem; /* why its moves are not understood; NULL: they are understood */
    apo_span problem_word;
    apo_zrf_moves found, walked;
    apo_piece_moves parsed;
    unsigned steps[APO_ROWS_MAX + 1]; /* by own rank: how many squares it may go there */
    uint32_t tiers[APO_ROWS_MAX + 1]; /* by own rank: what it becomes there, a bit each */
    bool is_tier_known[APO_ROWS_MAX + 1];
    /* of all pieces, by side */
    unsigned special_count[2];
    apo_zrf_special specials[2][APO_ZRF_SPECIALS_MAX];
} apo_zrf;

/* Records a loss. "%s" in `detail` is `word`; `node` gives the line. */
void apo_zrf__lose(apo_zrf *z, enum apo_draft_place place, uint32_t node, const char *key,
                   const char *detail, apo_span word);

/* --- zillions_board.c ------------------------------------------------------ */

/* Reads (board ...), and makes the draft's board. APO_E_UNSUPPORTED: not a rectangle. */
apo_status apo_zrf__read_board(apo_zrf *z, uint32_t list);

/* Reads the setup, when the types are known. */
void apo_zrf__read_setup(apo_zrf *z, uint32_t list);

/* The square of a position's name; APO_SQUARE_NONE: there is none. */
apo_square apo_zrf__square(const apo_zrf *z, apo_span name);

/* The number of a direction plus 1, or 0. */
unsigned apo_zrf__direction(const apo_zrf *z, apo_span name);

/* The square next to `from` in a direction of z->side; APO_SQUARE_NONE: it is off the board. */
apo_square apo_zrf__step(const apo_zrf *z, apo_square from, unsigned direction);

/* True if z->side has such a zone; `*out` then tells whether the square is in it. */
bool apo_zrf__in_zone(const apo_zrf *z, apo_span name, apo_square sq, bool *out);

/* The number of a type plus 1, or 0. */
unsigned apo_zrf__type(const apo_zrf *z, apo_span name);

/* --- zillions_run.c -------------------------------------------------------- */

/* Finds what z->type of z->side can do from z->from: z->found. Sets z->problem. */
void apo_zrf__run(apo_zrf *z);

/* Adds a move, or adds its ends to an existing equal one. */
void apo_zrf__add_move(apo_zrf *z, apo_zrf_moves *list, const apo_zrf_move *move);

/* --- zillions_guess.c ------------------------------------------------------ */

/* Finds notation for what the type can do as White: the text in `out`, its parsed form in
 * z->parsed, and multiple steps in z->steps. Sets z->problem. */
void apo_zrf__guess(apo_zrf *z, apo_text *out);

/* --- zillions_pieces.c ----------------------------------------------------- */

/* Reads the moves of all pieces into the draft. */
void apo_zrf__read_pieces(apo_zrf *z);

/* --- zillions_special.c ---------------------------------------------------- */

/* Makes the castlings of the draft, and the captures en passant, from z->specials. */
void apo_zrf__make_castlings(apo_zrf *z);
void apo_zrf__make_passant(apo_zrf *z);

/* --- zillions_drops.c ------------------------------------------------------ */

/* Makes the hands of the draft, after the setup. */
void apo_zrf__make_drops(apo_zrf *z);

/* --- zillions_options.c ---------------------------------------------------- */

/* Reads (option "name" value), or (name value) of older files; false if it is none. */
bool apo_zrf__read_option(apo_zrf *z, uint32_t list);

/* Reads (move-priorities first others): captures must be made; 0 for a file without. */
void apo_zrf__read_priorities(apo_zrf *z, uint32_t list);

/* Why a move of z->move_type contradicts the priorities; NULL: it does not. */
const char *apo_zrf__check_priority(const apo_zrf *z, const apo_zrf_move *move);

/* Reports options that make another game of the whole, when pieces and hands are known. */
void apo_zrf__check_options(apo_zrf *z);

/* --- zillions_ends.c ------------------------------------------------------- */

/* Adds "text word" as a line to the sections of the draft. */
void apo_zrf__add_section(apo_zrf *z, const char *text, apo_span word);

/* Reads a condition for the end of the game; false if the word is not one. */
bool apo_zrf__read_end(apo_zrf *z, uint32_t list);

#endif
