/* Rule: effects
 * Also called: ultima, baroque chess, rococo, immobilizer, immobiliser, withdrawer, withdrawal,
 *   advancer, approach, pincer, pincher, custodian, coordinator, long leaper, overtaking,
 *   chameleon, imitator, swapper, mutual destruction, fire demon, burning, suicide, ring board,
 *   jumping general, range jumper, great general, vice general, tenjiku, passive burn
 * Section: effects
 * Text: Pieces move as their lines in [pieces] say, and have effects besides. A withdrawer
 *   captures the enemy from which it moves straight away, an advancer the enemy that is next on
 *   the line of its move, a pincer piece each enemy beside it on rank or file with another
 *   piece of its side right behind. A coordinator captures where its rank crosses the file of a
 *   partner, and its file the partner's rank. A leaper goes along a line over single enemies,
 *   each with an empty square behind it, and captures them. A jumper captures along the lines
 * on which it slides, over any number of pieces of lower rank. A burner captures all enemies
 * next to it; certain pieces burn those that end their move next to them, before these burn
 *   anything. A swapper changes places with the first piece on a line, or destroys an enemy
 * next to it and itself; what could swap back may not do so at once. Nothing next to an enemy
 *   immobiliser can move. An imitator does to each enemy what that piece would do itself, and
 *   captures a piece without an effect in the way that piece captures; a pincer piece only
 *   after a move along rank or file. Certain pieces that are held fast may be taken off by
 *   their own side. Some squares are entered only by a swap, or by a capture that needs them:
 *   the shortest such move that enters the fewest of them.
 * Source: Robert Abbott, Ultima (1962, rules of 1963), chessvariants.org/other.dir/ultima.html;
 *   Peter Aronson and David Howe, Rococo, chessvariants.com/other.dir/rococo.html;
 *   fire demons and generals: en.wikipedia.org/wiki/Tenjiku_shogi
 * Keys: withdraw, advance, pincer, coordinate, partner, leap, jump, rank, jump-takes,
 *   jump-spares, swap, burn, burn-back, immobilise, imitate, resign, rim
 * State: the squares that may not be swapped back now (FEN field swapped: +d4d6)
 * Tests: tests/rules/effects.spec */
#include "rules/rules/effects.h"

#include "rules/kernel/generate.h"
#include "rules/kernel/key_of.h"
#include "rules/kernel/make.h"
#include "rules/kernel/object.h"
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
    KEY_IMITATE,
    KEY_PARTNER,
    KEY_RESIGN,
    KEY_RIM,
    KEY_RANK,
    KEY_JUMP_TAKES,
    KEY_JUMP_SPARES
};

/* What a move of this rule does with the piece that makes it; the move's `arg`. */
enum {
    ACT_CAPTURE, /* it goes to its target, and captures */
    ACT_SWAP,    /* it changes places with the piece there */
    ACT_DESTROY, /* both disappear */
    ACT_RESIGN   /* it disappears where it stands */
};

#define TYPES_KEY(key, text)                                                                \
    {                                                                                       \
        .name = (key), .kind = APO_KEY_TYPES, .minimum = 1, .maximum = APO_VALUE_ITEMS_MAX, \
        .fallback = "none", .doc = (text)                                                   \
    }

static const apo_key keys[] = {
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
                 .doc = "Squares on which a move may only end to swap, or if the piece cannot "
                        "capture the same elsewhere; of several such moves only the one that "
                        "enters the fewest of these squares and is the shortest."},
    [KEY_RANK] = {.name = "rank",
                  .kind = APO_KEY_TYPES,
                  .minimum = 1,
                  .maximum = APO_VALUE_ITEMS_MAX,
                  .is_indexed = true,
                  .fallback = "0",
                  .doc =
                      "The types of this rank, 1 to 255: what jumps goes only over pieces of "
                      "lower rank than its own."},
    [KEY_JUMP_TAKES] = {.name = "jump-takes",
                        .kind = APO_KEY_WORD,
                        .words = "lower any",
                        .fallback = "lower",
                        .doc =
                            "What may be captured by such a jump: only pieces of lower rank, "
                            "or any. Without a jump any piece may."},
    [KEY_JUMP_SPARES] =
        TYPES_KEY("jump-spares", "The types that no such jump captures, whatever "
                                 "their rank."),
};

