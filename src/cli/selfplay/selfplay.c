#include "cli/selfplay/selfplay.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/host.h"
#include "base/random.h"
#include "cli/call/message.h"
#include "cli/io/interrupt.h"
#include "cli/lab/lab_game.h"
#include "cli/match/opening.h"
#include "neural/network_file.h"
#include "notation/move_number.h"

enum {
    HASH_MB = 8, /* a move has some thousand nodes */
    SERIES_MAX =
        3, /* attempts at an opening, each from another start, before a game is given up */
    LENGTH_MAX = 400, /* half-moves; then points decide, or it is a draw */
    DECIDED_CP =
        1500, /* a lead that decides the game if both sides see it, or a mate, twice each */
    DECIDED_PLIES = 4,
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
    apo_engine *engine;       /* owned */
    apo_training_game record; /* the game in flight */
    bool is_lost;             /* a move of it cannot be recorded */
} worker;

/* --- a game -------------------------------------------------------------- */

static void note_ply(apo_training_game *record, uint16_t move, int score)
{
    record->plies[record->ply_count++] = (apo_training_ply){move, (int16_t)score};
}

static void watch(void *context, const apo_position *pos, const apo_decision *made)
{
    worker *w = context;
    uint16_t move;
    if (w->record.ply_count == APO_TRAINING_PLIES_MAX ||
        apo_move_number(&move, pos, &made->best) != APO_OK)
        w->is_lost = true;
    else
        note_ply(&w->record, move, made->score);
}

/* The position that a game begins with, if FENs were given. */
static const apo_position *read_start(worker *w, uint32_t index, apo_position *pos)
{
    const apo_selfplay_starts *starts = w->all->plan->starts;
    if (starts == NULL)
        return NULL;
    apo_span fen = starts->fens[index];
    if (apo_fen_read(pos, w->all->plan->source->var, fen, NULL) != APO_OK)
        return NULL;
    memcpy(w->record.fen, fen.text, fen.length);
    w->record.fen[fen.length] = '\0';
    return pos;
}

/* Takes the starts in turn; one without a balanced opening is skipped. */
static apo_status make_opening(apo_game **out, worker *w, uint32_t number)
{
    const apo_selfplay_plan *plan = w->all->plan;
    const apo_training_head *head = &plan->head;
    uint32_t count = plan->starts != NULL ? plan->starts->count
                                          : apo_variant_info_of(plan->source->var)->start_count;
    apo_status status = APO_E_UNSUPPORTED;
    for (uint32_t i = 0; status == APO_E_UNSUPPORTED && i < SERIES_MAX; i++) {
        apo_position pos;
        const apo_openings openings = {.var = plan->source->var,
                                       .name_index = plan->source->name_index,
                                       .start_number = 1 + (number % count + i) % count,
                                       .start =
                                           read_start(w, (number % count + i) % count, &pos),
                                       .plies = head->plies,
                                       .balance_cp = head->balance_cp,
                                       .seed = apo_mix(head->seed + i)};
        status = apo_opening_make(out, &w->record.start, &openings, number, w->engine);
    }
    return status;
}

static apo_status note_opening(worker *w, const apo_game *opening)
{
    apo_status status = APO_OK;
    for (size_t i = 0; status == APO_OK && i < apo_game_info_of(opening).length; i++) {
        apo_position pos;
        uint16_t move;
        apo_move mv = apo_game_move(opening, i);
        apo_game_position_at(&pos, opening, i);
        status = apo_move_number(&move, &pos, &mv);
        if (status == APO_OK)
            note_ply(&w->record, move, 0);
    }
    w->record.random_count = w->record.ply_count;
    return status;
}

/* Plays game `number` into the worker's record. */
static apo_status play_game(worker *w, uint32_t number)
{
    apo_game *opening = NULL;
    apo_lab_result result;
    const apo_lab_table table = {
        .engine = w->engine,
        .rules = {.nodes = w->all->plan->head.nodes,
                  .length_max = LENGTH_MAX,
                  .decided_cp = w->all->plan->is_to_end ? 0 : DECIDED_CP,
                  .decided_plies = DECIDED_PLIES},
        .watch = watch,
        .watch_context = w};
    w->record = (apo_training_game){.number = number};
    w->is_lost = false;
    apo_status status = make_opening(&opening, w, number);
    if (status == APO_OK)
        status = note_opening(w, opening);
    if (status == APO_OK)
        status = apo_engine_restart(w->engine);
    if (status == APO_OK)
        status = apo_lab_play(&result, &table, apo_game_position(opening), 0);
    apo_game_free(opening);
    if (status == APO_OK && w->is_lost)
        status = APO_E_OVERFLOW;
    if (status == APO_OK)
        w->record.white_quarters = (uint8_t)result.white_quarters;
    return status;
}

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
            all->result = apo_report_failure("game %u: %s", (unsigned)w->record.number,
                                             apo_status_message(status));
        else if (!apo_games_file_add(all->file, &w->record))
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
        end_game(w, play_game(w, number));
    return NULL;
}

/* The engine keeps the net for all games of the variant. */
static apo_status give_net(apo_engine *engine, const apo_variant *var, apo_span net)
{
    apo_network *network = NULL;
    if (net.length == 0)
        return APO_OK;
    apo_status status = apo_network_read(&network, var, net, NULL, NULL);
    if (status == APO_OK)
        status = apo_engine_set_network(engine, network);
    if (status != APO_OK)
        apo_network_free(network);
    return status;
}

static apo_status prepare(worker *w, selfplay *all)
{
    const apo_engine_options options = {.hash_mb = HASH_MB};
    w->all = all;
    const apo_variant *var = all->plan->source->var;
    apo_status status = apo_engine_new(&w->engine, &options);
    if (status == APO_OK)
        status = apo_engine_new_game(w->engine, var);
    return status == APO_OK ? give_net(w->engine, var, all->plan->net) : status;
}

/* Runs as many workers as can be started, and waits for them. */
static void run_workers(selfplay *all, worker *workers)
{
    uint32_t count = 0;
    apo_status status = APO_OK;
    while (count < all->plan->threads && status == APO_OK) {
        status = prepare(&workers[count], all);
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
        apo_engine_free(workers[i].engine);
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
