#include <string.h>

#include "protocol/xboard_priv.h"

enum {
    MOVES_MAX = 10000,
    MINUTES_MAX = 10000,
    SECONDS_MAX = 100000
};

static bool read_seconds(apo_span text, int64_t *out_ms)
{
    const char *dot = text.length > 0 ? memchr(text.text, '.', text.length) : NULL;
    size_t length = dot != NULL ? (size_t)(dot - text.text) : text.length;
    uint32_t seconds, scale = 100;
    if (!apo_span_number(apo_span_part(text, 0, length), SECONDS_MAX, &seconds))
        return false;
    int64_t ms = (int64_t)seconds * 1000;
    for (size_t i = length + 1; i < text.length; i++, scale /= 10) {
        if (!apo_is_digit(text.text[i]))
            return false;
        ms += (int64_t)scale * (text.text[i] - '0');
    }
    *out_ms = ms;
    return true;
}

/* "5" or "0:30"; the rest is ignored, for later protocol versions. */
static bool read_base(apo_span text, int64_t *out_ms)
{
    uint32_t minutes, seconds = 0;
    size_t length = 0, end;
    while (length < text.length && apo_is_digit(text.text[length]))
        length++;
    if (!apo_span_number(apo_span_part(text, 0, length), MINUTES_MAX, &minutes))
        return false;
    if (length < text.length && text.text[length] == ':') {
        for (end = length + 1; end < text.length && apo_is_digit(text.text[end]);)
            end++;
        if (!apo_span_number(apo_span_part(text, length + 1, end - length - 1), SECONDS_MAX,
                             &seconds))
            return false;
    }
    *out_ms = (int64_t)minutes * 60000 + (int64_t)seconds * 1000;
    return true;
}

void apo_xboard_handle_level(apo_xboard *x, apo_span rest)
{
    apo_span text = rest;
    apo_span moves = apo_span_word(&rest), base = apo_span_word(&rest);
    apo_span increment = apo_span_word(&rest);
    uint32_t period;
    int64_t base_ms, increment_ms;
    if (!apo_span_number(moves, MOVES_MAX, &period) || !read_base(base, &base_ms) ||
        !read_seconds(increment, &increment_ms)) {
        apo_xboard_report_error(x, "level wants moves, minutes and an increment", text);
        return;
    }
    x->period = period;
    x->period_start = x->move_count;
    x->base_ms = base_ms;
    x->increment_ms = increment_ms;
    x->move_ms = 0;
    x->own_ms = -1;
}

static void read_clock(apo_xboard *x, apo_span rest, int64_t *out_ms)
{
    uint32_t centiseconds;
    bool is_negative = rest.length > 1 && rest.text[0] == '-';
    if (!apo_span_number(apo_span_part(rest, is_negative, rest.length),
                         APO_XBOARD_MS_MAX / APO_XBOARD_CENTISECOND_MS, &centiseconds))
        apo_xboard_report_error(x, "not a number", rest);
    else
        *out_ms = is_negative ? 0 : (int64_t)centiseconds * APO_XBOARD_CENTISECOND_MS;
}

void apo_xboard_handle_time(apo_xboard *x, apo_span rest)
{
    read_clock(x, rest, &x->own_ms);
}

void apo_xboard_handle_otim(apo_xboard *x, apo_span rest)
{
    read_clock(x, rest, &x->other_ms);
}

void apo_xboard_handle_st(apo_xboard *x, apo_span rest)
{
    int64_t move_ms;
    if (!read_seconds(rest, &move_ms) || move_ms == 0)
        apo_xboard_report_error(x, "st wants seconds", rest);
    else
        x->move_ms = move_ms;
}

/* Nodes replace time. A rate of 0 means CPU time; we use wall time instead. */
void apo_xboard_handle_nps(apo_xboard *x, apo_span rest)
{
    uint32_t nps;
    if (!apo_span_number(rest, UINT32_MAX, &nps))
        apo_xboard_report_error(x, "nps wants a number", rest);
    else
        x->nps = nps;
}

void apo_xboard_handle_sd(apo_xboard *x, apo_span rest)
{
    uint32_t depth;
    if (!apo_span_number(rest, UINT32_MAX, &depth) || depth == 0)
        apo_xboard_report_error(x, "sd wants a number of plies", rest);
    else
        x->depth = depth < APO_PLIES_MAX ? depth : APO_PLIES_MAX - 1;
}
