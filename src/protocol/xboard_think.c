/* Thinking, pondering and analysing, in the runner's thread. */
#include "protocol/xboard_priv.h"

enum {
    MATE_CP = 100000,         /* mate scores of the protocol */
    BASE_DEFAULT_MS = 300000, /* 40 moves in five minutes, by default */
    MOVES_LEFT = 30           /* of a game with a clock, when nodes take the place of time */
};

/* --- reports ------------------------------------------------------------- */

static int written_score(int score)
{
    if (!apo_score_is_mate(score))
        return score;
    int moves = apo_score_mate_moves(score);
    return score > 0 ? MATE_CP + moves : -MATE_CP + moves;
}

static void add_number(apo_buffer *out, int64_t number)
{
    apo_buffer_add_number(out, number);
    apo_buffer_add_char(out, ' ');
}

static void add_play(apo_buffer *out, const apo_position *from, const apo_pv *play)
{
    apo_position pos = *from;
    apo_undo undo;
    for (unsigned i = 0; i < play->count; i++) {
        apo_buffer_add_char(out, i == 0 ? '\t' : ' ');
        apo_xboard_add_move(out, &pos, &play->moves[i], ",");
        apo_make(&pos, &play->moves[i], &undo);
    }
}

/* Stores the answers to "." and "hint". */
static void remember(apo_xboard *x, const apo_search_report *report)
{
    if (report->index > 0)
        return;
    pthread_mutex_lock(&x->mutex);
    x->latest =
        (apo_xboard_status){report->depth, report->nodes, report->time_ms, report->score};
    if (x->job == APO_XBOARD_ANALYSING && report->line->count > 0) {
        x->hint = report->line->moves[0];
        x->has_hint = true;
    }
    pthread_mutex_unlock(&x->mutex);
}

static bool is_wanted(apo_xboard *x)
{
    pthread_mutex_lock(&x->mutex);
    bool is_wanted = x->is_posting || x->job == APO_XBOARD_ANALYSING;
    pthread_mutex_unlock(&x->mutex);
    return is_wanted;
}

static void report(void *context, const apo_search_report *report)
{
    apo_xboard *x = context;
    apo_buffer line;
    int64_t ms = report->time_ms > 0 ? report->time_ms : 1;
    apo_level_note(&x->choice, report);
    remember(x, report);
    if (!is_wanted(x))
        return;
    apo_buffer_init(&line, x->environment.alloc);
    add_number(&line, report->depth);
    add_number(&line, written_score(report->score));
    add_number(&line, report->time_ms / APO_XBOARD_CENTISECOND_MS);
    add_number(&line, (int64_t)report->nodes);
    add_number(&line, report->seldepth);
    apo_buffer_add_number(&line, (int64_t)(report->nodes * 1000 / (uint64_t)ms));
    add_play(&line, apo_engine_position(x->engine), report->line);
    apo_xboard_send_buffer(x, &line);
}

/* --- limits -------------------------------------------------------------- */

/* Lists the root moves that are not excluded; no list if none is. */
static void set_searched(apo_xboard *x)
{
    apo_moves legal;
    apo_move_list *list = apo_moves_start(&legal), *kept = apo_moves_start(&x->searched);
    if (x->excluded.list.count == 0)
        return;
    (void)apo_moves_legal(list, &x->pos);
    for (size_t i = 0; i < list->count; i++) {
        bool is_excluded = false;
        for (size_t j = 0; j < x->excluded.list.count; j++)
            is_excluded = is_excluded || apo_move_same(&x->excluded.buf[j], &list->moves[i]);
        if (!is_excluded)
            apo_move_list_add(kept, list->moves[i]);
    }
    x->limits.moves = x->searched.buf;
    x->limits.move_count = kept->count;
}

/* The engine's moves in this time control: it plays the side to move. */
static unsigned moves_to_go(const apo_xboard *x)
{
    size_t made = (x->move_count - x->period_start) / 2;
    return x->period > 0 ? x->period - (unsigned)(made % x->period) : 0;
}

/* The time left after a pause: at least a millisecond. */
static int64_t less_spent(const apo_xboard *x, int64_t ms)
{
    return ms - x->spent_ms > 1 ? ms - x->spent_ms : 1;
}

