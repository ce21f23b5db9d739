/* The setup of a match: players, limits, openings, length. */
#ifndef APO_CLI_MATCH_MATCH_PLAN_H
#define APO_CLI_MATCH_MATCH_PLAN_H

#include <stdio.h>

#include "cli/io/input.h"
#include "cli/match/match_game.h"
#include "game/match_stats.h"

enum {
    APO_MATCH_PLAYERS = 2,
    APO_MATCH_WORKERS_MAX = 256
};

typedef struct apo_match_plan {
    const char *variant; /* as on the command line */
    apo_source source;
    apo_match_spec players[APO_MATCH_PLAYERS];
    apo_match_rules rules;
    apo_openings openings;
    apo_book *book; /* owned; NULL: none */
    uint32_t games, concurrency;
    bool has_sprt, is_json, has_progress;
    apo_sprt sprt;
    const char *pgn_path, *state_path; /* NULL: none */
    FILE *log;                         /* NULL: none; owned */
} apo_match_plan;

/* Reads the command line. Reports failures on stderr. */
enum apo_exit apo_match_plan_read(apo_match_plan *out, const apo_call *call);
void apo_match_plan_close(apo_match_plan *plan);

#endif
