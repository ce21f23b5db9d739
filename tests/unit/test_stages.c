/* Moves in stages: captures and promotions, then all others. Together, and without those that
 * leave the king in check, they are the legal ones. */
#include "notation_help.h"

#include "rules/kernel/generate.h"
#include "search/evaluation.h"
#include "search/picker.h"
#include "search/stages.h"
#include "search/tactics.h"
#include "search/tt.h"

enum {
    CAPACITY = 4096
};

static apo_move listed[CAPACITY];

/* State of the current game, kept from position to position. */
static apo_attack_cache attack_cache;

static size_t list_staged(apo_position *pos, const apo_check_info *check_info)
{
    apo_move_list list = {listed, CAPACITY, 0, false};
    apo_list_noisy(pos, check_info, &attack_cache, NULL, &list);
    size_t noisy = list.count;
    for (size_t i = 0; i < noisy; i++)
        assert_true(apo_move_is_noisy(pos, &listed[i]));
    apo_list_rest(pos, check_info, &attack_cache, &list);
    for (size_t i = noisy; i < list.count; i++)
        assert_false(apo_move_is_noisy(pos, &listed[i]));
    assert_false(list.is_overflowed);
    return list.count;
}

static bool has_move(const apo_move *moves, size_t count, const apo_move *mv)
{
    for (size_t i = 0; i < count; i++)
        if (apo_move_same(&moves[i], mv))
            return true;
    return false;
}

static void check_position(apo_position *pos)
{
    static apo_moves legal;
    static apo_position before;
    apo_check_info check_info;
    apo_undo undo;
    apo_check_info_find(&check_info, pos);
    assert_int_equal(check_info.is_check, apo_position_is_check(pos));
    apo_list_legal(pos, apo_moves_start(&legal));
    int quarters;
    if (check_info.is_listed || apo_position_ends(pos, &quarters) != APO_ENDING_NONE)
        return;
    memcpy(&before, pos, sizeof before);
    size_t count = list_staged(pos, &check_info), found = 0;
    for (size_t i = 0; i < count; i++) {
        bool is_legal = apo_make_legal(pos, &check_info, &listed[i], &undo);
        if (is_legal)
            apo_unmake(pos, &undo);
        assert_memory_equal(&before.state, &pos->state, sizeof before.state);
        if (is_legal != has_move(legal.buf, legal.list.count, &listed[i])) {
            print_error("%s: %u-%u\n", help_fen(pos), listed[i].from, listed[i].to);
            fail_msg("staged: %d", is_legal);
        }
        found += is_legal;
        assert_false(has_move(listed, i, &listed[i]));
    }
    if (found != legal.list.count) {
        print_error("%s\n", help_fen(pos));
        fail_msg("%zu moves in stages, %zu legal", found, legal.list.count);
    }
}

/* Signatures lead back to the move. */
static void check_signatures(apo_position *pos)
{
    apo_check_info check_info;
    apo_check_info_find(&check_info, pos);
    if (check_info.is_listed)
        return;
    size_t count = list_staged(pos, &check_info);
    for (size_t i = 0; i < count; i++) {
        apo_move found;
        uint32_t signature = apo_move_signature(&listed[i]);
        bool is_found =
            apo_move_of_signature(pos, &check_info, &attack_cache, signature, &found);
        if (is_found)
            assert_true(apo_move_signature(&found) == signature);
        if (is_found && listed[i].kind == APO_MOVE_PLAIN)
            assert_true(apo_move_same(&found, &listed[i]));
    }
}

static void test_staged_is_legal(void **state)
{
    (void)state;
    apo_random random;
    static apo_moves moves;
    apo_random_seed(&random, 11);
    for (size_t i = 0; i < apo_definition_builtin_count(); i++) {
        apo_variant *var = help_open(apo_definition_builtin_id(i));
        assert_int_equal(apo_attack_cache_start(&attack_cache, var, NULL), APO_OK);
        for (unsigned game = 0; game < 3; game++) {
            apo_position pos;
            apo_undo undo;
            apo_move mv;
            help_start(&pos, var, 1 + game % apo_variant_info_of(var)->start_count);
            for (unsigned ply = 0; ply < 120; ply++) {
                check_position(&pos);
                check_signatures(&pos);
                assert_int_equal(apo_moves_legal(apo_moves_start(&moves), &pos), APO_OK);
                if (!help_choose(&random, &moves.list, &mv))
                    break;
                apo_make(&pos, &mv, &undo);
            }
        }
        apo_attack_cache_free(&attack_cache);
        apo_variant_free(var);
    }
}

/* Picks all moves of a position, and compares them with the legal ones. */
static void check_picked(const apo_picker_context *context)
{
    static apo_moves legal;
    static const apo_continuation continuation;
    apo_check_info check_info;
    apo_picker picker;
    const apo_move *mv;
    size_t count = 0, used = context->buf->used;
    apo_check_info_find(&check_info, context->pos);
    apo_list_legal(context->pos, apo_moves_start(&legal));
    apo_picker_start(&picker, context, &check_info, &continuation, 0, APO_PICK_ALL);
    while ((mv = apo_picker_next(&picker)) != NULL) {
        assert_true(has_move(legal.buf, legal.list.count, mv));
        count++;
    }
    assert_int_equal(count, legal.list.count);
    context->buf->used = used;
}

/* A list made ahead serves the picker of its own position, and no other. Captures only, whose
 * order needs no history. */
static void test_moves_listed_ahead(void **state)
{
    (void)state;
    static apo_picker_buffer buf;
    static apo_piece_values values;
    static apo_weights weights;
    apo_variant *var = help_open("antichess");
    apo_position one, other;
    apo_evaluation *evaluation;
    assert_int_equal(apo_piece_values_derive(&values, var, NULL), APO_OK);
    apo_weights_derive(&weights, var, &values);
    assert_int_equal(apo_evaluation_new(&evaluation, var, &weights, &values, NULL), APO_OK);
    help_read(&one, var, "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1");
    help_read(&other, var, "4k3/8/8/8/8/1n6/P1P5/4K3 w - - 0 1");
    const apo_picker_context first = {&one, evaluation, NULL, &attack_cache, &buf};
    const apo_picker_context second = {&other, evaluation, NULL, &attack_cache, &buf};
    assert_int_equal(apo_picker_list_ahead(&first).count, 2);
    check_picked(&first);
    check_picked(&first);
    (void)apo_picker_list_ahead(&first);
    check_picked(&second);
    check_picked(&first);
    (void)apo_picker_list_ahead(&first);
    buf.used = 1;
    check_picked(&first);
    apo_evaluation_free(evaluation);
    apo_variant_free(var);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_staged_is_legal),
                                       cmocka_unit_test(test_moves_listed_ahead)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
