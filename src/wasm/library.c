#include "wasm/library.h"

#include "base/json.h"
#include "base/mem.h"
#include "definition/file/bundle.h"
#include "game/game.h"
#include "notation/explain.h"
#include "notation/fen.h"
#include "notation/move_text.h"
#include "rules/rules/program_view.h"

/* --- words --------------------------------------------------------------- */

EXPORT(apo_library_version) const char *apo_library_version(void)
{
    return APO_VERSION;
}

EXPORT(apo_library_status_word) const char *apo_library_status_word(unsigned status)
{
    return apo_status_word(status);
}

/* Fails for a reason that has no place in the input. */
static int refuse(apo_session *s, apo_status status)
{
    const apo_error err = {.status = status};
    return apo_session_refuse(s, status, &err);
}

/* --- games --------------------------------------------------------------- */

EXPORT(apo_library_variants) int apo_library_variants(apo_session *s)
{
    apo_buffer *out = apo_session_answer(s);
    for (size_t i = 0; i < apo_definition_builtin_count(); i++) {
        apo_buffer_add(out, apo_definition_builtin_id(i));
        apo_buffer_add_char(out, '\n');
    }
    return out->is_failed ? APO_E_MEMORY : APO_OK;
}

EXPORT(apo_library_define) int apo_library_define(apo_session *s, size_t length)
{
    apo_span text = apo_session_input_span(s, length), id = {NULL, 0};
    apo_variant *var = NULL;
    if (!apo_session_begin_faults(s))
        return refuse(s, APO_E_MEMORY);
    apo_span_line(&text, &id);
    apo_status status = apo_bundle_compile(&var, id, text, NULL, s->faults);
    return apo_session_take(s, status, var, s->faults);
}

EXPORT(apo_library_faults) int apo_library_faults(apo_session *s)
{
    apo_buffer *out = apo_session_answer(s);
    apo_json_open(out, NULL, '[');
    for (size_t i = 0; s->faults != NULL && i < s->faults->count; i++) {
        const apo_fault *fault = &s->faults->faults[i];
        apo_json_open(out, NULL, '{');
        apo_json_add_number(out, "line", fault->line);
        apo_json_add_number(out, "column", fault->column);
        apo_json_add_string(out, "key", fault->key);
        apo_json_add_string(out, "message", fault->detail);
        apo_json_add_flag(out, "isWarning", fault->is_warning);
        apo_json_close(out, '}');
    }
    apo_json_close(out, ']');
    return out->is_failed ? APO_E_MEMORY : APO_OK;
}

/* --- the start ----------------------------------------------------------- */

static void forget_game(apo_session *s)
{
    apo_game_free(s->game);
    s->game = NULL;
}

EXPORT(apo_library_start)

int apo_library_start(apo_session *s, unsigned name_index, unsigned number)
{
    int status = apo_session_start(s, name_index, number);
    if (status == APO_OK)
        forget_game(s);
    return status;
}

EXPORT(apo_library_set_fen) int apo_library_set_fen(apo_session *s, size_t length)
{
    int status = apo_session_set_fen(s, length);
    if (status == APO_OK)
        forget_game(s);
    return status;
}

void apo_library_set_position(apo_session *s, const apo_position *pos)
{
    s->pos = *pos;
    s->has_position = true;
    forget_game(s);
}

static apo_status give_handicap(apo_position *pos, apo_span text, apo_error *err)
{
    apo_setup setup;
    apo_setup_faults faults = 0;
    apo_position_to_setup(pos, &setup);
    apo_status status = apo_setup_handicap(&setup, pos->var, text, err);
    if (status == APO_OK)
        status = apo_position_from_setup(pos, &setup, pos->var, &faults);
    if (faults == 0)
        return status;
    apo_text said = apo_text_start(err->detail, sizeof err->detail);
    apo_setup_faults_write(&said, faults);
    return status;
}

EXPORT(apo_library_handicap) int apo_library_handicap(apo_session *s, size_t length)
{
    apo_error err = {.status = APO_OK};
    if (!s->has_position)
        return refuse(s, APO_E_POSITION);
    apo_status status = give_handicap(&s->pos, apo_session_input_span(s, length), &err);
    if (status != APO_OK)
        return apo_session_refuse(s, status, &err);
    forget_game(s);
    return APO_OK;
}

/* --- the game ------------------------------------------------------------ */

