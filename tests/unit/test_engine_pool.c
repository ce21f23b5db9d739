/* The queue before the engines, with an engine that is a few lines of shell. */
#include "test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "server/live/engine_pool.h"

enum {
    ANSWERS_MAX = 32,
    LIMIT_MS = 30000 /* a limit for a test that hangs; nothing is measured with it */
};

/* What a test looks at. */
typedef struct fixture {
    apo_http *http;
    apo_engine_pool *pool;
    apo_http_timer *limit;
    char folder[32], program[64];
    size_t wanted, count; /* answers */

    struct {
        char game[32], move[32];
        uint64_t seq;
    } answers[ANSWERS_MAX];
} fixture;

static void stop(void *context)
{
    fixture *all = context;
    apo_http_stop(all->http);
}

static void take_answer(void *context, apo_span game, uint64_t seq, apo_span move)
{
    fixture *all = context;
    assert_true(all->count < ANSWERS_MAX);
    apo_text name = apo_text_start(all->answers[all->count].game, 32);
    apo_text text = apo_text_start(all->answers[all->count].move, 32);
    apo_text_add_span(&name, game);
    apo_text_add_span(&text, move);
    all->answers[all->count++].seq = seq;
    if (all->count >= all->wanted)
        apo_http_stop(all->http);
}

/* `on_go` is what the engine does when it is to think; "$position" is the last line about
 * that. */
static void open_pool(fixture *all, const char *on_go)
{
    apo_http_options options;
    apo_error err;
    *all = (fixture){.folder = "/tmp/apo-pool-XXXXXX"};
    assert_non_null(mkdtemp(all->folder));
    snprintf(all->program, sizeof all->program, "%s/engine", all->folder);
    FILE *file = fopen(all->program, "w");
    assert_non_null(file);
    fprintf(file,
            "#!/bin/sh\nwhile read -r word rest; do\n"
            "case \"$word\" in\nposition) position=$rest ;;\n"
            "setoption) echo \"$rest\" >>'%s/options' ;;\ngo) %s ;;\nesac\ndone\n",
            all->folder, on_go);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(all->program, 0700), 0);
    apo_http_options_init(&options);
    options.listen = "127.0.0.1:0";
    assert_int_equal(apo_http_new(&all->http, &options, &err), APO_OK);
    const apo_engine_pool_options pool = {.http = all->http,
                                          .program = all->program,
                                          .count = 1,
                                          .answer = take_answer,
                                          .context = all};
    assert_int_equal(apo_engine_pool_new(&all->pool, &pool), APO_OK);
    assert_int_equal(apo_http_timer_new(&all->limit, all->http, stop, all), APO_OK);
}

static void run_until(fixture *all, size_t answers)
{
    all->wanted = answers;
    apo_http_timer_set(all->limit, LIMIT_MS);
    assert_int_equal(apo_http_run(all->http), APO_OK);
    assert_int_equal(all->count, answers);
}

static void close_pool(fixture *all)
{
    char path[80];
    apo_engine_pool_free(all->pool);
    apo_http_timer_free(all->limit);
    apo_http_free(all->http);
    snprintf(path, sizeof path, "%s/options", all->folder);
    (void)unlink(path);
    (void)unlink(all->program);
    assert_int_equal(rmdir(all->folder), 0);
}

static void ask(fixture *all, const char *game, uint64_t seq, const char *owner)
{
    const apo_engine_pool_question question = {.game = apo_span_of(game),
                                               .seq = seq,
                                               .owner = apo_span_of(owner),
                                               .variant = apo_span_of("chess"),
                                               .position = apo_span_of(game),
                                               .level = 1,
                                               .left_ms = -1};
    assert_int_equal(apo_engine_pool_ask(all->pool, &question), APO_OK);
}

static const char echo[] = "echo \"bestmove $position\"";

/* One game of each player before anybody's second one. */
static void test_in_turn(void **state)
{
    (void)state;
    static const char *const order[] = {"a1", "b1", "c1", "a2", "b2", "a3"};
    fixture all;
    open_pool(&all, echo);
    ask(&all, "a1", 1, "anna"); /* begins at once */
    ask(&all, "a2", 2, "anna");
    ask(&all, "a3", 3, "anna");
    ask(&all, "b1", 4, "bert");
    ask(&all, "b2", 5, "bert");
    ask(&all, "c1", 6, "carl");
    assert_int_equal(apo_engine_pool_thinking(all.pool), 1);
    assert_int_equal(apo_engine_pool_waiting(all.pool), 5);
    run_until(&all, 6);
    assert_string_equal(all.answers[0].game, "a1");
    assert_string_equal(all.answers[0].move, "a1");
    /* Nobody's last game comes before everybody's first one. */
    size_t place[6];
    for (size_t i = 0; i < 6; i++) {
        for (size_t k = 0; k < 6; k++) {
            if (strcmp(all.answers[k].game, order[i]) == 0)
                place[i] = k;
        }
    }
    assert_true(place[2] < place[5] && place[1] < place[4] && place[1] < place[5]);
    close_pool(&all);
}

