/* Rule: promotion
 * Also called: promotion tiers, promotion zone
 * Section: promotion
 * Text: A pawn that ends its move on one of the named ranks may become one of the pieces listed
 *   for that rank or the ranks before it; on the compulsory rank it must. Where the game has a
 *   reserve, only what the reserve holds can be chosen, and a pawn may not go where it must
 *   promote and nothing can be had; it still attacks there.
 * Source: rules 1.6, 3 (Promotion), 4.1-4.3, 5; [decided] in 1.6
 * Keys: pieces, rank N, compulsory
 * State: none (the reserve is reserve.c's)
 * Tests: tests/rules/promotion.spec
 */
#include "rules/kernel/movegen.h"
#include "rules/kernel/rule.h"

enum {
    KEY_PIECES,
    KEY_RANK,
    KEY_COMPULSORY
};

static const apo_key keys[] = {
    [KEY_PIECES] = {.name = "pieces",
                    .kind = APO_KEY_TYPES,
                    .is_required = true,
                    .minimum = 1,
                    .maximum = APO_TYPES_MAX,
                    .doc = "The types that promote."},
    [KEY_RANK] = {.name = "rank",
                  .kind = APO_KEY_TYPES,
                  .is_indexed = true,
                  .is_repeatable = true,
                  .is_required = true,
                  .minimum = 1,
                  .maximum = APO_TYPES_MAX,
                  .doc =
                      "What can be had on this own rank, besides all that the lower ranks of "
                      "the table give."},
    [KEY_COMPULSORY] = {.name = "compulsory",
                        .kind = APO_KEY_NUMBER,
                        .minimum = 1,
                        .maximum = APO_ROWS_MAX,
                        .fallback = "the highest rank of the table",
                        .doc = "The own rank from which on the piece may not stay what it is."},
};

/* The row of an own rank of `side`. */
static unsigned row_of_own_rank(const apo_geometry *geo, unsigned side, unsigned own_rank)
{
    unsigned rank = side == APO_WHITE ? own_rank : apo_geometry_ranks(geo) + 1 - own_rank;
    return rank - geo->bottom_rank;
}

static void set_rank(apo_variant *var, unsigned own_rank, uint32_t types, bool is_compulsory)
{
    for (unsigned side = 0; side < APO_SIDES; side++) {
        unsigned row = row_of_own_rank(&var->geometry, side, own_rank);
        var->promotion.choices[side][row] = types;
        if (is_compulsory)
            var->promotion.is_compulsory[side] |= (uint32_t)1 << row;
    }
}

static void note_order(apo_promotion_data *data, const apo_value *value)
{
    for (unsigned i = 0; i < value->count; i++) {
        bool is_known = false;
        for (unsigned k = 0; k < data->order_count; k++)
            is_known = is_known || data->order[k] == value->items[i];
        if (!is_known)
            data->order[data->order_count++] = (uint8_t)value->items[i];
    }
}

/* The value for one own rank, or NULL. */
static const apo_value *value_of_rank(const apo_build *build, unsigned own_rank)
{
    for (size_t i = 0; i < build->values->count; i++) {
        const apo_value *value = &build->values->values[i];
        if (value->key == KEY_RANK && value->index == (int32_t)own_rank)
            return value;
    }
    return NULL;
}

static void check_ranks(apo_build *build, unsigned ranks)
{
    for (size_t i = 0; i < build->values->count; i++) {
        const apo_value *value = &build->values->values[i];
        if (value->key == KEY_RANK && (value->index < 1 || value->index > (int32_t)ranks))
            apo_build_fault(build, value, "this rank is not on the board", apo_span_of(""));
        for (unsigned k = 0; value->key == KEY_RANK && k < value->count; k++)
            if (apo_types_has(build->var->promotion.pieces, value->items[k]) ||
                value->items[k] == build->var->royal)
                apo_build_fault(build, value, "nobody promotes to a pawn or a king",
                                apo_span_of(""));
    }
}

static void build_promotion(apo_build *build)
{
    apo_variant *var = build->var;
    apo_promotion_data *data = &var->promotion;
    unsigned ranks = apo_geometry_ranks(&var->geometry), highest = 0;
    uint32_t types = 0;
    data->is_on = true;
    data->pieces = apo_build_types(build, KEY_PIECES);
    var->pawns |= data->pieces;
    check_ranks(build, ranks);
    for (unsigned rank = 1; rank <= ranks; rank++)
        if (value_of_rank(build, rank) != NULL)
            highest = rank;
    unsigned compulsory = (unsigned)apo_build_number(build, KEY_COMPULSORY, (int32_t)highest);
    for (unsigned rank = 1; rank <= ranks; rank++) {
        const apo_value *value = value_of_rank(build, rank);
        for (unsigned i = 0; value != NULL && i < value->count; i++)
            types |= (uint32_t)1 << value->items[i];
        if (value != NULL)
            note_order(data, value);
        if (types != 0)
            set_rank(var, rank, types, rank >= compulsory);
    }
}

uint32_t apo_promotion_choices(const apo_position *pos, unsigned side, unsigned type,
                               apo_square to, bool *out_must)
{
    const apo_variant *var = pos->var;
    unsigned row = to / var->geometry.files;
    *out_must = false;
    if (!apo_types_has(var->promotion.pieces, type))
        return 0;
    uint32_t types = var->promotion.choices[side][row];
    *out_must = var->promotion.is_compulsory[side] >> row & 1U;
    if (!var->reserve.is_on)
        return types;
    uint32_t held = 0;
    for (uint32_t rest = types; rest != 0; rest &= rest - 1) {
        unsigned choice = (unsigned)__builtin_ctz(rest);
        if (pos->state.reserve[side][choice] > 0)
            held |= (uint32_t)1 << choice;
    }
    return held;
}

static void add_with_launch(const apo_position *pos, apo_move mv, apo_move_list *list)
{
    apo_move_list_add(list, mv);
    if (apo_launch_may(pos, mv.from))
        apo_launch_add(pos, mv, list);
}

void apo_move_expand(const apo_position *pos, apo_move mv, apo_move_list *list)
{
    apo_piece piece = pos->board[mv.from];
    bool must;
    uint32_t choices =
        apo_promotion_choices(pos, apo_piece_side(piece), apo_piece_type(piece), mv.to, &must);
    if (!must)
        add_with_launch(pos, mv, list);
    for (; choices != 0; choices &= choices - 1) {
        mv.promoted = (uint8_t)__builtin_ctz(choices);
        apo_move_list_add(list, mv);
    }
}

const apo_rule apo_rule_promotion = {
    .info = {"promotion", "Pieces that end a move on certain ranks become other pieces.", keys,
             sizeof keys / sizeof *keys},
    .build = build_promotion,
};
