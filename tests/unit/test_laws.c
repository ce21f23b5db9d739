/* What must hold in every position, over seeded random games of all games.
 *
 *     APO_LAWS_POSITIONS=100000     how many positions (some thousands if not said)
 *     APO_LAWS_SEED=7               another run */
#include "playout.h"
#include "slow.h"
#include "test.h"

#include <inttypes.h>

#include "notation/move_text.h"
#include "rules/kernel/make.h"
#include "rules/kernel/perft.h"
#include "rules/rules/effects.h"
#include "rules/rules/facts.h"
#include "rules/rules/list.h"

enum {
    POSITIONS = 2000,
    GAME_PLIES = 60,
    TEXTS_EVERY = 8,  /* positions between two looks at all texts of all moves */
    PAIRS_EVERY = 400 /* positions between two trials of all pairs of squares */
};

typedef void law(playout *p);

static playout games;
static uint64_t simple_moves; /* that test_keys_of_simple_moves_are_foreseen came upon */

static uint64_t number_of(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text != NULL && text[0] != '\0' ? strtoull(text, NULL, 10) : otherwise;
}

/* The context that a failure prints. */
static void say_where(const playout *p, const apo_move *mv)
{
    char bytes[APO_COORDINATE_MAX] = "";
    apo_text text = apo_text_start(bytes, sizeof bytes);
    if (mv != NULL)
        apo_coordinate_write(&text, &p->pos, mv);
    print_error("%s %s %s\n", apo_variant_info_of(apo_position_variant(&p->pos))->id,
                playout_fen(&p->pos), bytes);
}

