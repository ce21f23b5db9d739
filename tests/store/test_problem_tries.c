/* First tries at problems: each is stored once, with both ratings, or not at all. */
#include "store_help.h"

#include "base/text.h"
#include "store/own_data.h"
#include "store/people.h"
#include "store/problem_tries.h"

#define TEXT(text) apo_span_of(text)

static apo_store *store;

static void add_person(apo_store_batch *batch, const char *id, bool is_account)
{
    apo_store_person person = {.is_account = is_account};
    apo_text_copy(person.id, sizeof person.id, id);
    apo_text_copy(person.name, sizeof person.name, id);
    if (is_account) {
        apo_text_copy(person.name_key, sizeof person.name_key, id);
        apo_text_copy(person.password, sizeof person.password, "hash");
    }
    apo_store_add_person(batch, &person);
}

static void add_problem(apo_store_batch *batch, const char *id, const char *author,
                        enum apo_store_problem_state state)
{
    apo_store_problem problem = {.moves = 2, .state = state};
    apo_text_copy(problem.id, sizeof problem.id, id);
    apo_text_copy(problem.author, sizeof problem.author, author);
    apo_text_copy(problem.variant, sizeof problem.variant, "modern");
    apo_text_copy(problem.fen, sizeof problem.fen, "8/8");
    apo_text_copy(problem.aim, sizeof problem.aim, "mate");
    apo_store_add_problem(batch, &problem);
}

/* Two accounts, an author, a guest; three public problems and one that waits. */
static void open_world(void)
{
    store = open_store();
    apo_store_batch *batch = apo_store_batch_new();
    add_person(batch, "ada", true);
    add_person(batch, "ben", true);
    add_person(batch, "eve", true);
    add_person(batch, "guest", false);
    add_problem(batch, "one", "", APO_STORE_PROBLEM_PUBLIC);
    add_problem(batch, "two", "", APO_STORE_PROBLEM_PUBLIC);
    add_problem(batch, "three", "eve", APO_STORE_PROBLEM_PUBLIC);
    add_problem(batch, "waits", "", APO_STORE_PROBLEM_WAITING);
    assert_int_equal(write_now(store, batch), APO_OK);
}

typedef struct attempt {
    apo_store_problem_try first;
    apo_store_problem_rating person;
    apo_store_problem problem;
} attempt;

/* What is read before a try. */
static attempt read_world(const char *problem, const char *person, bool is_right)
{
    attempt out = {.first = {.key = "k", .is_right = is_right, .before = 1500, .at_ms = 5}};
    apo_text_copy(out.first.problem, sizeof out.first.problem, problem);
    apo_text_copy(out.first.person, sizeof out.first.person, person);
    assert_int_equal(apo_store_find_problem(store, &out.problem, TEXT(problem)), APO_OK);
    if (apo_store_find_problem_rating(store, &out.person, TEXT(person)) != APO_OK)
        apo_text_copy(out.person.person, sizeof out.person.person, person);
    out.first.rating = out.person.rating = is_right ? 1600 : 1400;
    out.first.deviation = out.person.deviation = 300;
    out.person.volatility = 0.06;
    out.person.at_ms = 5;
    out.problem.rating = is_right ? 1400 : 1600;
    out.problem.deviation = 310;
    return out;
}

static apo_status store_attempt(const attempt *all)
{
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_add_problem_try(batch, &all->first, &all->person, &all->problem);
    return write_now(store, batch);
}

static apo_status try_now(const char *problem, const char *person, bool is_right)
{
    attempt all = read_world(problem, person, is_right);
    return store_attempt(&all);
}

static void test_first_try(void **state)
{
    (void)state;
    apo_store_problem problem;
    apo_store_problem_rating rating;
    apo_store_problem_try first;
    open_world();
    assert_int_equal(apo_store_find_problem(store, &problem, TEXT("one")), APO_OK);
    assert_true(problem.rating == 1500 && problem.deviation == 350 &&
                problem.volatility == 0.06 && problem.tries == 0);
    assert_int_equal(apo_store_find_problem_rating(store, &rating, TEXT("ada")), APO_E_UNKNOWN);
    assert_int_equal(try_now("one", "ada", true), APO_OK);
    assert_int_equal(apo_store_find_problem(store, &problem, TEXT("one")), APO_OK);
    assert_true(problem.rating == 1400 && problem.deviation == 310);
    assert_int_equal(problem.tries, 1);
    assert_int_equal(problem.solved_count, 1);
    assert_true(apo_store_has_solved(store, TEXT("one"), TEXT("ada")));
    assert_int_equal(apo_store_find_problem_rating(store, &rating, TEXT("ada")), APO_OK);
    assert_true(rating.rating == 1600 && rating.deviation == 300 && rating.volatility == 0.06);
    assert_int_equal(rating.tries, 1);
    assert_int_equal(rating.right_tries, 1);
    assert_int_equal(apo_store_find_problem_try(store, &first, TEXT("one"), TEXT("ada")),
                     APO_OK);
    assert_string_equal(first.key, "k");
    assert_true(first.is_right && first.before == 1500 && first.rating == 1600);
    /* A wrong one is not a solution. */
    assert_int_equal(try_now("two", "ada", false), APO_OK);
    assert_false(apo_store_has_solved(store, TEXT("two"), TEXT("ada")));
    assert_int_equal(apo_store_find_problem_rating(store, &rating, TEXT("ada")), APO_OK);
    assert_int_equal(rating.tries, 2);
    assert_int_equal(rating.right_tries, 1);
    apo_store_close(store);
}