/* --- the definition ------------------------------------------------------ */

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

/* What does not go with jumping or burning back. */
static void check_tenjiku(apo_build *build)
{
    const apo_effects_data *data = build->data;
    apo_types jumping = data->pieces[APO_EFFECT_JUMP];
    apo_types burning = data->pieces[APO_EFFECT_BURN_BACK];
    if (data->imitators != 0 && (jumping | burning) != 0)
        apo_build_fault(build, apo_build_value(build, KEY_IMITATE),
                        "nothing imitates `jump` and `burn-back`", apo_span_of(""));
    if ((jumping & data->pieces[APO_EFFECT_SWAP]) != 0)
        apo_build_fault(build, apo_build_value(build, KEY_JUMP),
                        "a type cannot both jump and swap", apo_span_of(""));
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
    if ((data->imitators & with_effect) != 0)
        apo_build_fault(build, apo_build_value(build, KEY_IMITATE),
                        "a piece that imitates effects has none of its own", apo_span_of(""));
    if (with_effect == 0)
        apo_build_fault(build, NULL, "no piece has an effect", apo_span_of(""));
    check_passing(build, with_effect);
    check_tenjiku(build);
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

static void build_effects(apo_build *build)
{
    apo_effects_data *data = build->data;
    const apo_value *rim = apo_build_value(build, KEY_RIM);
    apo_types with_effect = 0;
    data->is_on = true;
    data->resigning = apo_build_types(build, KEY_RESIGN);
    for (unsigned i = 0; i < APO_EFFECTS; i++) {
        data->pieces[i] = apo_build_types(build, i);
        with_effect |= data->pieces[i];
    }
    data->imitators = apo_build_types(build, KEY_IMITATE);
    data->partners = apo_build_types(build, KEY_PARTNER);
    data->plain = ~(with_effect | data->imitators);
    data->spared = apo_build_types(build, KEY_JUMP_SPARES);
    data->jumps_take_all = apo_build_number(build, KEY_JUMP_TAKES, 0) != 0;
    (void)apo_build_limits(build, KEY_RANK, same_type, data->ranks);
    for (unsigned type = 1; type <= build->spec->type_count; type++)
        data->slides[type] = slides_of(&build->spec->types[type].moves);
    for (unsigned i = 0; rim != NULL && i < rim->count; i++)
        apo_set_add(&data->rim, rim->items[i]);
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

/* Positions recur after the moves of pawns that can go back: these restart no count. */
static void finish(apo_variant *var, void *data)
{
    (void)data;
    for (unsigned type = 1; type <= var->info.type_count; type++)
        if (apo_types_has(var->restarting, type) && can_go_back(var, type))
            var->restarting &= ~apo_type_bit(type);
}

/* --- moves --------------------------------------------------------------- */

static apo_effect_act act_of(const apo_position *pos, const apo_move *mv)
{
    unsigned type = apo_piece_type(pos->board[mv->from]);
    return (apo_effect_act){pos, mv->from, mv->to, pos->state.side, type};
}

bool apo_move_swaps(const apo_move *mv)
{
    return mv->kind == APO_MOVE_EFFECT && mv->arg == ACT_SWAP;
}

bool apo_move_destroys_itself(const apo_move *mv)
{
    return mv->kind == APO_MOVE_EFFECT && mv->arg == ACT_DESTROY;
}

bool apo_move_resigns_piece(const apo_move *mv)
{
    return mv->kind == APO_MOVE_EFFECT && mv->arg == ACT_RESIGN;
}

static void add_move(apo_move_list *list, apo_square from, apo_square to, uint64_t arg)
{
    apo_move_list_add(list,
                      (apo_move){.from = from, .to = to, .kind = APO_MOVE_EFFECT, .arg = arg});
}

/* The piece goes to its target, where it may promote. */
static void add_capture(const apo_effect_act *act, apo_move_list *list)
{
    const apo_move mv = {
        .from = act->from, .to = act->to, .kind = APO_MOVE_EFFECT, .arg = ACT_CAPTURE};
    apo_move_expand(act->pos, mv, list);
}

/* A move to an occupied square swaps, destroys, or captures as an imitator. */
static void add_onto(const apo_effect_act *act, apo_move_list *list)
{
    const apo_position *pos = act->pos;
    const apo_geometry *geo = &pos->var->geometry;
    int files = (int)apo_geometry_file(geo, act->to) - (int)apo_geometry_file(geo, act->from);
    int rows = (int)apo_geometry_row(geo, act->to) - (int)apo_geometry_row(geo, act->from);
    bool is_next = files * files <= 1 && rows * rows <= 1;
    apo_piece there = pos->board[act->to];
    if (!apo_effects_swap(act, there)) {
        add_capture(act, list);
        return;
    }
    add_move(list, act->from, act->to, ACT_SWAP);
    if (is_next && apo_piece_side(there) != act->side)
        add_move(list, act->from, act->to, ACT_DESTROY);
}

static void generate_from(const apo_position *pos, apo_square from, apo_move_list *list)
{
    const apo_effects_data *data = apo_effects_of(pos->var);
    apo_effect_act act = {pos, from, APO_SQUARE_NONE, pos->state.side,
                          apo_piece_type(pos->board[from])};
    apo_set targets = {{0}};
    if (apo_types_has(data->resigning, act.type) && apo_effects_hold(pos, from, NULL))
        add_move(list, from, from, ACT_RESIGN);
    apo_effects_targets(&act, &targets);
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = targets.words[i]; word != 0;) {
            act.to = apo_word_pop(&word, i * 64);
            if (pos->board[act.to] == APO_PIECE_EMPTY)
                add_capture(&act, list);
            else
                add_onto(&act, list);
        }
}

static void generate(apo_position *pos, apo_move_list *list, apo_check *check)
{
    (void)check;
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = pos->pieces[pos->state.side].words[i]; word != 0;)
            generate_from(pos, apo_word_pop(&word, i * 64), list);
}

