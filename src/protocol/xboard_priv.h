/* Shared by the parts of the XBoard protocol. Internal to this folder. */
#ifndef APO_PROTOCOL_XBOARD_PRIV_H
#define APO_PROTOCOL_XBOARD_PRIV_H

#include <pthread.h>

#include "base/buffer.h"
#include "protocol/option_table.h"
#include "protocol/runner.h"
#include "protocol/xboard.h"
#include "protocol/xboard_board.h"
#include "rules/rules/program_view.h"
#include "search/level.h"

enum {
    APO_XBOARD_PINGS_MAX = 16, /* XBoard waits for the answer to one before the next */
    APO_XBOARD_MS_MAX = 1000000000,
    APO_XBOARD_CENTISECOND_MS = 10
};

enum apo_xboard_job {
    APO_XBOARD_IDLE,
    APO_XBOARD_THINKING,
    APO_XBOARD_PONDERING, /* on the expected reply, which only the engine knows */
    APO_XBOARD_ANALYSING
};

/* The data of the last search report. */
typedef struct apo_xboard_status {
    unsigned depth;
    uint64_t nodes;
    int64_t time_ms;
    int score;
} apo_xboard_status;

struct apo_xboard {
    apo_environment environment;
    apo_engine *engine; /* owned; plays `moves` from `start` when a search begins */
    apo_runner *runner; /* owned */
    apo_variant *var;   /* owned */

    /* The game. Belongs to the listening thread, or to the job while one runs. */
    apo_position start, pos;
    apo_move *moves; /* owned */
    size_t move_count, move_capacity;
    apo_buffer eval_path; /* of EvalFile; empty: none */
    bool has_variant;     /* the engine has `var`, */
    bool has_game;        /* ... and has started a new game */
    bool is_over;         /* the result has been sent */

    /* Modes. */
    bool is_forced, is_analysing, is_editing, is_paused;
    apo_side own;       /* the engine's side, unless is_forced */
    apo_setup edited;   /* while is_editing */
    apo_side edit_side; /* of the pieces being placed */
    apo_square lifted;  /* picked up by a person, or APO_SQUARE_NONE */

    /* Limits. */
    uint32_t period;     /* moves per time control; 0: the whole game */
    size_t period_start; /* moves played when it was set */
    int64_t base_ms, increment_ms, move_ms;
    int64_t own_ms, other_ms; /* clocks; negative: unknown */
    int64_t spent_ms;         /* on this move, before the pause */
    uint32_t depth;
    uint32_t nps; /* nodes that count as a second; 0: time is measured */
    apo_option_values options;
    apo_moves excluded;  /* at the root */
    apo_moves searched;  /* all other moves; while a job runs */
    apo_limits limits;   /* of the job */
    apo_level job_level; /* likewise */
    apo_random random;   /* its choices */
    apo_level_choice choice;

    pthread_mutex_t mutex; /* guards all below, and the lines written */
    enum apo_xboard_job job;
    bool is_abandoned; /* the job must not make its move */
    bool is_posting, has_ponder;
    apo_xboard_status latest;
    bool has_hint;
    apo_move hint; /* the expected reply, or the best move while analysing */
    uint32_t pings[APO_XBOARD_PINGS_MAX];
    unsigned ping_count;
};

/* --- writing (xboard_send.c) --------------------------------------------- */

void apo_xboard_send(apo_xboard *x, const char *line);

/* Writes the buffer as a line and clears it. */
void apo_xboard_send_buffer(apo_xboard *x, apo_buffer *line);

/* Sends a line of a fixed text and a foreign text. */
void apo_xboard_send_text(apo_xboard *x, const char *before, apo_span text);

/* "Error (what): text". */
void apo_xboard_report_error(apo_xboard *x, const char *what, apo_span text);

/* --- the game (xboard_game.c) -------------------------------------------- */

/* Opens the game that XBoard calls `name`, without moves. Errors: APO_E_UNKNOWN;
 * APO_E_MEMORY. */
apo_status apo_xboard_open(apo_xboard *x, apo_span name);

