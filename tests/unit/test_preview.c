/* What a piece could do, whoever is to move. */
#include "test.h"

#include "definition/file/definition.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "rules/kernel/movegen.h"
#include "rules/kernel/preview.h"
#include "rules/rules/checker.h"

typedef struct table {
    apo_variant *var;
    apo_position pos;
} table;

static void lay(table *t, const char *game, const char *fen)
{
    apo_error err;
    t->var = NULL;
    assert_int_equal(apo_definition_open(&t->var, apo_span_of(game), NULL, NULL), APO_OK);
    if (fen == NULL)
        assert_int_equal(apo_position_start(&t->pos, t->var, 0, 1), APO_OK);
    else
        assert_int_equal(apo_fen_read(&t->pos, t->var, apo_span_of(fen), &err), APO_OK);
}

static apo_square square(const table *t, const char *name)
{
    apo_span rest = apo_span_of(name);
    return apo_geometry_read_square(apo_variant_geometry(t->var), &rest);
}

static size_t list(apo_moves *moves, const table *t, const char *name)
{
    apo_position turned;
    apo_square from = square(t, name);
    apo_preview_as(&turned, &t->pos, apo_piece_side(apo_position_piece(&t->pos, from)));
    assert_int_equal(apo_preview_moves(apo_moves_start(moves), &turned, from), APO_OK);
    return moves->list.count;
}

/* Where nobody is in check and nothing is pinned, looking finds the legal moves, each target
 * once. */
static void agrees_with_legal_moves(void **state)
{
    static const char *const games[] = {"alert", "modern", "classic", "apothecary2", "prequel"};
    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        table t;
        apo_moves legal, seen;
        lay(&t, games[g], NULL);
        apo_moves_legal(apo_moves_start(&legal), &t.pos);
        for (size_t i = 0; i < legal.list.count; i++) {
            char name[APO_SQUARE_NAME_MAX];
            bool is_found = false;
            apo_geometry_write_square(apo_variant_geometry(t.var), legal.buf[i].from, name);
            list(&seen, &t, name);
            for (size_t k = 0; k < seen.list.count; k++)
                is_found = is_found || seen.buf[k].to == legal.buf[i].to;
            assert_true(is_found);
        }
        apo_variant_free(t.var);
    }
}

static void ignores_turn_and_pin(void **state)
{
    table t;
    apo_moves moves;
    (void)state;
    lay(&t, "prequel", "4k7/4r7/12/12/12/12/12/12/12/4R7/12/4K7 w - - -- - - 0 1");
    assert_int_equal(list(&moves, &t, "e3"), 11 + 9);
    assert_int_equal(list(&moves, &t, "e11"), 11 + 8);
    apo_variant_free(t.var);
}

static void reach_knows_captures(void **state)
{
    table t;
    (void)state;
    lay(&t, "modern", NULL);
    apo_set reach = apo_preview_reach(&t.pos, square(&t, "e3"));
    assert_true(apo_set_has(&reach, square(&t, "d4")));
    assert_true(apo_set_has(&reach, square(&t, "e5")));
    assert_false(apo_set_has(&reach, square(&t, "e6")));
    reach = apo_preview_reach(&t.pos, square(&t, "g1")); /* a joker may get any power */
    assert_true(apo_set_has(&reach, square(&t, "a10")));
    apo_variant_free(t.var);
}

/* A series asked for jump by jump is the one that the legal list has. */
static void jumps_follow_each_other(void **state)
{
    table t;
    apo_square jumps[4], series[APO_SERIES_MAX], first[APO_UNDO_SQUARES_MAX],
        second[APO_UNDO_SQUARES_MAX];
    apo_moves moves;
    (void)state;
    lay(&t, "prequel", "12/12/12/5k6/12/3p1p6/12/3p1p6/4C7/12/12/K11 w - - -- - - 0 1");
    apo_square from = square(&t, "e4");
    assert_int_equal(apo_checker_jumps(&t.pos, from, NULL, 0, jumps), 2);
    apo_moves_legal(apo_moves_start(&moves), &t.pos);
    for (size_t i = 0; i < moves.list.count; i++) {
        unsigned count = apo_move_series(&t.pos, &moves.buf[i], series);
        if (count == 0)
            continue;
        apo_move mv = apo_checker_move(&t.pos, from, series, count);
        assert_true(apo_move_same(&mv, &moves.buf[i]));
        unsigned taken = apo_move_captures(&t.pos, &mv, first);
        assert_int_equal(taken, apo_move_captures(&t.pos, &moves.buf[i], second));
        assert_memory_equal(first, second, taken * sizeof *first);
    }
    apo_variant_free(t.var);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_legal_moves),
        cmocka_unit_test(ignores_turn_and_pin),
        cmocka_unit_test(reach_knows_captures),
        cmocka_unit_test(jumps_follow_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
