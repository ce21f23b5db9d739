#include "cli/lab/perft_threads.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "rules/rules/program_view.h"

enum {
    /* from this depth on jobs are split at the second ply, so that each is a small part of the
     * work */
    SPLIT_DEPTH = 4,
    JOBS_FIRST = 256,
    REPORT_AFTER_S = 2,
    REPORT_EVERY_MS = 500
};

/* One count: after a move, or after a move and a reply. */
typedef struct job {
    size_t root; /* index of the first move */
    apo_move answer;
    bool has_answer;
} job;

typedef struct work {
    const apo_position *pos;
    const apo_move_line *lines;
    unsigned depth;
    uint64_t *counts;
    job *jobs; /* owned */
    size_t job_count, job_capacity;
    pthread_mutex_t mutex; /* guards all below, and counts */
    pthread_cond_t is_done;
    size_t next;        /* the next job */
    size_t finished;    /* jobs done */
    uint64_t nodes;     /* counted so far */
    bool is_overflowed; /* some position has too many moves */
} work;

static apo_status add_job(work *all, job next)
{
    if (all->job_count == all->job_capacity) {
        size_t capacity = all->job_capacity > 0 ? all->job_capacity * 2 : JOBS_FIRST;
        job *jobs = realloc(all->jobs, capacity * sizeof *jobs);
        if (jobs == NULL)
            return APO_E_MEMORY;
        all->jobs = jobs;
        all->job_capacity = capacity;
    }
    all->jobs[all->job_count++] = next;
    return APO_OK;
}

/* Adds a job for each reply to a move. */
static apo_status split_root(work *all, size_t root)
{
    apo_position after = *all->pos;
    apo_undo undo;
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    apo_make(&after, &all->lines[root].mv, &undo);
    apo_status status = apo_moves_legal(list, &after);
    for (size_t i = 0; status == APO_OK && i < list->count; i++)
        status =
            add_job(all, (job){.root = root, .answer = list->moves[i], .has_answer = true});
    return status;
}

static apo_status list_jobs(work *all, size_t root_count)
{
    apo_status status = APO_OK;
    for (size_t root = 0; status == APO_OK && root < root_count; root++) {
        if (all->depth >= SPLIT_DEPTH)
            status = split_root(all, root);
        else
            status = add_job(all, (job){.root = root});
    }
    return status;
}

static uint64_t count_job(const work *all, const job *next)
{
    apo_position pos = *all->pos;
    apo_undo undo;
    apo_make(&pos, &all->lines[next->root].mv, &undo);
    if (!next->has_answer)
        return apo_perft(&pos, all->depth - 1);
    apo_make(&pos, &next->answer, &undo);
    return apo_perft(&pos, all->depth - 2);
}

static void *work_on(void *context)
{
    work *all = context;
    pthread_mutex_lock(&all->mutex);
    while (all->next < all->job_count && !all->is_overflowed) {
        const job *next = &all->jobs[all->next++];
        pthread_mutex_unlock(&all->mutex);
        uint64_t nodes = count_job(all, next);
        pthread_mutex_lock(&all->mutex);
        if (nodes == APO_PERFT_UNKNOWN)
            all->is_overflowed = true;
        all->counts[next->root] += nodes;
        all->nodes += nodes;
        all->finished++;
    }
    pthread_cond_signal(&all->is_done);
    pthread_mutex_unlock(&all->mutex);
    return NULL;
}

static double seconds_since(const struct timespec *start)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

static void report(const work *all, double seconds)
{
    fprintf(stderr, "\rperft: %zu of %zu parts, %llu nodes, %.1f million a second ",
            all->finished, all->job_count, (unsigned long long)all->nodes,
            (double)all->nodes / seconds / 1e6);
    fflush(stderr);
}

/* Waits for the last job and reports progress from time to time. The mutex is held. */
static void wait_for_end(work *all, bool has_progress)
{
    struct timespec start, until;
    bool has_reported = false;
    clock_gettime(CLOCK_MONOTONIC, &start);
    while (all->finished < all->job_count && !all->is_overflowed) {
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += (long)REPORT_EVERY_MS * 1000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&all->is_done, &all->mutex, &until);
        double seconds = seconds_since(&start);
        if (has_progress && seconds >= REPORT_AFTER_S) {
            report(all, seconds);
            has_reported = true;
        }
    }
    if (has_reported)
        fputc('\n', stderr);
}

static apo_status run_threads(work *all, const apo_perft_run *run)
{
    pthread_t threads[APO_THREADS_MAX];
    unsigned started = 0;
    pthread_mutex_init(&all->mutex, NULL);
    pthread_cond_init(&all->is_done, NULL);
    while (started < run->threads && pthread_create(&threads[started], NULL, work_on, all) == 0)
        started++;
    if (started > 0) {
        pthread_mutex_lock(&all->mutex);
        wait_for_end(all, run->has_progress);
        pthread_mutex_unlock(&all->mutex);
    }
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_cond_destroy(&all->is_done);
    pthread_mutex_destroy(&all->mutex);
    if (started == 0)
        return APO_E_IO;
    return all->is_overflowed ? APO_E_OVERFLOW : APO_OK;
}

apo_status apo_perft_count(uint64_t *out_counts, const apo_position *pos,
                           const apo_move_line *lines, size_t count, unsigned depth,
                           const apo_perft_run *run)
{
    work all = {.pos = pos, .lines = lines, .depth = depth, .counts = out_counts};
    for (size_t i = 0; i < count; i++)
        out_counts[i] = 0;
    apo_status status = list_jobs(&all, count);
    if (status == APO_OK)
        status = run_threads(&all, run);
    free(all.jobs);
    return status;
}
