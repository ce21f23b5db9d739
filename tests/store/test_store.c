/* What every implementation of store/store.h must do. */
#include "store_help.h"

#include <errno.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/random.h"
#include "store/drafts.h"
#include "store/games.h"
#include "store/jobs.h"
#include "store/lessons.h"
#include "store/moderation.h"
#include "store/people.h"
#include "store/studies.h"
#include "store/turn.h"

static apo_store_person person_of(const char *id, const char *name)
{
    apo_store_person person = {.is_account = name != NULL, .created_ms = 5};
    snprintf(person.id, sizeof person.id, "%s", id);
    snprintf(person.name, sizeof person.name, "%s", name != NULL ? name : "Guest");
    snprintf(person.name_key, sizeof person.name_key, "%s", name != NULL ? name : "");
    return person;
}

static apo_store_game game_of(const char *id, const char *creator, const char *key)
{
    apo_store_game game = {.created_ms = 10, .changed_ms = 10};
    snprintf(game.id, sizeof game.id, "%s", id);
    snprintf(game.variant, sizeof game.variant, "modern");
    snprintf(game.definition, sizeof game.definition, "d1");
    snprintf(game.creator, sizeof game.creator, "%s", creator);
    snprintf(game.key, sizeof game.key, "%s", key);
    return game;
}

static apo_store_event event_of(uint64_t seq, const char *data)
{
    return (apo_store_event){
        seq, (int64_t)seq * 100, 1, apo_span_of("move"), apo_span_of(""), apo_span_of(data)};
}

/* Two people and a game. */
static void fill(apo_store *store)
{
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_person anna = person_of("anna", "anna"), bert = person_of("bert", NULL);
    apo_store_game game = game_of("g1", "anna", "k1");
    apo_store_add_person(batch, &anna);
    apo_store_add_person(batch, &bert);
    apo_store_add_definition(batch, "d1", "modern", apo_span_of("[game]\n"));
    strcpy(game.seats[0], "anna");
    strcpy(game.secret, "s1");
    game.is_open = true;
    game.due_ms = 5000;
    apo_store_add_game(batch, &game);
    assert_int_equal(write_now(store, batch), APO_OK);
}

static void test_people(void **state)
{
    (void)state;
    apo_store *store = open_store();
    apo_store_person found;
    fill(store);
    assert_int_equal(apo_store_find_person(store, &found, apo_span_of("anna")), APO_OK);
    assert_true(found.is_account);
    assert_int_equal(apo_store_find_name(store, &found, apo_span_of("anna")), APO_OK);
    assert_string_equal(found.id, "anna");
    assert_int_equal(apo_store_find_person(store, &found, apo_span_of("carl")), APO_E_UNKNOWN);
    assert_int_equal(apo_store_find_name(store, &found, apo_span_of("")), APO_E_UNKNOWN);
    /* A name is given once; the batch as a whole fails. */
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_person carl = person_of("carl", "carl"), anna = person_of("anna2", "anna");
    apo_store_add_person(batch, &carl);
    apo_store_add_person(batch, &anna);
    assert_int_equal(write_now(store, batch), APO_E_EXISTS);
    assert_int_equal(apo_store_find_person(store, &found, apo_span_of("carl")), APO_E_UNKNOWN);
    /* A guest becomes an account. */
    batch = apo_store_batch_new();
    apo_store_person bert = person_of("bert", "bert");
    strcpy(bert.password, "$hash");
    apo_store_set_person(batch, &bert);
    assert_int_equal(write_now(store, batch), APO_OK);
    assert_int_equal(apo_store_find_name(store, &found, apo_span_of("bert")), APO_OK);
    assert_string_equal(found.password, "$hash");
    assert_int_equal(found.created_ms, 5);
    batch = apo_store_batch_new();
    apo_store_set_password(batch, "nobody", "x");
    assert_int_equal(write_now(store, batch), APO_E_UNKNOWN);
    apo_store_close(store);
}

static bool count_session(void *context, const apo_store_session *session)
{
    (void)session;
    ++*(unsigned *)context;
    return true;
}

static unsigned sessions_of(apo_store *store, const char *person)
{
    unsigned count = 0;
    assert_int_equal(apo_store_list_sessions(store, apo_span_of(person), count_session, &count),
                     APO_OK);
    return count;
}

