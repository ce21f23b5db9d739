/* The list of problems, one of them, and the form that publishes one. */
#include <math.h>

#include "apothecary/position.h"
#include "base/text.h"
#include "notation/fen.h"
#include "server/problem/problem_checker.h"
#include "server/problem/rating.h"
#include "server/problem/routes.h"
#include "server/problem/view.h"
#include "server/web/board_svg.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/person.h"
#include "server/web/route.h"

enum {
    LIST_MAX = 48,
    OWN_MAX = 20,
    DAY_MS = 24 * 3600 * 1000
};

typedef struct listing {
    apo_app *app;
    const apo_i18n *i18n;
    apo_fill *fill;
    apo_span person;
    const char *name;
    unsigned count;
    char last[APO_STORE_ID_MAX];
} listing;

/* "White mates in 3". */
static void fill_task(apo_fill *fill, const apo_i18n *i18n, const apo_store_problem *problem)
{
    apo_buffer out;
    static const char *const tasks[][3] = {
        {APO_PROBLEM_MATE, APO_T("White mates in {n}"), APO_T("Black mates in {n}")},
        {APO_PROBLEM_STALEMATE, APO_T("White saves the advantage: stalemate in {n}"),
         APO_T("Black saves the advantage: stalemate in {n}")},
        {APO_PROBLEM_WIN, APO_T("White wins in {n} moves, each the only one that works"),
         APO_T("Black wins in {n} moves, each the only one that works")},
    };
    unsigned row = 0;
    while (row < 2 && !apo_span_is(apo_span_of(problem->aim), tasks[row][0]))
        row++;
    const char *text = apo_tr(i18n, tasks[row][apo_problem_is_white(problem) ? 1 : 2]);
    apo_buffer_init(&out, NULL);
    apo_tr_fill(&out, text, APO_GAPS(APO_GAP_NUMBER("n", problem->moves)));
    apo_fill_text(fill, "task", apo_buffer_span(&out));
    apo_buffer_clear(&out);
}

static const char *verdict_words(const apo_i18n *i18n, const apo_store_problem *problem)
{
    static const char *const rows[][2] = {
        {"", APO_T("It is waiting to be checked.")},
        {"sound", APO_T("Proved; only one first move works.")},
        {"several", APO_T("Proved; more than one first move works.")},
        {"forced", APO_T("Proved; whether other first moves work too is not known.")},
        {"searched", APO_T("Found by search: no other move comes close.")},
        {"short", APO_T("Refused: it can be done in fewer moves.")},
        {"none", APO_T("Refused: it cannot be forced.")},
        {"unknown",
         APO_T("Refused: no proof was found within the limit of 30 million positions.")},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (apo_span_is(apo_span_of(problem->verdict), rows[i][0]))
            return apo_tr(i18n, rows[i][1]);
    }
    return "";
}

static void fill_row(apo_fill *row, const listing *all, const apo_store_problem *problem)
{
    apo_store_person author;
    const apo_offered_game *game =
        apo_variant_map_find_offered(all->app->variants, apo_span_of(problem->variant));
    apo_fill_string(row, "id", problem->id);
    apo_fill_string(row, "variant", problem->variant);
    apo_fill_string(row, "variant_name", game != NULL ? game->synopsis.name : "");
    apo_fill_string(row, "definition", game != NULL ? game->digest : "");
    apo_fill_string(row, "fen", problem->fen);
    apo_fill_string(row, "side", apo_problem_is_white(problem) ? "white" : "black");
    apo_fill_string(row, "heading", problem->title);
    apo_fill_string(row, "remark", problem->remark);
    apo_fill_string(row, "author", apo_problem_author(all->app, problem, &author));
    apo_fill_number(row, "solved_count", problem->solved_count);
    apo_fill_flag(row, "is_waiting", problem->state == APO_STORE_PROBLEM_WAITING);
    apo_fill_string(row, "verdict", verdict_words(all->i18n, problem));
    apo_fill_flag(row, "is_solved",
                  apo_store_has_solved(all->app->store, apo_span_of(problem->id), all->person));
    fill_task(row, all->i18n, problem);
}

static bool add_row(void *context, const apo_store_problem *problem)
{
    listing *all = context;
    if (all->count++ == LIST_MAX)
        return false;
    apo_text_copy(all->last, sizeof all->last, problem->id);
    if (problem->author[0] == '\0' ||
        !apo_person_is_hidden(all->app->store, all->person, problem->author))
        fill_row(apo_fill_row(all->fill, all->name), all, problem);
    return true;
}

