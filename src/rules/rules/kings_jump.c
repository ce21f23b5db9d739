/* Rule: king's jump
 * Also called: king's leap
 * Section: king-jump
 * Text: Once in the game a king that has never moved and is not in check may jump from its
 *   start square to one of the named squares, over anything, if that is empty and not attacked
 *   after the move.
 * Source: rules, section 4 (King's jump), [decided]: it does not capture
 * Keys: from, to
 * State: the king's square in the FEN field unmoved
 * Tests: tests/rules/kings_jump.spec */
#include "rules/kernel/movegen.h"
#include "rules/kernel/rule.h"

enum {
    KEY_FROM,
    KEY_TO
};

static const apo_key keys[] = {
    [KEY_FROM] = {.name = "from",
                  .kind = APO_KEY_SQUARES,
                  .is_required = true,
                  .minimum = 1,
                  .maximum = 1,
                  .doc = "White's king's start square; Black's is its mirror image."},
    [KEY_TO] = {.name = "to",
                .kind = APO_KEY_SQUARES,
                .is_required = true,
                .minimum = 1,
                .maximum = APO_JUMPS_MAX,
                .doc = "The squares White's king may jump to."},
};

static void build_kings_jump(apo_build *build)
{
    apo_jump_data *data = &build->var->jump;
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

static void generate_jumps(apo_position *pos, apo_move_list *list, apo_check *check)
{
    const apo_jump_data *data = &pos->var->jump;
    apo_side side = apo_position_side(pos);
    apo_square from = data->from[side];
    if (!apo_set_has(&pos->state.unmoved, from) || pos->state.king[side] != from)
        return;
    for (unsigned i = 0; i < data->count; i++) {
        apo_move mv = {.from = from, .to = data->to[side][i], .kind = APO_MOVE_LEAP};
        if (pos->board[mv.to] == APO_PIECE_EMPTY && !apo_check_ask(pos, check))
            apo_move_expand(pos, mv, list);
    }
}

const apo_rule apo_rule_kings_jump = {
    .info = {"king-jump", "An unmoved king may jump once to certain squares.", keys,
             sizeof keys / sizeof *keys},
    .build = build_kings_jump,
    .generate = generate_jumps,
};
