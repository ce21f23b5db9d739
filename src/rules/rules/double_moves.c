/* Rule: double moves
 * Also called: marseillais chess, double-move chess, two moves per turn, balanced marseillais,
 *   marseillais
 * Section: double-moves
 * Text: A turn is two moves, with one piece or with two. A first move that gives check ends the
 *   turn. Each move must leave its own king safe, so a check is parried by the first move. A
 *   piece that made a multiple step in either move of a turn may be captured en passant by the
 *   first move of the next turn, unless it has moved on; after such a capture the second move
 *   may capture another one in the same way. In the balanced game White's first turn is one
 *   move.
 * Source: marseillais chess (Albert Fortis, 1925), balanced by Robert Bruce (1963):
 *   chessvariants.com/multimove.dir/marseill.html; en.wikipedia.org/wiki/Marseillais_chess
 * Keys: first-turn
 * State: the turn (FEN field side: w2 w1 b2 b1), the trails of both moves (FEN field ep)
 * Tests: tests/rules/double_moves.spec */
#include "rules/kernel/check.h"
#include "rules/kernel/key_of.h"
#include "rules/kernel/movegen.h"
#include "rules/rules/en_passant.h"
#include "rules/rules/list.h"
#include "rules/tables/spec.h"

enum {
    KEY_FIRST_TURN
};

enum {
    FIRST_TWO, /* words of KEY_FIRST_TURN */
    FIRST_ONE
};

/* The rule's data in a variant. */
typedef struct double_data {
    bool is_balanced;
} double_data;

static const apo_key keys[] = {
    [KEY_FIRST_TURN] = {.name = "first-turn",
                        .kind = APO_KEY_WORD,
                        .words = "two one",
                        .fallback = "two",
                        .doc = APO_DOC("How many moves the first turn of a game is.")},
};

/* The rules of which it is known what they mean within a turn of two moves. */
#define KNOWN_COMPANY                                                              \
    (UINT64_C(1) << APO_RULE_SCREENS | UINT64_C(1) << APO_RULE_PROMOTION |         \
     UINT64_C(1) << APO_RULE_RESERVE | UINT64_C(1) << APO_RULE_LAUNCH |            \
     UINT64_C(1) << APO_RULE_FORMS | UINT64_C(1) << APO_RULE_HANDS |               \
     UINT64_C(1) << APO_RULE_KINGS_JUMP | UINT64_C(1) << APO_RULE_CASTLING |       \
     UINT64_C(1) << APO_RULE_CHECKER | UINT64_C(1) << APO_RULE_MULTI_STEP |        \
     UINT64_C(1) << APO_RULE_AREA | UINT64_C(1) << APO_RULE_RIVER |                \
     UINT64_C(1) << APO_RULE_EXTINCTION | UINT64_C(1) << APO_RULE_MUST_DROP |      \
     UINT64_C(1) << APO_RULE_MUST_CAPTURE | UINT64_C(1) << APO_RULE_DOUBLE_MOVES | \
     UINT64_C(1) << APO_RULE_OUTCOME | UINT64_C(1) << APO_RULE_POINTS |            \
     UINT64_C(1) << APO_RULE_VALUES)

static void build_double_moves(apo_build *build)
{
    double_data *data = build->data;
    data->is_balanced =
        apo_build_number(build, KEY_FIRST_TURN, FIRST_TWO) == (int32_t)FIRST_ONE;
}

/* --- the turn ------------------------------------------------------------ */

static void start(apo_setup *setup, const apo_variant *var, unsigned name_index)
{
    const double_data *data = apo_rule_data(var, APO_RULE_DOUBLE_MOVES);
    (void)name_index;
    setup->turn = data->is_balanced ? APO_TURN_SECOND : APO_TURN_FIRST;
}

static void pass_turn(apo_state *state)
{
    state->key ^= apo_key_of_side(state->side, state->turn);
    if (state->turn == APO_TURN_FIRST) {
        state->turn = APO_TURN_SECOND;
    } else {
        state->turn = APO_TURN_FIRST;
        state->move_number += state->side;
        state->side ^= 1;
    }
    state->key ^= apo_key_of_side(state->side, state->turn);
}

/* Takes the second move of the turn away. */
static void cut_short(apo_state *state)
{
    state->key ^= apo_key_of_side(state->side, APO_TURN_FIRST) ^
                  apo_key_of_side(state->side, APO_TURN_SECOND);
    state->turn = APO_TURN_SECOND;
}

/* --- the earlier trail --------------------------------------------------- */

