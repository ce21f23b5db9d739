#include "test.h"

#include "rules/kernel/geometry.h"

static apo_geometry make_geometry(unsigned files, unsigned rows, unsigned bottom_rank)
{
    apo_geometry geo = {
        .files = (uint8_t)files, .rows = (uint8_t)rows, .bottom_rank = (uint8_t)bottom_rank};
    for (unsigned sq = 0; sq < files * rows; sq++)
        geo.place[sq] = APO_PLACE_SQUARE;
    return geo;
}

static apo_square read_name(const apo_geometry *geo, const char *name,
                            const char *rest_expected)
{
    apo_span rest = apo_span_of(name);
    apo_square sq = apo_geometry_read_square(geo, &rest);
    if (!apo_span_is(rest, rest_expected))
        fail_msg("%s: %zu bytes left instead of '%s'", name, rest.length, rest_expected);
    return sq;
}

static void test_ranks(void **state)
{
    (void)state;
    apo_geometry plain = make_geometry(10, 8, 1);
    assert_int_equal(apo_geometry_squares(&plain), 80);
    assert_int_equal(apo_geometry_ranks(&plain), 8);
    assert_int_equal(apo_geometry_own_rank(&plain, APO_WHITE, 0), 1);
    assert_int_equal(apo_geometry_own_rank(&plain, APO_WHITE, 79), 8);
    assert_int_equal(apo_geometry_own_rank(&plain, APO_BLACK, 79), 1);
    apo_geometry bordered = make_geometry(12, 14, 0);
    assert_int_equal(apo_geometry_ranks(&bordered), 12);
    assert_int_equal(apo_geometry_own_rank(&bordered, APO_WHITE, 12), 1);
    assert_int_equal(apo_geometry_own_rank(&bordered, APO_WHITE, 0), 0);
    assert_int_equal(apo_geometry_own_rank(&bordered, APO_BLACK, 0), 13);
    assert_int_equal(apo_geometry_own_rank(&bordered, APO_BLACK, 12), 12);
    assert_int_equal(apo_geometry_own_rank(&bordered, APO_BLACK, 13 * 12), 0);
}

static void test_places(void **state)
{
    (void)state;
    apo_geometry geo = make_geometry(12, 14, 0);
    geo.place[5] = APO_PLACE_NONE;
    geo.place[6] = APO_PLACE_TRANSIENT;
    assert_int_equal(apo_geometry_at(&geo, 5, 0), APO_SQUARE_NONE);
    assert_int_equal(apo_geometry_at(&geo, 6, 0), 6);
    assert_int_equal(apo_geometry_at(&geo, 11, 13), 167);
    assert_int_equal(apo_geometry_at(&geo, 12, 13), APO_SQUARE_NONE);
    assert_int_equal(apo_geometry_at(&geo, 0, 14), APO_SQUARE_NONE);
    assert_int_equal(apo_geometry_at(&geo, -1, 3), APO_SQUARE_NONE);
    assert_int_equal(apo_geometry_at(&geo, 3, -1), APO_SQUARE_NONE);
    assert_int_equal(apo_geometry_file(&geo, 27), 3);
    assert_int_equal(apo_geometry_row(&geo, 27), 2);
    assert_int_equal(apo_geometry_mirror(&geo, 3), 13 * 12 + 3);
    assert_int_equal(apo_geometry_mirror(&geo, 13 * 12 + 3), 3);
}

static void test_reads_names(void **state)
{
    (void)state;
    apo_geometry geo = make_geometry(12, 14, 0);
    geo.place[0] = APO_PLACE_NONE;
    assert_int_equal(read_name(&geo, "b0", ""), 1);
    assert_int_equal(read_name(&geo, "b0c2", "c2"), 1);
    assert_int_equal(read_name(&geo, "j11=Q", "=Q"), 11 * 12 + 9);
    assert_int_equal(read_name(&geo, "l13", ""), 167);
    assert_int_equal(read_name(&geo, "l10e", "e"), 131);
    assert_int_equal(read_name(&geo, "c05", "5"), 2);
    assert_int_equal(read_name(&geo, "a0", "a0"), APO_SQUARE_NONE);
    assert_int_equal(read_name(&geo, "l14", "l14"), APO_SQUARE_NONE);
    assert_int_equal(read_name(&geo, "m1", "m1"), APO_SQUARE_NONE);
    assert_int_equal(read_name(&geo, "E4", "E4"), APO_SQUARE_NONE);
    assert_int_equal(read_name(&geo, "e", "e"), APO_SQUARE_NONE);
    assert_int_equal(read_name(&geo, "ee", "ee"), APO_SQUARE_NONE);
    assert_int_equal(read_name(&geo, "", ""), APO_SQUARE_NONE);
    apo_geometry plain = make_geometry(8, 8, 1);
    assert_int_equal(read_name(&plain, "a0", "a0"), APO_SQUARE_NONE);
    assert_int_equal(read_name(&plain, "a1", ""), 0);
}

static void test_names_come_back(void **state)
{
    (void)state;
    for (unsigned bottom = 0; bottom < 2; bottom++) {
        apo_geometry geo = make_geometry(APO_FILES_MAX, APO_ROWS_MAX, bottom);
        for (unsigned sq = 0; sq < APO_SQUARES_MAX; sq++) {
            char name[APO_SQUARE_NAME_MAX];
            unsigned length = apo_geometry_write_square(&geo, (apo_square)sq, name);
            assert_int_equal(length, strlen(name));
            assert_int_equal(read_name(&geo, name, ""), sq);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_reads_names),
        cmocka_unit_test(test_names_come_back),
    };
    return cmocka_run_group_tests_name("geometry", tests, NULL, NULL);
}
