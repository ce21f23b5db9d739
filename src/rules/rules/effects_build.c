/* What a definition says about the effects of pieces: the keys of its section, and which of
 * them exclude each other. The rule is in effects.c. */
#include "rules/rules/castling.h"
#include "rules/rules/effects.h"
#include "rules/rules/facts.h"
#include "rules/tables/spec.h"

enum {
    KEY_WITHDRAW, /* the first keys are those of the effects */
    KEY_ADVANCE,
    KEY_PINCER,
    KEY_COORDINATE,
    KEY_LEAP,
    KEY_SWAP,
    KEY_BURN,
    KEY_IMMOBILISE,
    KEY_JUMP,
    KEY_BURN_BACK,
    KEY_CONVERT,
    KEY_LEND,
    KEY_IMITATE,
    KEY_PARTNER,
    KEY_RESIGN,
    KEY_RIM,
    KEY_RANK,
    KEY_JUMP_TAKES,
    KEY_JUMP_SPARES,
    KEY_IMMUNE,
    KEY_HARMLESS,
    KEY_LEND_TO,
    KEY_LEND_BARS,
    KEYS
};

_Static_assert(KEYS == (unsigned)APO_EFFECTS_KEYS, "as many as effects.h says");

#define TYPES_KEY(key, text)                                                                \
    {                                                                                       \
        .name = (key), .kind = APO_KEY_TYPES, .minimum = 1, .maximum = APO_VALUE_ITEMS_MAX, \
        .fallback = "none", .doc = APO_DOC(text)                                            \
    }

const apo_key apo_effects_keys[APO_EFFECTS_KEYS] = {
    [KEY_WITHDRAW] = TYPES_KEY("withdraw", "The types that capture an enemy next to them by "
                                           "moving straight away from it."),
    [KEY_ADVANCE] = TYPES_KEY("advance", "The types that capture the enemy that is next on the "
                                         "line on which they have moved."),
    [KEY_PINCER] =
        TYPES_KEY("pincer", "The types that capture enemies next to them on their rank or file "
                            "if a piece of their side is right behind."),
    [KEY_COORDINATE] =
        TYPES_KEY("coordinate", "The types that capture where their rank crosses the file of a "
                                "`partner`, and their file its rank."),
    [KEY_LEAP] = TYPES_KEY("leap", "The types that leap along a line over single enemies, with "
                                   "an empty square behind each, and capture them."),
    [KEY_SWAP] = TYPES_KEY("swap", "The types that change places with the first piece on a "
                                   "line, or destroy an enemy next to them together with "
                                   "themselves."),
    [KEY_BURN] = TYPES_KEY("burn", "The types that capture all enemies next to the square to "
                                   "which they move."),
    [KEY_IMMOBILISE] = TYPES_KEY("immobilise", "The types next to which no enemy can move."),
    [KEY_JUMP] = TYPES_KEY("jump", "The types that capture along the lines on which they "
                                   "slide, over any number of pieces of lower `rank`."),
    [KEY_BURN_BACK] =
        TYPES_KEY("burn-back", "The types that burn an enemy that ends its move next to them, "
                               "before it burns anything itself."),
    [KEY_CONVERT] =
        TYPES_KEY("convert", "The types that make all enemies their own side's that "
                             "they could capture from where they have moved."),
    [KEY_LEND] = TYPES_KEY("lend", "The types that lend their moves to each friend of a type "
                                   "in `lend-to` that they protect."),
    [KEY_IMITATE] =
        TYPES_KEY("imitate", "The types that do to each enemy what that piece would do itself. "
                             "They capture pieces without an effect in the way those capture."),
    [KEY_PARTNER] = TYPES_KEY("partner", "The types with which others coordinate."),
    [KEY_RESIGN] = TYPES_KEY("resign", "The types that may be taken off the board by their own "
                                       "side, as a move, while an enemy immobilises them."),
    [KEY_RIM] = {.name = "rim",
                 .kind = APO_KEY_SQUARES,
                 .minimum = 1,
                 .maximum = APO_VALUE_ITEMS_MAX,
                 .fallback = "none",
                 .doc = APO_DOC("Squares on which a move may end only to swap, or if the "
                                "piece cannot make the same capture elsewhere. Of several "
                                "such moves, only the one that enters the fewest of these "
                                "squares and is the shortest is legal.")},
    [KEY_RANK] = {.name = "rank",
                  .kind = APO_KEY_TYPES,
                  .minimum = 1,
                  .maximum = APO_VALUE_ITEMS_MAX,
                  .is_indexed = true,
                  .fallback = "0",
                  .doc = APO_DOC(
                      "The types of this rank, 1 to 255: what jumps goes only over pieces of "
                      "lower rank than its own.")},
    [KEY_JUMP_TAKES] = {.name = "jump-takes",
                        .kind = APO_KEY_WORD,
                        .words = "lower any",
                        .fallback = "lower",
                        .doc =
                            APO_DOC("What may be captured by such a jump: only pieces of lower "
                                    "rank, or any. Without a jump any piece may be captured.")},
    [KEY_JUMP_SPARES] =
        TYPES_KEY("jump-spares", "The types that no such jump captures, whatever "
                                 "their rank."),
    [KEY_IMMUNE] = TYPES_KEY("immune", "The types that no move captures."),
    [KEY_HARMLESS] =
        TYPES_KEY("harmless", "The types that capture nothing, though their friends may with "
                              "the moves that they lend."),
    [KEY_LEND_TO] = TYPES_KEY("lend-to", "The types to which others lend their moves."),
    [KEY_LEND_BARS] = {.name = "lend-bars",
                       .kind = APO_KEY_SQUARES,
                       .minimum = 1,
                       .maximum = APO_VALUE_ITEMS_MAX,
                       .fallback = "none",
                       .doc = APO_DOC(
                           "Squares to which the types of [promotion] do not go by lent "
                           "moves.")},
};

