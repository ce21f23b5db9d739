/* A replica gives back what was stored, as it was at any moment, whatever happened to either
 * disk. */
#include "store_help.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "base/random.h"
#include "store/people.h"
#include "store/replica_priv.h"

enum {
    WAIT_MS = 60000 /* a replica that needs longer hangs */
};

/* Of the running test: the replica's folder, and the database that is brought back. */
static char copy[96], back[96];

static int make_folders(void **state)
{
    if (make_folder(state) != 0)
        return -1;
    snprintf(copy, sizeof copy, "%s/copy", folder);
    snprintf(back, sizeof back, "%s/back.db", folder);
    return 0;
}

static void sleep_ms(long ms)
{
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static apo_replica *start(apo_store *store)
{
    apo_replica *replica = NULL;
    apo_error err = {.detail = ""};
    if (apo_replica_start(&replica, store, copy, &err) != APO_OK)
        fail_msg("%s", err.detail);
    return replica;
}

/* Waits until all that is stored has arrived. */
static void wait_for(apo_replica *replica)
{
    apo_replica_state state;
    for (unsigned ms = 0; ms < WAIT_MS; ms += 5) {
        apo_replica_look(replica, &state);
        if (state.has_base && state.waiting_bytes == 0 && state.trouble[0] == '\0')
            return;
        sleep_ms(5);
    }
    fail_msg("the replica does not catch up: %d %lld %s", state.has_base,
             (long long)state.waiting_bytes, state.trouble);
}

/* Stores people number `from` .. `to` - 1, each in a batch of its own, with some text. */
static void add_people(apo_store *store, unsigned from, unsigned to)
{
    enum {
        TOGETHER = 16
    };

    apo_status statuses[TOGETHER];
    for (unsigned i = from; i < to; i++) {
        apo_store_batch *batch = apo_store_batch_new();
        apo_store_person person = {.created_ms = i};
        snprintf(person.id, sizeof person.id, "p%u", i);
        snprintf(person.name, sizeof person.name, "Person %u", i);
        snprintf(person.password, sizeof person.password, "%0150u", i);
        apo_store_add_person(batch, &person);
        apo_store_set_number(batch, "count", (int64_t)i + 1);
        apo_store_submit(store, batch, note_status, &statuses[i % TOGETHER]);
        if (i % TOGETHER == TOGETHER - 1 || i == to - 1)
            apo_store_flush(store);
    }
    for (unsigned i = 0; i < TOGETHER && i < to - from; i++)
        assert_int_equal(statuses[(to - 1 - i) % TOGETHER], APO_OK);
}

/* Restores the state at a moment, and returns how many people there are; each must be whole,
 * and none is missing before the last. */
static int64_t bring_back(int64_t at_ms)
{
    apo_error err = {.detail = ""};
    apo_replica_restored restored;
    apo_store *store = NULL;
    const apo_store_options options = {.path = back};
    if (apo_replica_restore(&restored, back, copy, at_ms, &err) != APO_OK)
        fail_msg("%s", err.detail);
    assert_true(restored.at_ms <= at_ms);
    assert_int_equal(apo_store_open(&store, &options, &err), APO_OK);
    int64_t count = 0;
    if (apo_store_find_number(store, &count, apo_span_of("count")) != APO_OK)
        count = 0;
    for (int64_t i = 0; i <= count; i++) {
        char id[24], text[APO_STORE_SECRET_MAX];
        apo_store_person person;
        snprintf(id, sizeof id, "p%lld", (long long)i);
        snprintf(text, sizeof text, "%0150lld", (long long)i);
        assert_int_equal(apo_store_find_person(store, &person, apo_span_of(id)),
                         i < count ? APO_OK : APO_E_UNKNOWN);
        if (i < count)
            assert_string_equal(person.password, text);
    }
    apo_store_close(store);
    return count;
}

static void test_latest(void **state)
{
    (void)state;
    apo_store *store = open_store();
    add_people(store, 0, 20);
    apo_replica *replica = start(store);
    wait_for(replica);
    assert_int_equal(bring_back(INT64_MAX), 20);
    add_people(store, 20, 50);
    wait_for(replica);
    assert_int_equal(bring_back(INT64_MAX), 50);
    /* What was there before is kept. */
    char old[128];
    snprintf(old, sizeof old, "%s.old", back);
    assert_int_equal(access(old, R_OK), 0);
    /* The end copies the rest. */
    add_people(store, 50, 60);
    apo_replica_stop(replica);
    apo_store_close(store);
    assert_int_equal(bring_back(INT64_MAX), 60);
}

/* Enough for several logs, one after the other. */
static void test_many_logs(void **state)
{
    (void)state;
    apo_store *store = open_store();
    apo_replica *replica = start(store);
    for (unsigned count = 0; count < 6000; count += 600) {
        wait_for(replica);
        add_people(store, count, count + 600);
    }
    wait_for(replica);
    assert_true(apo_store_log_size(store) < 64 << 20);
    assert_int_equal(bring_back(INT64_MAX), 6000);
    apo_replica_restored restored;
    apo_error err;
    assert_int_equal(apo_replica_restore(&restored, back, copy, INT64_MAX, &err), APO_OK);
    assert_true(restored.logs > 1);
    apo_replica_stop(replica);
    apo_store_close(store);
}

static void test_moments(void **state)
{
    enum {
        MOMENTS = 6
    };

    (void)state;
    int64_t at_ms[MOMENTS];
    apo_store *store = open_store();
    apo_replica *replica = start(store);
    wait_for(replica);
    int64_t begun_ms = now_ms();
    for (unsigned i = 0; i < MOMENTS; i++) {
        add_people(store, i * 10, (i + 1) * 10);
        wait_for(replica);
        sleep_ms(2);
        at_ms[i] = now_ms();
        sleep_ms(2);
    }
    for (unsigned i = 0; i < MOMENTS; i++)
        assert_int_equal(bring_back(at_ms[i]), (i + 1) * 10);
    /* Before the first base there is nothing. */
    apo_error err = {.detail = ""};
    apo_replica_restored restored;
    assert_int_equal(apo_replica_restore(&restored, back, copy, begun_ms - WAIT_MS, &err),
                     APO_E_UNKNOWN);
    assert_non_null(strstr(err.detail, "does not reach back so far"));
    assert_int_equal(bring_back(INT64_MAX), MOMENTS * 10);
    apo_replica_stop(replica);
    apo_store_close(store);
}

/* The server is killed, again and again, and goes on with the same folders. */
static void test_kills(void **state)
{
    (void)state;
    unsigned count = 0;
    for (unsigned round = 0; round < 6; round++) {
        int ready[2];
        char word;
        assert_int_equal(pipe(ready), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            apo_store *store = open_store();
            apo_replica *replica = start(store);
            add_people(store, count, count + 40);
            wait_for(replica);
            if (write(ready[1], "x", 1) != 1)
                _exit(1);
            /* These may be lost: they are not waited for. */
            for (unsigned i = count + 40;; i += 5)
                add_people(store, i, i + 5);
        }
        assert_int_equal(read(ready[0], &word, 1), 1);
        sleep_ms(20 * (long)round);
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(waitpid(child, NULL, 0), child);
        close(ready[0]);
        close(ready[1]);
        int64_t kept = bring_back(INT64_MAX);
        assert_true(kept >= count + 40);
        /* The disk is lost; the replica is all that is left. */
        char other[300];
        static const char *const suffixes[] = {"", "-wal", "-shm"};
        for (unsigned i = 0; i < 3; i++) {
            snprintf(other, sizeof other, "%s%s", path, suffixes[i]);
            (void)unlink(other);
        }
        assert_int_equal(rename(back, path), 0);
        count = (unsigned)kept;
    }
}

/* The replica's disk goes away and comes back: the store goes on meanwhile. */
static void test_lost_replica(void **state)
{
    (void)state;
    char away[128];
    apo_store *store = open_store();
    apo_replica *replica = start(store);
    apo_replica_state now;
    add_people(store, 0, 10);
    wait_for(replica);
    snprintf(away, sizeof away, "%s.away", copy);
    assert_int_equal(rename(copy, away), 0);
    /* Sooner or later a new log is begun, and cannot be copied. */
    unsigned count = 10;
    for (now.trouble[0] = '\0'; now.trouble[0] == '\0'; count += 100) {
        if (count > 50000)
            fail_msg("the replica does not notice");
        add_people(store, count, count + 100);
        apo_replica_look(replica, &now);
    }
    add_people(store, count, count + 20);
    assert_true(apo_store_log_size(store) < 64 << 20);
    assert_int_equal(rename(away, copy), 0);
    wait_for(replica);
    assert_int_equal(bring_back(INT64_MAX), count + 20);
    apo_replica_stop(replica);
    apo_store_close(store);
}

/* Changes a byte of a file. */
static void damage(const char *name, long at)
{
    int file = open(name, O_RDWR);
    char byte;
    assert_true(file >= 0);
    assert_int_equal(pread(file, &byte, 1, at), 1);
    byte ^= 0x55;
    assert_int_equal(pwrite(file, &byte, 1, at), 1);
    close(file);
}

static void refuses(apo_status expected, const char *words)
{
    apo_error err = {.detail = ""};
    apo_replica_restored restored;
    assert_int_equal(apo_replica_restore(&restored, back, copy, INT64_MAX, &err), expected);
    if (strstr(err.detail, words) == NULL)
        fail_msg("\"%s\" lacks \"%s\"", err.detail, words);
}

static void test_bad_replicas(void **state)
{
    (void)state;
    char name[128];
    refuses(APO_E_UNKNOWN, "there is no replica");
    apo_store *store = open_store();
    apo_replica *replica = start(store);
    wait_for(replica);
    /* A second server must not write into it. */
    apo_replica *second = NULL;
    apo_error err = {.detail = ""};
    pid_t child = fork();
    if (child == 0) {
        strcat(path, "2");
        apo_store *other = open_store();
        _exit(apo_replica_start(&second, other, copy, &err) == APO_E_IO ? 0 : 1);
    }
    int result;
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_int_equal(result, 0);
    add_people(store, 0, 30);
    wait_for(replica);
    apo_replica_stop(replica);
    apo_store_close(store);
    assert_int_equal(bring_back(INT64_MAX), 30);
    /* Damage is found, and the database that is there stays. */
    snprintf(name, sizeof name, "%s/log-1", copy);
    damage(name, 3000);
    refuses(APO_E_IO, "log-1 is damaged");
    damage(name, 3000);
    assert_int_equal(truncate(name, 5000), 0);
    refuses(APO_E_IO, "too short");
    assert_int_equal(access(back, R_OK), 0);
    /* A cut-off line of the index is passed over. */
    snprintf(name, sizeof name, "%s/index", copy);
    FILE *index = fopen(name, "a");
    assert_non_null(index);
    fputs("base 99", index);
    fclose(index);
    refuses(APO_E_IO, "too short");
}

/* --- the index ------------------------------------------------------------ */

static void write_file(const char *name, const char *text)
{
    char whole[160];
    snprintf(whole, sizeof whole, "%s/%s", copy, name);
    FILE *file = fopen(whole, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static bool has_file(const char *name)
{
    char whole[160];
    snprintf(whole, sizeof whole, "%s/%s", copy, name);
    return access(whole, F_OK) == 0;
}

static void test_lines_of_an_index(void **state)
{
    (void)state;
    apo_replica_index index;
    assert_int_equal(mkdir(copy, 0700), 0);
    assert_true(apo_replica_index_read(&index, copy));
    assert_int_equal(index.base_count, 0);
    write_file("index", "base 12 3\nbase 12x 3\nbase 12\nbase 12 3 4\nbase 12 4294967296\n"
                        "base 1234567890123456789 1\n\nchain 5\nchain 4294967296\nchain 6 7\n"
                        "chain\nother 1\nchain 8");
    assert_true(apo_replica_index_read(&index, copy));
    assert_int_equal(index.base_count, 1);
    assert_true(index.bases[0].made_ms == 12 && index.bases[0].first_log == 3);
    assert_int_equal(index.chain_count, 1);
    assert_int_equal(index.chains[0], 5);
    /* Of too many, the latest are kept. */
    char text[4000];
    int length = 0;
    for (unsigned i = 0; i < APO_REPLICA_BASES + 2; i++)
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "base %u %u\nchain %u\n", i, i, i);
    write_file("index", text);
    assert_true(apo_replica_index_read(&index, copy));
    assert_int_equal(index.base_count, APO_REPLICA_BASES);
    assert_int_equal(index.bases[0].made_ms, 2);
    assert_int_equal(index.chain_count, APO_REPLICA_BASES);
    assert_int_equal(index.chains[0], 2);
    /* A folder has no lines. */
    char name[160];
    snprintf(name, sizeof name, "%s/index", copy);
    assert_int_equal(unlink(name), 0);
    assert_int_equal(mkdir(name, 0700), 0);
    assert_false(apo_replica_index_read(&index, copy));
    refuses(APO_E_IO, "index cannot be read");
}

/* Makes the files of earlier servers: three logs, and two bases made at these times. */
static void leave_old_files(int64_t first_ms, int64_t second_ms)
{
    static const char *const logs[] = {"log-1", "log-2", "log-3"};
    char text[120], name[40];
    assert_int_equal(mkdir(copy, 0700), 0);
    for (unsigned i = 0; i < 3; i++) {
        write_file(logs[i], "");
        snprintf(name, sizeof name, "%s.times", logs[i]);
        write_file(name, "");
    }
    snprintf(name, sizeof name, "base-%lld", (long long)first_ms);
    write_file(name, "");
    snprintf(name, sizeof name, "base-%lld", (long long)second_ms);
    write_file(name, "");
    snprintf(text, sizeof text, "chain 1\nbase %lld 1\nbase %lld 3\n", (long long)first_ms,
             (long long)second_ms);
    write_file("index", text);
}

static void test_old_bases_go(void **state)
{
    (void)state;
    apo_store *store = open_store();
    leave_old_files(1000, 2000);
    apo_replica *replica = start(store);
    wait_for(replica);
    apo_replica_stop(replica);
    assert_false(has_file("base-1000"));
    assert_false(has_file("log-1"));
    assert_false(has_file("log-2.times"));
    assert_true(has_file("base-2000"));
    assert_true(has_file("log-3"));
    assert_true(has_file("log-4")); /* the numbers go on */
    apo_store_close(store);
}

static void test_young_bases_stay(void **state)
{
    (void)state;
    char name[40];
    int64_t first_ms = now_ms() - 2000, second_ms = first_ms + 1000;
    apo_store *store = open_store();
    leave_old_files(first_ms, second_ms);
    apo_replica *replica = start(store);
    wait_for(replica);
    apo_replica_stop(replica);
    snprintf(name, sizeof name, "base-%lld", (long long)first_ms);
    assert_true(has_file(name));
    assert_true(has_file("log-1"));
    apo_store_close(store);
}

/* --- the log and its copy -------------------------------------------------- */

/* The writer waits for a copy that does not come, for a while or for good. */
static void test_who_may_shorten(void **state)
{
    (void)state;
    apo_log_watch watch = {.salt = 1, .end = 100};
    apo_log_watch_open(&watch);
    assert_true(apo_log_watch_may_shorten(&watch, 1, false)); /* nobody copies it */
    watch.is_held = true;
    assert_false(apo_log_watch_may_shorten(&watch, 1, false));
    watch.copied_salt = 1;
    watch.copied_end = 90;
    assert_false(apo_log_watch_may_shorten(&watch, 1, false));
    assert_true(watch.is_held);
    assert_true(apo_log_watch_may_shorten(&watch, 1, true));
    assert_false(watch.is_held); /* the copy begins anew */
    watch.is_held = true;
    watch.copied_end = 100;
    assert_true(apo_log_watch_may_shorten(&watch, 1, false));
    apo_log_watch_close(&watch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_latest, make_folders, remove_folder),
        cmocka_unit_test_setup_teardown(test_many_logs, make_folders, remove_folder),
        cmocka_unit_test_setup_teardown(test_moments, make_folders, remove_folder),
        cmocka_unit_test_setup_teardown(test_kills, make_folders, remove_folder),
        cmocka_unit_test_setup_teardown(test_lost_replica, make_folders, remove_folder),
        cmocka_unit_test_setup_teardown(test_bad_replicas, make_folders, remove_folder),
        cmocka_unit_test_setup_teardown(test_lines_of_an_index, make_folders, remove_folder),
        cmocka_unit_test_setup_teardown(test_old_bases_go, make_folders, remove_folder),
        cmocka_unit_test_setup_teardown(test_young_bases_stay, make_folders, remove_folder),
        cmocka_unit_test(test_who_may_shorten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
