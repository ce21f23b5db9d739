#include "rules/rules/list.h"

#include "rules/rules/endings.h"
#include "rules/rules/facts.h"
#include "rules/rules/game.h"
#include "rules/rules/setup_faults.h"
#include "rules/tables/compile.h"

_Static_assert((int)APO_RULE_BYTES <= (int)APO_RULE_BYTES_MAX,
               "each byte of enum apo_rule_byte has a place");

/* Rules are built and take part in this order; a rule may rely on those before it. */
static const apo_rule *const rules[APO_RULES] = {
    [APO_RULE_SCREENS] = &apo_rule_screens,
    [APO_RULE_PROMOTION] = &apo_rule_promotion,
    [APO_RULE_RESERVE] = &apo_rule_reserve,
    [APO_RULE_JOKER] = &apo_rule_joker,
    [APO_RULE_LAUNCH] = &apo_rule_launch,
    [APO_RULE_FORMS] = &apo_rule_forms,
    [APO_RULE_MORPH] = &apo_rule_morph,
    [APO_RULE_HANDS] = &apo_rule_hands,
    [APO_RULE_KINGS_JUMP] = &apo_rule_kings_jump,
    [APO_RULE_CASTLING] = &apo_rule_castling,
    [APO_RULE_CHECKER] = &apo_rule_checker,
    [APO_RULE_MULTI_STEP] = &apo_rule_multi_step,
    [APO_RULE_AREA] = &apo_rule_area,
    [APO_RULE_RIVER] = &apo_rule_river,
    [APO_RULE_LINES] = &apo_rule_lines,
    [APO_RULE_EXPLOSIONS] = &apo_rule_explosions,
    [APO_RULE_ENCLOSING] = &apo_rule_enclosing,
    [APO_RULE_EFFECTS] = &apo_rule_effects,
    [APO_RULE_WALLS] = &apo_rule_walls,
    [APO_RULE_CHECKS] = &apo_rule_checks,
    [APO_RULE_COUNTING] = &apo_rule_counting,
    [APO_RULE_GOAL] = &apo_rule_goal,
    [APO_RULE_EXTINCTION] = &apo_rule_extinction,
    [APO_RULE_CONNECTION] = &apo_rule_connection,
    [APO_RULE_ROYALS] = &apo_rule_royals,
    [APO_RULE_NO_CHECKS] = &apo_rule_no_checks,
    [APO_RULE_LION_TRADE] = &apo_rule_lion_trade,
    [APO_RULE_MUST_DROP] = &apo_rule_must_drop,
    [APO_RULE_MUST_CAPTURE] = &apo_rule_must_capture,
    [APO_RULE_BIKJANG] = &apo_rule_bikjang,
    [APO_RULE_SUCCESSION] = &apo_rule_succession,
    [APO_RULE_PASS] = &apo_rule_pass,
    [APO_RULE_DOUBLE_MOVES] = &apo_rule_double_moves,
    [APO_RULE_CHASE] = &apo_rule_chase,
    [APO_RULE_OUTCOME] = &apo_rule_outcome,
    [APO_RULE_POINTS] = &apo_rule_points,
    [APO_RULE_HANDICAP] = &apo_rule_handicap,
    [APO_RULE_VALUES] = &apo_rule_values,
    [APO_RULE_EN_PASSANT] = &apo_rule_en_passant,
    [APO_RULE_BROUHAHA] = &apo_rule_brouhaha,
};

const apo_fen_part *apo_fen_part_at(size_t index)
{
    /* NULL: the field of several rules. */
    static const apo_rule *const owners[APO_FEN_PARTS] = {
        &apo_rule_handicap, NULL, &apo_rule_en_passant, &apo_rule_joker, &apo_rule_reserve,
        &apo_rule_launch,
    };
    return owners[index] == NULL ? &apo_fen_unmoved : owners[index]->fen;
}

const apo_fen_part *apo_fen_usual_part(enum apo_fen_usual field)
{
    static const apo_rule *const owners[APO_FEN_USUALS] = {
        [APO_FEN_HOLDINGS] = &apo_rule_hands,
        [APO_FEN_RIGHTS] = &apo_rule_castling,
        [APO_FEN_PASSED] = &apo_rule_en_passant,
    };
    return owners[field]->fen;
}

const apo_fen_part *apo_fen_extra_part(const apo_variant *var)
{
    if (var->rules >> APO_RULE_COUNTING & 1U)
        return apo_rule_counting.fen;
    if (var->rules >> APO_RULE_PASS & 1U)
        return apo_rule_pass.fen;
    if (var->rules >> APO_RULE_CHECKS & 1U)
        return apo_rule_checks.fen;
    if (var->rules >> APO_RULE_LION_TRADE & 1U)
        return apo_rule_lion_trade.fen;
    return var->rules >> APO_RULE_EFFECTS & 1U ? apo_rule_effects.fen : NULL;
}

void apo_fen_start_extra(apo_setup *setup, const apo_variant *var)
{
    if (var->rules >> APO_RULE_CHECKS & 1U)
        apo_rule_checks.start(setup, var, 0);
}

bool apo_fen_has_usual_form(const apo_variant *var)
{
    for (size_t i = 0; i < APO_RULES_WITH_SECTION; i++)
        if (var->rules >> i & 1U && rules[i]->fen != NULL && rules[i]->fen->is_needed)
            return false;
    return true;
}

size_t apo_rule_count(void)
{
    return APO_RULES_WITH_SECTION;
}

