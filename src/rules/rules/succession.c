/* Rule: succession
 * Also called: heir, crown prince, king-prince swap, abdication
 * Section: succession
 * Text: A king that would be checkmated changes places with an heir of its side, wherever that
 *   stands, if it is not in check there. This is the side's move, and only a king without
 *   another way out of check can make it. The heir is then one like any other where the king
 *   stood: it may be captured, and a king may change places with it again. A side in check that
 *   has neither a move nor a safe heir is checkmated. A stalemate remains one, heirs or not.
 * Source: Tamerlane II (J.-L. Cazaux), www.chessvariants.com/large.dir/tamerlane2.html: the
 *   king that is mated can be replaced, other ends of the game are those of chess; its author
 *   in the comments on Vanguard Chess there: king and prince change places, the prince may be
 *   captured or not, and can become the king again; H. G. Muller, comments 33437 and 49495
 *   there: the princes are anywhere, the exchange takes the turn, and a prince after it is like
 *   any other; [decided]: as after any move, the king may not be in check then, so a king whose
 *   heirs are all attacked is mated; an heir does not promote or change by the exchange
 * Keys: heirs
 * State: none
 * Tests: tests/rules/succession.spec */
#include "rules/kernel/check.h"
#include "rules/kernel/make.h"
#include "rules/kernel/object.h"
#include "rules/rules/promotion.h"

enum {
    KEY_HEIRS
};

/* The rule's data in a variant. */
typedef struct succession_data {
    apo_types heirs;
} succession_data;

static const apo_key keys[] = {
    [KEY_HEIRS] = {.name = "heirs",
                   .kind = APO_KEY_TYPES,
                   .is_required = true,
                   .minimum = 1,
                   .maximum = APO_VALUE_ITEMS_MAX,
                   .doc = APO_DOC(
                       "The types with which a king changes places that would be checkmated.")},
};

static apo_types heirs_of(const apo_variant *var)
{
    const succession_data *data = apo_rule_data(var, APO_RULE_SUCCESSION);
    return data->heirs;
}

static void build_succession(apo_build *build)
{
    succession_data *data = build->data;
    const apo_value *heirs = apo_build_value(build, KEY_HEIRS);
    const apo_promotion_data *promotion = apo_promotion_of(build->var);
    unsigned royal = build->var->royal;
    data->heirs = apo_value_types(heirs);
    if (royal == APO_TYPE_NONE || apo_types_has(data->heirs, royal))
        apo_build_fault(build, heirs, "heirs need a royal piece of another type",
                        apo_span_of(""));
    if ((data->heirs & promotion->pieces) != 0 &&
        (promotion->is_compulsory[APO_WHITE] | promotion->is_compulsory[APO_BLACK]) != 0)
        apo_build_fault(build, heirs,
                        "an heir would stand where it must have promoted; pieces that must "
                        "promote are no heirs",
                        apo_span_of(""));
}

/* --- moves --------------------------------------------------------------- */

static void generate(apo_position *pos, apo_move_list *list, apo_check *check,
                     enum apo_selection which)
{
    unsigned side = pos->state.side;
    apo_types heirs = heirs_of(pos->var) & apo_types_here(pos, side);
    if (heirs == 0 || which == APO_SELECT_CAPTURES || !apo_check_ask(pos, check))
        return;
    apo_move mv = {.from = pos->state.king[side], .kind = APO_MOVE_SUCCESSION};
    for (apo_type_walk walk = apo_type_walk_of(heirs); apo_type_walk_next(&walk);) {
        const uint64_t *set = apo_position_type_set(pos, side, walk.type, pos->var->words);
        for (unsigned i = 0; i < pos->var->words; i++)
            for (uint64_t word = set[i]; word != 0;) {
                mv.to = apo_word_pop(&word, i * 64);
                apo_move_list_add(list, mv);
            }
    }
}

/* Removes the exchanges if there is another move. */
static enum apo_illegal sift(apo_position *pos, apo_move_list *list)
{
    size_t kept = 0;
    (void)pos;
    for (size_t i = 0; i < list->count; i++)
        if (list->moves[i].kind != APO_MOVE_SUCCESSION)
            list->moves[kept++] = list->moves[i];
    if (kept > 0)
        list->count = kept;
    return APO_ILLEGAL_POWER;
}

static void apply(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    apo_piece king = pos->board[mv->from], heir = pos->board[mv->to];
    apo_make_set(pos, undo, mv->from, heir);
    apo_make_set(pos, undo, mv->to, king);
}

static void captures(const apo_position *pos, const apo_move *mv, apo_set *out)
{
    (void)pos;
    (void)mv;
    (void)out;
}

/* --- why not -------------------------------------------------------------- */

static const apo_ground not_now =
    APO_GROUND("succession", "succession", "",
               "the king changes places with the %{there} only to escape mate, and only if it "
               "is safe on %{at}");

static void object(const apo_position *pos, const apo_move *mv, apo_verdict verdict,
                   apo_objection *out)
{
    unsigned side = pos->state.side;
    if ((verdict.reason == APO_ILLEGAL_POWER || verdict.reason == APO_ILLEGAL_OWN_PIECE) &&
        mv->from == pos->state.king[side] && apo_set_has(&pos->pieces[side], mv->to) &&
        apo_types_has(heirs_of(pos->var), apo_piece_type(pos->board[mv->to])))
        apo_object(out, &not_now, mv->to);
}

#define BIT(rule) (UINT64_C(1) << APO_RULE_##rule)

static const apo_kind kind = {
    .number = APO_MOVE_SUCCESSION, .apply = apply, .captures = captures};

const apo_rule apo_rule_succession = {
    .info = {"succession",
             APO_DOC("A king that would be checkmated changes places with an heir."), keys,
             sizeof keys / sizeof *keys},
    .data_size = sizeof(succession_data),
    /* Those left out keep pieces to some squares, or mean something else by a legal move, a
     * turn or a royal piece. */
    .goes_with = BIT(PROMOTION) | BIT(RESERVE) | BIT(FORMS) | BIT(MORPH) | BIT(HANDS) |
                 BIT(KINGS_JUMP) | BIT(CASTLING) | BIT(MULTI_STEP) | BIT(CHECKS) |
                 BIT(COUNTING) | BIT(EXTINCTION) | BIT(SUCCESSION) | BIT(OUTCOME) |
                 BIT(POINTS) | BIT(VALUES),
    .build = build_succession,
    .kind = &kind,
    .generate = generate,
    .sift = sift,
    .object = object,
};
