/* Mining: workers play games and look for problems in them. A part's result is a text: a line
 * "# mined", a line "game KIND NAME START QUARTERS MOVES" for each game that has problems, as
 * `apothecary mine` writes them, and a line for each problem (server/problem/mined_problem.h).
 */
#include <string.h>

#include "base/text.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "notation/move_number.h"
#include "server/problem/mined_problem.h"
#include "server/problem/problem_checker.h"
#include "server/project/kind.h"

enum {
    PART_GAMES_MAX = 8,
    GAME_PROBLEMS_MAX = 4, /* as `apothecary mine` */
    SEARCH_USUAL = 20000,
    LIST_MAX = 1000 /* projects that are compared with a new one */
};

static const char header[] = "# mined";

/* --- orders -------------------------------------------------------------- */

typedef struct comparison {
    const apo_store_project *project;
    size_t length; /* of its settings */
    bool is_known;
} comparison;

static bool compare(void *context, const apo_store_project *other)
{
    comparison *all = context;
    all->is_known = strcmp(other->kind, apo_project_mining.name) == 0 &&
                    strcmp(other->variant, all->project->variant) == 0 &&
                    strncmp(other->settings, all->project->settings, all->length) == 0 &&
                    other->settings[all->length] == ',';
    return !all->is_known;
}

/* The same settings find the same problems. */
static bool is_known(const apo_project_order *order)
{
    comparison all = {order->project, order->settings.length, false};
    (void)apo_store_list_projects(order->app->store, LIST_MAX, compare, &all);
    return all.is_known;
}

static const char *read_order(apo_project_order *order)
{
    static const apo_project_number number = {"search", 1, APO_PROJECT_NODES_MAX, SEARCH_USUAL,
                                              "\"search\" is a number from 1 to 1,000,000."};
    int64_t search;
    const char *fault = apo_project_read_play(order, 1, PART_GAMES_MAX);
    if (fault == NULL)
        fault = apo_project_read_number(order, &number, &search);
    if (fault != NULL)
        return fault;
    if (is_known(order))
        return "The same games have been mined already: take another seed.";
    apo_project_add_text(order, "label", apo_span_of(order->project->id));
    return NULL;
}

/* --- checking ------------------------------------------------------------ */

/* A game of the text. */
typedef struct mined_game {
    apo_span name, codes;
    apo_position start;
} mined_game;

/* game KIND NAME START QUARTERS MOVES */
static bool read_game(mined_game *out, apo_span line, const apo_variant *var,
                      const char *variant)
{
    uint32_t start = 0, quarters = 0;
    bool is_game =
        apo_span_is(apo_span_word(&line), "game") && apo_span_is(apo_span_word(&line), variant);
    out->name = apo_span_word(&line);
    is_game = is_game && apo_span_number(apo_span_word(&line), UINT16_MAX, &start) &&
              apo_span_number(apo_span_word(&line), APO_QUARTERS_WIN, &quarters);
    out->codes = apo_span_word(&line);
    return is_game && apo_span_trim(line).length == 0 &&
           apo_position_start(&out->start, var, 0, start) == APO_OK;
}

/* Makes the first `count` moves; all with UINT32_MAX. */
static apo_status replay(apo_position *out, const mined_game *game, uint32_t count)
{
    apo_span codes = game->codes;
    apo_status status = APO_OK;
    *out = game->start;
    for (uint32_t i = 0; status == APO_OK && i < count; i++) {
        apo_move mv;
        if (codes.length == 0)
            return count == UINT32_MAX ? APO_OK : APO_E_ILLEGAL;
        status = apo_move_code_read(&mv, out, &codes);
        if (status == APO_OK)
            status = apo_play(out, &mv);
    }
    return status;
}

/* Whether the name is that of a game of the part, at or after `*next`. */
static bool is_name(apo_span name, const apo_project_part *part, int64_t *next)
{
    apo_span id = apo_span_of(part->project.id);
    uint32_t number;
    if (name.length <= id.length + 1 || !apo_span_starts_with(name, part->project.id) ||
        name.text[id.length] != '-' ||
        !apo_span_number(apo_span_part(name, id.length + 1, name.length), UINT32_MAX,
                         &number) ||
        number < *next || number >= part->first + part->count)
        return false;
    *next = (int64_t)number + 1;
    return true;
}

