#include "wasm/workshop.h"

#include "base/json.h"
#include "base/mem.h"
#include "definition/advice/advice.h"
#include "definition/betza/betza.h"
#include "definition/betza/diagram.h"
#include "definition/betza/words.h"
#include "definition/draft/skeleton.h"
#include "definition/exchange/foreign.h"
#include "definition/file/bundle.h"
#include "search/weights.h"

static int refuse(apo_session *s, apo_status status)
{
    const apo_error err = {.status = status};
    return apo_session_refuse(s, status, &err);
}

static int finish(apo_session *s, apo_status status)
{
    if (status == APO_OK && s->output.is_failed)
        status = APO_E_MEMORY;
    return status == APO_OK ? APO_OK : refuse(s, status);
}

/* --- texts --------------------------------------------------------------- */

EXPORT(apo_workshop_keys) int apo_workshop_keys(apo_session *s)
{
    apo_definition_reference_json(apo_session_answer(s));
    return finish(s, APO_OK);
}

EXPORT(apo_workshop_outline) int apo_workshop_outline(apo_session *s, size_t length)
{
    return finish(s,
                  apo_bundle_outline(apo_session_answer(s), apo_session_input_span(s, length)));
}

EXPORT(apo_workshop_source) int apo_workshop_source(apo_session *s, size_t length)
{
    apo_span text;
    if (!apo_definition_find_builtin(apo_session_input_span(s, length), &text))
        return refuse(s, APO_E_UNKNOWN);
    apo_buffer_add_span(apo_session_answer(s), text);
    return finish(s, APO_OK);
}

EXPORT(apo_workshop_template)

int apo_workshop_template(apo_session *s, unsigned files, unsigned ranks)
{
    return finish(
        s, apo_skeleton_write(apo_session_answer(s), apo_span_of("mygame"), files, ranks));
}

EXPORT(apo_workshop_guess) int apo_workshop_guess(const apo_session *s, size_t length)
{
    return (int)apo_foreign_guess(apo_session_input_span(s, length));
}

EXPORT(apo_workshop_import) int apo_workshop_import(apo_session *s, size_t length)
{
    apo_error err = {.status = APO_OK};
    apo_draft *draft = apo_allocate(NULL, sizeof *draft);
    if (draft == NULL)
        return refuse(s, APO_E_MEMORY);
    apo_span text = apo_session_input_span(s, length);
    apo_status status =
        apo_foreign_read(draft, apo_foreign_guess(text), text, (apo_span){NULL, 0}, NULL, &err);
    if (status == APO_OK) {
        if (draft->name[0] == '\0')
            apo_text_copy(draft->name, sizeof draft->name, "My game");
        apo_draft_write(apo_session_answer(s), draft);
    }
    apo_free(NULL, draft);
    return status == APO_OK ? finish(s, APO_OK) : apo_session_refuse(s, status, &err);
}

/* What the format cannot express is told in `lost`, and becomes a comment where the format has
 * comments. */
static apo_status write_foreign(apo_buffer *out, enum apo_foreign_form form, apo_span text,
                                apo_fault_list *lost)
{
    apo_draft *draft = apo_allocate(NULL, sizeof *draft);
    if (draft == NULL)
        return APO_E_MEMORY;
    apo_status status =
        apo_draft_of_definition(draft, apo_span_of("mygame"), text, NULL, NULL, lost);
    if (status == APO_OK)
        apo_foreign_write(out, form, draft, lost);
    apo_free(NULL, draft);
    return status;
}

EXPORT(apo_workshop_export)

int apo_workshop_export(apo_session *s, unsigned form, size_t length)
{
    apo_status status = APO_E_RANGE;
    if (!apo_session_begin_faults(s))
        return refuse(s, APO_E_MEMORY);
    if (form < APO_FOREIGN_FORMS)
        status = write_foreign(apo_session_answer(s), (enum apo_foreign_form)form,
                               apo_session_input_span(s, length), s->faults);
    return finish(s, status);
}

/* --- the check ----------------------------------------------------------- */

EXPORT(apo_workshop_check) int apo_workshop_check(apo_session *s, size_t length)
{
    if (!apo_session_begin_faults(s))
        return refuse(s, APO_E_MEMORY);
    return apo_session_take_strange(s, apo_session_input_span(s, length), s->faults);
}

/* --- moves --------------------------------------------------------------- */

EXPORT(apo_workshop_moves) int apo_workshop_moves(apo_session *s, size_t length)
{
    apo_error err = {.status = APO_OK};
    apo_piece_moves moves;
    apo_diagram diagram;
    apo_buffer words;
    apo_span text = apo_session_input_span(s, length);
    apo_status status = apo_betza_parse(&moves, text, &err);
    if (status == APO_OK)
        status = apo_diagram_make(&diagram, &moves, APO_DIAGRAM_SIZE_MAX);
    if (status != APO_OK)
        return apo_session_refuse(s, status, &err);
    apo_buffer_init(&words, NULL);
    apo_betza_words(&words, &moves);
    apo_diagram_json(apo_session_answer(s), &diagram, text, apo_buffer_span(&words));
    apo_buffer_clear(&words);
    return finish(s, APO_OK);
}

/* --- the review ---------------------------------------------------------- */

static void add_warnings(apo_buffer *out, const apo_fault_list *faults)
{
    apo_json_open(out, "warnings", '[');
    for (size_t i = 0; i < faults->count; i++) {
        apo_json_open(out, NULL, '{');
        apo_json_add_number(out, "line", faults->faults[i].line);
        apo_json_add_string(out, "message", faults->faults[i].detail);
        apo_json_close(out, '}');
    }
    apo_json_close(out, ']');
}

static void add_type(apo_buffer *out, const apo_variant *var, unsigned type,
                     const apo_type_advice *advice, const apo_weights *weights)
{
    const apo_type_info *info = apo_type_info_of(var, type);
    char letter[3] = {info->letter, info->accent, 0};
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "letter", letter);
    apo_json_add_string(out, "name", info->name);
    apo_json_add_flag(out, "isMeasured", advice->is_measured);
    apo_json_add_number(out, "empty", advice->empty_hundredths);
    apo_json_add_number(out, "filled", advice->filled_hundredths);
    apo_json_add_number(out, "range", advice->range);
    apo_json_add_number(out, "value", weights->piece[type].opening);
    apo_json_close(out, '}');
}

static apo_status add_review(apo_buffer *out, const apo_variant *var, const apo_advice *advice)
{
    apo_piece_values values;
    apo_weights weights;
    apo_status status = apo_piece_values_derive(&values, var, NULL);
    if (status != APO_OK)
        return status;
    apo_weights_derive(&weights, var, &values);
    apo_json_open(out, NULL, '{');
    add_warnings(out, &advice->faults);
    apo_json_open(out, "types", '[');
    for (unsigned type = 1; type <= apo_variant_info_of(var)->type_count; type++)
        add_type(out, var, type, &advice->types[type], &weights);
    apo_json_close(out, ']');
    apo_json_close(out, '}');
    return APO_OK;
}

EXPORT(apo_workshop_review) int apo_workshop_review(apo_session *s, size_t length)
{
    apo_variant *var = NULL;
    apo_advice *advice = apo_allocate_zero(NULL, sizeof *advice);
    if (advice == NULL)
        return refuse(s, APO_E_MEMORY);
    apo_status status = apo_definition_review(&var, advice, apo_span_of("own"),
                                              apo_session_input_span(s, length), NULL, NULL);
    if (status == APO_OK)
        status = add_review(apo_session_answer(s), var, advice);
    apo_variant_free(var);
    apo_free(NULL, advice);
    return finish(s, status);
}