/* What is refused leaves everything as it was. */
static void test_refused(void **state)
{
    (void)state;
    apo_store_problem problem;
    apo_store_problem_rating rating;
    open_world();
    assert_int_equal(try_now("one", "ada", false), APO_OK);
    assert_int_equal(try_now("one", "ada", true), APO_E_EXISTS);
    assert_int_equal(try_now("one", "guest", true), APO_E_UNKNOWN);
    assert_int_equal(try_now("waits", "ada", true), APO_E_UNKNOWN);
    assert_int_equal(try_now("three", "eve", true), APO_E_UNKNOWN);
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_solve_problem(batch, "two", "ada", 1);
    assert_int_equal(write_now(store, batch), APO_OK);
    assert_int_equal(try_now("two", "ada", true), APO_E_UNKNOWN);
    assert_int_equal(apo_store_find_problem_rating(store, &rating, TEXT("ada")), APO_OK);
    assert_true(rating.rating == 1400 && rating.tries == 1);
    assert_int_equal(apo_store_find_problem_rating(store, &rating, TEXT("eve")), APO_E_UNKNOWN);
    assert_int_equal(apo_store_find_problem(store, &problem, TEXT("one")), APO_OK);
    assert_true(problem.rating == 1600 && problem.tries == 1 && problem.solved_count == 0);
    assert_int_equal(apo_store_find_problem(store, &problem, TEXT("two")), APO_OK);
    assert_true(problem.rating == 1500 && problem.tries == 0 && problem.solved_count == 1);
    apo_store_close(store);
}

/* Two who have read the same numbers: one is stored, the other reads again. */
static void test_at_the_same_time(void **state)
{
    (void)state;
    apo_store_problem problem;
    apo_store_problem_rating rating;
    apo_store_problem_try first;
    open_world();
    attempt of_ada = read_world("one", "ada", true), of_ben = read_world("one", "ben", true);
    attempt elsewhere = read_world("two", "ada", false);
    assert_int_equal(store_attempt(&of_ada), APO_OK);
    assert_int_equal(store_attempt(&of_ben), APO_E_UNKNOWN);    /* the problem's has changed */
    assert_int_equal(store_attempt(&elsewhere), APO_E_UNKNOWN); /* the person's has */
    assert_int_equal(apo_store_find_problem_rating(store, &rating, TEXT("ben")), APO_E_UNKNOWN);
    assert_int_equal(apo_store_find_problem_try(store, &first, TEXT("one"), TEXT("ben")),
                     APO_E_UNKNOWN);
    assert_int_equal(try_now("one", "ben", true), APO_OK);
    assert_int_equal(try_now("two", "ada", false), APO_OK);
    assert_int_equal(apo_store_find_problem(store, &problem, TEXT("one")), APO_OK);
    assert_int_equal(problem.tries, 2);
    assert_int_equal(problem.solved_count, 2);
    apo_store_close(store);
}

static const char *next_for(apo_store_problem_query query)
{
    static apo_store_problem found;
    if (query.highest == 0)
        query.highest = 9999;
    query.variant = query.variant != NULL ? query.variant : "";
    query.but = query.but != NULL ? query.but : "";
    query.person = query.person != NULL ? query.person : "";
    apo_status status = apo_store_find_next_problem(store, &found, &query);
    return status == APO_OK ? found.id : status == APO_E_UNKNOWN ? "" : "failure";
}

#define NEXT(...) next_for((apo_store_problem_query){__VA_ARGS__})

