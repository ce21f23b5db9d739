/* The clocks of one game: live (base time and increment), correspondence, or none; the sides
 * may have different time controls (time odds). Pure functions on milliseconds; the caller
 * supplies the current time. Plain memory, can be copied.
 *
 * On a correspondence clock each turn begins with free grace time; after that it uses the stock
 * of spare time. At the end of the turn the stock grows by the extra time, and by the bonus if
 * the turn was quick enough, up to its cap. "Three days per move" means three days of grace and
 * no stock. */
#ifndef APO_GAME_CLOCK_H
#define APO_GAME_CLOCK_H

#include "base/status.h"
#include "base/text.h"
#include "rules/kernel/position.h"

enum apo_clock_kind {
    APO_CLOCK_NONE, /* no time limit */
    APO_CLOCK_LIVE, /* base time, and an increment with every turn */
    APO_CLOCK_DAYS, /* correspondence: days per turn, or a stock */
    APO_CLOCK_KINDS
};

enum {
    APO_CLOCK_BASE_MAX_MS = 6 * 60 * 60 * 1000, /* longer than any session */
    APO_CLOCK_INCREMENT_MAX_MS = 10 * 60 * 1000,
    APO_CLOCK_DAYS_MAX = 60,
    APO_TIME_CONTROL_TEXT_MAX = 80 /* enough for "stock" and six times in seconds */
};

#define APO_CLOCK_FOREVER INT64_MAX

/* Bounds of a stock and of the time per turn, in milliseconds: a year, and 60 days. */
#define APO_CLOCK_STOCK_MAX_MS (INT64_C(365) * 24 * 60 * 60 * 1000)
#define APO_CLOCK_TURN_MAX_MS  (INT64_C(60) * 24 * 60 * 60 * 1000)

/* With less than an hour per move it would be a live game. */
#define APO_CLOCK_TURN_MIN_MS (INT64_C(60) * 60 * 1000)

typedef struct apo_time_control {
    enum apo_clock_kind kind;
    int64_t base_ms;      /* live: at the start; correspondence: the stock at the start */
    int64_t increment_ms; /* live: with every turn; correspondence: the extra time per turn */
    uint32_t days;        /* correspondence: days per turn only; 0: see below */
    int64_t grace_ms;     /* free time of each turn */
    int64_t bonus_ms;     /* for a turn that took at most within_ms */
    int64_t within_ms;
    int64_t cap_ms; /* upper limit of the stock; 0: no cap */
} apo_time_control;

/* True if all values are in range, and whole seconds where the text has seconds. A live clock
 * needs base time or increment, a correspondence clock an hour for the first move; bonus and
 * its time limit come together; a cap must not be less than the initial stock. */
bool apo_time_control_is_valid(const apo_time_control *control);

/* As text: "none", "live BASE INCREMENT" in milliseconds, "days N", "stock SPARE GRACE EXTRA
 * BONUS WITHIN CAP" in seconds. */
void apo_time_control_write(apo_text *out, const apo_time_control *control);

/* Reads such a text. Errors, with `out` untouched: APO_E_SYNTAX; APO_E_RANGE: not valid. */
apo_status apo_time_control_read(apo_time_control *out, apo_span text);

typedef struct apo_clock {
    apo_time_control controls[APO_SIDES];
    int64_t left_ms[APO_SIDES]; /* time left at since_ms; APO_CLOCK_FOREVER without a clock */
    int64_t grace_ms;           /* grace left of the turn of `side` at since_ms */
    int64_t turn_ms;            /* time taken by this turn up to since_ms */
    int64_t since_ms;           /* time is charged up to here */
    apo_side side;              /* the side whose clock runs */
    bool is_running;
    bool has_weekend;        /* correspondence clocks pause on Saturdays and Sundays (UTC) */
    bool is_held[APO_SIDES]; /* on vacation: the correspondence clock is paused */
} apo_clock;

/* Stopped clocks with all their time; weekends count. */
void apo_clock_init(apo_clock *out, const apo_time_control *white,
                    const apo_time_control *black);

/* Passes the turn at `now_ms` to `next` (the same side again in a double turn) and starts its
 * clock. Charges the side whose clock ran, and adds its increment if the turn really passes.
 * Returns the milliseconds charged; 0 if `now_ms` is before the start of the turn. */
int64_t apo_clock_pass(apo_clock *clock, apo_side next, int64_t now_ms);

/* Stops the clocks and charges the side whose clock ran. Returns the milliseconds charged. */
int64_t apo_clock_stop(apo_clock *clock, int64_t now_ms);

/* Gives back time lost through no fault of the player to the side whose clock runs. */
void apo_clock_give(apo_clock *clock, int64_t gift_ms);

/* Adds to the time of `side`, whose clock may run or not; live clocks only. */
void apo_clock_add(apo_clock *clock, apo_side side, int64_t more_ms);

/* Pauses the clock of `side` from `now_ms` on, even in its turn, or resumes it. Affects
 * correspondence clocks only. */
void apo_clock_hold(apo_clock *clock, apo_side side, bool is_held, int64_t now_ms);

/* True if the running clock is paused at `now_ms`: vacation, or a weekend. */
bool apo_clock_is_resting(const apo_clock *clock, int64_t now_ms);

/* The time `side` has left for its turn at `now_ms`, grace and stock, at least 0;
 * APO_CLOCK_FOREVER without a clock. */
int64_t apo_clock_left(const apo_clock *clock, apo_side side, int64_t now_ms);

/* The stock of `side` at `now_ms`; APO_CLOCK_FOREVER without a clock. */
int64_t apo_clock_stock(const apo_clock *clock, apo_side side, int64_t now_ms);

/* When the running clock's flag falls; APO_CLOCK_FOREVER: never, in the current state. */
int64_t apo_clock_due(const apo_clock *clock);

/* True if the side whose clock runs has no time left at `now_ms`. */
bool apo_clock_has_fallen(const apo_clock *clock, int64_t now_ms);

#endif
