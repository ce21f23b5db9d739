/* Rule: point count
 * Also called: counting the pieces, advantage by points
 * Section: points
 * Text: Each side adds up the points of its pieces on the board; kings count nothing. A lead of
 *   a given number of points is an advantage, a smaller one a draw; or White wins with a given
 *   lead and Black without it. A joker counts more while the opponent has more strong pieces
 *   than weak ones; pawns may count more the farther they have advanced.
 * Source: rules 1.10, [decided]: strictly more; 4.2, 4.3 (pawns); janggi (Korea Janggi
 *   Association): the second player gets one and a half points
 * Keys: lead, white-lead, joker-low, joker-high, strong, weak, pawn-rank N; points in [pieces]
 * State: none
 * Tests: tests/rules/points.spec */
#include "rules/rules/facts.h"
#include "rules/rules/list.h"
#include "rules/rules/outcome.h"
#include "rules/rules/outcome_data.h"
#include "rules/rules/promotion.h"
#include "rules/tables/spec.h"

enum {
    KEY_LEAD,
    KEY_WHITE_LEAD,
    KEY_JOKER_LOW,
    KEY_JOKER_HIGH,
    KEY_STRONG,
    KEY_WEAK,
    KEY_PAWN_RANK
};

enum {
    PAWN_AS_LISTED = 0xFF /* in pawn_points: the points of the pawn's line */
};

/* The rule's data in a variant. */
typedef struct points_data {
    bool is_on;
    uint8_t lead;
    uint8_t white_lead; /* White wins with this lead and loses without; 0: draws are possible */
    uint8_t joker_low, joker_high;
    apo_types strong, weak;                /* types */
    uint8_t pawn_points[APO_ROWS_MAX + 1]; /* by own rank */
} points_data;

static const points_data *data_of(const apo_variant *var)
{
    return apo_rule_data(var, APO_RULE_POINTS);
}

static const apo_key keys[] = {
    [KEY_LEAD] = {.name = "lead",
                  .kind = APO_KEY_NUMBER,
                  .minimum = 1,
                  .maximum = 255,
                  .fallback = "white-lead",
                  .doc = APO_DOC("The lead in points that gives an advantage.")},
    [KEY_WHITE_LEAD] = {.name = "white-lead",
                        .kind = APO_KEY_NUMBER,
                        .minimum = 1,
                        .maximum = 255,
                        .fallback = "none",
                        .doc = APO_DOC(
                            "In place of lead: White wins with this lead in points, and Black "
                            "wins without it, so that the points always decide.")},
    [KEY_JOKER_LOW] = {.name = "joker-low",
                       .kind = APO_KEY_NUMBER,
                       .minimum = 0,
                       .maximum = 255,
                       .fallback = "the points of the joker's line in [pieces]",
                       .doc = APO_DOC("What a joker usually counts.")},
    [KEY_JOKER_HIGH] =
        {.name = "joker-high",
         .kind = APO_KEY_NUMBER,
         .minimum = 0,
         .maximum = 255,
         .fallback = "joker-low",
         .doc = APO_DOC("What it counts while the opponent has more strong pieces than weak "
                        "ones.")},
    [KEY_STRONG] = {.name = "strong",
                    .kind = APO_KEY_TYPES,
                    .minimum = 1,
                    .maximum = APO_VALUE_ITEMS_MAX,
                    .fallback = "none",
                    .doc = APO_DOC("The strong types of this comparison.")},
    [KEY_WEAK] = {.name = "weak",
                  .kind = APO_KEY_TYPES,
                  .minimum = 1,
                  .maximum = APO_VALUE_ITEMS_MAX,
                  .fallback = "none",
                  .doc = APO_DOC("The weak types of this comparison.")},
    [KEY_PAWN_RANK] = {.name = "pawn-rank",
                       .kind = APO_KEY_NUMBER,
                       .is_indexed = true,
                       .is_repeatable = true,
                       .minimum = 0,
                       .maximum = PAWN_AS_LISTED - 1,
                       .fallback = "the points of the pawn's line in [pieces]",
                       .doc = APO_DOC("What a pawn counts on this own rank.")},
};

