/* Rule: promotion
 * Also called: promotion tiers, promotion zone
 * Section: promotion
 * Text: A pawn that ends its move on one of the named ranks may become one of the pieces listed
 *   for that rank or the ranks before it; on the compulsory rank it must. In some games only
 *   certain squares of these ranks count. In games with a
 *   reserve, only pieces in the reserve can be chosen, and a pawn may not move to a rank where
 *   it must promote but no piece is available; it still attacks there. The same holds where a
 *   side may get a piece by promotion only while it has few of them.
 * Source: rules 1.6, 3 (Promotion), 4.1-4.3, 5; [decided] in 1.6
 * Keys: pieces, rank N, compulsory, black-rank N, black-compulsory, most N, squares,
 *   black-squares
 * State: none (the reserve is reserve.c's)
 * Tests: tests/rules/promotion.spec */
#include "rules/rules/promotion.h"

#include "rules/kernel/object.h"
#include "rules/rules/facts.h"
#include "rules/rules/reserve.h"

enum {
    KEY_PIECES,
    KEY_RANK,
    KEY_COMPULSORY,
    KEY_BLACK_RANK,
    KEY_BLACK_COMPULSORY,
    KEY_MOST,
    KEY_SQUARES,
    KEY_BLACK_SQUARES
};

static const apo_key keys[] = {
    [KEY_PIECES] = {.name = "pieces",
                    .kind = APO_KEY_TYPES,
                    .is_required = true,
                    .minimum = 1,
                    .maximum = APO_VALUE_ITEMS_MAX,
                    .doc = APO_DOC("The types that promote.")},
    [KEY_RANK] =
        {.name = "rank",
         .kind = APO_KEY_TYPES,
         .is_indexed = true,
         .is_repeatable = true,
         .is_required = true,
         .minimum = 1,
         .maximum = APO_VALUE_ITEMS_MAX,
         .doc = APO_DOC(
             "What a pawn can become on this own rank, in addition to everything listed for "
             "the ranks before it.")},
    [KEY_COMPULSORY] = {.name = "compulsory",
                        .kind = APO_KEY_NUMBER,
                        .minimum = 1,
                        .maximum = APO_ROWS_MAX,
                        .fallback = "the highest rank of the table",
                        .doc = APO_DOC("The own rank from which promotion is compulsory.")},
    [KEY_BLACK_RANK] = {.name = "black-rank",
                        .kind = APO_KEY_TYPES,
                        .is_indexed = true,
                        .is_repeatable = true,
                        .minimum = 1,
                        .maximum = APO_VALUE_ITEMS_MAX,
                        .fallback = "the same as for White",
                        .doc = APO_DOC(
                            "What Black's pawns can become on this own rank of Black, if "
                            "the sides differ; Black then has only these ranks.")},
    [KEY_BLACK_COMPULSORY] = {.name = "black-compulsory",
                              .kind = APO_KEY_NUMBER,
                              .minimum = 1,
                              .maximum = APO_ROWS_MAX,
                              .fallback = "that of White; with `black-rank` its highest",
                              .doc = APO_DOC(
                                  "Black's own rank from which promotion is compulsory.")},
    [KEY_MOST] = {.name = "most",
                  .kind = APO_KEY_TYPES,
                  .is_indexed = true,
                  .is_repeatable = true,
                  .minimum = 1,
                  .maximum = APO_VALUE_ITEMS_MAX,
                  .fallback = "no limit",
                  .doc = APO_DOC(
                      "The types to which a side promotes only while it has fewer than this "
                      "many of them on the board.")},
    [KEY_SQUARES] = {.name = "squares",
                     .kind = APO_KEY_SQUARES,
                     .minimum = 1,
                     .maximum = APO_VALUE_ITEMS_MAX,
                     .fallback = "all squares of these ranks",
                     .doc = APO_DOC(
                         "The squares of these ranks on which White's pieces promote, if they "
                         "do not on others; Black's are their mirror images.")},
    [KEY_BLACK_SQUARES] = {.name = "black-squares",
                           .kind = APO_KEY_SQUARES,
                           .minimum = 1,
                           .maximum = APO_VALUE_ITEMS_MAX,
                           .fallback = "the mirror images of squares",
                           .doc = APO_DOC("The same for Black, with Black's squares.")},
};

