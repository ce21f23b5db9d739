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

typedef struct apo_selfplay_plan {
    const apo_source *source; /* borrowed */
    apo_training_head head;
    uint32_t threads;        /* 1 .. APO_SELFPLAY_THREADS_MAX */
    uint32_t game_limit;     /* games in the file; 0: none */
    uint32_t position_limit; /* scored plies in the file; 0: none */
    bool has_progress;       /* wanted even if standard error is no terminal */
} apo_selfplay_plan;

/* Plays and appends to the file. Reports failures. */
enum apo_exit apo_selfplay_run(apo_games_file *file, const apo_selfplay_plan *plan);

#endif
