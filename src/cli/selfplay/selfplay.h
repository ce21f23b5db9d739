/* Plays games of the engine against itself until a limit is reached or the program is stopped.
 * Game k depends only on the plan and k: it is the same with any number of threads, and after a
 * kill. */
#ifndef APO_CLI_SELFPLAY_SELFPLAY_H
#define APO_CLI_SELFPLAY_SELFPLAY_H

#include "cli/selfplay/games_file.h"
#include "cli/selfplay/selfplay_game.h"

enum {
    APO_SELFPLAY_THREADS_MAX = 256
};

/* Reads a file of FENs, one per line; ignores empty lines and lines that begin with "#". `out`
 * is zeroed; free it with apo_selfplay_starts_close in any case. Reports failures, with the
 * line. */
enum apo_exit apo_selfplay_starts_open(apo_selfplay_starts *out, const apo_variant *var,
                                       const char *path);
void apo_selfplay_starts_close(apo_selfplay_starts *starts);

/* Plays and appends to the file. Reports failures. */
enum apo_exit apo_selfplay_run(apo_games_file *file, const apo_selfplay_plan *plan);

#endif
