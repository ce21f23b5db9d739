#include "server/app/worker_moves.h"

#include "base/json.h"
#include "base/text.h"
#include "net/json_in.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "server/web/shards.h"
#include "server/work/work.h"

enum {
    AWAITED_MAX = 64,               /* moves at once */
    FULL_NODES = 4000000,           /* without a clock that runs */
    FULL_LIVE_NODES = 1000000,      /* with one */
    LEFT_LEAST_MS = 60000,          /* with less on its clock the computer plays here */
    SLOW_PATIENCE_MS = 300000,      /* how long a move may take without a clock that runs */
    PATIENCE_MS = 30000,            /* the longest with one */
    PATIENCE_SHARE = 8,             /* of the time left */
    REST_MS = 60000,                /* no worker is asked for so long after one was too slow */
    TELL_TICKS = 5,                 /* how often others are told of waiting workers at least */
    TOLD_MS = 3 * TELL_TICKS * 1000 /* how long that is believed */
};

static const char kind_name[] = "move";

/* A move that somebody is looking for. */
typedef struct awaited {
    char game[APO_GAME_ID_MAX], subject[APO_STORE_ID_MAX];
    uint64_t seq;
    int64_t until_ms;
} awaited;

typedef struct apo_worker_moves {
    apo_worker_moves_hear *hear;
    awaited list[AWAITED_MAX];
    size_t count;
    int64_t rest_until_ms;
    /* Of several servers one has the queue of work, and tells the others who waits. */
    uint32_t ticks, told;
    uint32_t elsewhere;       /* workers that wait there */
    int64_t elsewhere_end_ms; /* of apo_http_ticks_ms: they are believed in until then */
} apo_worker_moves;

static awaited *find(apo_worker_moves *moves, apo_span game)
{
    for (size_t i = 0; i < moves->count; i++) {
        if (apo_span_is(game, moves->list[i].game))
            return &moves->list[i];
    }
    return NULL;
}

/* Its work ends, too, unless it is done. */
static void give_up(apo_app *app, awaited *one)
{
    apo_worker_moves *moves = app->worker_moves;
    apo_store_work work;
    if (apo_store_find_work_about(app->store, &work, apo_span_of(kind_name),
                                  apo_span_of(one->subject)) == APO_OK) {
        apo_store_batch *batch = apo_store_batch_new();
        apo_store_drop_work(batch, work.id);
        apo_store_submit(app->store, batch, NULL, NULL);
    }
    *one = moves->list[--moves->count];
}

void apo_worker_moves_forget(apo_app *app, apo_span game)
{
    awaited *one = app->worker_moves != NULL ? find(app->worker_moves, game) : NULL;
    if (one != NULL)
        give_up(app, one);
}

bool apo_worker_moves_has(const apo_app *app, apo_span game)
{
    return app->worker_moves != NULL && find(app->worker_moves, game) != NULL;
}

/* --- several servers ----------------------------------------------------- */

/* Whether a worker waits, here or at the server that has the queue. */
static bool has_waiting(const apo_app *app)
{
    const apo_worker_moves *moves = app->worker_moves;
    if (apo_shards_has_commons(app))
        return apo_work_awaiting(app->work) > 0;
    return moves->elsewhere > 0 && apo_http_ticks_ms() < moves->elsewhere_end_ms;
}

void apo_worker_moves_hear_waiting(apo_app *app, uint32_t count)
{
    app->worker_moves->elsewhere = count;
    app->worker_moves->elsewhere_end_ms = apo_http_ticks_ms() + TOLD_MS;
}

static void tell_waiting(apo_app *app)
{
    apo_worker_moves *moves = app->worker_moves;
    uint32_t count = (uint32_t)apo_work_awaiting(app->work);
    if (count != moves->told || moves->ticks++ % TELL_TICKS == 0)
        apo_shards_tell_workers(app, count);
    moves->told = count;
}

/* --- asking -------------------------------------------------------------- */