/* The solution is legal, from the position that the problem has. */
static apo_status check_solution(apo_position pos, const apo_store_problem *problem)
{
    char fen[APO_FEN_MAX];
    apo_text text = apo_text_start(fen, sizeof fen);
    bool is_win = strcmp(problem->aim, APO_PROBLEM_WIN) == 0;
    apo_span moves = apo_span_of(is_win ? problem->line : problem->keys), word;
    apo_fen_write(&text, &pos);
    if (strcmp(fen, problem->fen) != 0 || moves.length == 0 || problem->moves == 0)
        return APO_E_ILLEGAL;
    apo_status status = APO_OK;
    while (status == APO_OK && (word = apo_span_word(&moves)).length > 0) {
        apo_move mv;
        status = apo_coordinate_read(&mv, &pos, word, NULL);
        if (status == APO_OK)
            status = apo_play(&pos, &mv);
    }
    return status;
}

static bool are_themes(const char *themes)
{
    return themes[strspn(themes, "abcdefghijklmnopqrstuvwxyz- ")] == '\0';
}

/* The lines of games; `*rest` is what follows them, `*count` how many there are. */
static apo_status check_games(apo_span *rest, unsigned *count, const apo_variant *var,
                              const apo_project_part *part)
{
    int64_t next = part->first;
    apo_status status = APO_OK;
    apo_span line, after = *rest;
    for (*count = 0; status == APO_OK && apo_span_line(&after, &line); (*count)++) {
        mined_game game;
        apo_position pos;
        if (!apo_span_starts_with(line, "game "))
            return APO_OK;
        if (!read_game(&game, line, var, part->project.variant) ||
            !is_name(game.name, part, &next))
            return APO_E_SYNTAX;
        status = replay(&pos, &game, UINT32_MAX);
        *rest = after;
    }
    return status;
}

static apo_status check_problem(apo_span line, apo_span games, const apo_variant *var,
                                const apo_project_part *part)
{
    apo_store_problem problem;
    mined_game game;
    apo_span one;
    if (!apo_mined_problem_read(&problem, line) ||
        strcmp(problem.variant, part->project.variant) != 0 || !are_themes(problem.themes))
        return APO_E_SYNTAX;
    while (apo_span_line(&games, &one)) {
        apo_position pos;
        if (!read_game(&game, one, var, part->project.variant) ||
            !apo_span_is(game.name, problem.source))
            continue;
        apo_status status = replay(&pos, &game, problem.ply);
        return status == APO_OK ? check_solution(pos, &problem) : status;
    }
    return APO_E_SYNTAX;
}

static apo_status check(apo_app *app, const apo_project_part *part, apo_span result)
{
    apo_span rest = result, line = {"", 0};
    unsigned games = 0;
    const apo_variant *var = apo_variant_map_variant(
        app->variants, app->store, part->project.variant, part->project.definition);
    if (var == NULL)
        return APO_E_MEMORY;
    if (!apo_span_line(&rest, &line) || !apo_span_is(line, header))
        return APO_E_SYNTAX;
    apo_span first = rest;
    apo_status status = check_games(&rest, &games, var, part);
    first.length -= rest.length;
    for (unsigned left = games * GAME_PROBLEMS_MAX;
         status == APO_OK && apo_span_line(&rest, &line); left--)
        status = left > 0 ? check_problem(line, first, var, part) : APO_E_SYNTAX;
    return status == APO_OK || status == APO_E_MEMORY || status == APO_E_SYNTAX ? status
                                                                                : APO_E_ILLEGAL;
}

/* --- results ------------------------------------------------------------- */

static apo_status add(const apo_project_part *part, apo_span result, apo_store_batch *batch)
{
    apo_span rest = result, line;
    int64_t problems = 0;
    while (apo_span_line(&rest, &line)) {
        apo_store_problem problem;
        if (!apo_mined_problem_read(&problem, line))
            continue; /* the line of a game */
        problem.created_ms = apo_http_wall_clock_ms();
        apo_store_stock_problem(batch, &problem);
        problems++;
    }
    apo_store_count_project(batch, part->project.id, "games", part->count);
    apo_store_count_project(batch, part->project.id, "problems", problems);
    apo_store_add_part(batch, part->project.id, part->number, result);
    return APO_OK;
}

static bool write_file(apo_buffer *out, apo_span text, bool is_first)
{
    (void)is_first;
    apo_buffer_add_span(out, text);
    apo_buffer_add_char(out, '\n');
    return true;
}

const apo_project_kind apo_project_mining = {
    .name = "mining",
    .words = APO_T("Mining of problems"),
    .is_built_in = true,
    .read = read_order,
    .check = check,
    .add = add,
    .write_file = write_file,
    .file_type = "text/plain; charset=utf-8",
    .file_header = "attachment; filename=\"problems.txt\"",
};
