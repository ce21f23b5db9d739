/* The slow rules of the other built-in games: drops, forms, goals, extinction and so on. Like
 * slow.h a second, obvious implementation, written from the texts of the rules, which shares
 * nothing with the library; it exists to disagree.
 *
 * A game is a row of a table (wild_games.c); its pieces are short texts in Betza's notation,
 * which are read anew for each move (wild_power.c). A move is legal if nothing forbids the
 * position after it. Positions begin at a start and are changed by moves only, so that a piece
 * that has not moved is known. Nothing here keeps state between calls or allocates. */
#ifndef WILD_H
#define WILD_H

#include <stdbool.h>
#include <stddef.h>

enum {
    WILD_FILES = 16,
    WILD_RANKS = 18, /* ranks 0 to 17, of which 0 and the one above the board are borders */
    WILD_LETTERS = 26,
    WILD_MOVES = 4096, /* far more than any position of play has */
    WILD_PASSED = 4,
    WILD_TEXT = 16,
    WILD_BOARD = 1024 /* the text of a board with hands */
};

/* A piece is its upper-case letter and some of these; 0 is an empty square. */
enum {
    WILD_EMPTY = 0,
    WILD_BLACK = 1 << 8,
    WILD_FORM = 1 << 9,   /* promoted, written with a plus */
    WILD_TURNS = 1 << 10, /* a promoted pawn that turns back when it is captured */
    WILD_NOWHERE = 1 << 11,
    WILD_PRIME = 1 << 12, /* written with a ' behind the letter */
    WILD_BANG = 1 << 13   /* with a ! */
};

typedef struct {
    int file;
    int rank; /* as people count them */
} wild_square;

typedef struct {
    bool is[WILD_RANKS][WILD_FILES];
} wild_map;

typedef enum {
    WILD_DRAW,
    WILD_LOSS, /* for the side to move */
    WILD_WIN,
    WILD_WHITE_LOSS,
    WILD_FEWER_WINS,
    WILD_MORE_WINS,
    WILD_POINTS /* what the pieces count decides */
} wild_result;