static void test_sessions(void **state)
{
    (void)state;
    apo_store *store = open_store();
    apo_store_session found;
    fill(store);
    apo_store_batch *batch = apo_store_batch_new();
    for (int i = 0; i < 5; i++) {
        apo_store_session session = {.created_ms = 1, .seen_ms = i, .expires_ms = 100 + i};
        snprintf(session.digest, sizeof session.digest, "digest%d", i);
        strcpy(session.person, "anna");
        strcpy(session.agent, "A browser");
        apo_store_add_session(batch, &session);
    }
    assert_int_equal(write_now(store, batch), APO_OK);
    assert_int_equal(sessions_of(store, "anna"), 5);
    assert_int_equal(apo_store_find_session(store, &found, apo_span_of("digest3")), APO_OK);
    assert_string_equal(found.person, "anna");
    assert_string_equal(found.agent, "A browser");
    batch = apo_store_batch_new();
    apo_store_touch_session(batch, "digest3", 77, 999);
    apo_store_drop_expired(batch, 101);
    apo_store_drop_session(batch, "digest2");
    assert_int_equal(write_now(store, batch), APO_OK);
    assert_int_equal(sessions_of(store, "anna"), 2);
    assert_int_equal(apo_store_find_session(store, &found, apo_span_of("digest3")), APO_OK);
    assert_int_equal(found.expires_ms, 999);
    batch = apo_store_batch_new();
    apo_store_drop_sessions(batch, "anna", "digest3");
    assert_int_equal(write_now(store, batch), APO_OK);
    assert_int_equal(sessions_of(store, "anna"), 1);
    /* A session that belongs to nobody. */
    batch = apo_store_batch_new();
    apo_store_session lost = {.digest = "x", .person = "nobody"};
    apo_store_add_session(batch, &lost);
    assert_int_equal(write_now(store, batch), APO_E_UNKNOWN);
    apo_store_close(store);
}

static bool count_game(void *context, const apo_store_game *game)
{
    (void)game;
    ++*(unsigned *)context;
    return true;
}

static unsigned games_in(apo_store *store, enum apo_store_list list)
{
    unsigned count = 0;
    assert_int_equal(apo_store_list_games(store, list, 50, count_game, &count), APO_OK);
    return count;
}

static unsigned due_at(apo_store *store, int64_t now_ms)
{
    unsigned count = 0;
    assert_int_equal(apo_store_list_due(store, now_ms, 50, count_game, &count), APO_OK);
    return count;
}

static void test_games(void **state)
{
    (void)state;
    apo_store *store = open_store();
    apo_store_game found;
    apo_buffer text;
    fill(store);
    assert_int_equal(apo_store_find_game(store, &found, apo_span_of("g1")), APO_OK);
    assert_string_equal(found.variant, "modern");
    assert_string_equal(found.seats[0], "anna");
    assert_string_equal(found.seats[1], "");
    assert_int_equal(apo_store_find_secret(store, &found, apo_span_of("s1")), APO_OK);
    assert_int_equal(apo_store_find_secret(store, &found, apo_span_of("")), APO_E_UNKNOWN);
    assert_int_equal(apo_store_find_key(store, &found, apo_span_of("anna"), apo_span_of("k1")),
                     APO_OK);
    assert_int_equal(apo_store_find_key(store, &found, apo_span_of("bert"), apo_span_of("k1")),
                     APO_E_UNKNOWN);
    assert_int_equal(games_in(store, APO_STORE_LIST_OPEN), 1);
    assert_int_equal(games_in(store, APO_STORE_LIST_PLAYING), 0);
    assert_int_equal(due_at(store, 4999), 0);
    assert_int_equal(due_at(store, 5000), 1);
    /* The same request again. */
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_game again = game_of("g2", "anna", "k1");
    apo_store_add_game(batch, &again);
    assert_int_equal(write_now(store, batch), APO_E_EXISTS);
    found.state = APO_STORE_PLAYING;
    found.has_job = true;
    found.due_ms = 0;
    strcpy(found.seats[1], "bert");
    strcpy(found.summary, "12 moves");
    batch = apo_store_batch_new();
    apo_store_set_game(batch, &found);
    assert_int_equal(write_now(store, batch), APO_OK);
    assert_int_equal(games_in(store, APO_STORE_LIST_OPEN), 0);
    assert_int_equal(games_in(store, APO_STORE_LIST_PLAYING), 1);
    assert_int_equal(games_in(store, APO_STORE_LIST_JOBS), 1);
    assert_int_equal(due_at(store, INT64_MAX), 0);
    unsigned count = 0;
    apo_store_list_own(store, apo_span_of("bert"), 50, count_game, &count);
    assert_int_equal(count, 1);
    assert_int_equal(apo_store_find_game(store, &found, apo_span_of("g1")), APO_OK);
    assert_string_equal(found.summary, "12 moves");
    assert_string_equal(found.secret, "s1");
    apo_buffer_init(&text, NULL);
    assert_int_equal(apo_store_find_definition(store, &text, apo_span_of("d1")), APO_OK);
    assert_string_equal(text.bytes, "[game]\n");
    apo_buffer_clear(&text);
    assert_int_equal(apo_store_find_definition(store, &text, apo_span_of("d2")), APO_E_UNKNOWN);
    apo_store_close(store);
}

