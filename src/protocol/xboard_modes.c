#include "protocol/xboard_priv.h"

void apo_xboard_handle_force(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_abandon(x);
    x->is_forced = true;
}

void apo_xboard_handle_go(apo_xboard *x, apo_span rest)
{
    (void)rest;
    if (apo_xboard_is_thinking(x))
        return;
    apo_xboard_abandon(x);
    x->is_forced = x->is_analysing = x->is_paused = false;
    x->own = apo_position_side(&x->pos);
    apo_xboard_start(x);
}

void apo_xboard_handle_playother(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_abandon(x);
    x->is_forced = x->is_analysing = false;
    x->own = apo_side_other(apo_position_side(&x->pos));
}

void apo_xboard_handle_result(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_abandon(x);
    x->is_forced = x->is_over = true;
}

void apo_xboard_handle_analyze(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_abandon(x);
    x->is_analysing = x->is_forced = true;
    apo_xboard_start(x);
}

void apo_xboard_handle_exit(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_abandon(x);
    x->is_analysing = false;
}

void apo_xboard_handle_now(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_hurry(x);
}

/* Stops the running job. The engine's own move is restarted afterwards, with less time. */
void apo_xboard_handle_pause(apo_xboard *x, apo_span rest)
{
    (void)rest;
    if (x->is_paused)
        return;
    bool is_thinking = apo_xboard_is_thinking(x);
    int64_t begun_ms = x->limits.asked_ms;
    apo_xboard_abandon(x);
    x->is_paused = true;
    if (is_thinking)
        x->spent_ms += apo_environment_now(&x->environment) - begun_ms;
}

void apo_xboard_handle_resume(apo_xboard *x, apo_span rest)
{
    (void)rest;
    if (!x->is_paused)
        return;
    x->is_paused = false;
    apo_xboard_start(x);
}

/* --- flags --------------------------------------------------------------- */

void apo_xboard_set_flag(apo_xboard *x, bool *flag, bool value)
{
    pthread_mutex_lock(&x->mutex);
    *flag = value;
    pthread_mutex_unlock(&x->mutex);
}

void apo_xboard_handle_post(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_set_flag(x, &x->is_posting, true);
}

void apo_xboard_handle_nopost(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_set_flag(x, &x->is_posting, false);
}

void apo_xboard_handle_hard(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_set_flag(x, &x->has_ponder, true);
}

/* Also ends pondering. */
void apo_xboard_handle_easy(apo_xboard *x, apo_span rest)
{
    (void)rest;
    apo_xboard_set_flag(x, &x->has_ponder, false);
    if (!x->is_analysing && !apo_xboard_is_thinking(x))
        apo_xboard_abandon(x);
}
