/* What the files of the variants.ini writer share: fairy_ini_write.c writes a section,
 * fairy_write_pieces.c its pieces, fairy_write_barred.c those that may not promote,
 * fairy_write_hands.c drops, fairy_write_launch.c launching, fairy_write_lines.c what janggi
 * has, fairy_write_followers.c its pieces that follow lines, fairy_write_promotion.c promotion,
 * fairy_write_rules.c rules that few formats have, fairy_write_starts.c named and numbered
 * starts. */
#ifndef APO_DEFINITION_EXCHANGE_FAIRY_WRITE_PRIV_H
#define APO_DEFINITION_EXCHANGE_FAIRY_WRITE_PRIV_H

#include "definition/exchange/fairy_ini_priv.h"

/* What the writer knows about each type of the draft. */
typedef struct apo_fairy_writing_type {
    char name[32];   /* the key it is written with: "customPiece3" */
    unsigned number; /* Fairy-Stockfish's number of the piece */
    char letter;     /* in lower case; a promoted form has that of another piece, or its own */
    bool is_ahead_only;  /* it never goes sideways or back */
    bool has_step_ahead; /* a single step straight ahead, without capture */
    bool is_always_mobile;
    unsigned
        stuck_from; /* the lowest own rank with a square that it could never leave; 0: none */
    unsigned barred_from; /* the own rank that it may not enter, as it must promote there and
                             cannot; 0: none */
    bool is_hopper;
    bool is_capturing_passant;
} apo_fairy_writing_type;

typedef struct apo_fairy_writing {
    apo_buffer *out;
    const apo_draft *draft;
    apo_fault_list *diagnostics;
    uint64_t used; /* Fairy-Stockfish's pieces that have a letter */
    unsigned custom_count;
    uint32_t first_ranks; /* own ranks from which first moves (i) are made: bit r for rank r */
    char capturing_passant[APO_DRAFT_LETTERS_MAX];
    apo_fairy_writing_type types[APO_DRAFT_TYPES_MAX];
} apo_fairy_writing;

/* Records that part of the definition (as for apo_draft_report), or of a type, is lost, as an
 * error and a comment. "%s" in `detail` is `word`. Call it at the start of a line. */
void apo_fairy__lose(apo_fairy_writing *w, const char *part, const char *detail, apo_span word);
void apo_fairy__lose_type(apo_fairy_writing *w, const apo_draft_type *type, const char *detail,
                          apo_span word);
void apo_fairy__add_line(apo_buffer *out, const char *name, const char *value);
void apo_fairy__add_number(apo_buffer *out, const char *name, unsigned number);

/* Takes back what the base of a section sets, unless the section sets it itself. */
void apo_fairy__undo(apo_fairy_writing *w, bool is_set, const char *name, const char *value);

/* The letters in lower case; "-" for none. */
void apo_fairy__add_letters(apo_buffer *out, const char *name, const char *letters);

void apo_fairy__write_pieces(apo_fairy_writing *w);
void apo_fairy__write_promotion(apo_fairy_writing *w);

/* How many pieces of a type a side can have by promotion, of pieces and forms. */
void apo_fairy__write_limits(apo_fairy_writing *w);
void apo_fairy__write_hands(apo_fairy_writing *w);
void apo_fairy__write_launch(apo_fairy_writing *w);
void apo_fairy__write_rules(apo_fairy_writing *w);

/* Adds the name of the section; true if it is not that of the game, because a section named
 * like a built-in game would be ignored. */
bool apo_fairy__add_name(apo_fairy_writing *w);

/* Adds "name = g" for the file of a square. */
void apo_fairy__add_file(apo_buffer *out, const char *name, const apo_draft *draft,
                         apo_square sq);

/* True if kings castle from wherever a numbered start puts them, each side to one square, with
 * the partner next to it; and the lines that say so. */
bool apo_fairy__castles_anywhere(const apo_draft *draft);
void apo_fairy__write_castling_anywhere(apo_fairy_writing *w);

/* The named and the numbered starts: each is a section on the first one. */
void apo_fairy__write_starts(apo_fairy_writing *w);

/* How often a letter stands in the first `length` letters of a list, or before its end. */
unsigned apo_fairy__count_letter(const char *list, size_t length, char letter);

/* True if a type steps diagonally along lines only. */
bool apo_fairy__is_lined(const apo_draft *draft, const apo_draft_type *type);

/* The piece that moves like a type there, if it follows lines; 0: none does. */
unsigned apo_fairy__find_follower(const apo_draft_type *type);

/* True for the number of a piece that follows lines wherever there are any. */
bool apo_fairy__is_follower(unsigned number);

/* True for a game that only a section built on janggi can say: its king follows lines. */
bool apo_fairy__is_on_janggi(const apo_draft *draft);

/* Lines, facing kings and points; and what a section built on janggi takes back. */
void apo_fairy__write_janggi(apo_fairy_writing *w);

/* True if points decide after two passes, a repetition, or a pass while kings face each other.
 */
bool apo_fairy__counts_points(const apo_draft *draft);

/* True if the side with more pieces wins after two passes or a repetition. */
bool apo_fairy__counts_pieces(const apo_draft *draft);

/* The own rank from which on a piece is barred there; 0: it is not. */
unsigned apo_fairy__barred_from(const apo_draft *draft, const apo_draft_type *type);

void apo_fairy__write_forms(apo_fairy_writing *w);

/* True if a type of pieces has a promoted form. */
bool apo_fairy__has_form(const apo_fairy_writing *w, char letter);

/* True if a piece never goes where it could not move, without a rule that says so: there is no
 * such square, or it promotes there. */
bool apo_fairy__is_never_stuck(const apo_fairy_writing *w, unsigned index);

/* A region square by square, ranks counted from the lowest row: "name = a1 b1". */
void apo_fairy__write_squares(const apo_fairy_writing *w, const char *name,
                              const apo_square *squares, unsigned count);

/* The number of an own rank, which is counted from the lowest row there, border or not. */
unsigned apo_fairy__rank_there(const apo_draft *draft, unsigned rank);

/* The own ranks from one to the last, as bits; none for 0. */
uint32_t apo_fairy__ranks_from(const apo_draft *draft, unsigned first);

/* The region made of these own ranks, for one side. */
void apo_fairy__write_region(const apo_fairy_writing *w, const char *name, uint32_t ranks,
                             bool is_black);

#endif
