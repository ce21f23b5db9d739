#include "server/problem/rating.h"

#include <limits.h>
#include <math.h>

#include "base/json.h"
#include "base/text.h"
#include "game/glicko.h"
#include "net/http.h"
#include "server/web/token.h"

enum {
    CHANCES = 1 << 20 /* far more than there are problems */
};

bool apo_problem_rating_find(apo_store_problem_rating *out, apo_store *store, apo_span person,
                             int64_t now_ms)
{
    apo_glicko now = apo_glicko_first();
    bool is_found =
        person.length > 0 && apo_store_find_problem_rating(store, out, person) == APO_OK;
    if (is_found) {
        const apo_glicko stored = {out->rating, out->deviation, out->volatility};
        now = apo_glicko_grown(&stored, apo_glicko_periods(now_ms - out->at_ms));
    } else {
        *out = (apo_store_problem_rating){.tries = 0};
        apo_text_copy_span(out->person, sizeof out->person, person);
    }
    out->rating = now.rating;
    out->deviation = now.deviation;
    out->volatility = now.volatility;
    return is_found;
}

bool apo_problem_counts(apo_store *store, const apo_store_problem *problem,
                        const apo_store_person *person)
{
    apo_store_problem_try first;
    apo_span id = apo_span_of(problem->id), who = apo_span_of(person->id);
    return person->is_account && (person->standing & APO_STANDING_BOT) == 0 &&
           problem->state == APO_STORE_PROBLEM_PUBLIC && !apo_span_is(who, problem->author) &&
           apo_store_find_problem_try(store, &first, id, who) == APO_E_UNKNOWN &&
           !apo_store_has_solved(store, id, who);
}

void apo_problem_rating_count(apo_store_problem_try *first, apo_store_problem_rating *person,
                              apo_store_problem *problem)
{
    unsigned quarters = first->is_right ? 4 : 0;
    const apo_glicko solver = {person->rating, person->deviation, person->volatility};
    const apo_glicko task = {problem->rating, problem->deviation, problem->volatility};
    const apo_glicko_game of_solver = {task, quarters}, of_task = {solver, 4 - quarters};
    apo_glicko solver_after = apo_glicko_after(&solver, &of_solver, 1, 0);
    apo_glicko task_after = apo_glicko_after(&task, &of_task, 1, 0);
    apo_text_copy(first->problem, sizeof first->problem, problem->id);
    apo_text_copy(first->person, sizeof first->person, person->person);
    first->before = person->rating;
    first->rating = person->rating = solver_after.rating;
    first->deviation = person->deviation = solver_after.deviation;
    person->volatility = solver_after.volatility;
    person->at_ms = first->at_ms;
    problem->rating = task_after.rating;
    problem->deviation = task_after.deviation;
    problem->volatility = task_after.volatility;
}

/* --- the next one -------------------------------------------------------- */

/* The nearest band of ratings that has any. */
static apo_status find_near(apo_store_problem *out, apo_store *store,
                            apo_store_problem_query *query, int rating)
{
    static const int bands[] = {75, 150, 300, 600, INT_MAX / 2};
    apo_status status = APO_E_UNKNOWN;
    for (size_t i = 0; status == APO_E_UNKNOWN && i < sizeof bands / sizeof bands[0]; i++) {
        query->lowest = rating - bands[i];
        query->highest = rating + bands[i];
        status = apo_store_find_next_problem(store, out, query);
    }
    return status;
}

apo_status apo_problem_find_next(apo_store_problem *out, apo_store *store, apo_span person,
                                 apo_span variant, apo_span after)
{
    char game[APO_STORE_VARIANT_MAX], but[APO_STORE_ID_MAX], who[APO_STORE_ID_MAX];
    apo_store_problem_rating rating;
    apo_store_problem_query query = {.variant = game, .but = but, .person = who};
    apo_text_copy_span(game, sizeof game, variant);
    apo_text_copy_span(but, sizeof but, after);
    apo_text_copy_span(who, sizeof who, person);
    query.random = apo_token_below(CHANCES);
    if (person.length == 0) {
        query.lowest = INT_MIN / 2;
        query.highest = INT_MAX / 2;
        return apo_store_find_next_problem(store, out, &query);
    }
    apo_problem_rating_find(&rating, store, person, apo_http_wall_clock_ms());
    int near = (int)lround(rating.rating);
    apo_status status = find_near(out, store, &query, near);
    query.may_be_tried = true;
    return status == APO_E_UNKNOWN ? find_near(out, store, &query, near) : status;
}

/* --- in words ------------------------------------------------------------ */

static void write_numbers(apo_buffer *out, const char *name, const apo_glicko *rating,
                          unsigned tries)
{
    apo_json_open(out, name, '{');
    apo_json_add_number(out, "rating", lround(rating->rating));
    apo_json_add_number(out, "deviation", lround(rating->deviation));
    apo_json_add_flag(out, "is_provisional", apo_glicko_is_provisional(rating));
    apo_json_add_number(out, "tries", tries);
    apo_json_close(out, '}');
}

void apo_problem_rating_write(apo_buffer *out, const char *name, apo_store *store,
                              apo_span person)
{
    apo_store_problem_rating row;
    if (!apo_problem_rating_find(&row, store, person, apo_http_wall_clock_ms())) {
        apo_json_add_null(out, name);
        return;
    }
    const apo_glicko now = {row.rating, row.deviation, row.volatility};
    write_numbers(out, name, &now, row.tries);
}

void apo_problem_rating_write_problem(apo_buffer *out, const char *name,
                                      const apo_store_problem *problem)
{
    const apo_glicko now = {problem->rating, problem->deviation, problem->volatility};
    write_numbers(out, name, &now, problem->tries);
}
