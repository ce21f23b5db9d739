#include "server/live/lines.h"

#include "game/line_tree.h"
#include "notation/fen.h"
#include "server/live/line_kind.h"
#include "server/live/live.h"
#include "server/site/chores.h"
#include "store/desk.h"

enum {
    RETRY_MS = 5 * 1000 /* when memory is short */
};

apo_status apo_lines_check(const apo_round *round, unsigned side, apo_span text)
{
    apo_line_tree tree;
    apo_position start;
    apo_status status = apo_line_tree_read(&tree, text, NULL);
    if (status != APO_OK)
        return status;
    status = apo_fen_read(&start, round->var, apo_span_of(round->start.fen), NULL);
    if (status == APO_OK)
        status = apo_line_tree_check(&tree, &start, (apo_side)side, round->ply_count, NULL);
    apo_line_tree_free(&tree);
    return status;
}

apo_span apo_lines_answer(const apo_round *round, apo_span text)
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
    /* Two answers are none: they were planned before this position was reached in another way. */
    uint32_t child = node != APO_LINE_NONE ? tree.nodes[node].child : APO_LINE_NONE;
    if (child != APO_LINE_NONE && tree.nodes[child].next == APO_LINE_NONE)
        answer = tree.nodes[child].move;
    apo_line_tree_free(&tree);
    return answer;
}

/* --- the task --- */

typedef struct line_job {
    apo_app *app;
    apo_chore *chore;
} line_job;

static void finish(void *context, apo_status status)
{
    line_job *job = context;
    apo_chore_end(job->chore, status);
    apo_free(NULL, job);
}

static void drop(line_job *job)
{
    apo_chore_done(job->chore, NULL);
    apo_free(NULL, job);
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
        apo_span move = apo_lines_answer(round, apo_buffer_span(&text));
        if (move.length > 0)
            apo_act_move(act, round->ply_count, move, NULL);
    }
    apo_buffer_clear(&text);
}

/* Waits until nothing of the game is being stored. */
static void play_line(void *context)
{
    line_job *job = context;
    apo_live_game *game;
    apo_act act;
    char key[APO_EVENT_KEY_MAX];
    apo_status status =
        apo_live_find(job->app->live, &game, apo_span_of(apo_chore_task(job->chore)->subject));
    if (status == APO_OK && !apo_live_game_enter(game, play_line, job))
        return;
    if (status != APO_OK) {
        if (apo_chore_may_pass(status))
            finish(job, status);
        else
            drop(job);
        return;
    }
    apo_round *round = apo_live_game_round(game);
    apo_text text = apo_text_start(key, sizeof key);
    apo_text_add(&text, APO_EVENT_LINE_KEY);
    apo_text_add_number(&text, (int64_t)round->seq + 1);
    apo_act_start(&act, round, apo_round_turn(round), apo_http_wall_clock_ms(),
                  apo_text_span(&text));
    answer(&act, job->app);
    if (act.count == 0) {
        drop(job);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_chore_drop(job->chore, batch);
    apo_live_game_commit(game, &act, batch, finish, job);
}

static void begin(void *context, apo_chore *chore)
{
    line_job *job = apo_allocate(NULL, sizeof *job);
    if (job == NULL) {
        apo_chore_later(chore, RETRY_MS);
        return;
    }
    *job = (line_job){context, chore};
    play_line(job);
}

void apo_lines_add(apo_app *app)
{
    for (unsigned i = 0; i < APO_LINE_KINDS; i++)
        apo_chores_add(app->chores, apo_line_kind_at(i), begin);
}