typedef struct seen {
    uint64_t last;
    unsigned count;
} seen;

static bool see_event(void *context, const apo_store_event *event)
{
    seen *all = context;
    assert_int_equal(event->seq, all->last + 1);
    assert_int_equal(event->at_ms, (int64_t)event->seq * 100);
    all->last = event->seq;
    all->count++;
    return true;
}

static void test_events(void **state)
{
    (void)state;
    apo_store *store = open_store();
    fill(store);
    for (uint64_t seq = 1; seq <= 300; seq++) {
        apo_store_batch *batch = apo_store_batch_new();
        apo_store_event event = event_of(seq, "e2e4");
        apo_store_add_event(batch, "g1", &event);
        apo_store_submit(store, batch, NULL, NULL);
    }
    apo_store_flush(store);
    seen all = {.last = 250};
    assert_int_equal(apo_store_list_events(store, apo_span_of("g1"), 250, see_event, &all),
                     APO_OK);
    assert_int_equal(all.count, 50);
    /* The same number twice, and an event of no game. */
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_event twice = event_of(300, "e7e5"), alone = event_of(1, "");
    apo_store_add_event(batch, "g1", &twice);
    assert_int_equal(write_now(store, batch), APO_E_EXISTS);
    batch = apo_store_batch_new();
    apo_store_add_event(batch, "g9", &alone);
    assert_int_equal(write_now(store, batch), APO_E_UNKNOWN);
    apo_store_close(store);
}

/* In a group, what fails fails alone. */
static void test_group(void **state)
{
    (void)state;
    apo_store *store = open_store();
    apo_status statuses[60];
    fill(store);
    for (unsigned i = 0; i < 60; i++) {
        apo_store_batch *batch = apo_store_batch_new();
        apo_store_event event = event_of(i / 2 + 1, "x");
        apo_store_add_event(batch, "g1", &event);
        apo_store_submit(store, batch, note_status, &statuses[i]);
    }
    assert_true(apo_store_waiting(store) <= 60);
    apo_store_flush(store);
    assert_int_equal(apo_store_waiting(store), 0);
    for (unsigned i = 0; i < 60; i++)
        assert_int_equal(statuses[i], i % 2 == 0 ? APO_OK : APO_E_EXISTS);
    apo_store_close(store);
}

/* Hostile texts are texts. */
static void test_texts(void **state)
{
    (void)state;
    apo_store *store = open_store();
    apo_store_person found;
    static const char name[] = "x'); DROP TABLE person; --";
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_person person = person_of("p\"'", name);
    apo_store_add_person(batch, &person);
    assert_int_equal(write_now(store, batch), APO_OK);
    assert_int_equal(apo_store_find_name(store, &found, apo_span_of(name)), APO_OK);
    assert_string_equal(found.name, name);
    int64_t number = 0;
    assert_int_equal(apo_store_find_number(store, &number, apo_span_of("alive")),
                     APO_E_UNKNOWN);
    for (int i = 1; i < 3; i++) {
        batch = apo_store_batch_new();
        apo_store_set_number(batch, "alive", INT64_MAX - i);
        assert_int_equal(write_now(store, batch), APO_OK);
        apo_store_find_number(store, &number, apo_span_of("alive"));
        assert_true(number == INT64_MAX - i);
    }
    apo_store_close(store);
}

static void test_opening(void **state)
{
    (void)state;
    apo_store *store = open_store(), *other = NULL;
    apo_error err;
    apo_store_options options = {.path = path, .is_read_only = true};
    fill(store);
    /* To read beside the writer. */
    assert_int_equal(apo_store_open(&other, &options, &err), APO_OK);
    assert_int_equal(games_in(other, APO_STORE_LIST_OPEN), 1);
    apo_store_close(other);
    /* Another process that wants to write. */
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        options.is_read_only = false;
        other = NULL;
        apo_status status = apo_store_open(&other, &options, &err);
        _exit(status == APO_E_EXISTS && strstr(err.detail, "another server") != NULL ? 0 : 1);
    }
    int result = -1;
    waitpid(child, &result, 0);
    assert_int_equal(result, 0);
    apo_store_close(store);
}

