#include "game/clock.h"

static const int64_t day_ms = INT64_C(24) * 60 * 60 * 1000;

enum {
    SECOND_MS = 1000,
    STOCK_TIMES = 6 /* times in the text of a stock */
};

/* --- time controls ------------------------------------------------------- */

static bool is_turn_time(int64_t ms)
{
    return ms >= 0 && ms <= APO_CLOCK_TURN_MAX_MS && ms % SECOND_MS == 0;
}

static bool is_stock_time(int64_t ms)
{
    return ms >= 0 && ms <= APO_CLOCK_STOCK_MAX_MS && ms % SECOND_MS == 0;
}

static bool is_valid_stock(const apo_time_control *control)
{
    return is_stock_time(control->base_ms) && is_stock_time(control->cap_ms) &&
           is_turn_time(control->grace_ms) && is_turn_time(control->increment_ms) &&
           is_turn_time(control->bonus_ms) && is_turn_time(control->within_ms) &&
           (control->bonus_ms > 0) == (control->within_ms > 0) &&
           (control->cap_ms == 0 || control->cap_ms >= control->base_ms) &&
           control->base_ms + control->grace_ms >= APO_CLOCK_TURN_MIN_MS;
}

static bool is_valid_days(const apo_time_control *control)
{
    return control->days <= APO_CLOCK_DAYS_MAX && control->base_ms == 0 &&
           control->grace_ms == 0 && control->increment_ms == 0 && control->bonus_ms == 0 &&
           control->within_ms == 0 && control->cap_ms == 0;
}

bool apo_time_control_is_valid(const apo_time_control *control)
{
    switch (control->kind) {
    case APO_CLOCK_NONE: return true;
    case APO_CLOCK_LIVE:
        return control->base_ms >= 0 && control->base_ms <= APO_CLOCK_BASE_MAX_MS &&
               control->increment_ms >= 0 &&
               control->increment_ms <= APO_CLOCK_INCREMENT_MAX_MS &&
               control->base_ms + control->increment_ms > 0;
    case APO_CLOCK_DAYS:
        return control->days > 0 ? is_valid_days(control) : is_valid_stock(control);
    case APO_CLOCK_KINDS: break;
    }
    return false;
}

