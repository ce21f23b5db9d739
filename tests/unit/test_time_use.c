/* The search divides its time so that a clock does not run out, even if every move takes all that it
 * may and is late by as much as the overhead allows. */
#include "test.h"

#include "search/clock.h"

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
    apo_clock clock = {.now = now, .context = &time};
    for (unsigned i = 0; i < MOVES; i++) {
        unsigned to_go = game->period > 0 ? game->period - i % game->period : 0;
        const apo_limits limits = {.has_clock = true,
                                   .clock_ms = left,
                                   .increment_ms = game->increment_ms,
                                   .moves_to_go = to_go,
                                   .overhead_ms = OVERHEAD_MS};
        apo_clock_start(&clock, &limits);
        assert_true(clock.soft_ms >= 1 && clock.soft_ms <= clock.hard_ms);
        left -= clock.hard_ms + OVERHEAD_MS;
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

/* Nonsense from outside still gives a search that ends. */
static void test_odd_clocks(void **state)
{
    (void)state;
    static const int64_t odd[] = {0, 1, 9, 10, 11};
    int64_t time = 0;
    apo_clock clock = {.now = now, .context = &time};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        const apo_limits limits = {
            .has_clock = true, .clock_ms = odd[i], .overhead_ms = OVERHEAD_MS};
        apo_clock_start(&clock, &limits);
        assert_true(clock.hard_ms >= 1 && clock.hard_ms <= 11);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clock_lasts),
        cmocka_unit_test(test_odd_clocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
