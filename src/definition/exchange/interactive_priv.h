/* Shared by the files of the Interactive Diagram's reader: interactive_items.c splits the text
 * into items, interactive_read.c reads parameters, interactive_pieces.c pieces; from these
 * interactive_board.c, interactive_royals.c, interactive_promotion.c, interactive_forms.c,
 * interactive_morph.c, interactive_heirs.c and interactive_shuffle.c make a draft. */
#ifndef APO_DEFINITION_EXCHANGE_INTERACTIVE_PRIV_H
#define APO_DEFINITION_EXCHANGE_INTERACTIVE_PRIV_H

#include "definition/exchange/interactive.h"
#include "rules/tables/piece_moves.h"

/* A piece of the definition: `name:id:moves:image:squares:hand`, or a parameter
 * `name=value`. */
typedef struct apo_item {
    apo_span text;
    bool is_parameter;
    uint32_t line, column;
} apo_item;

enum {
    APO_INTERACTIVE_LETTERS_MAX = 26, /* a piece has a letter, or is the form of one that has */
    APO_INTERACTIVE_TYPES_MAX = 2 * APO_INTERACTIVE_LETTERS_MAX,
    APO_INTERACTIVE_ALL_ROYAL = 250 /* so many pieces of a type are royal at once: all */
};

typedef struct apo_item_reader {
    apo_span whole;
    size_t at;
    bool is_blank_mode;
    uint32_t line; /* of `at` */
    size_t line_start;
} apo_item_reader;

/* Starts at the diagram's element if the text is HTML, and detects the mode. */
apo_item_reader apo_items_start(apo_span text);
bool apo_items_next(apo_item_reader *reader, apo_item *out);

/* How Black's pieces follow from White's squares. */
enum apo_symmetry {
    APO_SYMMETRY_NONE,
    APO_SYMMETRY_MIRROR,
    APO_SYMMETRY_ROTATE
};

typedef struct apo_interactive_piece {
    char name[APO_TYPE_NAME_MAX];
    apo_span id;    /* as written; may be empty */
    apo_span moves; /* as written, or the usual moves for the name */
    char letter;    /* ours */
    unsigned base;  /* the number of the piece whose promoted form it is; 0: none */
    bool is_promoting;
    unsigned hand[APO_SIDES];
    uint32_t line;
    apo_span morph; /* its board of changes, as written; empty: none */
    uint32_t morph_line;
    bool is_morphing;       /* a square of that board changes it ... */
    bool is_kept;           /* ... or keeps captureMatrix from changing it */
    apo_piece_moves powers; /* of `moves`, if they can be read */
    bool has_powers;
    bool leaps_to_friends; /* its moves end in "dU", which is cut off */
} apo_interactive_piece;

typedef struct apo_interactive {
    apo_fault_list *diagnostics; /* borrowed; may be NULL */
    apo_error *err;
    apo_draft *draft;
    uint32_t line, column; /* of the current item, for reports */

    unsigned files, ranks, first_rank;
    enum apo_symmetry symmetry;
    bool is_board_known; /* a piece has been read */

    apo_draft_loss losses[APO_DRAFT_LOSSES_MAX]; /* kept while the board is made */

    unsigned promo_zone, max_promote, promo_offset;
    apo_span promo_choice;
    bool has_promo_choice;
    int holdings_type;
    apo_span royals[APO_INTERACTIVE_TYPES_MAX]; /* numbers or ids */
    unsigned royal_count;
    bool is_royal[APO_INTERACTIVE_TYPES_MAX + 1]; /* by number, when make_royals is done */
    bool is_iron[APO_INTERACTIVE_TYPES_MAX + 1];  /* by number */
    apo_span succession;                          /* as written; empty: none */
    unsigned spares; /* bit 1 << side: its royal pieces may be lost but for the last */
    bool is_stalemate_lost;
    bool is_castling_flipped;
    apo_span shuffle;
    uint32_t promo_line, shuffle_line, holdings_line, royal_line, iron_line, succession_line;

    bool is_hole[APO_SQUARES_MAX];
    bool is_shadow[APO_SQUARES_MAX];   /* a piece stands on a hole */
    uint8_t piece_at[APO_SQUARES_MAX]; /* number of the piece, 0: none */
    uint8_t side_at[APO_SQUARES_MAX];
    unsigned piece_count;
    apo_interactive_piece pieces[APO_INTERACTIVE_TYPES_MAX + 1]; /* from 1 */
} apo_interactive;

/* Records a loss at the current item or at an earlier line (0: the whole definition); "%s" is
 * `word`. */
void apo_interactive__lose(apo_interactive *d, apo_span key, const char *detail, apo_span word);
void apo_interactive__lose_at(apo_interactive *d, uint32_t line, const char *key,
                              const char *detail, apo_span word);

/* Adds a remark that does not change the game. */
void apo_interactive__note(apo_interactive *d, apo_span key, const char *detail, apo_span word);
void apo_interactive__note_at(apo_interactive *d, uint32_t line, const char *key,
                              const char *detail, apo_span word);

/* Reads a piece's item. */
apo_status apo_interactive__read_piece(apo_interactive *d, apo_span text);

/* True if the text is the piece's id. */
bool apo_interactive__has_id(const apo_interactive_piece *piece, apo_span id);

/* The piece with the longest matching id at the front of `*rest`, which is cut off; 0, with one
 * character cut off, if there is none. */
unsigned apo_interactive__cut_id(const apo_interactive *d, apo_span *rest);

/* Finds which pieces are the promoted forms of others. Errors: APO_E_UNSUPPORTED: there are
 * more others than letters. */
apo_status apo_interactive__find_forms(apo_interactive *d);

/* Each makes a part of the draft. */
void apo_interactive__make_board(apo_interactive *d);
void apo_interactive__make_types(apo_interactive *d);
void apo_interactive__make_morphs(apo_interactive *d); /* before make_royals */
void apo_interactive__make_royals(apo_interactive *d);
void apo_interactive__make_iron(apo_interactive *d);  /* after make_royals */
void apo_interactive__make_heirs(apo_interactive *d); /* after royals, promotion and iron */
void apo_interactive__make_castling(apo_interactive *d);
void apo_interactive__make_promotion(apo_interactive *d);
void apo_interactive__make_forms(apo_interactive *d);
void apo_interactive__check_morphs(apo_interactive *d); /* after castling and promotion */
void apo_interactive__make_hands(apo_interactive *d);   /* after make_promotion */
void apo_interactive__make_starts(apo_interactive *d);
/* For make_starts, while the board shows the diagram's own arrangement. */
void apo_interactive__castle_anywhere(apo_interactive *d);

/* --- for the writer ------------------------------------------------------- */

bool apo_interactive__has_holes(const apo_draft *draft);

/* True if Black's pieces can be left to `symmetry=mirror`. */
bool apo_interactive__is_symmetric(const apo_draft *draft);

/* True if a diagram can say who succeeds the king: the first piece. */
bool apo_interactive__says_heirs(const apo_draft *draft);

/* Appends the line `morph=` of a piece that changes on certain squares; else nothing. */
void apo_interactive__write_morph(apo_buffer *out, const apo_draft *draft, char letter);

#endif
