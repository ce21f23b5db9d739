/* What the files of the variants.ini reader share: fairy_ini.c finds a section and its bases,
 * fairy_keys.c reads their keys; from the game they describe fairy_board.c, fairy_moves.c,
 * fairy_rules.c, fairy_hands.c, fairy_ends.c, fairy_lines.c, fairy_material.c, fairy_outcome.c,
 * fairy_castling.c and fairy_gating.c (both on fairy_rights.c) make a draft, and fairy_refuse.c
 * reports what cannot be played here. fairy_pieces.c has the pieces, fairy_facts.c facts about
 * their moves, fairy_lose.c records what is lost, fairy_ini_write.c and fairy_write_pieces.c
 * write sections. */
#ifndef APO_DEFINITION_EXCHANGE_FAIRY_INI_PRIV_H
#define APO_DEFINITION_EXCHANGE_FAIRY_INI_PRIV_H

#include "definition/exchange/fairy_ini.h"
#include "definition/exchange/fairy_keys.h"
#include "rules/tables/piece_moves.h"

enum {
    APO_INI_KEYS_MAX = 512, /* of a section; Fairy-Stockfish has 160 names */
    APO_INI_BASES_MAX = 8
};

/* The moves of a piece in the game, and how it makes its first step. */
typedef struct apo_ini_type {
    uint8_t number; /* in Fairy-Stockfish */
    bool is_readable;
    bool is_ahead_only; /* it never goes sideways or back */
    uint8_t steps;      /* a multiple step from the double-step region; 0: none */
    bool is_capturing_passant;
    apo_piece_moves moves;
} apo_ini_type;

typedef struct apo_ini {
    apo_fault_list *diagnostics;
    apo_error *err;
    apo_draft *draft;
    apo_fairy_game game;
    uint32_t heading; /* the line of the section's heading that names a built-in base, if any */
    apo_span base;    /* that base; length 0: there is none */
    unsigned line_count;
    apo_fairy_line lines[APO_INI_KEYS_MAX]; /* of one section at a time */

    uint64_t in_play[2];                 /* pieces that a side has or can get; bit t: piece t */
    unsigned counts[2][APO_FAIRY_TYPES]; /* at the start */
    unsigned hand_count;                 /* pieces in hand at the start */
    unsigned royal;                      /* its number; 0: none */
    apo_span rights;                     /* the castling field of startFen */
    unsigned type_count;
    apo_ini_type types[APO_DRAFT_TYPES_MAX]; /* as those of the draft */
} apo_ini;

/* The number of Fairy-Stockfish's piece with these moves (in its dialect, as written here) that
 * has no rule of its own, or 0. */
unsigned apo_fairy__find_piece(apo_span moves);

/* True if all its moves go ahead, and not sideways. */
bool apo_fairy__goes_ahead(const apo_piece_moves *moves);

/* True if no move without a capture can be taken back by the next one on an empty board. */
bool apo_fairy__never_returns(const apo_piece_moves *moves, const apo_geometry *geo);

/* The number of steps of a non-capturing move that repeats one step over empty squares; 0 for
 * any other move. */
unsigned apo_fairy__steps_of(const apo_piece_move *move);

/* The directions of all single steps without capture, which a multiple step lengthens; false if
 * it would lengthen other moves too. */
bool apo_fairy__quiet_steps(const apo_piece_moves *moves, unsigned *out_directions);

/* True if one of them is straight ahead. */
bool apo_fairy__has_step_ahead(const apo_piece_moves *moves);

bool apo_fairy__is_hopper(const apo_piece_moves *moves);

/* True if none of them captures. */
bool apo_fairy__is_quiet(const apo_piece_moves *moves);

/* The squares from which a piece could never move without capturing; false if there are none.
 */
bool apo_fairy__find_stuck(const apo_piece_moves *moves, const apo_geometry *geo, unsigned side,
                           bool out[APO_SQUARES_MAX]);

/* True if a piece must promote and has nothing to become: then it may not enter the zone, but
 * attacks royal pieces there. */
bool apo_ini__is_barred(const apo_ini *ini, unsigned side, unsigned type);

/* Records a loss caused by a property; "%s" is `word`. */
void apo_ini__lose(apo_ini *ini, const apo_fairy_source *from, const char *detail,
                   apo_span word);
void apo_ini__lose_at(apo_ini *ini, enum apo_draft_place place, const apo_fairy_source *from,
                      const char *key, const char *detail, apo_span word);

/* True if a side has the piece, or can get it. */
bool apo_ini__has(const apo_ini *ini, unsigned side, unsigned type);

/* The number of the piece with a letter (either case); 0: none. */
unsigned apo_ini__type_of(const apo_ini *ini, char letter);