/* A file that is not a database. */
/* Changes the database's file beside the store. */
static void change_file(const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void test_opening_what_is_none(void **state)
{
    (void)state;
    apo_store *other = NULL;
    apo_error err;
    apo_store_options options = {.path = path};
    need_files();
    FILE *file = fopen(path, "w");
    fputs("This is a letter, and a long one, to nobody in particular. It goes on and on.",
          file);
    fclose(file);
    assert_int_equal(apo_store_open(&other, &options, &err), APO_E_IO);
    assert_non_null(strstr(err.detail, "not a database"));
    options.path = "/nowhere/at/all.db";
    assert_int_equal(apo_store_open(&other, &options, &err), APO_E_IO);
    assert_non_null(strstr(err.detail, "No such file"));
}

/* A database with tables, but of another program; one with none; and one of a newer server. */
static void test_opening_others(void **state)
{
    (void)state;
    char copy[128];
    apo_store *store = NULL;
    apo_error err = {.detail = ""};
    const apo_store_options options = {.path = path};
    need_files();
    snprintf(copy, sizeof copy, "%s/copy.db", folder);
    change_file("CREATE TABLE other (id)");
    assert_int_equal(apo_store_open(&store, &options, &err), APO_E_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "not one of apothecary"));
    change_file("DROP TABLE other");
    assert_int_equal(apo_store_backup(path, copy, &err), APO_E_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "nothing in it"));
    apo_store_close(open_store());
    change_file("PRAGMA user_version = 10000");
    assert_int_equal(apo_store_open(&store, &options, &err), APO_E_UNSUPPORTED);
    change_file("PRAGMA user_version = 1");
    const apo_store_options old = {.path = path, .is_read_only = true};
    assert_int_equal(apo_store_open(&store, &old, &err), APO_E_UNSUPPORTED);
    assert_null(store);
}

/* A store that is only read refuses all changes, and has no troubles. */
static void test_only_reading(void **state)
{
    (void)state;
    apo_store *store = open_store(), *reader = NULL;
    apo_store_person found;
    apo_error err = {.detail = ""};
    char trouble[80];
    const apo_store_options options = {.path = path, .is_read_only = true};
    fill(store);
    assert_int_equal(apo_store_open(&reader, &options, &err), APO_OK);
    assert_int_equal(apo_store_find_person(reader, &found, apo_span_of("anna")), APO_OK);
    apo_status status = APO_STATUSES;
    apo_store_submit(reader, apo_store_batch_new(), note_status, &status);
    assert_int_equal(status, APO_E_IO);
    apo_store_submit(reader, apo_store_batch_new(), NULL, NULL);
    assert_int_equal(apo_store_collect(reader), 0);
    assert_int_equal(apo_store_failures(reader), 0);
    apo_store_trouble(reader, trouble, sizeof trouble);
    assert_string_equal(trouble, "");
    assert_true(apo_store_is_sound(reader));
    assert_int_equal(apo_store_log_size(reader), 0);
    assert_false(apo_store_is_superseded(reader));
    status = APO_STATUSES;
    apo_store_renew(reader, note_status, &status);
    assert_int_equal(status, APO_OK);
    apo_store_close(reader);
    apo_store_close(store);
}

/* What a database cannot keep, or what refers to nothing, fails alone; a text may be empty. */
static void test_what_is_refused(void **state)
{
    (void)state;
    apo_store *store = open_store();
    char text[8] = "x";
    fill(store);
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_session session = {.expires_ms = 1};
    strcpy(session.digest, "d");
    strcpy(session.person, "nobody");
    apo_store_add_session(batch, &session);
    assert_int_equal(write_now(store, batch), APO_E_UNKNOWN);
    batch = apo_store_batch_new();
    apo_store_set_text(batch, "", "");
    assert_int_equal(write_now(store, batch), APO_OK);
    apo_store_find_text(store, text, sizeof text, "");
    assert_string_equal(text, "");
    if (getenv("APO_STORE") != NULL) {
        batch = apo_store_batch_new();
        apo_store_set_text(batch, "bytes", "\xff\xfe");
        assert_int_equal(write_now(store, batch), APO_E_SYNTAX);
    }
    assert_true(apo_store_is_sound(store));
    apo_store_close(store);
}

static void test_backup(void **state)
{
    (void)state;
    char copy[128];
    apo_error err;
    need_files();
    apo_store *store = open_store();
    snprintf(copy, sizeof copy, "%s/copy.db", folder);
    fill(store);
    for (uint64_t seq = 1; seq <= 500; seq++) {
        apo_store_batch *batch = apo_store_batch_new();
        apo_store_event event = event_of(seq, "e2e4");
        apo_store_add_event(batch, "g1", &event);
        apo_store_submit(store, batch, NULL, NULL);
    }
    if (apo_store_backup(path, copy, &err) != APO_OK)
        fail_msg("%s", err.detail);
    assert_int_equal(apo_store_backup(path, copy, &err), APO_E_EXISTS);
    assert_int_equal(apo_store_backup("/nowhere.db", "/tmp/x-never", &err), APO_E_IO);
    apo_store_close(store);
    /* Everything up to a certain moment is there, and the store can be used again. */
    strcpy(path, copy);
    store = open_store();
    seen all = {.last = 0};
    apo_store_list_events(store, apo_span_of("g1"), 0, see_event, &all);
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_event next = event_of(all.last + 1, "e2e4");
    apo_store_add_event(batch, "g1", &next);
    assert_int_equal(write_now(store, batch), APO_OK);
    apo_store_close(store);
}

