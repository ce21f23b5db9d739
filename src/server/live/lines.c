#include "server/live/lines.h"

#include "game/line_tree.h"
#include "server/jobs/jobs.h"
#include "server/live/line_kind.h"
#include "server/live/live.h"
#include "store/game_notes.h"

enum {
    RETRY_MS = 5 * 1000 /* when memory is short */
};

apo_status apo_lines_check(const apo_position *start, size_t played, unsigned side,
                           apo_span text)
{
    apo_line_tree tree;
    apo_status status = apo_line_tree_read(&tree, text, NULL);
    if (status != APO_OK)
        return status;
    status = apo_line_tree_check(&tree, start, (apo_side)side, played, NULL);
    apo_line_tree_free(&tree);
    return status;
}

/* The answer that the lines in the text give in the present position; empty if there is none.
 * It must be checked again before it is played. */
static apo_span find_answer(const apo_round *round, apo_span text)
{
    apo_line_tree tree;
    apo_span answer = {NULL, 0};
    if (apo_line_tree_read(&tree, text, NULL) != APO_OK)
        return answer;
    uint32_t node = 0;
    size_t ply = 0;
    do
        node = ply < round->ply_count
                   ? apo_line_tree_step(&tree, node, apo_span_of(round->plies[ply].text))
                   : 0;
    while (node != APO_LINE_NONE && ++ply < round->ply_count);
    /* Two different answers count as none: the position can be reached in two ways. */
    uint32_t child = node != APO_LINE_NONE ? tree.nodes[node].child : APO_LINE_NONE;
    if (child != APO_LINE_NONE && tree.nodes[child].next == APO_LINE_NONE)
        answer = tree.nodes[child].move;
    apo_line_tree_free(&tree);
    return answer;
}

/* --- the job ------------------------------------------------------------- */

typedef struct line_job {
    apo_app *app;
    apo_job *job;
} line_job;

static void finish(void *context, apo_status status)
{
    line_job *all = context;
    apo_job_end(all->job, status);
    apo_free(NULL, all);
}

static void drop(line_job *all)
{
    apo_job_done(all->job, NULL);
    apo_free(NULL, all);
}

/* Adds the events of the answer, if there is one. */
static void answer(apo_act *act, apo_app *app)
{
    apo_store_sheet sheet;
    apo_buffer text;
    apo_round *round = act->round;
    apo_buffer_init(&text, NULL);
    if (apo_round_may_answer(round) &&
        apo_store_find_sheet(app->store, &sheet, &text, apo_span_of(round->id), act->by,
                             "lines") == APO_OK &&
        !text.is_failed) {
        apo_span move = find_answer(round, apo_buffer_span(&text));
        if (move.length > 0)
            apo_act_move(act, round->ply_count, move, NULL);
    }
    apo_buffer_clear(&text);
}

/* Waits until the game is not busy. */
static void play_line(void *context)
{
    line_job *all = context;
    apo_live_game *game;
    apo_act act;
    char key[APO_EVENT_KEY_MAX];
    apo_status status =
        apo_live_find(all->app->live, &game, apo_span_of(apo_job_row(all->job)->subject));
    if (status == APO_OK && !apo_live_game_enter(game, play_line, all))
        return;
    if (status != APO_OK) {
        if (apo_job_is_transient(status))
            finish(all, status);
        else
            drop(all);
        return;
    }
    apo_round *round = apo_live_game_round(game);
    apo_text text = apo_text_start(key, sizeof key);
    apo_text_add(&text, APO_EVENT_LINE_KEY);
    apo_text_add_number(&text, (int64_t)round->seq + 1);
    apo_act_start(&act, round, apo_round_turn(round), apo_http_wall_clock_ms(),
                  apo_text_span(&text));
    answer(&act, all->app);
    if (act.count == 0) {
        drop(all);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_job_drop(all->job, batch);
    apo_live_game_commit(game, &act, batch, finish, all);
}

static void begin_now(void *context, apo_job *job)
{
    line_job *all = apo_allocate(NULL, sizeof *all);
    if (all == NULL) {
        apo_job_delay(job, RETRY_MS);
        return;
    }
    *all = (line_job){context, job};
    play_line(all);
}

static void begin(void *context, apo_job *job)
{
    apo_live_for_job(context, job, apo_span_of(apo_job_row(job)->subject), begin_now);
}

void apo_lines_add(apo_app *app)
{
    for (unsigned i = 0; i < APO_LINE_KINDS; i++)
        apo_jobs_add(app->jobs, apo_line_kind_at(i), begin);
}