static void captures(const apo_position *pos, const apo_move *mv, apo_set *out)
{
    apo_effect_act act = act_of(pos, mv);
    bool is_taken = mv->from != mv->to && apo_piece_is_real(pos->board[mv->to]) &&
                    mv->arg != ACT_SWAP && mv->arg != ACT_RESIGN;
    if (is_taken)
        apo_set_add(out, mv->to);
    if (mv->arg == ACT_CAPTURE || mv->arg == ACT_SWAP)
        apo_effects_captures(&act, out);
}

static void apply(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    apo_piece piece = pos->board[mv->from], there = pos->board[mv->to];
    apo_set taken = {{0}};
    captures(pos, mv, &taken);
    apo_set_remove(&taken, mv->to);
    if (mv->arg == ACT_RESIGN) {
        apo_make_capture(pos, undo, mv->from);
    } else if (mv->arg == ACT_DESTROY) {
        apo_make_capture(pos, undo, mv->to);
        apo_make_capture(pos, undo, mv->from);
    } else if (mv->arg == ACT_SWAP) {
        apo_make_set(pos, undo, mv->from, there);
        apo_make_set(pos, undo, mv->to, piece);
    } else {
        apo_make_relocate(pos, mv, undo);
    }
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = taken.words[i]; word != 0;)
            apo_make_capture(pos, undo, apo_word_pop(&word, i * 64));
}

/* What ends its move next to an enemy that burns back is gone. */
static void aftermath(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    apo_piece piece = pos->board[mv->to];
    if (apo_effects_of(pos->var)->pieces[APO_EFFECT_BURN_BACK] == 0 ||
        mv->kind == APO_MOVE_PASS || !apo_piece_is_real(piece) ||
        apo_piece_side(piece) != pos->state.side)
        return;
    if (apo_effects_burn_back(pos, mv->to, pos->state.side))
        apo_make_capture(pos, undo, mv->to);
}

/* --- what may be done ---------------------------------------------------- */

static bool is_on_rim(const apo_position *pos, const apo_move *mv)
{
    return mv->from != mv->to && apo_set_has(&apo_effects_of(pos->var)->rim, mv->to);
}

static apo_set captured_by(const apo_position *pos, const apo_move *mv)
{
    apo_set taken = {{0}};
    captures(pos, mv, &taken);
    return taken;
}

static bool are_same(const apo_set *a, const apo_set *b)
{
    uint64_t differing = 0;
    for (unsigned i = 0; i < APO_SET_WORDS_MAX; i++)
        differing |= a->words[i] ^ b->words[i];
    return differing == 0;
}