/* The row of an own rank of `side`. */
static unsigned row_of_own_rank(const apo_geometry *geo, unsigned side, unsigned own_rank)
{
    unsigned rank = side == APO_WHITE ? own_rank : apo_geometry_ranks(geo) + 1 - own_rank;
    return rank - geo->bottom_rank;
}

static void set_rank(const apo_build *build, unsigned side, unsigned own_rank, apo_types types,
                     bool is_compulsory)
{
    apo_promotion_data *data = build->data;
    unsigned row = row_of_own_rank(&build->var->geometry, side, own_rank);
    data->choices[side][row] = types;
    if (is_compulsory)
        data->is_compulsory[side] |= (uint32_t)1 << row;
}

static bool is_rank_key(unsigned key)
{
    return key == KEY_RANK || key == KEY_BLACK_RANK;
}

apo_types apo_promotion_listed(const apo_values *values)
{
    apo_types types = 0;
    for (size_t i = 0; i < values->count; i++)
        for (unsigned k = 0; is_rank_key(values->values[i].key) && k < values->values[i].count;
             k++)
            types |= apo_type_bit(values->values[i].items[k]);
    return types;
}

/* The type that a pawn becomes: the form that turns back when captured, if there is one. */
static unsigned choice_of(const apo_build *build, unsigned type)
{
    const apo_variant *var = build->var;
    for (unsigned other = 1; other <= var->info.type_count; other++)
        if (var->types[other].mark == APO_MARK_TURNS_BACK && var->types[other].base == type)
            return other;
    return type;
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

static void check_ranks(apo_build *build, unsigned ranks)
{
    const apo_promotion_data *data = build->data;
    for (size_t i = 0; i < build->values->count; i++) {
        const apo_value *value = &build->values->values[i];
        if (is_rank_key(value->key) && (value->index < 1 || value->index > (int32_t)ranks))
            apo_build_fault(build, value, "this rank is not on the board", apo_span_of(""));
        for (unsigned k = 0; is_rank_key(value->key) && k < value->count; k++)
            if (apo_types_has(data->pieces, value->items[k]) ||
                value->items[k] == build->var->royal)
                apo_build_fault(build, value, "nobody promotes to a pawn or a king",
                                apo_span_of(""));
    }
}

/* The ranks of a side, from the values of a key. */
static void add_ranks(apo_build *build, unsigned side, unsigned key, int32_t compulsory)
{
    unsigned ranks = apo_geometry_ranks(&build->var->geometry), highest = 0;
    apo_types types = 0;
    for (unsigned rank = 1; rank <= ranks; rank++)
        if (apo_build_value_at(build, key, rank) != NULL)
            highest = rank;
    for (unsigned rank = 1; rank <= ranks; rank++) {
        const apo_value *value = apo_build_value_at(build, key, rank);
        for (unsigned i = 0; value != NULL && i < value->count; i++)
            types |= apo_type_bit(choice_of(build, value->items[i]));
        if (value != NULL)
            note_order(build->data, value);
        if (types != 0)
            set_rank(build, side, rank, types,
                     rank >= (compulsory != 0 ? (unsigned)compulsory : highest));
    }
}

/* The squares of both sides, if not all squares of the ranks count. */
static void read_squares(apo_build *build)
{
    apo_promotion_data *data = build->data;
    const apo_value *white = apo_build_value(build, KEY_SQUARES);
    const apo_value *black = apo_build_value(build, KEY_BLACK_SQUARES);
    data->has_squares = white != NULL || black != NULL;
    for (unsigned i = 0; white != NULL && i < white->count; i++)
        apo_set_add(&data->squares[APO_WHITE], white->items[i]);
    for (unsigned i = 0; black != NULL && i < black->count; i++)
        apo_set_add(&data->squares[APO_BLACK], black->items[i]);
    if (white == NULL)
        data->squares[APO_WHITE] = build->var->real;
    for (unsigned i = 0; black == NULL && white != NULL && i < white->count; i++)
        apo_set_add(&data->squares[APO_BLACK],
                    apo_geometry_mirror(&build->var->geometry, white->items[i]));
}

static void build_promotion(apo_build *build)
{
    apo_variant *var = build->var;
    apo_promotion_data *data = build->data;
    unsigned ranks = apo_geometry_ranks(&var->geometry);
    bool is_black_own = false;
    const apo_value *pieces = apo_build_value(build, KEY_PIECES);
    data->pieces = apo_build_types(build, KEY_PIECES);
    data->pawn = pieces != NULL ? (uint8_t)pieces->items[0] : APO_TYPE_NONE;
    var->pawns |= data->pieces;
    var->expand_types |= data->pieces;
    var->own_power_types |= data->pieces;
    check_ranks(build, ranks);
    for (unsigned rank = 1; rank <= ranks; rank++)
        is_black_own = is_black_own || apo_build_value_at(build, KEY_BLACK_RANK, rank) != NULL;
    int32_t white = apo_build_number(build, KEY_COMPULSORY, 0);
    int32_t black = apo_build_number(build, KEY_BLACK_COMPULSORY, is_black_own ? 0 : white);
    add_ranks(build, APO_WHITE, KEY_RANK, white);
    add_ranks(build, APO_BLACK, is_black_own ? KEY_BLACK_RANK : KEY_RANK, black);
    data->has_limits = apo_build_limits(build, KEY_MOST, choice_of, data->most);
    read_squares(build);
}

/* The types of which the side may still get more by promotion. */
static apo_types within_limits(const apo_position *pos, unsigned side, apo_types types)
{
    const apo_promotion_data *data = apo_promotion_of(pos->var);
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);) {
        unsigned type = walk.type, base = pos->var->types[type].base;
        unsigned count = pos->by_side[side].type_count[type];
        if (base != type)
            count += pos->by_side[side].type_count[base];
        if (data->most[type] != 0 && count >= data->most[type])
            types &= ~apo_type_bit(type);
    }
    return types;
}

