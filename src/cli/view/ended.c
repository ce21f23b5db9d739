#include "cli/view/ended.h"

#include <apothecary/game.h>

apo_outcome apo_outcome_now(const apo_position *pos)
{
    apo_outcome outcome = apo_position_outcome(pos);
    apo_game *game;
    if (outcome.ending != APO_ENDING_NONE || apo_game_new(&game, pos, NULL) != APO_OK)
        return outcome;
    outcome = apo_game_info_of(game).outcome;
    apo_game_free(game);
    return outcome;
}
