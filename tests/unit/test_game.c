#include "test.h"

#include "definition/file/definition.h"
#include "game/game.h"
#include "notation/coordinate.h"
#include "notation/fen.h"

/* A game of a built-in variant. */
typedef struct table {
    apo_variant *var;
    apo_game *game;
} table;

static table open_table(const char *id, const char *fen)
{
    table out;
    apo_position pos;
    unsigned start = strcmp(id, "modern") == 0 ? 14 : 1;
    assert_int_equal(apo_definition_open(&out.var, apo_span_of(id), NULL, NULL), APO_OK);
    if (fen != NULL)
        assert_int_equal(apo_fen_read(&pos, out.var, apo_span_of(fen), NULL), APO_OK);
    else
        assert_int_equal(apo_position_start(&pos, out.var, 0, start), APO_OK);
    assert_int_equal(apo_game_new(&out.game, &pos, NULL), APO_OK);
    return out;
}

static void close_table(table *all)
{
    apo_game_free(all->game);
    apo_variant_free(all->var);
}

static void play(apo_game *game, const char *moves)
{
    apo_span rest = apo_span_of(moves);
    for (;;) {
        apo_move mv;
        apo_span word = apo_span_word(&rest);
        if (word.length == 0)
            return;
        if (apo_coordinate_read(&mv, apo_game_position(game), word, NULL) != APO_OK)
            fail_msg("%.*s is not legal", (int)word.length, word.text);
        if (apo_game_play(game, &mv) != APO_OK)
            fail_msg("%.*s cannot be played", (int)word.length, word.text);
    }
}

static void assert_outcome(const apo_game *game, apo_ending ending, int quarters)
{
    apo_outcome outcome = apo_game_info_of(game).outcome;
    assert_int_equal(outcome.ending, ending);
    assert_int_equal(outcome.white_quarters, quarters);
    assert_int_equal(apo_game_info_of(game).is_over, ending != APO_ENDING_NONE);
}

static void test_play_and_undo(void **state)
{
    (void)state;
    table all = open_table("modern", NULL);
    apo_position start = *apo_game_info_of(all.game).start, before;
    assert_int_equal(apo_game_undo(all.game), APO_E_RANGE);
    play(all.game, "e3e5 e8e6 c2d4");
    assert_int_equal(apo_game_info_of(all.game).length, 3);
    apo_position after = *apo_game_position(all.game);
    apo_game_position_at(&before, all.game, 0);
    assert_memory_equal(&before, &start, sizeof start);
    apo_game_position_at(&before, all.game, 3);
    assert_memory_equal(&before, &after, sizeof after);
    apo_move last = apo_game_move(all.game, 2);
    assert_int_equal(apo_game_play(all.game, &last), APO_E_ILLEGAL);
    assert_int_equal(apo_game_undo(all.game), APO_OK);
    assert_int_equal(apo_game_play(all.game, &last), APO_OK);
    assert_memory_equal(apo_game_position(all.game), &after, sizeof after);
    while (apo_game_info_of(all.game).length > 0)
        assert_int_equal(apo_game_undo(all.game), APO_OK);
    assert_memory_equal(apo_game_position(all.game), &start, sizeof start);
    close_table(&all);
}

static const char queen[] =
    "**********/8k1/10/10/10/10/10/10/10/10/1Q2K5/********** w - - -- - - 0 30";

static void test_repetition(void **state)
{
    (void)state;
    table all = open_table("modern", queen);
    assert_int_equal(apo_game_info_of(all.game).occurrences, 1);
    play(all.game, "e1e2 i10i9 e2e1 i9i10");
    assert_int_equal(apo_game_info_of(all.game).occurrences, 2);
    play(all.game, "e1e2 i10i9 e2e1");
    assert_outcome(all.game, APO_ENDING_NONE, APO_QUARTERS_UNKNOWN);
    play(all.game, "i9i10");
    assert_int_equal(apo_game_info_of(all.game).occurrences, 3);
    assert_outcome(all.game, APO_ENDING_REPETITION, APO_QUARTERS_ADVANTAGE);
    apo_move mv = apo_game_move(all.game, 0);
    assert_int_equal(apo_game_play(all.game, &mv), APO_E_FINISHED);
    assert_int_equal(apo_game_end(all.game, APO_QUARTERS_LOSS), APO_E_FINISHED);
    /* A record may go on all the same. */
    assert_int_equal(apo_game_advance(all.game, &mv), APO_OK);
    assert_int_equal(apo_game_info_of(all.game).length, 9);
    assert_int_equal(apo_game_advance(all.game, &mv), APO_E_ILLEGAL);
    assert_int_equal(apo_game_undo(all.game), APO_OK);
    assert_outcome(all.game, APO_ENDING_REPETITION, APO_QUARTERS_ADVANTAGE);
    /* One move is taken back, and another one made. */
    assert_int_equal(apo_game_undo(all.game), APO_OK);
    assert_outcome(all.game, APO_ENDING_NONE, APO_QUARTERS_UNKNOWN);
    play(all.game, "i9h9");
    assert_outcome(all.game, APO_ENDING_NONE, APO_QUARTERS_UNKNOWN);
    close_table(&all);
}