/* The clock's time as nodes, divided evenly among the moves. */
static void set_nodes(apo_xboard *x)
{
    apo_limits *limits = &x->limits;
    int64_t ms = limits->move_ms;
    if (limits->has_clock) {
        unsigned left = limits->moves_to_go > 0 && limits->moves_to_go < MOVES_LEFT
                            ? limits->moves_to_go
                            : MOVES_LEFT;
        ms = limits->clock_ms / left + limits->increment_ms / 2;
    }
    limits->has_clock = false;
    limits->move_ms = 0;
    limits->nodes = 1 + (uint64_t)ms * x->nps / 1000;
}

static void set_clock(apo_xboard *x)
{
    apo_limits *limits = &x->limits;
    limits->overhead_ms = x->options.of[APO_OPTION_MOVE_OVERHEAD];
    limits->asked_ms = apo_environment_now(&x->environment);
    if (x->move_ms > 0) {
        limits->move_ms = less_spent(x, x->move_ms);
        return;
    }
    limits->has_clock = true;
    limits->clock_ms = x->own_ms >= 0   ? x->own_ms
                       : x->base_ms > 0 ? x->base_ms
                                        : BASE_DEFAULT_MS;
    limits->clock_ms = less_spent(x, limits->clock_ms);
    limits->increment_ms = x->increment_ms;
    limits->moves_to_go = moves_to_go(x);
}

/* The choices differ from game to game. */
static void set_level(apo_xboard *x)
{
    const uint32_t *options = x->options.of;
    apo_random_seed(&x->random,
                    apo_position_key(&x->pos) ^ (uint64_t)apo_environment_now(&x->environment));
    if (options[APO_OPTION_LIMIT_STRENGTH] != 0)
        apo_level_of_elo(&x->job_level, options[APO_OPTION_ELO], &x->random);
    else
        x->job_level = *apo_level_get(options[APO_OPTION_LEVEL]);
}

static void set_limits(apo_xboard *x, enum apo_xboard_job job)
{
    x->limits = (apo_limits){.lines = x->options.of[APO_OPTION_MULTI_PV]};
    set_searched(x);
    if (job != APO_XBOARD_THINKING) {
        x->limits.is_infinite = true;
        return;
    }
    x->limits.depth = x->depth;
    set_clock(x);
    if (x->nps > 0)
        set_nodes(x);
    set_level(x);
    apo_level_limit(&x->limits, &x->job_level);
}

/* --- jobs ---------------------------------------------------------------- */

static bool search(apo_xboard *x, apo_decision *out)
{
    *out = (apo_decision){.has_move = false};
    x->choice = (apo_level_choice){.whole = {.count = 0}};
    return apo_engine_go(out, x->engine, &x->limits, report, x) == APO_OK && out->has_move;
}

/* Pings that came while the engine was thinking are answered after the move. */
static void answer_pings(apo_xboard *x)
{
    for (unsigned i = 0; i < x->ping_count; i++) {
        apo_buffer line;
        apo_buffer_init(&line, x->environment.alloc);
        apo_buffer_add(&line, "pong ");
        apo_buffer_add_number(&line, x->pings[i]);
        if (line.bytes != NULL)
            x->environment.write(x->environment.write_context, line.bytes);
        apo_buffer_clear(&line);
    }
    x->ping_count = 0;
}

/* Ends the engine's turn before the move is sent: the reply may come at once. */
static void end_thinking(apo_xboard *x, enum apo_xboard_job next, apo_buffer *lines)
{
    pthread_mutex_lock(&x->mutex);
    x->job = next;
    if (!lines->is_failed && lines->bytes != NULL)
        x->environment.write(x->environment.write_context, lines->bytes);
    answer_pings(x);
    pthread_mutex_unlock(&x->mutex);
    apo_buffer_clear(lines);
}

static bool is_abandoned(apo_xboard *x)
{
    pthread_mutex_lock(&x->mutex);
    bool is_abandoned = x->is_abandoned;
    pthread_mutex_unlock(&x->mutex);
    return is_abandoned;
}

static bool may_ponder(apo_xboard *x)
{
    pthread_mutex_lock(&x->mutex);
    bool may_ponder = x->has_ponder && !x->is_abandoned;
    pthread_mutex_unlock(&x->mutex);
    return may_ponder;
}

