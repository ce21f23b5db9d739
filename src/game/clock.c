#include "game/clock.h"

static const int64_t day_ms = INT64_C(24) * 60 * 60 * 1000;

bool apo_time_control_is_valid(const apo_time_control *control)
{
    switch (control->kind) {
    case APO_CLOCK_NONE: return true;
    case APO_CLOCK_LIVE:
        return control->base_ms >= 0 && control->base_ms <= APO_CLOCK_BASE_MAX_MS &&
               control->increment_ms >= 0 &&
               control->increment_ms <= APO_CLOCK_INCREMENT_MAX_MS &&
               control->base_ms + control->increment_ms > 0;
    case APO_CLOCK_DAYS: return control->days >= 1 && control->days <= APO_CLOCK_DAYS_MAX;
    case APO_CLOCK_KINDS: break;
    }
    return false;
}

void apo_time_control_write(apo_text *out, const apo_time_control *control)
{
    switch (control->kind) {
    case APO_CLOCK_LIVE:
        apo_text_add(out, "live ");
        apo_text_add_number(out, control->base_ms);
        apo_text_add_char(out, ' ');
        apo_text_add_number(out, control->increment_ms);
        return;
    case APO_CLOCK_DAYS:
        apo_text_add(out, "days ");
        apo_text_add_number(out, control->days);
        return;
    case APO_CLOCK_NONE:
    case APO_CLOCK_KINDS: apo_text_add(out, "none"); return;
    }
}

static bool read_number(apo_span *rest, uint32_t *out)
{
    return apo_span_number(apo_span_word(rest), UINT32_MAX, out);
}

apo_status apo_time_control_read(apo_time_control *out, apo_span text)
{
    apo_time_control control = {.kind = APO_CLOCK_NONE};
    apo_span rest = text;
    apo_span kind = apo_span_word(&rest);
    uint32_t first = 0, second = 0;
    if (apo_span_is(kind, "live")) {
        if (!read_number(&rest, &first) || !read_number(&rest, &second))
            return APO_E_SYNTAX;
        control = (apo_time_control){APO_CLOCK_LIVE, first, second, 0};
    } else if (apo_span_is(kind, "days")) {
        if (!read_number(&rest, &first))
            return APO_E_SYNTAX;
        control = (apo_time_control){APO_CLOCK_DAYS, 0, 0, first};
    } else if (!apo_span_is(kind, "none")) {
        return APO_E_SYNTAX;
    }
    if (apo_span_word(&rest).length > 0)
        return APO_E_SYNTAX;
    if (!apo_time_control_is_valid(&control))
        return APO_E_RANGE;
    *out = control;
    return APO_OK;
}

/* What a side has when its turn begins, for the first time or (days) every time. */
static int64_t full_time(const apo_time_control *control)
{
    switch (control->kind) {
    case APO_CLOCK_LIVE:
        /* Without base time the first move would be lost at once. */
        return control->base_ms > 0 ? control->base_ms : control->increment_ms;
    case APO_CLOCK_DAYS: return control->days * day_ms;
    case APO_CLOCK_NONE:
    case APO_CLOCK_KINDS: break;
    }
    return APO_CLOCK_FOREVER;
}

void apo_clock_init(apo_clock *out, const apo_time_control *white,
                    const apo_time_control *black)
{
    *out = (apo_clock){.controls = {*white, *black}, .side = APO_WHITE};
    for (int side = 0; side < APO_SIDES; side++)
        out->left_ms[side] = full_time(&out->controls[side]);
}

int64_t apo_clock_stop(apo_clock *clock, int64_t now_ms)
{
    if (!clock->is_running)
        return 0;
    int64_t spent = now_ms > clock->since_ms ? now_ms - clock->since_ms : 0;
    int64_t *left = &clock->left_ms[clock->side];
    if (*left != APO_CLOCK_FOREVER)
        *left = *left > spent ? *left - spent : 0;
    clock->is_running = false;
    return spent;
}

static void end_turn(apo_clock *clock, apo_side side)
{
    const apo_time_control *control = &clock->controls[side];
    if (control->kind == APO_CLOCK_LIVE)
        clock->left_ms[side] += control->increment_ms;
    else
        clock->left_ms[side] = full_time(control);
}

int64_t apo_clock_pass(apo_clock *clock, apo_side next, int64_t now_ms)
{
    bool was_running = clock->is_running;
    apo_side before = clock->side;
    int64_t spent = apo_clock_stop(clock, now_ms);
    if (was_running && before != next)
        end_turn(clock, before);
    if (clock->controls[next].kind == APO_CLOCK_DAYS && !(was_running && before == next))
        clock->left_ms[next] = full_time(&clock->controls[next]);
    clock->side = next;
    clock->since_ms = now_ms;
    clock->is_running = true;
    return spent;
}

void apo_clock_give(apo_clock *clock, int64_t gift_ms)
{
    if (clock->is_running && gift_ms > 0)
        clock->since_ms += gift_ms;
}

int64_t apo_clock_left(const apo_clock *clock, apo_side side, int64_t now_ms)
{
    apo_clock copy = *clock;
    if (clock->side == side)
        apo_clock_stop(&copy, now_ms);
    return copy.left_ms[side];
}

int64_t apo_clock_due(const apo_clock *clock)
{
    int64_t left = clock->left_ms[clock->side];
    if (!clock->is_running || left == APO_CLOCK_FOREVER)
        return APO_CLOCK_FOREVER;
    return clock->since_ms + left;
}

bool apo_clock_has_fallen(const apo_clock *clock, int64_t now_ms)
{
    return now_ms >= apo_clock_due(clock) && clock->is_running;
}
