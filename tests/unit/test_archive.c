/* The archive without network: days, start weights, tags, search and import over a store of its
 * own. */
#include "test.h"

#include <unistd.h>

#include "base/text.h"
#include "server/archive/import.h"
#include "server/archive/text.h"
#include "server/archive/view.h"
#include "server/web/start_weights.h"
#include "store/people.h"

static char folder[64];
static apo_store *store;
static apo_variant_map *variants;

static int open_all(void **state)
{
    char path[96];
    apo_error err;
    (void)state;
    strcpy(folder, "/tmp/apo-archive-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/data.db", folder);
    const apo_store_options options = {.path = path};
    return apo_store_open(&store, &options, &err) == APO_OK &&
                   apo_variant_map_new(&variants, NULL, 0, SIZE_MAX) == APO_OK
               ? 0
               : -1;
}

static int close_all(void **state)
{
    static const char *const names[] = {"data.db", "data.db-wal", "data.db-shm",
                                        "data.db.lock"};
    (void)state;
    apo_store_close(store);
    apo_variant_map_free(variants);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[160];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    return rmdir(folder);
}

static void note(void *context, apo_status status)
{
    *(apo_status *)context = status;
}

static void write_now(apo_store_batch *batch)
{
    apo_status status = APO_STATUSES;
    apo_store_submit(store, batch, note, &status);
    apo_store_flush(store);
    assert_int_equal(status, APO_OK);
}

/* --- days ---------------------------------------------------------------- */

static void test_days_are_those_of_the_calendar(void **state)
{
    static const struct {
        const char *text;
        int64_t day;
    } cases[] = {
        {"1970-01-01", 0},     {"1969-12-31", -1},      {"2000-02-29", 11016},
        {"2026-11-21", 20778}, {"1582-10-15", -141427}, {"1900-03-01", -25508},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char buf[16];
        int64_t day;
        apo_text text = apo_text_start(buf, sizeof buf);
        apo_archive_write_day(&text, cases[i].day);
        assert_string_equal(buf, cases[i].text);
        assert_true(apo_archive_read_day(&day, apo_span_of(cases[i].text)));
        assert_int_equal(day, cases[i].day);
    }
}

static void test_each_day_is_read_as_it_is_written(void **state)
{
    (void)state;
    for (int64_t day = -700000; day < 100000; day += 37) {
        char buf[16];
        int64_t read;
        apo_text text = apo_text_start(buf, sizeof buf);
        apo_archive_write_day(&text, day);
        assert_true(apo_archive_read_day(&read, apo_text_span(&text)));
        assert_int_equal(read, day);
    }
}

static void test_what_is_no_day(void **state)
{
    static const char *const cases[] = {"",           "2026",       "2026-13-01", "2026-00-01",
                                        "2026-01-32", "0000-01-01", "2026-1-1",   "2026.01-01"};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int64_t day;
        assert_false(apo_archive_read_day(&day, apo_span_of(cases[i])));
    }
}

/* --- start weights ------------------------------------------------------- */

static void test_unplayed_starts_have_the_same_chance(void **state)
{
    apo_store_stats stats[3] = {{0}, {0}, {0}};
    uint32_t shares[3];
    (void)state;
    apo_start_weights_compute(shares, stats, 3);
    for (unsigned i = 0; i < 3; i++)
        assert_in_range(shares[i], APO_START_WEIGHTS_SUM / 3, APO_START_WEIGHTS_SUM / 3 + 1);
    assert_int_equal(shares[0] + shares[1] + shares[2], APO_START_WEIGHTS_SUM);
}

static void test_a_lopsided_start_keeps_half_of_its_share(void **state)
{
    apo_store_stats stats[4] = {{.games = 100000, .results = {[4] = 100000}},
                                {.games = 100, .results = {[2] = 100}},
                                {.games = 100, .results = {[0] = 50, [4] = 50}},
                                {.games = 0}};
    uint32_t shares[4];
    (void)state;
    apo_start_weights_compute(shares, stats, 4);
    assert_in_range(shares[0], APO_START_WEIGHTS_SUM / 8, APO_START_WEIGHTS_SUM / 8 + 10);
    /* Draws and wins of both sides alike are even. */
    assert_in_range(shares[1], shares[2] - 2, shares[2] + 2);
    assert_in_range(shares[3], shares[2] - 2, shares[2] + 2);
    assert_int_equal(shares[0] + shares[1] + shares[2] + shares[3], APO_START_WEIGHTS_SUM);
}

/* s = (3 + 10) / (4 + 20), r = (1 - 2 (s - 1/2))^2 = 0.840; the other has 1. */
static void test_few_games_say_little(void **state)
{
    apo_store_stats stats[2] = {{.games = 4, .results = {[0] = 1, [4] = 3}}, {.games = 0}};
    uint32_t shares[2];
    (void)state;
    apo_start_weights_compute(shares, stats, 2);
    double share = (double)shares[0] / APO_START_WEIGHTS_SUM;
    assert_true(share > 0.4782 && share < 0.4784);
}