const apo_rule_info *apo_rule_at(size_t index)
{
    return &rules[index]->info;
}

bool apo_variant_ends_by(const apo_variant *var, size_t index)
{
    return var->rules >> index & 1U &&
           (rules[index]->ends != NULL || index == APO_RULE_COUNTING);
}

bool apo_variant_has_rule(const apo_variant *var, const char *section)
{
    for (size_t i = 0; i < APO_RULES_WITH_SECTION; i++)
        if (var->rules >> i & 1U && apo_span_is(apo_span_of(rules[i]->info.section), section))
            return true;
    return false;
}

const char *apo_setup_fault_message(unsigned index)
{
    static const char *const messages[APO_SETUP_FAULTS] = {
#define APO_SETUP_FAULT_MESSAGE(name, message) [APO_SETUP_FAULT_INDEX_##name] = (message),
        APO_SETUP_FAULT_LIST(APO_SETUP_FAULT_MESSAGE)
#undef APO_SETUP_FAULT_MESSAGE
    };
#define APO_SETUP_FAULT_ONE(name, message) +1
    _Static_assert(APO_SETUP_FAULT_LIST(APO_SETUP_FAULT_ONE) == (int)APO_SETUP_FAULTS,
                   "each fault has a message");
#undef APO_SETUP_FAULT_ONE
    return index < APO_SETUP_FAULTS ? messages[index] : "unknown fault";
}

#define APO_END_ONE(name, word, reason) +1
_Static_assert(APO_END_LIST(APO_END_ONE) == (int)APO_ENDINGS, "each ending has its words");
#undef APO_END_ONE

const char *apo_ending_word(apo_ending ending)
{
#define APO_END_WORD(name, word, reason) [APO_ENDING_##name] = (word),
    static const char *const words[] = {APO_END_LIST(APO_END_WORD)};
#undef APO_END_WORD
    return words[(unsigned)ending < APO_ENDINGS ? ending : APO_ENDING_NONE];
}

const char *apo_ending_reason(apo_ending ending)
{
#define APO_END_REASON(name, word, reason) [APO_ENDING_##name] = (reason),
    static const char *const reasons[] = {APO_END_LIST(APO_END_REASON)};
#undef APO_END_REASON
    return reasons[(unsigned)ending < APO_ENDINGS ? ending : APO_ENDING_NONE];
}

const char *apo_change_word(enum apo_change_kind kind)
{
    static const char *const words[APO_CHANGES] = {
        [APO_CHANGE_REMOVE] = "remove",
        [APO_CHANGE_PUT] = "put",
        [APO_CHANGE_SHIFT] = "shift",
        [APO_CHANGE_SIDE] = "side",
        [APO_CHANGE_TURN] = "turn",
        [APO_CHANGE_UNMOVED] = "unmoved",
        [APO_CHANGE_PASSED] = "passed",
        [APO_CHANGE_IMITATED] = "imitated",
        [APO_CHANGE_RESERVE] = "reserve",
        [APO_CHANGE_POCKET] = "pocket",
        [APO_CHANGE_MOVE_NUMBER] = "move_number",
        [APO_CHANGE_MOVE] = "move",
    };
    return words[(unsigned)kind < APO_CHANGES ? kind : APO_CHANGE_MOVE];
}

/* --- games --------------------------------------------------------------- */

static apo_status check_starts(const apo_variant *var, apo_fault_list *faults)
{
    apo_position pos;
    apo_setup setup;
    for (unsigned name = 0; name < var->info.start_name_count; name++) {
        apo_setup_faults bad = 0;
        apo_status status = apo_setup_start(&setup, var, name, 1);
        if (status == APO_OK)
            status = apo_position_from_setup(&pos, &setup, var, &bad);
        for (unsigned i = 0; i < APO_SETUP_FAULTS; i++)
            if (bad >> i & 1U)
                apo_fault_add(faults, 0, 0, apo_span_of(name == 0 ? "setup" : "start"),
                              "this start cannot be played: %s",
                              apo_span_of(apo_setup_fault_message(i)));
        if (status != APO_OK)
            return APO_E_DEFINITION;
    }
    return APO_OK;
}

/* Adds the types that the game's rules need. */
static void extend(apo_variant_spec *spec, apo_fault_list *faults)
{
    for (size_t i = 0; i < APO_RULES_WITH_SECTION; i++)
        if (spec->rules[i].line != 0 && rules[i]->extend != NULL)
            rules[i]->extend(spec, faults);
}

void apo_variant_check(apo_variant_spec *spec, const apo_alloc *alloc, apo_fault_list *faults)
{
    const apo_rule_list all = {rules, APO_RULES, APO_RULES_WITH_SECTION};
    if (faults == NULL)
        return;
    extend(spec, faults);
    apo_tables_check(spec, &all, alloc, faults);
}

apo_status apo_variant_compile(apo_variant **out, apo_variant_spec *spec,
                               const apo_alloc *alloc, apo_fault_list *faults)
{
    const apo_rule_list all = {rules, APO_RULES, APO_RULES_WITH_SECTION};
    apo_fault_list own_faults;
    apo_variant *var;
    apo_fault_list_init(&own_faults);
    if (faults == NULL)
        faults = &own_faults;
    extend(spec, faults);
    apo_status status = apo_tables_compile(&var, spec, &all, alloc, faults);
    if (status == APO_OK)
        status = check_starts(var, faults);
    else
        return status;
    if (status == APO_OK)
        *out = var;
    else
        apo_variant_free(var);
    return status;
}
