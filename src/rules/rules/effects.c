/* Rule: effects
 * Also called: ultima, baroque chess, rococo, immobilizer, immobiliser, withdrawer, withdrawal,
 *   advancer, approach, pincer, pincher, custodian, coordinator, long leaper, overtaking,
 *   chameleon, imitator, swapper, mutual destruction, fire demon, burning, suicide, ring board,
 *   jumping general, range jumper, great general, vice general, tenjiku, passive burn,
 *   benedict, conversion, converter, changing sides, immune, iron pieces, knight relay,
 *   n-relay, relay chess, lent moves, borrowed moves, harmless
 * Section: effects
 * Text: Pieces move as their lines in [pieces] say, and have effects besides. A withdrawer
 *   captures the enemy from which it moves straight away, an advancer the enemy that is next on
 *   the line of its move, a pincer piece each enemy beside it on rank or file with another
 *   piece of its side right behind. A coordinator captures where its rank crosses the file of a
 *   partner, and its file the partner's rank. A leaper goes along a line over single enemies,
 *   each with an empty square behind it, and captures them. A jumper captures along the lines
 *   on which it slides, over any number of pieces of lower rank. A burner captures all enemies
 *   next to it; certain pieces burn those that end their move next to them, before these burn
 *   anything. A swapper changes places with the first piece on a line, or destroys an enemy
 *   next to it and itself; what could swap back may not do so at once. Nothing next to an enemy
 *   immobiliser can move. An imitator does to each enemy what that piece would do itself, and
 *   captures a piece without an effect in the way that piece captures; a pincer piece only
 *   after a move along rank or file. A piece that converts makes all enemies its own that
 *   it could capture from where it has moved. Certain pieces lend their moves to friends that
 *   they protect. Certain pieces are never captured, or capture nothing. Others that are held
 *   fast may be taken off by their own side. Some squares are entered only by a
 *   swap, or by a capture that needs them: the shortest such move that enters the fewest of
 *   them.
 * Source: Robert Abbott, Ultima (1962, rules of 1963), chessvariants.org/other.dir/ultima.html;
 *   Peter Aronson and David Howe, Rococo, chessvariants.com/other.dir/rococo.html;
 *   fire demons and generals: en.wikipedia.org/wiki/Tenjiku_shogi; conversion: W. D. Troyka,
 *   Benedict Chess, chessvariants.com/difftaking.dir/benedict.html; lent moves: Mannis
 *   Charosh, Knight Relay Chess (1972), chessvariants.com/diffmove.dir/nrelay.html
 * Keys: withdraw, advance, pincer, coordinate, partner, leap, jump, rank, jump-takes,
 *   jump-spares, swap, burn, burn-back, convert, lend, lend-to, lend-bars, immune, harmless,
 *   immobilise, imitate, resign, rim
 * State: the squares that may not be swapped back now (FEN field swapped: +d4d6)
 * Tests: tests/rules/effects.spec */
#include "rules/rules/effects.h"

#include "rules/kernel/generate.h"
#include "rules/kernel/key_of.h"
#include "rules/kernel/make.h"
#include "rules/kernel/object.h"
#include "rules/kernel/preview.h"
#include "rules/rules/facts.h"

/* What a move of this rule does with the piece that makes it; the move's `arg`. */
enum {
    ACT_CAPTURE, /* it goes to its target, and captures */
    ACT_SWAP,    /* it changes places with the piece there */
    ACT_DESTROY, /* both disappear */
    ACT_RESIGN   /* it disappears where it stands */
};

/* --- moves --------------------------------------------------------------- */

static apo_effect_act act_of(const apo_position *pos, const apo_move *mv)
{
    unsigned type = apo_piece_type(pos->board[mv->from]);
    return (apo_effect_act){pos, mv->from, mv->to, pos->state.side, type};
}

bool apo_move_swaps(const apo_move *mv)
{
    return mv->kind == APO_MOVE_SUCCESSION ||
           (mv->kind == APO_MOVE_EFFECT && mv->arg == ACT_SWAP);
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

static bool is_selected(const apo_move *mv, enum apo_selection which)
{
    bool is_quiet = apo_move_swaps(mv) || apo_move_resigns_piece(mv);
    return which == APO_SELECT_ALL || is_quiet == (which == APO_SELECT_QUIET);
}

static void generate(apo_position *pos, apo_move_list *list, apo_check *check,
                     enum apo_selection which)
{
    size_t kept = list->count;
    (void)check;
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = pos->pieces[pos->state.side].words[i]; word != 0;)
            generate_from(pos, apo_word_pop(&word, i * 64), list);
    for (size_t i = kept; i < list->count; i++)
        if (is_selected(&list->moves[i], which))
            list->moves[kept++] = list->moves[i];
    list->count = kept;
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

/* The pieces that have moved make the enemies that they attack now their own side's: all of
 * them at once, so that none stands in another's way. */
static void convert(apo_position *pos, apo_undo *undo)
{
    unsigned side = pos->state.side;
    apo_set taken = {{0}};
    for (unsigned i = 0; i < undo->count; i++) {
        apo_square sq = undo->squares[i].square;
        if (apo_set_has(&pos->pieces[side], sq) && undo->squares[i].piece != pos->board[sq])
            apo_effects_converts(pos, sq, side, &taken);
    }
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = taken.words[i]; word != 0;) {
            apo_square sq = apo_word_pop(&word, i * 64);
            apo_make_set(pos, undo, sq,
                         apo_piece_of((apo_side)side, apo_piece_type(pos->board[sq])));
        }
}