static void answer_move(apo_session *s, const apo_position *pos, const apo_move *mv,
                        enum apo_notation notation)
{
    char buf[APO_MOVE_TEXT_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_move_write(&text, pos, mv, notation);
    apo_buffer_add(apo_session_answer(s), buf);
}

/* Starts the game at the current position, unless it has started. */
static apo_status begin_game(apo_session *s)
{
    if (s->game != NULL)
        return APO_OK;
    return s->has_position ? apo_game_new(&s->game, &s->pos, NULL) : APO_E_POSITION;
}

static apo_status read_move(apo_move *out, const apo_session *s, size_t length, apo_error *err)
{
    if (!s->has_position)
        return APO_E_POSITION;
    return apo_move_read_any(out, &s->pos, apo_session_input_span(s, length), err);
}

static int make_move(apo_session *s, size_t length, bool is_record)
{
    apo_error err = {.status = APO_OK};
    apo_move mv;
    apo_status status = begin_game(s);
    if (status == APO_OK && !is_record && apo_game_info_of(s->game).is_over)
        status = APO_E_FINISHED;
    if (status == APO_OK)
        status = read_move(&mv, s, length, &err);
    if (status == APO_OK)
        status = is_record ? apo_game_advance(s->game, &mv) : apo_game_play(s->game, &mv);
    if (status != APO_OK)
        return apo_session_refuse(s, status, &err);
    answer_move(s, &s->pos, &mv, APO_NOTATION_COORDINATE);
    memcpy(&s->pos, apo_game_position(s->game), sizeof s->pos);
    return APO_OK;
}

EXPORT(apo_library_push) int apo_library_push(apo_session *s, size_t length)
{
    return make_move(s, length, false);
}

EXPORT(apo_library_advance) int apo_library_advance(apo_session *s, size_t length)
{
    return make_move(s, length, true);
}

EXPORT(apo_library_pop) int apo_library_pop(apo_session *s)
{
    size_t length = s->game != NULL ? apo_game_info_of(s->game).length : 0;
    apo_status status = s->game == NULL ? APO_E_RANGE : apo_game_undo(s->game);
    if (status != APO_OK)
        return refuse(s, status);
    apo_session_answer(s);
    if (apo_game_info_of(s->game).length == length)
        return APO_OK; /* the players' result was taken back, no move */
    memcpy(&s->pos, apo_game_position(s->game), sizeof s->pos);
    return APO_OK;
}

EXPORT(apo_library_outcome) int apo_library_outcome(apo_session *s)
{
    apo_status status = begin_game(s);
    if (status != APO_OK)
        return refuse(s, status);
    apo_buffer *out = apo_session_answer(s);
    apo_session_add_outcome(out, s->game);
    return out->is_failed ? APO_E_MEMORY : APO_OK;
}

EXPORT(apo_library_end) int apo_library_end(apo_session *s, int white_quarters)
{
    apo_status status = begin_game(s);
    if (status == APO_OK)
        status = apo_game_end(s->game, white_quarters);
    return status == APO_OK ? APO_OK : refuse(s, status);
}

/* --- moves --------------------------------------------------------------- */

EXPORT(apo_library_write_move)

int apo_library_write_move(apo_session *s, size_t length, unsigned notation)
{
    apo_error err = {.status = APO_OK};
    apo_move mv;
    apo_status status =
        notation < APO_NOTATIONS ? read_move(&mv, s, length, &err) : APO_E_RANGE;
    if (status != APO_OK)
        return apo_session_refuse(s, status, &err);
    answer_move(s, &s->pos, &mv, (enum apo_notation)notation);
    return APO_OK;
}

EXPORT(apo_library_read_move) int apo_library_read_move(apo_session *s, size_t length)
{
    apo_error err = {.status = APO_OK};
    apo_moves moves;
    apo_move mv;
    apo_status status = read_move(&mv, s, length, &err);
    if (status == APO_OK)
        status = apo_moves_legal(apo_moves_start(&moves), &s->pos);
    if (status != APO_OK)
        return apo_session_refuse(s, status, &err);
    apo_buffer *out = apo_session_answer(s);
    apo_session_add_move(out, &s->pos, &mv, &moves.list);
    return out->is_failed ? APO_E_MEMORY : APO_OK;
}

/* Reads the name of a square. */
static bool read_square(apo_square *out, const apo_variant *var, apo_span *rest)
{
    apo_span word = apo_span_word(rest);
    *out = apo_geometry_read_square(apo_variant_geometry(var), &word);
    return *out != APO_SQUARE_NONE && word.length == 0;
}

/* Reads the letter of a type, or "-". */
static bool read_type(uint8_t *out, const apo_variant *var, apo_span *rest)
{
    apo_span word = apo_span_word(rest);
    if (word.length != 1)
        return false;
    *out = (uint8_t)apo_variant_type_of_letter(var, word.text[0]);
    return *out != APO_TYPE_NONE || word.text[0] == '-';
}

/* Reads a move from two squares and the letters of two types; a status. */
static int read_asked(apo_move *out, apo_session *s, size_t length)
{
    apo_span input = apo_session_input_span(s, length), rest = input;
    apo_error err = {.status = APO_E_SYNTAX};
    *out = (apo_move){.from = APO_SQUARE_NONE};
    if (!s->has_position)
        return refuse(s, APO_E_POSITION);
    if (read_square(&out->from, s->var, &rest) && read_square(&out->to, s->var, &rest) &&
        read_type(&out->promoted, s->var, &rest) && read_type(&out->launched, s->var, &rest))
        return APO_OK;
    apo_fail(&err, APO_E_SYNTAX, input.length - rest.length,
             "expected two squares and the letters of two types", apo_span_of(""));
    return apo_session_refuse(s, APO_E_SYNTAX, &err);
}

/* Reads the text of a move, also of an illegal one if it is clear which is meant; a status. */
static int read_meant(apo_move *out, apo_session *s, size_t length)
{
    apo_error err = {.status = APO_OK};
    apo_status status = read_move(out, s, length, &err);
    if (status == APO_E_ILLEGAL &&
        apo_move_read_meant(out, &s->pos, apo_session_input_span(s, length)))
        return APO_OK;
    return status == APO_OK ? APO_OK : apo_session_refuse(s, status, &err);
}

static int answer_verdict(apo_session *s, const apo_move *mv)
{
    char buf[APO_EXPLAIN_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_verdict verdict = apo_move_why_illegal(&s->pos, mv);
    apo_move_explain(&text, &s->pos, mv);
    apo_buffer *out = apo_session_answer(s);
    apo_buffer_add(out, apo_illegal_word(verdict.reason));
    apo_buffer_add_char(out, '\n');
    apo_buffer_add(out, buf);
    return out->is_failed ? APO_E_MEMORY : APO_OK;
}

EXPORT(apo_library_explain) int apo_library_explain(apo_session *s, size_t length)
{
    apo_move mv;
    int status = read_asked(&mv, s, length);
    return status != APO_OK ? status : answer_verdict(s, &mv);
}

EXPORT(apo_library_explain_text) int apo_library_explain_text(apo_session *s, size_t length)
{
    apo_move mv;
    int status = read_meant(&mv, s, length);
    return status != APO_OK ? status : answer_verdict(s, &mv);
}

EXPORT(apo_library_remedy_text) int apo_library_remedy_text(apo_session *s, size_t length)
{
    apo_move mv;
    int status = read_meant(&mv, s, length);
    return status != APO_OK ? status
                            : (int)apo_move_remedy_write(apo_session_answer(s), &s->pos, &mv);
}

EXPORT(apo_library_remedy) int apo_library_remedy(apo_session *s, size_t length)
{
    apo_move mv;
    int status = read_asked(&mv, s, length);
    return status != APO_OK ? status
                            : (int)apo_move_remedy_write(apo_session_answer(s), &s->pos, &mv);
}

EXPORT(apo_library_count) unsigned apo_library_count(const apo_session *s)
{
    uint64_t count = s->has_position ? apo_perft(&s->pos, 1) : 0;
    return count < UINT32_MAX ? (unsigned)count : UINT32_MAX;
}

EXPORT(apo_library_is_attacked)

int apo_library_is_attacked(const apo_session *s, unsigned square, unsigned side)
{
    return s->has_position && side < APO_SIDES &&
           square < apo_geometry_squares(apo_variant_geometry(s->var)) &&
           apo_position_is_attacked(&s->pos, (apo_square)square, (apo_side)side);
}

EXPORT(apo_library_attackers)

int apo_library_attackers(apo_session *s, unsigned square, unsigned side)
{
    apo_square from[APO_SQUARES_MAX];
    apo_buffer *out = apo_session_answer(s);
    unsigned count =
        s->has_position && square <= UINT16_MAX
            ? apo_position_attackers(&s->pos, (apo_square)square, (apo_side)side, from)
            : 0;
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            apo_buffer_add_char(out, ' ');
        apo_buffer_add_number(out, from[i]);
    }
    return out->is_failed ? APO_E_MEMORY : APO_OK;
}