/* Checks that a game has this board. Errors: APO_E_UNKNOWN; APO_E_RANGE: it has another;
 * APO_E_MEMORY. */
apo_status apo_xboard_check_size(const apo_xboard *x, apo_span name, unsigned files,
                                 unsigned rows);

/* Sets the first position of the game. */
void apo_xboard_set(apo_xboard *x, const apo_position *pos);

/* Makes a legal move. Errors: APO_E_MEMORY. */
apo_status apo_xboard_play(apo_xboard *x, const apo_move *mv);

/* Takes moves back; false if there are fewer. */
bool apo_xboard_undo(apo_xboard *x, size_t count);

/* Sets the engine to the position of the game. */
apo_status apo_xboard_tell_engine(apo_xboard *x);

/* Prepares the engine for a new game early, so that the first move need not wait. */
void apo_xboard_get_ready(apo_xboard *x);

unsigned apo_xboard_occurrences(const apo_xboard *x);

/* If the position ends the game, sends the result and sets is_over. The first function adds it
 * as a separate line. */
void apo_xboard_add_result(apo_buffer *out, apo_xboard *x);
void apo_xboard_send_result(apo_xboard *x);

/* Adds the names of the games, separated by commas. */
void apo_xboard_add_names(apo_buffer *out);

/* Sends `setup` and `piece` lines for a game that XBoard does not know. */
void apo_xboard_define(apo_xboard *x);

/* --- jobs (xboard_think.c) ----------------------------------------------- */

/* Starts thinking if it is the engine's turn, or analysing in analysis mode. */
void apo_xboard_start(apo_xboard *x);

/* Ends the job; its move is not made. */
void apo_xboard_abandon(apo_xboard *x);

/* Makes the engine move at once if it is thinking. */
void apo_xboard_hurry(apo_xboard *x);

bool apo_xboard_is_thinking(apo_xboard *x);

/* --- commands ------------------------------------------------------------ */

/* Handles a command; `rest` is the line after its word. */
typedef void apo_xboard_handler(apo_xboard *x, apo_span rest);

/* Games and positions (xboard_setup.c); the last for each line while is_editing. */
apo_xboard_handler apo_xboard_handle_new, apo_xboard_handle_variant, apo_xboard_handle_setboard,
    apo_xboard_handle_edit, apo_xboard_handle_edit_line;

/* Moves: make, undo, exclude from the search (xboard_move.c). */
apo_xboard_handler apo_xboard_handle_move, apo_xboard_handle_undo, apo_xboard_handle_remove,
    apo_xboard_handle_exclude, apo_xboard_handle_include;

/* Moving pieces with the mouse (xboard_hand.c). */
apo_xboard_handler apo_xboard_handle_lift, apo_xboard_handle_hover, apo_xboard_handle_put;

/* Modes: who plays, and what is reported (xboard_modes.c). */
apo_xboard_handler apo_xboard_handle_force, apo_xboard_handle_go, apo_xboard_handle_playother,
    apo_xboard_handle_result, apo_xboard_handle_pause, apo_xboard_handle_resume,
    apo_xboard_handle_analyze, apo_xboard_handle_exit, apo_xboard_handle_now,
    apo_xboard_handle_post, apo_xboard_handle_nopost, apo_xboard_handle_hard,
    apo_xboard_handle_easy;

/* Sets one of the flags that the mutex guards. */
void apo_xboard_set_flag(apo_xboard *x, bool *flag, bool value);

/* Limits (xboard_clock.c). */
apo_xboard_handler apo_xboard_handle_level, apo_xboard_handle_st, apo_xboard_handle_sd,
    apo_xboard_handle_time, apo_xboard_handle_otim, apo_xboard_handle_nps;

/* Queries (xboard_ask.c). */
apo_xboard_handler apo_xboard_handle_ping, apo_xboard_handle_status, apo_xboard_handle_hint,
    apo_xboard_handle_book, apo_xboard_handle_draw;

/* Features and options (xboard_options.c). */
apo_xboard_handler apo_xboard_handle_protover, apo_xboard_handle_option,
    apo_xboard_handle_memory, apo_xboard_handle_cores;

#endif