/* A piece that ends its move next to an enemy that burns back disappears. */
static void burn_back(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    apo_piece piece = pos->board[mv->to];
    if (apo_effects_of(pos->var)->pieces[APO_EFFECT_BURN_BACK] == 0 ||
        mv->kind == APO_MOVE_PASS || !apo_piece_is_real(piece) ||
        apo_piece_side(piece) != pos->state.side)
        return;
    if (apo_effects_burn_back(pos, mv->to, pos->state.side))
        apo_make_capture(pos, undo, mv->to);
}

static void aftermath(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    if (apo_effects_of(pos->var)->pieces[APO_EFFECT_CONVERT] != 0)
        convert(pos, undo);
    burn_back(pos, mv, undo);
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

/* How much of the rim a move uses: the number of rim squares that it enters, then its
 * length. */
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

/* All that a move of any kind captures. */
static apo_set taken_by(const apo_position *pos, const apo_move *mv)
{
    const apo_kind *own = mv->kind == APO_MOVE_PLAIN ? NULL : pos->var->kinds[mv->kind];
    apo_set taken = {{0}};
    if (own != NULL && own->captures != NULL)
        own->captures(pos, mv, &taken);
    else
        captures(pos, mv, &taken);
    return taken;
}

/* True if the move captures something with a piece that captures nothing. */
static bool takes_harmlessly(const apo_position *pos, const apo_move *mv)
{
    apo_types harmless = apo_effects_of(pos->var)->harmless;
    if (!apo_types_has(harmless, apo_piece_type(pos->board[mv->from])))
        return false;
    apo_set taken = taken_by(pos, mv);
    return !apo_set_is_empty(&taken);
}

/* True if the move captures a piece that nothing captures. */
static bool takes_immune(const apo_position *pos, const apo_move *mv)
{
    apo_types immune = apo_effects_of(pos->var)->immune;
    if (immune == 0)
        return false;
    apo_set taken = taken_by(pos, mv);
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = taken.words[i]; word != 0;)
            if (apo_types_has(immune, apo_piece_type(pos->board[apo_word_pop(&word, i * 64)])))
                return true;
    return false;
}

static bool may_stand(const apo_position *pos, const apo_move *mv, const apo_move_list *list)
{
    if (mv->kind == APO_MOVE_DROP || mv->kind == APO_MOVE_PASS || apo_move_resigns_piece(mv))
        return true;
    return !apo_effects_hold(pos, mv->from, NULL) && !swaps_back(pos, mv) &&
           !takes_immune(pos, mv) && !takes_harmlessly(pos, mv) &&
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

/* Writes nothing unless the last move was such a swap. */
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

/* What may not be captured might not be there; nothing else makes the piece capture it. */
static void object_to_capture(const apo_position *pos, const apo_move *mv, apo_objection *out)
{
    if (apo_piece_is_real(pos->board[mv->to]))
        apo_object_try(out, NULL, apo_change_clear(pos, mv->to));
    out->is_final = true;
}

static void object(const apo_position *pos, const apo_move *mv, apo_verdict verdict,
                   apo_objection *out)
{
    static const apo_ground
        held = APO_GROUND("held", "effects", "",
                          "the %{there} on %{at} holds the %{piece} on %{square} fast"),
        immune = APO_GROUND("immune", "effects", "",
                            "nothing captures the %{there} on %{at} in this game"),
        harmless =
            APO_GROUND("harmless", "effects", "", "the %{piece} captures nothing in this game"),
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
    } else if (!apo_preview_goes(pos, mv->from, mv->to)) {
        return; /* how the piece moves, or what is in its way, comes first */
    } else if (takes_immune(pos, mv)) {
        apo_object(out, &immune, mv->to);
        object_to_capture(pos, mv, out);
    } else if (takes_harmlessly(pos, mv)) {
        apo_object(out, &harmless, mv->to);
        object_to_capture(pos, mv, out);
    } else if (is_on_rim(pos, mv)) {
        apo_object(out, &rim, mv->to);
    }
}

static const apo_kind kind = {
    .number = APO_MOVE_EFFECT, .apply = apply, .captures = captures, .is_unbounded = true};

const apo_rule apo_rule_effects = {
    .info = {"effects",
             APO_DOC("Pieces capture or immobilise others without going to their "
                     "squares."),
             apo_effects_keys, APO_EFFECTS_KEYS},
    .data_size = sizeof(apo_effects_data),
    .build = apo_effects_build,
    .finish = apo_effects_finish,
    .kind = &kind,
    .fen = &fen,
    .generate = generate,
    .sift = sift,
    .object = object,
    .forget = forget,
    .aftermath = aftermath,
    .settle = settle,
    .foresee = foresee,
    .attackers = apo_effects_attackers,
    .load = load,
    .save = save,
    .key_part = key_part,
    .same = same,
};
