/* Rule: several royal pieces
 * Also called: pseudo-royal, two kings, duple check, kings
 * Section: royals
 * Text: The last pieces of certain types are royal: no move may leave one of them under
 *   attack, and a side without a legal move whose royal piece is attacked is mated. While a
 *   side has more of a type than that, they can be captured like any other. In some games a
 *   side is also in check when all its pieces of these types are attacked at once.
 * Source: two kings each: the last king is royal (extinction rules of Fairy-Stockfish);
 *   duple check: Spartan chess (S. Streetman 2010), rule of two kings
 * Keys: pieces, last, all-attacked
 * State: none
 * Tests: tests/rules/royals.spec */
#include "rules/rules/royals.h"

#include "rules/kernel/attack.h"
#include "rules/kernel/check.h"
#include "rules/kernel/generate.h"
#include "rules/kernel/object.h"
#include "rules/rules/effects.h"
#include "rules/rules/explosions.h"
#include "rules/rules/list.h"

enum {
    KEY_PIECES,
    KEY_LAST,
    KEY_ALL_ATTACKED
};

/* The rule's data in a variant. */
typedef struct royals_data {
    apo_types pieces; /* types */
    uint8_t last;     /* a side's pieces of a type are royal when there are no more than that */
    bool is_duple;
} royals_data;

static const apo_key keys[] = {
    [KEY_PIECES] = {.name = "pieces",
                    .kind = APO_KEY_TYPES,
                    .is_required = true,
                    .minimum = 1,
                    .maximum = APO_VALUE_ITEMS_MAX,
                    .doc = APO_DOC(
                        "The types whose last pieces are royal, each type separately.")},
    [KEY_LAST] = {.name = "last",
                  .kind = APO_KEY_NUMBER,
                  .minimum = 0,
                  .maximum = 250,
                  .fallback = "1",
                  .doc = APO_DOC(
                      "How many pieces of a type a side may have for them to be royal.")},
    [KEY_ALL_ATTACKED] = {.name = "all-attacked",
                          .kind = APO_KEY_FLAG,
                          .fallback = "no",
                          .doc =
                              APO_DOC("Whether it is also check when all of a side's pieces of "
                                      "these types are attacked at once.")},
};

static void build_royals(apo_build *build)
{
    royals_data *data = build->data;
    data->pieces = apo_build_types(build, KEY_PIECES);
    data->last = (uint8_t)apo_build_number(build, KEY_LAST, 1);
    data->is_duple = apo_build_number(build, KEY_ALL_ATTACKED, 0) != 0;
    if (apo_types_has(data->pieces, build->var->royal))
        apo_build_fault(build, NULL, "the royal piece of [pieces] cannot be in [royals] too",
                        apo_span_of(""));
}

static const royals_data *data_of(const apo_variant *var)
{
    return apo_rule_data(var, APO_RULE_ROYALS);
}

/* Adds a side's pieces of some types; those that are royal now, or all. */
static apo_set collect(const apo_position *pos, unsigned side, bool is_royal_only)
{
    const royals_data *data = data_of(pos->var);
    apo_set out = {{0}};
    for (apo_type_walk walk = apo_type_walk_of(data->pieces); apo_type_walk_next(&walk);) {
        unsigned type = walk.type;
        const uint64_t *set = apo_position_type_set(pos, side, type, pos->var->words);
        if (is_royal_only && pos->by_side[side].type_count[type] > data->last)
            continue;
        for (unsigned i = 0; i < pos->var->words; i++)
            out.words[i] |= set[i];
    }
    return out;
}

apo_set apo_royals_of(const apo_position *pos, unsigned side)
{
    return collect(pos, side, true);
}

bool apo_royals_can_be_taken(const apo_position *pos, apo_square sq, unsigned side)
{
    if (apo_explosions_of(pos->var)->is_on) {
        apo_set area = apo_explosion_area(pos->var, sq);
        apo_set enemies = apo_royals_of(pos, side ^ 1U);
        if (apo_set_meets(&area, &enemies))
            return false;
    }
    if (apo_effects_of(pos->var)->is_on)
        return apo_effects_take(pos, sq, side ^ 1U);
    return apo_is_hit(pos, sq, side ^ 1U);
}

