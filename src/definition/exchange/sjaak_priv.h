/* What the parts of the reader of Sjaak's files share: sjaak.c has the file, sjaak_lines.c its
 * lines, sjaak_ways.c how pieces move, sjaak_pieces.c makes pieces of it, sjaak_board.c the
 * board and the start, sjaak_promotion.c promotion, sjaak_rules.c castling, hands and ends;
 * sjaak_lose.c records what is lost. */
#ifndef APO_DEFINITION_EXCHANGE_SJAAK_PRIV_H
#define APO_DEFINITION_EXCHANGE_SJAAK_PRIV_H

#include "definition/exchange/sjaak.h"
#include "rules/kernel/set.h"
#include "rules/tables/piece_moves.h"

enum {
    APO_SJAAK_TYPES_MAX = 32, /* as many as Sjaak has */
    APO_SJAAK_ZONES_MAX = 128,
    APO_SJAAK_WAYS_MAX = 32, /* leaps, or rides, of a piece in one mode */
    APO_SJAAK_PROMOTIONS_MAX = 8,
    APO_SJAAK_CASTLINGS_MAX = 16,
    APO_SJAAK_MOVES_MOST = 63 /* without a capture; Sjaak cannot count further */
};

typedef struct apo_sjaak_zone {
    apo_span name;
    apo_set squares;
} apo_sjaak_zone;

/* One kind of a piece's moves, as in its lines. */
typedef struct apo_sjaak_mode {
    uint32_t line;    /* the first of its lines; 0: there is none */
    uint8_t steps[8]; /* by direction, clockwise from straight ahead: how many at most */
    bool has_steps, has_leaps, has_rides;
    bool is_lame; /* the leaps are one step and then one diagonally onwards */
    uint8_t slides, hops;
    unsigned leap_count, ride_count;
    int8_t leaps[APO_SJAAK_WAYS_MAX][2]; /* files and rows, as seen by White */
    int8_t rides[APO_SJAAK_WAYS_MAX][2];
} apo_sjaak_mode;

typedef struct apo_sjaak_promotion {
    uint32_t line;
    apo_set zones[2];
    apo_span choices;
} apo_sjaak_promotion;

enum apo_sjaak_flag {
    APO_SJAAK_ROYAL,
    APO_SJAAK_SET_EP,
    APO_SJAAK_TAKE_EP,
    APO_SJAAK_DROP_NO_CHECK,
    APO_SJAAK_DROP_NO_MATE,
    APO_SJAAK_DROP_ONE_FILE,
    APO_SJAAK_DROP_DEAD,
    APO_SJAAK_CAPTURE_FLAG,
    APO_SJAAK_FLAGS
};

typedef struct apo_sjaak_type {
    uint32_t line;
    apo_span name, symbols[2];
    apo_sjaak_mode move, capture, special, initial;
    uint32_t flag_lines[APO_SJAAK_FLAGS]; /* 0: it has no such flag */
    apo_set special_zones[2], prisons[2];
    uint32_t prison_line;
    unsigned promotion_count;
    apo_sjaak_promotion promotions[APO_SJAAK_PROMOTIONS_MAX];
    uint32_t optional_line;
    apo_set optional[2];
    uint32_t most_line;
    uint32_t most[2]; /* 0: no limit */

    /* its place in the draft */
    unsigned number; /* its place in the draft, from 1; 0: none */
    bool is_form;
    char letter;
    unsigned counts[2];                  /* on the board at the start */
    uint8_t own_steps[APO_ROWS_MAX + 1]; /* its multiple steps by own rank */
    bool goes_back, goes_far;            /* towards its own edge; more than one rank at once */
    bool is_ahead;                       /* no move without capture goes towards its own edge */
    bool is_pawn;                        /* and all such moves are steps */
    apo_piece_moves moves;
} apo_sjaak_type;

typedef struct apo_sjaak_castling {
    uint32_t line;
    bool is_black, is_flexible, is_on_board;
    apo_square king, king_to, partner;
} apo_sjaak_castling;