/* What a row of the table can say; what it leaves out is 0. */
typedef struct {
    const char *id;
    const char *definition; /* of a game that is not built in; NULL: it is */
    int files, ranks;
    const char *pieces; /* "K:WF P:mfWcF +P:WF", colons between letter and moves */
    char royal;         /* the royal piece; 0: none */
    const char *royals; /* types whose last piece is royal ... */
    bool all_royal;     /* ... or each of their pieces */
    const char *pawns;  /* what promotes and restarts the count of moves */
    int steps[8];       /* how far a pawn goes from each own rank, where more than one step */
    int no_trail;       /* the own rank whose double steps leave nothing to capture */
    const char *promotions[13];    /* what each own rank adds; "" and NULL: nothing */
    const char *black_last;        /* what Black gets on the last rank, if not the same */
    const char *promotes_on;       /* "a7a8": White's squares, if not the whole ranks ... */
    const char *black_promotes_on; /* ... and Black's, if they are not mirrored */
    int compulsory;                /* the own rank where pawns must promote */
    const char *morphs[8];       /* "RN>QB:a4h4": what changes into what on White's squares; on
                                    Black's, if a / and other squares follow; NULL ends */
    bool has_reserve;            /* promotion takes from what was lost */
    const char *reserve;         /* what is there at the start */
    const char *castlings[43];   /* "e1h1g1f1": king and partner, before and after; NULL ends */
    char castler;                /* the castling piece, if it is not royal */
    char castles_with;           /* its only partner, where many squares are named */
    char castles;                /* W or B: only this side castles */
    const char *heirs;           /* "F+S": pieces with which a mated king changes places */
    const char *launchers;       /* pieces whose first move can put one of the pocket */
    int form_rank;               /* the own rank where the zone of promotion begins */
    bool always_form;            /* promotion to forms is compulsory */
    bool form_by_capture;        /* only captures promote to forms */
    bool turns_back;             /* forms turn back in the same way */
    bool inside_by_capture;      /* a move that begins in the zone promotes by capture only */
    const char *last_rank_forms; /* ... but these promote on the last rank by any move */
    bool never_form;             /* nothing must promote */
    const char *lions;           /* "N+O": pieces that move twice in a turn */
    const char *falcons, *eagles; /* ... straight ahead; diagonally ahead */
    const char *free_eagles;      /* ... by two diagonal steps in any directions */
    const char *shooters;         /* pieces that capture next to them without moving */
    const char *resting;          /* pieces that may stay if there is an empty square beside */
    bool trades_lions;            /* nothing forbids to trade lions */
    const char *cannons;          /* pieces that neither hop over each other nor capture */
    const char *burners;          /* "D!+W!": what is next to them burns */
    const char *jumpers[5];       /* generals by rank, that jump over lower ones; kings last */
    bool has_hands;               /* pieces in hand can be put on the board */
    bool keeps_hand;              /* captured pieces join no hand */
    bool returns_pieces;          /* ... or that of their owner */
    bool stays_promoted;          /* a captured piece remains what it has become */
    bool drops_forms;             /* pieces can be dropped promoted */
    const char *not_on[13];       /* types that are not dropped on an own rank */
    const char *file_types;       /* types with limited numbers on a file ... */
    int file_most;                /* ... this number */
    bool falls;                   /* a piece falls to the lowest empty square of its file */
    const char *endless;          /* pieces of which there are always some in hand */
    char drops;                   /* R: enclosing a row, B: beside own, A: apart from enemies */
    char flips;         /* R: enclosed rows, N: neighbours, T: neighbours if touching */
    bool leaves_walls;  /* nothing comes to a square that a piece has left */
    char walls;         /* put with each move. A: anywhere, R: where the piece could go next, D:
 the only duck */
    const char *spared; /* squares on which no wall is put */
    bool passes;        /* a side without a move passes; twice ends the game */
    bool passes_at_will;   /* ... and any side may */
    bool has_bikjang;      /* kings that face each other must part; a pass ends the game */
    const char *points;    /* "R13C7": what pieces count */
    int white_lead;        /* ... and the lead with which White wins; else Black does */
    bool must_drop;        /* pieces in hand come first */
    int row, square, line; /* so many pieces together end the game; 0: none do */
    bool no_diagonals;     /* ... but not on diagonals */
    const char *connected; /* the pieces that count; NULL: all */
    bool joins_edges;      /* White wins by a chain across the board, Black upwards */
    bool connection_loses; /* they lose; else they win */
    bool no_stuck_drops;   /* no drops where the piece could never move */
    const char *no_mate;   /* types that may not mate by being dropped */
    int only_rank;         /* drops on this own rank only */
    char halved;           /* a type that is dropped half on each colour; 0: none */
    bool castles_dropped;  /* a king and a partner castle that were dropped */
    const char *areas[4];  /* "KA:d1e1f1": types and the squares they stay on */
    const char *lined;     /* types that step diagonally only along ... */
    const char *lines;     /* ... these lines: "d1e2f3 d3e2f1" */
    int river;             /* the first own rank where pawns get all their moves */
    /* Letters of the pieces that do something beside moving; has_effects: there are some. */
    bool has_effects;
    const char *withdraw, *advance, *pincer, *coordinate, *partner, *leap, *swap, *immobilise;
    const char *imitate;
    bool converts; /* nothing is captured: what a moved piece could capture changes sides */
    bool relays;   /* knights lend their moves to what they guard, and neither capture nor are
                    * captured */
    const char *resigning;       /* pieces that may be taken off by their side when held */
    const char *rim;             /* squares that only captures need */
    bool explodes;               /* captures explode; pawns beside them survive */
    bool must_capture;           /* a side that can capture must */
    bool no_checks;              /* no move gives check */
    bool double_moves;           /* a turn is two moves, or one that gives check */
    int checks;                  /* so many checks win */
    const char *goal;            /* squares that win for White; Black's are mirrored */
    char goal_piece;             /* which piece must arrive; 0: any */
    bool is_race;                /* both go for the same squares, and Black has the last move */
    const char *extinction;      /* types of which a side needs one each */
    const char *kings;           /* "K+E": pieces of which a side needs one in all */
    bool needs_any;              /* a side needs pieces at all ... */
    int left;                    /* ... more than this, or of each of those types */
    wild_result extinct;         /* what it means to have none; DRAW does not occur */
    wild_result stalemate, mate; /* mate: WILD_DRAW means the usual loss */
    bool bare_loses;             /* a bare king loses unless it bares the other at once */
    wild_result repetition;
    int repetitions; /* 0: three */
    bool perpetual_loses;
    const char *chasers;           /* pieces that may not attack one piece for ever ... */
    const char *worths;            /* "1BA2CN3R" */
    const char *chased_freely;     /* ... and those that may be attacked so ... */
    int chase_home;                /* ... on so many of their first ranks */
    int checks_counted;            /* of each side, for the limit of moves; 0: all */
    int move_limit;                /* 0: fifty moves; negative: none */
    int board_honour, bare_honour; /* limits of counting, in moves; 0: none */
    const char *counts;            /* "R1:16 R2:8": one or two pieces, and the limit */
    bool counts_from_zero;
} wild_game;