static void fill_variants(apo_fill *fill, const apo_app *app, const char *chosen)
{
    for (size_t i = 0; i < apo_variant_map_count(app->variants); i++) {
        const apo_offered_game *game = apo_variant_map_get(app->variants, i);
        if (game->is_own)
            continue;
        apo_fill *row = apo_fill_row(fill, "variants");
        apo_fill_string(row, "value", game->id);
        apo_fill_string(row, "name", game->synopsis.name);
        apo_fill_flag(row, "is_chosen", apo_span_is(apo_span_of(game->id), chosen));
        apo_fill_flag(row, "has_advantage", game->synopsis.has_advantage);
    }
}

static void fill_themes(apo_fill *fill, const apo_i18n *i18n, const char *chosen)
{
    static const char *const themes[][2] = {
        {"quiet", APO_T("quiet first move")}, {"joker", APO_T("joker")},
        {"launch", APO_T("launch")},          {"series", APO_T("series of captures")},
        {"castling", APO_T("castling")},      {"promotion", APO_T("promotion")},
        {"en-passant", APO_T("en passant")},
    };
    for (size_t i = 0; i < sizeof themes / sizeof themes[0]; i++) {
        apo_fill *row = apo_fill_row(fill, "themes");
        apo_fill_string(row, "value", themes[i][0]);
        apo_fill_string(row, "words", apo_tr(i18n, themes[i][1]));
        apo_fill_flag(row, "is_chosen", apo_span_is(apo_span_of(chosen), themes[i][0]));
    }
}

static void fill_filter(apo_fill *fill, const apo_app *app, const apo_problem_query *query)
{
    fill_variants(fill, app, query->variant);
    apo_fill_string(fill, "variant", query->variant);
    apo_fill_string(fill, "aim", query->aim);
    apo_fill_flag(fill, "is_mate", apo_span_is(apo_span_of(query->aim), APO_PROBLEM_MATE));
    apo_fill_flag(fill, "is_stalemate",
                  apo_span_is(apo_span_of(query->aim), APO_PROBLEM_STALEMATE));
    apo_fill_flag(fill, "is_win", apo_span_is(apo_span_of(query->aim), APO_PROBLEM_WIN));
    apo_fill_string(fill, "theme", query->theme);
    apo_fill_flag(fill, "is_unsolved", query->person[0] != '\0');
    if (query->filter.moves > 0)
        apo_fill_number(fill, "moves", query->filter.moves);
    for (unsigned moves = 1; moves <= APO_PROBLEM_MOVES_MAX; moves++) {
        apo_fill *row = apo_fill_row(fill, "counts");
        apo_fill_number(row, "value", moves);
        apo_fill_flag(row, "is_chosen", moves == query->filter.moves);
    }
}

static void page_problems(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_problem_query query;
    apo_span person = apo_visitor_account_id(app, req);
    if (!apo_problem_query_read(&query, app, req, person)) {
        apo_pages_reply_error(req, 404, "There is no such list of problems.", app);
        return;
    }
    listing all = {.app = app,
                   .i18n = apo_i18n_for(app, req),
                   .fill = apo_fill_new(),
                   .person = person,
                   .name = "problems"};
    listing own = all;
    own.name = "own";
    fill_filter(all.fill, app, &query);
    fill_themes(all.fill, all.i18n, query.theme);
    if (person.length > 0 && query.filter.before == NULL)
        apo_store_list_own_problems(app->store, person, OWN_MAX, add_row, &own);
    apo_store_list_problems(app->store, &query.filter, LIST_MAX + 1, add_row, &all);
    apo_fill_string(all.fill, "next", all.count > LIST_MAX ? all.last : "");
    apo_pages_reply(app, req, 200, "problems", "Problems", all.fill);
}

