/* Finds problems in files of self-play games: positions after a mistake with a single winning
 * line, as shown by searches of two sizes, or with a single move that forces the shortest mate,
 * which is proved.
 *
 * The result is a text. A line "game KIND LABEL-NUMBER START QUARTERS MOVES" gives a game, with
 * the number of its start, White's result, and its moves as codes (notation/move_number.h). The
 * lines after it, "PLY AIM COUNT LINE", are its problems: the half-moves before the position,
 * "mate" or "win", the solver's moves, and the solution as codes; of a mate the first move
 * alone. Lines that begin with "#" record which games have been read. */
#ifndef APO_CLI_SELFPLAY_MINE_H
#define APO_CLI_SELFPLAY_MINE_H

#include "cli/selfplay/games_file.h"
#include "search/engine.h"

typedef struct apo_mine_plan {
    const apo_variant *var; /* borrowed; the games are of its rules */
    const char *label;      /* names the file in the result; borrowed */
    uint32_t nodes;         /* of the smaller search; the larger has five times as many */
    uint32_t problem_limit; /* end with this many in the result; 0: read all games */
} apo_mine_plan;

/* Who looks for problems, in one game after the other; belongs to one thread. */
typedef struct apo_miner {
    const apo_mine_plan *plan; /* borrowed */
    apo_engine *engine;        /* owned */
    uint32_t problems;         /* found so far */
} apo_miner;

/* End it with apo_miner_end in any case. Errors: APO_E_MEMORY. */
apo_status apo_miner_begin(apo_miner *out, const apo_mine_plan *plan);
void apo_miner_end(apo_miner *miner);

/* Appends the game with its problems, nothing if it has none. The result depends on the game
 * and the plan alone. `head` is that of its file. Errors: APO_E_MEMORY; APO_E_ILLEGAL: the
 * game's moves are not. */
apo_status apo_miner_read(apo_miner *miner, const apo_training_head *head,
                          const apo_training_game *game, apo_buffer *out);

/* Appends to the file at `path`, or creates it. Resumes after the last game read if the file
 * exists. Reports failures; APO_EXIT_INTERRUPTED after Ctrl-C. */
enum apo_exit apo_mine_run(const apo_games_map *map, const apo_mine_plan *plan,
                           const char *path);

#endif