/* Rules that are on or off, and results. */
enum apo_sjaak_rule {
    APO_SJAAK_TABOO,
    APO_SJAAK_KEEP_CAPTURE,
    APO_SJAAK_FORCED_CAPTURE,
    APO_SJAAK_ALLOW_DROPS,
    APO_SJAAK_SPECIAL_INIT,
    APO_SJAAK_BARE,
    APO_SJAAK_PASSING_CHECK,
    APO_SJAAK_LONE_KING,
    APO_SJAAK_ANY_FLAG,
    APO_SJAAK_ALL_FLAGS,
    APO_SJAAK_RULES
};

typedef struct apo_sjaak {
    apo_draft *draft;
    apo_fault_list *diagnostics;
    apo_error *err;
    unsigned zone_count;
    apo_sjaak_zone zones[APO_SJAAK_ZONES_MAX];
    unsigned type_count;
    apo_sjaak_type types[APO_SJAAK_TYPES_MAX];
    unsigned castling_count;
    apo_sjaak_castling castlings[APO_SJAAK_CASTLINGS_MAX];
    uint32_t rules[APO_SJAAK_RULES]; /* lines; 0: off */
    apo_set flags[2];                /* the squares that White, Black must reach */
    uint32_t flag_line;
    bool has_no_pieces_win;
    uint32_t checks;
    apo_span fen;
    uint32_t fen_line;
    apo_span rights; /* the FEN's field of castling */
    bool has_rights; /* the FEN has that field */
    apo_text sections, promotions;
    bool has_squares;   /* pieces promote on single squares, those below */
    apo_set squares[2]; /* by side */
} apo_sjaak;

/* Records a loss; "%s" in `detail` is `word`. */
void apo_sjaak__lose(apo_sjaak *s, enum apo_draft_place place, uint32_t line, const char *key,
                     const char *detail, apo_span word);

/* The own ranks of a side that a zone is made of, as bits. False: it is not made of whole
 * ranks. */
bool apo_sjaak__ranks(const apo_sjaak *s, const apo_set *zone, unsigned side, uint32_t *out);

/* Reads a line of the variant, without comment and blanks. */
void apo_sjaak__read_line(apo_sjaak *s, apo_span line, uint32_t number);

/* Reads "leap (1,2)" and the like into a mode. False, with the reason as a loss. */
bool apo_sjaak__read_mode(apo_sjaak *s, apo_sjaak_mode *mode, apo_span text, uint32_t line);

/* Adds the moves of a mode, which end as `end` says; captures by steps may be en passant.
 * False: there are too many. */
bool apo_sjaak__add_moves(const apo_sjaak *s, apo_piece_moves *out, const apo_sjaak_mode *mode,
                          uint8_t end, bool is_passant);

/* Adds a step to a list unless it is there; false if the list is full. */
bool apo_sjaak__add_pair(int8_t list[APO_SJAAK_WAYS_MAX][2], unsigned *count, int files,
                         int rows);

/* True if both say the same moves. */
bool apo_sjaak__is_same_mode(const apo_sjaak_mode *a, const apo_sjaak_mode *b);

/* True if a piece with such moves may pass over squares that are not on the board, to others:
 * in Sjaak those stop nobody. */
bool apo_sjaak__crosses_holes(const apo_geometry *geo, const apo_sjaak_mode *mode);

/* Each makes a part of the draft, in this order. */
apo_status apo_sjaak__make_board(apo_sjaak *s);
void apo_sjaak__make_pieces(apo_sjaak *s);
void apo_sjaak__make_promotion(apo_sjaak *s);
void apo_sjaak__make_rules(apo_sjaak *s);

/* A set as squares of a key: "squares = a1 b1". False: there are none, or more than 64. */
bool apo_sjaak__add_squares(const apo_sjaak *s, apo_text *out, const char *key,
                            const apo_set *squares);

#endif
