/* The clocks of one game: live (base time and increment), by correspondence, or none; each side
 * may have another kind (time odds). Pure functions over milliseconds; what time it is comes
 * from the caller. Plain memory: a copy is a copy.
 *
 * By correspondence each turn begins with its grace time, which costs nothing; then the stock
 * of spare time is used up, and what is not used of it is kept. When the turn is over the stock
 * grows by the extra time, and by the bonus if the turn took no longer than the time for it; it
 * never grows beyond its cap. "Three days a move" is the case of three days of grace and no
 * stock at all. */
#ifndef APO_GAME_CLOCK_H
#define APO_GAME_CLOCK_H

#include "base/status.h"
#include "base/text.h"
#include "rules/kernel/position.h"

enum apo_clock_kind {
    APO_CLOCK_NONE, /* thinks as long as it likes */
    APO_CLOCK_LIVE, /* a stock of time, and an increment with every turn */
    APO_CLOCK_DAYS, /* by correspondence: days for each turn, or a stock */
    APO_CLOCK_KINDS
};

enum {
    APO_CLOCK_BASE_MAX_MS = 6 * 60 * 60 * 1000, /* longer than any sitting */
    APO_CLOCK_INCREMENT_MAX_MS = 10 * 60 * 1000,
    APO_CLOCK_DAYS_MAX = 60,
    APO_TIME_CONTROL_TEXT_MAX = 80 /* "stock" and six times in seconds, and some to spare */
};

#define APO_CLOCK_FOREVER INT64_MAX

/* What a stock may hold, and what a turn may give, in milliseconds: a year, and 60 days. */
#define APO_CLOCK_STOCK_MAX_MS (INT64_C(365) * 24 * 60 * 60 * 1000)
#define APO_CLOCK_TURN_MAX_MS  (INT64_C(60) * 24 * 60 * 60 * 1000)

/* Whoever has less than an hour for a move plays a live game. */
#define APO_CLOCK_TURN_MIN_MS (INT64_C(60) * 60 * 1000)

typedef struct apo_time_control {
    enum apo_clock_kind kind;
    int64_t base_ms;      /* live: at the start; correspondence: the stock at the start */
    int64_t increment_ms; /* live: with every turn; correspondence: the extra time of a turn */
    uint32_t days;    /* correspondence: days for each turn and nothing else; 0: see below */
    int64_t grace_ms; /* of each turn: costs nothing */
    int64_t bonus_ms; /* for a turn that took no longer than within_ms */
    int64_t within_ms;
    int64_t cap_ms; /* the stock never grows beyond; 0: no cap */
} apo_time_control;

/* True if all values are in range and whole seconds where the text has seconds. A live clock
 * needs some base or increment, one of correspondence an hour for the first move, a bonus its
 * time and the other way round, and a cap is no less than the stock at the start. */
bool apo_time_control_is_valid(const apo_time_control *control);

/* As text: "none", "live BASE INCREMENT" in milliseconds, "days N", "stock SPARE GRACE EXTRA
 * BONUS WITHIN CAP" in seconds. */
void apo_time_control_write(apo_text *out, const apo_time_control *control);

/* Reads exactly that. Errors, `out` untouched: APO_E_SYNTAX; APO_E_RANGE: not valid. */
apo_status apo_time_control_read(apo_time_control *out, apo_span text);

typedef struct apo_clock {
    apo_time_control controls[APO_SIDES];
    int64_t left_ms[APO_SIDES]; /* the stock at since_ms; APO_CLOCK_FOREVER without a clock */
    int64_t grace_ms;           /* what the turn of `side` had left of its grace at since_ms */
    int64_t turn_ms;            /* how long this turn had taken at since_ms */
    int64_t since_ms;           /* from when on time has not yet been charged */
    apo_side side;              /* whose time runs */
    bool is_running;
    bool has_weekend; /* clocks of correspondence stand still on Saturdays and Sundays (UTC) */
    bool is_held[APO_SIDES]; /* on vacation: the clock of correspondence stands still */
} apo_clock;

/* Clocks that stand still, with all their time; without weekends. */
void apo_clock_init(apo_clock *out, const apo_time_control *white,
                    const apo_time_control *black);

/* The turn passes to `next` (perhaps the same side again, in a double turn) at `now_ms`, and
 * its time runs from then on. Whoever's time ran until now is charged, and has the increment
 * when the turn really passes. Returns the milliseconds charged. A time before the turn began
 * charges nothing. */
int64_t apo_clock_pass(apo_clock *clock, apo_side next, int64_t now_ms);

/* Stands still from now on; whoever's time ran is charged. Returns the milliseconds charged. */
int64_t apo_clock_stop(apo_clock *clock, int64_t now_ms);

/* Time lost through no fault of the player, given back to the side whose time runs. */
void apo_clock_give(apo_clock *clock, int64_t gift_ms);

/* From `now_ms` on the clock of `side` stands still even in its turn, or runs again. Only
 * clocks of correspondence do. */
void apo_clock_hold(apo_clock *clock, apo_side side, bool is_held, int64_t now_ms);

/* True if it is a turn, but its time stands still at `now_ms`: vacation, or a weekend. */
bool apo_clock_is_resting(const apo_clock *clock, int64_t now_ms);

/* What `side` has left for its turn at `now_ms`, grace and stock, never less than 0;
 * APO_CLOCK_FOREVER without a clock. */
int64_t apo_clock_left(const apo_clock *clock, apo_side side, int64_t now_ms);

/* What is in the stock of `side` at `now_ms`; APO_CLOCK_FOREVER without a clock. */
int64_t apo_clock_stock(const apo_clock *clock, apo_side side, int64_t now_ms);

/* When the flag of the side whose time runs falls; APO_CLOCK_FOREVER: never, as things are. */
int64_t apo_clock_due(const apo_clock *clock);

/* True if at `now_ms` the running side has no time left. */
bool apo_clock_has_fallen(const apo_clock *clock, int64_t now_ms);

#endif
