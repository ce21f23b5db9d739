/* Rule: launch
 * Also called: gating, drop on a vacated square
 * Section: launch
 * Text: One piece or several wait in each side's pocket. As part of the first move of one of
 *   the launchers, its owner may put one of them on the square just left, up to a certain move
 *   number; later they stay out. In castling it is the king's square or the partner's, if that
 *   can launch too and stays empty.
 * Source: rules, section 4 (Launch); Seirawan Chess, whose pieces put down may not ward off a
 *   check
 * Keys: piece, launchers, may-block, white-until, black-until
 * State: pockets (FEN field pocket), unmoved launchers (FEN field unmoved)
 * Tests: tests/rules/launch.spec, tests/rules/gating.spec */
#include "rules/kernel/key_of.h"
#include "rules/kernel/make.h"
#include "rules/kernel/movegen.h"
#include "rules/kernel/rights.h"
#include "rules/kernel/rule.h"

enum {
    KEY_PIECE,
    KEY_LAUNCHERS,
    KEY_MAY_BLOCK,
    KEY_WHITE_UNTIL,
    KEY_BLACK_UNTIL
};

static const apo_key keys[] = {
    [KEY_PIECE] = {.name = "piece",
                   .kind = APO_KEY_TYPES,
                   .is_required = true,
                   .minimum = 1,
                   .maximum = APO_TYPES_MAX,
                   .doc = "The types that wait in each side's pocket, one piece of each."},
    [KEY_LAUNCHERS] =
        {.name = "launchers",
         .kind = APO_KEY_TYPES,
         .is_required = true,
         .minimum = 1,
         .maximum = APO_TYPES_MAX,
         .doc = "The types whose first move can launch it; only pieces that stood on "
                "the board proper at the start."},
    [KEY_MAY_BLOCK] = {.name = "may-block",
                       .kind = APO_KEY_FLAG,
                       .fallback = "yes",
                       .doc =
                           "Whether the piece launched may be what keeps its own king out of "
                           "check; if not, the move must be legal without the launch too."},
    [KEY_WHITE_UNTIL] = {.name = "white-until",
                         .kind = APO_KEY_NUMBER,
                         .minimum = 1,
                         .maximum = APO_CLOCK_MAX,
                         .fallback = "no limit",
                         .doc = "The last move number at which White may launch."},
    [KEY_BLACK_UNTIL] = {.name = "black-until",
                         .kind = APO_KEY_NUMBER,
                         .minimum = 1,
                         .maximum = APO_CLOCK_MAX,
                         .fallback = "no limit",
                         .doc = "The last move number at which Black may launch."},
};

static void build_launch(apo_build *build)
{
    apo_launch_data *data = &build->var->launch;
    const apo_value *piece = apo_build_value(build, KEY_PIECE);
    if (piece == NULL)
        return;
    data->is_on = true;
    data->pieces = apo_build_types(build, KEY_PIECE);
    data->may_block = apo_build_number(build, KEY_MAY_BLOCK, 1) != 0;
    if (apo_types_has(data->pieces, build->var->royal))
        apo_build_fault(build, piece, "the royal piece cannot wait in the pocket",
                        apo_span_of(""));
    if (piece->count != (unsigned)__builtin_popcount(data->pieces))
        apo_build_fault(build, piece, "the pocket holds one piece of a type", apo_span_of(""));
    data->launchers = apo_build_types(build, KEY_LAUNCHERS);
    data->until[APO_WHITE] =
        (uint32_t)apo_build_number(build, KEY_WHITE_UNTIL, APO_CLOCK_MAX + 1);
    data->until[APO_BLACK] =
        (uint32_t)apo_build_number(build, KEY_BLACK_UNTIL, APO_CLOCK_MAX + 1);
}

static bool is_launcher(const apo_position *pos, apo_square sq)
{
    apo_piece piece = pos->board[sq];
    return apo_set_has(&pos->state.unmoved, sq) && apo_piece_is_real(piece) &&
           apo_piece_side(piece) == pos->state.side &&
           apo_types_has(pos->var->launch.launchers, apo_piece_type(piece));
}

apo_set apo_launch_squares(const apo_position *pos)
{
    const apo_variant *var = pos->var;
    apo_set set = {{0}};
    if (!apo_rights_can_launch(var, &pos->state, pos->state.side))
        return set;
    for (unsigned i = 0; i < var->words; i++)
        for (uint64_t word = pos->state.unmoved.words[i]; word != 0;) {
            apo_square sq = apo_word_pop(&word, i * 64);
            if (is_launcher(pos, sq))
                apo_set_add(&set, sq);
        }
    return set;
}

bool apo_launch_may(const apo_position *pos, apo_square sq)
{
    return apo_rights_can_launch(pos->var, &pos->state, pos->state.side) &&
           is_launcher(pos, sq);
}

void apo_launch_add(const apo_position *pos, apo_move mv, apo_move_list *list)
{
    for (uint32_t pieces = pos->state.pocket[pos->state.side]; pieces != 0;
         pieces &= pieces - 1) {
        mv.launched = (uint8_t)__builtin_ctz(pieces);
        apo_move_list_add(list, mv);
    }
}

void apo_launch_apply(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    unsigned side = undo->state.side;
    apo_square sq = apo_castling_launch_square(pos->var, side, mv);
    apo_make_set(pos, undo, sq, apo_piece_of((apo_side)side, mv->launched));
    pos->state.key ^= apo_key_of_pocket(side, (uint32_t)1 << mv->launched);
    pos->state.pocket[side] &= ~((uint32_t)1 << mv->launched);
}

apo_square apo_move_launch_square(const apo_position *pos, const apo_move *mv)
{
    return apo_castling_launch_square(pos->var, pos->state.side, mv);
}

const apo_rule apo_rule_launch = {
    .info = {"launch", "Pieces in the pocket can be put where another has just left.", keys,
             sizeof keys / sizeof *keys},
    .build = build_launch,
};
