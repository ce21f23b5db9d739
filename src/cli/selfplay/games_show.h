/* Prints files of self-play games: statistics, and the games as text. */
#ifndef APO_CLI_SELFPLAY_GAMES_SHOW_H
#define APO_CLI_SELFPLAY_GAMES_SHOW_H

#include "cli/io/input.h"
#include "cli/selfplay/games_file.h"

typedef struct apo_games_look {
    const apo_variant
        *var;            /* borrowed; NULL: statistics only. Else the games too, one a line */
    uint32_t game_limit; /* reads at most this many; 0: all */
    bool is_json;        /* the statistics as an object */
} apo_games_look;

/* Prints them. Moves are checked against the rules. APO_EXIT_NO, reported, if the file is
 * damaged: what comes before is printed. */
enum apo_exit apo_games_show(const apo_games_map *map, const apo_games_look *look);

#endif