/* With a joker on the board, the type moved last is part of the position. */
static void test_repetition_of_imitated(void **state)
{
    (void)state;
    table all = open_table(
        "modern", "**********/8k1/10/10/10/10/10/10/10/10/1QJ1K5/********** w - - -- - - 0 30");
    play(all.game, "e1e2 i10i9 e2e1 i9i10");
    /* The start knew no type last moved. */
    assert_int_equal(apo_game_info_of(all.game).occurrences, 1);
    play(all.game, "e1e2 i10i9 e2e1 i9i10");
    assert_int_equal(apo_game_info_of(all.game).occurrences, 2);
    close_table(&all);
}

static void test_move_count(void **state)
{
    (void)state;
    table all = open_table(
        "modern",
        "**********/8k1/10/10/10/10/10/10/10/10/1Q2K5/********** w - - -- - - 198 130");
    play(all.game, "e1e2");
    assert_outcome(all.game, APO_ENDING_NONE, APO_QUARTERS_UNKNOWN);
    play(all.game, "i10i9");
    assert_outcome(all.game, APO_ENDING_MOVE_COUNT, APO_QUARTERS_ADVANTAGE);
    close_table(&all);
}

static void test_start_that_is_over(void **state)
{
    (void)state;
    table all = open_table(
        "modern", "**********/k7R1/7R2/10/10/10/10/10/10/10/4K5/********** b - - R- - - 1 30");
    assert_outcome(all.game, APO_ENDING_MATE, APO_QUARTERS_WIN);
    assert_int_equal(apo_game_offer(all.game, APO_BLACK, APO_PROPOSAL_DRAW), APO_E_FINISHED);
    assert_int_equal(apo_game_end(all.game, APO_QUARTERS_DRAW), APO_E_FINISHED);
    close_table(&all);
}

/* Games from before the rule, and from other places, went on in dead positions. */
static void test_dead_position_goes_on(void **state)
{
    (void)state;
    table all = open_table("chess", "8/8/3k4/8/8/2pK4/8/6N1 w - - 0 60");
    assert_outcome(all.game, APO_ENDING_NONE, APO_QUARTERS_UNKNOWN);
    play(all.game, "d3c3");
    assert_outcome(all.game, APO_ENDING_DEAD, APO_QUARTERS_DRAW);
    apo_move mv = apo_game_move(all.game, 0);
    assert_int_equal(apo_game_play(all.game, &mv), APO_E_ILLEGAL);
    play(all.game, "d6d5 g1f3");
    assert_outcome(all.game, APO_ENDING_DEAD, APO_QUARTERS_DRAW);
    assert_int_equal(apo_game_end(all.game, APO_QUARTERS_LOSS), APO_E_FINISHED);
    close_table(&all);
}

static void test_resign(void **state)
{
    (void)state;
    table all = open_table("prequel", NULL);
    play(all.game, "d4d5");
    assert_int_equal(apo_game_end(all.game, APO_QUARTERS_LOSS), APO_OK);
    assert_outcome(all.game, APO_ENDING_RESIGNATION, APO_QUARTERS_LOSS);
    assert_int_equal(apo_game_undo(all.game), APO_OK);
    assert_int_equal(apo_game_info_of(all.game).length, 1);
    assert_int_equal(apo_game_end(all.game, APO_QUARTERS_WIN), APO_OK);
    assert_outcome(all.game, APO_ENDING_RESIGNATION, APO_QUARTERS_WIN);
    close_table(&all);
}

