/* Rule: joker
 * Also called: fool, imitator
 * Section: joker
 * Text: The joker moves and captures as the type of the piece that its opponent moved last, in
 *   its own forward direction; before the opponent has moved it cannot move. A joker that moves
 *   passes on the type it imitated. It imitates the plain power only: no multiple pawn step, en
 *   passant, promotion, castling or first-move power.
 * Source: rules, section 2; [decided] in 2.3, 2.6
 * Keys: piece
 * State: the type last moved by each side (FEN field imit)
 * Tests: tests/rules/joker.spec
 *
 * The state is kept by make (imitated[c] = the type c moved; a joker passes on what it
 * imitated). Generation and attack look a joker up as the type it has the power of, in that
 * type's plain table. What a joker of the enemy *becomes* by one's own move is analysis.c's
 * affair. */
#include "rules/kernel/rule.h"

enum {
    KEY_PIECE
};

static const apo_key keys[] = {
    [KEY_PIECE] = {.name = "piece",
                   .kind = APO_KEY_TYPES,
                   .is_required = true,
                   .minimum = 1,
                   .maximum = 1,
                   .doc = "The type that imitates; its own line says \"none\" for moves."},
};

static void build_joker(apo_build *build)
{
    const apo_value *value = apo_build_value(build, KEY_PIECE);
    if (value == NULL)
        return;
    if (value->items[0] == build->var->royal)
        apo_build_fault(build, value, "the royal piece cannot be the joker", apo_span_of(""));
    if (build->spec->types[value->items[0]].moves.move_count > 0)
        apo_build_fault(build, value, "the joker may have no moves of its own",
                        apo_span_of(""));
    build->var->joker = (uint8_t)value->items[0];
}

unsigned apo_position_imitated(const apo_position *pos, apo_side side)
{
    return pos->state.imitated[apo_side_other(side)];
}

const apo_rule apo_rule_joker = {
    .info = {"joker", "A piece that moves as the piece its opponent moved last.", keys,
             sizeof keys / sizeof *keys},
    .build = build_joker,
};
