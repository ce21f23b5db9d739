#include "server/problem/view.h"

#include "base/json.h"
#include "base/text.h"
#include "server/problem/problem_checker.h"
#include "server/problem/rating.h"

static bool copy_query(char *out, size_t size, apo_http_request *req, const char *name)
{
    apo_span value;
    apo_text text = apo_text_start(out, size);
    if (apo_http_query(req, name, &value))
        apo_text_add_span(&text, value);
    return !text.is_overflowed;
}

bool apo_problem_query_read(apo_problem_query *out, apo_app *app, apo_http_request *req,
                            apo_span person)
{
    apo_span value;
    uint32_t moves = 0;
    *out = (apo_problem_query){.variant = ""};
    if (!copy_query(out->variant, sizeof out->variant, req, "variant") ||
        !copy_query(out->aim, sizeof out->aim, req, "aim") ||
        !copy_query(out->theme, sizeof out->theme, req, "theme"))
        return false;
    if (apo_http_query(req, "moves", &value) && value.length > 0 &&
        !apo_span_number(value, APO_PROBLEM_MOVES_MAX, &moves))
        return false;
    apo_text who = apo_text_start(out->person, sizeof out->person);
    if (apo_http_query(req, "unsolved", &value) && value.length > 0)
        apo_text_add_span(&who, person);
    out->filter = (apo_store_problem_filter){.variant = out->variant,
                                             .aim = out->aim,
                                             .theme = out->theme,
                                             .moves = moves,
                                             .unsolved_by = out->person};
    if (!apo_http_query(req, "before", &value) || value.length == 0)
        return true;
    out->filter.before = &out->before;
    return apo_store_find_problem(app->store, &out->before, value) == APO_OK;
}

bool apo_problem_find_seen(apo_store_problem *out, apo_app *app, apo_span id, apo_span person)
{
    return apo_store_find_problem(app->store, out, id) == APO_OK &&
           (out->state == APO_STORE_PROBLEM_PUBLIC ||
            (person.length > 0 && apo_span_is(person, out->author)));
}

const char *apo_problem_author(apo_app *app, const apo_store_problem *problem,
                               apo_store_person *buf)
{
    if (problem->author[0] == '\0' ||
        apo_store_find_person(app->store, buf, apo_span_of(problem->author)) != APO_OK)
        return "";
    return buf->name;
}

bool apo_problem_is_white(const apo_store_problem *problem)
{
    apo_span rest = apo_span_of(problem->fen);
    apo_span_word(&rest);
    return apo_span_starts_with(apo_span_word(&rest), "w");
}

void apo_problem_view_write(apo_buffer *out, apo_app *app, const apo_store_problem *problem,
                            apo_span person)
{
    apo_store_person author = {.name = ""};
    const apo_offered_game *game =
        apo_variant_map_find_offered(app->variants, apo_span_of(problem->variant));
    const char *name = apo_problem_author(app, problem, &author);
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "id", problem->id);
    apo_json_add_string(out, "variant", problem->variant);
    apo_json_add_string(out, "variant_name", game != NULL ? game->synopsis.name : "");
    apo_json_add_string(out, "fen", problem->fen);
    apo_json_add_string(out, "aim", problem->aim);
    apo_json_add_number(out, "moves", problem->moves);
    apo_span themes = apo_span_of(problem->themes);
    apo_json_open(out, "themes", '[');
    for (apo_span word; (word = apo_span_word(&themes)).length > 0;)
        apo_json_add_text(out, NULL, word);
    apo_json_close(out, ']');
    apo_json_add_optional(out, "source", problem->source);
    apo_json_add_string(out, "title", problem->title);
    apo_json_add_string(out, "remark", problem->remark);
    apo_json_add_optional(out, "author", name);
    apo_json_add_string(out, "state", apo_problem_state_word(problem->state));
    apo_json_add_string(out, "verdict", problem->verdict);
    apo_json_add_number(out, "nodes", problem->nodes);
    apo_json_add_number(out, "solved_count", problem->solved_count);
    apo_json_add_flag(out, "solved",
                      apo_store_has_solved(app->store, apo_span_of(problem->id), person));
    apo_problem_rating_write_problem(out, "rating", problem);
    apo_json_add_number(out, "created", problem->created_ms);
    apo_json_close(out, '}');
}
