/* Plays a day of a server (day.h) against the store again and again, and each time something
 * fails: a call to the disk, an allocation, or the power. Afterwards the database must hold
 * every act that was acknowledged, each whole or not at all, in their order, and be sound.
 *
 *   store_faults [--runs N] [--seed N] [--progress]
 *
 * N runs take the three kinds of failure in turn (default 1,200), at places spread over the
 * day; with many runs, every call and every allocation is hit. Two threads use the disk, so the
 * same seed need not give exactly the same order of calls. Exit code 1, with a line for each
 * fault found. */
#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/random.h"
#include "base/status.h"
#include "store/faults/day.h"
#include "store/faults/disk.h"
#include "store/faults/memory.h"
#include "store/store.h"

enum {
    STEPS_MAX = 256,
    GROUP_MAX = 4, /* batches submitted together */
    RETRIES_MAX = 400,
    FAULTS_SHOWN_MAX = 20
};

enum kind {
    DISK_ERRORS,
    NO_MEMORY,
    POWER_CUTS,
    KINDS
};

static const char *const kind_names[KINDS] = {"disk errors", "no memory", "power cuts"};

/* The day as it is without failures. */
static struct {
    char folder[64], path[80];
    disk_image *start;              /* a new database, closed */
    uint64_t states[STEPS_MAX + 1]; /* digest of the database after so many steps */
    unsigned length;
    uint64_t disk_calls, allocations;
} day;

/* The run in progress. */
static struct {
    enum kind kind;
    uint64_t at, count, seed;
    uint64_t failures; /* statuses that were not APO_OK */
    apo_random random;
} run;

static unsigned fault_count;

static void fail_step(unsigned step, const char *what, const char *detail)
{
    if (fault_count++ < FAULTS_SHOWN_MAX)
        fprintf(stderr, "%s from %llu on, %llu of them, seed %llu; step %u: %s%s%s\n",
                kind_names[run.kind], (unsigned long long)run.at, (unsigned long long)run.count,
                (unsigned long long)run.seed, step, what, detail[0] != '\0' ? ": " : "",
                detail);
}

/* --- what the database holds ---------------------------------------------- */

static void mix(uint64_t *digest, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++)
        *digest = (*digest ^ bytes[i]) * UINT64_C(0x100000001B3);
}

static bool digest_rows(uint64_t *digest, sqlite3 *db, const char *sql)
{
    sqlite3_stmt *rows;
    int code = sqlite3_prepare_v2(db, sql, -1, &rows, NULL);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(rows);
        for (int i = 0; code == SQLITE_ROW && i < sqlite3_column_count(rows); i++) {
            const unsigned char *text = sqlite3_column_text(rows, i);
            mix(digest, "|", 1);
            if (text != NULL)
                mix(digest, text, (size_t)sqlite3_column_bytes(rows, i));
        }
    }
    sqlite3_finalize(rows);
    return code == SQLITE_DONE;
}

static bool answers_ok(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *rows;
    bool is_ok = sqlite3_prepare_v2(db, sql, -1, &rows, NULL) == SQLITE_OK;
    int code = is_ok ? sqlite3_step(rows) : SQLITE_ERROR;
    if (code == SQLITE_ROW)
        is_ok = strcmp((const char *)sqlite3_column_text(rows, 0), "ok") == 0;
    else
        is_ok = code == SQLITE_DONE;
    sqlite3_finalize(rows);
    return is_ok;
}

