/* Paths: the conditions, ends and flags of single pieces. What whole pieces reach is in
 * test_betza. */
#include "betza_help.h"

#include "definition/betza/betza.h"
#include "rules/tables/path.h"

enum {
    KEPT_MAX = 512,
    FILES = 8
};

static struct {
    apo_path paths[KEPT_MAX];
    size_t count;
    size_t stop_at; /* the sink returns false then */
} kept;

static bool keep_path(void *context, const apo_path *path)
{
    (void)context;
    assert_true(kept.count < KEPT_MAX);
    kept.paths[kept.count++] = *path;
    return kept.count != kept.stop_at;
}

static bool count_path(void *context, const apo_path *path)
{
    (void)path;
    ++*(unsigned *)context;
    return true;
}

static struct {
    apo_path *paths;
    size_t count;
} plane;

static bool keep_recorded(void *context, const apo_path *path)
{
    (void)context;
    assert_true(plane.count < (size_t)4 * KEPT_MAX);
    plane.paths[plane.count++] = *path;
    return true;
}

static apo_geometry make_geometry(unsigned rows)
{
    apo_geometry geo = {.files = FILES, .rows = (uint8_t)rows, .bottom_rank = 1};
    for (unsigned sq = 0; sq < FILES * rows; sq++)
        geo.place[sq] = APO_PLACE_SQUARE;
    return geo;
}

static apo_square square(unsigned file, unsigned row)
{
    return (apo_square)(row * FILES + file);
}

static void walk_on(const apo_geometry *geo, const char *text, apo_side side, apo_square from)
{
    apo_piece_moves moves = parse(text);
    kept.count = 0;
    assert_int_equal(apo_paths_walk(geo, &moves, side, from, keep_path, NULL), APO_OK);
}

/* Walks from b2 of the ordinary board. */
static void walk_from_b2(const char *text)
{
    apo_geometry geo = make_geometry(8);
    walk_on(&geo, text, APO_WHITE, square(1, 1));
}

/* The only path to this square. */
static const apo_path *path_to(unsigned file, unsigned row)
{
    size_t index = 0, count = 0;
    for (size_t i = 0; i < kept.count; i++) {
        if (kept.paths[i].to == square(file, row)) {
            index = i;
            count++;
        }
    }
    assert_int_equal(count, 1);
    return &kept.paths[index];
}

static void assert_step(const apo_path *path, unsigned index, unsigned file, unsigned row,
                        enum apo_condition condition)
{
    assert_true(index < path->step_count);
    assert_int_equal(path->steps[index].square, square(file, row));
    assert_int_equal(path->steps[index].condition, condition);
}

