/* Lessons: each is solved by a search of its own, in the number of moves it names and in no
 * fewer. */
#include "test.h"

#include "base/alloc.h"
#include "definition/file/definition.h"
#include "lessons/drill.h"
#include "lessons/lesson.h"

enum {
    SEEDS = 2 /* lessons on each piece of our five games; one on those of others */
};

/* --- depth first, without memory ----------------------------------------- */

static bool can_solve(const apo_piece_lesson *lesson, apo_square at, unsigned left,
                      unsigned move, unsigned end)
{
    apo_position board;
    apo_moves moves;
    if (left == 0)
        return true;
    if (move == end)
        return false;
    /* One move takes one target; only a checker can take more. */
    if (!apo_type_is_checker(lesson->var, lesson->type) &&
        (unsigned)__builtin_popcount(left) > end - move)
        return false;
    apo_piece_lesson_board(&board, lesson, at, left, move);
    assert_int_equal(apo_preview_moves(apo_moves_start(&moves), &board, at), APO_OK);
    for (size_t i = 0; i < moves.list.count; i++) {
        const apo_move *mv = &moves.buf[i];
        if (can_solve(lesson, mv->to, apo_piece_lesson_left(lesson, &board, mv, left), move + 1,
                      end))
            return true;
    }
    return false;
}

static void check_drill(const apo_piece_lesson *lesson)
{
    unsigned all = (1U << lesson->target_count) - 1, left = all;
    apo_square at = lesson->from;
    apo_position board;
    apo_moves moves;
    for (unsigned move = 0; move < lesson->move_count; move++) {
        size_t i = 0;
        unsigned most = left;
        apo_piece_lesson_board(&board, lesson, at, left, move);
        apo_preview_moves(apo_moves_start(&moves), &board, at);
        for (; i < moves.list.count; i++)
            if (moves.buf[i].to == lesson->solution[move])
                most &= apo_piece_lesson_left(lesson, &board, &moves.buf[i], left);
        left = most;
        at = lesson->solution[move];
    }
    assert_int_equal(left, 0);
    assert_true(can_solve(lesson, lesson->from, all, 0, lesson->move_count));
    if (lesson->move_count <= 4) /* more would take minutes without memory */
        assert_false(can_solve(lesson, lesson->from, all, 0, lesson->move_count - 1));
}

/* --- mates --------------------------------------------------------------- */

static bool is_mated(const apo_position *pos)
{
    return apo_position_is_check(pos) && apo_perft(pos, 1) == 0;
}

/* True if the side to move mates in that many moves; `*key_count` first moves do. */
static bool can_mate(const apo_position *pos, unsigned moves, unsigned *key_count)
{
    apo_moves *own = apo_allocate(NULL, 2 * sizeof *own), *replies = own + 1;
    *key_count = 0;
    assert_int_equal(apo_moves_legal(apo_moves_start(own), pos), APO_OK);
    for (size_t i = 0; i < own->list.count; i++) {
        apo_position next = *pos;
        unsigned unused;
        assert_int_equal(apo_play(&next, &own->buf[i]), APO_OK);
        bool is_won = is_mated(&next);
        if (!is_won && moves > 1) {
            apo_moves_legal(apo_moves_start(replies), &next);
            is_won = replies->list.count > 0;
            for (size_t k = 0; k < replies->list.count && is_won; k++) {
                apo_position after = next;
                apo_play(&after, &replies->buf[k]);
                is_won = can_mate(&after, moves - 1, &unused);
            }
        }
        *key_count += is_won;
    }
    apo_free(NULL, own);
    return *key_count > 0;
}

static void check_mate(const apo_piece_lesson *lesson)
{
    unsigned keys, unused;
    assert_int_equal(apo_position_side(&lesson->pos), APO_WHITE);
    assert_true(can_mate(&lesson->pos, lesson->move_count, &keys));
    assert_int_equal(keys, 1);
    assert_true(lesson->move_count == 1 || !can_mate(&lesson->pos, 1, &unused));
    assert_int_equal(apo_piece_type(apo_position_piece(&lesson->pos, lesson->key.from)),
                     lesson->type);
}

/* --- every type of every game -------------------------------------------- */

static bool check_lesson(const apo_variant *var, unsigned type, enum apo_lesson_task task,
                         unsigned seed)
{
    static apo_piece_lesson lesson, again;
    apo_status status = apo_piece_lesson_make(&lesson, var, type, task, seed);
    if (status == APO_E_UNKNOWN)
        return false;
    assert_int_equal(status, APO_OK);
    assert_int_equal(lesson.type, type);
    assert_in_range(lesson.move_count, 1, APO_LESSON_MOVES_MAX);
    if (task == APO_LESSON_MATE || task == APO_LESSON_MATE_IN_TWO) {
        check_mate(&lesson);
        return true;
    }
    check_drill(&lesson);
    assert_int_equal(apo_piece_lesson_make(&again, var, type, task, seed), APO_OK);
    assert_memory_equal(lesson.solution, again.solution, sizeof lesson.solution);
    assert_memory_equal(lesson.targets, again.targets, sizeof lesson.targets);
    return true;
}

