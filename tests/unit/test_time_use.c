/* The search divides its time so that a clock does not run out, even if every move takes all
 * that it may and is late by as much as the overhead allows. */
#include "test.h"

#include "search/time_manager.h"

enum {
    MOVES = 300,
    OVERHEAD_MS = 10
};

typedef struct control {
    int64_t base_ms, increment_ms;
    unsigned period;
} control;

static const control controls[] = {
    {1000, 50, 0}, {10000, 0, 40},  {60000, 600, 0}, {1000, 0, 10},
    {200, 20, 0},  {300000, 0, 40}, {2000, 0, 1},
};

static int64_t now(void *context)
{
    return *(const int64_t *)context;
}

/* Milliseconds left at the worst moment of a game. */
static int64_t play(const control *game)
{
    int64_t time = 0, left = game->base_ms, least = left;
    apo_time_manager manager = {.now = now, .context = &time};
    for (unsigned i = 0; i < MOVES; i++) {
        unsigned to_go = game->period > 0 ? game->period - i % game->period : 0;
        const apo_limits limits = {.has_clock = true,
                                   .clock_ms = left,
                                   .increment_ms = game->increment_ms,
                                   .moves_to_go = to_go,
                                   .overhead_ms = OVERHEAD_MS};
        apo_time_manager_start(&manager, &limits);
        assert_true(manager.soft_ms >= 1 && manager.soft_ms <= manager.hard_ms);
        left -= manager.hard_ms + OVERHEAD_MS;
        if (left < least)
            least = left;
        left += game->increment_ms;
        if (to_go == 1)
            left += game->base_ms;
    }
    return least;
}

static void test_clock_lasts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++) {
        int64_t least = play(&controls[i]);
        if (least < 0)
            print_message("%d+%d/%u: %d ms\n", (int)controls[i].base_ms,
                          (int)controls[i].increment_ms, controls[i].period, (int)least);
        assert_true(least >= 0);
    }
}

/* Absurd values from outside still give a search that ends. */
static void test_odd_clocks(void **state)
{
    (void)state;
    static const int64_t odd[] = {0, 1, 9, 10, 11};
    int64_t time = 0;
    apo_time_manager manager = {.now = now, .context = &time};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        const apo_limits limits = {
            .has_clock = true, .clock_ms = odd[i], .overhead_ms = OVERHEAD_MS};
        apo_time_manager_start(&manager, &limits);
        assert_true(manager.hard_ms >= 1 && manager.hard_ms <= 11);
    }
}

/* --- machines that take time away ---------------------------------------- */

/* What one move of a game at a second and a twentieth costs its player. */
typedef struct trouble {
    int64_t on_the_way_ms; /* with every move, unseen by the search */
    int64_t stall_ms;      /* while it searches, with every tenth move */
} trouble;

/* Plays moves as a search would that looks at the clock every millisecond. Milliseconds left at
 * the worst moment. */
static int64_t play_with(const trouble *odds)
{
    int64_t time = 1, left = 1000, least = left;
    apo_time_manager manager = {.now = now, .context = &time};
    for (unsigned i = 0; i < MOVES; i++) {
        int64_t asked = time;
        time += odds->on_the_way_ms;
        const apo_limits limits = {.has_clock = true,
                                   .clock_ms = left,
                                   .increment_ms = 50,
                                   .overhead_ms = OVERHEAD_MS};
        apo_time_manager_start(&manager, &limits);
        for (unsigned look = 0; apo_time_manager_poll(&manager) < manager.soft_ms; look++)
            time += 1 + (look == 0 && i % 10 == 9 ? odds->stall_ms : 0);
        apo_time_manager_end(&manager);
        left -= time - asked;
        least = left < least ? left : least;
        left += 50;
    }
    return least;
}

static void test_clock_lasts_on_machines_that_stall(void **state)
{
    (void)state;
    static const trouble troubles[] = {{0, 0}, {0, 200}, {0, 300}, {40, 0}, {20, 100}};
    for (size_t i = 0; i < sizeof troubles / sizeof *troubles; i++) {
        int64_t least = play_with(&troubles[i]);
        if (least < 0)
            print_message("%d on the way, stalls of %d: %d ms\n",
                          (int)troubles[i].on_the_way_ms, (int)troubles[i].stall_ms,
                          (int)least);
        assert_true(least >= 0);
    }
}

/* A search that began late, for whatever reason, has used the time since it was asked for. */
static void test_time_since_the_question(void **state)
{
    (void)state;
    int64_t time = 1000;
    apo_time_manager manager = {.now = now, .context = &time};
    const apo_limits limits = {.move_ms = 100, .asked_ms = 930};
    apo_time_manager_start(&manager, &limits);
    assert_int_equal(apo_time_manager_elapsed(&manager), 70);
    assert_int_equal(apo_time_manager_poll(&manager), 70);
    assert_int_equal(manager.stall_ms, 70);
}

/* Lost time is learnt from a clock that runs on, not from one that has been reset. */
static void test_whose_clock(void **state)
{
    (void)state;
    int64_t time = 1;
    apo_time_manager manager = {.now = now, .context = &time};
    apo_limits limits = {
        .has_clock = true, .clock_ms = 5000, .moves_to_go = 3, .overhead_ms = OVERHEAD_MS};
    apo_time_manager_start(&manager, &limits);
    time += 100;
    apo_time_manager_end(&manager);
    apo_limits next = {
        .has_clock = true, .clock_ms = 4870, .moves_to_go = 2, .overhead_ms = OVERHEAD_MS};
    apo_time_manager_start(&manager, &next);
    assert_int_equal(manager.late_ms, 30 - OVERHEAD_MS);
    apo_time_manager_end(&manager);
    next.clock_ms = 4000; /* the second move of another period */
    apo_time_manager_start(&manager, &next);
    assert_true(manager.late_ms < 30 - OVERHEAD_MS);
    apo_time_manager_end(&manager);
    apo_time_manager_forget(&manager);
    next.moves_to_go = 1;
    next.clock_ms = 3000;
    apo_time_manager_start(&manager, &next);
    assert_true(manager.late_ms < 30 - OVERHEAD_MS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clock_lasts),
        cmocka_unit_test(test_odd_clocks),
        cmocka_unit_test(test_clock_lasts_on_machines_that_stall),
        cmocka_unit_test(test_time_since_the_question),
        cmocka_unit_test(test_whose_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
