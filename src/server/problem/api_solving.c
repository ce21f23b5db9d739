/* Solving problems: the first try at one, which is rated, and lines that solve it. */
#include <math.h>

#include "apothecary/position.h"
#include "notation/fen.h"
#include "notation/move_text.h"
#include "server/problem/problem_checker.h"
#include "server/problem/rating.h"
#include "server/problem/routes.h"
#include "server/problem/view.h"
#include "server/web/ask.h"
#include "server/web/await.h"
#include "server/web/route.h"
#include "server/web/visitor.h"

enum {
    ROUNDS_MAX = 64 /* retries after changes by others; each time at least one of the requests
                       succeeds */
};

static void reply_unknown(apo_http_request *req)
{
    apo_http_reply_error(req, 404, "not_found", "There is no such problem.");
}

/* --- judging ------------------------------------------------------------- */

/* True if the first move is one of the keys, or if the keys are unknown. */
static bool is_key(const apo_store_problem *problem, const apo_position *pos,
                   const apo_move *mv)
{
    char buf[APO_COORDINATE_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_span rest = apo_span_of(problem->keys);
    apo_coordinate_write(&text, pos, mv);
    if (problem->keys[0] == '\0' || apo_span_is(apo_span_of(problem->verdict), "forced"))
        return true;
    for (apo_span key; (key = apo_span_word(&rest)).length > 0;) {
        if (apo_span_is(key, buf))
            return true;
    }
    return false;
}

static bool is_end(const apo_store_problem *problem, const apo_position *pos)
{
    enum apo_ending ending = (enum apo_ending)apo_position_outcome(pos).ending;
    return ending == APO_ENDING_MATE ||
           (ending == APO_ENDING_STALEMATE &&
            apo_span_is(apo_span_of(problem->aim), APO_PROBLEM_STALEMATE));
}

/* True if the moves follow the only winning line: the solver's moves are checked, the replies
 * are the opponent's best. */
static bool is_line(const apo_store_problem *problem, const apo_json_value *moves)
{
    apo_span rest = apo_span_of(problem->line), word;
    size_t count = 0;
    while ((word = apo_span_word(&rest)).length > 0) {
        apo_span text = {NULL, 0};
        apo_json_in_text(apo_json_in_element(moves, count++), &text);
        if (!apo_span_same(text, word))
            return false;
    }
    return count == apo_json_in_count(moves);
}

/* True if the line solves the problem within its number of moves, beginning with a key. */
static bool is_solution(apo_app *app, const apo_store_problem *problem,
                        const apo_json_value *moves)
{
    apo_position pos;
    size_t count = apo_json_in_count(moves);
    const apo_variant_entry *entry =
        apo_variant_map_find(app->variants, NULL, apo_span_of(problem->variant));
    if (apo_span_is(apo_span_of(problem->aim), APO_PROBLEM_WIN))
        return is_line(problem, moves);
    if (entry == NULL || count % 2 == 0 || count > 2 * (size_t)problem->moves ||
        apo_fen_read(&pos, entry->var, apo_span_of(problem->fen), NULL) != APO_OK)
        return false;
    for (size_t i = 0; i < count; i++) {
        apo_span text = {NULL, 0};
        apo_move mv;
        apo_json_in_text(apo_json_in_element(moves, i), &text);
        if (apo_move_read_any(&mv, &pos, text, NULL) != APO_OK ||
            (i == 0 && !is_key(problem, &pos, &mv)) || apo_play(&pos, &mv) != APO_OK)
            return false;
    }
    return is_end(problem, &pos);
}

/* True if the position can be read, and all moves are legal. */
static bool is_legal(apo_app *app, const apo_store_problem *problem,
                     const apo_json_value *moves)
{
    apo_position pos;
    const apo_variant_entry *entry =
        apo_variant_map_find(app->variants, NULL, apo_span_of(problem->variant));
    if (entry == NULL || !apo_json_in_is_list(moves) ||
        apo_fen_read(&pos, entry->var, apo_span_of(problem->fen), NULL) != APO_OK)
        return false;
    for (size_t i = 0; i < apo_json_in_count(moves); i++) {
        apo_span text = {NULL, 0};
        apo_move mv;
        apo_json_in_text(apo_json_in_element(moves, i), &text);
        if (apo_move_read_any(&mv, &pos, text, NULL) != APO_OK || apo_play(&pos, &mv) != APO_OK)
            return false;
    }
    return true;
}

/* --- lines that solve it ------------------------------------------------- */

typedef struct solving {
    apo_app *app;
    apo_http_request *req;
} solving;

static void reply_solved(apo_http_request *req)
{
    apo_http_reply(req, 200, APO_HTTP_JSON, apo_span_of("{\"solved\":true}"));
}

static void finish_solving(void *context, apo_status status)
{
    solving *job = context;
    if (status == APO_OK)
        reply_solved(job->req);
    else
        apo_app_reply_failure(job->app, job->req, status);
    apo_free(NULL, job);
}

static void mark(apo_app *app, apo_http_request *req, const apo_store_problem *problem)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    solving *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    *job = (solving){app, req};
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_solve_problem(batch, problem->id, visitor->person.id, apo_http_wall_clock_ms());
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish_solving, job);
}

