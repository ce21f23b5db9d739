#include "server/app/server_computer.h"

#include "base/text.h"
#include "server/app/worker_moves.h"
#include "server/live/any_move.h"
#include "server/live/definition_file.h"
#include "server/live/engine_pool.h"

enum {
    PATH_MAX_BYTES = 4096
};

static void write_position(apo_buffer *out, const apo_round *round)
{
    apo_buffer_add(out, "fen ");
    apo_buffer_add(out, round->start.fen);
    if (round->ply_count > 0)
        apo_buffer_add(out, " moves");
    for (size_t i = 0; i < round->ply_count; i++) {
        apo_buffer_add_char(out, ' ');
        apo_buffer_add(out, round->plies[i].text);
    }
}

/* An engine knows the games that are built in now. Any other definition goes to it as a file,
 * whose name is then in `path`. */
static apo_status choose_rules(apo_engine_pool_question *question, char path[PATH_MAX_BYTES],
                               const apo_app *app, const apo_live_game *game)
{
    const char *digest = apo_live_game_row(game)->definition;
    apo_span text;
    question->variant = apo_span_of(apo_live_game_round(game)->start.variant);
    if (!apo_variant_map_text(app->variants, digest, &text))
        return APO_OK;
    apo_status status =
        apo_definition_file(path, PATH_MAX_BYTES, app->options.data, digest, text);
    question->variant = apo_span_of(path);
    question->is_file = true;
    return status;
}

void apo_server_computer_ask(void *context, apo_live_game *game)
{
    apo_app *app = context;
    const apo_round *round = apo_live_game_round(game);
    unsigned turn = apo_round_turn(round);
    int64_t left_ms = apo_clock_left(&round->clock, (apo_side)turn, apo_http_wall_clock_ms());
    char path[PATH_MAX_BYTES] = "";
    apo_buffer position;
    if (app->pool == NULL || turn >= APO_SIDES || apo_worker_moves_ask(app, game) ||
        apo_engine_pool_is_full(app->pool))
        return;
    apo_buffer_init(&position, NULL);
    write_position(&position, round);
    apo_engine_pool_question question = {
        .game = apo_span_of(round->id),
        .seq = round->seq,
        .owner = apo_span_of(round->seats[turn ^ 1U].person),
        .position = apo_buffer_span(&position),
        .level = round->seats[turn].level,
        .left_ms = left_ms == APO_CLOCK_FOREVER ? -1 : left_ms,
        .increment_ms = round->start.controls[turn].increment_ms,
    };
    if (position.is_failed || choose_rules(&question, path, app, game) != APO_OK ||
        apo_engine_pool_ask(app->pool, &question) != APO_OK)
        apo_log_text(&app->log, "computer_not_asked", "game", apo_span_of(round->id));
    apo_buffer_clear(&position);
}

bool apo_server_computer_has(void *context, apo_span game)
{
    const apo_app *app = context;
    return app->pool == NULL || apo_worker_moves_has(app, game) ||
           apo_engine_pool_has(app->pool, game) || apo_engine_pool_is_full(app->pool);
}

/* A computer's move waiting for the game to be free. */
typedef struct answer {
    apo_app *app;
    char game[APO_GAME_ID_MAX];
    uint64_t seq;
    char move[APO_ACT_DATA_MAX];
} answer;

/* If no engine survives this position, the server plays a move itself, so that the game goes
 * on. */
static void play_any_move(apo_app *app, apo_act *act, const apo_round *round)
{
    char buf[APO_ACT_DATA_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_any_move_write(&text, apo_game_position(round->game));
    apo_log_text(&app->log, "computer_replaced", "game", apo_span_of(round->id));
    apo_act_move(act, round->ply_count, apo_text_span(&text), NULL);
}

static void play_answer(void *context)
{
    answer *job = context;
    apo_live_game *game;
    apo_act act;
    apo_app *app = job->app;
    if (apo_live_find(app->live, &game, apo_span_of(job->game)) != APO_OK) {
        apo_free(NULL, job);
        return;
    }
    if (!apo_live_game_enter(game, play_answer, job))
        return;
    apo_round *round = apo_live_game_round(game);
    if (round->seq == job->seq && apo_round_wants_computer(round)) {
        apo_act_start(&act, round, apo_round_turn(round), apo_http_wall_clock_ms(),
                      apo_span_of(""));
        apo_act_move(&act, round->ply_count, apo_span_of(job->move), NULL);
        if (act.count == 0)
            play_any_move(app, &act, round);
        if (act.count > 0)
            apo_live_game_commit(game, &act, NULL, NULL, NULL);
    } else if (apo_round_wants_computer(round)) {
        apo_server_computer_ask(app, game); /* an offer came in between: ask again */
    }
    apo_free(NULL, job);
}

static void play_read(void *context, apo_status status)
{
    if (status == APO_OK)
        play_answer(context);
    else
        apo_free(NULL, context); /* the tick asks again */
}

static void hear_move(apo_app *app, apo_span game, uint64_t seq, apo_span move)
{
    answer *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL)
        return;
    job->app = app;
    job->seq = seq;
    apo_text id = apo_text_start(job->game, sizeof job->game);
    apo_text text = apo_text_start(job->move, sizeof job->move);
    apo_text_add_span(&id, game);
    apo_text_add_span(&text, move);
    apo_live_fetch(app->live, apo_span_of(job->game), play_read, job);
}

static void hear_engine(void *context, apo_span game, uint64_t seq, apo_span move)
{
    hear_move(context, game, seq, move);
}

apo_status apo_server_computer_open(apo_app *app)
{
    const apo_engine_pool_options options = {
        .http = app->http,
        .log = &app->log,
        .metrics = app->metrics,
        .program = app->options.engine,
        .count = app->options.engines,
        .answer = hear_engine,
        .context = app,
    };
    apo_status status = apo_worker_moves_open(app, hear_move);
    return status == APO_OK && app->options.engines > 0
               ? apo_engine_pool_new(&app->pool, &options)
               : status;
}