static void test_ends(void **state)
{
    static const struct {
        const char *text;
        unsigned end;
    } cases[] = {
        {"fW", APO_END_MOVE | APO_END_CAPTURE},
        {"fmW", APO_END_MOVE},
        {"fcW", APO_END_CAPTURE},
        {"fceW", APO_END_CAPTURE | APO_END_EN_PASSANT},
        {"fdW", APO_END_FRIEND},
        {"fkW", APO_END_ROYAL},
        {"fmcdkW", APO_END_MOVE | APO_END_CAPTURE | APO_END_FRIEND | APO_END_ROYAL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        walk_from_b2(cases[i].text);
        assert_int_equal(kept.count, 1);
        assert_int_equal(path_to(1, 2)->end, cases[i].end);
        assert_int_equal(path_to(1, 2)->step_count, 0);
    }
}

static void test_slides_and_hops(void **state)
{
    (void)state;
    walk_from_b2("fR");
    assert_int_equal(kept.count, 6);
    assert_step(path_to(1, 4), 0, 1, 2, APO_CONDITION_EMPTY);
    assert_step(path_to(1, 4), 1, 1, 3, APO_CONDITION_EMPTY);
    walk_from_b2("fcpR3");
    assert_int_equal(kept.count, 3); /* screen on b3: b4, b5; on b4: b5 */
    walk_from_b2("fcgR3");
    assert_step(path_to(1, 4), 0, 1, 2, APO_CONDITION_EMPTY);
    assert_step(path_to(1, 4), 1, 1, 3, APO_CONDITION_SCREEN);
    assert_int_equal(path_to(1, 4)->end, APO_END_CAPTURE);
    walk_from_b2("ftpW");
    assert_step(path_to(1, 3), 0, 1, 2, APO_CONDITION_FRIEND);
    walk_from_b2("frjjB");
    assert_int_equal(path_to(4, 4)->step_count, 0);
    assert_step(path_to(5, 5), 0, 4, 4, APO_CONDITION_EMPTY);
    walk_from_b2("fnD");
    assert_step(path_to(1, 3), 0, 1, 2, APO_CONDITION_EMPTY);
    assert_false(path_to(1, 3)->is_multi_step);
    walk_from_b2("frjG");
    assert_step(path_to(4, 4), 0, 2, 2, APO_CONDITION_SCREEN);
    assert_step(path_to(4, 4), 1, 3, 3, APO_CONDITION_SCREEN);
}

static void test_first_moves_and_trails(void **state)
{
    (void)state;
    walk_from_b2("ifmnD");
    assert_true(path_to(1, 3)->is_unmoved && path_to(1, 3)->is_multi_step);
    assert_false(path_to(1, 3)->is_bounded);
    walk_from_b2("ifmnR3");
    assert_false(path_to(1, 2)->is_multi_step);
    assert_true(path_to(1, 4)->is_multi_step);
    walk_from_b2("fnnH");
    assert_true(path_to(1, 4)->is_multi_step && !path_to(1, 4)->is_unmoved);
}

/* mfW*: from row y to the middle, at least one step; rules 1.5 and xbetza.md 1.3. */
static void test_bounded_range(void **state)
{
    (void)state;
    for (unsigned rows = 1; rows <= 18; rows++) {
        apo_geometry geo = make_geometry(rows);
        for (unsigned y = 0; y + 1 < rows; y++) {
            int range = (int)(rows / 2) - 1 - (int)y;
            unsigned expected = range > 1 ? (unsigned)range : 1;
            walk_on(&geo, "mfW*", APO_WHITE, square(0, y));
            assert_int_equal(kept.count, expected);
            for (unsigned n = 1; n <= expected; n++) {
                assert_int_equal(path_to(0, y + n)->is_bounded, n > 1);
                assert_int_equal(path_to(0, y + n)->is_multi_step, n > 1);
            }
            walk_on(&geo, "mfW*", APO_BLACK, square(0, rows - 1 - y));
            assert_int_equal(kept.count, expected);
        }
    }
}

static void test_captures_in_passing(void **state)
{
    (void)state;
    walk_from_b2("frcafmF");
    assert_int_equal(kept.count, 1);
    assert_step(path_to(3, 3), 0, 2, 2, APO_CONDITION_TAKE);
    assert_int_equal(path_to(3, 3)->end, APO_END_MOVE);
    walk_from_b2("fdabW");
    assert_step(path_to(1, 1), 0, 1, 2, APO_CONDITION_REMOVE);
    walk_from_b2("freafF");
    assert_step(path_to(3, 3), 0, 2, 2, APO_CONDITION_EN_PASSANT);
    walk_from_b2("fmpafD");
    assert_int_equal(path_to(1, 5)->step_count, 0);
}

/* A path that comes back to a square: what it has captured there is gone. */
static void test_squares_seen_twice(void **state)
{
    (void)state;
    walk_from_b2("fcababmW"); /* takes b3, goes home, ends on b3 */
    assert_int_equal(kept.count, 1);
    assert_int_equal(path_to(1, 2)->end, APO_END_CAPTURE);
    assert_int_equal(path_to(1, 2)->step_count, 0);
    walk_from_b2("fcababcW"); /* nobody is left to be taken */
    assert_int_equal(kept.count, 0);
    walk_from_b2("fmababcW"); /* empty and not empty */
    assert_int_equal(kept.count, 0);
    walk_from_b2("fpababW"); /* hops b3, goes home, ends on b3: by capture only */
    assert_int_equal(path_to(1, 2)->end, APO_END_CAPTURE);
    assert_step(path_to(1, 2), 0, 1, 2, APO_CONDITION_SCREEN);
    walk_from_b2("fpabdabmW"); /* a friend at home: that is the piece itself */
    assert_int_equal(kept.count, 0);
    walk_from_b2("fpafmabcabmW"); /* hops b3, takes it from behind, ends where it was behind */
    assert_int_equal(kept.count, 1);
    assert_step(path_to(1, 3), 0, 1, 2, APO_CONDITION_TAKE);
    walk_from_b2("ftpafmabdabmW");
    assert_step(path_to(1, 3), 0, 1, 2, APO_CONDITION_REMOVE);
    walk_from_b2("ftpafmabcabmW");
    assert_int_equal(kept.count, 0);
    walk_from_b2("fpafmabcW"); /* hops b3, stands on b4, takes what it hopped */
    assert_int_equal(kept.count, 1);
    assert_int_equal(path_to(1, 2)->end, APO_END_CAPTURE);
    assert_int_equal(path_to(1, 2)->step_count, 2);
}

static void test_holes(void **state)
{
    (void)state;
    apo_geometry geo = make_geometry(8);
    geo.place[square(1, 2)] = APO_PLACE_NONE;
    geo.place[square(2, 1)] = APO_PLACE_TRANSIENT;
    walk_on(&geo, "fRfDfnHfafWrR2", APO_WHITE, square(1, 1));
    assert_int_equal(kept.count, 3);
    assert_int_equal(path_to(1, 3)->step_count, 0); /* the leap */
    assert_step(path_to(3, 1), 0, 2, 1, APO_CONDITION_EMPTY);
}

static void test_wraps(void **state)
{
    (void)state;
    walk_from_b2("loW");
    assert_int_equal(kept.count, 1);
    walk_from_b2("sooR");
    assert_int_equal(kept.count, 14); /* seven squares each way, never the start */
    walk_from_b2("ooblB");
    assert_int_equal(kept.count, 7);
    walk_from_b2("boW3");
    assert_int_equal(kept.count, 1);
}

static void test_universal(void **state)
{
    (void)state;
    apo_geometry geo = make_geometry(8);
    geo.place[0] = APO_PLACE_NONE;
    walk_on(&geo, "imU", APO_WHITE, square(1, 1));
    assert_int_equal(kept.count, 62);
    assert_true(path_to(7, 7)->is_unmoved);
    assert_int_equal(path_to(7, 7)->end, APO_END_MOVE);
}

static apo_square from_plane(apo_square sq, apo_square from)
{
    int file = sq % APO_PLANE_FILES + from % FILES - APO_PLANE_REACH;
    int row = sq / APO_PLANE_FILES + from / FILES - APO_PLANE_REACH;
    return square((unsigned)file, (unsigned)row);
}

static bool is_on_board(const apo_geometry *geo, int shift, apo_square from)
{
    int place = APO_PLANE_START + shift;
    int file = place % APO_PLANE_FILES - APO_PLANE_REACH + from % FILES;
    int row = place / APO_PLANE_FILES - APO_PLANE_REACH + from / FILES;
    return apo_geometry_at(geo, file, row) != APO_SQUARE_NONE;
}

/* The recorded path from this square is the one that was walked there. */
static void assert_same_path(const apo_path *recorded, const apo_path *walked)
{
    assert_int_equal(from_plane(recorded->to, walked->from), walked->to);
    assert_int_equal(recorded->end, walked->end);
    assert_int_equal(recorded->is_unmoved, walked->is_unmoved);
    assert_int_equal(recorded->is_multi_step, walked->is_multi_step);
    assert_int_equal(recorded->step_count, walked->step_count);
    for (unsigned i = 0; i < walked->step_count; i++) {
        assert_int_equal(from_plane(recorded->steps[i].square, walked->from),
                         walked->steps[i].square);
        assert_int_equal(recorded->steps[i].condition, walked->steps[i].condition);
    }
}

/* The record of a piece, visited from a square, has the paths and the work of a walk there. */
static void assert_record_fits(const apo_path_task *task, const apo_array *places,
                               const apo_path *recorded)
{
    uint32_t work = APO_PATH_WORK_MAX, visited = 0;
    size_t found = 0;
    kept.count = 0;
    assert_int_equal(apo_paths_walk_within(task, &work, keep_path, NULL), APO_OK);
    for (size_t i = 0; i < places->count;) {
        const apo_record_place *place = apo_array_at(places, i);
        visited += place->is_counted;
        if (!is_on_board(task->geo, place->shift, task->from)) {
            i = place->next;
            continue;
        }
        if (place->path != 0) {
            assert_true(found < kept.count);
            assert_same_path(&recorded[place->path - 1], &kept.paths[found++]);
        }
        i++;
    }
    assert_int_equal(found, kept.count);
    assert_int_equal(visited, APO_PATH_WORK_MAX - work);
}

static void test_records(void **state)
{
    static const char *const texts[] = {
        "K",    "fmWfceF", "RfB",    "fcpR3", "fcgR3",   "nD",    "jDnH",      "zB",
        "fsqN", "afafsK",  "NN",     "mcabK", "ycafrF",  "ifmW2", "fmR3",      "afsafzW",
        "dK",   "asR",     "fnDfAX", "flpQ",  "mampasW", "rvN",   "mcabmcabK",
    };
    static apo_path recorded[4 * KEPT_MAX];

    (void)state;
    apo_geometry geo = make_geometry(7);
    geo.place[square(2, 3)] = APO_PLACE_NONE;
    geo.place[square(7, 6)] = APO_PLACE_NONE;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        for (unsigned side = 0; side < APO_SIDES; side++) {
            apo_piece_moves moves = parse(texts[i]);
            apo_array places;
            apo_array_init(&places, NULL, sizeof(apo_record_place));
            apo_path_task task = {&geo, &moves, (apo_side)side, 0};
            plane.paths = recorded;
            plane.count = 0;
            assert_int_equal(apo_paths_record(&places, &task, keep_recorded, NULL), APO_OK);
            for (unsigned sq = 0; sq < FILES * 7; sq++) {
                task.from = (apo_square)sq;
                if (geo.place[sq] != APO_PLACE_NONE)
                    assert_record_fits(&task, &places, recorded);
            }
            apo_array_clear(&places);
        }
}

static void test_records_not_made(void **state)
{
    static const struct {
        const char *text;
        apo_status status;
    } cases[] = {
        {"ifmW*", APO_E_UNSUPPORTED},     {"oR", APO_E_UNSUPPORTED},
        {"U", APO_E_UNSUPPORTED},         {"mamamamaQ", APO_E_TOO_LARGE},
        {"asasasasasR", APO_E_TOO_LARGE},
    };

    (void)state;
    apo_geometry geo = make_geometry(18);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        apo_piece_moves moves = parse(cases[i].text);
        const apo_path_task task = {&geo, &moves, APO_WHITE, 0};
        apo_array places;
        unsigned count = 0;
        apo_array_init(&places, NULL, sizeof(apo_record_place));
        assert_int_equal(apo_paths_record(&places, &task, count_path, &count), cases[i].status);
        apo_array_clear(&places);
    }
}

