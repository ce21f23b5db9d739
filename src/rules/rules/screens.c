/* Rule: screens
 * Also called: janggi cannon, po, pao that hops over no cannon, hurdle, platform
 * Section: screens
 * Text: Certain pieces may not hop over certain others, and may not capture certain others. A
 *   piece that could capture a king only by hopping over such a piece gives no check. What they
 *   may not hop over blocks them: it is no screen, and nothing behind it is reached.
 * Source: janggi: a cannon neither hops over a cannon nor captures one
 *   (en.wikipedia.org/wiki/Janggi; Fairy-Stockfish's piece janggiCannon)
 * Keys: pieces, not-over, not-taken
 * State: none
 * Tests: tests/rules/screens.spec */
#include "rules/rules/screens.h"

#include "rules/kernel/attack.h"
#include "rules/kernel/object.h"
#include "rules/kernel/targets.h"
#include "rules/rules/list.h"
#include "rules/tables/spec.h"

enum {
    KEY_PIECES,
    KEY_NOT_OVER,
    KEY_NOT_TAKEN
};

static const apo_key keys[] = {
    [KEY_PIECES] = {.name = "pieces",
                    .kind = APO_KEY_TYPES,
                    .is_required = true,
                    .minimum = 1,
                    .maximum = APO_VALUE_ITEMS_MAX,
                    .doc = APO_DOC("The types that this applies to; they hop along straight "
                                   "lines.")},
    [KEY_NOT_OVER] = {.name = "not-over",
                      .kind = APO_KEY_TYPES,
                      .minimum = 1,
                      .maximum = APO_VALUE_ITEMS_MAX,
                      .fallback = "none",
                      .doc = APO_DOC("The types over which they cannot hop.")},
    [KEY_NOT_TAKEN] = {.name = "not-taken",
                       .kind = APO_KEY_TYPES,
                       .minimum = 1,
                       .maximum = APO_VALUE_ITEMS_MAX,
                       .fallback = "none",
                       .doc = APO_DOC("The types that they cannot capture.")},
};

/* --- the definition ------------------------------------------------------ */

static bool is_hop(const apo_leg *leg)
{
    return (leg->pass & (APO_PASS_SCREEN | APO_PASS_FRIEND)) != 0 ||
           leg->between == APO_BETWEEN_PIECES;
}

static bool is_straight(const apo_leg *leg)
{
    return leg->shorter == 0 && leg->line == APO_LINE_STRAIGHT && leg->wrap == APO_WRAP_NONE;
}

/* True if all pieces that the move hops over stand on the line from its first square to its
 * last. */
static bool hops_straight(const apo_piece_move *move)
{
    bool is_line = !move->is_universal, hops = false;
    for (unsigned i = 0; i < move->leg_count; i++) {
        const apo_leg *leg = &move->legs[i];
        hops |= is_hop(leg);
        is_line &= is_straight(leg);
        if (i > 0)
            is_line &= leg->directions == 1 && leg->bends == 0 && !leg->is_outward;
    }
    return is_line || !hops;
}

static void build_screens(apo_build *build)
{
    apo_screens_data *data = build->data;
    const apo_variant_spec *spec = build->spec;
    data->pieces = apo_build_types(build, KEY_PIECES);
    data->not_over = apo_build_types(build, KEY_NOT_OVER);
    data->not_taken = apo_build_types(build, KEY_NOT_TAKEN);
    for (unsigned type = 1; type <= spec->type_count; type++) {
        const apo_piece_moves *moves = &spec->types[type].moves;
        for (unsigned i = 0; apo_types_has(data->pieces, type) && i < moves->move_count; i++)
            if (!hops_straight(&moves->moves[i]))
                apo_build_fault(build, apo_build_value(build, KEY_PIECES),
                                "\"%s\" does not hop along straight lines",
                                apo_span_of(spec->types[type].name));
    }
    if (apo_types_has(data->pieces, build->var->royal))
        apo_build_fault(build, apo_build_value(build, KEY_PIECES),
                        "the royal piece cannot be one of these", apo_span_of(""));
    if (spec->rules[APO_RULE_JOKER].line != 0 || spec->rules[APO_RULE_RESERVE].line != 0)
        apo_build_fault(build, NULL, "[screens] does not go with [joker] and [reserve]",
                        apo_span_of(""));
}