static void build_points(apo_build *build)
{
    points_data *data = build->data;
    unsigned joker = build->var->changing;
    data->is_on = true;
    if ((apo_build_value(build, KEY_LEAD) == NULL) ==
        (apo_build_value(build, KEY_WHITE_LEAD) == NULL))
        apo_build_fault(build, NULL, "the section needs a key \"lead\" or \"white-lead\"",
                        apo_span_of(""));
    data->lead = (uint8_t)apo_build_number(build, KEY_LEAD, 4);
    data->white_lead = (uint8_t)apo_build_number(build, KEY_WHITE_LEAD, 0);
    data->joker_low =
        (uint8_t)apo_build_number(build, KEY_JOKER_LOW, build->spec->types[joker].points);
    data->joker_high = (uint8_t)apo_build_number(build, KEY_JOKER_HIGH, data->joker_low);
    data->strong = apo_build_types(build, KEY_STRONG);
    data->weak = apo_build_types(build, KEY_WEAK);
    for (unsigned rank = 0; rank <= APO_ROWS_MAX; rank++)
        data->pawn_points[rank] = PAWN_AS_LISTED;
    for (size_t i = 0; i < build->values->count; i++) {
        const apo_value *value = &build->values->values[i];
        if (value->key != KEY_PAWN_RANK)
            continue;
        if (value->index < 1 ||
            value->index > (int32_t)apo_geometry_ranks(&build->var->geometry))
            apo_build_fault(build, value, "this rank is not on the board", apo_span_of(""));
        else
            data->pawn_points[value->index] = (uint8_t)value->number;
    }
}

/* With a lead that always decides, points never give an advantage only. */
static void finish(apo_variant *var, void *data)
{
    if (((const points_data *)data)->white_lead > 0)
        var->info.has_advantage = apo_outcome_of(var)->stalemate == APO_STALEMATE_ADVANTAGE;
}

unsigned apo_variant_white_lead(const apo_variant *var)
{
    return data_of(var)->white_lead;
}

static unsigned count_types(const apo_position *pos, unsigned side, apo_types types)
{
    unsigned count = 0;
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);)
        count += pos->by_side[side].type_count[walk.type];
    return count;
}

static int joker_points(const apo_position *pos, apo_side side)
{
    const points_data *data = data_of(pos->var);
    unsigned other = apo_side_other(side);
    bool is_high = count_types(pos, other, data->strong) > count_types(pos, other, data->weak);
    return is_high ? data->joker_high : data->joker_low;
}

int apo_position_piece_points(const apo_position *pos, apo_square sq)
{
    const apo_variant *var = pos->var;
    apo_piece piece = pos->board[sq];
    unsigned type = apo_piece_type(piece);
    if (!data_of(var)->is_on || !apo_piece_is_real(piece) || type == var->royal)
        return 0;
    if (type == var->changing)
        return joker_points(pos, apo_piece_side(piece));
    if (apo_types_has(apo_promotion_of(var)->pieces, type)) {
        unsigned rank = apo_geometry_own_rank(&var->geometry, apo_piece_side(piece), sq);
        if (data_of(var)->pawn_points[rank] != PAWN_AS_LISTED)
            return data_of(var)->pawn_points[rank];
    }
    return var->types[type].points;
}

bool apo_position_points(const apo_position *pos, int out[APO_SIDES])
{
    int points[APO_SIDES] = {0, 0};
    if (!data_of(pos->var)->is_on)
        return false;
    for (unsigned sq = 0; sq < pos->var->squares; sq++)
        if (apo_piece_is_real(pos->board[sq]))
            points[apo_piece_side(pos->board[sq])] +=
                apo_position_piece_points(pos, (apo_square)sq);
    out[APO_WHITE] = points[APO_WHITE];
    out[APO_BLACK] = points[APO_BLACK];
    return true;
}

int apo_position_point_result(const apo_position *pos)
{
    int points[APO_SIDES];
    if (!apo_position_points(pos, points))
        return APO_QUARTERS_DRAW;
    int lead = points[APO_WHITE] - points[APO_BLACK];
    if (data_of(pos->var)->white_lead > 0)
        return lead >= data_of(pos->var)->white_lead ? APO_QUARTERS_WIN : APO_QUARTERS_LOSS;
    if (lead >= data_of(pos->var)->lead)
        return APO_QUARTERS_ADVANTAGE;
    return lead <= -data_of(pos->var)->lead ? APO_QUARTERS_DISADVANTAGE : APO_QUARTERS_DRAW;
}

const apo_rule apo_rule_points = {
    .info = {"points", APO_DOC("Pieces are counted when a game ends without mate."), keys,
             sizeof keys / sizeof *keys},
    .data_size = sizeof(points_data),
    .build = build_points,
    .finish = finish,
};
