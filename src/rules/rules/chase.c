/* Rule: chase
 * Also called: perpetual chase, chasingRule, axf, asian rules, long chase, roots, protection
 * Section: chase
 * Text: A side that repeats a position by attacking the same piece with every move loses,
 *   unless the other side does so too, or has given check with every move. An attack is a chase
 *   if the piece could be taken with the next move and the taker could not be taken back, or is
 *   worth less than what it takes. The attack must be new: made by the piece that has just
 *   moved, but not along the same line as before, or made possible by that move. Two pieces of
 *   one type that attack each other do not chase. Certain pieces do not chase, and certain
 *   pieces may be chased.
 * Source: Asian Xiangqi Federation, World Xiangqi Rules, with its diagrams
 * Keys: pieces, worth N, allowed, home-ranks
 * State: none; it needs the game's history
 * Tests: tests/rules/chase.spec */
#include "rules/rules/chase.h"

#include "rules/kernel/attack.h"
#include "rules/kernel/generate.h"
#include "rules/rules/list.h"

enum {
    KEY_PIECES,
    KEY_WORTH,
    KEY_ALLOWED,
    KEY_HOME_RANKS
};

enum {
    /* Moves of one side that are looked at; a side that has more does not chase. No position of
     * Chinese chess has 130. */
    CHASE_MOVES = 512,
    WORTHS_MAX = 9
};

/* The rule's data in a variant. */
typedef struct chase_data {
    bool is_on;
    uint8_t home_ranks;
    apo_types pieces;  /* types that chase */
    apo_types allowed; /* types that may be chased on their home ranks */
    uint8_t worth[APO_TYPES_MAX];
} chase_data;

typedef struct short_list {
    apo_move_list list;
    apo_move moves[CHASE_MOVES];
} short_list;

static const apo_key keys[] = {
    [KEY_PIECES] = {.name = "pieces",
                    .kind = APO_KEY_TYPES,
                    .is_required = true,
                    .minimum = 1,
                    .maximum = APO_VALUE_ITEMS_MAX,
                    .doc = APO_DOC("The types that may not attack the same piece for ever.")},
    [KEY_WORTH] = {.name = "worth",
                   .kind = APO_KEY_TYPES,
                   .is_indexed = true,
                   .is_repeatable = true,
                   .minimum = 1,
                   .maximum = APO_VALUE_ITEMS_MAX,
                   .fallback = "none",
                   .doc = APO_DOC(
                       "The types that are worth this much, 1 to 9. One that is worth more "
                       "than its attacker is chased even while it is protected.")},
    [KEY_ALLOWED] = {.name = "allowed",
                     .kind = APO_KEY_TYPES,
                     .minimum = 1,
                     .maximum = APO_VALUE_ITEMS_MAX,
                     .fallback = "none",
                     .doc = APO_DOC("The types that may be chased, besides royal ones.")},
    [KEY_HOME_RANKS] = {.name = "home-ranks",
                        .kind = APO_KEY_NUMBER,
                        .minimum = 1,
                        .maximum = APO_ROWS_MAX,
                        .fallback = "all",
                        .doc = APO_DOC(
                            "These types may be chased on this many ranks from their own "
                            "edge, but not beyond.")},
};

static const chase_data *data_of(const apo_variant *var)
{
    return apo_rule_data(var, APO_RULE_CHASE);
}

bool apo_chase_matters(const apo_variant *var)
{
    return data_of(var)->is_on;
}

static void build_chase(apo_build *build)
{
    chase_data *data = build->data;
    data->is_on = true;
    data->pieces = apo_build_types(build, KEY_PIECES);
    data->allowed = apo_build_types(build, KEY_ALLOWED);
    data->home_ranks = (uint8_t)apo_build_number(build, KEY_HOME_RANKS, APO_ROWS_MAX);
    for (size_t i = 0; i < build->values->count; i++) {
        const apo_value *value = &build->values->values[i];
        bool is_worth = value->key == KEY_WORTH;
        if (is_worth && (value->index < 1 || value->index > WORTHS_MAX))
            apo_build_fault(build, value, "worth is a number from 1 to 9", apo_span_of(""));
        for (unsigned k = 0; is_worth && k < value->count; k++)
            data->worth[value->items[k]] = (uint8_t)value->index;
    }
}

/* --- threats ------------------------------------------------------------- */

/* The legal moves of a side, even if the other is to move; none if there are too many. */
static const apo_move_list *list_moves(const apo_position *pos, unsigned side, short_list *out)
{
    apo_position scratch;
    apo_position_copy_used(&scratch, pos);
    scratch.state.side = (uint8_t)side;
    out->list = (apo_move_list){.moves = out->moves, .capacity = CHASE_MOVES};
    apo_list_legal(&scratch, &out->list);
    if (out->list.is_overflowed)
        out->list.count = 0;
    return &out->list;
}