static void test_sink_stops(void **state)
{
    (void)state;
    apo_geometry geo = make_geometry(8);
    apo_piece_moves moves = parse("QUN");
    for (size_t stop = 1; stop < 40; stop++) {
        kept.count = 0;
        kept.stop_at = stop;
        assert_int_equal(apo_paths_walk(&geo, &moves, APO_WHITE, 0, keep_path, NULL), APO_OK);
        assert_int_equal(kept.count, stop);
    }
    kept.stop_at = 0;
}

static void test_limits(void **state)
{
    static const char *const texts[] = {"mamamamaQ", "mamamamamamamabcK", "mamamamamamamaK"};
    (void)state;
    apo_geometry geo = make_geometry(18);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        apo_piece_moves moves = parse(texts[i]);
        unsigned count = 0;
        assert_int_equal(
            apo_paths_walk(&geo, &moves, APO_WHITE, square(3, 8), count_path, &count),
            APO_E_TOO_LARGE);
        assert_true(count <= APO_PATHS_MAX);
    }
    apo_piece_moves long_path = parse("asasasasasR"); /* more than 48 squares passed */
    unsigned count = 0;
    assert_int_equal(apo_paths_walk(&geo, &long_path, APO_WHITE, 0, count_path, &count),
                     APO_E_TOO_LARGE);
    apo_piece_moves nobody = parse("isO2");
    assert_int_equal(apo_paths_walk(&geo, &nobody, APO_WHITE, 0, count_path, &count), APO_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_slides_and_hops),
        cmocka_unit_test(test_first_moves_and_trails),
        cmocka_unit_test(test_bounded_range),
        cmocka_unit_test(test_captures_in_passing),
        cmocka_unit_test(test_squares_seen_twice),
        cmocka_unit_test(test_holes),
        cmocka_unit_test(test_wraps),
        cmocka_unit_test(test_universal),
        cmocka_unit_test(test_records),
        cmocka_unit_test(test_records_not_made),
        cmocka_unit_test(test_sink_stops),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests_name("path", tests, NULL, NULL);
}
