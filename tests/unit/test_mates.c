/* Problems: forced mates, and stalemates forced where there is nothing better. Each is proved
 * by the slow rules, which know every answer; the library's own only name the attacker's moves.
 * Then the engine has to solve it within its budget of nodes. */
#include "problem_help.h"
#include "slow.h"

#include "../mates/forced.h"
#include "notation/coordinate.h"
#include "search/level.h"

enum {
    PROOF_NODES = 1000000,
    TEST_HASH_MB = 16
};

static void report_error(const problem *one, const char *what)
{
    print_error("%s %s\n", one->game, one->fen);
    fail_msg("%s in %u: %s", one->may_stalemate ? "stalemate" : "mate", one->moves, what);
}

/* --- the proof ----------------------------------------------------------- */

/* Both implementations at the same position. */
typedef struct both {
    const problem *of;
    apo_position fast;
    slow_position slow;
} both;

static void play_both(both *at, const apo_move *mv, const slow_move *slow)
{
    apo_undo undo;
    slow_play(&at->slow, slow);
    apo_make(&at->fast, mv, &undo);
}

static bool find_slow(const both *at, const apo_move *mv, slow_move *out)
{
    char buf[APO_COORDINATE_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_coordinate_write(&text, &at->fast, mv);
    return slow_find(&at->slow, buf, out);
}

static void prove(forced *f, const both *at, unsigned moves_left);

/* Every answer that the slow rules know; at the end there is none. */
static void prove_answers(forced *f, const both *at, unsigned moves_left)
{
    slow_move *answers = malloc(SLOW_MOVES * sizeof *answers);
    assert_non_null(answers);
    size_t count = slow_legal(&at->slow, answers, SLOW_MOVES);
    slow_end_kind end = slow_end(&at->slow);
    if (count == 0 && end != SLOW_END_MATE && !at->of->may_stalemate)
        report_error(at->of, "a stalemate");
    if (count > 0 && (moves_left == 0 || end != SLOW_END_NONE))
        report_error(at->of, "there is an answer left, or the game ends before");
    for (size_t i = 0; i < count; i++) {
        char buf[SLOW_TEXT_SIZE];
        both after = *at;
        apo_move mv;
        slow_move_text(&answers[i], buf, sizeof buf);
        if (apo_coordinate_read(&mv, &at->fast, apo_span_of(buf), NULL) != APO_OK)
            report_error(at->of, "an answer that the library does not know");
        play_both(&after, &mv, &answers[i]);
        prove(f, &after, moves_left);
    }
    free(answers);
}

/* The side to move forces the end in so many moves. */
static void prove(forced *f, const both *at, unsigned moves_left)
{
    apo_move key;
    slow_move slow;
    both after = *at;
    unsigned moves = 1;
    while (moves <= moves_left && !forced_by(f, &at->fast, moves, &key))
        moves++;
    if (moves > moves_left || forced_has_failed(f))
        report_error(at->of, "it cannot be forced");
    if (!find_slow(at, &key, &slow))
        report_error(at->of, "a move that the slow rules do not know");
    play_both(&after, &key, &slow);
    prove_answers(f, &after, moves - 1);
}

static void check_proof(const problem *one, const apo_variant *var)
{
    both at = {.of = one};
    forced f, sooner;
    assert_in_range(one->moves, 1, FORCED_MOVES_MAX);
    assert_true(forced_open(&f, one->may_stalemate, PROOF_NODES));
    assert_true(forced_open(&sooner, one->may_stalemate, PROOF_NODES));
    help_read(&at.fast, var, one->fen);
    assert_int_equal(slow_read(&at.slow, one->game, one->fen), 0);
    prove(&f, &at, one->moves);
    if (one->moves > 1 && forced_by(&sooner, &at.fast, one->moves - 1, NULL))
        report_error(one, "it can be done sooner");
    if (forced_has_failed(&sooner))
        report_error(one, "too much work to see whether it can be done sooner");
    forced_close(&f);
    forced_close(&sooner);
}

static void test_proofs(void **state)
{
    (void)state;
    assert_true(problem_each(check_proof) >= PROBLEMS_LEAST);
}

/* --- the engine ---------------------------------------------------------- */

static void check_solution(const problem *one, const apo_variant *var)
{
    const apo_engine_options options = {.hash_mb = TEST_HASH_MB};
    const apo_limits limits = {.nodes = one->nodes};
    apo_engine *engine = NULL;
    apo_decision made;
    apo_position pos;
    apo_undo undo;
    forced f;
    help_read(&pos, var, one->fen);
    assert_int_equal(apo_engine_new(&engine, &options), APO_OK);
    assert_int_equal(apo_engine_new_game(engine, var), APO_OK);
    assert_int_equal(apo_engine_set_position(engine, &pos), APO_OK);
    assert_int_equal(apo_engine_go(&made, engine, &limits, NULL, NULL), APO_OK);
    apo_engine_free(engine);
    if (!made.has_move)
        report_error(one, "no move");
    int wanted = one->may_stalemate ? APO_SCORE_ADVANTAGE : APO_SCORE_MATE_LEAST;
    if (made.score < wanted)
        report_error(one, "the engine does not see it");
    assert_true(forced_open(&f, one->may_stalemate, PROOF_NODES));
    apo_make(&pos, &made.best, &undo);
    /* Where there is a forced mate, any move that keeps it will do; the score says that it
     * does. */
    if (one->may_stalemate && !forced_against(&f, &pos, one->moves - 1))
        report_error(one, "the engine plays another move");
    forced_close(&f);
}

static void test_solutions(void **state)
{
    (void)state;
    assert_true(problem_each(check_solution) >= PROBLEMS_LEAST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proofs),
        cmocka_unit_test(test_solutions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