static void api_problem_solved(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_ask ask;
    apo_store_problem problem;
    if (!apo_ask_start(&ask, req, "key moves"))
        return;
    apo_span person = apo_visitor_account_id(app, req);
    if (!apo_problem_find_seen(&problem, app, apo_http_param(req, "id"), person))
        reply_unknown(req);
    else if (apo_await_game(app, req, apo_span_of(problem.variant)))
        ; /* called again */
    else if (!is_solution(app, &problem, apo_json_in_member(ask.body, "moves")))
        apo_http_reply_error(req, 422, "illegal_move", "That is not a solution.");
    else if (person.length == 0)
        apo_http_reply_error(req, 401, "login_needed",
                             "Solved; to have that recorded, log in or create an account.");
    else
        mark(app, req, &problem);
    apo_ask_end(&ask);
}

/* --- tries --------------------------------------------------------------- */

typedef struct trying {
    apo_app *app;
    apo_http_request *req;
    char problem[APO_STORE_ID_MAX], key[APO_STORE_KEY_MAX];
    apo_store_person person; /* id "": a guest or stranger */
    bool is_right;
    unsigned rounds;
} trying;

/* `first`: the try that was counted; NULL: this one was not. */
static void end_try(trying *job, const apo_store_problem_try *first)
{
    apo_buffer out;
    apo_store_problem problem = {.tries = 0};
    apo_span id = apo_span_of(job->problem), person = apo_span_of(job->person.id);
    apo_buffer_init(&out, NULL);
    apo_store_find_problem(job->app->store, &problem, id);
    apo_json_open(&out, NULL, '{');
    apo_json_add_flag(&out, "right", job->is_right);
    apo_json_add_flag(&out, "solved", apo_store_has_solved(job->app->store, id, person));
    apo_json_add_flag(&out, "counted", first != NULL);
    if (first != NULL)
        apo_json_add_number(&out, "change", lround(first->rating) - lround(first->before));
    else
        apo_json_add_null(&out, "change");
    apo_problem_rating_write(&out, "you", job->app->store, person);
    apo_problem_rating_write_problem(&out, "problem", &problem);
    apo_json_close(&out, '}');
    apo_http_reply_buffer(job->req, 200, APO_HTTP_JSON, &out);
    apo_free(NULL, job);
}

static void settle(trying *job);

static void finish_try(void *context, apo_status status)
{
    trying *job = context;
    if (status == APO_OK ||
        ((status == APO_E_EXISTS || status == APO_E_UNKNOWN) && ++job->rounds < ROUNDS_MAX)) {
        settle(job);
        return;
    }
    apo_app_reply_failure(job->app, job->req, status);
    apo_free(NULL, job);
}

static void finish_mark(void *context, apo_status status)
{
    trying *job = context;
    if (status == APO_OK) {
        end_try(job, NULL);
        return;
    }
    apo_app_reply_failure(job->app, job->req, status);
    apo_free(NULL, job);
}

/* Replies, or takes the next step and is called again afterwards: reads the stored data, and
 * counts the try if it is the first. If somebody changes a rating between reading and writing,
 * the store refuses the batch, and everything is read again. */
