#include "archive_real.h"

#include "search/level.h"

enum {
    NODES = 150 /* per move */
};

apo_engine *archive_engine(void)
{
    const apo_engine_options options = {.hash_mb = 1};
    apo_engine *engine;
    return apo_engine_new(&engine, &options) == APO_OK ? engine : NULL;
}

void archive_engine_free(apo_engine *engine)
{
    apo_engine_free(engine);
}

bool archive_play(apo_engine *engine, apo_game *game, unsigned plies_max, apo_random *random)
{
    const apo_limits limits = {.nodes = NODES};
    const apo_position *pos = apo_game_position(game);
    bool is_good = apo_engine_new_game(engine, apo_position_variant(pos)) == APO_OK &&
                   apo_engine_set_position(engine, pos) == APO_OK;
    while (is_good && !apo_game_info_of(game).is_over &&
           apo_game_info_of(game).length < plies_max) {
        apo_decision made;
        const apo_level *level =
            apo_level_get(1 + (unsigned)(apo_game_info_of(game).length % 2));
        is_good = apo_level_go(&made, engine, level, &limits, random) == APO_OK &&
                  made.has_move && apo_engine_play(engine, &made.best) == APO_OK &&
                  apo_game_play(game, &made.best) == APO_OK;
    }
    return is_good;
}
