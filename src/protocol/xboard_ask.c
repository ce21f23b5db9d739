#include "protocol/xboard_priv.h"

enum {
    HINT_NODES = 20000,
    DRAW_MOVES_MIN = 40 /* no draw is considered before this many half-moves */
};

void apo_xboard_handle_ping(apo_xboard *x, apo_span rest)
{
    uint32_t number;
    apo_buffer line;
    if (!apo_span_number(rest, UINT32_MAX, &number)) {
        apo_xboard_report_error(x, "not a number", rest);
        return;
    }
    pthread_mutex_lock(&x->mutex);
    bool is_late = x->job == APO_XBOARD_THINKING && x->ping_count < APO_XBOARD_PINGS_MAX;
    if (is_late)
        x->pings[x->ping_count++] = number;
    pthread_mutex_unlock(&x->mutex);
    if (is_late)
        return;
    /* The other program waits for the answer before it starts the clocks. */
    apo_xboard_get_ready(x);
    apo_buffer_init(&line, x->environment.alloc);
    apo_buffer_add(&line, "pong ");
    apo_buffer_add_number(&line, number);
    apo_xboard_send_buffer(x, &line);
}

void apo_xboard_handle_status(apo_xboard *x, apo_span rest)
{
    apo_buffer line;
    (void)rest;
    pthread_mutex_lock(&x->mutex);
    apo_xboard_status now = x->latest;
    bool is_analysing = x->job == APO_XBOARD_ANALYSING;
    pthread_mutex_unlock(&x->mutex);
    if (!is_analysing)
        return;
    uint64_t legal = apo_perft(&x->pos, 1);
    unsigned count = legal < APO_MOVE_LIST_MAX ? (unsigned)legal : APO_MOVE_LIST_MAX;
    apo_buffer_init(&line, x->environment.alloc);
    apo_buffer_add(&line, "stat01: ");
    apo_buffer_add_number(&line, now.time_ms / APO_XBOARD_CENTISECOND_MS);
    apo_buffer_add_char(&line, ' ');
    apo_buffer_add_number(&line, (int64_t)now.nodes);
    apo_buffer_add_char(&line, ' ');
    apo_buffer_add_number(&line, now.depth);
    /* The search does not report its current move; XBoard wants numbers. */
    apo_buffer_add(&line, " 0 ");
    apo_buffer_add_number(&line, count);
    apo_xboard_send_buffer(x, &line);
}

/* A short search, if nothing better is known. */
static bool find_hint(apo_xboard *x, apo_move *out)
{
    const apo_limits limits = {.nodes = HINT_NODES};
    apo_decision made;
    if (apo_xboard_is_thinking(x))
        return false;
    apo_xboard_abandon(x);
    apo_engine_arm(x->engine);
    if (apo_xboard_tell_engine(x) != APO_OK ||
        apo_engine_go(&made, x->engine, &limits, NULL, NULL) != APO_OK || !made.has_move)
        return false;
    *out = made.best;
    return true;
}

void apo_xboard_handle_hint(apo_xboard *x, apo_span rest)
{
    apo_move mv = {.from = 0};
    apo_buffer line;
    (void)rest;
    pthread_mutex_lock(&x->mutex);
    bool is_busy = x->job == APO_XBOARD_THINKING, has_hint = x->has_hint && !is_busy;
    if (has_hint)
        mv = x->hint;
    pthread_mutex_unlock(&x->mutex);
    if (is_busy || (!has_hint && !find_hint(x, &mv)))
        return;
    apo_buffer_init(&line, x->environment.alloc);
    apo_buffer_add(&line, "Hint: ");
    apo_xboard_add_move(&line, &x->pos, &mv, ",");
    apo_xboard_send_buffer(x, &line);
}

void apo_xboard_handle_book(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_send(x, " there is no book");
    apo_xboard_send(x, "");
}

/* A draw is accepted if we are not better. */
void apo_xboard_handle_draw(apo_xboard *x, apo_span rest)
{
    (void)rest;
    pthread_mutex_lock(&x->mutex);
    int score = x->latest.score;
    bool is_known = x->latest.depth > 0;
    pthread_mutex_unlock(&x->mutex);
    if (is_known && score <= 0 && !apo_xboard_is_thinking(x) && x->move_count >= DRAW_MOVES_MIN)
        apo_xboard_send(x, "offer draw");
}