#define HOLDS(p, mv, condition)         \
    do {                                \
        if (!(condition)) {             \
            say_where((p), (mv));       \
            fail_msg("%s", #condition); \
        }                               \
    } while (false)

/* Calls `check` in every position of `share` percent of the wanted number. */
static void over_positions(law *check, unsigned share)
{
    uint64_t count = number_of("APO_LAWS_POSITIONS", POSITIONS) * share / 100;
    playout_open(&games, number_of("APO_LAWS_SEED", 20));
    while (count > 0) {
        playout_begin_any(&games);
        while (count > 0) {
            count--;
            check(&games);
            if (!playout_goes_on(&games) || games.ply >= GAME_PLIES)
                break;
            apo_move mv = playout_choose(&games);
            playout_make(&games, &mv);
        }
    }
    playout_close(&games);
}

/* --- positions and moves ------------------------------------------------- */

static void check_fen(playout *p)
{
    apo_position again;
    char bytes[APO_FEN_MAX];
    apo_error err = {.detail = ""};
    snprintf(bytes, sizeof bytes, "%s", playout_fen(&p->pos));
    apo_status status =
        apo_fen_read(&again, apo_position_variant(&p->pos), apo_span_of(bytes), &err);
    if (status != APO_OK)
        print_error("%s\n", err.detail);
    HOLDS(p, NULL, status == APO_OK);
    HOLDS(p, NULL, apo_position_same(&p->pos, &again));
    HOLDS(p, NULL, apo_perft(&again, 1) == p->legal.list.count);
    HOLDS(p, NULL, strcmp(bytes, playout_fen(&again)) == 0);
}

static void test_fen_round_trip(void **state)
{
    (void)state;
    over_positions(check_fen, 100);
}

static void check_unmake(playout *p)
{
    static apo_position before;
    memcpy(&before, &p->pos, sizeof before);
    for (size_t i = 0; i < p->legal.list.count; i++) {
        const apo_move *mv = &p->legal.buf[i];
        apo_undo undo;
        apo_make(&p->pos, mv, &undo);
        uint64_t key = apo_position_key(&p->pos), fresh = apo_position_fresh_key(&p->pos);
        apo_unmake(&p->pos, &undo);
        HOLDS(p, mv, memcmp(&before, &p->pos, sizeof before) == 0);
        HOLDS(p, mv, key == fresh);
    }
}

static void test_unmake_is_the_identity_and_keys_are_fresh(void **state)
{
    (void)state;
    over_positions(check_unmake, 100);
}

/* True if nothing but pieces, turn and imitated types has changed. */
static bool is_simple(const apo_move *mv, const apo_state *before, const apo_state *after)
{
    return mv->kind == APO_MOVE_PLAIN && mv->launched == 0 &&
           before->turn == APO_TURN_ORDINARY && after->turn == APO_TURN_ORDINARY &&
           after->rules.trail.shown == 0 &&
           memcmp(before->rules.bytes, after->rules.bytes, sizeof before->rules.bytes) == 0 &&
           before->rules.power_shown == after->rules.power_shown &&
           memcmp(&before->unmoved, &after->unmoved, sizeof before->unmoved) == 0 &&
           memcmp(before->rules.pocket, after->rules.pocket, sizeof before->rules.pocket) ==
               0 &&
           memcmp(before->rules.reserve, after->rules.reserve, sizeof before->rules.reserve) ==
               0;
}

/* True if a move does more than to carry its piece to another square: games with stones change
 * other squares, and a piece that captures may explode. */
static bool does_more(apo_position *pos, const apo_move *mv)
{
    apo_piece before[APO_SQUARES_MAX];
    apo_undo undo;
    memcpy(before, pos->board, sizeof before);
    apo_piece piece = before[mv->from];
    apo_make(pos, mv, &undo);
    before[mv->from] = pos->board[mv->from];
    before[mv->to] = piece; /* it may be burnt even where it stays */
    bool is_more = memcmp(before, pos->board, sizeof before) != 0;
    apo_unmake(pos, &undo);
    return is_more;
}

static void check_foreseen(playout *p)
{
    for (size_t i = 0; i < p->legal.list.count; i++) {
        const apo_move *mv = &p->legal.buf[i];
        uint64_t foreseen = apo_make_foresee(&p->pos, mv);
        apo_state before = p->pos.state;
        apo_undo undo;
        apo_make(&p->pos, mv, &undo);
        apo_state after = p->pos.state;
        apo_unmake(&p->pos, &undo);
        if (!is_simple(mv, &before, &after) || does_more(&p->pos, mv))
            continue;
        simple_moves++;
        HOLDS(p, mv, foreseen == after.key);
    }
}

static void test_keys_of_simple_moves_are_foreseen(void **state)
{
    (void)state;
    simple_moves = 0;
    over_positions(check_foreseen, 50);
    assert_true(simple_moves > 1000);
}

static void check_counts(playout *p)
{
    uint64_t two_plies = 0;
    HOLDS(p, NULL, apo_perft(&p->pos, 1) == p->legal.list.count);
    HOLDS(p, NULL, apo_perft(&p->pos, 0) == 1);
    HOLDS(p, NULL, apo_perft(&p->pos, 1) == p->legal.list.count);
    for (size_t i = 0; i < p->legal.list.count; i++) {
        apo_undo undo;
        apo_make(&p->pos, &p->legal.buf[i], &undo);
        two_plies += apo_perft(&p->pos, 1);
        apo_unmake(&p->pos, &undo);
    }
    HOLDS(p, NULL, apo_perft(&p->pos, 2) == two_plies);
}

static void test_counting_is_listing(void **state)
{
    (void)state;
    over_positions(check_counts, 100);
}

/* A copy by memcpy is a position of its own. */
static void check_copies(playout *p)
{
    static apo_position copy, before;
    apo_undo undo;
    memcpy(&copy, &p->pos, sizeof copy);
    memcpy(&before, &p->pos, sizeof before);
    HOLDS(p, NULL, apo_position_is_check(&copy) == apo_position_is_check(&p->pos));
    HOLDS(p, NULL, apo_perft(&copy, 1) == p->legal.list.count);
    HOLDS(p, NULL, apo_position_outcome(&copy).ending == apo_position_outcome(&p->pos).ending);
    if (p->legal.list.count > 0) {
        apo_make(&copy, &p->legal.buf[0], &undo);
        HOLDS(p, NULL, memcmp(&before, &p->pos, sizeof before) == 0);
        HOLDS(p, NULL, apo_position_key(&copy) == apo_position_fresh_key(&copy));
    }
}

static void test_copies(void **state)
{
    (void)state;
    over_positions(check_copies, 100);
}

/* --- the legal list is what can be played -------------------------------- */

static bool is_listed(const playout *p, const apo_move *mv)
{
    for (size_t i = 0; i < p->legal.list.count; i++)
        if (apo_move_same(&p->legal.buf[i], mv))
            return true;
    return false;
}

/* apo_play takes exactly the listed moves, and leaves the position alone when it refuses. */
static void try_to_play(const playout *p, const apo_move *mv)
{
    static apo_position copy;
    memcpy(&copy, &p->pos, sizeof copy);
    apo_status status = apo_play(&copy, mv);
    HOLDS(p, NULL, status == (is_listed(p, mv) ? APO_OK : APO_E_ILLEGAL));
    if (status != APO_OK)
        HOLDS(p, NULL, memcmp(&copy, &p->pos, sizeof copy) == 0);
}

/* A legal move with one thing changed. */
static apo_move distort(playout *p, apo_move mv)
{
    unsigned squares =
        apo_geometry_squares(apo_variant_geometry(apo_position_variant(&p->pos)));
    switch (playout_below(p, 6)) {
    case 0: mv.from = (apo_square)playout_below(p, squares); break;
    case 1: mv.to = (apo_square)playout_below(p, squares); break;
    case 2: mv.kind = (uint8_t)playout_below(p, APO_MOVE_KINDS); break;
    case 3: mv.promoted = (uint8_t)playout_below(p, APO_TYPES_MAX); break;
    case 4: mv.launched = (uint8_t)playout_below(p, APO_TYPES_MAX); break;
    default: mv.arg = apo_random_next(&p->random) >> playout_below(p, 64); break;
    }
    return mv;
}

static void check_playing(playout *p)
{
    if (p->legal.list.count == 0)
        return;
    for (unsigned i = 0; i < 8; i++) {
        apo_move mv = p->legal.buf[playout_below(p, (unsigned)p->legal.list.count)];
        try_to_play(p, &mv);
        mv = distort(p, mv);
        try_to_play(p, &mv);
    }
    for (size_t i = 0; i < p->legal.list.count; i++)
        for (size_t j = 0; j < i; j++)
            HOLDS(p, &p->legal.buf[i], !apo_move_same(&p->legal.buf[i], &p->legal.buf[j]));
    if (playout_below(p, PAIRS_EVERY) != 0)
        return;
    unsigned squares =
        apo_geometry_squares(apo_variant_geometry(apo_position_variant(&p->pos)));
    for (unsigned pair = 0; pair < squares * squares; pair++) {
        apo_move mv = {.from = (apo_square)(pair / squares),
                       .to = (apo_square)(pair % squares)};
        try_to_play(p, &mv);
    }
}

static void test_the_list_is_what_can_be_played(void **state)
{
    (void)state;
    over_positions(check_playing, 50);
}

/* True if some legal move has the same squares and puts down the same piece: a verdict looks at
 * nothing else, not even at captures on the way. */
static bool has_such(const playout *p, const apo_move *mv)
{
    for (size_t i = 0; i < p->legal.list.count; i++) {
        const apo_move *listed = &p->legal.buf[i];
        if (listed->from == mv->from && listed->to == mv->to &&
            listed->promoted == mv->promoted && listed->launched == mv->launched)
            return true;
    }
    return false;
}

/* The verdict on a move agrees with the list. */
static void check_verdicts(playout *p)
{
    for (unsigned i = 0; i < 4 && p->legal.list.count > 0; i++) {
        apo_move mv = p->legal.buf[playout_below(p, (unsigned)p->legal.list.count)];
        HOLDS(p, &mv, apo_move_why_illegal(&p->pos, &mv).reason == APO_LEGAL);
        mv.to = mv.from;
        bool is_legal = apo_move_why_illegal(&p->pos, &mv).reason == APO_LEGAL;
        HOLDS(p, &mv, is_legal == has_such(p, &mv));
    }
}

static void test_verdicts(void **state)
{
    (void)state;
    over_positions(check_verdicts, 50);
}

/* --- texts --------------------------------------------------------------- */

typedef char move_text[APO_MOVE_TEXT_MAX];

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void check_notation(playout *p, enum apo_notation notation)
{
    static move_text texts[APO_MOVE_LIST_MAX];
    for (size_t i = 0; i < p->legal.list.count; i++) {
        const apo_move *mv = &p->legal.buf[i];
        apo_move again;
        apo_error err = {.detail = ""};
        apo_text text = apo_text_start(texts[i], sizeof texts[i]);
        apo_move_write(&text, &p->pos, mv, notation);
        HOLDS(p, mv, !text.is_overflowed);
        apo_status status = apo_move_read_any(&again, &p->pos, apo_text_span(&text), &err);
        if (status != APO_OK || !apo_move_same(mv, &again))
            print_error("%s %s\n", texts[i], err.detail);
        HOLDS(p, mv, status == APO_OK && apo_move_same(mv, &again));
    }
    qsort(texts, p->legal.list.count, sizeof texts[0], compare_texts);
    for (size_t i = 1; i < p->legal.list.count; i++) {
        if (strcmp(texts[i - 1], texts[i]) == 0)
            print_error("two moves are written %s\n", texts[i]);
        HOLDS(p, NULL, strcmp(texts[i - 1], texts[i]) != 0);
    }
}

static void check_texts(playout *p)
{
    if (playout_below(p, TEXTS_EVERY) != 0)
        return;
    check_notation(p, APO_NOTATION_COORDINATE);
    check_notation(p, APO_NOTATION_SAN);
    check_notation(p, APO_NOTATION_COURIER);
}

static void test_every_move_has_its_own_text_in_every_notation(void **state)
{
    (void)state;
    over_positions(check_texts, 100);
}

/* --- attack -------------------------------------------------------------- */

/* The captures of a move that apo_attackers must explain: the piece on the target, and what
 * effects capture elsewhere. A lion that stands still takes nothing, though a piece is where it
 * ends.
 */
static unsigned what_it_captures(const apo_position *pos, const apo_move *mv, apo_square *out)
{
    if (mv->kind == APO_MOVE_EFFECT)
        return apo_move_captures(pos, mv, out);
    out[0] = mv->to;
    return mv->kind == APO_MOVE_PLAIN && mv->from != mv->to &&
           apo_piece_is_real(apo_position_piece(pos, mv->to));
}

/* What can be captured is attacked. (En passant and what checkers take are not; nor is a
 * square that a game's joker may take a piece on only by the power it will have.) */
static void check_captures(playout *p)
{
    apo_side side = apo_position_side(&p->pos);
    apo_square taken[APO_SQUARES_MAX];
    for (size_t i = 0; i < p->legal.list.count; i++) {
        const apo_move *mv = &p->legal.buf[i];
        unsigned count = what_it_captures(&p->pos, mv, taken);
        for (unsigned k = 0; k < count; k++)
            HOLDS(p, mv, apo_position_is_attacked(&p->pos, taken[k], side));
    }
}

static void test_captures_are_attacks(void **state)
{
    (void)state;
    over_positions(check_captures, 100);
}

static bool is_among(const apo_square *squares, unsigned count, apo_square wanted)
{
    while (count > 0 && squares[count - 1] != wanted)
        count--;
    return count > 0;
}

/* True if the piece captures without a move to the square: checkers jump over it, and effects
 * such as withdrawal reach other squares than that of the move. */
static bool captures_elsewhere(const apo_position *pos, apo_square sq)
{
    const apo_variant *var = apo_position_variant(pos);
    const apo_effects_data *data = apo_effects_of(var);
    unsigned type = apo_piece_type(apo_position_piece(pos, sq));
    apo_types types = data->imitators;
    for (unsigned effect = APO_EFFECT_WITHDRAW; effect <= APO_EFFECT_BURN; effect++)
        types |= data->pieces[effect];
    return apo_type_is_checker(var, type) || apo_types_has(types, type);
}

/* True if the piece cannot make the move by its own power, whatever the rules say: where a rule
 * forbids the move, as lions may not be traded, it names itself. */
static bool lacks_power(const apo_position *pos, const apo_move *mv)
{
    static apo_remedy remedy;
    if (apo_move_why_illegal(pos, mv).reason != APO_ILLEGAL_POWER)
        return false;
    apo_move_remedy(&remedy, NULL, pos, mv);
    return remedy.rule[0] == '\0';
}

/* Every piece that captures is an attacker, and every attacker has the power to capture. */
static void check_attackers(playout *p)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(&p->pos));
    apo_side side = apo_position_side(&p->pos);
    apo_square from[APO_SQUARES_MAX], taken[APO_SQUARES_MAX];
    for (size_t i = 0; i < p->legal.list.count; i++) {
        const apo_move *mv = &p->legal.buf[i];
        unsigned captured = what_it_captures(&p->pos, mv, taken);
        for (unsigned k = 0; k < captured; k++) {
            unsigned count = apo_position_attackers(&p->pos, taken[k], side, from);
            HOLDS(p, mv, is_among(from, count, mv->from));
        }
    }
    for (apo_square sq = 0; sq < apo_geometry_squares(geo); sq++) {
        unsigned count = apo_position_attackers(&p->pos, sq, side, from);
        apo_piece target = apo_position_piece(&p->pos, sq);
        HOLDS(p, NULL, (count > 0) == apo_position_is_attacked(&p->pos, sq, side));
        for (unsigned i = 0; i < count; i++) {
            apo_move mv = {.from = from[i], .to = sq};
            HOLDS(p, &mv, i == 0 || from[i - 1] < from[i]);
            HOLDS(p, &mv, apo_piece_side(apo_position_piece(&p->pos, from[i])) == side);
            if (apo_piece_is_real(target) && apo_piece_side(target) != side &&
                !captures_elsewhere(&p->pos, from[i]))
                HOLDS(p, &mv, !lacks_power(&p->pos, &mv));
        }
    }
}

