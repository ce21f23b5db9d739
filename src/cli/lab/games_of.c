#include "cli/lab/games_of.h"

uint32_t apo_lab_games_of_next(apo_lab_games_of *games, float score, bool is_exact,
                               uint32_t ply)
{
    bool is_other_result = is_exact && games->is_exact && score != games->score;
    if (games->game_count == 0 || ply <= games->ply || is_other_result)
        games->game_count++;
    games->score = score;
    games->is_exact = is_exact;
    games->ply = ply;
    return games->game_count - 1;
}

bool apo_lab_is_held_out(uint32_t game)
{
    return game % APO_LAB_HELD_OUT_ONE_IN == 0;
}
