/* Legal moves, check and result of positions of any game, without playing it here: for programs
 * that do not know the rules. */
#include <stdlib.h>

#include "definition/file/definition.h"
#include "net/workers.h"
#include "notation/fen.h"
#include "notation/move_text.h"
#include "server/round/view.h"
#include "server/seek/routes.h"
#include "server/web/ask.h"
#include "server/web/await.h"
#include "server/web/route.h"

enum {
    BODY_MAX = 256 * 1024, /* bytes */
    POSITIONS_MAX = 200,
    MOVES_MAX = 1000,     /* of one position */
    MOVES_ALL_MAX = 5000, /* of a request: some ten milliseconds of a worker */
    DEFINITION_MAX = 64 * 1024
};

/* A request, answered by a worker. */
typedef struct asking {
    apo_app *app;
    apo_http_request *req;
    apo_ask ask;
    const apo_variant *var; /* borrowed from the variant map; NULL: of the definition */
    apo_span definition;
    unsigned status; /* of the answer, once it is known */
    apo_buffer out;
    apo_error err;
    size_t moves; /* made so far */
} asking;

/* The answer for an impossible position: {"error":{"in":.., "index":.., "position":..,
 * "message":..}}. */
static void add_error(apo_buffer *out, const char *where, size_t index, const apo_error *err)
{
    apo_json_open(out, NULL, '{');
    apo_json_open(out, "error", '{');
    apo_json_add_string(out, "in", where);
    apo_json_add_number(out, "index", (int64_t)index);
    apo_json_add_number(out, "position", (int64_t)err->position);
    apo_json_add_string(out, "message", err->detail);
    apo_json_close(out, '}');
    apo_json_close(out, '}');
}

static void add_position(apo_buffer *out, const apo_position *pos)
{
    char fen[APO_FEN_MAX];
    apo_text text = apo_text_start(fen, sizeof fen);
    apo_fen_write(&text, pos);
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "fen", fen);
    apo_json_add_string(out, "turn", apo_view_side(apo_position_side(pos)));
    apo_json_add_flag(out, "check", apo_position_is_check(pos));
    apo_json_add_string(out, "end", apo_ending_word(apo_position_outcome(pos).ending));
    apo_view_legal_moves(out, pos);
    apo_json_close(out, '}');
}

static apo_status read_position(apo_position *pos, const apo_variant *var,
                                const apo_json_value *one, apo_error *err)
{
    apo_span fen;
    const apo_json_value *value = apo_json_in_member(one, "fen");
    if (value == NULL)
        return apo_position_start(pos, var, 0, 1);
    if (!apo_json_in_text(value, &fen))
        return apo_fail(err, APO_E_SYNTAX, 0, "\"fen\" is a text.", apo_span_of(""));
    return apo_fen_read(pos, var, fen, err);
}

static void add_one(asking *job, const apo_variant *var, const apo_json_value *one)
{
    apo_position pos;
    apo_error err = {.detail = ""};
    const apo_json_value *moves = apo_json_in_member(one, "moves");
    size_t count = apo_json_in_count(moves);
    if (read_position(&pos, var, one, &err) != APO_OK) {
        add_error(&job->out, "fen", 0, &err);
        return;
    }
    if (count > MOVES_MAX || (job->moves += count) > MOVES_ALL_MAX) {
        apo_fail(&err, APO_E_TOO_LARGE, 0, "There are too many moves.", apo_span_of(""));
        add_error(&job->out, "moves", 0, &err);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        apo_move mv;
        apo_span text = {"", 0};
        apo_json_in_text(apo_json_in_element(moves, i), &text);
        if (apo_move_read_any(&mv, &pos, text, &err) != APO_OK) {
            add_error(&job->out, "moves", i, &err);
            return;
        }
        apo_play(&pos, &mv);
    }
    add_position(&job->out, &pos);
}