/* True if pieces of the type may capture or remove others on their way. */
static bool takes_in_passing(const apo_variant_spec *spec, unsigned type)
{
    const apo_piece_moves *moves = &spec->types[type].moves;
    for (unsigned i = 0; i < moves->move_count; i++)
        for (unsigned k = 0; k + 1 < moves->moves[i].leg_count; k++)
            if (moves->moves[i].legs[k].pass & (APO_PASS_TAKE | APO_PASS_REMOVE))
                return true;
    return false;
}

static bool has_rule(const apo_build *build, unsigned rule)
{
    return build->spec->rules[rule].line != 0;
}

static void check_passing(apo_build *build, apo_types with_effect)
{
    const apo_effects_data *data = build->data;
    bool is_any_bad = data->imitators != 0 || !apo_set_is_empty(&data->rim);
    for (unsigned type = 1; type <= build->spec->type_count; type++)
        if (takes_in_passing(build->spec, type) &&
            (is_any_bad || apo_types_has(with_effect, type)))
            apo_build_fault(build, NULL,
                            "effects, imitators and a rim do not go with captures on the way: "
                            "\"%s\" makes them",
                            apo_span_of(build->spec->types[type].name));
}

static void check_jumps(apo_build *build)
{
    const apo_effects_data *data = build->data;
    for (unsigned type = 1; type <= build->spec->type_count; type++) {
        apo_span name = apo_span_of(build->spec->types[type].name);
        if (!apo_types_has(data->pieces[APO_EFFECT_JUMP], type))
            continue;
        if (data->slides[type] == 0)
            apo_build_fault(build, apo_build_value(build, KEY_JUMP),
                            "\"%s\" does not slide: it has no lines to jump along", name);
        if (data->ranks[type] == 0)
            apo_build_fault(build, apo_build_value(build, KEY_JUMP),
                            "\"%s\" needs a `rank` to jump over something", name);
    }
}