static void test_a_place_falls_on_one_start(void **state)
{
    const uint32_t shares[3] = {10, 1, 5};
    (void)state;
    assert_int_equal(apo_start_weights_find(shares, 3, 0), 1);
    assert_int_equal(apo_start_weights_find(shares, 3, 9), 1);
    assert_int_equal(apo_start_weights_find(shares, 3, 10), 2);
    assert_int_equal(apo_start_weights_find(shares, 3, 11), 3);
    assert_int_equal(apo_start_weights_find(shares, 3, 15), 3);
}

/* --- scores -------------------------------------------------------------- */

static void test_a_score_has_a_margin(void **state)
{
    const apo_store_stats none = {.games = 0};
    const apo_store_stats few = {.games = 2, .results = {[4] = 2}};
    const apo_store_stats many = {.games = 4000,
                                  .results = {[0] = 1000, [2] = 2000, [4] = 1000}};
    int64_t score, margin;
    (void)state;
    assert_false(apo_archive_score(&none, &score, &margin));
    assert_true(apo_archive_score(&few, &score, &margin));
    assert_int_equal(score, 1000);
    assert_true(margin > 200);
    assert_true(apo_archive_score(&many, &score, &margin));
    assert_int_equal(score, 500);
    /* A standard deviation of 0.354 over the root of 4005, twice. */
    assert_in_range(margin, 10, 12);
    const apo_store_stats most = {.games = 4000000, .results = {[0] = 2000000, [4] = 2000000}};
    assert_true(apo_archive_score(&most, &score, &margin));
    assert_int_equal(margin, 1);
}

/* --- import, search and texts -------------------------------------------- */

static const char two_games[] = "[White \"Ann\"]\n[Black \"Ben\"]\n[Date \"2020.05.01\"]\n"
                                "[Variant \"chess\"]\n[Result \"1-0\"]\n\n"
                                "1. e4 e5 2. Nf3 Nc6 1-0\n\n"
                                "[White \"Cid\"]\n[Black \"ann\"]\n[Date \"2021.??.??\"]\n"
                                "[Variant \"modern\"]\n[Setup \"14\"]\n[Result \"3/4-1/4\"]\n\n"
                                "1. h4 3/4-1/4\n";

static unsigned bring_in(const char *text, bool is_staged)
{
    const apo_import_options options = {.collection = "", .now_ms = 1000};
    apo_import import;
    apo_store_record record;
    apo_archive_walk walk;
    apo_import_fault fault = {.detail = ""};
    enum apo_import_step step;
    unsigned added = 0;
    apo_archive_walk_init(&walk);
    apo_import_start(&import, &options, variants, store, apo_span_of(text));
    while ((step = apo_import_next(&import, &record, &walk, &fault)) != APO_IMPORT_END) {
        if (step == APO_IMPORT_FAULT)
            fail_msg("line %u: %s", fault.line, fault.detail);
        if (step != APO_IMPORT_GAME)
            continue;
        const apo_variant_entry *entry =
            apo_variant_map_find(variants, NULL, apo_span_of(record.variant));
        apo_store_batch *batch = apo_store_batch_new();
        apo_store_add_definition(batch, entry->digest, entry->id,
                                 apo_buffer_span(&entry->text));
        apo_archive_add(batch, &record, &walk, is_staged);
        write_now(batch);
        added++;
    }
    apo_archive_walk_clear(&walk);
    return added;
}

static bool count_record(void *context, const apo_store_record *record)
{
    (void)record;
    ++*(unsigned *)context;
    return true;
}

static unsigned count_found(const apo_archive_filter *filter)
{
    apo_archive_query query;
    apo_archive_rest rest;
    apo_error err = {.detail = ""};
    unsigned count = 0;
    if (apo_archive_read_filter(&query, filter, variants, store, &err) != APO_OK)
        fail_msg("%s", err.detail);
    assert_int_equal(apo_archive_search(&rest, &query, store, 50, count_record, &count),
                     APO_OK);
    return count;
}

#define FOUND(...) count_found(&(const apo_archive_filter){__VA_ARGS__})

