#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "store/faults/branches.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/random.h"
#include "store/faults/day.h"
#include "store/faults/memory.h"
#include "store/faults/play.h"
#include "store/faults/states.h"
#include "store/faults/turns.h"

enum {
    CUTS = 32,            /* so many times, each time something else survives a power cut */
    PLAYS = 32,           /* of so many times, the day goes on after one */
    STEPS_MORE = 3,       /* fewer steps than that are played after the failure */
    WHOLE_DAYS = 200,     /* of so many branches one plays the rest of the day */
    CLOSINGS = 16,        /* of so many one closes the store, the others are killed */
    CHECKPOINT_STEPS = 5, /* between two checkpoints, in three of four sweeps */
    SECONDS_MAX = 60,     /* of processor time, for a branch */
    HANG_SECONDS = 900,   /* until a branch that does nothing is ended */
    STUBBORN_DAYS = 16,
    TRIES_MAX = 4000,     /* of a step of the stubborn day */
    CUT_AGAIN_CALLS = 60, /* the power fails again within so many calls */
    FAULTY = 1            /* exit code of a branch */
};

static const char *const kind_names[BRANCH_KINDS] = {"disk error", "no memory", "power cut"};

static struct {
    uint64_t round, seed;
    uint64_t calls;        /* of this day and kind */
    unsigned step;         /* in progress */
    unsigned groups;       /* of steps so far */
    bool is_resting;       /* nothing branches off */
    branch_counts *counts; /* shared with the branches */
    int64_t blocks;        /* allocated before the day */
    /* In a branch: */
    bool is_branch;
    unsigned last;   /* step */
    unsigned faults; /* before the branch */
    apo_random random;
} tree;

/* --- the branches --------------------------------------------------------- */

/* What is counted before a branch and after it. */
static void note_end(enum branch_kind kind)
{
    static uint64_t reports, read, disk, memory;
    branch_counts *counts = tree.counts;
    if (tree.is_branch) {
        counts->reports += play_reports() - reports;
        counts->read += states_read() - read;
        counts->failures[BRANCH_MEMORY] += memory_failures() - memory;
        if (kind == BRANCH_CUT)
            counts->failures[BRANCH_CUT] += CUTS;
        else
            counts->failures[BRANCH_DISK] += disk_failures() - disk;
    }
    reports = play_reports();
    read = states_read();
    disk = disk_failures();
    memory = memory_failures();
}