static uint64_t key_of(const apo_rule_state *rules)
{
    uint64_t key = 0;
    for (unsigned i = 0; i < rules->earlier.count; i++)
        if (rules->earlier.shown >> i & 1U)
            key ^= apo_key_word(APO_FAMILY_EARLIER, apo_trail_square(&rules->earlier, i), 0, 0);
    return key;
}

/* Finds the squares of the earlier trail on which the side to move can capture. */
static void show(apo_position *pos)
{
    apo_rule_state *rules = &pos->state.rules;
    apo_set capturers;
    rules->earlier.shown = 0;
    for (unsigned i = 0; i < rules->earlier.count; i++)
        if (apo_en_passant_capturers(pos, rules->earlier.piece,
                                     apo_trail_square(&rules->earlier, i), &capturers))
            rules->earlier.shown |= (uint16_t)(1U << i);
}

/* Comes before the same hook of the trail itself, and leaves that alone. */
static void forget(apo_state *state)
{
    state->key ^= key_of(&state->rules);
    state->rules.earlier.count = 0;
    state->rules.earlier.shown = 0;
}

/* What the enemy left stays for the second move if the first has captured in passing; what the
 * first move of a turn left stays for the next turn, unless the second moves the same piece. */
static void keep_trails(apo_position *pos, const apo_move *mv, const apo_rule_state *before,
                        bool is_first)
{
    apo_rule_state *rules = &pos->state.rules;
    if (!is_first) {
        if (mv->from != before->trail.piece)
            rules->earlier = before->trail;
    } else if (mv->kind == APO_MOVE_EN_PASSANT) {
        bool is_later =
            before->trail.count > 0 && apo_en_passant_taken(before, mv) == before->trail.piece;
        rules->earlier = is_later ? before->earlier : before->trail;
    }
}

static bool gives_check(const apo_position *pos)
{
    unsigned side = pos->state.side;
    return apo_is_hit(pos, pos->state.king[side ^ 1U], side);
}

static void aftermath(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    bool is_first = undo->state.turn == APO_TURN_FIRST;
    if (is_first && gives_check(pos))
        cut_short(&pos->state);
    else
        keep_trails(pos, mv, &undo->state.rules, is_first);
}

static void settle(apo_position *pos, const apo_move *mv, unsigned type)
{
    (void)mv;
    (void)type;
    show(pos);
    pos->state.key ^= key_of(&pos->state.rules);
}

static void generate(apo_position *pos, apo_move_list *list, apo_check *check,
                     enum apo_selection which)
{
    const apo_rule_state *rules = &pos->state.rules;
    (void)check;
    for (unsigned i = 0; i < rules->earlier.count && which != APO_SELECT_QUIET; i++) {
        const apo_move mv = {.to = apo_trail_square(&rules->earlier, i)};
        if (rules->earlier.shown >> i & 1U &&
            apo_en_passant_taken(rules, &mv) == rules->earlier.piece)
            apo_en_passant_add(pos, rules->earlier.piece, mv.to, list);
    }
}

/* --- state --------------------------------------------------------------- */

static void save(const apo_position *pos, apo_setup *setup)
{
    apo_trail_save(&pos->state.rules.earlier, &setup->rules.earlier);
}

/* A text that does not say how many moves are left means a whole turn. */
static void place(apo_position *pos, const apo_setup *setup)
{
    if (pos->state.turn == APO_TURN_ORDINARY)
        pos->state.turn = APO_TURN_FIRST;
    if (setup->rules.earlier.count == 0)
        return;
    apo_trail_place(&pos->state.rules.earlier, &setup->rules.earlier);
    show(pos);
}

static uint64_t key_part(const apo_position *pos)
{
    return key_of(&pos->state.rules);
}

static uint64_t shown_squares(const apo_rule_state *rules)
{
    uint64_t out = rules->earlier.piece;
    for (unsigned i = 0; i < rules->earlier.count; i++)
        if (rules->earlier.shown >> i & 1U)
            out = out * APO_SQUARES_MAX + apo_trail_square(&rules->earlier, i) + 1;
    return rules->earlier.shown == 0 ? 0 : out;
}

static bool same(const apo_state *a, const apo_state *b)
{
    return shown_squares(&a->rules) == shown_squares(&b->rules);
}

const apo_rule apo_rule_double_moves = {
    .info = {"double-moves", APO_DOC("A turn is two moves."), keys, sizeof keys / sizeof *keys},
    .data_size = sizeof(double_data),
    .goes_with = KNOWN_COMPANY,
    .build = build_double_moves,
    .start = start,
    .pass_turn = pass_turn,
    .forget = forget,
    .aftermath = aftermath,
    .settle = settle,
    .generate = generate,
    .save = save,
    .place = place,
    .key_part = key_part,
    .same = same,
};