static void test_next(void **state)
{
    (void)state;
    open_world();
    /* In the order of their names, by the random number. */
    assert_string_equal(NEXT(.random = 3), "one");
    assert_string_equal(NEXT(.random = 4), "three");
    assert_string_equal(NEXT(.random = 5), "two");
    assert_string_equal(NEXT(.variant = "alert"), "");
    assert_string_equal(NEXT(.variant = "modern", .but = "one"), "three");
    assert_string_equal(NEXT(.person = "eve", .but = "one"), "two");
    assert_int_equal(try_now("one", "ada", true), APO_OK);
    assert_int_equal(try_now("two", "ada", false), APO_OK);
    assert_string_equal(NEXT(.person = "ada"), "three");
    assert_string_equal(NEXT(.person = "ada", .but = "three"), "");
    assert_string_equal(NEXT(.person = "ada", .but = "three", .may_be_tried = true), "two");
    assert_string_equal(NEXT(.person = "ben", .lowest = 1550), "two");
    assert_string_equal(NEXT(.person = "ben", .highest = 1450), "one");
    assert_string_equal(NEXT(.lowest = 1450, .highest = 1550), "three");
    assert_string_equal(NEXT(.lowest = 1601), "");
    apo_store_close(store);
}

/* The export has them; after the deletion of the account the problem keeps its rating. */
static void test_own_data(void **state)
{
    (void)state;
    apo_own_export *export;
    apo_buffer out;
    apo_store_problem problem;
    apo_store_problem_rating rating;
    apo_store_problem_try first;
    open_world();
    assert_int_equal(try_now("one", "ada", true), APO_OK);
    apo_buffer_init(&out, NULL);
    assert_int_equal(apo_own_export_open(&export, store, TEXT("ada"), 2), APO_OK);
    for (bool has_more = true; has_more;)
        assert_int_equal(apo_own_export_more(export, &out, 100, &has_more), APO_OK);
    apo_own_export_close(export);
    assert_non_null(strstr(out.bytes, "\"problem_rating\":[{\"person\":\"ada\""));
    assert_non_null(strstr(out.bytes, "\"problem_try\":[{\"problem\":\"one\""));
    apo_buffer_clear(&out);
    apo_store_batch *batch = apo_store_batch_new();
    apo_own_delete(batch, "ada", 1);
    assert_int_equal(write_now(store, batch), APO_OK);
    assert_int_equal(apo_store_find_problem_rating(store, &rating, TEXT("ada")), APO_E_UNKNOWN);
    assert_int_equal(apo_store_find_problem_try(store, &first, TEXT("one"), TEXT("ada")),
                     APO_E_UNKNOWN);
    assert_int_equal(apo_store_find_problem(store, &problem, TEXT("one")), APO_OK);
    assert_true(problem.rating == 1400);
    /* A try on its way when the account went is not stored. */
    assert_int_equal(try_now("two", "ada", true), APO_E_UNKNOWN);
    apo_store_close(store);
}

/* A new server has no problems; that is not an error of the store. */
static void test_without_problems(void **state)
{
    (void)state;
    apo_store_problem problem;
    const apo_store_problem_query query = {
        .variant = "", .but = "", .person = "ada", .highest = 3000};
    store = open_store();
    assert_int_equal(apo_store_find_daily_problem(store, &problem, 20000), APO_E_UNKNOWN);
    assert_int_equal(apo_store_find_next_problem(store, &problem, &query), APO_E_UNKNOWN);
    apo_store_close(store);
}

/* A collection that comes again changes nothing that is there, and adds the rest. */
static void test_collection(void **state)
{
    apo_store_problem problem = {.moves = 3, .state = APO_STORE_PROBLEM_PUBLIC}, found;
    (void)state;
    open_world();
    apo_store_batch *batch = apo_store_batch_new();
    apo_text_copy(problem.variant, sizeof problem.variant, "modern");
    apo_text_copy(problem.fen, sizeof problem.fen, "8/8");
    apo_text_copy(problem.aim, sizeof problem.aim, "mate");
    apo_text_copy(problem.id, sizeof problem.id, "three");
    apo_store_stock_problem(batch, &problem);
    apo_text_copy(problem.id, sizeof problem.id, "four");
    apo_store_stock_problem(batch, &problem);
    assert_int_equal(write_now(store, batch), APO_OK);
    assert_int_equal(apo_store_find_problem(store, &found, TEXT("three")), APO_OK);
    assert_int_equal(found.moves, 2);
    assert_string_equal(found.author, "eve");
    assert_int_equal(apo_store_find_problem(store, &found, TEXT("four")), APO_OK);
    assert_int_equal(found.moves, 3);
    apo_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_first_try, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_refused, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_at_the_same_time, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_next, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_own_data, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_without_problems, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_collection, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
