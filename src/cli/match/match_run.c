#include "cli/match/match_run.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/host.h"
#include "cli/call/message.h"
#include "cli/io/input.h"
#include "cli/io/interrupt.h"
#include "cli/match/match_report.h"
#include "cli/view/game_pgn.h"
#include "notation/pgn_writer.h"

enum {
    LOOK_AROUND_MS = 200,
    /* consecutive exits of programs before their first move: the command is wrong */
    DEATHS_MAX = 3
};

typedef struct match {
    apo_match_record *record;
    const apo_match_plan *plan;
    atomic_bool stop;      /* stops waiting for moves */
    pthread_mutex_t mutex; /* guards all below, and the record */
    pthread_cond_t news;
    uint32_t next;      /* the next game */
    unsigned busy;      /* busy workers */
    unsigned dead_runs; /* consecutive games that ended before the first move */
    bool has_failed;    /* reported on stderr */
    int64_t start_ms;
} match;

typedef struct worker {
    match *all;
    pthread_t thread;
    apo_player players[APO_MATCH_PLAYERS];
    apo_engine *evaluator; /* evaluates openings; owned; NULL: not needed */
} worker;

/* --- a game -------------------------------------------------------------- */

static void set_tag(apo_pgn_game *pgn, const char *name, const char *value)
{
    (void)apo_pgn_tag_set(pgn, apo_span_of(name), apo_span_of(value));
}

/* `comments` has one line per move after the opening. */
static void add_comments(apo_pgn_game *pgn, const apo_buffer *comments)
{
    apo_span rest = apo_buffer_span(comments), line;
    size_t count = 0;
    for (apo_span ahead = rest; apo_span_line(&ahead, &line);)
        count++;
    for (uint32_t node = (uint32_t)(pgn->node_count - count); apo_span_line(&rest, &line);
         node++)
        (void)apo_pgn_add_comment(pgn, node, false, line);
}

static void write_pgn(apo_buffer *out, const apo_game *game, const apo_game_labels *labels,
                      const apo_match_result *result, const apo_buffer *comments)
{
    apo_pgn_game pgn;
    apo_pgn_game_init(&pgn, NULL);
    if (apo_game_to_pgn(&pgn, game, labels) == APO_OK) {
        if (result->end != APO_MATCH_END_RULES)
            set_tag(&pgn, "Termination", apo_match_end_word(result->end));
        pgn.white_quarters = result->white_quarters;
        add_comments(&pgn, comments);
        if (result->detail[0] != '\0')
            (void)apo_pgn_add_comment(&pgn, (uint32_t)pgn.node_count - 1, false,
                                      apo_span_of(result->detail));
        (void)apo_pgn_write(out, &pgn);
    }
    apo_pgn_game_clear(&pgn);
}

static void today(char *buf, size_t size)
{
    struct tm now;
    time_t seconds = time(NULL);
    localtime_r(&seconds, &now);
    strftime(buf, size, "%Y.%m.%d", &now);
}

/* Plays game `index` and makes its PGN. */
static apo_status play_game(worker *own, uint32_t index, apo_match_result *out, apo_buffer *pgn)
{
    const apo_match_plan *plan = own->all->plan;
    const apo_match_table table = {&plan->openings, &plan->rules, own->players, own->evaluator};
    unsigned white = index % 2;
    apo_game *game;
    apo_buffer comments;
    uint32_t number;
    char date[32];
    apo_buffer_init(&comments, NULL);
    apo_status status = apo_match_game_numbered(out, &game, &number, &table, index, &comments);
    if (status != APO_OK)
        return status;
    today(date, sizeof date);
    const apo_game_labels labels = {
        .variant = apo_variant_info_of(plan->source.var)->id,
        .start_name = apo_variant_start_name(plan->source.var, plan->openings.name_index),
        .number = number,
        .event = "engine match",
        .date = date,
        .white = own->players[white].spec->name,
        .black = own->players[!white].spec->name};
    if (plan->pgn_path != NULL)
        write_pgn(pgn, game, &labels, out, &comments);
    apo_buffer_clear(&comments);
    apo_game_free(game);
    return APO_OK;
}

/* --- workers ------------------------------------------------------------- */

/* Takes the next game to play. False: none. The mutex is held. */
static bool take_next(match *all, uint32_t *out)
{
    while (all->next < all->plan->games && apo_match_record_has(all->record, all->next))
        all->next++;
    if (all->next >= all->plan->games || atomic_load(&all->stop))
        return false;
    *out = all->next++;
    return true;
}

static void fail(match *all, const char *what)
{
    if (!all->has_failed)
        apo_report_error("match: %s", what);
    all->has_failed = true;
    atomic_store(&all->stop, true);
}

/* Aborts the match if programs keep exiting before their first move. */
static void watch_deaths(match *all, const apo_match_result *result)
{
    bool is_dead =
        result->end == APO_MATCH_END_DIED && result->plies <= all->plan->openings.plies;
    all->dead_runs = is_dead ? all->dead_runs + 1 : 0;
    if (all->dead_runs >= DEATHS_MAX)
        fail(all, "the match was ended: a program does not start");
}