/* How long a worker may take; 0: it is not asked. */
static int64_t patience_ms(const apo_round *round, unsigned side)
{
    int64_t left_ms = apo_clock_left(&round->clock, (apo_side)side, apo_http_wall_clock_ms());
    int64_t most_ms = apo_round_is_live(round) ? PATIENCE_MS : SLOW_PATIENCE_MS;
    if (left_ms == APO_CLOCK_FOREVER)
        return most_ms;
    if (left_ms < LEFT_LEAST_MS)
        return 0;
    return left_ms / PATIENCE_SHARE < most_ms ? left_ms / PATIENCE_SHARE : most_ms;
}

static void write_input(apo_buffer *out, const apo_round *round, int64_t nodes)
{
    apo_buffer moves;
    apo_buffer_init(&moves, NULL);
    for (size_t i = 0; i < round->ply_count; i++) {
        apo_buffer_add(&moves, i > 0 ? " " : "");
        apo_buffer_add(&moves, round->plies[i].text);
    }
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "fen", round->start.fen);
    apo_json_add_text(out, "moves", apo_buffer_span(&moves));
    apo_json_add_number(out, "nodes", nodes);
    apo_json_close(out, '}');
    out->is_failed |= moves.is_failed;
    apo_buffer_clear(&moves);
}

static void end_asking(void *context, apo_status status)
{
    apo_app *app = context;
    if (status == APO_OK && apo_shards_has_commons(app))
        apo_work_wake(app->work);
    else if (status == APO_OK)
        apo_shards_tell_work(app);
}

static void submit(apo_app *app, const apo_live_game *game, const awaited *one, apo_span input,
                   int64_t nodes)
{
    const apo_store_game *row = apo_live_game_row(game);
    apo_store_work work = {
        .rank = APO_WORK_RANK_MOVE, .size = nodes, .created_ms = apo_http_wall_clock_ms()};
    apo_text_copy(work.kind, sizeof work.kind, kind_name);
    apo_text_copy(work.subject, sizeof work.subject, one->subject);
    apo_text_copy(work.variant, sizeof work.variant, apo_live_game_round(game)->start.variant);
    apo_text_copy(work.definition, sizeof work.definition, row->definition);
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_want_work(batch, &work, input);
    apo_store_submit(app->store, batch, end_asking, app);
}

bool apo_worker_moves_ask(apo_app *app, apo_live_game *game)
{
    apo_worker_moves *moves = app->worker_moves;
    const apo_round *round = apo_live_game_round(game);
    unsigned turn = apo_round_turn(round);
    if (moves == NULL || turn >= APO_SIDES || round->seats[turn].level < APO_WORKER_LEVEL ||
        !has_waiting(app) || moves->count == AWAITED_MAX ||
        apo_http_wall_clock_ms() < moves->rest_until_ms)
        return false;
    int64_t wait_ms = patience_ms(round, turn);
    int64_t nodes = apo_round_is_live(round) ? FULL_LIVE_NODES : FULL_NODES;
    apo_buffer input;
    if (wait_ms == 0)
        return false;
    awaited one = {.seq = round->seq, .until_ms = apo_http_wall_clock_ms() + wait_ms};
    apo_text_copy(one.game, sizeof one.game, round->id);
    apo_text subject = apo_text_start(one.subject, sizeof one.subject);
    apo_text_add(&subject, round->id);
    apo_text_add_char(&subject, '.');
    apo_text_add_number(&subject, (int64_t)round->seq);
    apo_buffer_init(&input, NULL);
    write_input(&input, round, nodes);
    bool is_asked = !input.is_failed && !subject.is_overflowed;
    if (is_asked) {
        submit(app, game, &one, apo_buffer_span(&input), nodes);
        moves->list[moves->count++] = one;
        if (moves->elsewhere > 0)
            moves->elsewhere--; /* until the next news */
    }
    apo_buffer_clear(&input);
    return is_asked;
}

void apo_worker_moves_tick(apo_app *app)
{
    apo_worker_moves *moves = app->worker_moves;
    int64_t now_ms = apo_http_wall_clock_ms();
    for (size_t i = moves != NULL ? moves->count : 0; i-- > 0;) {
        awaited *one = &moves->list[i];
        if (one->until_ms > now_ms)
            continue;
        apo_log_text(&app->log, "worker_too_slow", "game", apo_span_of(one->game));
        moves->rest_until_ms = now_ms + REST_MS;
        give_up(app, one);
    }
    if (moves != NULL && app->shards != NULL && apo_shards_has_commons(app))
        tell_waiting(app);
}

