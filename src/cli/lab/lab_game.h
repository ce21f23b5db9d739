/* Fast self-play games for measurements. */
#ifndef APO_CLI_LAB_LAB_GAME_H
#define APO_CLI_LAB_LAB_GAME_H

#include "base/buffer.h"
#include "game/game.h"
#include "search/engine.h"

/* How the games are played. */
typedef struct apo_lab_rules {
    uint32_t nodes;      /* per move */
    unsigned soft_plies; /* this many plies are random choices among the better moves */
    unsigned soft_half;  /* a move this many centipawns worse is chosen half as often */
    unsigned length_max; /* half-moves; then decided by points, or drawn */
    unsigned decided_cp; /* a side ahead by this for decided_plies on end wins; 0: never */
    unsigned decided_plies;
} apo_lab_rules;

extern const apo_lab_rules apo_lab_rules_usual;

typedef struct apo_lab_result {
    int white_quarters;
    unsigned plies;
    uint64_t legal_moves; /* sum over all positions */
} apo_lab_result;

/* Called for every move chosen by the engine, before it is made. */
typedef void apo_lab_watch(void *context, const apo_position *pos, const apo_decision *made);

typedef struct apo_lab_table {
    apo_engine *engine; /* of the game's variant */
    apo_lab_rules rules;
    apo_lab_watch *watch; /* may be NULL */
    void *watch_context;
} apo_lab_table;

/* Plays a game from `start`; the same seed gives the same game. Errors: APO_E_MEMORY;
 * APO_E_FINISHED: stopped by Ctrl-C (apo_interrupt_is_set). */
apo_status apo_lab_play(apo_lab_result *out, const apo_lab_table *table,
                        const apo_position *start, uint64_t seed);

#endif