static void look_for_all(void)
{
    apo_span chess = apo_span_of("chess");
    assert_int_equal(FOUND(.player = apo_span_of("ANN")), 2);
    assert_int_equal(FOUND(.player = apo_span_of("ann"), .opponent = apo_span_of("Cid")), 1);
    assert_int_equal(FOUND(.player = apo_span_of("ben"), .opponent = apo_span_of("Cid")), 0);
    assert_int_equal(FOUND(.variant = chess), 1);
    assert_int_equal(FOUND(.variant = chess, .moves = apo_span_of("1.e4 e5 2. Nf3")), 1);
    assert_int_equal(FOUND(.variant = chess, .moves = apo_span_of("e2e4 e7e5 f1c4")), 0);
    assert_int_equal(FOUND(.variant = apo_span_of("modern"), .start = apo_span_of("14")), 1);
    assert_int_equal(FOUND(.variant = apo_span_of("modern"), .moves = apo_span_of("h4")), 1);
    assert_int_equal(FOUND(.result = apo_span_of("3/4-1/4")), 1);
    assert_int_equal(
        FOUND(.since = apo_span_of("2020-05-01"), .until = apo_span_of("2020-05-01")), 1);
    assert_int_equal(FOUND(.since = apo_span_of("2021-01-01")), 1);
    assert_int_equal(FOUND(.fen = apo_span_of("startpos"), .variant = chess), 1);
    assert_int_equal(FOUND(.collection = apo_span_of("somebody")), 0);
}

static void test_what_is_brought_in_is_found(void **state)
{
    (void)state;
    assert_int_equal(bring_in(two_games, false), 2);
    look_for_all();
    assert_int_equal(bring_in(two_games, false), 0);
}

static void test_staged_games_are_found_once_settled(void **state)
{
    apo_store_batch *batch;
    (void)state;
    assert_int_equal(bring_in(two_games, true), 2);
    assert_true(apo_store_is_staged(store));
    assert_int_equal(FOUND(.player = apo_span_of("ann")), 0);
    for (unsigned i = 0; i < 2; i++) {
        batch = apo_store_batch_new();
        apo_store_settle(batch);
        write_now(batch);
        assert_false(apo_store_is_staged(store));
        look_for_all();
    }
}

static bool sum_lines(void *context, apo_span move, const apo_store_stats *stats)
{
    apo_store_stats *sum = context;
    assert_true(move.length > 0);
    sum->games += stats->games;
    for (unsigned i = 0; i < APO_STORE_RESULTS; i++)
        sum->results[i] += stats->results[i];
    return true;
}

/* Settled or not, the sums are the same; a position that comes again in a game counts once. */
static void check_repeated(bool is_staged)
{
    apo_position pos;
    apo_store_stats sum = {.games = 0};
    bring_in("[Variant \"chess\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. e4 1/2-1/2\n", is_staged);
    if (is_staged) {
        apo_store_batch *batch = apo_store_batch_new();
        apo_store_settle(batch);
        write_now(batch);
    }
    const apo_variant_entry *entry = apo_variant_map_find(variants, NULL, apo_span_of("chess"));
    assert_int_equal(apo_archive_find_start(&pos, entry->var, apo_span_of(""), 1), APO_OK);
    int64_t tag = apo_archive_tag("", APO_TAG_POSITION, apo_span_of("chess"), apo_span_of(""),
                                  apo_position_key(&pos));
    assert_int_equal(apo_store_list_lines(store, tag, sum_lines, &sum), APO_OK);
    assert_int_equal(sum.games, 1);
    assert_int_equal(sum.results[2], 1);
}

static void test_a_repeated_position_counts_once(void **state)
{
    (void)state;
    check_repeated(false);
}

static void test_a_repeated_position_counts_once_when_staged(void **state)
{
    (void)state;
    check_repeated(true);
}

/* A game that is written and read again is the same one, in both forms. */
static bool write_record(void *context, const apo_store_record *record)
{
    const apo_archive_labels labels = {record->names[0], record->names[1], "", NULL};
    const apo_variant_entry *entry =
        apo_variant_map_find(variants, NULL, apo_span_of(record->variant));
    apo_buffer *texts = context;
    for (unsigned form = 0; form < APO_ARCHIVE_FORMS; form++)
        assert_int_equal(apo_archive_write(&texts[form], (enum apo_archive_form)form,
                                           entry->var, record, &labels),
                         APO_OK);
    return true;
}

static void test_downloads_can_be_brought_in_again(void **state)
{
    apo_buffer texts[APO_ARCHIVE_FORMS];
    apo_archive_query query;
    apo_archive_rest rest;
    const apo_archive_filter filter = {.until = apo_span_of("2020-12-31")};
    (void)state;
    bring_in(two_games, false);
    for (unsigned form = 0; form < APO_ARCHIVE_FORMS; form++)
        apo_buffer_init(&texts[form], NULL);
    assert_int_equal(apo_archive_read_filter(&query, &filter, variants, store, NULL), APO_OK);
    assert_int_equal(apo_archive_search(&rest, &query, store, 50, write_record, texts), APO_OK);
    for (unsigned form = 0; form < APO_ARCHIVE_FORMS; form++) {
        assert_int_equal(bring_in(texts[form].bytes, false), 0);
        apo_buffer_clear(&texts[form]);
    }
}