/* Ponders on the expected reply until the opponent has moved. */
static void ponder(apo_xboard *x, const apo_decision *made)
{
    apo_decision unused;
    if (!may_ponder(x) || !made->has_ponder || x->is_over ||
        apo_engine_play(x->engine, &made->best) != APO_OK ||
        apo_engine_play(x->engine, &made->ponder) != APO_OK)
        return;
    x->limits = (apo_limits){.lines = 1, .is_infinite = true};
    /* Clears a stop meant for the last move; a stop of this search sets the flag too. */
    apo_engine_arm(x->engine);
    if (!is_abandoned(x))
        (void)search(x, &unused);
}

/* Makes the move found and appends its output. */
static bool make_move(apo_xboard *x, apo_decision *made, apo_buffer *lines)
{
    apo_level_pick(made, &x->choice, &x->job_level, &x->pos, &x->random);
    apo_buffer_add(lines, "move ");
    apo_xboard_add_move(lines, &x->pos, &made->best, ",\nmove ");
    if (apo_xboard_play(x, &made->best) != APO_OK)
        return false;
    x->has_hint = made->has_ponder;
    if (made->has_ponder)
        x->hint = made->ponder;
    return true;
}

static void think_job(void *context)
{
    apo_xboard *x = context;
    apo_decision made;
    apo_buffer lines;
    apo_buffer_init(&lines, x->environment.alloc);
    bool has_move = search(x, &made);
    if (is_abandoned(x)) {
        end_thinking(x, APO_XBOARD_IDLE, &lines);
        return;
    }
    if (has_move)
        has_move = make_move(x, &made, &lines);
    apo_xboard_add_result(&lines, x);
    end_thinking(x, APO_XBOARD_PONDERING, &lines);
    if (has_move)
        ponder(x, &made);
}

static void analyse_job(void *context)
{
    apo_decision made;
    (void)search(context, &made);
}

static void start_job(apo_xboard *x, enum apo_xboard_job job)
{
    if (apo_xboard_tell_engine(x) != APO_OK) {
        apo_xboard_report_error(x, "out of memory", apo_span_of("go"));
        return;
    }
    apo_engine_arm(x->engine);
    set_limits(x, job);
    x->job = job;
    x->is_abandoned = false;
    x->latest = (apo_xboard_status){.depth = 0};
    if (apo_runner_start(x->runner, job == APO_XBOARD_THINKING ? think_job : analyse_job, x) !=
        APO_OK) {
        x->job = APO_XBOARD_IDLE;
        apo_xboard_report_error(x, "no thread available", apo_span_of("go"));
    }
}

void apo_xboard_start(apo_xboard *x)
{
    bool is_own = !x->is_forced && !x->is_editing && apo_position_side(&x->pos) == x->own;
    if (x->is_paused || (!x->is_analysing && !is_own))
        return;
    /* Walks through the whole game, so only done where it matters. */
    apo_repetition history = {.occurrences = apo_xboard_occurrences(x)};
    bool is_over =
        apo_position_outcome_with_history(&x->pos, &history).ending != APO_ENDING_NONE;
    if (x->is_analysing) {
        if (!is_over)
            start_job(x, APO_XBOARD_ANALYSING);
        return;
    }
    if (is_over)
        apo_xboard_send_result(x);
    else
        start_job(x, APO_XBOARD_THINKING);
}

void apo_xboard_abandon(apo_xboard *x)
{
    pthread_mutex_lock(&x->mutex);
    x->is_abandoned = true;
    pthread_mutex_unlock(&x->mutex);
    apo_engine_stop(x->engine);
    apo_runner_stop(x->runner);
    x->job = APO_XBOARD_IDLE;
}

void apo_xboard_hurry(apo_xboard *x)
{
    if (apo_xboard_is_thinking(x))
        apo_engine_stop(x->engine);
}

bool apo_xboard_is_thinking(apo_xboard *x)
{
    pthread_mutex_lock(&x->mutex);
    bool is_thinking = x->job == APO_XBOARD_THINKING;
    pthread_mutex_unlock(&x->mutex);
    return is_thinking;
}
