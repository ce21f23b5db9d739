/* A game in the terminal: one or two people at one keyboard, or a person and the computer. */
#ifndef APO_CLI_PLAY_PLAY_SESSION_H
#define APO_CLI_PLAY_PLAY_SESSION_H

#include "cli/io/input.h"
#include "cli/play/journal.h"
#include "cli/play/line_reader.h"
#include "cli/play/thinker.h"
#include "cli/view/game_pgn.h"

enum {
    APO_DATE_MAX = 16,
    APO_PLAYER_MAX = 32
};

typedef struct apo_play_session {
    apo_source source; /* owned */
    apo_game *game;    /* owned */
    apo_game_labels labels;
    char variant[APO_PATH_MAX]; /* for labels.variant */
    char date[APO_DATE_MAX];    /* for labels.date */
    apo_thinker thinker;
    apo_nets nets; /* what it evaluates with */
    bool is_computer[APO_SIDES];
    unsigned level;                /* of the computer */
    int64_t move_ms;               /* its longest thinking time */
    uint64_t seed;                 /* of its choices; 0: random */
    char computer[APO_PLAYER_MAX]; /* its name in records */
    apo_journal journal;
    apo_line_reader input;
    const char *colour; /* the option --color, or NULL */
    bool is_flipped;
    bool is_interactive; /* shows prompts */
    bool has_new_board;  /* the board has changed since it was drawn */
    bool is_end_told;
    bool is_paused;       /* the computer waits for "go" */
    bool was_interrupted; /* the last line was Ctrl-C */
    bool is_leaving;
    bool has_resigned; /* the last line was "resign", which is to be repeated */
    enum apo_exit result;
} apo_play_session;

/* Plays until the end of input, "quit", or two Ctrl-C (turns.c). */
enum apo_exit apo_play_session_run(apo_play_session *session);

/* Replaces the game (takes source and game); copies labels.variant. Errors, with nothing
 * changed or taken: APO_E_MEMORY; APO_E_IO. */
apo_status apo_play_session_set_game(apo_play_session *session, apo_source source,
                                     apo_game *game, const apo_game_labels *labels);

/* Handles an input line (commands.c). */
void apo_play_session_handle(apo_play_session *session, apo_span line);

/* Draws the board and its panel. */
void apo_play_session_show(apo_play_session *session);

/* Records the game; call it after every change. */
void apo_play_session_changed(apo_play_session *session);

/* Chooses and makes a move for the computer (computer.c). */
void apo_play_session_reply(apo_play_session *session);

/* Prints the move the computer would play (computer.c). */
void apo_play_session_hint(apo_play_session *session, apo_span rest);

/* Prints or sets the level; the second requires an existing level. */
void apo_play_session_level(apo_play_session *session, apo_span rest);
void apo_play_session_set_level(apo_play_session *session, unsigned level);

/* The computer's evaluation of the game: hundredths of a pawn for the side to move. False if it
 * was stopped. */
bool apo_play_session_evaluate(apo_play_session *session, int *out_score);

/* The side whose input is expected: the one to move, or the one that must answer an offer. */
apo_side apo_play_session_asked(const apo_play_session *session);

/* Prints sentences, wrapped at the width of the terminal. */
void apo_play_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
void apo_play_print_span(apo_span text);

/* Writes the SAN of the last move into `buf`; false if there is none. */
bool apo_play_session_last_san(const apo_play_session *session, char buf[APO_SAN_MAX]);

/* Commands in files of their own. */
void apo_play_session_offer_draw(apo_play_session *session, apo_span rest); /* offers.c */
void apo_play_session_offer_advantage(apo_play_session *session, apo_span rest);
void apo_play_session_accept(apo_play_session *session, apo_span rest);
void apo_play_session_decline(apo_play_session *session, apo_span rest);
void apo_play_session_save(apo_play_session *session, apo_span rest); /* files.c */
void apo_play_session_save_over(apo_play_session *session, apo_span rest);
void apo_play_session_load(apo_play_session *session, apo_span rest);

void apo_play_session_pieces(apo_play_session *session, apo_span rest); /* teach.c */
void apo_play_session_rules(apo_play_session *session, apo_span rest);
void apo_play_session_joker(apo_play_session *session, apo_span rest);

/* Reads the first game of a PGN file into the session. On failure returns false, reports it,
 * and leaves the session unchanged. A file without a variant is read as a game of `fallback`
 * (may be NULL). */
bool apo_play_session_read(apo_play_session *session, const char *path, const char *fallback);

/* Opens a new record for the game, and prints its path. */
void apo_play_session_open_journal(apo_play_session *session);

#endif
