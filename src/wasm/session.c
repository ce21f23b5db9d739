#include "wasm/session.h"

#include "base/mem.h"
#include "definition/file/bounds.h"
#include "definition/file/bundle.h"
#include "definition/file/definition.h"
#include "game/game.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "notation/move_text.h"
#include "rules/rules/program_view.h"

void apo_session_leave(apo_session *s)
{
    apo_session_variant *shared = s->shared;
    apo_game_free(s->game);
    s->game = NULL;
    s->shared = NULL;
    s->var = NULL;
    s->has_position = false;
    if (shared == NULL || --shared->user_count > 0)
        return;
    apo_variant_free(shared->var);
    apo_free(NULL, shared);
}

EXPORT(apo_session_new) apo_session *apo_session_new(void)
{
    apo_session *s = apo_allocate_zero(NULL, sizeof *s);
    if (s != NULL)
        apo_buffer_init(&s->output, NULL);
    return s;
}

EXPORT(apo_session_free) void apo_session_free(apo_session *s)
{
    if (s == NULL)
        return;
    apo_session_leave(s);
    apo_free(NULL, s->faults);
    apo_free(NULL, s->codes);
    apo_free(NULL, s->input);
    apo_buffer_clear(&s->output);
    apo_free(NULL, s);
}

void apo_session_join(apo_session *s, const apo_session *of)
{
    apo_session_leave(s);
    if (of->shared == NULL)
        return;
    s->shared = of->shared;
    s->shared->user_count++;
    s->var = of->var;
    s->has_position = of->has_position;
    memcpy(&s->pos, &of->pos, sizeof s->pos);
}

EXPORT(apo_session_share) apo_session *apo_session_share(const apo_session *of)
{
    apo_session *s = apo_session_new();
    if (s != NULL)
        apo_session_join(s, of);
    return s;
}

EXPORT(apo_session_input) char *apo_session_input(apo_session *s, size_t size)
{
    char *input = apo_reallocate(NULL, s->input, size + 1);
    if (input != NULL) {
        s->input = input;
        s->input_size = size;
    }
    return input;
}

EXPORT(apo_session_output) const char *apo_session_output(const apo_session *s)
{
    return apo_buffer_span(&s->output).text;
}

EXPORT(apo_session_length) size_t apo_session_length(const apo_session *s)
{
    return apo_buffer_span(&s->output).length;
}

apo_span apo_session_input_span(const apo_session *s, size_t length)
{
    return (apo_span){s->input, length < s->input_size ? length : s->input_size};
}

apo_buffer *apo_session_answer(apo_session *s)
{
    apo_buffer_clear(&s->output);
    return &s->output;
}

static void answer(apo_session *s, const char *text)
{
    apo_buffer_add(apo_session_answer(s), text);
}

int apo_session_refuse(apo_session *s, apo_status status, const apo_error *err)
{
    answer(s, err->detail[0] != 0 ? err->detail : apo_status_message(status));
    s->error_position = err->position;
    return (int)status;
}

EXPORT(apo_session_error_position) size_t apo_session_error_position(const apo_session *s)
{
    return s->error_position;
}

static void answer_faults(apo_session *s, const apo_fault_list *faults)
{
    apo_buffer_clear(&s->output);
    for (size_t i = 0; i < faults->count; i++) {
        const apo_fault *fault = &faults->faults[i];
        apo_buffer_add_number(&s->output, fault->line);
        apo_buffer_add_char(&s->output, ':');
        apo_buffer_add_number(&s->output, fault->column);
        apo_buffer_add(&s->output, ": ");
        apo_buffer_add(&s->output, fault->key);
        apo_buffer_add(&s->output, ": ");
        apo_buffer_add(&s->output, fault->detail);
        apo_buffer_add_char(&s->output, '\n');
    }
}

/* Replaces the game by a newly compiled one. */
int apo_session_take(apo_session *s, apo_status status, apo_variant *var,
                     const apo_fault_list *faults)
{
    answer_faults(s, faults);
    if (status != APO_OK) {
        if (faults->count == 0)
            answer(s, apo_status_message(status));
        return (int)status;
    }
    apo_session_variant *shared = apo_allocate(NULL, sizeof *shared);
    if (shared == NULL) {
        apo_variant_free(var);
        answer(s, apo_status_message(APO_E_MEMORY));
        return APO_E_MEMORY;
    }
    apo_session_leave(s);
    *shared = (apo_session_variant){var, 1};
    s->shared = shared;
    s->var = var;
    s->has_position = apo_position_start(&s->pos, var, 0, 1) == APO_OK;
    return APO_OK;
}

bool apo_session_begin_faults(apo_session *s)
{
    if (s->faults == NULL)
        s->faults = apo_allocate(NULL, sizeof *s->faults);
    if (s->faults == NULL)
        return false;
    apo_fault_list_init(s->faults);
    return true;
}

EXPORT(apo_session_open) int apo_session_open(apo_session *s, size_t length)
{
    apo_fault_list faults;
    apo_variant *var = NULL;
    apo_fault_list_init(&faults);
    apo_status status =
        apo_definition_open(&var, apo_session_input_span(s, length), NULL, &faults);
    return apo_session_take(s, status, var, &faults);
}

