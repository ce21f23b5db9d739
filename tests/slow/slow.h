/* The slow rules: a second, obvious implementation of the five games, written from the text of
 * the rules alone. It shares no code and no tables with the library; it exists to disagree.
 *
 * A board is an array of FEN letters; a move is legal if, once it has been made on a copy, no
 * enemy piece reaches the king. Comments "rules 2.5" name the paragraph that a line follows.
 * Nothing here keeps state between calls; only slow_replay allocates. */
#ifndef SLOW_H
#define SLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SLOW_FILES = 12, /* Alert and Prequel: a..l */
    SLOW_RANKS = 14, /* Alert: 0..13, the brouhaha ranks included */
    SLOW_LEGS = 25,  /* a checker lands on every second square: 5 x 5 pieces lie between them */
    SLOW_PASSED = 12,     /* no pawn passes more squares than the board has ranks */
    SLOW_MOVES = 2048,    /* far more than any position of play has (a launch doubles some) */
    SLOW_TEXT_SIZE = 128, /* from (3) + 25 legs of 4 + NUL = 104 */
    SLOW_FEN_SIZE = 2048  /* far more than nine fields need */
};

typedef enum {
    SLOW_WHITE,
    SLOW_BLACK
} slow_colour;

/* File 0 is a; rank is the number people use, 0 and N+1 being the brouhaha ranks. */
typedef struct {
    int file;
    int rank;
} slow_square;

/* One yes or no for each square, as map.is[rank][file]. */
typedef struct {
    bool is[SLOW_RANKS][SLOW_FILES];
} slow_map;

/* The handicap states of rules 6.3: w and b, w>b2, w2 and b2, w1 and b1. */
typedef enum {
    SLOW_TURN_ORDINARY,
    SLOW_TURN_BEFORE_DOUBLE,
    SLOW_TURN_FIRST_OF_TWO,
    SLOW_TURN_SECOND_OF_TWO
} slow_turn;

typedef struct slow_game slow_game;

/* Plain memory: assignment is a copy. */
typedef struct slow_position {
    const slow_game *game;           /* borrowed, constant for ever */
    char at[SLOW_RANKS][SLOW_FILES]; /* FEN letter, '.' empty, '*' no square here (any more) */
    slow_map unmoved;                /* squares whose piece has a right that needs it unmoved */
    slow_colour side;
    slow_turn turn;
    slow_square passed[SLOW_PASSED]; /* squares passed by the pawn that has just moved */
    int passed_count;                /* 0: no e.p. */
    slow_square passer;              /* where that pawn stands now */
    char imit[2];                    /* type each colour last moved, upper case, or '-' */
    int reserve[2][26];              /* pieces in the reserve by letter - 'A' */
    bool pocket[2];                  /* a joker in the pocket */
    int halfmove;
    int fullmove;
} slow_position;

typedef enum {
    SLOW_MOVE_PLAIN, /* steps, leaps, slides, pawn steps, promotions, checkers' steps */
    SLOW_MOVE_EN_PASSANT,
    SLOW_MOVE_CASTLING,
    SLOW_MOVE_KINGS_JUMP,
    SLOW_MOVE_SERIES /* a checker's jumps over enemies */
} slow_move_kind;

typedef struct {
    slow_move_kind kind;
    slow_square from;
    slow_square to;
    char promotion; /* upper case letter, or 0 */
    bool launch;
    int leg_count; /* SLOW_MOVE_SERIES only: landing squares, the last one equal to `to` */
    slow_square leg[SLOW_LEGS];
} slow_move;

typedef enum {
    SLOW_END_NONE,
    SLOW_END_MATE,
    SLOW_END_STALEMATE,
    SLOW_END_BARE
} slow_end_kind;

/* The outcome of a replayed move list. */
typedef struct {
    bool legal;         /* every move was legal and none came after the end */
    size_t played;      /* moves made; when not legal, the number of the refused one from 0 */
    const char *result; /* "1-0", "3/4-1/4", ..., "*" while the game goes on */
    const char *reason; /* "mate", "stalemate", "bare", "repetition", "movecount" or "-" */
    slow_position last;
} slow_replay_report;

/* Reads the nine fields of rules 6.3; `variant_id` may carry ":name". 0 for success, -1 if the
 * variant is unknown or the text cannot be read. Trusts the position itself to make sense. */
int slow_read(slow_position *out, const char *variant_id, const char *fen);

/* Writes the canonical FEN; returns its length, as snprintf does. */
size_t slow_write(const slow_position *pos, char *buffer, size_t size);

/* Counts the legal moves and writes the first `max` of them to `out` (which may be NULL if max
 * is 0). Looks at a checker's series one by one: positions made to have very many are slow,
 * and more than 1024 different ones of one checker stop the program. */
size_t slow_legal(const slow_position *pos, slow_move *out, size_t max);

/* Makes a move that slow_legal has given for this position. */
void slow_play(slow_position *pos, const slow_move *move);

/* Writes the canonical coordinate text (rules 6.2); returns its length, as snprintf does. */
size_t slow_move_text(const slow_move *move, char *buffer, size_t size);

/* Finds the legal move of a coordinate text; a checker's series in any of its orders. */
bool slow_find(const slow_position *pos, const char *text, slow_move *out);

bool slow_in_check(const slow_position *pos);
slow_end_kind slow_end(const slow_position *pos);

/* Rules 1.10, White first; false (and 0-0) for a game that has no point count. */
bool slow_points(const slow_position *pos, int out[2]);

/* Rules 1.9: the same position for the count of repetitions. */
bool slow_same(const slow_position *a, const slow_position *b);

uint64_t slow_perft(const slow_position *pos, int depth);

/* Plays a space-separated move list. -1 if the FEN cannot be read or memory ends, else 0. */
int slow_replay(slow_replay_report *out, const char *variant_id, const char *fen,
                const char *moves);

#endif