static void settle(trying *job)
{
    apo_store *store = job->app->store;
    apo_store_problem problem;
    apo_store_problem_try first;
    apo_store_problem_rating rating;
    apo_span id = apo_span_of(job->problem), person = apo_span_of(job->person.id);
    int64_t now_ms = apo_http_wall_clock_ms();
    bool is_tried = apo_store_find_problem_try(store, &first, id, person) == APO_OK;
    if (is_tried && apo_span_is(apo_span_of(first.key), job->key)) {
        end_try(job, &first);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    if (!is_tried && apo_store_find_problem(store, &problem, id) == APO_OK &&
        apo_problem_counts(store, &problem, &job->person)) {
        first = (apo_store_problem_try){.is_right = job->is_right, .at_ms = now_ms};
        apo_text_copy(first.key, sizeof first.key, job->key);
        apo_problem_rating_find(&rating, store, person, now_ms);
        apo_problem_rating_count(&first, &rating, &problem);
        apo_store_add_problem_try(batch, &first, &rating, &problem);
        apo_store_submit(store, batch, finish_try, job);
    } else if (job->is_right && person.length > 0) {
        apo_store_solve_problem(batch, job->problem, job->person.id, now_ms);
        apo_store_submit(store, batch, finish_mark, job);
    } else {
        apo_store_batch_free(batch);
        end_try(job, NULL);
    }
}

static void start_try(apo_app *app, const apo_ask *ask, const apo_store_problem *problem)
{
    const apo_visitor *visitor = apo_visitor_of(app, ask->req);
    trying *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(app, ask->req, APO_E_MEMORY);
        return;
    }
    *job = (trying){.app = app, .req = ask->req};
    job->is_right = is_solution(app, problem, apo_json_in_member(ask->body, "moves"));
    apo_text_copy(job->problem, sizeof job->problem, problem->id);
    apo_text_copy_span(job->key, sizeof job->key, ask->key);
    if (apo_visitor_is_account(visitor))
        job->person = visitor->person;
    apo_http_defer(ask->req);
    settle(job);
}

static void api_problem_try(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_ask ask;
    apo_store_problem problem;
    if (!apo_ask_start(&ask, req, "key moves"))
        return;
    if (!apo_problem_find_seen(&problem, app, apo_http_param(req, "id"),
                               apo_visitor_account_id(app, req)))
        reply_unknown(req);
    else if (apo_await_game(app, req, apo_span_of(problem.variant)))
        ; /* called again */
    else if (!is_legal(app, &problem, apo_json_in_member(ask.body, "moves")))
        apo_http_reply_error(req, 422, "illegal_move", "Those moves are not legal.");
    else
        start_try(app, &ask, &problem);
    apo_ask_end(&ask);
}

/* --- the next one -------------------------------------------------------- */

static void api_problem_next(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_problem problem;
    apo_buffer out;
    apo_span variant = {"", 0}, after = {"", 0}, person = apo_visitor_account_id(app, req);
    apo_http_query(req, "variant", &variant);
    apo_http_query(req, "after", &after);
    if (apo_problem_find_next(&problem, app->store, person, variant, after) != APO_OK) {
        apo_http_reply_error(req, 404, "not_found",
                             "There is no problem that you have not solved.");
        return;
    }
    apo_buffer_init(&out, NULL);
    apo_problem_view_write(&out, app, &problem, person);
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

const apo_http_route apo_api_solving_routes[] = {
    {APO_HTTP_GET, "/api/problems/next", api_problem_next, APO_HTTP_ASIDE, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC,
                   .summary = "A problem near your rating that you have not solved",
                   .answer = "Problem", .query = "variant?:id after?:id")},
    {APO_HTTP_POST, "/api/problems/:id/solved", api_problem_solved, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Records that you have solved a problem",
                   .answer = "{solved:flag}", .body = "moves:[text]")},
    {APO_HTTP_POST, "/api/problems/:id/try", api_problem_try, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_PLAY,
                   .summary = "Tries to solve a problem; the first try is rated",
                   .answer = "{right:flag solved:flag counted:flag change:int|null "
                             "you:ProblemRating|null problem:ProblemRating}",
                   .body = "moves:[text]")},
    APO_ROUTES_END,
};