/* A digest of every row of every table. False: the database is damaged. */
static bool digest_database(uint64_t *out)
{
    sqlite3 *db;
    sqlite3_stmt *tables = NULL;
    uint64_t digest = UINT64_C(0xCBF29CE484222325);
    bool is_sound = sqlite3_open_v2(day.path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK;
    is_sound = is_sound && answers_ok(db, "PRAGMA integrity_check") &&
               answers_ok(db, "PRAGMA foreign_key_check") &&
               sqlite3_prepare_v2(db,
                                  "SELECT 'SELECT * FROM ' || name FROM sqlite_schema"
                                  " WHERE type = 'table' ORDER BY name",
                                  -1, &tables, NULL) == SQLITE_OK;
    if (is_sound) {
        int code;
        while (is_sound && (code = sqlite3_step(tables)) == SQLITE_ROW)
            is_sound = digest_rows(&digest, db, (const char *)sqlite3_column_text(tables, 0));
        sqlite3_finalize(tables);
    }
    sqlite3_close(db);
    *out = digest;
    return is_sound;
}

/* The step after which the database was as it is now, between the two; or -1, with a complaint.
 */
static int find_state(unsigned least, unsigned most)
{
    uint64_t digest;
    if (!digest_database(&digest)) {
        fail_step(least, "the database is damaged", "");
        return -1;
    }
    for (unsigned step = least; step <= most; step++)
        if (digest == day.states[step])
            return (int)step;
    for (unsigned step = 0; step <= day.length; step++) {
        if (digest == day.states[step]) {
            fail_step(least,
                      step < least ? "an acknowledged act is lost"
                                   : "there is an act that was never submitted",
                      "");
            return -1;
        }
    }
    fail_step(least, "an act is there in part, or in the wrong order", "");
    return -1;
}

/* --- playing the day ------------------------------------------------------ */

static void note_status(void *context, apo_status status)
{
    *(apo_status *)context = status;
}

static apo_store *open_store(apo_error *err)
{
    apo_store *store = NULL;
    const apo_store_options options = {.path = day.path};
    *err = (apo_error){.detail = ""};
    return apo_store_open(&store, &options, err) == APO_OK ? store : NULL;
}

static void submit(apo_store *store, unsigned step, apo_status *out)
{
    apo_store_batch *batch = apo_store_batch_new();
    *out = APO_STATUSES;
    if (batch != NULL)
        day_fill(batch, step);
    apo_store_submit(store, batch, note_status, out);
}

/* What is acknowledged can be read; a reader that fails says so. */
static void read_back(apo_store *store, unsigned done)
{
    int64_t number = 0;
    apo_status status = apo_store_find_number(store, &number, apo_span_of("step"));
    if (status == APO_OK ? number != done
                         : (status != APO_E_IO && status != APO_E_MEMORY &&
                            (status != APO_E_UNKNOWN || done != 0)))
        fail_step(done, "a reader does not see what is acknowledged", "");
}

/* Does one step, again until it succeeds. */
static bool persist(apo_store *store, unsigned step)
{
    for (unsigned tries = 0; tries < RETRIES_MAX; tries++) {
        apo_status status;
        submit(store, step, &status);
        apo_store_flush(store);
        if (status == APO_OK) {
            read_back(store, step + 1);
            return true;
        }
        run.failures++;
        if (status != APO_E_IO && status != APO_E_MEMORY) {
            fail_step(step, "wrong error, or the failed batch has changed something",
                      apo_status_word(status));
            return false;
        }
    }
    fail_step(step, "the store does not recover", "");
    return false;
}

/* Opens although something fails: with a clear error, and at last with success. */
static apo_store *open_at_last(void)
{
    apo_error err;
    for (unsigned tries = 0; tries < RETRIES_MAX; tries++) {
        apo_store *store = open_store(&err);
        if (store != NULL)
            return store;
        run.failures++;
        if (err.detail[0] == '\0')
            fail_step(0, "the store cannot be opened, and no reason is given", "");
    }
    fail_step(0, "the store cannot be opened", err.detail);
    return NULL;
}

/* A day in which the disk or the memory fails for a while. */
static void play_through_errors(void)
{
    apo_store *store = open_at_last();
    bool is_done = store != NULL;
    for (unsigned step = 0; is_done && step < day.length; step++)
        is_done = persist(store, step);
    apo_store_close(store);
    disk_plan_errors(0, 0);
    memory_plan(0, 0);
    if (is_done)
        (void)find_state(day.length, day.length);
}

/* Submits groups until the day or the power ends. Sets how many steps are acknowledged, and how
 * many were submitted. */
static void play_until_dark(unsigned *done, unsigned *submitted)
{
    apo_error err;
    apo_status statuses[GROUP_MAX];
    apo_store *store = open_store(&err);
    bool is_lit = store != NULL;
    while (is_lit && *done < day.length) {
        unsigned count = 1 + apo_random_below(&run.random, GROUP_MAX);
        if (count > day.length - *done)
            count = day.length - *done;
        for (unsigned i = 0; i < count; i++)
            submit(store, *done + i, &statuses[i]);
        *submitted = *done + count;
        apo_store_flush(store);
        for (unsigned i = 0; is_lit && i < count; i++) {
            is_lit = statuses[i] == APO_OK;
            *done += is_lit;
        }
    }
    if (!is_lit && !disk_is_off())
        fail_step(*done, "a failure with the power on", store == NULL ? err.detail : "");
    run.failures += !is_lit;
    apo_store_close(store);
}

/* A day with a power cut, and perhaps more of them. */
static void play_through_cuts(void)
{
    unsigned done = 0, submitted = 0;
    disk_plan_power_cut(run.at, run.seed);
    for (unsigned days = 0; done < day.length; days++) {
        play_until_dark(&done, &submitted);
        disk_restart();
        int state = find_state(done, submitted);
        if (state < 0)
            return;
        done = submitted = (unsigned)state;
        if (days < 3 && apo_random_below(&run.random, 2) == 0)
            disk_plan_power_cut(1 + apo_random_below(&run.random, (uint32_t)day.disk_calls / 4),
                                apo_random_next(&run.random));
    }
}

/* --- the runs ------------------------------------------------------------- */

static void play(enum kind kind, uint64_t at, uint64_t count, uint64_t seed)
{
    run.kind = kind;
    run.at = at;
    run.count = count;
    run.seed = seed;
    apo_random_seed(&run.random, seed);
    disk_load(day.start);
    if (kind == POWER_CUTS) {
        play_through_cuts();
        return;
    }
    if (kind == DISK_ERRORS)
        disk_plan_errors(at, count);
    else
        memory_plan(at, count);
    play_through_errors();
}

/* Plays the day without failures, and remembers it. */
static bool learn(void)
{
    apo_error err;
    disk_image *empty = disk_save();
    disk_load(empty);
    disk_image_free(empty);
    apo_store *store = open_store(&err);
    if (store == NULL) {
        fprintf(stderr, "cannot create the database: %s\n", err.detail);
        return false;
    }
    apo_store_close(store);
    day.start = disk_save();
    day.length = day_length();
    if (day.length > STEPS_MAX || !digest_database(&day.states[0]))
        return false;
    disk_load(day.start);
    memory_plan(0, 0);
    store = open_store(&err);
    for (unsigned step = 0; store != NULL && step < day.length; step++) {
        apo_status status;
        submit(store, step, &status);
        apo_store_flush(store);
        if (status != APO_OK) {
            fprintf(stderr, "step %u fails by itself: %s\n", step, apo_status_word(status));
            return false;
        }
    }
    day.disk_calls = disk_calls();
    day.allocations = memory_calls();
    apo_store_close(store);
    /* Once more for the states: looking at the database costs calls of its own. */
    disk_load(day.start);
    store = open_store(&err);
    for (unsigned step = 0; store != NULL && step < day.length; step++) {
        apo_status status;
        submit(store, step, &status);
        apo_store_flush(store);
        if (!digest_database(&day.states[step + 1]) || day.states[step + 1] == day.states[step])
            return false;
    }
    apo_store_close(store);
    return store != NULL;
}

/* The guard of the store looks at real files; they hold nothing. */
static bool make_folder(void)
{
    char log[96];
    strcpy(day.folder, "/tmp/apo-faults-XXXXXX");
    if (mkdtemp(day.folder) == NULL)
        return false;
    snprintf(day.path, sizeof day.path, "%s/data.db", day.folder);
    snprintf(log, sizeof log, "%s-wal", day.path);
    FILE *file = fopen(log, "w");
    return file != NULL && fclose(file) == 0;
}

static void remove_folder(void)
{
    static const char *const suffixes[] = {"", "-wal", ".lock"};
    char name[96];
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        snprintf(name, sizeof name, "%s%s", day.path, suffixes[i]);
        (void)unlink(name);
    }
    (void)rmdir(day.folder);
}

