/* Plays a day of a server (day.h) against the store again and again, and each time something
 * fails: a call to the disk, an allocation, or the power. Afterwards the database must hold
 * every act that was acknowledged, each whole or not at all, in their order, and be sound.
 *
 *   store_faults [--runs N] [--rounds N] [--first N] [--seed N] [--progress]
 *
 * N runs are whole days with two threads (default 1,200), and take the three kinds of failure
 * in turn, at places spread over the day; the same seed need not give exactly the same order of
 * calls. N rounds (default 1), from number `first` on, branch off from one day (branches.h);
 * they are many more failures for the time, and the same every time. Exit code 1, with a line
 * for each fault found. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/status.h"
#include "store/faults/branches.h"
#include "store/faults/day.h"
#include "store/faults/disk.h"
#include "store/faults/memory.h"
#include "store/faults/play.h"
#include "store/faults/states.h"
#include "store/faults/turns.h"
#include "store/store.h"

enum kind {
    DISK_ERRORS,
    NO_MEMORY,
    POWER_CUTS,
    KINDS
};

static const char *const kind_names[KINDS] = {"disk errors", "no memory", "power cuts"};

/* The day as it is without failures. */
static struct {
    disk_image *start; /* a new database, closed */
    unsigned length;   /* in steps */
    uint64_t disk_calls, allocations;
} day;

/* What the command line asks for. */
typedef struct options {
    uint64_t runs, rounds, first, seed;
    bool shows_progress;
} options;

/* --- whole days ----------------------------------------------------------- */

/* A day in which the disk or the memory fails for a while. */
static void play_through_errors(void)
{
    apo_store *store = play_open_at_last();
    bool is_done = store != NULL;
    for (unsigned step = 0; is_done && step < day.length; step++)
        is_done = play_step(store, step);
    apo_store_close(store);
    disk_plan_errors(0, 0);
    memory_plan(0, 0);
    if (is_done)
        (void)states_find(day.length, day.length);
}

/* A day with a power cut, and perhaps more of them. */
static void play_through_cuts(uint64_t at, uint64_t seed)
{
    apo_random random;
    play_progress progress = {0, 0};
    apo_random_seed(&random, seed);
    disk_plan_power_cut(at, seed);
    for (unsigned days = 0; progress.done < day.length; days++) {
        apo_store_close(play_until_dark(&progress, &random, NULL));
        disk_restart();
        int state = states_find(progress.done, progress.submitted);
        if (state < 0)
            return;
        progress.done = progress.submitted = (unsigned)state;
        if (days < 3 && apo_random_below(&random, 2) == 0)
            disk_plan_power_cut(1 + apo_random_below(&random, (uint32_t)day.disk_calls / 4),
                                apo_random_next(&random));
    }
}

static void play_run(enum kind kind, uint64_t at, uint64_t count, uint64_t seed)
{
    states_describe("%s from %llu on, %llu of them, seed %llu", kind_names[kind],
                    (unsigned long long)at, (unsigned long long)count,
                    (unsigned long long)seed);
    disk_load(day.start);
    if (kind == POWER_CUTS) {
        play_through_cuts(at, seed);
        return;
    }
    if (kind == DISK_ERRORS)
        disk_plan_errors(at, count);
    else
        memory_plan(at, count);
    play_through_errors();
}

/* Kind and place of run `number`: the places of a kind go over the whole day in even steps, and
 * with each round start one further. */
static void play_number(uint64_t number, const options *wanted)
{
    static const uint64_t counts[] = {1, 3, 20};
    enum kind kind = (enum kind)(number % KINDS);
    uint64_t places = kind == NO_MEMORY ? day.allocations : day.disk_calls;
    uint64_t turn = number / KINDS, turns = wanted->runs / KINDS + 1;
    uint64_t stride = turns < places ? places / turns : 1;
    uint64_t at = 1 + (turn * stride + wanted->seed) % places;
    play_run(kind, at, counts[(turn * stride / places + turn) % 3],
             apo_mix(wanted->seed + number));
}

static void play_runs(const options *wanted)
{
    if (wanted->runs == 0)
        return;
    for (uint64_t number = 0; number < wanted->runs; number++) {
        play_number(number, wanted);
        if (wanted->shows_progress && (number + 1) % 1000 == 0)
            fprintf(stderr, "%llu runs, %u faults\n", (unsigned long long)number + 1,
                    states_fault_count());
    }
    printf("%llu runs of a day of %u acts, %llu calls to the disk and %llu allocations: %llu "
           "failures reported, %u faults\n",
           (unsigned long long)wanted->runs, day.length, (unsigned long long)day.disk_calls,
           (unsigned long long)day.allocations, (unsigned long long)play_reports(),
           states_fault_count());
}

/* --- branches ------------------------------------------------------------- */