static void take_result(match *all, uint32_t index, const apo_match_result *result,
                        const apo_buffer *pgn)
{
    if (result->end == APO_MATCH_END_STOPPED)
        return;
    if (result->end == APO_MATCH_END_UNKNOWN) {
        fail(all, result->detail);
        return;
    }
    if (apo_match_end_is_forfeit(result->end))
        apo_match_report_forfeit(all->record, index, result);
    if (!apo_match_record_add(all->record, index, result, apo_buffer_span(pgn)))
        fail(all, "the results cannot be written");
    watch_deaths(all, result);
    if (all->plan->has_progress)
        apo_match_report_progress(all->record, apo_engine_now(NULL) - all->start_ms);
    if (all->plan->has_sprt &&
        apo_sprt_decide(&all->plan->sprt, &all->record->stats) != APO_SPRT_OPEN)
        atomic_store(&all->stop, true);
}

static void *work(void *context)
{
    worker *own = context;
    match *all = own->all;
    uint32_t index;
    pthread_mutex_lock(&all->mutex);
    while (take_next(all, &index)) {
        apo_match_result result;
        apo_buffer pgn;
        pthread_mutex_unlock(&all->mutex);
        apo_buffer_init(&pgn, NULL);
        apo_status status = play_game(own, index, &result, &pgn);
        pthread_mutex_lock(&all->mutex);
        if (status == APO_OK)
            take_result(all, index, &result, &pgn);
        else
            fail(all, status == APO_E_UNSUPPORTED ? "no balanced opening was found; try "
                                                    "fewer --plies, a larger --balance or a "
                                                    "smaller --imbalance"
                                                  : apo_status_message(status));
        apo_buffer_clear(&pgn);
    }
    pthread_mutex_unlock(&all->mutex);
    for (unsigned i = 0; i < APO_MATCH_PLAYERS; i++)
        apo_player_stop(&own->players[i]);
    pthread_mutex_lock(&all->mutex);
    all->busy--;
    pthread_cond_signal(&all->news);
    pthread_mutex_unlock(&all->mutex);
    return NULL;
}

static bool is_stopped(const void *context)
{
    const match *all = context;
    return atomic_load(&all->stop);
}

static bool prepare_worker(worker *own, match *all)
{
    const char *game = all->plan->variant;
    const char *path = apo_is_variant_path(apo_span_of(game)) ? game : NULL;
    own->all = all;
    for (unsigned i = 0; i < APO_MATCH_PLAYERS; i++)
        own->players[i] =
            (apo_player){.spec = &all->plan->players[i],
                         .patience_ms = all->plan->rules.patience_ms,
                         .variant = apo_variant_info_of(all->plan->source.var)->id,
                         .path = path,
                         .child = {.is_stopped = is_stopped,
                                   .stop_context = all,
                                   .log = all->plan->log,
                                   .constants = all->plan->players[i].constants,
                                   .name = all->plan->players[i].name}};
    return apo_match_evaluator_new(&own->evaluator, &all->plan->openings) == APO_OK;
}

/* Watches for Ctrl-C until all workers have ended. The mutex is held. */
static void watch(match *all)
{
    while (all->busy > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += (long)LOOK_AROUND_MS * 1000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&all->news, &all->mutex, &until);
        if (apo_interrupt_is_set())
            atomic_store(&all->stop, true);
    }
}

static void run_workers(match *all, worker *workers)
{
    uint32_t started = 0;
    pthread_mutex_lock(&all->mutex);
    for (; started < all->plan->concurrency; started++) {
        if (!prepare_worker(&workers[started], all) ||
            pthread_create(&workers[started].thread, NULL, work, &workers[started]) != 0) {
            fail(all, apo_status_message(APO_E_MEMORY));
            break;
        }
        all->busy++;
    }
    watch(all);
    pthread_mutex_unlock(&all->mutex);
    for (uint32_t i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    for (uint32_t i = 0; i < all->plan->concurrency; i++)
        apo_engine_free(workers[i].evaluator);
}

enum apo_exit apo_match_run(apo_match_record *record, bool *out_is_interrupted)
{
    match all = {.record = record, .plan = record->plan, .start_ms = apo_engine_now(NULL)};
    worker *workers = calloc(record->plan->concurrency, sizeof *workers);
    if (workers == NULL)
        return apo_report_failure("match: %s", apo_status_message(APO_E_MEMORY));
    atomic_init(&all.stop, false);
    (void)apo_interrupt_install();
    (void)signal(SIGPIPE, SIG_IGN);
    pthread_mutex_init(&all.mutex, NULL);
    pthread_cond_init(&all.news, NULL);
    run_workers(&all, workers);
    pthread_cond_destroy(&all.news);
    pthread_mutex_destroy(&all.mutex);
    free(workers);
    *out_is_interrupted = apo_interrupt_is_set();
    return all.has_failed ? APO_EXIT_NO : APO_EXIT_OK;
}