/* The viewer's rating, and the problem's to those who have tried it; none for guests. */
static void fill_ratings(apo_fill *fill, apo_app *app, apo_http_request *req,
                         const apo_store_problem *problem)
{
    apo_store_problem_rating own;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (!apo_visitor_is_account(visitor) || problem->state != APO_STORE_PROBLEM_PUBLIC)
        return;
    bool counts = apo_problem_counts(app->store, problem, &visitor->person);
    apo_fill_flag(fill, "has_rating", true);
    apo_fill_flag(fill, "counts", counts);
    if (apo_problem_rating_find(&own, app->store, apo_visitor_id(visitor),
                                apo_http_wall_clock_ms())) {
        apo_fill_number(fill, "rating", lround(own.rating));
        apo_fill_number(fill, "deviation", lround(own.deviation));
    }
    if (counts)
        return;
    apo_fill_number(fill, "problem_rating", lround(problem->rating));
    apo_fill_number(fill, "problem_deviation", lround(problem->deviation));
}

/* The rows of its board, of which the page's script shows as many; `all` if its game cannot be
 * played here. */
static unsigned rows_left(apo_app *app, const apo_store_problem *problem, unsigned all)
{
    apo_position pos;
    const apo_variant_entry *entry =
        apo_variant_map_find(app->variants, NULL, apo_span_of(problem->variant));
    return entry != NULL &&
                   apo_fen_read(&pos, entry->var, apo_span_of(problem->fen), NULL) == APO_OK
               ? apo_board_rows_left(&pos)
               : all;
}

static void page_problem(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_problem problem;
    apo_span person = apo_visitor_account_id(app, req);
    if (!apo_problem_find_seen(&problem, app, apo_http_param(req, "id"), person)) {
        apo_pages_reply_error(req, 404, "There is no such problem.", app);
        return;
    }
    const listing all = {
        .app = app, .i18n = apo_i18n_for(app, req), .fill = apo_fill_new(), .person = person};
    const apo_offered_game *game =
        apo_variant_map_find_offered(app->variants, apo_span_of(problem.variant));
    fill_row(all.fill, &all, &problem);
    fill_ratings(all.fill, app, req, &problem);
    apo_person_fill_report(all.fill, app->store, person, problem.author);
    apo_fill_string(all.fill, "aim", problem.aim);
    apo_fill_string(all.fill, "line", problem.line);
    apo_fill_string(all.fill, "source", problem.source);
    apo_fill_number(all.fill, "moves", problem.moves);
    if (game != NULL) {
        apo_fill_number(all.fill, "files", game->synopsis.files);
        apo_fill_number(all.fill, "rows", rows_left(app, &problem, game->synopsis.rows));
    }
    apo_pages_reply(app, req, 200, "problem", "Problem", all.fill);
}

/* The same problem for everybody, from midnight to midnight (UTC). */
static void page_daily(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_problem problem;
    char buf[APO_STORE_ID_MAX + 12];
    apo_text path = apo_text_start(buf, sizeof buf);
    if (apo_store_find_daily_problem(app->store, &problem, apo_http_wall_clock_ms() / DAY_MS) !=
        APO_OK) {
        apo_pages_reply_error(req, 404, "There is no such problem.", app);
        return;
    }
    apo_text_add(&path, "/problems/");
    apo_text_add(&path, problem.id);
    apo_http_redirect(req, apo_text_span(&path));
}

static void page_next(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_problem problem;
    char buf[APO_STORE_ID_MAX + 12];
    apo_text path = apo_text_start(buf, sizeof buf);
    apo_span variant = {"", 0}, after = {"", 0};
    apo_http_query(req, "variant", &variant);
    apo_http_query(req, "after", &after);
    if (apo_problem_find_next(&problem, app->store, apo_visitor_account_id(app, req), variant,
                              after) != APO_OK) {
        apo_pages_reply_error(req, 404, "There is no problem that you have not solved.", app);
        return;
    }
    apo_text_add(&path, "/problems/");
    apo_text_add(&path, problem.id);
    apo_http_redirect(req, apo_text_span(&path));
}

static void page_problem_new(apo_http_request *req, void *context)
{
    apo_app *app = context;
    if (apo_pages_account(app, req, "/problems/new") == NULL)
        return;
    apo_fill *fill = apo_fill_new();
    fill_variants(fill, app, "");
    apo_pages_reply(app, req, 200, "problem-new", "Publish a problem", fill);
}

const apo_http_route apo_page_problem_routes[] = {
    {APO_HTTP_GET, "/problems", page_problems, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/problems/new", page_problem_new, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/problems/daily", page_daily, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/problems/next", page_next, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/problems/:id", page_problem, APO_HTTP_ASIDE, 0, NULL},
    APO_ROUTES_END,
};
