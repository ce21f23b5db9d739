#include "server/app/server_news.h"

#include "base/text.h"
#include "server/app/worker_moves.h"
#include "server/lichess/lichess.h"
#include "server/live/engine_pool.h"
#include "server/live/feed.h"
#include "server/seek/lobby.h"
#include "server/web/game_summary.h"
#include "server/web/shards.h"

static const char *lobby_event(enum apo_round_state before, enum apo_round_state now)
{
    if (now == APO_ROUND_WAITING && before != now)
        return "open";
    if (now == APO_ROUND_PLAYING && before != now)
        return "playing";
    return before != now ? "closed" : NULL;
}

static void tell_others(const apo_app *app, const apo_round *round, enum apo_round_state before)
{
    apo_shards_news news = {
        .seq = round->seq, .before = (unsigned)before, .now = (unsigned)round->state};
    apo_text_copy(news.game, sizeof news.game, round->id);
    for (unsigned side = 0; side < APO_SIDES; side++)
        apo_text_copy(news.persons[side], sizeof news.persons[side], round->seats[side].person);
    apo_shards_tell_game(app, &news);
}

void apo_server_hear_change(void *context, apo_live_game *game, enum apo_round_state before)
{
    apo_app *app = context;
    apo_game_summary summary;
    const apo_round *round = apo_live_game_round(game);
    const char *event = lobby_event(before, round->state);
    if (event != NULL && apo_live_game_row(game)->is_open) {
        apo_game_summary_of_round(&summary, round);
        apo_lobby_tell(app->lobby, event, &summary);
    }
    apo_lobby_tell_players(app->lobby, round);
    apo_feed_tell_game(app, game, before);
    apo_lichess_hear_game(app, game, before);
    if (app->pool != NULL && !apo_round_wants_computer(round)) {
        apo_engine_pool_forget(app->pool, apo_span_of(round->id));
        apo_worker_moves_forget(app, apo_span_of(round->id));
    }
    if (app->shards != NULL)
        tell_others(app, round, before);
}

bool apo_server_is_heard(void *context, apo_span person)
{
    const apo_app *app = context;
    return apo_audience_has(app->feeds, person) || apo_lobby_has(app->lobby, person);
}