apo_types apo_promotion_choices(const apo_position *pos, unsigned side, unsigned type,
                                apo_square to, bool *out_must)
{
    const apo_variant *var = pos->var;
    const apo_promotion_data *data = apo_promotion_of(var);
    unsigned row = to / var->geometry.files;
    *out_must = false;
    if (!apo_types_hold(&data->pieces, type) || !apo_promotion_covers(data, side, to))
        return 0;
    apo_types types = data->choices[side][row];
    *out_must = data->is_compulsory[side] >> row & 1U;
    if (data->has_limits)
        types = within_limits(pos, side, types);
    if (!apo_reserve_of(var)->is_on)
        return types;
    apo_types held = 0;
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);) {
        unsigned choice = walk.type;
        if (pos->state.rules.reserve[side][choice] > 0)
            held |= apo_type_bit(choice);
    }
    return held;
}

APO_APART bool add_promotions(const apo_position *pos, apo_move mv, apo_move_list *list)
{
    apo_piece piece = pos->board[mv.from];
    bool must;
    apo_types choices =
        apo_promotion_choices(pos, apo_piece_side(piece), apo_piece_type(piece), mv.to, &must);
    for (apo_type_walk walk = apo_type_walk_of(choices); apo_type_walk_next(&walk);) {
        mv.promoted = (uint8_t)walk.type;
        apo_move_list_add(list, mv);
    }
    return !must;
}

static bool expand(const apo_position *pos, apo_move mv, apo_move_list *list)
{
    const apo_promotion_data *data = apo_promotion_of(pos->var);
    unsigned side = pos->state.side, row = mv.to / pos->var->geometry.files;
    /* Most moves end where nothing promotes. */
    if (data->choices[side][row] == 0 && !(data->is_compulsory[side] >> row & 1U))
        return true;
    return add_promotions(pos, mv, list);
}

/* For a move that promotes as no legal move between its squares does. */
static enum apo_illegal explain(const apo_position *pos, const apo_move *mv,
                                const apo_move_list *ways)
{
    (void)pos;
    for (size_t i = 0; i < ways->count; i++)
        if (ways->moves[i].promoted == mv->promoted)
            return APO_LEGAL;
    return APO_ILLEGAL_PROMOTION;
}

/* --- why not --------------------------------------------------------------- */

static const apo_ground
    missing = APO_GROUND("promotion_missing", "promotion", "1.6",
                         "the %{piece} has to be promoted on %{target}"),
    none_left =
        APO_GROUND("promotion_reserve", "promotion", "1.6",
                   "the reserve has no piece that the %{piece} could become on %{target}"),
    none_of_type =
        APO_GROUND("promotion_reserve", "promotion", "1.6", "the reserve has no %{type}"),
    wrong_rank = APO_GROUND("promotion_rank", "promotion", "1.6",
                            "the %{piece} cannot become a %{type} on the rank of %{target}"),
    wrong_square = APO_GROUND("promotion_square", "promotion", "1.6",
                              "the %{piece} does not promote on %{target}"),
    wrong_piece =
        APO_GROUND("promotion_piece", "promotion", "1.6", "the %{piece} does not promote");

