/* Declarations shared by the files of the slow rules. */
#ifndef SLOW_INSIDE_H
#define SLOW_INSIDE_H

#include "slow.h"

/* --- the games (slow_games.c) -------------------------------------------- */

enum {
    MAY_MOVE = 1,
    MAY_CAPTURE = 2,
    MAY_BOTH = 3
};

typedef enum {
    POWER_NONE,     /* ends a piece's list */
    POWER_LEAP,     /* one (a,b) leap, over anything */
    POWER_RIDE,     /* (a,b) leaps in a straight line: (1,0) rook, (1,1) bishop, (2,1) NN */
    POWER_HOP,      /* along a rook line over exactly one piece */
    POWER_BENT,     /* an (a,b) leap, and on from there outward at 45 degrees */
    POWER_VULTURE,  /* paths of four king steps */
    POWER_PAWN,     /* straight step, diagonal capture */
    POWER_BEROLINA, /* diagonal step, straight capture */
    POWER_CHECKER   /* rules 5 */
} slow_power_kind;

typedef struct {
    slow_power_kind kind;
    int a;
    int b;
    int mode; /* MAY_ bits */
} slow_power;

/* Rules 1.10: strong is heavy; auxiliary and minor are light. Kings, pawns, jokers: none. */
typedef enum {
    CLASS_NONE,
    CLASS_HEAVY,
    CLASS_AVERAGE,
    CLASS_LIGHT
} slow_class;

typedef struct {
    char letter; /* 0 ends the list of pieces */
    slow_class class;
    int points;
    slow_power powers[6];
} slow_piece;

typedef struct {
    char partner; /* letter, 0 ends the list */
    char partner_from;
    char king_to;
    char partner_to; /* files, all on the own first rank */
} slow_castling;

struct slow_game {
    const char *id;
    int size;          /* N: files and ranks of the board proper */
    bool has_brouhaha; /* ranks 0 and N+1 */
    bool has_joker;
    bool has_reserve;
    bool has_kings_jump;      /* rules 4 */
    bool has_launch;          /* rules 4 */
    bool has_brouhaha_powers; /* rules 4.3 */
    bool has_points;          /* the Apothecary games: rules 1.10, 1.11 */
    bool pawn_grows;          /* 4 points on own rank 8, 7 on own rank 9 */
    bool average_is_weak;     /* rules 1.10: Alert */
    int move_limit;           /* moves by each side: rules 1.9 */
    int multi_from_first;     /* own ranks from which a pawn may make a multiple step ... */
    int multi_from_last;
    int multi_to;              /* ... and the own rank it may not pass */
    const char *promotions[3]; /* what own ranks N-2, N-1 and N add, in reserve order */
    char king_file;            /* castling and king's jump start on this file */
    slow_castling castlings[9];
    slow_piece pieces[20];
};

/* The game of an id with or without ":name", or NULL. */
const slow_game *slow_find_game(const char *variant_id);

/* The piece of an upper case letter, or NULL. */
const slow_piece *slow_find_piece(const slow_game *game, char letter);

/* --- squares and pieces (slow_board.c) ----------------------------------- */

slow_square slow_at_file_rank(int file, int rank);
bool slow_equal_squares(slow_square a, slow_square b);
char slow_get(const slow_position *pos, slow_square square); /* '*' off the board */
void slow_put(slow_position *pos, slow_square square, char letter);
bool slow_has(const slow_map *map, slow_square square);
void slow_mark(slow_map *map, slow_square square, bool value);
bool slow_is_piece(char letter);
bool slow_is_empty(const slow_position *pos, slow_square square); /* exists and is empty */
slow_colour slow_other(slow_colour colour);
slow_colour slow_owner(char piece);
bool slow_owns(const slow_position *pos, slow_colour colour, slow_square square);
char slow_type(char piece); /* upper case letter */
char slow_letter(char type, slow_colour colour);
int slow_forward(slow_colour colour);
int slow_own_rank(const slow_game *game, slow_colour colour, int rank);
bool slow_is_brouhaha(const slow_game *game, slow_square square);
bool slow_find_king(const slow_position *pos, slow_colour colour, slow_square *out);
/* Reads "e13" and moves on; false and unmoved if there is no square of the game. */
bool slow_read_square(const slow_game *game, const char **text, slow_square *out);
size_t slow_square_text(slow_square square, char out[4]);

/* --- plain powers and attack (slow_reach.c, slow_checker.c) -------------- */

/* The eight king directions in a circle, 45 degrees apart; the even ones are orthogonal. */
extern const slow_square slow_circle[8];

/* The type whose power the piece on a square has now; '-' for a joker with nothing to
 * imitate. */
char slow_power_of(const slow_position *pos, slow_square from);
/* All squares the piece there could move to or capture on by its plain power. */
void slow_reach(const slow_position *pos, slow_square from, slow_map *out);
bool slow_king_attacked(const slow_position *pos, slow_colour colour);

typedef struct {
    size_t count;
    slow_move move[1024]; /* distinct series of one checker; the program stops at more */
} slow_series_list;

void slow_checker_reach(const slow_position *pos, slow_square from, slow_map *out);
void slow_checker_steps(const slow_position *pos, slow_square from, slow_map *out);
void slow_checker_series(const slow_position *pos, slow_square from, slow_series_list *out);
/* Adds what a checker that has come to stand on `to` captures beside it. */
void slow_custodian(const slow_position *after, slow_square to, slow_map *captured);

/* --- moves (slow_moves.c, slow_make.c, slow_rights.c) -------------------- */

/* The squares on which pieces are captured by a move. */
void slow_captured(const slow_position *pos, const slow_move *move, slow_map *out);
/* Squares on which the side to move could capture en passant, pseudo-legally. */
void slow_en_passant_squares(const slow_position *pos, slow_map *out);
bool slow_may_launch_from(const slow_position *pos, slow_square from);
/* Strikes rights that are no longer alive off pos->unmoved. */
void slow_settle_rights(slow_position *pos);
slow_square slow_king_home(const slow_game *game, slow_colour colour);

#endif