/* How much of the rim a move uses: the squares of it that it enters, then its length. */
static unsigned rim_cost(const apo_position *pos, const apo_move *mv)
{
    const apo_geometry *geo = &pos->var->geometry;
    int files = (int)apo_geometry_file(geo, mv->to) - (int)apo_geometry_file(geo, mv->from);
    int rows = (int)apo_geometry_row(geo, mv->to) - (int)apo_geometry_row(geo, mv->from);
    int step_files = (files > 0) - (files < 0), step_rows = (rows > 0) - (rows < 0);
    unsigned length =
        (unsigned)(files * files > rows * rows ? files * step_files : rows * step_rows);
    unsigned entered = 0;
    apo_square at = mv->from;
    for (unsigned i = 0; i < length && at != mv->to; i++) {
        at = apo_geometry_step(geo, at, step_files, step_rows);
        entered += at != APO_SQUARE_NONE && apo_set_has(&apo_effects_of(pos->var)->rim, at);
    }
    return entered * 32 + length;
}

/* True if a move to the rim captures nothing, or nothing that the piece could not capture as
 * well with less of the rim. */
static bool is_idle_on_rim(const apo_position *pos, const apo_move *mv,
                           const apo_move_list *list)
{
    apo_set taken = captured_by(pos, mv);
    unsigned cost = rim_cost(pos, mv);
    if (apo_move_swaps(mv))
        return false;
    if (apo_set_is_empty(&taken))
        return true;
    for (size_t i = 0; i < list->count; i++) {
        const apo_move *other = &list->moves[i];
        if (other->from != mv->from || (other->to == mv->to && other->arg == mv->arg) ||
            other->from == other->to || apo_move_swaps(other))
            continue;
        apo_set also = captured_by(pos, other);
        if (are_same(&taken, &also) && rim_cost(pos, other) <= cost)
            return true;
    }
    return false;
}

/* True if the move undoes the swap before it. */
static bool swaps_back(const apo_position *pos, const apo_move *mv)
{
    const apo_square *swapped = pos->state.rules.swapped;
    unsigned from = mv->from + 1U, to = mv->to + 1U;
    return apo_move_swaps(mv) && ((swapped[0] == to && swapped[1] == from) ||
                                  (swapped[0] == from && swapped[1] == to));
}

static bool may_stand(const apo_position *pos, const apo_move *mv, const apo_move_list *list)
{
    if (mv->kind == APO_MOVE_DROP || mv->kind == APO_MOVE_PASS || apo_move_resigns_piece(mv))
        return true;
    return !apo_effects_hold(pos, mv->from, NULL) && !swaps_back(pos, mv) &&
           !(is_on_rim(pos, mv) && is_idle_on_rim(pos, mv, list));
}

/* Removes the moves of pieces held fast, and gives those that capture by this rule its kind. */
static enum apo_illegal sift(apo_position *pos, apo_move_list *list)
{
    apo_moves kept;
    apo_move_list *out = apo_moves_start(&kept);
    for (size_t i = 0; i < list->count; i++) {
        apo_move mv = list->moves[i];
        if (!may_stand(pos, &mv, list))
            continue;
        if (mv.kind == APO_MOVE_PLAIN) {
            apo_effect_act act = act_of(pos, &mv);
            apo_set taken = {{0}};
            apo_effects_captures(&act, &taken);
            if (!apo_set_is_empty(&taken))
                mv.kind = APO_MOVE_EFFECT;
        }
        apo_move_list_add(out, mv);
    }
    for (size_t i = 0; i < out->count; i++)
        list->moves[i] = out->moves[i];
    list->count = out->count;
    return APO_ILLEGAL_POWER;
}

/* --- swaps that may not be undone at once ---------------------------------- */

static uint64_t key_of(const apo_square swapped[2])
{
    return swapped[0] == 0 ? 0 : apo_key_word(APO_FAMILY_SWAPPED, swapped[0], swapped[1], 0);
}

static void forget(apo_state *state)
{
    state->key ^= key_of(state->rules.swapped);
    state->rules.swapped[0] = state->rules.swapped[1] = 0;
}