EXPORT(apo_session_find) int apo_session_find(apo_session *s, size_t length)
{
    apo_span rest = apo_session_input_span(s, length), name = rest;
    for (name.length = 0; name.length < rest.length && rest.text[name.length] != '\n';)
        name.length++;
    const char *id = apo_definition_find_id(name, name.length + 1 < rest.length);
    answer(s, id != NULL ? id : "");
    return APO_OK;
}

EXPORT(apo_session_define) int apo_session_define(apo_session *s, size_t length)
{
    apo_fault_list faults;
    apo_variant *var = NULL;
    apo_fault_list_init(&faults);
    apo_status status = apo_bundle_compile(&var, apo_span_of("own"),
                                           apo_session_input_span(s, length), NULL, &faults);
    return apo_session_take(s, status, var, &faults);
}

/* The budget of all games compiled for strangers. */
static apo_budget budget;

/* True if the game that the session has now can be played here. */
static bool is_playable(const apo_session *s)
{
    apo_moves *moves = apo_allocate(NULL, sizeof *moves);
    bool fits = moves != NULL &&
                !(s->has_position && apo_bounds_exceeded(moves, &s->pos, &apo_bounds_standard));
    apo_free(NULL, moves);
    return fits;
}

static int refuse_game(apo_session *s, const char *reason, apo_fault_list *faults)
{
    apo_session_leave(s);
    apo_fault_add(faults, 1, 1, apo_span_of("game"), reason, apo_span_of(""));
    answer_faults(s, faults);
    return APO_E_TOO_LARGE;
}

int apo_session_take_strange(apo_session *s, apo_span text, apo_fault_list *faults)
{
    apo_variant *var = NULL;
    if (budget.alloc.resize == NULL)
        apo_budget_init(&budget, 0, 0);
    apo_status status = apo_bounds_compile(&var, &budget, text, &apo_bounds_standard, faults);
    if (status == APO_E_TOO_LARGE)
        return refuse_game(s, apo_bounds_too_large, faults);
    int taken = apo_session_take(s, status, var, faults);
    return taken == APO_OK && !is_playable(s)
               ? refuse_game(s, apo_bounds_too_many_moves, faults)
               : taken;
}

EXPORT(apo_session_define_strange)

int apo_session_define_strange(apo_session *s, size_t length)
{
    apo_fault_list faults;
    apo_fault_list_init(&faults);
    return apo_session_take_strange(s, apo_session_input_span(s, length), &faults);
}

EXPORT(apo_session_start)

int apo_session_start(apo_session *s, unsigned name_index, unsigned number)
{
    apo_error err = {.status = APO_OK};
    apo_status status = s->var == NULL
                            ? APO_E_UNKNOWN
                            : apo_position_start(&s->pos, s->var, name_index, number);
    return status == APO_OK ? APO_OK : apo_session_refuse(s, status, &err);
}

EXPORT(apo_session_set_fen) int apo_session_set_fen(apo_session *s, size_t length)
{
    apo_error err = {.status = APO_OK};
    apo_status status =
        s->var == NULL ? APO_E_UNKNOWN
                       : apo_fen_read(&s->pos, s->var, apo_session_input_span(s, length), &err);
    return status == APO_OK ? APO_OK : apo_session_refuse(s, status, &err);
}

EXPORT(apo_session_play) int apo_session_play(apo_session *s, size_t length)
{
    apo_error err = {.status = APO_OK};
    apo_move mv;
    apo_status status = APO_E_POSITION;
    if (s->has_position)
        status = apo_move_read_any(&mv, &s->pos, apo_session_input_span(s, length), &err);
    if (status == APO_OK)
        status = apo_play(&s->pos, &mv);
    return status == APO_OK ? APO_OK : apo_session_refuse(s, status, &err);
}

EXPORT(apo_session_fen) int apo_session_fen(apo_session *s)
{
    char bytes[APO_FEN_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    if (!s->has_position)
        return APO_E_POSITION;
    apo_fen_write(&text, &s->pos);
    answer(s, bytes);
    return APO_OK;
}

EXPORT(apo_session_moves) int apo_session_moves(apo_session *s)
{
    apo_moves moves;
    char bytes[APO_COORDINATE_MAX];
    apo_buffer_clear(&s->output);
    if (!s->has_position)
        return APO_E_POSITION;
    apo_status status = apo_moves_legal(apo_moves_start(&moves), &s->pos);
    for (size_t i = 0; i < moves.list.count; i++) {
        apo_text text = apo_text_start(bytes, sizeof bytes);
        apo_coordinate_write(&text, &s->pos, &moves.buf[i]);
        apo_buffer_add(&s->output, bytes);
        apo_buffer_add_char(&s->output, '\n');
    }
    return (int)status;
}

EXPORT(apo_session_is_check) int apo_session_is_check(const apo_session *s)
{
    return s->has_position && apo_position_is_check(&s->pos);
}

EXPORT(apo_session_ending) int apo_session_ending(const apo_session *s)
{
    return s->has_position ? (int)apo_position_outcome_counted(&s->pos).ending : 0;
}

EXPORT(apo_session_perft) uint64_t apo_session_perft(const apo_session *s, unsigned depth)
{
    return s->has_position ? apo_perft(&s->pos, depth) : 0;
}
