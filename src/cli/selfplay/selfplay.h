/* Plays games of the engine against itself until a limit is reached or the program is stopped.
 * Game k depends only on the plan and k: it is the same with any number of threads, and after a
 * kill. */
#ifndef APO_CLI_SELFPLAY_SELFPLAY_H
#define APO_CLI_SELFPLAY_SELFPLAY_H

#include "cli/io/input.h"
#include "cli/selfplay/games_file.h"

enum {
    APO_SELFPLAY_THREADS_MAX = 256
};

/* Positions that the games begin with in turn, instead of the numbered starts. */
typedef struct apo_selfplay_starts {
    apo_buffer text; /* owned, as is the list */
    apo_span *fens;  /* spans of `text`; each has been read once and is valid */
    uint32_t count;  /* at least 1 */
} apo_selfplay_starts;

/* Reads a file of FENs, one per line; ignores empty lines and lines that begin with "#". `out`
 * is zeroed; free it with apo_selfplay_starts_close in any case. Reports failures, with the
 * line. */
enum apo_exit apo_selfplay_starts_open(apo_selfplay_starts *out, const apo_variant *var,
                                       const char *path);
void apo_selfplay_starts_close(apo_selfplay_starts *starts);

typedef struct apo_selfplay_plan {
    const apo_source *source; /* borrowed */
    apo_training_head head;
    const apo_selfplay_starts *starts; /* borrowed; NULL: the numbered ones */
    apo_span net;            /* a valid net file for the evaluation; borrowed; empty: none */
    uint32_t threads;        /* 1 .. APO_SELFPLAY_THREADS_MAX */
    uint32_t game_limit;     /* games in the file; 0: none */
    uint32_t position_limit; /* scored plies in the file; 0: none */
    bool is_to_end;          /* decided games are played on until the rules end them */
    bool has_progress;       /* show progress even if standard error is not a terminal */
} apo_selfplay_plan;

/* Plays and appends to the file. Reports failures. */
enum apo_exit apo_selfplay_run(apo_games_file *file, const apo_selfplay_plan *plan);

#endif