static apo_variant *compile(asking *job)
{
    apo_variant *var = NULL;
    apo_fault_list *faults = malloc(sizeof *faults);
    if (faults == NULL)
        return NULL;
    apo_fault_list_init(faults);
    apo_status status =
        apo_definition_compile(&var, apo_span_of("own"), job->definition, NULL, NULL, faults);
    if (status != APO_OK && faults->count > 0) {
        const apo_fault *fault = &faults->faults[0];
        job->err.position = fault->line;
        apo_fail_because(&job->err, status, "The definition: %s", fault->detail);
    } else if (status != APO_OK) {
        apo_fail(&job->err, status, 0, apo_status_message(status), apo_span_of(""));
    }
    free(faults);
    return var;
}

/* In a worker's thread. */
static void work(void *context, unsigned worker)
{
    asking *job = context;
    apo_variant *own = job->var == NULL ? compile(job) : NULL;
    const apo_variant *var = own != NULL ? own : job->var;
    const apo_json_value *positions = apo_json_in_member(job->ask.body, "positions");
    (void)worker;
    if (var == NULL)
        return;
    apo_json_open(&job->out, NULL, '{');
    apo_json_open(&job->out, "positions", '[');
    for (size_t i = 0; i < apo_json_in_count(positions); i++)
        add_one(job, var, apo_json_in_element(positions, i));
    apo_json_close(&job->out, ']');
    apo_json_close(&job->out, '}');
    apo_variant_free(own);
}

static void end(asking *job)
{
    apo_ask_end(&job->ask);
    apo_buffer_clear(&job->out);
    apo_free(NULL, job);
}

static void done(void *context, apo_status status)
{
    asking *job = context;
    if (status != APO_OK)
        apo_app_reply_failure(job->app, job->req, status);
    else if (job->err.detail[0] != '\0')
        apo_http_reply_error(job->req, 422, "bad_definition", job->err.detail);
    else
        apo_http_reply_buffer(job->req, 200, APO_HTTP_JSON, &job->out);
    end(job);
}

/* The game: from the variant map, or a text. False: already answered. */
static bool read_game(asking *job)
{
    apo_span id;
    const apo_json_value *body = job->ask.body;
    bool has_text = apo_json_in_text(apo_json_in_member(body, "definition"), &job->definition);
    bool has_id = apo_json_in_text(apo_json_in_member(body, "variant"), &id);
    size_t count = apo_json_in_count(apo_json_in_member(body, "positions"));
    if (has_text == has_id)
        apo_reply_bad(job->req, "Either \"variant\" or \"definition\" is needed.");
    else if (has_text && job->definition.length > DEFINITION_MAX)
        apo_reply_bad(job->req, "The definition is longer than 65536 bytes.");
    else if (count == 0 || count > POSITIONS_MAX)
        apo_reply_bad(job->req, "\"positions\" is a list of 1 to 200 objects.");
    else if (has_text)
        return true;
    else {
        const apo_variant_entry *entry =
            apo_variant_map_find(job->app->variants, job->app->store, id);
        if (entry != NULL) {
            job->var = entry->var;
            return true;
        }
        apo_http_reply_error(job->req, 404, "not_found", "There is no such game here.");
    }
    return false;
}

static void api_positions(apo_http_request *req, void *context)
{
    asking *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(context, req, APO_E_MEMORY);
        return;
    }
    job->app = context;
    job->req = req;
    apo_buffer_init(&job->out, NULL);
    if (!apo_ask_start(&job->ask, req, "key variant definition positions")) {
        apo_free(NULL, job);
        return;
    }
    if (apo_await_game(context, req, apo_ask_text(&job->ask, "variant")) || !read_game(job)) {
        end(job);
        return;
    }
    apo_http_defer(req);
    if (!apo_workers_submit(job->app->workers, work, done, job)) {
        apo_app_reply_busy(req, 1);
        end(job);
    }
}

const apo_http_route apo_api_positions_routes[] = {
    {APO_HTTP_POST, "/api/positions", api_positions, APO_HTTP_ANY_ORIGIN | APO_HTTP_COSTLY,
     BODY_MAX,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC,
                   .summary = "Legal moves, check and end of positions of any game",
                   .answer = "{positions:[Position]}",
                   .body =
                       "variant?:id definition?:text positions:[{fen?:text moves?:[text]}]")},
    APO_ROUTES_END,
};
