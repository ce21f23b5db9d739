/* Keys of positions: different positions have different keys, equal positions have equal keys
 * (rules 1.9). Over seeded random games; APO_KEY_SEED=7 is another run. */
#include "playout.h"
#include "test.h"

#include "rules/rules/facts.h"
#include "rules/rules/list.h"

enum {
    POSITIONS = 3000,
    GAME_PLIES = 60,
    TABLE_SIZE = 1 << 18 /* keys seen; more than 4 times as many as positions looked at */
};

static playout games;

static void begin(playout *p)
{
    const char *seed = getenv("APO_KEY_SEED");
    playout_open(p, seed != NULL ? strtoull(seed, NULL, 10) : 30);
}

/* Goes on to the next position of the playout. */
static void go_on(playout *p)
{
    if (p->ply == 0 || !playout_goes_on(p) || p->ply >= GAME_PLIES) {
        playout_begin_any(p);
        p->ply = 1;
        return;
    }
    apo_move mv = playout_choose(p);
    playout_make(p, &mv);
}

/* The position of a changed setup; false if there can be none. */
static bool remake(apo_position *out, const playout *p, const apo_setup *setup)
{
    return apo_position_from_setup(out, setup, apo_position_variant(&p->pos), NULL) == APO_OK;
}

static void expect_same(const playout *p, const apo_setup *changed, bool is_same)
{
    apo_position other;
    if (!remake(&other, p, changed))
        return;
    bool has_same_key = apo_position_key(&p->pos) == apo_position_key(&other);
    if (has_same_key != is_same || apo_position_same(&p->pos, &other) != is_same) {
        print_error("%s %s\n", apo_variant_info_of(apo_position_variant(&p->pos))->id,
                    playout_fen(&p->pos));
        fail_msg("%s: %s", is_same ? "should be the same" : "should differ",
                 playout_fen(&other));
    }
}

/* --- each part of a position counts -------------------------------------- */

static void check_rights(const playout *p, const apo_setup *setup)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(&p->pos));
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        apo_setup changed = *setup;
        if (!apo_set_has(&setup->unmoved, (apo_square)sq))
            continue;
        apo_set_remove(&changed.unmoved, (apo_square)sq);
        expect_same(p, &changed, false);
    }
    apo_setup changed = *setup;
    memset(&changed.unmoved, 0, sizeof changed.unmoved);
    expect_same(p, &changed, apo_set_is_empty(&setup->unmoved));
}

static void check_pieces(playout *p, const apo_setup *setup)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(&p->pos));
    apo_setup changed = *setup;
    unsigned from = playout_below(p, apo_geometry_squares(geo));
    unsigned to = playout_below(p, apo_geometry_squares(geo));
    if (changed.pieces[from] == changed.pieces[to])
        return;
    apo_piece piece = changed.pieces[from];
    changed.pieces[from] = changed.pieces[to];
    changed.pieces[to] = piece;
    expect_same(p, &changed, false);
}

static void check_reserves_and_pockets(playout *p, const apo_setup *setup)
{
    for (unsigned side = 0; side < APO_SIDES; side++) {
        apo_setup changed = *setup;
        unsigned type = 1 + playout_below(p, APO_HELD_TYPES_MAX - 1);
        bool has_some = changed.rules.reserve[side][type] > 0;
        changed.rules.reserve[side][type] =
            has_some ? changed.rules.reserve[side][type] - 1 : 1;
        expect_same(p, &changed, false);
        changed = *setup;
        if (changed.rules.pocket[side] != 0) {
            changed.rules.pocket[side] = 0;
            expect_same(p, &changed, false);
        }
    }
}

/* In a game of double moves, a setup that names no turn means a whole one. */
static unsigned turn_meant(const playout *p, unsigned turn)
{
    bool is_whole = turn == APO_TURN_ORDINARY &&
                    apo_variant_has_rule(apo_position_variant(&p->pos), "double-moves");
    return is_whole ? APO_TURN_FIRST : turn;
}

static void check_turn(playout *p, const apo_setup *setup)
{
    apo_setup changed = *setup;
    changed.side ^= 1;
    changed.rules.trail.count = 0;
    expect_same(p, &changed, false);
    changed = *setup;
    changed.turn = (uint8_t)playout_below(p, APO_TURNS);
    expect_same(p, &changed, turn_meant(p, changed.turn) == turn_meant(p, setup->turn));
}

/* The clocks do not count, as long as no right to launch runs out. */
static void check_clocks(playout *p, const apo_setup *setup)
{
    apo_setup changed = *setup;
    changed.halfmove_count = playout_below(p, 100);
    expect_same(p, &changed, true);
    if (!apo_variant_has_rule(apo_position_variant(&p->pos), "launch")) {
        changed.move_number = 1 + playout_below(p, 100);
        expect_same(p, &changed, true);
    }
}

/* The types last moved count while a joker may come to use them. */
static void check_imitation(playout *p, const apo_setup *setup)
{
    const apo_variant *var = apo_position_variant(&p->pos);
    bool has_joker = false;
    for (unsigned sq = 0; sq < apo_geometry_squares(apo_variant_geometry(var)); sq++)
        has_joker =
            has_joker || (apo_piece_is_real(setup->pieces[sq]) &&
                          apo_type_info_of(var, apo_piece_type(setup->pieces[sq]))->is_joker);
    for (unsigned side = 0; side < APO_SIDES; side++) {
        apo_setup changed = *setup;
        changed.rules.imitated[side] =
            (uint8_t)playout_below(p, apo_variant_info_of(var)->type_count + 1);
        bool is_equal = changed.rules.imitated[side] == setup->rules.imitated[side];
        if (has_joker || is_equal)
            expect_same(p, &changed, is_equal);
    }
}