/* The change that names another piece, or none, to become. */
static apo_change renamed(const apo_move *mv, unsigned type)
{
    apo_change change = apo_change_of(APO_CHANGE_MOVE, mv->from);
    change.to = mv->to;
    change.piece = apo_piece_of(APO_WHITE, type);
    change.number = mv->launched;
    return change;
}

/* With a piece in the reserve that could be chosen. */
static void object_reserve(const apo_position *pos, const apo_move *mv, apo_types types,
                           apo_objection *out)
{
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);) {
        unsigned type = walk.type;
        apo_mending trial = {.count = 0};
        apo_change held = apo_change_of(APO_CHANGE_RESERVE, APO_SQUARE_NONE);
        held.piece = apo_piece_of((apo_side)pos->state.side, type);
        apo_mending_add(&trial, held);
        if (mv->promoted == type)
            apo_object_try_all(out, &trial);
        else
            apo_object_try(out, &trial, renamed(mv, type));
    }
}

/* True for pieces that change on certain squares instead: that rule tells of them. */
static bool is_morphing(const apo_variant *var, const apo_promotion_data *data, unsigned type)
{
    return (var->rules >> APO_RULE_MORPH & 1U) && !apo_types_has(data->pieces, type) &&
           apo_types_has(var->expand_types, type);
}

static void object(const apo_position *pos, const apo_move *mv, apo_verdict verdict,
                   apo_objection *out)
{
    const apo_promotion_data *data = apo_promotion_of(pos->var);
    bool must, is_named = mv->promoted != APO_TYPE_NONE;
    unsigned side = pos->state.side, type = apo_piece_type(pos->board[mv->from]);
    if (verdict.reason != APO_ILLEGAL_PROMOTION || is_morphing(pos->var, data, type))
        return;
    bool is_there = apo_promotion_covers(data, side, mv->to);
    apo_types table = apo_types_has(data->pieces, type) && is_there
                          ? data->choices[side][mv->to / pos->var->geometry.files]
                          : 0;
    apo_types held = apo_promotion_choices(pos, side, type, mv->to, &must);
    apo_types wanted = table & apo_type_bit(mv->promoted);
    if (wanted != 0)
        object_reserve(pos, mv, wanted, out);
    apo_object(out,
               !apo_types_has(data->pieces, type) ? &wrong_piece
               : !is_there                        ? &wrong_square
               : wanted != 0                      ? &none_of_type
               : is_named                         ? &wrong_rank
               : held == 0                        ? &none_left
                                                  : &missing,
               mv->to);
    if (is_named && !must)
        apo_object_try(out, NULL, renamed(mv, APO_TYPE_NONE));
    for (apo_type_walk walk = apo_type_walk_of(held); apo_type_walk_next(&walk);)
        apo_object_try(out, NULL, renamed(mv, walk.type));
    if (held == 0)
        object_reserve(pos, mv, table & ~wanted, out);
}

static bool changes(const apo_variant *var, unsigned side, unsigned type, apo_square from,
                    apo_square to)
{
    (void)from;
    const apo_promotion_data *data = apo_promotion_of(var);
    return apo_types_has(data->pieces, type) &&
           data->choices[side][to / var->geometry.files] != 0 &&
           apo_promotion_covers(data, side, to);
}

const uint8_t *apo_variant_reserve_order(const apo_variant *var, unsigned *out_count)
{
    *out_count = apo_promotion_of(var)->order_count;
    return apo_promotion_of(var)->order;
}

bool apo_promotion_is_offered(const apo_variant *var, apo_side side, apo_square sq)
{
    const apo_promotion_data *data = apo_promotion_of(var);
    return data->choices[side][sq / var->geometry.files] != 0 &&
           apo_promotion_covers(data, side, sq);
}

const apo_rule apo_rule_promotion = {
    .info = {"promotion",
             APO_DOC("Pieces that end a move on certain ranks become other pieces."), keys,
             sizeof keys / sizeof *keys},
    .data_size = sizeof(apo_promotion_data),
    .build = build_promotion,
    .expand = expand,
    .explain = explain,
    .changes = changes,
    .object = object,
};