static void write_stock(apo_text *out, const apo_time_control *control)
{
    const int64_t times[STOCK_TIMES] = {control->base_ms,      control->grace_ms,
                                        control->increment_ms, control->bonus_ms,
                                        control->within_ms,    control->cap_ms};
    apo_text_add(out, "stock");
    for (unsigned i = 0; i < STOCK_TIMES; i++) {
        apo_text_add_char(out, ' ');
        apo_text_add_number(out, times[i] / SECOND_MS);
    }
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
        if (control->days == 0) {
            write_stock(out, control);
            return;
        }
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

static apo_status read_stock(apo_time_control *out, apo_span *rest)
{
    uint32_t times[STOCK_TIMES];
    for (unsigned i = 0; i < STOCK_TIMES; i++) {
        if (!read_number(rest, &times[i]))
            return APO_E_SYNTAX;
    }
    *out = (apo_time_control){
        .kind = APO_CLOCK_DAYS,
        .base_ms = (int64_t)times[0] * SECOND_MS,
        .grace_ms = (int64_t)times[1] * SECOND_MS,
        .increment_ms = (int64_t)times[2] * SECOND_MS,
        .bonus_ms = (int64_t)times[3] * SECOND_MS,
        .within_ms = (int64_t)times[4] * SECOND_MS,
        .cap_ms = (int64_t)times[5] * SECOND_MS,
    };
    return APO_OK;
}

static apo_status read_days(apo_time_control *out, apo_span *rest)
{
    uint32_t days;
    if (!read_number(rest, &days))
        return APO_E_SYNTAX;
    *out = (apo_time_control){.kind = APO_CLOCK_DAYS, .days = days};
    return days > 0 ? APO_OK : APO_E_RANGE;
}

static apo_status read_live(apo_time_control *out, apo_span *rest)
{
    uint32_t base, increment;
    if (!read_number(rest, &base) || !read_number(rest, &increment))
        return APO_E_SYNTAX;
    *out =
        (apo_time_control){.kind = APO_CLOCK_LIVE, .base_ms = base, .increment_ms = increment};
    return APO_OK;
}

apo_status apo_time_control_read(apo_time_control *out, apo_span text)
{
    apo_time_control control = {.kind = APO_CLOCK_NONE};
    apo_span rest = text;
    apo_span kind = apo_span_word(&rest);
    apo_status status = APO_OK;
    if (apo_span_is(kind, "live"))
        status = read_live(&control, &rest);
    else if (apo_span_is(kind, "days"))
        status = read_days(&control, &rest);
    else if (apo_span_is(kind, "stock"))
        status = read_stock(&control, &rest);
    else if (!apo_span_is(kind, "none"))
        status = APO_E_SYNTAX;
    if (status == APO_OK && apo_span_word(&rest).length > 0)
        status = APO_E_SYNTAX;
    if (status == APO_OK && !apo_time_control_is_valid(&control))
        status = APO_E_RANGE;
    if (status == APO_OK)
        *out = control;
    return status;
}

/* --- weekends ------------------------------------------------------------ */

/* Converts to working time: the time since 1970 without Saturdays and Sundays. 1 January 1970
 * was a Thursday, so in weeks counted from then the third and fourth days are free. */
static int64_t to_working(int64_t ms)
{
    int64_t weeks = ms / (7 * day_ms), rest = ms % (7 * day_ms);
    int64_t over = rest - 2 * day_ms;
    if (over > 2 * day_ms)
        over = 2 * day_ms;
    return weeks * 5 * day_ms + (over > 0 ? rest - over : rest);
}

/* The first moment with this much working time. */
static int64_t from_working(int64_t ms)
{
    int64_t weeks = ms / (5 * day_ms), rest = ms % (5 * day_ms);
    return weeks * 7 * day_ms + (rest <= 2 * day_ms ? rest : rest + 2 * day_ms);
}

static bool is_weekend(int64_t ms)
{
    int64_t day = ms / day_ms % 7;
    return day == 2 || day == 3;
}

/* --- clocks -------------------------------------------------------------- */

static bool has_weekend(const apo_clock *clock)
{
    return clock->has_weekend && clock->controls[clock->side].kind == APO_CLOCK_DAYS;
}

static bool is_held(const apo_clock *clock)
{
    return clock->is_held[clock->side] && clock->controls[clock->side].kind == APO_CLOCK_DAYS;
}

/* The elapsed time of the running clock; 0 for times before since_ms. */
static int64_t elapsed_ms(const apo_clock *clock, int64_t now_ms)
{
    if (now_ms <= clock->since_ms || is_held(clock))
        return 0;
    if (has_weekend(clock))
        return to_working(now_ms) - to_working(clock->since_ms);
    return now_ms - clock->since_ms;
}

static int64_t full_grace(const apo_time_control *control)
{
    if (control->kind != APO_CLOCK_DAYS)
        return 0;
    return control->days > 0 ? control->days * day_ms : control->grace_ms;
}

static int64_t first_stock(const apo_time_control *control)
{
    if (control->kind == APO_CLOCK_NONE)
        return APO_CLOCK_FOREVER;
    /* Without base time a live game would be lost on time at its first move. */
    if (control->kind == APO_CLOCK_LIVE && control->base_ms == 0)
        return control->increment_ms;
    return control->base_ms;
}

void apo_clock_init(apo_clock *out, const apo_time_control *white,
                    const apo_time_control *black)
{
    *out = (apo_clock){.controls = {*white, *black}, .side = APO_WHITE};
    for (int side = 0; side < APO_SIDES; side++)
        out->left_ms[side] = first_stock(&out->controls[side]);
    out->grace_ms = full_grace(white);
}

/* Charges elapsed time: first to the grace of the turn, then to the stock. */
static int64_t charge(apo_clock *clock, int64_t now_ms)
{
    int64_t spent = elapsed_ms(clock, now_ms);
    int64_t *left = &clock->left_ms[clock->side];
    int64_t from_grace = spent < clock->grace_ms ? spent : clock->grace_ms;
    int64_t from_stock = spent - from_grace;
    clock->grace_ms -= from_grace;
    clock->turn_ms += spent;
    if (*left != APO_CLOCK_FOREVER)
        *left = *left > from_stock ? *left - from_stock : 0;
    if (now_ms > clock->since_ms)
        clock->since_ms = now_ms;
    return spent;
}

int64_t apo_clock_stop(apo_clock *clock, int64_t now_ms)
{
    if (!clock->is_running)
        return 0;
    int64_t spent = charge(clock, now_ms);
    clock->is_running = false;
    return spent;
}

/* Adds what a clock gains at the end of a turn. */
static void end_turn(apo_clock *clock, apo_side side)
{
    const apo_time_control *control = &clock->controls[side];
    int64_t *left = &clock->left_ms[side];
    if (control->kind == APO_CLOCK_NONE)
        return;
    int64_t before = *left;
    *left += control->increment_ms;
    if (control->within_ms > 0 && clock->turn_ms <= control->within_ms)
        *left += control->bonus_ms;
    if (control->cap_ms > 0 && *left > control->cap_ms)
        *left = before > control->cap_ms ? before : control->cap_ms;
}

int64_t apo_clock_pass(apo_clock *clock, apo_side next, int64_t now_ms)
{
    bool was_running = clock->is_running;
    apo_side before = clock->side;
    int64_t spent = apo_clock_stop(clock, now_ms);
    if (was_running && before != next)
        end_turn(clock, before);
    if (!was_running || before != next) {
        clock->grace_ms = full_grace(&clock->controls[next]);
        clock->turn_ms = 0;
    }
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

void apo_clock_add(apo_clock *clock, apo_side side, int64_t more_ms)
{
    if (clock->controls[side].kind == APO_CLOCK_LIVE && more_ms > 0)
        clock->left_ms[side] += more_ms;
}

void apo_clock_hold(apo_clock *clock, apo_side side, bool is_held, int64_t now_ms)
{
    if (clock->is_running && clock->side == side)
        charge(clock, now_ms);
    clock->is_held[side] = is_held;
}

bool apo_clock_is_resting(const apo_clock *clock, int64_t now_ms)
{
    return clock->is_running && (is_held(clock) || (has_weekend(clock) && is_weekend(now_ms)));
}

int64_t apo_clock_stock(const apo_clock *clock, apo_side side, int64_t now_ms)
{
    apo_clock copy = *clock;
    if (clock->side == side)
        apo_clock_stop(&copy, now_ms);
    return copy.left_ms[side];
}

int64_t apo_clock_left(const apo_clock *clock, apo_side side, int64_t now_ms)
{
    apo_clock copy = *clock;
    if (clock->left_ms[side] == APO_CLOCK_FOREVER)
        return APO_CLOCK_FOREVER;
    if (clock->side != side)
        return copy.left_ms[side] + full_grace(&clock->controls[side]);
    apo_clock_stop(&copy, now_ms);
    return copy.left_ms[side] + copy.grace_ms;
}

int64_t apo_clock_due(const apo_clock *clock)
{
    int64_t left = clock->left_ms[clock->side];
    if (!clock->is_running || left == APO_CLOCK_FOREVER || is_held(clock))
        return APO_CLOCK_FOREVER;
    left += clock->grace_ms;
    if (has_weekend(clock))
        return from_working(to_working(clock->since_ms) + left);
    return clock->since_ms + left;
}

bool apo_clock_has_fallen(const apo_clock *clock, int64_t now_ms)
{
    return now_ms >= apo_clock_due(clock) && clock->is_running;
}
