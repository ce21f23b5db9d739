#include "cli/io/after.h"

#include "base/error.h"

static bool fail(apo_problem *problem, apo_span text, apo_status status)
{
    problem->what = "move";
    problem->text = text;
    apo_fail(&problem->err, status, 0, apo_status_message(status), apo_span_of(""));
    return false;
}

static bool play_word(apo_game *game, apo_span word, apo_problem *problem)
{
    apo_move mv;
    problem->what = "move";
    problem->text = word;
    if (apo_move_read_any(&mv, apo_game_position(game), word, &problem->err) != APO_OK)
        return false;
    apo_status status = apo_game_play(game, &mv);
    return status == APO_OK || fail(problem, word, status);
}

static bool play_all(apo_game *game, apo_span rest, apo_problem *problem)
{
    for (;;) {
        apo_span word = apo_span_word(&rest);
        if (word.length == 0)
            return true;
        if (!play_word(game, word, problem))
            return false;
    }
}

bool apo_after_play(apo_game **out, const apo_call *call, apo_position *pos,
                    apo_problem *problem)
{
    apo_game *game = NULL;
    const char *moves = apo_call_value(call, "after");
    *out = NULL;
    if (moves == NULL)
        return true;
    apo_status status = apo_game_new(&game, pos, NULL);
    if (status != APO_OK)
        return fail(problem, apo_span_of(moves), status);
    if (!play_all(game, apo_span_of(moves), problem)) {
        apo_game_free(game);
        return false;
    }
    apo_game_position_at(pos, game, apo_game_info_of(game).length);
    *out = game;
    return true;
}