/* The same question asked twice counts once; another question about the same game replaces it.
 */
static void test_asked_again(void **state)
{
    (void)state;
    fixture all;
    open_pool(&all, echo);
    ask(&all, "a1", 1, "anna");
    ask(&all, "a1", 1, "anna");
    ask(&all, "b1", 7, "bert");
    ask(&all, "b1", 8, "bert");
    assert_int_equal(apo_engine_pool_waiting(all.pool), 1);
    run_until(&all, 2);
    assert_int_equal(all.answers[0].seq, 1);
    assert_int_equal(all.answers[1].seq, 8);
    close_pool(&all);
}

static void test_forgotten(void **state)
{
    (void)state;
    fixture all;
    open_pool(&all, echo);
    ask(&all, "a1", 1, "anna");
    ask(&all, "b1", 2, "bert");
    ask(&all, "c1", 3, "carl");
    apo_engine_pool_forget(all.pool, apo_span_of("a1")); /* it thinks already */
    apo_engine_pool_forget(all.pool, apo_span_of("b1")); /* it waits */
    run_until(&all, 1);
    assert_string_equal(all.answers[0].game, "c1");
    close_pool(&all);
}

/* An engine that dies over a question is replaced; in the end there is no answer, and other
 * questions are answered meanwhile. */
static void test_dies(void **state)
{
    (void)state;
    fixture all;
    open_pool(&all, "test \"$position\" = good || exit 1; echo bestmove e2e4");
    ask(&all, "bad", 1, "anna");
    ask(&all, "good", 2, "bert");
    run_until(&all, 2);
    assert_string_equal(all.answers[0].game, "good");
    assert_string_equal(all.answers[0].move, "e2e4");
    assert_string_equal(all.answers[1].game, "bad");
    assert_string_equal(all.answers[1].move, "");
    close_pool(&all);
}

static void restore_program(void *context)
{
    const fixture *all = context;
    char other[80];
    snprintf(other, sizeof other, "%s/other", all->folder);
    assert_int_equal(apo_engine_pool_resting(all->pool), 1);
    assert_true(apo_engine_pool_has(all->pool, apo_span_of("a1")));
    assert_int_equal(rename(other, all->program), 0);
}

/* A program that is being replaced: its questions wait until it is there again. */
static void test_program_is_missing(void **state)
{
    (void)state;
    fixture all;
    char other[80];
    apo_http_timer *timer;
    open_pool(&all, echo);
    snprintf(other, sizeof other, "%s/other", all.folder);
    assert_int_equal(rename(all.program, other), 0);
    ask(&all, "a1", 1, "anna");
    assert_int_equal(apo_http_timer_new(&timer, all.http, restore_program, &all), APO_OK);
    apo_http_timer_set(timer, 100);
    run_until(&all, 1);
    assert_string_equal(all.answers[0].move, "a1");
    apo_http_timer_free(timer);
    close_pool(&all);
}

static void read_options(const fixture *all, char *out, size_t size)
{
    char path[80];
    snprintf(path, sizeof path, "%s/options", all->folder);
    int file = open(path, O_RDONLY);
    ssize_t length = file < 0 ? 0 : read(file, out, size - 1);
    out[length > 0 ? length : 0] = '\0';
    if (file >= 0)
        close(file);
}

/* An engine is told which game it plays when that changes; a definition that is not built in is
 * a file. */
static void test_games(void **state)
{
    (void)state;
    char options[2048];
    fixture all;
    open_pool(&all, echo);
    static const char *const games[] = {"a1", "a2", "a3"};
    for (unsigned i = 0; i < 3; i++) {
        const apo_engine_pool_question question = {
            .game = apo_span_of(games[i]),
            .seq = i,
            .owner = apo_span_of("anna"), /* so they are answered in order */
            .variant = apo_span_of(i == 1 ? "/two words/x.variant" : "chess"),
            .is_file = i == 1,
            .position = apo_span_of("e2e4"),
            .level = 2,
            .left_ms = -1};
        assert_int_equal(apo_engine_pool_ask(all.pool, &question), APO_OK);
    }
    run_until(&all, 3);
    read_options(&all, options, sizeof options);
    const char *first = strstr(options, "name UCI_Variant value chess\n");
    const char *file = strstr(options, "name VariantPath value /two words/x.variant\n");
    assert_non_null(first);
    assert_non_null(file);
    assert_true(first < file);
    assert_non_null(strstr(file, "name UCI_Variant value chess\n"));
    close_pool(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_in_turn),
        cmocka_unit_test(test_asked_again),
        cmocka_unit_test(test_forgotten),
        cmocka_unit_test(test_dies),
        cmocka_unit_test(test_program_is_missing),
        cmocka_unit_test(test_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
