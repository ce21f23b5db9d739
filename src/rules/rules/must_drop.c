/* Rule: compulsory drops
 * Also called: placement, placement phase, setup drops, must drop, pre-chess
 * Section: must-drop
 * Text: While a side has pieces in hand that it can drop, it must drop one instead of moving;
 *   in some games pieces of certain types must be dropped first. A king in check that no drop
 *   can shield may still move.
 * Source: placement chess (pre-chess, Pal Benko 1978); picaria, nine holes, teeko: all pieces
 *   are placed before any moves
 * Keys: pieces
 * State: none
 * Tests: tests/rules/must_drop.spec */
#include "rules/kernel/check.h"
#include "rules/kernel/object.h"
#include "rules/rules/hands.h"

enum {
    KEY_PIECES
};

/* The rule's data in a variant. */
typedef struct must_drop_data {
    apo_types types; /* that must be dropped first; 0: any will do */
} must_drop_data;

static const apo_key keys[] = {
    [KEY_PIECES] = {.name = "pieces",
                    .kind = APO_KEY_TYPES,
                    .minimum = 1,
                    .maximum = APO_VALUE_ITEMS_MAX,
                    .fallback = "all",
                    .doc = APO_DOC(
                        "The types that must be dropped before anything else, while the "
                        "side has some in hand.")},
};

static void build_must_drop(apo_build *build)
{
    must_drop_data *data = build->data;
    data->types = apo_build_types(build, KEY_PIECES);
    if (!apo_hands_of(build->var)->is_on)
        apo_build_fault(build, NULL, "pieces that must be dropped need the section [hands]",
                        apo_span_of(""));
}

/* The types that the side to move must drop now; 0: nothing is compulsory. */
static apo_types find_wanted(const apo_position *pos)
{
    const must_drop_data *data = apo_rule_data(pos->var, APO_RULE_MUST_DROP);
    apo_types types = apo_hands_of(pos->var)->types, out = 0;
    if (data->types != 0)
        types &= data->types;
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);)
        if (pos->state.rules.reserve[pos->state.side][walk.type] > 0)
            out |= apo_type_bit(walk.type);
    return out;
}

static bool is_wanted(const apo_position *pos, const apo_move *mv, apo_types wanted)
{
    return mv->kind == APO_MOVE_DROP &&
           apo_types_has(wanted, pos->var->types[mv->launched].base);
}

/* If no wanted drop is possible, the other moves remain, but no other drops. */
static enum apo_illegal sift(apo_position *pos, apo_move_list *list)
{
    apo_types wanted = find_wanted(pos);
    size_t found = 0, kept = 0;
    for (size_t i = 0; i < list->count; i++)
        found += is_wanted(pos, &list->moves[i], wanted);
    for (size_t i = 0; i < list->count; i++) {
        bool is_drop = list->moves[i].kind == APO_MOVE_DROP;
        bool may_stay =
            found > 0 ? is_wanted(pos, &list->moves[i], wanted) : wanted == 0 || !is_drop;
        if (may_stay)
            list->moves[kept++] = list->moves[i];
    }
    list->count = kept;
    return APO_ILLEGAL_MUST_DROP;
}

static void object_sifted(const apo_position *pos, apo_verdict verdict, apo_objection *out)
{
    static const apo_ground must_drop = APO_GROUND("must_drop", "compulsory drops", "",
                                                   "a piece in hand must be dropped first");
    (void)pos;
    if (verdict.reason == APO_ILLEGAL_MUST_DROP)
        apo_object(out, &must_drop, APO_SQUARE_NONE);
}

const apo_rule apo_rule_must_drop = {
    .info = {"must-drop", APO_DOC("Pieces in hand must be dropped before anything moves."),
             keys, sizeof keys / sizeof *keys},
    .data_size = sizeof(must_drop_data),
    .build = build_must_drop,
    .object_sifted = object_sifted,
    .sift = sift,
};
