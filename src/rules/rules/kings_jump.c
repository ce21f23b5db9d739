/* Rule: king's jump
 * Also called: king's leap
 * Section: king-jump
 * Text: Once in the game, an unmoved king that is not in check may jump from its start square
 *   over any pieces to one of the named squares, if that is empty and not attacked after the
 *   move.
 * Source: rules, section 4 (King's jump), [decided]: it does not capture
 * Keys: from, to
 * State: the king's square in the FEN field unmoved
 * Tests: tests/rules/kings_jump.spec */
#include "base/mem.h"
#include "rules/kernel/check.h"
#include "rules/kernel/generate.h"
#include "rules/kernel/make.h"
#include "rules/kernel/object.h"
#include "rules/rules/list.h"

enum {
    KEY_FROM,
    KEY_TO
};

enum {
    JUMPS_MAX = 16
};

/* The rule's data in a variant. */
typedef struct jump_data {
    uint8_t count;
    apo_square from[APO_SIDES];
    apo_square to[APO_SIDES][JUMPS_MAX];
} jump_data;

static const apo_key keys[] = {
    [KEY_FROM] = {.name = "from",
                  .kind = APO_KEY_SQUARES,
                  .is_required = true,
                  .minimum = 1,
                  .maximum = 1,
                  .doc = APO_DOC(
                      "The start square of White's king; Black's is its mirror image.")},
    [KEY_TO] =
        {.name = "to",
         .kind = APO_KEY_SQUARES,
         .is_required = true,
         .minimum = 1,
         .maximum = JUMPS_MAX,
         .doc = APO_DOC(
             "The squares that White's king may jump to; Black's are their mirror images.")},
};

static void build_kings_jump(apo_build *build)
{
    jump_data *data = build->data;
    const apo_value *from = apo_build_value(build, KEY_FROM),
                    *to = apo_build_value(build, KEY_TO);
    const apo_geometry *geo = &build->var->geometry;
    if (from == NULL || to == NULL)
        return;
    data->count = (uint8_t)to->count;
    data->from[APO_WHITE] = from->items[0];
    data->from[APO_BLACK] = apo_geometry_mirror(geo, from->items[0]);
    for (unsigned i = 0; i < to->count; i++) {
        data->to[APO_WHITE][i] = to->items[i];
        data->to[APO_BLACK][i] = apo_geometry_mirror(geo, to->items[i]);
    }
}

static void generate(apo_position *pos, apo_move_list *list, apo_check *check,
                     enum apo_selection which)
{
    const jump_data *data = apo_rule_data(pos->var, APO_RULE_KINGS_JUMP);
    apo_side side = apo_position_side(pos);
    apo_square from = data->from[side];
    if (which == APO_SELECT_CAPTURES || !apo_set_has(&pos->state.unmoved, from) ||
        pos->state.king[side] != from)
        return;
    for (unsigned i = 0; i < data->count; i++) {
        apo_move mv = {.from = from, .to = data->to[side][i], .kind = APO_MOVE_LEAP};
        if (pos->board[mv.to] == APO_PIECE_EMPTY && !apo_check_ask(pos, check))
            apo_move_expand(pos, mv, list);
    }
}

static bool is_safe(apo_position *pos, const apo_move *mv)
{
    return apo_king_is_safe_on(pos, mv->to);
}

static void rights(const apo_variant *var, const apo_piece *pieces, const apo_state *state,
                   const apo_set *marked, unsigned side, apo_set *alive)
{
    (void)state;
    const jump_data *data = apo_rule_data(var, APO_RULE_KINGS_JUMP);
    apo_square from = data->from[side];
    if (data->count > 0 && apo_set_has(marked, from) &&
        pieces[from] == apo_piece_of((apo_side)side, var->royal))
        apo_set_add(alive, from);
}

/* --- why not --------------------------------------------------------------- */

static const apo_ground
    has_moved =
        APO_GROUND("jump_right", "king's jump", "4",
                   "the king jumps only once, from its first square, before it has moved"),
    is_taken = APO_GROUND("jump_blocked", "king's jump", "4",
                          "the king jumps only to an empty square, and the %{there} stands on "
                          "%{at}"),
    in_check = APO_GROUND("jump_check", "king's jump", "4",
                          "the king may not jump out of check, and the %{there} on %{at} gives "
                          "check");

static void object(const apo_position *pos, const apo_move *mv, apo_verdict verdict,
                   apo_objection *out)
{
    const jump_data *data = apo_rule_data(pos->var, APO_RULE_KINGS_JUMP);
    unsigned side = pos->state.side, way = 0;
    apo_mending trial = {.count = 0};
    apo_position board;
    while (way < data->count && data->to[side][way] != mv->to)
        way++;
    if (way == data->count || data->from[side] != mv->from ||
        pos->state.king[side] != mv->from ||
        (verdict.reason != APO_ILLEGAL_POWER && verdict.reason != APO_ILLEGAL_OWN_PIECE))
        return;
    if (!apo_set_has(&pos->state.unmoved, mv->from)) {
        apo_object(out, &has_moved, mv->from);
        apo_object_try(out, NULL, apo_change_of(APO_CHANGE_UNMOVED, mv->from));
    } else if (pos->board[mv->to] != APO_PIECE_EMPTY) {
        apo_object(out, &is_taken, mv->to);
        apo_object_try(out, NULL, apo_change_clear(pos, mv->to));
    } else {
        memcpy(&board, pos, sizeof board);
        apo_square at = apo_mending_disarm(&trial, &board, mv->from, side ^ 1U);
        if (at != APO_SQUARE_NONE)
            apo_object(out, &in_check, at);
        apo_object_try_all(out, &trial);
    }
}

static const apo_kind kind = {
    .number = APO_MOVE_LEAP, .apply = apo_make_relocate, .is_safe = is_safe};

const apo_rule apo_rule_kings_jump = {
    .info = {"king-jump", APO_DOC("An unmoved king may jump once to certain squares."), keys,
             sizeof keys / sizeof *keys},
    .data_size = sizeof(jump_data),
    .build = build_kings_jump,
    .kind = &kind,
    .generate = generate,
    .rights = rights,
    .object = object,
};
