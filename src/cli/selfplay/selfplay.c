#include "cli/selfplay/selfplay.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "api/host.h"
#include "cli/call/message.h"

enum {
    SHOW_SCREEN_MS = 500,
    SHOW_LOG_MS = 60000
};

typedef struct selfplay {
    apo_games_file *file;
    const apo_selfplay_plan *plan;
    bool is_shown, is_screen;
    int64_t start_ms;
    uint32_t games_before; /* in the file when this run began */
    uint64_t positions_before;
    pthread_mutex_t mutex; /* guards all below, and the file */
    uint32_t next;         /* the smallest number that may be free */
    uint32_t busy;         /* games in flight */
    int64_t shown_ms;
    enum apo_exit result;
} selfplay;

typedef struct worker {
    selfplay *all;
    pthread_t thread;
    apo_selfplay_player player;
} worker;

/* --- progress ------------------------------------------------------------ */

static void write_left(char *out, size_t size, const selfplay *all, int64_t elapsed_ms)
{
    const apo_selfplay_plan *plan = all->plan;
    const apo_games_file *file = all->file;
    uint64_t games = file->games - all->games_before;
    uint64_t positions = file->positions - all->positions_before;
    double left = -1;
    if (games == 0 || positions == 0)
        return;
    if (plan->game_limit > file->games)
        left = (double)(plan->game_limit - file->games) / (double)games;
    if (plan->position_limit > file->positions) {
        double by = (double)(plan->position_limit - file->positions) / (double)positions;
        left = left < 0 || by < left ? by : left;
    }
    if (left >= 0)
        apo_time_left_write(out, size, (int64_t)(left * (double)elapsed_ms / 1000));
}

static void show(selfplay *all, bool is_last)
{
    char left[48] = "";
    int64_t now = apo_engine_now(NULL), elapsed = now - all->start_ms;
    int64_t every = all->is_screen ? SHOW_SCREEN_MS : SHOW_LOG_MS;
    if (!all->is_shown || (!is_last && now - all->shown_ms < every))
        return;
    all->shown_ms = now;
    if (!is_last)
        write_left(left, sizeof left, all, elapsed);
    double rate =
        elapsed > 0
            ? 1000.0 * (double)(all->file->positions - all->positions_before) / (double)elapsed
            : 0;
    fprintf(stderr, "%s%s: %u games, %llu positions, %.0f positions/s%s%s",
            all->is_screen ? "\r" : "", all->plan->head.id, (unsigned)all->file->games,
            (unsigned long long)all->file->positions, rate, left,
            all->is_screen && !is_last ? "   " : "\n");
    fflush(stderr);
}

/* --- workers ------------------------------------------------------------- */

static bool is_enough(const selfplay *all)
{
    const apo_selfplay_plan *plan = all->plan;
    return (plan->game_limit > 0 && all->file->games + all->busy >= plan->game_limit) ||
           (plan->position_limit > 0 && all->file->positions >= plan->position_limit);
}

/* The next game that the file lacks; false if there is nothing more to play. */
static bool take_game(selfplay *all, uint32_t *out)
{
    pthread_mutex_lock(&all->mutex);
    bool is_taken = all->result == APO_EXIT_OK && !is_enough(all);
    while (is_taken && apo_games_file_has(all->file, all->next))
        all->next++;
    if (all->next > APO_TRAINING_NUMBER_MAX)
        is_taken = false;
    if (is_taken) {
        *out = all->next++;
        all->busy++;
    }
    pthread_mutex_unlock(&all->mutex);
    return is_taken;
}

static void end_game(worker *w, apo_status status)
{
    selfplay *all = w->all;
    pthread_mutex_lock(&all->mutex);
    all->busy--;
    if (all->result == APO_EXIT_OK) {
        if (status == APO_E_FINISHED)
            all->result = APO_EXIT_INTERRUPTED;
        else if (status == APO_E_UNSUPPORTED)
            all->result = apo_report_failure(
                "no opening of %u plies within %u centipawns was found; try another --plies or "
                "--balance",
                (unsigned)all->plan->head.plies, (unsigned)all->plan->head.balance_cp);
        else if (status != APO_OK)
            all->result = apo_report_failure("game %u: %s", (unsigned)w->player.record.number,
                                             apo_status_message(status));
        else if (!apo_games_file_add(all->file, &w->player.record))
            all->result = APO_EXIT_NO;
        show(all, false);
    }
    pthread_mutex_unlock(&all->mutex);
}

static void *work(void *context)
{
    worker *w = context;
    uint32_t number;
    while (take_game(w->all, &number))
        end_game(w, apo_selfplay_play(&w->player, number));
    return NULL;
}

/* Runs as many workers as can be started, and waits for them. */
static void run_workers(selfplay *all, worker *workers)
{
    uint32_t count = 0;
    apo_status status = APO_OK;
    while (count < all->plan->threads && status == APO_OK) {
        workers[count].all = all;
        status = apo_selfplay_prepare(&workers[count].player, all->plan);
        if (status == APO_OK &&
            pthread_create(&workers[count].thread, NULL, work, &workers[count]) != 0)
            status = APO_E_MEMORY;
        if (status == APO_OK)
            count++;
    }
    if (status != APO_OK) {
        pthread_mutex_lock(&all->mutex);
        all->result = apo_report_failure("selfplay: %s", apo_status_message(status));
        pthread_mutex_unlock(&all->mutex);
    }
    for (uint32_t i = 0; i < count; i++)
        pthread_join(workers[i].thread, NULL);
    for (uint32_t i = 0; i < all->plan->threads; i++)
        apo_selfplay_end(&workers[i].player);
}

enum apo_exit apo_selfplay_run(apo_games_file *file, const apo_selfplay_plan *plan)
{
    worker *workers = calloc(plan->threads, sizeof *workers);
    int64_t now = apo_engine_now(NULL);
    selfplay all = {.file = file,
                    .plan = plan,
                    .is_shown = isatty(STDERR_FILENO) || plan->has_progress,
                    .is_screen = isatty(STDERR_FILENO),
                    .start_ms = now,
                    .games_before = file->games,
                    .positions_before = file->positions};
    if (workers == NULL)
        return apo_report_failure("selfplay: %s", apo_status_message(APO_E_MEMORY));
    pthread_mutex_init(&all.mutex, NULL);
    run_workers(&all, workers);
    show(&all, true);
    pthread_mutex_destroy(&all.mutex);
    free(workers);
    return all.result;
}