/* Kind and place of run `number`: the places of a kind go over the whole day in even steps, and
 * with each round start one further. */
static void play_number(uint64_t number, uint64_t runs, uint64_t seed)
{
    static const uint64_t counts[] = {1, 3, 20};
    enum kind kind = (enum kind)(number % KINDS);
    uint64_t places = kind == NO_MEMORY ? day.allocations : day.disk_calls;
    uint64_t turn = number / KINDS, turns = runs / KINDS + 1;
    uint64_t stride = turns < places ? places / turns : 1;
    uint64_t at = 1 + (turn * stride + seed) % places;
    play(kind, at, counts[(turn * stride / places + turn) % 3], apo_mix(seed + number));
}

static bool read_number(const char *text, uint64_t *out)
{
    char *end;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return errno == 0 && end != text && *end == '\0';
}

int main(int argc, char **argv)
{
    uint64_t runs = 1200, seed = 1;
    bool shows_progress = false;
    for (int i = 1; i < argc; i++) {
        bool is_read = true;
        if (strcmp(argv[i], "--progress") == 0)
            shows_progress = true;
        else if (strcmp(argv[i], "--runs") == 0 && i + 1 < argc)
            is_read = read_number(argv[++i], &runs);
        else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
            is_read = read_number(argv[++i], &seed);
        else
            is_read = false;
        if (!is_read) {
            fprintf(stderr, "usage: store_faults [--runs N] [--seed N] [--progress]\n");
            return 2;
        }
    }
    if (!memory_install() || !disk_install() || !make_folder() || !learn()) {
        fprintf(stderr, "the day cannot be played even without failures\n");
        return 1;
    }
    for (uint64_t number = 0; number < runs; number++) {
        play_number(number, runs, seed);
        if (shows_progress && (number + 1) % 1000 == 0)
            fprintf(stderr, "%llu runs, %u faults\n", (unsigned long long)number + 1,
                    fault_count);
    }
    remove_folder();
    disk_image_free(day.start);
    printf("%llu runs of a day of %u acts, %llu calls to the disk and %llu allocations: %llu "
           "failures reported, %u faults\n",
           (unsigned long long)runs, day.length, (unsigned long long)day.disk_calls,
           (unsigned long long)day.allocations, (unsigned long long)run.failures, fault_count);
    return fault_count > 0 || run.failures == 0;
}