/* Remembers a swap if the other piece could swap back. */
static void settle(apo_position *pos, const apo_move *mv, unsigned type)
{
    apo_square *swapped = pos->state.rules.swapped;
    apo_piece other = pos->board[mv->from];
    (void)type;
    if (!apo_move_swaps(mv) || apo_piece_side(other) != pos->state.side)
        return;
    apo_effect_act back = {pos, mv->from, mv->to, pos->state.side, apo_piece_type(other)};
    if (!apo_effects_swap(&back, pos->board[mv->to]))
        return;
    swapped[0] = (apo_square)(mv->from + 1);
    swapped[1] = (apo_square)(mv->to + 1);
    pos->state.key ^= key_of(swapped);
}

static uint64_t foresee(const apo_position *pos, const apo_move *mv, unsigned type)
{
    (void)mv;
    (void)type;
    return key_of(pos->state.rules.swapped);
}

static uint64_t key_part(const apo_position *pos)
{
    return key_of(pos->state.rules.swapped);
}

static bool same(const apo_state *a, const apo_state *b)
{
    return a->rules.swapped[0] == b->rules.swapped[0] &&
           a->rules.swapped[1] == b->rules.swapped[1];
}

static void load(apo_state *state, const apo_setup *setup)
{
    state->rules.swapped[0] = setup->rules.swapped[0];
    state->rules.swapped[1] = setup->rules.swapped[1];
}

static void save(const apo_position *pos, apo_setup *setup)
{
    setup->rules.swapped[0] = pos->state.rules.swapped[0];
    setup->rules.swapped[1] = pos->state.rules.swapped[1];
}

static apo_status read(apo_fen_scan *scan, apo_fen_field field)
{
    static const char detail[] = "expected the squares just swapped, such as +d4d6";
    apo_fen_field rest = {field.start + 1, field.length - 1};
    apo_square squares[2] = {0, 0};
    unsigned count = 0;
    if (field.length < 2 || scan->text.text[field.start] != '+')
        return apo_fen_fail(scan, field.start, detail);
    apo_status status = apo_fen_read_squares(scan, rest, squares, 2, &count);
    if (status == APO_OK && count != 2)
        status = apo_fen_fail(scan, field.start, detail);
    for (unsigned i = 0; status == APO_OK && i < 2; i++)
        scan->setup.rules.swapped[i] = (apo_square)(squares[i] + 1);
    return status;
}

/* Nothing unless the last move was such a swap. */
static void write(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    if (setup->rules.swapped[0] == 0)
        return;
    apo_text_add_char(out, '+');
    for (unsigned i = 0; i < 2; i++)
        apo_text_add_square(out, &var->geometry, (apo_square)(setup->rules.swapped[i] - 1));
}

static const apo_fen_part fen = {.read = read, .write = write};

/* --- why not ------------------------------------------------------------- */

static void object(const apo_position *pos, const apo_move *mv, apo_verdict verdict,
                   apo_objection *out)
{
    static const apo_ground
        held = APO_GROUND("held", "effects", "",
                          "the %{there} on %{at} holds the %{piece} on %{square} fast"),
        rim = APO_GROUND("rim", "effects", "",
                         "a move may end on %{target} only to capture what the %{piece} could "
                         "not capture otherwise");
    apo_square holder;
    if (!apo_effects_of(pos->var)->is_on || verdict.reason != APO_ILLEGAL_POWER ||
        !apo_piece_is_real(pos->board[mv->from]))
        return;
    if (apo_effects_hold(pos, mv->from, &holder)) {
        apo_object(out, &held, holder);
        apo_object_try(out, NULL, apo_change_clear(pos, holder));
    } else if (is_on_rim(pos, mv)) {
        apo_object(out, &rim, mv->to);
    }
}

static const apo_kind kind = {
    .number = APO_MOVE_EFFECT, .apply = apply, .captures = captures, .is_unbounded = true};

const apo_rule apo_rule_effects = {
    .info = {"effects", "Pieces capture others, or hold them fast, without going there.", keys,
             sizeof keys / sizeof *keys},
    .data_size = sizeof(apo_effects_data),
    .build = build_effects,
    .finish = finish,
    .kind = &kind,
    .fen = &fen,
    .generate = generate,
    .sift = sift,
    .object = object,
    .forget = forget,
    .aftermath = aftermath,
    .settle = settle,
    .foresee = foresee,
    .load = load,
    .save = save,
    .key_part = key_part,
    .same = same,
};