static bool is_of_ours(const char *id)
{
    static const char *const ids[] = {"alert", "modern", "classic", "apothecary2", "prequel"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        if (strcmp(id, ids[i]) == 0)
            return true;
    return false;
}

static void check_game(const char *id, enum apo_lesson_task task)
{
    apo_variant *var = NULL;
    assert_int_equal(apo_definition_open(&var, apo_span_of(id), NULL, NULL), APO_OK);
    for (unsigned type = 1; type <= apo_variant_info_of(var)->type_count; type++)
        for (unsigned seed = 0; seed < (is_of_ours(id) ? SEEDS : 1); seed++) {
            bool is_made = check_lesson(var, type, task, seed);
            const apo_type_info *info = apo_type_info_of(var, type);
            bool is_mater =
                !info->is_royal && !info->is_pawn && !apo_type_is_checker(var, type);
            bool is_needed = task == APO_LESSON_STARS || task == APO_LESSON_CAPTURE ||
                             (task == APO_LESSON_MATE && is_mater);
            if (!is_made && is_needed && is_of_ours(id))
                fail_msg("%s: no lesson on the %s (task %d)", id,
                         apo_type_info_of(var, type)->name, (int)task);
        }
    apo_variant_free(var);
}

static void check_all(enum apo_lesson_task task)
{
    /* Star lessons take little time; the other kinds are tried on only some of other people's
     * games. */
    for (size_t i = 0; i < apo_definition_builtin_count(); i += GAMES_STEP) {
        const char *id = apo_definition_builtin_id(i);
        if (task == APO_LESSON_STARS || is_of_ours(id) || i % 4 == 0)
            check_game(id, task);
    }
}

static void test_stars(void **state)
{
    (void)state;
    check_all(APO_LESSON_STARS);
}

static void test_captures(void **state)
{
    (void)state;
    check_all(APO_LESSON_CAPTURE);
}

static void test_mates(void **state)
{
    (void)state;
    check_all(APO_LESSON_MATE);
}

static void test_mates_in_two(void **state)
{
    (void)state;
    check_game("modern", APO_LESSON_MATE_IN_TWO);
    check_game("chess", APO_LESSON_MATE_IN_TWO);
}

/* Stars are chosen so that a piece needs its unusual moves. */
static void test_powers_are_needed(void **state)
{
    (void)state;
    static const char *const pieces[][2] = {
        {"modern", "S"}, {"modern", "C"}, {"classic", "C"}, {"alert", "W"}, {"alert", "G"}};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        apo_variant *var = NULL;
        apo_piece_lesson lesson;
        apo_square at;
        bool is_needed = false;
        apo_drill *drill = apo_drill_new();
        apo_definition_open(&var, apo_span_of(pieces[i][0]), NULL, NULL);
        unsigned type = apo_variant_type_of_letter(var, pieces[i][1][0]);
        assert_int_equal(apo_piece_lesson_make(&lesson, var, type, APO_LESSON_STARS, 0),
                         APO_OK);
        at = lesson.from;
        for (unsigned k = 0; k < lesson.move_count; at = lesson.solution[k++]) {
            unsigned class = apo_drill_class(var, at, lesson.solution[k]);
            unsigned without = apo_drill_solve(drill, &lesson, class, NULL);
            is_needed = is_needed || without == 0 || without > lesson.move_count;
        }
        assert_true(is_needed);
        apo_drill_free(drill);
        apo_variant_free(var);
    }
}

static void test_errors(void **state)
{
    (void)state;
    apo_variant *var = NULL;
    apo_piece_lesson lesson;
    apo_definition_open(&var, apo_span_of("chess"), NULL, NULL);
    assert_int_equal(apo_piece_lesson_make(&lesson, var, 0, APO_LESSON_STARS, 0), APO_E_RANGE);
    assert_int_equal(apo_piece_lesson_make(&lesson, var, 7, APO_LESSON_STARS, 0), APO_E_RANGE);
    assert_int_equal(apo_piece_lesson_make(&lesson, var, 1, APO_LESSON_TASKS, 0), APO_E_RANGE);
    unsigned king = apo_variant_type_of_letter(var, 'K');
    assert_int_equal(apo_piece_lesson_make(&lesson, var, king, APO_LESSON_MATE, 0),
                     APO_E_UNKNOWN);
    apo_variant_free(var);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stars),
        cmocka_unit_test(test_captures),
        cmocka_unit_test(test_mates),
        cmocka_unit_test(test_mates_in_two),
        cmocka_unit_test(test_powers_are_needed),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