/* --- results ------------------------------------------------------------- */

/* Reads the input of the work again: the position before the move. */
static apo_status read_input(apo_position *pos, const apo_variant *var, apo_span input)
{
    apo_json_in *document;
    apo_span fen = {"", 0}, moves = {"", 0}, word;
    apo_status status = apo_json_in_read(&document, input, NULL);
    if (status != APO_OK)
        return status;
    const apo_json_value *root = apo_json_in_root(document);
    bool is_read = apo_json_in_text(apo_json_in_member(root, "fen"), &fen) &&
                   apo_json_in_text(apo_json_in_member(root, "moves"), &moves);
    status = is_read ? apo_fen_read(pos, var, fen, NULL) : APO_E_SYNTAX;
    while (status == APO_OK && (word = apo_span_word(&moves)).length > 0) {
        apo_move mv;
        status = apo_coordinate_read(&mv, pos, word, NULL);
        if (status == APO_OK)
            status = apo_play(pos, &mv);
    }
    apo_json_in_free(document);
    return status;
}

/* Checks that the result is a legal move, and writes it as games have it. */
static apo_status read_move(apo_text *out, const apo_position *pos, apo_span result)
{
    apo_json_in *document;
    apo_span text = {"", 0};
    apo_move mv;
    apo_status status = apo_json_in_read(&document, result, NULL);
    if (status != APO_OK)
        return status == APO_E_TOO_LARGE ? APO_E_SYNTAX : status;
    bool is_read =
        apo_json_in_text(apo_json_in_member(apo_json_in_root(document), "move"), &text);
    status = is_read ? apo_coordinate_read(&mv, pos, text, NULL) : APO_E_SYNTAX;
    if (status == APO_OK)
        apo_coordinate_write(out, pos, &mv);
    apo_json_in_free(document);
    return status;
}

bool apo_worker_moves_hear_found(apo_app *app, apo_span subject, apo_span move)
{
    apo_worker_moves *moves = app->worker_moves;
    for (size_t i = moves->count; i-- > 0;) {
        awaited one = moves->list[i];
        if (!apo_span_is(subject, one.subject))
            continue;
        moves->list[i] = moves->list[--moves->count];
        moves->hear(app, apo_span_of(one.game), one.seq, move);
        return true;
    }
    return false;
}

/* The move is played apart from the batch. If the batch fails, the move is handed in once more,
 * and the game, which has gone on, does not want it any more. */
static apo_status take_result(apo_app *app, const apo_store_work *work, apo_span input,
                              apo_span result, apo_store_batch *batch)
{
    apo_position pos;
    char move[APO_ACT_DATA_MAX];
    apo_text text = apo_text_start(move, sizeof move);
    const apo_variant *var =
        apo_variant_map_variant(app->variants, app->store, work->variant, work->definition);
    if (var == NULL)
        return APO_E_MEMORY;
    apo_status status = read_input(&pos, var, input);
    if (status == APO_OK)
        status = read_move(&text, &pos, result);
    if (status != APO_OK || batch == NULL)
        return status;
    if (!apo_worker_moves_hear_found(app, apo_span_of(work->subject), apo_text_span(&text)))
        apo_shards_tell_move(app, work->subject, apo_text_span(&text));
    return APO_OK;
}

apo_status apo_worker_moves_open(apo_app *app, apo_worker_moves_hear *hear)
{
    static const apo_work_kind kind = {
        .name = kind_name, .take = take_result, .has_exact_size = true, .is_urgent = true};
    app->worker_moves = apo_allocate_zero(NULL, sizeof *app->worker_moves);
    if (app->worker_moves == NULL)
        return APO_E_MEMORY;
    app->worker_moves->hear = hear;
    apo_work_add_kind(app->work, &kind);
    return APO_OK;
}

void apo_worker_moves_free(struct apo_worker_moves *moves)
{
    apo_free(NULL, moves);
}
