/* A program that plays in a match, by UCI (uci.c) or by the XBoard protocol (xboard.c);
 * player.c has their common part. Belongs to one thread. */
#ifndef APO_CLI_MATCH_PLAYER_H
#define APO_CLI_MATCH_PLAYER_H

#include "base/buffer.h"
#include "cli/match/child.h"
#include "cli/match/spec.h"
#include "game/game.h"
#include "notation/coordinate.h"

enum {
    APO_FAULT_TEXT_MAX = 200
};

/* A request for a move. */
typedef struct apo_request {
    const apo_game *game;
    bool is_usual_start;         /* the game began at its start 1 */
    int64_t clock_ms[APO_SIDES]; /* left */
    const apo_match_limits *limits[APO_SIDES];
    uint32_t moves_to_go; /* of the side to move until its next time control; 0: none */
    int64_t until_ms;     /* deadline on the engine clock */
} apo_request;

enum apo_answer {
    APO_ANSWER_MOVE,
    APO_ANSWER_RESIGN,
    APO_ANSWER_NONE,   /* it reports no move */
    APO_ANSWER_LATE,   /* no answer in time */
    APO_ANSWER_DEAD,   /* the program has exited or does not read its input */
    APO_ANSWER_STOPPED /* the match has been stopped */
};

typedef struct apo_thought {
    enum apo_answer answer;
    char move[APO_COORDINATE_MAX];
    bool has_score;
    int score_cp; /* for the side to move; mates as large numbers */
    unsigned depth;
    int64_t time_ms; /* from the request to the answer */
    int64_t work_ms; /* CPU time of the program meanwhile; -1: unknown */
} apo_thought;

typedef struct apo_player {
    const apo_match_spec *spec; /* borrowed */
    const char *variant;        /* what our library calls the game; borrowed */
    const char *path;           /* of its definition file; borrowed; NULL: it is built in */
    int64_t patience_ms;        /* for it to start and to get ready */
    apo_child child;
    bool is_fairy;
    bool has_reported; /* a missing option of the program */
    /* XBoard only */
    bool has_ping, has_setboard, has_usermove, is_playing;
    bool is_stranger;  /* XBoard: it names its games, and this one is not among them */
    size_t sent_count; /* moves of the game sent so far */
    unsigned ping_count;
} apo_player;

/* The operations of a protocol. All return APO_ANSWER_MOVE on success. */
typedef struct apo_player_kind {
    enum apo_answer (*greet)(apo_player *player);
    enum apo_answer (*begin)(apo_player *player, const apo_request *turn);
    enum apo_answer (*think)(apo_player *player, const apo_request *turn, apo_thought *out);
    const char *quit;
} apo_player_kind;

extern const apo_player_kind apo_player_uci;
extern const apo_player_kind apo_player_xboard;

/* Starts the program if it is not running, and starts a new game. On failure `fault` gets a
 * sentence. */
enum apo_answer apo_player_begin(apo_player *player, const apo_request *turn, char *fault);

/* Requests a move. A program that does not answer properly is killed. */
void apo_player_think(apo_player *player, const apo_request *turn, apo_thought *out);

/* Ends the program. */
void apo_player_stop(apo_player *player);

/* Appends the moves of a game from number `first` on, counted from 0, each after a space, in
 * coordinates; castling as in Chess960 where the game is that. */
void apo_player_add_moves(apo_buffer *out, const apo_game *game, size_t first);

/* Sends the buffer as a line and clears it. */
bool apo_player_send_buffer(apo_player *player, apo_buffer *line);

/* Maps a failure to an answer; APO_CHILD_LINE gives APO_ANSWER_MOVE. */
enum apo_answer apo_answer_of_event(enum apo_child_event event);

#endif