/* Checks for keys that exclude jumping or burning back. */
static void check_tenjiku(apo_build *build)
{
    const apo_effects_data *data = build->data;
    apo_types jumping = data->pieces[APO_EFFECT_JUMP];
    apo_types burning = data->pieces[APO_EFFECT_BURN_BACK];
    if (data->imitators != 0 && (jumping | burning) != 0)
        apo_build_clash(build, apo_build_value(build, KEY_IMITATE),
                        apo_build_value(build, jumping != 0 ? KEY_JUMP : KEY_BURN_BACK),
                        "nothing imitates `jump` and `burn-back`");
    if ((jumping & data->pieces[APO_EFFECT_SWAP]) != 0)
        apo_build_clash(build, apo_build_value(build, KEY_JUMP),
                        apo_build_value(build, KEY_SWAP), "a type cannot both jump and swap");
    if (burning != 0 && has_rule(build, APO_RULE_ROYALS))
        apo_build_fault(build, apo_build_value(build, KEY_BURN_BACK),
                        "a royal piece that can be burnt belongs in [extinction], not in "
                        "[royals]",
                        apo_span_of(""));
    if (burning != 0 && apo_variant_hands_take(build->var))
        apo_build_fault(build, apo_build_value(build, KEY_BURN_BACK),
                        "what is burnt joins no hand: [hands] needs captured = no",
                        apo_span_of(""));
    check_jumps(build);
}

/* A piece that changes sides is never captured, and a royal one would have to be. */
static void check_conversion(apo_build *build)
{
    const apo_effects_data *data = build->data;
    if (data->pieces[APO_EFFECT_CONVERT] == 0)
        return;
    if (has_rule(build, APO_RULE_ROYALS))
        apo_build_fault(build, apo_build_value(build, KEY_CONVERT),
                        "a king that can be converted belongs in [extinction], not in [royals]",
                        apo_span_of(""));
    if (data->imitators != 0)
        apo_build_clash(build, apo_build_value(build, KEY_IMITATE),
                        apo_build_value(build, KEY_CONVERT), "nothing imitates `convert`");
}

/* Each move must have a meaning of its own. */
static void check_lending(apo_build *build)
{
    const apo_effects_data *data = build->data;
    apo_types lending = data->pieces[APO_EFFECT_LEND];
    if ((lending != 0) != (data->borrowing != 0))
        apo_build_fault(build, apo_build_value(build, lending != 0 ? KEY_LEND : KEY_LEND_TO),
                        "`lend` and `lend-to` need each other", apo_span_of(""));
    if (lending != 0 && data->imitators != 0)
        apo_build_clash(build, apo_build_value(build, KEY_IMITATE),
                        apo_build_value(build, KEY_LEND), "nothing imitates `lend`");
    if ((data->borrowing & data->pieces[APO_EFFECT_SWAP]) != 0)
        apo_build_clash(build, apo_build_value(build, KEY_LEND_TO),
                        apo_build_value(build, KEY_SWAP),
                        "a type cannot both swap and be lent moves");
    if (has_rule(build, APO_RULE_CASTLING) &&
        apo_types_has(data->borrowing, apo_castling_of(build->var)->king))
        apo_build_fault(build, apo_build_value(build, KEY_LEND_TO),
                        "a king that can castle is lent no moves", apo_span_of(""));
}

static void check_types(apo_build *build, apo_types with_effect)
{
    const apo_variant *var = build->var;
    const apo_effects_data *data = build->data;
    if (var->royal != APO_TYPE_NONE)
        apo_build_fault(build, NULL,
                        "a royal piece that effects can capture belongs in [royals] or "
                        "[extinction], not in [pieces]",
                        apo_span_of(""));
    if (data->pieces[APO_EFFECT_COORDINATE] != 0 && data->partners == 0)
        apo_build_fault(build, apo_build_value(build, KEY_COORDINATE),
                        "types that coordinate need a `partner`", apo_span_of(""));
    for (unsigned i = 0; i < APO_EFFECTS; i++)
        if ((data->imitators & data->pieces[i]) != 0)
            apo_build_clash(build, apo_build_value(build, KEY_IMITATE),
                            apo_build_value(build, i),
                            "a piece that imitates effects has none of its own");
    if (with_effect == 0 && data->immune == 0 && data->harmless == 0)
        apo_build_fault(build, NULL, "no piece has an effect", apo_span_of(""));
    check_passing(build, with_effect);
    check_tenjiku(build);
    check_conversion(build);
    check_lending(build);
}

