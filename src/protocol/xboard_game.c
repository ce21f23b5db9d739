#include <string.h>

#include "definition/draft/draft.h"
#include "definition/exchange/xboard_setup.h"
#include "definition/file/definition.h"
#include "protocol/chess960.h"
#include "protocol/eval_file.h"
#include "protocol/xboard_priv.h"
#include "rules/rules/program_view.h"

enum {
    FIRST_MOVES = 256
};

/* --- names --------------------------------------------------------------- */

/* Games that XBoard knows, by its names, and whether its letters and rules agree with ours.
 * Some of its names mean different games there, so those are not offered. */
static const struct {
    const char *name, *id; /* id NULL: not offered */
} known[] = {
    {"normal", "chess"},      {"capablanca", "capablanca"}, {"grand", "grand"},
    {"seirawan", "seirawan"}, {"janus", "janus"},           {"fischerandom", APO_CHESS960},
    {"xiangqi", NULL},        {APO_CHESS960, NULL},         {"courier", NULL},
    {"falcon", NULL},         {"berolina", NULL},           {"chess", NULL},
};

enum {
    KNOWN_COUNT = sizeof known / sizeof *known
};

/* The id of a game by its XBoard name; NULL: unknown. */
static const char *id_of_name(apo_span name)
{
    for (size_t i = 0; i < KNOWN_COUNT; i++)
        if (apo_span_is(name, known[i].name))
            return known[i].id;
    for (size_t i = 0; i < apo_definition_builtin_count(); i++)
        if (apo_span_is(name, apo_definition_builtin_id(i)))
            return apo_definition_builtin_id(i);
    return NULL;
}

static bool is_known(const char *id)
{
    for (size_t i = 0; i < KNOWN_COUNT; i++)
        if (strcmp(known[i].name, id) == 0)
            return true;
    return false;
}

const char *apo_xboard_name_of(const char *id)
{
    for (size_t i = 0; i < KNOWN_COUNT; i++)
        if (known[i].id != NULL && strcmp(known[i].id, id) == 0)
            return known[i].name;
    return id;
}

void apo_xboard_add_names(apo_buffer *out)
{
    const char *gap = "";
    for (size_t i = 0; i < KNOWN_COUNT; i++) {
        if (known[i].id == NULL)
            continue;
        apo_buffer_add(out, gap);
        apo_buffer_add(out, known[i].name);
        gap = ",";
    }
    for (size_t i = 0; i < apo_definition_builtin_count(); i++) {
        if (is_known(apo_definition_builtin_id(i)))
            continue;
        apo_buffer_add(out, gap);
        apo_buffer_add(out, apo_definition_builtin_id(i));
    }
}

/* --- the game ------------------------------------------------------------ */

void apo_xboard_set(apo_xboard *x, const apo_position *pos)
{
    x->start = *pos;
    x->pos = *pos;
    x->move_count = 0;
    x->period_start = 0;
    x->spent_ms = 0;
    x->is_over = false;
    x->has_hint = false;
    x->lifted = APO_SQUARE_NONE;
    (void)apo_moves_start(&x->excluded);
}

/* The requested start, limited to those of the game; 0: at random. */
static unsigned start_number(apo_xboard *x, const apo_variant *var)
{
    unsigned count = apo_variant_info_of(var)->start_count;
    apo_random random;
    uint32_t chosen = x->options.of[APO_OPTION_START];
    if (chosen > 0)
        return chosen <= count ? chosen : 1;
    apo_random_seed(&random, (uint64_t)apo_environment_now(&x->environment));
    return 1 + apo_random_below(&random, count);
}

apo_status apo_xboard_check_size(const apo_xboard *x, apo_span name, unsigned files,
                                 unsigned rows)
{
    const char *id = id_of_name(name);
    apo_variant *var = NULL;
    if (id == NULL)
        return APO_E_UNKNOWN;
    apo_status status = apo_definition_open(&var, apo_span_of(id), x->environment.alloc, NULL);
    if (status != APO_OK)
        return status;
    const apo_geometry *geo = apo_variant_geometry(var);
    status = geo->files == files && geo->rows == rows ? APO_OK : APO_E_RANGE;
    apo_variant_free(var);
    return status;
}

apo_status apo_xboard_open(apo_xboard *x, apo_span name)
{
    const char *id = id_of_name(name);
    apo_variant *var = x->var;
    apo_position start;
    if (id == NULL)
        return APO_E_UNKNOWN;
    bool is_other = var == NULL || strcmp(apo_variant_info_of(var)->id, id) != 0;
    apo_status status = APO_OK;
    if (is_other)
        status = apo_definition_open(&var, apo_span_of(id), x->environment.alloc, NULL);
    if (status != APO_OK)
        return status;
    unsigned number = start_number(x, var);
    status =
        number == 1 ? apo_usual_start(&start, var) : apo_position_start(&start, var, 0, number);
    if (is_other && status == APO_OK) {
        apo_engine_end_game(x->engine); /* otherwise it could use the old variant, for example
                                           for new threads */
        apo_variant_free(x->var);
        x->var = var;
        x->has_variant = false;
    } else if (is_other) {
        apo_variant_free(var);
    }
    if (status != APO_OK)
        return status;
    x->has_game = false;
    apo_xboard_set(x, &start);
    return APO_OK;
}

apo_status apo_xboard_play(apo_xboard *x, const apo_move *mv)
{
    if (x->move_count == x->move_capacity) {
        size_t capacity = x->move_capacity > 0 ? 2 * x->move_capacity : FIRST_MOVES;
        apo_move *moves =
            apo_reallocate(x->environment.alloc, x->moves, capacity * sizeof *moves);
        if (moves == NULL)
            return APO_E_MEMORY;
        x->moves = moves;
        x->move_capacity = capacity;
    }
    apo_undo undo;
    x->spent_ms = 0;
    x->moves[x->move_count++] = *mv;
    apo_make(&x->pos, mv, &undo);
    x->has_hint = false;
    (void)apo_moves_start(&x->excluded);
    return APO_OK;
}

