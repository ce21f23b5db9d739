/* What a game can end by, in a few words. */
#include "base/text.h"
#include "rules/rules/chase.h"
#include "rules/rules/outcome.h"
#include "rules/rules/outcome_data.h"

/* The word of a key of [outcome] that has this index. */
static apo_span word_of(const char *key, unsigned index)
{
    const apo_rule_info *info = &apo_rule_outcome.info;
    apo_span words = apo_span_of(NULL), word = words;
    for (size_t i = 0; i < info->key_count; i++)
        if (apo_span_is(apo_span_of(info->keys[i].name), key))
            words = apo_span_of(info->keys[i].words);
    for (unsigned i = 0; i <= index; i++)
        word = apo_span_word(&words);
    return word;
}

static void add(apo_text *out, const char *what)
{
    if (out->length > 0)
        apo_text_add(out, ", ");
    apo_text_add(out, what);
}

static void add_result(apo_text *out, apo_span result)
{
    apo_text_add(out, " (");
    apo_text_add_span(out, result);
    apo_text_add_char(out, ')');
}

static void add_with_result(apo_text *out, const char *what, const char *result)
{
    add(out, what);
    add_result(out, apo_span_of(result));
}

static void add_history(apo_text *out, const apo_variant *var)
{
    const apo_outcome_data *data = apo_outcome_of(var);
    if (data->repetitions > 0) {
        add(out, "a position ");
        apo_text_add_number(out, data->repetitions);
        apo_text_add(out, " times");
        add_result(out, word_of("repetition", data->repetition));
        if (data->is_perpetual_lost)
            add_with_result(out, "perpetual check", "loss");
        if (apo_chase_matters(var))
            add_with_result(out, "perpetual chase", "loss");
    }
    if (data->move_limit > 0) {
        add(out, "");
        apo_text_add_number(out, data->move_limit);
        apo_text_add(out, " moves without a capture or a pawn move");
        add_result(out, apo_span_of(data->is_repetition_count ? "points" : "draw"));
    }
}

void apo_variant_ends(apo_text *out, const apo_variant *var)
{
    const apo_outcome_data *data = apo_outcome_of(var);
    for (size_t i = 0; i < apo_rule_count(); i++)
        if (apo_variant_ends_by(var, i))
            add(out, apo_rule_at(i)->section);
    if (var->royal != APO_TYPE_NONE || var->rules >> APO_RULE_ROYALS & 1U) {
        add(out, "mate");
        add_result(out, word_of("mate", data->mate));
    }
    add(out, "no legal move");
    add_result(out, word_of("stalemate", data->stalemate));
    if (data->is_bare_lost)
        add_with_result(out, "a bare king", "loss");
    if (var->royal != APO_TYPE_NONE && apo_is_bare_drawn(var))
        add_with_result(out, "two bare kings", "draw");
    if (data->is_dead_drawn)
        add_with_result(out, "a dead position", "draw");
    add_history(out, var);
}