/* The numbers of pieces in the set, and of those that can be taken. */
static unsigned count_attacked(const apo_position *pos, const apo_set *set, unsigned side,
                               unsigned *out_count)
{
    unsigned attacked = 0;
    *out_count = 0;
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = set->words[i]; word != 0; ++*out_count)
            attacked += apo_royals_can_be_taken(pos, apo_word_pop(&word, i * 64), side);
    return attacked;
}

static bool is_threatened(const apo_position *pos, unsigned side, const apo_set *royals)
{
    unsigned count;
    if (count_attacked(pos, royals, side, &count) > 0)
        return true;
    if (!data_of(pos->var)->is_duple)
        return false;
    apo_set all = collect(pos, side, false);
    unsigned attacked = count_attacked(pos, &all, side, &count);
    return count > 0 && attacked == count;
}

static bool threatened(const apo_position *pos, unsigned side)
{
    apo_set royals = apo_royals_of(pos, side);
    return is_threatened(pos, side, &royals);
}

/* The royal pieces after a move, which has been made: one that promotes remains royal, and a
 * new piece of its type becomes royal too, or ends the royalty of all of them. */
static apo_set find_after(const apo_position *after, const apo_set *before, const apo_move *mv,
                          unsigned side)
{
    const royals_data *data = data_of(after->var);
    apo_set royals = *before;
    if (apo_set_has(&royals, mv->from)) {
        apo_set_remove(&royals, mv->from);
        apo_set_add(&royals, mv->to);
    }
    if (mv->promoted == APO_TYPE_NONE || !apo_types_has(data->pieces, mv->promoted))
        return royals;
    const uint64_t *set = apo_position_type_set(after, side, mv->promoted, after->var->words);
    bool is_more = after->by_side[side].type_count[mv->promoted] > data->last;
    for (unsigned i = 0; i < after->var->words; i++)
        royals.words[i] = is_more ? royals.words[i] & ~set[i] : royals.words[i] | set[i];
    return royals;
}

/* True if a side has lost some of its royal pieces. */
static bool have_gone(const apo_position *pos, const apo_set *royals, unsigned side)
{
    for (unsigned i = 0; i < pos->var->words; i++)
        if ((royals->words[i] & ~pos->pieces[side].words[i]) != 0)
            return true;
    return false;
}

/* Why a move, which has been made, may not stand: the mover's royal pieces may not explode or
 * be taken off, and none may be in danger unless one of the enemy's is gone. */
static enum apo_illegal why_forbidden(const apo_position *after, const apo_set *own,
                                      const apo_set *enemy, unsigned side)
{
    bool may_be_gone = apo_explosions_of(after->var)->is_on;
    if (have_gone(after, own, side))
        return may_be_gone ? APO_ILLEGAL_EXPLODES : APO_ILLEGAL_EXPOSES;
    if (may_be_gone && have_gone(after, enemy, side ^ 1U))
        return APO_LEGAL;
    return is_threatened(after, side, own) ? APO_ILLEGAL_EXPOSES : APO_LEGAL;
}

static enum apo_illegal sift(apo_position *pos, apo_move_list *list)
{
    unsigned side = pos->state.side;
    apo_set before = apo_royals_of(pos, side), enemy = apo_royals_of(pos, side ^ 1U);
    enum apo_illegal reason = APO_LEGAL;
    size_t kept = 0;
    apo_undo undo;
    for (size_t i = 0; i < list->count; i++) {
        apo_move mv = list->moves[i];
        apo_make(pos, &mv, &undo);
        apo_set royals = find_after(pos, &before, &mv, side);
        enum apo_illegal why = why_forbidden(pos, &royals, &enemy, side);
        if (why == APO_LEGAL)
            list->moves[kept++] = mv;
        else
            reason = why;
        apo_unmake(pos, &undo);
    }
    list->count = kept;
    return reason;
}

static void object_sifted(const apo_position *pos, apo_verdict verdict, apo_objection *out)
{
    static const apo_ground explodes =
        APO_GROUND("explodes", "explosions", "", "the king would explode");
    (void)pos;
    if (verdict.reason == APO_ILLEGAL_EXPLODES)
        apo_object(out, &explodes, APO_SQUARE_NONE);
}

const apo_rule apo_rule_royals = {
    .info = {"royals", APO_DOC("The last pieces of certain types are royal."), keys,
             sizeof keys / sizeof *keys},
    .data_size = sizeof(royals_data),
    .build = build_royals,
    .object_sifted = object_sifted,
    .sift = sift,
    .threatened = threatened,
};