/* --- accidents ----------------------------------------------------------- */

static void write_events_until_killed(int pipe_end)
{
    apo_store *store = open_store();
    seen all = {.last = 0};
    apo_store_list_events(store, apo_span_of("g1"), 0, see_event, &all);
    for (uint64_t seq = all.last + 1;; seq++) {
        apo_store_batch *batch = apo_store_batch_new();
        apo_store_event event = event_of(seq, "e2e4");
        apo_store_add_event(batch, "g1", &event);
        if (write_now(store, batch) != APO_OK ||
            write(pipe_end, &seq, sizeof seq) != (ssize_t)sizeof seq)
            _exit(1);
    }
}

/* Killed in the middle of writing, many times: what was acknowledged is there, in order. */
static void test_kill(void **state)
{
    (void)state;
    apo_random random;
    apo_store *store = open_store();
    fill(store);
    apo_store_close(store);
    apo_random_seed(&random, 11);
    uint64_t acknowledged = 0;
    for (int round = 0; round < 15; round++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        fflush(NULL);
        pid_t child = fork();
        if (child == 0)
            write_events_until_killed(ends[1]);
        close(ends[1]);
        uint32_t count = 1 + apo_random_below(&random, 60);
        uint64_t seq = 0;
        while (count-- > 0 && read(ends[0], &seq, sizeof seq) == (ssize_t)sizeof seq)
            acknowledged = seq;
        kill(child, SIGKILL);
        while (read(ends[0], &seq, sizeof seq) == (ssize_t)sizeof seq)
            acknowledged = seq;
        close(ends[0]);
        waitpid(child, NULL, 0);
        store = open_store();
        seen all = {.last = 0};
        apo_store_list_events(store, apo_span_of("g1"), 0, see_event, &all);
        assert_true(all.last >= acknowledged && all.last <= acknowledged + 1);
        apo_store_close(store);
    }
    assert_true(acknowledged >= 15);
}

static apo_status add_long_event(apo_store *store, uint64_t seq)
{
    static char data[4000];
    memset(data, 'x', sizeof data - 1);
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_event event = event_of(seq, data);
    apo_store_add_event(batch, "g1", &event);
    return write_now(store, batch);
}

static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* No space: a clear failure that changes nothing; and when there is space again, all is
 * well. */
static void test_full(void **state)
{
    (void)state;
    char trouble[160];
    need_files();
    signal(SIGXFSZ, SIG_IGN);
    apo_store *store = open_store();
    fill(store);
    limit_files(2000000); /* an empty database has half of that */
    uint64_t seq = 1;
    while (add_long_event(store, seq) == APO_OK)
        assert_true(++seq < 1500);
    assert_true(seq > 1);
    assert_int_equal(add_long_event(store, seq), APO_E_IO);
    apo_store_trouble(store, trouble, sizeof trouble);
    assert_true(trouble[0] != '\0');
    assert_true(apo_store_failures(store) >= 2);
    /* Reading goes on. */
    seen all = {.last = 0};
    apo_store_list_events(store, apo_span_of("g1"), 0, see_event, &all);
    assert_int_equal(all.last, seq - 1);
    limit_files(RLIM_INFINITY);
    for (int i = 0; i < 20; i++)
        assert_int_equal(add_long_event(store, seq++), APO_OK);
    apo_store_trouble(store, trouble, sizeof trouble);
    assert_string_equal(trouble, "");
    apo_store_close(store);
    store = open_store();
    all = (seen){.last = 0};
    apo_store_list_events(store, apo_span_of("g1"), 0, see_event, &all);
    assert_int_equal(all.last, seq - 1);
    apo_store_close(store);
}

/* Without permission to write. Root may write everywhere, so an unprivileged user tries. */
static void test_read_only(void **state)
{
    (void)state;
    need_files();
    apo_store *store = open_store();
    fill(store);
    apo_store_close(store);
    if (getuid() != 0)
        skip();
    chmod(folder, 0755);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        apo_error err = {.detail = ""};
        const apo_store_options options = {.path = path};
        if (setgid(65534) != 0 || setuid(65534) != 0)
            _exit(2);
        apo_status status = apo_store_open(&store, &options, &err);
        _exit(status == APO_E_IO && strstr(err.detail, "cannot be written to") != NULL ? 0 : 1);
    }
    int result = -1;
    waitpid(child, &result, 0);
    assert_int_equal(result, 0);
}

