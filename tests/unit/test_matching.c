#include "test.h"

#include <string.h>

#include "base/random.h"
#include "game/matching.h"

enum {
    SMALL = 10, /* vertices whose matchings are all tried */
    LARGE = 200,
    LEVELS = 9
};

static const apo_matching_unit units[LARGE]; /* none */

/* Costs by chance: `spread` values on each level, and one of the sparse levels each. */
static void fill(apo_matching_cost *costs, unsigned count, unsigned spread, apo_random *random)
{
    for (unsigned i = 0; i < count * count; i++) {
        for (unsigned k = 0; k < APO_MATCHING_DENSE; k++)
            costs[i].dense[k] = apo_random_below(random, spread);
        costs[i].place = APO_MATCHING_DENSE + apo_random_below(random, 2);
        costs[i].sparse = apo_random_below(random, spread * 4);
    }
}

static void add(int64_t *sum, const apo_matching_cost *cost, int sign)
{
    for (unsigned k = 0; k < APO_MATCHING_DENSE; k++)
        sum[k] += sign * cost->dense[k];
    sum[cost->place] += sign * cost->sparse;
}

static bool is_less(const int64_t *a, const int64_t *b)
{
    for (unsigned k = 0; k < LEVELS; k++) {
        if (a[k] != b[k])
            return a[k] < b[k];
    }
    return false;
}

/* Tries all matchings of the vertices not in `taken`. */
static void try_all(const apo_matching *problem, unsigned taken, int64_t *sum, int64_t *best)
{
    unsigned count = problem->count, a = 0;
    while (a < count && (taken >> a & 1U) != 0)
        a++;
    if (a == count) {
        if (is_less(sum, best))
            memcpy(best, sum, LEVELS * sizeof *sum);
        return;
    }
    for (unsigned b = a + 1; b < count; b++) {
        if ((taken >> b & 1U) != 0)
            continue;
        add(sum, &problem->costs[a * count + b], 1);
        try_all(problem, taken | 1U << a | 1U << b, sum, best);
        add(sum, &problem->costs[a * count + b], -1);
    }
}

/* Solves it; the sum of its costs. */
static void solve(const apo_matching *problem, int64_t *sum)
{
    unsigned mates[LARGE];
    memset(sum, 0, LEVELS * sizeof *sum);
    assert_int_equal(apo_matching_solve(mates, problem), APO_OK);
    for (unsigned v = 0; v < problem->count; v++) {
        assert_true(mates[v] < problem->count && mates[v] != v);
        assert_int_equal(mates[mates[v]], v);
        if (v < mates[v])
            add(sum, &problem->costs[v * problem->count + mates[v]], 1);
    }
}

static void test_least(void **state)
{
    (void)state;
    apo_random random;
    apo_random_seed(&random, 3);
    for (unsigned i = 0; i < 400; i++) {
        apo_matching_cost costs[SMALL * SMALL];
        const apo_matching problem = {2 + i % 5 * 2, LEVELS, costs, units};
        int64_t sum[LEVELS], tried[LEVELS] = {0}, best[LEVELS] = {INT64_MAX};
        fill(costs, problem.count, 2 + i % 7, &random);
        try_all(&problem, 0, tried, best);
        solve(&problem, sum);
        assert_memory_equal(sum, best, sizeof sum);
    }
}

/* Two halves joined only through the last vertex of each: the blossoms that this makes are
 * taken apart again. The cost is known: one edge between the halves, and only free edges within
 * them. */
static void test_large(void **state)
{
    (void)state;
    static apo_matching_cost costs[LARGE * LARGE];
    const apo_matching problem = {LARGE, LEVELS, costs, units};
    const unsigned half = LARGE / 2 - 1;
    int64_t sum[LEVELS];
    memset(costs, 0, sizeof costs);
    for (unsigned a = 0; a < LARGE; a++) {
        for (unsigned b = a + 1; b < LARGE; b++) {
            bool is_over = a < half && b >= half;
            costs[a * LARGE + b].place = APO_MATCHING_DENSE;
            costs[a * LARGE + b].dense[0] = is_over ? 5 + (a + 1 != half) : 0;
            costs[a * LARGE + b].sparse = (a + 1) % 3 != b % 3;
        }
    }
    solve(&problem, sum);
    assert_int_equal(sum[0], 5);
    assert_int_equal(sum[1], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_least),
        cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