static void look_at_end(int status)
{
    char detail[32];
    if (WIFEXITED(status) && WEXITSTATUS(status) <= FAULTY) {
        if (WEXITSTATUS(status) == FAULTY)
            states_fail(tree.step, "a fault", "see above");
        return;
    }
    snprintf(detail, sizeof detail, "%s %d", WIFSIGNALED(status) ? "signal" : "exit code",
             WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    states_fail(tree.step, "a crash", detail);
}

static void begin_branch(void)
{
    const struct rlimit limit = {SECONDS_MAX, SECONDS_MAX};
    tree.is_branch = true;
    tree.faults = states_fault_count();
    setrlimit(RLIMIT_CPU, &limit);
    alarm(HANG_SECONDS);
    tree.last = apo_random_below(&tree.random, WHOLE_DAYS) == 0
                    ? day_length()
                    : tree.step + apo_random_below(&tree.random, STEPS_MORE);
}

/* True in a new branch, and when it has ended, false in the day that goes on. */
static bool branch_off(enum branch_kind kind)
{
    uint64_t place = tree.round << 40 | (uint64_t)kind << 36;
    states_describe("round %llu, %s at call %llu", (unsigned long long)tree.round,
                    kind_names[kind], (unsigned long long)tree.calls);
    apo_random_seed(&tree.random, apo_mix(tree.seed + apo_mix(place + tree.calls)));
    tree.counts->runs[kind] += kind == BRANCH_CUT ? CUTS : 1;
    note_end(kind);
    pid_t child = fork();
    if (child == 0) {
        begin_branch();
        return true;
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child)
        states_fail(tree.step, "no branch can be played", "");
    else
        look_at_end(status);
    return false;
}

static _Noreturn void end_branch(enum branch_kind kind)
{
    note_end(kind);
    _exit(states_fault_count() > tree.faults ? FAULTY : 0);
}

/* True if the call that begins has its turn in this round. A branch has no branches. */
static bool is_in_turn(void)
{
    return !tree.is_branch && !tree.is_resting &&
           ++tree.calls % BRANCH_ROUNDS == tree.round % BRANCH_ROUNDS;
}

/* How many calls in a row fail. */
static unsigned some_count(void)
{
    return 1 + apo_random_below(&tree.random, apo_random_below(&tree.random, 4) == 0 ? 60 : 4);
}

static unsigned choose_count(void)
{
    static const unsigned counts[] = {1, 3, 20};
    uint64_t sweep = tree.round / BRANCH_ROUNDS;
    return sweep < sizeof counts / sizeof counts[0] ? counts[sweep] : some_count();
}

/* How long after the first failure one of the other kind follows; 0: none does. */
static unsigned choose_other(void)
{
    bool is_first = tree.round / BRANCH_ROUNDS < 3;
    return is_first || apo_random_below(&tree.random, 2) == 0
               ? 0
               : 1 + apo_random_below(&tree.random, 200);
}

static uint64_t ask_disk(uint64_t *cut_seed)
{
    (void)cut_seed;
    if (!is_in_turn() || !branch_off(BRANCH_DISK))
        return 0;
    unsigned other = choose_other();
    if (other > 0)
        memory_plan(other, choose_count());
    return choose_count();
}

static uint64_t ask_memory(void)
{
    if (!is_in_turn() || !branch_off(BRANCH_MEMORY))
        return 0;
    unsigned other = choose_other();
    if (other > 0)
        disk_plan_errors(disk_calls() + other, choose_count());
    return choose_count();
}

static uint64_t ask_power(uint64_t *cut_seed)
{
    if (is_in_turn() && branch_off(BRANCH_CUT))
        *cut_seed = apo_random_next(&tree.random) | 1;
    return 0;
}

/* --- the day -------------------------------------------------------------- */

/* Ends the use of the store. Most branches are killed instead, which costs less than freeing a
 * memory that they share with the day. */
static void end_use(apo_store *store)
{
    if (!tree.is_branch || apo_random_below(&tree.random, CLOSINGS) == 0) {
        apo_store_close(store);
        int64_t left = memory_blocks() - tree.blocks;
        char blocks[32];
        snprintf(blocks, sizeof blocks, "%lld blocks", (long long)left);
        if (left != 0)
            states_fail(tree.step, "memory is not freed", blocks);
    }
}

/* Keeps the log short, since it is copied in each branch: what is at stake is the step in
 * progress. */
static void shorten_log(void)
{
    if (tree.is_branch || tree.round / BRANCH_ROUNDS % 4 == 3 ||
        tree.groups++ % CHECKPOINT_STEPS != 0)
        return;
    tree.is_resting = true;
    if (!states_checkpoint())
        states_fail(tree.step, "the log cannot be shortened", "");
    tree.is_resting = false;
}

static void begin_day(const disk_image *start)
{
    disk_load(start);
    memory_plan(0, 0);
    tree.calls = 0;
    tree.step = tree.groups = 0;
    tree.blocks = memory_blocks();
}

/* A day in which the disk or the memory fails. */
static void play_errors(enum branch_kind kind, const disk_image *start)
{
    begin_day(start);
    if (kind == BRANCH_DISK)
        disk_ask(ask_disk);
    else
        memory_ask(ask_memory);
    disk_forget();
    apo_store *store = play_open_at_last();
    bool is_done = store != NULL;
    while (is_done && tree.step < day_length() && !(tree.is_branch && tree.step > tree.last)) {
        shorten_log();
        is_done = play_step(store, tree.step);
        tree.step += is_done;
    }
    end_use(store);
    disk_ask(NULL);
    memory_ask(NULL);
    memory_plan(0, 0);
    disk_kill();
    if (is_done)
        (void)states_find(tree.step, tree.step);
    if (tree.is_branch)
        end_branch(kind);
}

/* Power comes on, and may fail again while SQLite repairs the database. */
static void restart(void)
{
    disk_restart();
    if (apo_random_below(&tree.random, 3) == 0) {
        disk_plan_power_cut(1 + apo_random_below(&tree.random, CUT_AGAIN_CALLS),
                            apo_random_next(&tree.random));
        (void)states_recover();
        disk_restart();
    }
    disk_forget();
}

/* After the power cut: what is there, and whether the day can go on with it. */
static void look_after_cut(const play_progress *progress)
{
    restart();
    int state = states_find(progress->done, progress->submitted);
    if (state < 0 || apo_random_below(&tree.random, PLAYS) != 0)
        return;
    unsigned step = (unsigned)state, last = step + tree.last;
    turns_switch(true);
    apo_store *store = play_open_at_last();
    bool is_done = store != NULL;
    while (is_done && step < day_length() && step <= last) {
        is_done = play_step(store, step);
        step += is_done;
    }
    disk_kill();
    if (is_done)
        (void)states_find(step, step);
}

/* A day in which the power fails. */
static void play_cuts(const disk_image *start)
{
    apo_random random;
    play_progress progress = {0, 0};
    apo_random_seed(&random, apo_mix(tree.seed + tree.round / BRANCH_ROUNDS));
    begin_day(start);
    disk_ask(ask_power);
    apo_store *store = play_until_dark(&progress, &random, shorten_log);
    tree.step = progress.done;
    end_use(store);
    disk_ask(NULL);
    if (tree.is_branch) {
        disk_keep();
        for (unsigned i = 0; i < CUTS; i++) {
            disk_return(apo_random_next(&tree.random));
            look_after_cut(&progress);
        }
        end_branch(BRANCH_CUT);
    }
    if (progress.done != day_length())
        states_fail(progress.done, "the day ends early", "");
}

static void add_counts(branch_counts *to, const branch_counts *from)
{
    for (unsigned kind = 0; kind < BRANCH_KINDS; kind++) {
        to->runs[kind] += from->runs[kind];
        to->failures[kind] += from->failures[kind];
    }
    to->reports += from->reports;
    to->read += from->read;
}

void branches_play(branch_counts *counts, const disk_image *start, uint64_t round,
                   uint64_t seed)
{
    tree.counts = mmap(NULL, sizeof *tree.counts, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (tree.counts == MAP_FAILED) {
        states_fail(0, "no branch can be played", "out of memory");
        return;
    }
    tree.round = round;
    tree.seed = seed;
    play_errors(BRANCH_DISK, start);
    play_errors(BRANCH_MEMORY, start);
    play_cuts(start);
    add_counts(counts, tree.counts);
    munmap(tree.counts, sizeof *tree.counts);
}

/* --- the stubborn day ----------------------------------------------------- */

/* Tries a step while call `at` from now and perhaps more fail. True: the step is done. */
static bool try_step(apo_store *store, enum branch_kind kind, unsigned at, unsigned count)
{
    uint64_t disk = disk_failures(), memory = memory_failures();
    states_describe("round %llu, stubborn day, %s at call %u of the step, %u of them",
                    (unsigned long long)tree.round, kind_names[kind], at, count);
    if (kind == BRANCH_DISK)
        disk_plan_errors(disk_calls() + at, count);
    else
        memory_plan(at, count);
    apo_status status = play_once(store, tree.step);
    disk_plan_errors(0, 0);
    memory_plan(0, 0);
    bool has_failed = disk_failures() != disk || memory_failures() != memory;
    tree.counts->failures[BRANCH_DISK] += disk_failures() - disk;
    tree.counts->failures[BRANCH_MEMORY] += memory_failures() - memory;
    tree.counts->tries[kind] += has_failed;
    tree.counts->reports += status != APO_OK;
    if (status != APO_OK && (!has_failed || (status != APO_E_IO && status != APO_E_MEMORY)))
        states_fail(tree.step, "wrong error, or a failed batch has changed something",
                    apo_status_word(status));
    return status == APO_OK;
}

/* Does a step at last. False: it still fails when nothing does. */
static bool insist(apo_store *store)
{
    /* Not always from the first call on: a step may succeed although something fails. */
    unsigned calls[] = {apo_random_below(&tree.random, 12), apo_random_below(&tree.random, 60)};
    if (apo_random_below(&tree.random, 2) == 0)
        calls[BRANCH_DISK] = calls[BRANCH_MEMORY] = 0;
    for (unsigned tries = 0; tries < TRIES_MAX; tries++) {
        enum branch_kind kind = tries % 4 == 0 ? BRANCH_DISK : BRANCH_MEMORY;
        if (try_step(store, kind, ++calls[kind], some_count()))
            return true;
    }
    states_fail(tree.step, "the step never succeeds", "");
    return false;
}

static void play_stubborn_day(const disk_image *start)
{
    begin_day(start);
    disk_forget();
    apo_store *store = play_open_at_last();
    bool is_done = store != NULL;
    while (is_done && tree.step < day_length()) {
        is_done = insist(store);
        tree.step += is_done;
        /* Other connections see it, and after the step the file is what it must be. */
        if (is_done && (!states_checkpoint() || states_find(tree.step, tree.step) < 0))
            is_done = false;
    }
    end_use(store);
    if (is_done)
        (void)states_find(tree.step, tree.step);
}

void branches_insist(branch_counts *counts, const disk_image *start, uint64_t round,
                     uint64_t seed)
{
    uint64_t read = states_read();
    tree.round = round;
    tree.counts = counts;
    apo_random_seed(&tree.random, apo_mix(seed + apo_mix(round + 1)));
    for (unsigned day = 0; day < STUBBORN_DAYS; day++)
        play_stubborn_day(start);
    counts->read += states_read() - read;
}