static void add_job(apo_store_batch *batch, const char *subject, int64_t due_ms)
{
    apo_store_add_job(batch, "rating", subject, "", due_ms);
}

static void test_a_job_is_done_once(void **state)
{
    (void)state;
    apo_store *store = open_store();
    apo_store_job job;
    apo_store_batch *batch = apo_store_batch_new();
    add_job(batch, "late", 20);
    add_job(batch, "early", 10);
    assert_int_equal(write_now(store, batch), APO_OK);
    assert_int_equal(apo_store_next_job(store, &job, "rating", 9), APO_E_UNKNOWN);
    assert_int_equal(apo_store_next_job(store, &job, "archive", 99), APO_E_UNKNOWN);
    assert_int_equal(apo_store_next_job(store, &job, "rating", 99), APO_OK);
    assert_string_equal(job.subject, "early");
    batch = apo_store_batch_new();
    apo_store_drop_job(batch, job.id);
    assert_int_equal(write_now(store, batch), APO_OK);
    /* Doing it again changes nothing: the effect would be in this batch. */
    batch = apo_store_batch_new();
    add_job(batch, "effect", 1);
    apo_store_drop_job(batch, job.id);
    assert_int_equal(write_now(store, batch), APO_E_UNKNOWN);
    assert_int_equal(apo_store_next_job(store, &job, "rating", 99), APO_OK);
    assert_string_equal(job.subject, "late");
    apo_store_close(store);
}

static void test_a_job_can_be_put_off(void **state)
{
    (void)state;
    apo_store *store = open_store();
    apo_store_job job;
    apo_store_batch *batch = apo_store_batch_new();
    add_job(batch, "game", 10);
    assert_int_equal(write_now(store, batch), APO_OK);
    assert_int_equal(apo_store_next_job(store, &job, "rating", 10), APO_OK);
    batch = apo_store_batch_new();
    apo_store_delay_job(batch, job.id, 30);
    assert_int_equal(write_now(store, batch), APO_OK);
    assert_int_equal(apo_store_next_job(store, &job, "rating", 29), APO_E_UNKNOWN);
    assert_int_equal(apo_store_next_job(store, &job, "rating", 30), APO_OK);
    assert_int_equal(job.tries, 1);
    batch = apo_store_batch_new();
    apo_store_drop_jobs(batch, "rating", "game");
    assert_int_equal(write_now(store, batch), APO_OK);
    assert_int_equal(apo_store_next_job(store, &job, "rating", 30), APO_E_UNKNOWN);
    apo_store_close(store);
}

static bool count_study(void *context, const apo_store_study *study)
{
    assert_string_equal(study->id, "s");
    ++*(unsigned *)context;
    return true;
}

static apo_status save_study(apo_store *store, int64_t version, const char *text)
{
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_save_study(batch, "s", version, apo_span_of(text), 20);
    return write_now(store, batch);
}

static void test_a_study_has_one_text_for_each_version(void **state)
{
    (void)state;
    apo_store *store = open_store();
    apo_store_study study = {.id = "s", .owner = "p", .key = "k", .name = "Name"};
    apo_store_person person = {.id = "p", .name = "Anna"};
    apo_span id = apo_span_of("s");
    apo_buffer text;
    bool may_write = false;
    unsigned count = 0;
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_add_person(batch, &person);
    apo_store_add_study(batch, &study, apo_span_of("one"));
    apo_store_put_member(batch, "s", "p", true);
    assert_int_equal(write_now(store, batch), APO_OK);
    batch = apo_store_batch_new();
    apo_store_add_study(batch, &study, apo_span_of("again"));
    assert_int_equal(write_now(store, batch), APO_E_EXISTS);
    assert_int_equal(save_study(store, 2, "early"), APO_E_UNKNOWN);
    assert_int_equal(save_study(store, 1, "two"), APO_OK);
    assert_int_equal(save_study(store, 1, "late"), APO_E_UNKNOWN);
    assert_int_equal(apo_store_find_study(store, &study, id), APO_OK);
    assert_int_equal(study.version, 2);
    apo_buffer_init(&text, NULL);
    assert_int_equal(apo_store_find_study_text(store, &text, id), APO_OK);
    assert_true(apo_span_is(apo_buffer_span(&text), "two"));
    apo_buffer_clear(&text);
    apo_store_list_public_studies(store, INT64_MAX, 9, count_study, &count);
    assert_int_equal(count, 0);
    study.visibility = APO_STORE_STUDY_PUBLIC;
    batch = apo_store_batch_new();
    apo_store_set_study(batch, &study);
    assert_int_equal(write_now(store, batch), APO_OK);
    apo_store_list_public_studies(store, INT64_MAX, 9, count_study, &count);
    apo_store_list_public_studies(store, 20, 9, count_study, &count);
    apo_store_list_studies_of(store, apo_span_of("p"), count_study, &count);
    assert_int_equal(count, 2);
    assert_int_equal(apo_store_find_member(store, &may_write, id, apo_span_of("p")), APO_OK);
    assert_true(may_write);
    batch = apo_store_batch_new();
    apo_store_delete_study(batch, "s");
    assert_int_equal(write_now(store, batch), APO_OK);
    assert_int_equal(apo_store_find_member(store, &may_write, id, apo_span_of("p")),
                     APO_E_UNKNOWN);
    apo_store_close(store);
}

