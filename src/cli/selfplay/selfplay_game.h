/* A game of the engine against itself, which depends only on the plan and the game's number. */
#ifndef APO_CLI_SELFPLAY_SELFPLAY_GAME_H
#define APO_CLI_SELFPLAY_SELFPLAY_GAME_H

#include "cli/io/input.h"
#include "search/engine.h"
#include "training/training_file.h"

/* Positions that the games begin with in turn, instead of the numbered starts. */
typedef struct apo_selfplay_starts {
    apo_buffer text; /* owned, as is the list */
    apo_span *fens;  /* spans of `text`; each has been read once and is valid */
    uint32_t count;  /* at least 1 */
} apo_selfplay_starts;

typedef struct apo_selfplay_plan {
    const apo_source *source; /* borrowed */
    apo_training_head head;
    const apo_selfplay_starts *starts; /* borrowed; NULL: the numbered ones */
    apo_span net;            /* a valid net file for the evaluation; borrowed; empty: none */
    uint32_t threads;        /* at least 1 */
    uint32_t game_limit;     /* games in the file; 0: none */
    uint32_t position_limit; /* scored plies in the file; 0: none */
    uint32_t length_max;     /* half-moves of a game; then points decide, or it is a draw */
    uint32_t lead_cp;        /* a lead that decides if both sides see it; 0: none does */
    bool has_progress;       /* show progress even if standard error is not a terminal */
} apo_selfplay_plan;

enum {
    APO_SELFPLAY_LENGTH_USUAL = 400,
    APO_SELFPLAY_LEAD_USUAL = 1500
};

/* Sets what the head says of the game and of the seed. */
void apo_selfplay_describe(apo_training_head *head, const apo_source *source, uint32_t seed);

/* Who plays the games of a plan, one at a time; belongs to one thread. */
typedef struct apo_selfplay_player {
    const apo_selfplay_plan *plan; /* borrowed */
    apo_engine *engine;            /* owned */
    apo_training_game record;      /* the last game */
    bool is_lost;                  /* a move of it cannot be recorded */
} apo_selfplay_player;

/* End it with apo_selfplay_end in any case. Errors: APO_E_MEMORY; of the net: as
 * apo_network_read. */
apo_status apo_selfplay_prepare(apo_selfplay_player *out, const apo_selfplay_plan *plan);
void apo_selfplay_end(apo_selfplay_player *player);

/* Plays game `number` into the record. Errors: APO_E_FINISHED: interrupted by Ctrl-C;
 * APO_E_UNSUPPORTED: no balanced opening was found; APO_E_OVERFLOW: a move cannot be recorded;
 * APO_E_MEMORY. */
apo_status apo_selfplay_play(apo_selfplay_player *player, uint32_t number);

#endif
