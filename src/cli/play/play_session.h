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
    bool is_computer[APO_SIDES];
    unsigned level;                /* of the computer */
    int64_t move_ms;               /* it thinks for no longer */
    uint64_t seed;                 /* of its choices; 0: by chance */
    char computer[APO_PLAYER_MAX]; /* its name in records */
    apo_journal journal;
    apo_line_reader input;
    const char *colour; /* the option --color, or NULL */
    bool is_flipped;
    bool is_interactive; /* prompts are wanted */
    bool has_new_board;  /* the board has changed since it was drawn */
    bool is_end_told;
    bool is_paused;       /* the computer waits for "go" */
    bool was_interrupted; /* the last line was Ctrl-C */
    bool is_leaving;
    enum apo_exit result;
} apo_play_session;

/* Plays until the end of input, "quit", or two Ctrl-C (turns.c). */
enum apo_exit apo_play_session_run(apo_play_session *session);

/* Puts a new game in place of the old one (takes both); labels.variant is copied. Errors, with
 * nothing changed and nothing taken: APO_E_MEMORY; APO_E_IO. */
apo_status apo_play_session_set_game(apo_play_session *session, apo_source source,
                                     apo_game *game, const apo_game_labels *labels);

/* Handles a line that was typed (commands.c). */
void apo_play_session_handle(apo_play_session *session, apo_span line);

/* Draws the board with its panel. */
void apo_play_session_show(apo_play_session *session);

/* To be called after every change of the game: records it. */
void apo_play_session_changed(apo_play_session *session);

/* Chooses and makes a move for the computer (computer.c). */
void apo_play_session_reply(apo_play_session *session);

/* Prints what the computer would play (computer.c). */
void apo_play_session_hint(apo_play_session *session, apo_span rest);

/* Prints or sets the level; the second knows that there is such a level. */
void apo_play_session_level(apo_play_session *session, apo_span rest);
void apo_play_session_set_level(apo_play_session *session, unsigned level);

/* What the computer thinks of the game: hundredths of a pawn for the side to move. False if it
 * was stopped. */
bool apo_play_session_evaluate(apo_play_session *session, int *out_score);

/* The side whose people are asked now: the one to move, or the one that has an offer to
 * answer. */
apo_side apo_play_session_asked(const apo_play_session *session);

/* Sentences on the screen, wrapped at its width. */
void apo_play_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
void apo_play_print_span(apo_span text);

/* The SAN of the last move of the game into `buf`; false if there is none. */
bool apo_play_session_last_san(const apo_play_session *session, char buf[APO_SAN_MAX]);

/* Commands in files of their own. */
void apo_play_session_offer_draw(apo_play_session *session, apo_span rest); /* offers.c */
void apo_play_session_offer_advantage(apo_play_session *session, apo_span rest);
void apo_play_session_accept(apo_play_session *session, apo_span rest);
void apo_play_session_decline(apo_play_session *session, apo_span rest);
void apo_play_session_save(apo_play_session *session, apo_span rest); /* files.c */
void apo_play_session_save_over(apo_play_session *session, apo_span rest);
void apo_play_session_load(apo_play_session *session, apo_span rest);

/* Reads the first game of a PGN file into the session. False, and said, if that fails; the
 * session is then as before. A file that names no variant is taken for a game of `fallback`
 * (may be NULL). */
bool apo_play_session_read(apo_play_session *session, const char *path, const char *fallback);

/* Opens a new record for the game, and says where. */
void apo_play_session_open_journal(apo_play_session *session);

#endif