static void test_attackers_are_what_captures(void **state)
{
    (void)state;
    over_positions(check_attackers, 10);
}

/* With the king of the side to move put on every square in turn, the library and the slow
 * rules agree on whether it is in check there, that is, could be captured next. */
static void check_kings(playout *p)
{
    static apo_setup setup, moved;
    const apo_variant *var = apo_position_variant(&p->pos);
    const apo_geometry *geo = apo_variant_geometry(var);
    slow_position slow;
    if (slow_read(&slow, apo_variant_info_of(var)->id, playout_fen(&p->pos)) != 0)
        return;
    apo_position_to_setup(&p->pos, &setup);
    setup.rules.trail.count = 0;
    memset(&setup.unmoved, 0, sizeof setup.unmoved);
    apo_square home = apo_position_king(&p->pos, apo_position_side(&p->pos));
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        apo_position pos;
        if (apo_piece_is_real(setup.pieces[sq]) || geo->place[sq] == APO_PLACE_NONE)
            continue;
        moved = setup;
        moved.pieces[sq] = setup.pieces[home];
        moved.pieces[home] =
            geo->place[home] == APO_PLACE_TRANSIENT ? APO_PIECE_VOID : APO_PIECE_EMPTY;
        if (apo_position_from_setup(&pos, &moved, var, NULL) != APO_OK ||
            slow_read(&slow, apo_variant_info_of(var)->id, playout_fen(&pos)) != 0)
            continue;
        if (apo_position_is_check(&pos) != slow_in_check(&slow))
            print_error("%s\n", playout_fen(&pos));
        HOLDS(p, NULL, apo_position_is_check(&pos) == slow_in_check(&slow));
    }
}

static void test_check_is_the_threat_of_capture(void **state)
{
    (void)state;
    over_positions(check_kings, 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fen_round_trip),
        cmocka_unit_test(test_unmake_is_the_identity_and_keys_are_fresh),
        cmocka_unit_test(test_keys_of_simple_moves_are_foreseen),
        cmocka_unit_test(test_counting_is_listing),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_the_list_is_what_can_be_played),
        cmocka_unit_test(test_verdicts),
        cmocka_unit_test(test_every_move_has_its_own_text_in_every_notation),
        cmocka_unit_test(test_captures_are_attacks),
        cmocka_unit_test(test_attackers_are_what_captures),
        cmocka_unit_test(test_check_is_the_threat_of_capture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