static void print_counts(FILE *out, uint64_t rounds, const branch_counts *counts)
{
    const uint64_t *runs = counts->runs, *tries = counts->tries, *failures = counts->failures;
    unsigned long long disk = runs[BRANCH_DISK] + tries[BRANCH_DISK];
    unsigned long long memory = runs[BRANCH_MEMORY] + tries[BRANCH_MEMORY];
    fprintf(out,
            "%llu rounds, %llu failures: %llu of the disk (%llu calls, %llu branches), %llu of "
            "memory (%llu allocations, %llu branches), %llu power cuts; %llu reported, %llu "
            "databases read, %u faults\n",
            (unsigned long long)rounds, disk + memory + runs[BRANCH_CUT], disk,
            (unsigned long long)failures[BRANCH_DISK], (unsigned long long)runs[BRANCH_DISK],
            memory, (unsigned long long)failures[BRANCH_MEMORY],
            (unsigned long long)runs[BRANCH_MEMORY], (unsigned long long)runs[BRANCH_CUT],
            (unsigned long long)counts->reports, (unsigned long long)counts->read,
            states_fault_count());
}

/* The file's bytes after each step. */
static bool learn_files(void)
{
    apo_error err;
    disk_load(day.start);
    states_note_file(0);
    for (unsigned step = 0; step < day.length; step++) {
        apo_store *store = play_open(&err);
        bool is_done = store != NULL && play_once(store, step) == APO_OK;
        apo_store_close(store);
        if (!is_done || states_find(step + 1, step + 1) < 0)
            return false;
        states_note_file(step + 1);
    }
    return true;
}

static void play_rounds(const options *wanted)
{
    branch_counts counts = {.reports = 0};
    if (wanted->rounds == 0)
        return;
    turns_switch(true);
    if (learn_files())
        for (uint64_t i = 0; i < wanted->rounds; i++) {
            branches_insist(&counts, day.start, wanted->first + i, wanted->seed);
            branches_play(&counts, day.start, wanted->first + i, wanted->seed);
            if (wanted->shows_progress)
                print_counts(stderr, i + 1, &counts);
        }
    else
        states_fail(0, "the day cannot be played step by step", "");
    turns_switch(false);
    print_counts(stdout, wanted->rounds, &counts);
}

/* --- the day -------------------------------------------------------------- */

/* Plays the day without failures; with `notes`, remembers it, which costs calls of its own. */
static bool play_without_failures(bool notes)
{
    apo_error err;
    disk_load(day.start);
    memory_plan(0, 0);
    apo_store *store = play_open(&err);
    bool is_done = store != NULL;
    for (unsigned step = 0; is_done && step < day.length; step++) {
        apo_status status = play_once(store, step);
        is_done = status == APO_OK;
        if (!is_done)
            fprintf(stderr, "step %u fails by itself: %s\n", step, apo_status_word(status));
        else if (notes)
            is_done = states_note(step + 1);
    }
    day.disk_calls = notes ? day.disk_calls : disk_calls();
    day.allocations = notes ? day.allocations : memory_calls();
    apo_store_close(store);
    return is_done;
}

static bool learn(void)
{
    apo_error err;
    disk_image *empty = disk_save();
    disk_load(empty);
    disk_image_free(empty);
    apo_store *store = play_open(&err);
    if (store == NULL) {
        fprintf(stderr, "cannot create the database: %s\n", err.detail);
        return false;
    }
    apo_store_close(store);
    day.start = disk_save();
    day.length = day_length();
    return states_note(0) && play_without_failures(false) && play_without_failures(true);
}

static bool read_number(const char *text, uint64_t *out)
{
    char *end;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return errno == 0 && end != text && *end == '\0';
}

static bool read_options(options *out, int argc, char **argv)
{
    bool is_read = true;
    for (int i = 1; is_read && i < argc; i++) {
        uint64_t *number = strcmp(argv[i], "--runs") == 0     ? &out->runs
                           : strcmp(argv[i], "--rounds") == 0 ? &out->rounds
                           : strcmp(argv[i], "--first") == 0  ? &out->first
                           : strcmp(argv[i], "--seed") == 0   ? &out->seed
                                                              : NULL;
        if (strcmp(argv[i], "--progress") == 0)
            out->shows_progress = true;
        else
            is_read = number != NULL && i + 1 < argc && read_number(argv[++i], number);
    }
    return is_read;
}

int main(int argc, char **argv)
{
    options wanted = {.runs = 1200, .rounds = 1, .seed = 1};
    if (!read_options(&wanted, argc, argv)) {
        fprintf(stderr, "usage: store_faults [--runs N] [--rounds N] [--first N] [--seed N] "
                        "[--progress]\n");
        return 2;
    }
    if (!memory_install() || !disk_install() || !states_make_folder() || !learn()) {
        fprintf(stderr, "the day cannot be played even without failures\n");
        return 1;
    }
    play_runs(&wanted);
    play_rounds(&wanted);
    states_remove_folder();
    disk_image_free(day.start);
    return states_fault_count() > 0;
}