/* Games without a date all end in the second of the import, where two in a thousand would share
 * an id. */
static void test_many_games_without_a_date_make_one_batch(void **state)
{
    enum {
        GAMES = 3000
    };

    apo_pending pending = {NULL, 0, 0};
    const apo_import_options options = {.collection = "", .now_ms = 1000, .pending = &pending};
    const apo_variant_entry *entry = apo_variant_map_find(variants, NULL, apo_span_of("chess"));
    char tags[128];
    apo_buffer text;
    apo_import import;
    apo_store_record record;
    apo_archive_walk walk;
    apo_import_fault fault;
    enum apo_import_step step;
    unsigned known = 0;
    (void)state;
    apo_buffer_init(&text, NULL);
    apo_archive_walk_init(&walk);
    for (unsigned i = 0; i <= GAMES; i++) {
        snprintf(tags, sizeof tags, "[Variant \"chess\"]\n[White \"No. %u\"]\n\n1. e4 1-0\n\n",
                 i % GAMES);
        apo_buffer_add(&text, tags);
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_add_definition(batch, entry->digest, entry->id, apo_buffer_span(&entry->text));
    apo_import_start(&import, &options, variants, store, apo_buffer_span(&text));
    while ((step = apo_import_next(&import, &record, &walk, &fault)) != APO_IMPORT_END) {
        if (step == APO_IMPORT_GAME)
            apo_archive_add(batch, &record, &walk, true);
        else if (step == APO_IMPORT_KNOWN)
            known++;
    }
    assert_int_equal(pending.count, GAMES);
    assert_int_equal(known, 1);
    write_now(batch);
    apo_pending_clear(&pending);
    apo_archive_walk_clear(&walk);
    apo_buffer_clear(&text);
}

static void expect_fault(const char *text, uint32_t line, const char *words)
{
    const apo_import_options options = {.collection = "", .now_ms = 1000};
    apo_import import;
    apo_store_record record;
    apo_archive_walk walk;
    apo_import_fault fault = {.detail = ""};
    apo_archive_walk_init(&walk);
    apo_import_start(&import, &options, variants, store, apo_span_of(text));
    assert_int_equal(apo_import_next(&import, &record, &walk, &fault), APO_IMPORT_FAULT);
    assert_int_equal(fault.line, line);
    if (strstr(fault.detail, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", fault.detail, words);
    apo_archive_walk_clear(&walk);
}

static void test_faults_say_where_and_what(void **state)
{
    (void)state;
    expect_fault("1. P e2-e4\n1... p e7-e5\n1-0\n", 1, "the game is not named");
    expect_fault("[Variant \"nonsense\"]\n\n1. e4 1-0\n", 1, "no game \"nonsense\"");
    expect_fault("[Variant \"chess\"]\n\n1. e4 e5\n2. Ke3 1-0\n", 4, "");
    expect_fault("[Variant \"chess\"]\n\n1. e4 *\n", 1, "no result");
    expect_fault("[Variant \"chess\"]\n\n1. e4 3/4-1/4\n", 3, "has no advantages");
    expect_fault("[Variant \"chess\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n", 1, "0-1");
    expect_fault("[Variant \"modern\"]\n[Setup \"99999\"]\n\n1. h4 1-0\n", 1, "no start");
    expect_fault("[Variant \"chess\"]\n\n1-0\n", 1, "no moves");
    expect_fault("// Variant: chess\n// Result: 1-0\n1. P e2-e4\n1... p e7-e4\n", 4, "");
    expect_fault("// Variant: chess\n1. P e2-e4\n", 1, "no result");
    expect_fault("// Variant: chess\n// Result: 3/4-1/4\n1. P e2-e4\n", 1, "has no result");
}

#define STORE_TEST(test) cmocka_unit_test_setup_teardown(test, open_all, close_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_days_are_those_of_the_calendar),
        cmocka_unit_test(test_each_day_is_read_as_it_is_written),
        cmocka_unit_test(test_what_is_no_day),
        cmocka_unit_test(test_unplayed_starts_have_the_same_chance),
        cmocka_unit_test(test_a_lopsided_start_keeps_half_of_its_share),
        cmocka_unit_test(test_few_games_say_little),
        cmocka_unit_test(test_a_place_falls_on_one_start),
        cmocka_unit_test(test_a_score_has_a_margin),
        STORE_TEST(test_what_is_brought_in_is_found),
        STORE_TEST(test_staged_games_are_found_once_settled),
        STORE_TEST(test_a_repeated_position_counts_once),
        STORE_TEST(test_a_repeated_position_counts_once_when_staged),
        STORE_TEST(test_downloads_can_be_brought_in_again),
        STORE_TEST(test_many_games_without_a_date_make_one_batch),
        STORE_TEST(test_faults_say_where_and_what),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