static void test_offers(void **state)
{
    (void)state;
    table all = open_table("modern", NULL);
    assert_int_equal(apo_game_info_of(all.game).offer, APO_PROPOSAL_NONE);
    assert_int_equal(apo_game_answer(all.game, APO_BLACK, true), APO_E_UNKNOWN);
    assert_int_equal(apo_game_offer(all.game, APO_BLACK, APO_PROPOSAL_NONE), APO_E_UNSUPPORTED);
    assert_int_equal(apo_game_offer(all.game, APO_BLACK, APO_PROPOSAL_DRAW), APO_OK);
    assert_int_equal(apo_game_info_of(all.game).offer, APO_PROPOSAL_DRAW);
    assert_int_equal(apo_game_info_of(all.game).offered_by, APO_BLACK);
    /* Nobody accepts their own offer; a move lets it lapse. */
    assert_int_equal(apo_game_answer(all.game, APO_BLACK, true), APO_E_UNKNOWN);
    play(all.game, "e3e5");
    assert_int_equal(apo_game_info_of(all.game).offer, APO_PROPOSAL_NONE);
    assert_int_equal(apo_game_offer(all.game, APO_WHITE, APO_PROPOSAL_DRAW), APO_OK);
    assert_int_equal(apo_game_answer(all.game, APO_BLACK, false), APO_OK);
    assert_int_equal(apo_game_answer(all.game, APO_BLACK, true), APO_E_UNKNOWN);
    assert_int_equal(apo_game_offer(all.game, APO_WHITE, APO_PROPOSAL_ADVANTAGE_BLACK), APO_OK);
    assert_int_equal(apo_game_answer(all.game, APO_BLACK, true), APO_OK);
    assert_outcome(all.game, APO_ENDING_AGREEMENT, APO_QUARTERS_DISADVANTAGE);
    close_table(&all);
}

static void test_game_without_advantage(void **state)
{
    (void)state;
    table all = open_table("prequel", NULL);
    assert_int_equal(apo_game_offer(all.game, APO_WHITE, APO_PROPOSAL_ADVANTAGE_WHITE),
                     APO_E_UNSUPPORTED);
    assert_int_equal(apo_game_end(all.game, APO_QUARTERS_ADVANTAGE), APO_E_UNSUPPORTED);
    assert_int_equal(apo_game_end(all.game, APO_QUARTERS_UNKNOWN), APO_E_RANGE);
    assert_int_equal(apo_game_end(all.game, APO_QUARTERS_DRAW), APO_OK);
    assert_outcome(all.game, APO_ENDING_AGREEMENT, APO_QUARTERS_DRAW);
    close_table(&all);
}

/* --- no memory ----------------------------------------------------------- */

typedef struct budget {
    int left; /* calls that may succeed */
    int live; /* blocks not freed yet */
} budget;

static void *resize_within(void *context, void *block, size_t size)
{
    budget *all = context;
    if (size == 0) {
        all->live -= block != NULL;
        free(block);
        return NULL;
    }
    if (all->left-- <= 0)
        return NULL;
    all->live += block == NULL;
    return realloc(block, size);
}

static void test_without_memory(void **state)
{
    (void)state;
    table all = open_table("modern", queen);
    for (int calls = 0; calls < 4; calls++) {
        budget memory = {calls, 0};
        const apo_alloc alloc = {&memory, resize_within};
        apo_game *game = NULL;
        apo_status status = apo_game_new(&game, apo_game_info_of(all.game).start, &alloc);
        assert_int_equal(status, calls == 0 ? APO_E_MEMORY : APO_OK);
        if (status == APO_OK) {
            apo_move mv;
            assert_int_equal(
                apo_coordinate_read(&mv, apo_game_position(game), apo_span_of("e1e2"), NULL),
                APO_OK);
            assert_int_equal(apo_game_play(game, &mv), calls == 1 ? APO_E_MEMORY : APO_OK);
            assert_int_equal(apo_game_info_of(game).length, calls == 1 ? 0 : 1);
        }
        apo_game_free(game);
        assert_int_equal(memory.live, 0);
    }
    close_table(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_play_and_undo),
        cmocka_unit_test(test_repetition),
        cmocka_unit_test(test_repetition_of_imitated),
        cmocka_unit_test(test_move_count),
        cmocka_unit_test(test_start_that_is_over),
        cmocka_unit_test(test_dead_position_goes_on),
        cmocka_unit_test(test_resign),
        cmocka_unit_test(test_offers),
        cmocka_unit_test(test_game_without_advantage),
        cmocka_unit_test(test_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
