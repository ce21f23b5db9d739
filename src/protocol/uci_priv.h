/* Shared by the parts of UCI. Internal to this folder. */
#ifndef APO_PROTOCOL_UCI_PRIV_H
#define APO_PROTOCOL_UCI_PRIV_H

#include <pthread.h>

#include "base/buffer.h"
#include "protocol/option_table.h"
#include "protocol/runner.h"
#include "protocol/uci.h"
#include "search/engine.h"
#include "search/level.h"
#include "search/limits.h"

struct apo_uci {
    apo_environment environment;
    apo_engine *engine;    /* owned */
    apo_runner *runner;    /* owned */
    apo_variant *var;      /* owned */
    pthread_mutex_t mutex; /* keeps lines of different threads apart */
    apo_option_values options;
    bool has_game;               /* the engine has `var` */
    struct apo_book *book;       /* owned; read for `book_var`, or NULL */
    const apo_variant *book_var; /* compared only */
    apo_buffer book_path;        /* of BookFile; empty: none */
    apo_buffer eval_path;        /* of EvalFile; empty: none */
    bool is_refused;     /* the last "position" was invalid: there is nothing to search */
    apo_buffer position; /* the last "position", if the engine is there; else empty */

    apo_limits limits;     /* of the current job */
    apo_limits hit_limits; /* while pondering: of the search that follows "ponderhit" */
    bool is_pondering;
    bool is_silent;          /* the job must end without a best move */
    apo_level level;         /* of the current job */
    apo_random random;       /* its choices */
    apo_level_choice choice; /* what it chooses from */
    apo_moves searched;      /* "searchmoves" */
    unsigned perft_depth;
};

/* --- uci_send.c ---------------------------------------------------------- */

void apo_uci_send(apo_uci *uci, const char *line);

/* Writes the buffer as a line and clears it. */
void apo_uci_send_buffer(apo_uci *uci, apo_buffer *line);

/* Sends an "info string" about a word of the input. */
void apo_uci_report_error(apo_uci *uci, const char *what, apo_span word);

void apo_uci_add_number(apo_buffer *line, const char *name, int64_t number);

/* --- uci_move.c: in Chess960 castling is written as king takes rook --------- */

void apo_uci_add_move(apo_buffer *line, const apo_uci *uci, const apo_position *pos,
                      const apo_move *mv);

/* --- uci_variant.c: which game is played ---------------------------------- */

/* Takes ownership of `var`. */
apo_status apo_uci_take_variant(apo_uci *uci, apo_variant *var);
apo_status apo_uci_open_variant(apo_uci *uci, apo_span id);

/* Begins a new game of `var`, with the net that EvalFile names; reports a net that cannot be
 * used. */
void apo_uci_begin_game(apo_uci *uci);

/* Goes to the start of the game; see apo_usual_start. */
apo_status apo_uci_go_to_start(apo_uci *uci);

/* Opens chess as Chess960 or the other way round, if that is the game and the option
 * UCI_Chess960 has changed. */
apo_status apo_uci_settle_chess960(apo_uci *uci);

/* The initial game: chess, as every program expects. */
#define APO_UCI_VARIANT "chess"
bool apo_uci_has_game(apo_uci *uci);

/* --- uci_game.c: a new game, a position ---------------------------------- */

void apo_uci_handle_new_game(apo_uci *uci, apo_span rest);
void apo_uci_handle_position(apo_uci *uci, apo_span rest);

/* --- uci_go.c: searching and counting ------------------------------------ */

void apo_uci_handle_go(apo_uci *uci, apo_span rest);
void apo_uci_handle_ponderhit(apo_uci *uci, apo_span rest);
void apo_uci_handle_stop(apo_uci *uci, apo_span rest);

/* Stops the job; nothing runs afterwards. */
void apo_uci_end_job(apo_uci *uci);

/* --- uci_info.c: "info" lines -------------------------------------------- */

/* An apo_search_report_sink; the context is the apo_uci. */
void apo_uci_send_info(void *context, const apo_search_report *report);

/* --- uci_book.c: opening books ------------------------------------------- */

/* Records the file name; the file is read when needed. */
void apo_uci_set_book(apo_uci *uci, apo_span path);
void apo_uci_close_book(apo_uci *uci);

/* Answers "go" with a move of the book; false if the engine has to think. */
bool apo_uci_play_book(apo_uci *uci);

/* --- uci_options.c ------------------------------------------------------- */

void apo_uci_handle_uci(apo_uci *uci, apo_span rest);
void apo_uci_handle_option(apo_uci *uci, apo_span rest);

#endif