static bool has_move(const apo_move_list *list, apo_square from, apo_square to)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->moves[i].to == to && (from == APO_SQUARE_NONE || list->moves[i].from == from))
            return true;
    return false;
}

/* True if the enemy could take back, or if two pieces of one type attack each other: then the
 * capture would be no more than an exchange. */
static bool is_answered(const apo_position *pos, const apo_move *mv)
{
    unsigned side = apo_piece_side(pos->board[mv->from]);
    apo_position after;
    short_list answers;
    apo_undo undo;
    apo_position_copy_used(&after, pos);
    if (apo_piece_type(pos->board[mv->from]) == apo_piece_type(pos->board[mv->to]) &&
        has_move(list_moves(pos, side ^ 1U, &answers), mv->to, mv->from))
        return true;
    after.state.side = (uint8_t)side;
    apo_make(&after, mv, &undo);
    return has_move(list_moves(&after, side ^ 1U, &answers), APO_SQUARE_NONE, mv->to);
}

/* True if the legal move takes a piece that may not be chased, and gains by it. */
static bool is_threat(const apo_position *pos, const apo_move *mv)
{
    const apo_variant *var = pos->var;
    const chase_data *data = data_of(var);
    apo_piece victim = pos->board[mv->to];
    unsigned type = apo_piece_type(pos->board[mv->from]);
    if (mv->kind != APO_MOVE_PLAIN || !apo_piece_is_real(victim) ||
        !apo_types_has(data->pieces, type))
        return false;
    unsigned taken = apo_piece_type(victim);
    unsigned rank =
        apo_geometry_own_rank(&var->geometry, (apo_side)apo_piece_side(victim), mv->to);
    if (taken == var->royal ||
        (apo_types_has(data->allowed, taken) && rank <= data->home_ranks))
        return false;
    return data->worth[taken] > data->worth[type] || !is_answered(pos, mv);
}

/* True if an enemy piece attacks the square of a capture, even if it may not take back. */
static bool is_fake_root(const apo_position *pos, const apo_move *mv)
{
    apo_position after;
    unsigned enemy = apo_piece_side(pos->board[mv->to]);
    apo_undo undo;
    apo_position_copy_used(&after, pos);
    after.state.side = (uint8_t)(enemy ^ 1U);
    apo_make(&after, mv, &undo);
    for (unsigned sq = 0; sq < pos->var->squares; sq++) {
        apo_piece piece = after.board[sq];
        if (apo_piece_is_real(piece) && apo_piece_side(piece) == enemy &&
            apo_piece_hits(&after, enemy, apo_row_now(&after, enemy, apo_piece_type(piece)),
                           (apo_square)sq, mv->to))
            return true;
    }
    return false;
}

/* --- the last move ------------------------------------------------------- */

/* True if the three squares are on one straight line. */
static bool is_line(const apo_geometry *geo, apo_square a, apo_square b, apo_square c)
{
    int file = (int)apo_geometry_file(geo, a), row = (int)apo_geometry_row(geo, a);
    int files[2] = {(int)apo_geometry_file(geo, b) - file,
                    (int)apo_geometry_file(geo, c) - file};
    int rows[2] = {(int)apo_geometry_row(geo, b) - row, (int)apo_geometry_row(geo, c) - row};
    return files[0] * rows[1] == rows[0] * files[1];
}

/* True if the threat was there before the last move. If the enemy could take back then, the
 * threat is new if the piece that would have taken back is now pinned, but not if its way is
 * blocked. */
static bool was_threat(const apo_position *before, const apo_move_list *then, apo_square from,
                       const apo_position *after, const apo_move *mv)
{
    for (size_t i = 0; i < then->count; i++)
        if (then->moves[i].from == from && then->moves[i].to == mv->to)
            return is_threat(before, &then->moves[i]) || !is_fake_root(after, mv);
    return false;
}

apo_set apo_chase_find(const apo_position *after, const apo_move *last, const apo_undo *undo)
{
    unsigned side = after->state.side ^ 1U;
    apo_position before;
    short_list now, then;
    apo_set out = {{0}};
    apo_position_copy_used(&before, after);
    apo_unmake(&before, undo);
    (void)list_moves(after, side, &now);
    (void)list_moves(&before, side, &then);
    for (size_t i = 0; i < now.list.count; i++) {
        apo_move mv = now.moves[i];
        bool is_mover = mv.from == last->to;
        apo_square from = is_mover ? last->from : mv.from;
        bool may_be_old = !is_mover || is_line(&after->var->geometry, from, last->to, mv.to);
        if (!apo_set_has(&out, mv.to) && is_threat(after, &mv) &&
            !(may_be_old && was_threat(&before, &then.list, from, after, &mv)))
            apo_set_add(&out, mv.to);
    }
    return out;
}

const apo_rule apo_rule_chase = {
    .info = {"chase", APO_DOC("A side that attacks the same piece for ever loses."), keys,
             sizeof keys / sizeof *keys},
    .data_size = sizeof(chase_data),
    .build = build_chase,
};