/* The directions in which White's pieces of the type slide without limit and capture, as bits
 * of the compass. */
static uint8_t slides_of(const apo_piece_moves *moves)
{
    unsigned slides = 0;
    for (unsigned i = 0; i < moves->move_count; i++) {
        const apo_piece_move *move = &moves->moves[i];
        const apo_leg *leg = &move->legs[0];
        bool is_slide = move->leg_count == 1 && leg->shorter == 0 && leg->longer == 1 &&
                        leg->most == APO_RANGE_UNLIMITED && leg->skipped == 0 &&
                        leg->line == APO_LINE_STRAIGHT && leg->wrap == APO_WRAP_NONE &&
                        !move->is_unmoved && (move->end & APO_END_CAPTURE) != 0;
        if (is_slide)
            slides |= leg->directions & leg->compass;
    }
    return (uint8_t)slides;
}

static unsigned same_type(const apo_build *build, unsigned type)
{
    (void)build;
    return type;
}

static void read_squares(const apo_build *build, unsigned key, apo_set *out)
{
    const apo_value *value = apo_build_value(build, key);
    for (unsigned i = 0; value != NULL && i < value->count; i++)
        apo_set_add(out, value->items[i]);
}

void apo_effects_build(apo_build *build)
{
    apo_effects_data *data = build->data;
    apo_types with_effect = 0;
    data->is_on = true;
    data->resigning = apo_build_types(build, KEY_RESIGN);
    for (unsigned i = 0; i < APO_EFFECTS; i++) {
        data->pieces[i] = apo_build_types(build, i);
        with_effect |= data->pieces[i];
    }
    data->imitators = apo_build_types(build, KEY_IMITATE);
    data->partners = apo_build_types(build, KEY_PARTNER);
    data->borrowing = apo_build_types(build, KEY_LEND_TO);
    data->plain = ~(with_effect | data->imitators | data->borrowing);
    data->spared = apo_build_types(build, KEY_JUMP_SPARES);
    data->immune = apo_build_types(build, KEY_IMMUNE);
    data->harmless = apo_build_types(build, KEY_HARMLESS);
    data->jumps_take_all = apo_build_number(build, KEY_JUMP_TAKES, 0) != 0;
    (void)apo_build_limits(build, KEY_RANK, same_type, data->ranks);
    for (unsigned type = 1; type <= build->spec->type_count; type++)
        data->slides[type] = slides_of(&build->spec->types[type].moves);
    read_squares(build, KEY_RIM, &data->rim);
    read_squares(build, KEY_LEND_BARS, &data->bars);
    check_types(build, with_effect);
}

/* True if White's pieces of the type can leap backward. */
static bool can_go_back(const apo_variant *var, unsigned type)
{
    unsigned files = var->geometry.files;
    for (unsigned from = 0; from < var->squares; from++) {
        size_t index = apo_table_index(var, APO_WHITE, type, from);
        const uint64_t *targets = var->leap_move + index * var->words;
        for (unsigned to = 0; to < from / files * files; to++)
            if (targets[to >> 6] >> (to & 63U) & 1U)
                return true;
    }
    return false;
}

/* Positions can recur after the moves of pawns that can go back, so these do not restart the
 * count; lent moves may take them back, too. */
void apo_effects_finish(apo_variant *var, void *data)
{
    const apo_effects_data *effects = data;
    var->restarting &= ~effects->borrowing;
    for (unsigned type = 1; type <= var->info.type_count; type++)
        if (apo_types_has(var->restarting, type) && can_go_back(var, type))
            var->restarting &= ~apo_type_bit(type);
}