static void finish(apo_variant *var, void *data)
{
    var->expand_types |= ((const apo_screens_data *)data)->pieces;
}

static bool changes(const apo_variant *var, unsigned side, unsigned type, apo_square from,
                    apo_square to)
{
    (void)side;
    (void)from;
    (void)to;
    return apo_types_has(apo_screens_of(var)->pieces, type);
}

/* --- moves --------------------------------------------------------------- */

static bool share_line(const apo_variant *var, apo_square a, apo_square b)
{
    const apo_square_lines *one = &var->square_lines[a], *other = &var->square_lines[b];
    for (unsigned axis = 0; axis < APO_AXES; axis++)
        if (one->line[axis] == other->line[axis])
            return true;
    return false;
}

/* The square between the two with a piece that `type` cannot hop over; APO_SQUARE_NONE if there
 * is none. */
static apo_square find_between(const apo_position *pos, unsigned type, apo_square from,
                               apo_square to)
{
    const apo_screens_data *data = apo_screens_of(pos->var);
    if (!apo_types_has(data->pieces, type) || from == to || !share_line(pos->var, from, to))
        return APO_SQUARE_NONE;
    apo_between_pieces view = apo_between_along(pos, from, to);
    const uint16_t *squares = pos->var->line_squares + (size_t)view.line * APO_LINE_STRIDE;
    for (uint32_t left = view.pieces & ~view.missing; left != 0; left &= left - 1) {
        apo_square sq = squares[__builtin_ctz(left)];
        if (apo_types_has(data->not_over, apo_piece_type(pos->board[sq])))
            return sq;
    }
    return APO_SQUARE_NONE;
}

/* The square of the piece that makes the move impossible for `type`; APO_SQUARE_NONE if it is
 * possible. */
static apo_square find_bar(const apo_position *pos, unsigned type, apo_square from,
                           apo_square to, apo_piece there)
{
    const apo_screens_data *data = apo_screens_of(pos->var);
    bool is_spared = apo_types_has(data->pieces, type) && from != to &&
                     apo_piece_is_real(there) &&
                     apo_types_has(data->not_taken, apo_piece_type(there));
    return is_spared ? to : find_between(pos, type, from, to);
}

static bool hops(const apo_position *pos, unsigned row, apo_square from, apo_square to,
                 apo_piece there)
{
    return find_bar(pos, row, from, to, there) == APO_SQUARE_NONE;
}

static bool expand(const apo_position *pos, apo_move mv, apo_move_list *list)
{
    (void)list;
    return hops(pos, apo_piece_type(pos->board[mv.from]), mv.from, mv.to, pos->board[mv.to]);
}

/* --- why not ------------------------------------------------------------- */

static void object(const apo_position *pos, const apo_move *mv, apo_verdict verdict,
                   apo_objection *out)
{
    static const apo_ground over = APO_GROUND("screen", "screens", "",
                                              "the %{piece} on %{square} cannot hop over the "
                                              "%{there} on %{at}"),
                            taken = APO_GROUND("spared", "screens", "",
                                               "the %{piece} on %{square} cannot capture the "
                                               "%{there} on %{at}");
    uint64_t targets[APO_SET_WORDS_MAX];
    unsigned type = apo_piece_type(pos->board[mv->from]);
    if (!(pos->var->rules >> APO_RULE_SCREENS & 1U) || verdict.reason != APO_ILLEGAL_POWER ||
        !apo_types_has(apo_screens_of(pos->var)->pieces, type))
        return;
    apo_gather_targets(pos->var->words, pos, pos->state.side, type, mv->from, targets);
    apo_square bar = find_bar(pos, type, mv->from, mv->to, pos->board[mv->to]);
    if (bar != APO_SQUARE_NONE && (targets[mv->to >> 6] >> (mv->to & 63U) & 1U))
        apo_object(out, bar == mv->to ? &taken : &over, bar);
}

const apo_rule apo_rule_screens = {
    .info = {"screens", APO_DOC("Pieces that may not hop over, or capture, certain others."),
             keys, sizeof keys / sizeof *keys},
    .data_size = sizeof(apo_screens_data),
    .build = build_screens,
    .finish = finish,
    .changes = changes,
    .hops = hops,
    .expand = expand,
    .object = object,
};