typedef struct {
    const wild_game *game;
    int at[WILD_RANKS][WILD_FILES];
    wild_map unmoved;
    int side;                  /* 0 White, 1 Black */
    int hand[2][WILD_LETTERS]; /* in hand, in the reserve, or in the pocket */
    wild_square passed[WILD_PASSED];
    int passed_count;
    wild_square passer;
    wild_square earlier[WILD_PASSED]; /* the same of a pawn that passed before that one ... */
    int earlier_count;                /* ... in the same turn */
    wild_square earlier_passer;
    bool is_second;         /* the side to move has made one of two moves */
    int checks[2];          /* given so far */
    int counted, limit;     /* half-moves of makruk's count; limit 0: nobody counts */
    int passes;             /* made just now, one after the other */
    bool is_swapped;        /* the last move swapped two pieces that could swap back ... */
    wild_square swapped[2]; /* ... here */
    int halfmoves;          /* since a capture or a pawn's move */
    bool has_lion_fallen;   /* just now, by a piece that is no lion ... */
    wild_square lion_taker; /* ... which is here */
} wild_position;

typedef struct {
    wild_square from;
    wild_square to;
    int dropped;  /* the piece put on `to`, which then is `from` too; 0: none */
    int becomes;  /* what the piece is on `to`, with its side; 0: the same */
    int launched; /* the piece put from the pocket; 0: none */
    wild_square launch_square;
    const char *castling; /* of the game's list, for White; or NULL */
    bool is_en_passant;
    wild_square passer; /* what it captures in passing */
    bool is_pass;
    bool has_taken;
    wild_square taken; /* captured on the way */
    char act;          /* S: swaps, D: destroys itself too, R: is taken off; 0: none of these */
    bool has_wall;
    wild_square wall; /* the square where it is put */
    char text[WILD_TEXT];
} wild_move;

typedef struct {
    size_t count;
    wild_move of[WILD_MOVES];
} wild_list;

/* What the positions of a game say of its end. */
typedef struct {
    const char *reason; /* the words of apo_ending_word, "none" while the game goes on */
    int white_quarters; /* 4 a win, 0 a loss, 2 a draw, -1 none */
} wild_end;

/* The game, or NULL if the table does not have it. */
const wild_game *wild_find(const char *id);

/* The games that are not built in, one after the other, for rules that no built-in game has;
 * NULL after the last one. */
const wild_game *wild_invented(size_t index);

/* Sets up a start: the board of a FEN, in which every piece is unmoved; with Black to move if
 * the FEN says so. False if it is not one. */
bool wild_start(wild_position *out, const wild_game *game, const char *fen);

/* The legal moves, with their texts. */
void wild_legal(const wild_position *pos, wild_list *out);

/* Makes a move of wild_legal. */
void wild_play(wild_position *pos, const wild_move *move);

bool wild_in_check(const wild_position *pos);

/* The end by the position alone. */
wild_end wild_position_end(const wild_position *pos);

/* The end of a game, given all its positions, the last one at `count` - 1. */
wild_end wild_game_end(const wild_position *positions, size_t count);