/* True if the square of the row and file is one of the board. */
bool apo_ini__is_square(const apo_ini *ini, unsigned row, unsigned file);

/* The own ranks of a side that lie in a region: bit r for rank r. False if the region is not
 * made of whole ranks. */
bool apo_ini__own_ranks(const apo_ini *ini, unsigned region, unsigned side, uint32_t *out);

/* The squares of a side's region; how many there are; and as a line of a section. */
void apo_ini__find_squares(const apo_ini *ini, unsigned region, unsigned side,
                           bool out[APO_SQUARES_MAX]);
unsigned apo_ini__count_squares(const apo_ini *ini, const bool squares[APO_SQUARES_MAX]);
void apo_ini__add_squares(apo_text *out, const apo_ini *ini, const char *key,
                          const bool squares[APO_SQUARES_MAX]);

/* What a piece with this number counts in janggi. */
unsigned apo_fairy__points_of(unsigned type);

/* True if a region has a square of the board. */
bool apo_ini__is_region_empty(const apo_ini *ini, const apo_fairy_region *region);

/* True if a region of mobility keeps its piece from nothing: it names no square. */
bool apo_ini__is_everywhere(const apo_fairy_region *region);

/* Adds "key N = X Y" to the lines of a section; nothing without types. */
void apo_ini__add_indexed(const apo_ini *ini, apo_text *out, const char *key, unsigned index,
                          uint64_t types);

/* Adds "most N = X Y" for all types that have a limit. */
void apo_ini__add_limits(const apo_ini *ini, apo_text *out,
                         const int32_t limits[APO_FAIRY_TYPES]);

/* Each makes a part of the draft, in this order. */
apo_status apo_ini__make_board(apo_ini *ini);
void apo_ini__make_pieces(apo_ini *ini);
void apo_ini__make_promotion(apo_ini *ini);
void apo_ini__make_castling(apo_ini *ini);
void apo_ini__make_areas(apo_ini *ini);
void apo_ini__make_ends(apo_ini *ini);
void apo_ini__make_outcome(apo_ini *ini);

/* Adds a key with the letters of pieces in play; false if the set has others. */
bool apo_ini__add_pieces(apo_ini *ini, apo_text *out, const char *key, uint64_t types);

/* Pieces in hand that can be dropped; pieces in play that promote as in shogi. */
bool apo_ini__has_hands(const apo_ini *ini);
bool apo_ini__has_forms(const apo_ini *ini);

/* Adds what a piece can do along diagonalLines, and [lines] with the lines. */
void apo_ini__add_diagonals(apo_ini *ini, apo_ini_type *type);
void apo_ini__make_lines(apo_ini *ini, apo_text *out);

/* True if points decide, as in janggi: then the pieces get theirs, and [points] is made. */
bool apo_ini__has_points(const apo_ini *ini);
void apo_ini__make_points(apo_ini *ini, apo_text *out);
void apo_ini__make_bikjang(apo_ini *ini, apo_text *out);

/* The files of a side's pieces that have rights beyond castling: bit f for file f. False if the
 * castling field is none that can be expressed here. */
bool apo_ini__find_gates(const apo_ini *ini, unsigned side, uint32_t *out);

/* True if a letter of a side's castling field marks such a piece and gives no right to castle.
 */
bool apo_ini__is_gate_only(const apo_ini *ini, char letter);

/* The letters of the pieces in hand at the start, of both sides; and the next one of a side,
 * which is removed with all before it. False: there is none. */
apo_span apo_ini__hands(const apo_ini *ini);
bool apo_ini__next_in_hand(apo_span *hands, unsigned side, char *out);

/* The pieces that a side has in hand at the start; false if it has two of a kind. */
bool apo_ini__find_hand(const apo_ini *ini, unsigned side, uint64_t *out);

/* The row on which a side castles; false if the board has none such. */
bool apo_ini__castling_row(const apo_ini *ini, unsigned side, unsigned *out);

/* True if pieces in hand are put where others leave; adds [launch]. */
bool apo_ini__has_gating(const apo_ini *ini);
void apo_ini__make_gating(apo_ini *ini, apo_text *out);

/* The piece of a side that a letter K, Q or of a file means in the castling field, on the rank
 * of castling: its file. False if it means none. */
bool apo_ini__find_partner(const apo_ini *ini, unsigned side, unsigned row, char letter,
                           unsigned *out);

/* True if a side's piece of the set stands on a square. */
bool apo_ini__is_own(const apo_ini *ini, unsigned side, unsigned row, unsigned file,
                     uint64_t set);

/* The sections for them. */
void apo_ini__make_forms(apo_ini *ini);
void apo_ini__make_hands(apo_ini *ini);

/* Reports properties for which there is no rule here. */
void apo_ini__refuse(apo_ini *ini);

#endif
