/* Problems: lists, one problem, publishing and solving. */
#include <string.h>

#include "apothecary/position.h"
#include "net/plain_text.h"
#include "notation/fen.h"
#include "notation/move_number.h"
#include "notation/move_text.h"
#include "server/jobs/jobs.h"
#include "server/problem/problem_checker.h"
#include "server/problem/routes.h"
#include "server/problem/view.h"
#include "server/web/ask.h"
#include "server/web/await.h"
#include "server/web/holding.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "store/projects.h"

enum {
    LIST_MAX = 50,
    ID_LENGTH = 10
};

static void reply_unknown(apo_http_request *req)
{
    apo_http_reply_error(req, 404, "not_found", "There is no such problem.");
}

/* --- looking ------------------------------------------------------------- */

typedef struct listing {
    apo_app *app;
    apo_buffer *out;
    apo_span person;
    unsigned count;
    char last[APO_STORE_ID_MAX];
} listing;

static bool add_row(void *context, const apo_store_problem *problem)
{
    listing *all = context;
    if (all->count++ == LIST_MAX)
        return false;
    memcpy(all->last, problem->id, sizeof all->last);
    if (problem->author[0] == '\0' ||
        !apo_person_is_hidden(all->app->store, all->person, problem->author))
        apo_problem_view_write(all->out, all->app, problem, all->person);
    return true;
}