/* Writes board, hands and side as a FEN begins: "8/8/... w". */
void wild_board_text(const wild_position *pos, char out[WILD_BOARD]);

/* --- what the files of these rules know about each other ------------------- */

wild_square wild_at(int file, int rank);
bool wild_is_same(wild_square a, wild_square b);
int wild_get(const wild_position *pos, wild_square square); /* WILD_NOWHERE off the board */
bool wild_is_piece(int piece);
int wild_side_of(int piece);
char wild_letter(int piece);
bool wild_has_letter(const char *letters, char letter); /* of NULL: no */
int wild_own_rank(const wild_game *game, int side, int rank);
/* Reads "e10" and moves on. */
bool wild_read_square(const char **text, wild_square *out);
/* False if the square is outside the area of such pieces of the side. */
bool wild_may_stand(const wild_game *game, char letter, int side, wild_square at);
/* True if the two kings see each other along a rank or file. */
bool wild_do_kings_face(const wild_position *pos);
/* The text of a piece's moves, "" if the game has no such piece. */
const char *wild_power(const wild_game *game, int piece, size_t *out_length);
/* Marks where the piece there could go or capture by its own moves. */
void wild_reach(const wild_position *pos, wild_square from, wild_map *out);
/* True if the side to move next to `side` could take a piece of `side` there. */
bool wild_is_attacked(const wild_position *pos, wild_square square, int side);
/* True if a royal piece of the side can be taken. */
bool wild_is_royal_attacked(const wild_position *pos, int side);
int wild_count(const wild_position *pos, int side, char letter); /* 0: all pieces */
/* True if a castling is still possible as far as unmoved pieces go. */
bool wild_castling_lives(const wild_position *pos, const char *castling, int side);
wild_square wild_castling_square(const wild_position *pos, const char *castling, int index,
                                 int side);
/* Marks the enemies that a piece of the side to move would enclose there in rows, and counts
 * them. */
int wild_enclose(const wild_position *pos, wild_square at, wild_map *out);
/* The moves by which a piece could go or capture in a game with effects; without texts. */
void wild_effect_moves(const wild_position *pos, wild_square from, wild_list *out);
/* Adds what a move captures beside its target. */
void wild_effect_captures(const wild_position *pos, const wild_move *move, wild_map *out);
/* True if every move of the side since `first` has attacked the same piece anew. */
bool wild_has_always_chased(const wild_position *first, const wild_position *last, int side);
bool wild_is_held(const wild_position *pos, wild_square at);
/* True if an enemy of `side` could capture on the square in such a game. */
bool wild_is_taken_by_effect(const wild_position *pos, wild_square square, int side);
/* Remembers a swap, just made, that may not be undone at once. */
void wild_note_swap(wild_position *pos, const wild_move *move);
/* The moves in two steps that capture with the first, or end where they began; without texts.
 */
void wild_double_steps(const wild_position *pos, wild_square from, wild_list *out);
/* True if a move captures a lion that may not be captured so. */
bool wild_is_bad_trade(const wild_position *pos, const wild_move *move);
/* Remembers that a move, just made, has captured a lion. */
void wild_note_lion(const wild_position *before, const wild_move *move, wild_position *after);
/* True if a text like "K+E'" names the piece. */
bool wild_is_named(const char *text, int piece);
/* True if a piece of `side` there stands next to an enemy burner. */
bool wild_is_burnt(const wild_position *pos, wild_square at, int side);
/* Marks what burns when the piece on `from` arrives at `to`. */
void wild_mark_burnt(const wild_position *pos, const wild_move *move, wild_map *out);
/* Marks what a jumping general captures by jumping. */
void wild_mark_jumps(const wild_position *pos, wild_square from, wild_map *out);
/* How many pieces a side has of those that a text like "K+E" names. */
int wild_count_named(const wild_position *pos, int side, const char *text);
/* False if the move ends on the rim without need, or undoes the previous swap. */
bool wild_may_end_there(const wild_position *pos, const wild_move *move);
void wild_capture_squares(const wild_position *pos, const wild_move *move, wild_map *out);

#endif