static bool count_member(void *context, const char *person, bool may_write)
{
    (void)person;
    (void)may_write;
    ++*(unsigned *)context;
    return true;
}

/* Of two members of one study, the one who leaves stays where both only read. */
static void test_people_leave_what_another_writes(void **state)
{
    (void)state;
    static const char *const people[] = {"owner", "one", "other"};

    static const struct {
        const char *study;
        bool writes, other_writes;
        unsigned left; /* members */
    } cases[] = {{"s1", false, false, 2}, {"s2", false, true, 1}, {"s3", true, false, 1}};

    apo_store *store = open_store();
    apo_store_batch *batch = apo_store_batch_new();
    for (unsigned i = 0; i < 3; i++) {
        apo_store_person person = {0};
        apo_text_copy(person.id, sizeof person.id, people[i]);
        apo_text_copy(person.name, sizeof person.name, people[i]);
        apo_store_add_person(batch, &person);
    }
    for (unsigned i = 0; i < 3; i++) {
        apo_store_study study = {.owner = "owner", .name = "Name"};
        apo_text_copy(study.id, sizeof study.id, cases[i].study);
        apo_text_copy(study.key, sizeof study.key, cases[i].study);
        apo_store_add_study(batch, &study, apo_span_of("text"));
        apo_store_put_member(batch, study.id, "one", cases[i].writes);
        apo_store_put_member(batch, study.id, "other", cases[i].other_writes);
    }
    assert_int_equal(write_now(store, batch), APO_OK);
    batch = apo_store_batch_new();
    apo_store_leave_shared_studies(batch, "one", "other");
    assert_int_equal(write_now(store, batch), APO_OK);
    for (unsigned i = 0; i < 3; i++) {
        unsigned count = 0;
        bool may_write;
        apo_span study = apo_span_of(cases[i].study);
        apo_store_list_members(store, study, count_member, &count);
        assert_int_equal(count, cases[i].left);
        assert_int_equal(apo_store_find_member(store, &may_write, study, apo_span_of("other")),
                         APO_OK);
    }
    apo_store_close(store);
}

static apo_status save_draft(apo_store *store, int64_t version, const char *text)
{
    apo_store_batch *batch = apo_store_batch_new();
    const apo_store_draft draft = {"p", "d", version, 10 * version};
    apo_store_save_draft(batch, &draft, apo_span_of(text));
    return write_now(store, batch);
}

static apo_status delete_draft(apo_store *store, int64_t version)
{
    apo_store_batch *batch = apo_store_batch_new();
    const apo_store_draft draft = {"p", "d", version, 0};
    apo_store_delete_draft(batch, &draft);
    return write_now(store, batch);
}

static void test_a_draft_is_changed_from_its_newest_version(void **state)
{
    (void)state;
    apo_store *store = open_store();
    apo_store_person person = {.id = "p", .name = "Anna"};
    apo_store_draft draft;
    apo_span owner = apo_span_of("p"), id = apo_span_of("d");
    apo_buffer text;
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_add_person(batch, &person);
    assert_int_equal(write_now(store, batch), APO_OK);
    assert_int_equal(save_draft(store, 0, "one"), APO_OK);
    assert_int_equal(save_draft(store, 0, "another"), APO_E_UNKNOWN);
    assert_int_equal(save_draft(store, 1, "two"), APO_OK);
    assert_int_equal(delete_draft(store, 1), APO_E_UNKNOWN);
    apo_buffer_init(&text, NULL);
    assert_int_equal(apo_store_find_draft(store, &draft, &text, owner, id), APO_OK);
    assert_int_equal(draft.version, 2);
    assert_true(apo_span_is(apo_buffer_span(&text), "two"));
    apo_buffer_clear(&text);
    assert_int_equal(delete_draft(store, 2), APO_OK);
    assert_int_equal(apo_store_find_draft(store, &draft, NULL, owner, id), APO_E_UNKNOWN);
    /* Deleted in one browser, changed in another: it comes back. */
    assert_int_equal(save_draft(store, 2, "three"), APO_OK);
    assert_int_equal(apo_store_find_draft(store, &draft, NULL, owner, id), APO_OK);
    assert_int_equal(draft.version, 3);
    apo_store_close(store);
}