static void api_problems(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    apo_problem_query query;
    if (!apo_problem_query_read(&query, app, req, apo_visitor_account_id(app, req))) {
        apo_reply_bad(req, "There is no such list of problems.");
        return;
    }
    apo_buffer_init(&out, NULL);
    listing all = {.app = app, .out = &out, .person = apo_visitor_account_id(app, req)};
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "problems", '[');
    apo_store_list_problems(app->store, &query.filter, LIST_MAX + 1, add_row, &all);
    apo_json_close(&out, ']');
    apo_json_add_optional(&out, "next", all.count > LIST_MAX ? all.last : NULL);
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void api_problem(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_problem problem;
    apo_buffer out;
    if (!apo_problem_find_seen(&problem, app, apo_http_param(req, "id"),
                               apo_visitor_account_id(app, req))) {
        reply_unknown(req);
        return;
    }
    apo_buffer_init(&out, NULL);
    apo_problem_view_write(&out, app, &problem, apo_visitor_account_id(app, req));
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

/* --- publishing ---------------------------------------------------------- */

typedef struct creation {
    apo_app *app;
    apo_http_request *req;
    apo_store_problem problem;
} creation;

static void finish_creation(void *context, apo_status status)
{
    creation *job = context;
    apo_app *app = job->app;
    apo_store_problem made;
    if (status == APO_OK)
        apo_reply_made(job->req, "/problems/", job->problem.id);
    else if (status == APO_E_EXISTS &&
             apo_store_find_problem_key(app->store, &made, apo_span_of(job->problem.author),
                                        apo_span_of(job->problem.key)) == APO_OK)
        apo_reply_made(job->req, "/problems/", made.id);
    else
        apo_app_reply_failure(app, job->req, status);
    apo_free(NULL, job);
    apo_jobs_tick(app->jobs);
}

static bool say(apo_error *err, const char *words, apo_span word)
{
    apo_fail(err, APO_E_SYNTAX, 0, words, word);
    return false;
}

/* The position in the library's notation. */
static bool read_position(apo_store_problem *out, const apo_variant *var, apo_span fen,
                          apo_error *err)
{
    apo_position pos;
    apo_error reason = {.detail = ""};
    if (apo_fen_read(&pos, var, fen, &reason) != APO_OK)
        return apo_fail_because(err, APO_E_POSITION, "This position is not possible: %s.",
                                reason.detail) == APO_OK;
    if (apo_position_outcome(&pos).ending != APO_ENDING_NONE)
        return say(err, "In this position the game is over already.", fen);
    apo_text text = apo_text_start(out->fen, sizeof out->fen);
    apo_fen_write(&text, &pos);
    return true;
}

static bool read_aim(apo_store_problem *out, const apo_variant *var, const apo_json_value *body,
                     apo_error *err)
{
    apo_span word = {NULL, 0};
    int64_t moves;
    apo_json_in_text(apo_json_in_member(body, "aim"), &word);
    if (!apo_problem_is_aim(word))
        return say(err, "\"aim\" is mate or stalemate.", word);
    if (apo_span_is(word, APO_PROBLEM_STALEMATE) && !apo_variant_info_of(var)->has_advantage)
        return say(err, "In this game a stalemate is a draw like any other.", word);
    if (!apo_json_in_number(apo_json_in_member(body, "moves"), 1, APO_PROBLEM_MOVES_MAX,
                            &moves))
        return say(err, "\"moves\" is a number from 1 to 6.", word);
    apo_text_copy_span(out->aim, sizeof out->aim, word);
    out->moves = (unsigned)moves;
    return true;
}

/* One paragraph, cleaned. */
static bool read_words(char *out, size_t size, const apo_json_value *value)
{
    apo_span given = {NULL, 0};
    apo_json_in_text(value, &given);
    return apo_plain_text_copy(out, size, given);
}

static bool read_creation(apo_store_problem *out, apo_app *app, const apo_ask *ask,
                          apo_error *err)
{
    apo_span variant = {NULL, 0}, fen = {NULL, 0};
    apo_json_in_text(apo_json_in_member(ask->body, "variant"), &variant);
    apo_json_in_text(apo_json_in_member(ask->body, "fen"), &fen);
    const apo_variant_entry *entry = apo_variant_map_find(app->variants, NULL, variant);
    *out = (apo_store_problem){.created_ms = apo_http_wall_clock_ms()};
    if (entry == NULL || entry->is_own)
        return say(err, "There are no problems for the game \"%s\" here.", variant);
    if (!read_words(out->title, sizeof out->title, apo_json_in_member(ask->body, "title")) ||
        !read_words(out->remark, sizeof out->remark, apo_json_in_member(ask->body, "remark")))
        return say(err, "The title or the remark is too long.", variant);
    apo_text_copy(out->variant, sizeof out->variant, entry->id);
    apo_text_copy_span(out->key, sizeof out->key, ask->key);
    apo_token_name(out->id, ID_LENGTH);
    return read_position(out, entry->var, fen, err) &&
           read_aim(out, entry->var, ask->body, err);
}

static void create(apo_app *app, apo_http_request *req, const apo_store_problem *problem)
{
    creation *job = apo_allocate_zero(NULL, sizeof *job);
    apo_store_batch *batch = apo_store_batch_new();
    if (job == NULL) {
        apo_store_batch_free(batch);
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    *job = (creation){app, req, *problem};
    apo_store_add_problem(batch, problem);
    apo_store_add_job(batch, APO_PROBLEM_JOB, problem->id, "", problem->created_ms);
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish_creation, job);
}

static void api_problem_create(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_ask ask;
    apo_store_problem problem, made;
    apo_error err = {.detail = ""};
    if (!apo_ask_start(&ask, req, "key variant fen aim moves title remark"))
        return;
    apo_span person = apo_visitor_account_id(app, req);
    if (person.length == 0)
        apo_http_reply_error(req, 401, "login_needed",
                             "Publishing a problem needs an account: log in or create one.");
    else if (apo_store_find_problem_key(app->store, &made, person, ask.key) == APO_OK)
        apo_reply_made(req, "/problems/", made.id);
    else if (apo_await_game(app, req, apo_ask_text(&ask, "variant")))
        ; /* called again */
    else if (!read_creation(&problem, app, &ask, &err))
        apo_reply_bad(req, err.detail);
    else if (apo_holding_may_grow(app, req, APO_HOLDING_PROBLEMS, person) &&
             apo_app_may(app, req, APO_LIMIT_GAMES, apo_http_remote_key(req))) {
        apo_text_copy_span(problem.author, sizeof problem.author, person);
        create(app, req, &problem);
    }
    apo_ask_end(&ask);
}

/* --- the source ---------------------------------------------------------- */

/* The line of the game in a text of sources: kind, name, start, result, codes; workers begin it
 * with "game". */
static bool find_source(apo_span *out, apo_span rest, const char *source)
{
    for (apo_span line; apo_span_line(&rest, &line);) {
        apo_span words = line;
        if (apo_span_is(apo_span_word(&words), "game"))
            apo_span_word(&words);
        if (apo_span_is(apo_span_word(&words), source)) {
            *out = words;
            return true;
        }
    }
    return false;
}

/* The moves of the game; false: they cannot be read. */
static bool write_source(apo_buffer *out, const apo_variant *var, apo_span words)
{
    uint32_t start, quarters;
    apo_position pos;
    if (!apo_span_number(apo_span_word(&words), UINT16_MAX, &start) ||
        !apo_span_number(apo_span_word(&words), APO_QUARTERS_WIN, &quarters) ||
        apo_position_start(&pos, var, 0, start) != APO_OK)
        return false;
    apo_json_add_number(out, "start", start);
    apo_json_add_number(out, "white_quarters", quarters);
    apo_json_open(out, "moves", '[');
    apo_span codes = apo_span_word(&words);
    while (codes.length > 0) {
        char buf[APO_COORDINATE_MAX];
        apo_text text = apo_text_start(buf, sizeof buf);
        apo_move mv;
        if (apo_move_code_read(&mv, &pos, &codes) != APO_OK)
            return false;
        apo_coordinate_write(&text, &pos, &mv);
        apo_json_add_string(out, NULL, buf);
        if (apo_play(&pos, &mv) != APO_OK)
            return false;
    }
    apo_json_close(out, ']');
    return true;
}

/* The texts in which the line of a source may be: the games of the problems that come with the
 * server, or those of the part of a project in which a worker found it (NAME is ID-NUMBER). */
static bool read_sources(apo_buffer *out, const apo_app *app, const char *source)
{
    apo_store_project project;
    uint32_t game;
    if (apo_store_find_numbered(app->store, &project, &game, source) != APO_OK)
        return apo_http_asset_read(app->http, "mined-games.txt", out) == APO_OK;
    int64_t number = game / project.part_games;
    return apo_store_find_part(app->store, out, apo_span_of(project.id), &number) == APO_OK;
}

static void api_problem_source(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_problem problem;
    apo_buffer games, out;
    apo_span words;
    if (!apo_problem_find_seen(&problem, app, apo_http_param(req, "id"),
                               apo_visitor_account_id(app, req))) {
        reply_unknown(req);
        return;
    }
    if (apo_await_game(app, req, apo_span_of(problem.variant)))
        return;
    const apo_variant_entry *entry =
        apo_variant_map_find(app->variants, NULL, apo_span_of(problem.variant));
    apo_buffer_init(&games, NULL);
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_string(&out, "variant", problem.variant);
    apo_json_add_string(&out, "source", problem.source);
    apo_json_add_number(&out, "ply", problem.ply);
    bool is_found = entry != NULL && problem.source[0] != '\0' &&
                    read_sources(&games, app, problem.source) &&
                    find_source(&words, apo_buffer_span(&games), problem.source) &&
                    write_source(&out, entry->var, words);
    apo_json_close(&out, '}');
    apo_buffer_clear(&games);
    if (is_found)
        apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
    else
        reply_unknown(req);
    if (!is_found)
        apo_buffer_clear(&out);
}

const apo_http_route apo_api_problem_routes[] = {
    {APO_HTTP_GET, "/api/problems", api_problems, APO_HTTP_ASIDE, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "Problems, the newest first",
                   .answer = "{problems:[Problem] next:id|null}",
                   .query = "variant?:id aim?:'mate'|'stalemate'|'win' theme?:text moves?:int "
                            "unsolved?:text before?:id")},
    {APO_HTTP_GET, "/api/problems/:id/source", api_problem_source, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC,
                   .summary = "The game that a mined problem is from",
                   .answer = "{variant:id source:text ply:int start:int white_quarters:int "
                             "moves:[text]}")},
    {APO_HTTP_GET, "/api/problems/:id", api_problem, APO_HTTP_ASIDE, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "A problem", .answer = "Problem")},
    {APO_HTTP_POST, "/api/problems", api_problem_create, APO_HTTP_COSTLY, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_INVITE,
                   .summary = "Publishes a problem, once it has been checked",
                   .answer = "{id:id url:text}",
                   .body = "variant:id fen:text aim:'mate'|'stalemate' moves:int title?:text "
                           "remark?:text",
                   .status = 201)},
    APO_ROUTES_END,
};