bool apo_xboard_undo(apo_xboard *x, size_t count)
{
    apo_undo undo;
    if (count > x->move_count)
        return false;
    x->move_count -= count;
    x->pos = x->start;
    for (size_t i = 0; i < x->move_count; i++)
        apo_make(&x->pos, &x->moves[i], &undo);
    x->is_over = false;
    x->has_hint = false;
    (void)apo_moves_start(&x->excluded);
    return true;
}

static apo_status begin_game(apo_xboard *x)
{
    apo_error err;
    apo_span path = apo_buffer_span(&x->eval_path);
    apo_status status = apo_eval_file_new_game(&x->environment, x->engine, x->var, path, &err);
    if (err.detail[0] != '\0')
        apo_xboard_report_error(x, err.detail, path);
    return status;
}

apo_status apo_xboard_tell_engine(apo_xboard *x)
{
    apo_status status = APO_OK;
    if (!x->has_game)
        status = x->has_variant ? apo_engine_restart(x->engine) : begin_game(x);
    x->has_game = x->has_variant = status == APO_OK;
    if (status == APO_OK)
        status = apo_engine_set_position(x->engine, &x->start);
    for (size_t i = 0; status == APO_OK && i < x->move_count; i++)
        status = apo_engine_play(x->engine, &x->moves[i]);
    return status;
}

void apo_xboard_get_ready(apo_xboard *x)
{
    if (!apo_runner_is_busy(x->runner) && !x->has_game && x->var != NULL)
        (void)apo_xboard_tell_engine(x);
}

/* Positions are equal if pieces, rights and side to move are equal. */
unsigned apo_xboard_occurrences(const apo_xboard *x)
{
    apo_position pos = x->start;
    apo_undo undo;
    unsigned count = 1;
    for (size_t i = 0; i < x->move_count; i++) {
        count += apo_position_key(&pos) == apo_position_key(&x->pos) &&
                 apo_position_same(&pos, &x->pos);
        apo_make(&pos, &x->moves[i], &undo);
    }
    return count;
}

/* XBoard knows three results; quarters go into the comment. */
void apo_xboard_add_result(apo_buffer *out, apo_xboard *x)
{
    static const char *const results[] = {"0-1 {", "1/2-1/2 {", "1/2-1/2 {", "1/2-1/2 {",
                                          "1-0 {"};
    static const char *const shares[] = {"", ", White has a quarter", "",
                                         ", White has three quarters", ""};
    apo_repetition history = {.occurrences = apo_xboard_occurrences(x)};
    apo_outcome outcome = apo_position_outcome_with_history(&x->pos, &history);
    if (x->is_over || outcome.ending == APO_ENDING_NONE || outcome.white_quarters < 0)
        return;
    x->is_over = true;
    if (out->length > 0)
        apo_buffer_add_char(out, '\n');
    apo_buffer_add(out, results[outcome.white_quarters]);
    apo_buffer_add(out, apo_ending_word(outcome.ending));
    apo_buffer_add(out, shares[outcome.white_quarters]);
    apo_buffer_add_char(out, '}');
}

void apo_xboard_send_result(apo_xboard *x)
{
    apo_buffer line;
    apo_buffer_init(&line, x->environment.alloc);
    apo_xboard_add_result(&line, x);
    apo_xboard_send_buffer(x, &line);
}

/* --- definitions --------------------------------------------------------- */

/* Sends each line of a text; lines that XBoard ignores begin with #. */
static void send_lines(apo_xboard *x, apo_span text)
{
    apo_span line;
    while (apo_span_line(&text, &line)) {
        apo_buffer out;
        apo_buffer_init(&out, x->environment.alloc);
        apo_buffer_add_span(&out, line);
        apo_xboard_send_buffer(x, &out);
    }
}

static void add_definition(apo_buffer *out, const apo_xboard *x, const apo_draft *draft,
                           apo_fault_list *report)
{
    apo_buffer board;
    apo_buffer_init(&board, x->environment.alloc);
    apo_xboard_add_board(&board, &x->pos);
    apo_buffer_add(&board, apo_position_side(&x->pos) == APO_WHITE ? " w" : " b");
    apo_buffer_add(&board, draft->way_count > 0 ? " KQkq - 0 1" : " - - 0 1");
    apo_xboard_setup_write_at(out, draft, apo_buffer_span(&board),
                              apo_variant_has_rule(x->var, "launch"), report);
    apo_buffer_clear(&board);
}

void apo_xboard_define(apo_xboard *x)
{
    const char *id = apo_variant_info_of(x->var)->id;
    apo_fault_list faults, report;
    apo_buffer out;
    apo_span text;
    if (is_known(id))
        return;
    apo_draft *draft = apo_allocate(x->environment.alloc, sizeof *draft);
    if (draft == NULL)
        return;
    apo_fault_list_init(&faults);
    apo_fault_list_init(&report);
    apo_buffer_init(&out, x->environment.alloc);
    if (apo_definition_find_builtin(apo_span_of(id), &text) &&
        apo_draft_of_definition(draft, apo_span_of(id), text, NULL, &faults, &report) ==
            APO_OK) {
        apo_draft_lose_rare(draft, false, NULL, &report);
        add_definition(&out, x, draft, &report);
    }
    send_lines(x, apo_buffer_span(&out));
    apo_buffer_clear(&out);
    apo_free(x->environment.alloc, draft);
}