static void reach(apo_store *store, int64_t boards, bool is_finished)
{
    apo_store_batch *batch = apo_store_batch_new();
    const apo_store_lesson told = {"p", "alert", "rook", boards, is_finished, 10 * boards};
    apo_store_reach_lesson(batch, &told);
    assert_int_equal(write_now(store, batch), APO_OK);
}

/* Whatever order two browsers report in, and however often. */
static void test_the_farthest_place_in_a_lesson_is_kept(void **state)
{
    (void)state;
    static const int64_t orders[][4] = {{1, 2, 3, 3}, {3, 1, 3, 2}, {2, 3, 1, 1}};
    apo_store *store = open_store();
    apo_store_person person = {.id = "p", .name = "Anna"};
    apo_span owner = apo_span_of("p"), game = apo_span_of("alert"), name = apo_span_of("rook");
    apo_store_lesson found;
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_add_person(batch, &person);
    assert_int_equal(write_now(store, batch), APO_OK);
    assert_int_equal(apo_store_find_lesson(store, &found, owner, game, name), APO_E_UNKNOWN);
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        for (unsigned j = 0; j < 4; j++)
            reach(store, orders[i][j], false);
        assert_int_equal(apo_store_find_lesson(store, &found, owner, game, name), APO_OK);
        assert_int_equal(found.boards, 3);
        assert_int_equal(found.changed_ms, 30);
        assert_false(found.is_finished);
    }
    reach(store, 0, true);
    reach(store, 5, false);
    assert_int_equal(apo_store_find_lesson(store, &found, owner, game, name), APO_OK);
    assert_true(found.is_finished);
    assert_int_equal(found.boards, 5);
    assert_int_equal(apo_store_count_lessons(store, owner), 1);
    apo_store_close(store);
}

static void test_two_change_the_same_standing(void **state)
{
    (void)state;
    apo_store *store = open_store();
    apo_store_person found;
    fill(store);
    /* None of these requests knows of the others. */
    for (unsigned step = 0; step < 3; step++) {
        apo_store_batch *batch = apo_store_batch_new();
        if (step == 0)
            apo_store_set_standing(batch, "anna", APO_STANDING_MUTED, 0);
        else if (step == 1)
            apo_store_set_standing(batch, "anna", APO_STANDING_BOT, 0);
        else
            apo_store_set_standing(batch, "anna", APO_STANDING_MODERATOR, APO_STANDING_OFFICES);
        assert_int_equal(write_now(store, batch), APO_OK);
    }
    assert_int_equal(apo_store_find_person(store, &found, apo_span_of("anna")), APO_OK);
    assert_int_equal(found.standing,
                     APO_STANDING_MUTED | APO_STANDING_BOT | APO_STANDING_MODERATOR);
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_set_standing(batch, "anna", 0, APO_STANDING_MUTED | APO_STANDING_OFFICES);
    assert_int_equal(write_now(store, batch), APO_OK);
    assert_int_equal(apo_store_find_person(store, &found, apo_span_of("anna")), APO_OK);
    assert_int_equal(found.standing, APO_STANDING_BOT);
    apo_store_close(store);
}

#define STORE_TEST(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_people),
        STORE_TEST(test_sessions),
        STORE_TEST(test_games),
        STORE_TEST(test_events),
        STORE_TEST(test_group),
        STORE_TEST(test_texts),
        STORE_TEST(test_opening),
        STORE_TEST(test_opening_what_is_none),
        STORE_TEST(test_opening_others),
        STORE_TEST(test_only_reading),
        STORE_TEST(test_what_is_refused),
        STORE_TEST(test_backup),
        STORE_TEST(test_kill),
        STORE_TEST(test_full),
        STORE_TEST(test_read_only),
        STORE_TEST(test_a_job_is_done_once),
        STORE_TEST(test_a_job_can_be_put_off),
        STORE_TEST(test_a_study_has_one_text_for_each_version),
        STORE_TEST(test_people_leave_what_another_writes),
        STORE_TEST(test_two_change_the_same_standing),
        STORE_TEST(test_a_draft_is_changed_from_its_newest_version),
        STORE_TEST(test_the_farthest_place_in_a_lesson_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