/* The squares passed count iff somebody could capture there: iff there is a legal e.p.
 * capture, or at least a pseudo-legal one. */
static void check_trail(playout *p, const apo_setup *setup)
{
    apo_setup changed = *setup;
    bool has_capture = false;
    if (setup->rules.trail.count == 0)
        return;
    for (size_t i = 0; i < p->legal.list.count; i++)
        has_capture = has_capture || p->legal.buf[i].kind == APO_MOVE_EN_PASSANT;
    changed.rules.trail.count = 0;
    if (has_capture)
        expect_same(p, &changed, false);
    else if (p->pos.state.rules.trail.shown == 0)
        expect_same(p, &changed, true);
}

static void test_each_part_counts(void **state)
{
    (void)state;
    playout *p = &games;
    begin(p);
    for (unsigned i = 0; i < POSITIONS; i++) {
        apo_setup setup;
        go_on(p);
        apo_position_to_setup(&p->pos, &setup);
        expect_same(p, &setup, true);
        check_rights(p, &setup);
        check_pieces(p, &setup);
        check_reserves_and_pockets(p, &setup);
        check_turn(p, &setup);
        check_clocks(p, &setup);
        check_imitation(p, &setup);
        check_trail(p, &setup);
    }
    playout_close(p);
}

/* --- no two positions of a run share a key ------------------------------- */

static struct {
    uint64_t key;
    uint64_t text_hash; /* of the FEN without its clocks; 0: a free entry */
} table[TABLE_SIZE];

/* All of the FEN that makes a position what it is for the repetition rule, and a little
 * more. */
static uint64_t hash_text(const apo_position *pos)
{
    const char *fen = playout_fen(pos);
    size_t length = strlen(fen);
    uint64_t hash = 0xCBF29CE484222325U;
    for (unsigned blanks = 0; length > 0 && blanks < 2; length--)
        blanks += fen[length - 1] == ' ';
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (uint8_t)fen[i]) * 0x100000001B3U;
    return hash | 1U;
}

static void note_key(const apo_position *pos)
{
    uint64_t key = apo_position_key(pos), text_hash = hash_text(pos);
    for (size_t i = key % TABLE_SIZE;; i = (i + 1) % TABLE_SIZE) {
        if (table[i].text_hash == 0) {
            table[i].key = key;
            table[i].text_hash = text_hash;
            return;
        }
        /* Only the parts of the FEN that may not count tell these two apart. */
        bool is_excused = pos->state.rules.trail.count > 0 || !pos->state.rules.power_shown;
        if (table[i].key == key && table[i].text_hash != text_hash && !is_excused)
            fail_msg("another position has the key of %s", playout_fen(pos));
        if (table[i].key == key)
            return;
    }
}

static void test_no_two_positions_share_a_key(void **state)
{
    (void)state;
    playout *p = &games;
    begin(p);
    memset(table, 0, sizeof table);
    size_t left = TABLE_SIZE / 4;
    while (left > 0) {
        go_on(p);
        for (size_t i = 0; i < p->legal.list.count && left > 0; i++, left--) {
            apo_undo undo;
            apo_make(&p->pos, &p->legal.buf[i], &undo);
            note_key(&p->pos);
            apo_unmake(&p->pos, &undo);
        }
    }
    playout_close(p);
}

/* --- the same position by different ways --------------------------------- */

static bool play_three(apo_position *pos, const apo_move *a, const apo_move *b,
                       const apo_move *c)
{
    return apo_play(pos, a) == APO_OK && apo_play(pos, b) == APO_OK &&
           apo_play(pos, c) == APO_OK;
}

/* Two moves of one side around one of the other, in both orders: one key iff one position. */
static void test_the_way_does_not_matter(void **state)
{
    (void)state;
    playout *p = &games;
    unsigned met = 0;
    begin(p);
    for (unsigned i = 0; i < POSITIONS; i++) {
        static apo_position ways[2], between;
        static apo_moves replies;
        apo_undo undo;
        go_on(p);
        if (p->legal.list.count == 0)
            continue;
        apo_move a = playout_choose(p), b = playout_choose(p);
        memcpy(&between, &p->pos, sizeof between);
        apo_make(&between, &a, &undo);
        if (apo_moves_legal(apo_moves_start(&replies), &between) != APO_OK ||
            replies.list.count == 0)
            continue;
        apo_move reply = replies.buf[playout_below(p, (unsigned)replies.list.count)];
        memcpy(&ways[0], &p->pos, sizeof ways[0]);
        memcpy(&ways[1], &p->pos, sizeof ways[1]);
        if (!play_three(&ways[0], &a, &reply, &b) || !play_three(&ways[1], &b, &reply, &a))
            continue;
        bool is_same = apo_position_same(&ways[0], &ways[1]);
        assert_int_equal(is_same, apo_position_key(&ways[0]) == apo_position_key(&ways[1]));
        met += is_same;
    }
    assert_true(met > POSITIONS / 20);
    playout_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_part_counts),
        cmocka_unit_test(test_no_two_positions_share_a_key),
        cmocka_unit_test(test_the_way_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
