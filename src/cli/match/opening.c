#include "cli/match/opening.h"

#include "base/random.h"
#include "rules/rules/program_view.h"

enum {
    TRIES = 200,            /* openings rejected before giving up */
    EVALUATION_NODES = 4000 /* enough to see a hanging piece */
};

/* Makes a random legal move. False if there is none, or the game is over. */
static bool play_any(apo_game *game, apo_random *random)
{
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    if (apo_game_info_of(game).is_over ||
        apo_moves_legal(list, apo_game_position(game)) != APO_OK || list->count == 0)
        return false;
    return apo_game_play(game, &list->moves[apo_random_below(random, (uint32_t)list->count)]) ==
           APO_OK;
}

/* Makes moves of the book while it has some. */
static void play_book(apo_game *game, const apo_openings *openings, apo_random *random)
{
    apo_move mv;
    for (uint32_t i = 0; i < openings->plies && !apo_game_info_of(game).is_over; i++)
        if (!apo_book_choose(&mv, openings->book, apo_game_position(game), random) ||
            apo_game_play(game, &mv) != APO_OK)
            return;
}

/* Makes the engine forget earlier searches, which must not influence its score. */
static apo_status forget(apo_engine *engine, const apo_variant *var)
{
    const apo_position *pos = apo_engine_position(engine);
    if (pos != NULL && apo_position_variant(pos) == var)
        return apo_engine_restart(engine);
    return apo_engine_new_game(engine, var);
}

static bool is_wanted(const apo_game *game, const apo_openings *openings, apo_engine *engine)
{
    const apo_limits limits = {.nodes = EVALUATION_NODES};
    apo_decision made;
    if (!apo_openings_need_engine(openings))
        return true;
    if (forget(engine, openings->var) != APO_OK ||
        apo_engine_set_position(engine, apo_game_position(game)) != APO_OK ||
        apo_engine_go(&made, engine, &limits, NULL, NULL) != APO_OK)
        return false;
    int distance = made.score < 0 ? -made.score : made.score;
    return (openings->balance_cp == 0 || distance <= (int)openings->balance_cp) &&
           (openings->imbalance_cp == 0 || distance > (int)openings->imbalance_cp);
}

static apo_status begin(apo_position *out, uint32_t *out_number, const apo_openings *openings,
                        apo_random *random)
{
    uint32_t number = openings->start_number;
    if (openings->start != NULL) {
        *out = *openings->start;
        *out_number = 0;
        return APO_OK;
    }
    if (number == 0)
        number = 1 + apo_random_below(random, apo_variant_info_of(openings->var)->start_count);
    *out_number = number;
    return apo_position_start(out, openings->var, openings->name_index, number);
}

/* Makes one try; APO_E_UNSUPPORTED if it is rejected. */
static apo_status try_opening(apo_game **out, uint32_t *out_number,
                              const apo_openings *openings, apo_random *random,
                              apo_engine *engine)
{
    apo_position pos;
    apo_game *game = NULL;
    uint32_t number = 0;
    apo_status status = begin(&pos, &number, openings, random);
    if (status == APO_OK)
        status = apo_game_new(&game, &pos, NULL);
    if (status != APO_OK)
        return status;
    bool is_good = true;
    for (uint32_t i = 0; is_good && openings->book == NULL && i < openings->plies; i++)
        is_good = play_any(game, random);
    if (openings->book != NULL)
        play_book(game, openings, random);
    if (!is_good || apo_game_info_of(game).is_over || !is_wanted(game, openings, engine)) {
        apo_game_free(game);
        return APO_E_UNSUPPORTED;
    }
    *out = game;
    *out_number = number;
    return APO_OK;
}

apo_status apo_opening_make(apo_game **out, uint32_t *out_number, const apo_openings *openings,
                            uint32_t index, apo_engine *engine)
{
    apo_random random;
    apo_status status = APO_E_UNSUPPORTED;
    apo_random_seed(&random, apo_mix(openings->seed + apo_mix(index)));
    for (unsigned i = 0; status == APO_E_UNSUPPORTED && i < TRIES; i++)
        status = try_opening(out, out_number, openings, &random, engine);
    return status;
}
