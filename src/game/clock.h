/* The clocks of one game: live (base time and increment), days for each move, or none; each side may
 * have another kind (time odds). Pure functions over milliseconds; what time it is comes from the
 * caller. Plain memory: a copy is a copy. */
#ifndef APO_GAME_CLOCK_H
#define APO_GAME_CLOCK_H

#include "base/status.h"
#include "base/text.h"
#include "rules/position.h"

enum apo_clock_kind {
    APO_CLOCK_NONE, /* thinks as long as it likes */
    APO_CLOCK_LIVE, /* a stock of time, and an increment with every turn */
    APO_CLOCK_DAYS, /* so many days for each turn */
    APO_CLOCK_KINDS
};

enum {
    APO_CLOCK_BASE_MAX_MS = 6 * 60 * 60 * 1000, /* longer than any sitting */
    APO_CLOCK_INCREMENT_MAX_MS = 10 * 60 * 1000,
    APO_CLOCK_DAYS_MAX = 60,
    APO_TIME_CONTROL_TEXT_MAX = 48 /* "live 21600000 600000", with room */
};

#define APO_CLOCK_FOREVER INT64_MAX

typedef struct apo_time_control {
    enum apo_clock_kind kind;
    int64_t base_ms, increment_ms; /* live */
    uint32_t days;                 /* days */
} apo_time_control;

/* True if all values are in range; a live clock needs some base or increment. */
bool apo_time_control_is_valid(const apo_time_control *control);

/* As text: "none", "live BASE INCREMENT" in milliseconds, "days N". */
void apo_time_control_write(apo_text *out, const apo_time_control *control);

/* Reads exactly that. Errors, `out` untouched: APO_E_SYNTAX; APO_E_RANGE: not valid. */
apo_status apo_time_control_read(apo_time_control *out, apo_span text);

typedef struct apo_clock {
    apo_time_control controls[APO_SIDES];
    int64_t left_ms[APO_SIDES]; /* when the turn began; APO_CLOCK_FOREVER without a clock */
    int64_t since_ms;           /* when the turn began */
    apo_side side;              /* whose time runs */
    bool is_running;
} apo_clock;

/* Clocks that stand still, with all their time. */
void apo_clock_init(apo_clock *out, const apo_time_control *white,
                    const apo_time_control *black);

/* The turn passes to `next` (perhaps the same side again, in a double turn) at `now_ms`, and its time
 * runs from then on. Whoever's time ran until now is charged, and has the increment when the turn
 * really passes. Returns the milliseconds charged. A time before the turn began charges nothing. */
int64_t apo_clock_pass(apo_clock *clock, apo_side next, int64_t now_ms);

/* Stands still from now on; whoever's time ran is charged. Returns the milliseconds charged. */
int64_t apo_clock_stop(apo_clock *clock, int64_t now_ms);

/* Time lost through no fault of the player, given back to the side whose time runs. */
void apo_clock_give(apo_clock *clock, int64_t gift_ms);

/* What `side` has left at `now_ms`, never less than 0; APO_CLOCK_FOREVER without a clock. */
int64_t apo_clock_left(const apo_clock *clock, apo_side side, int64_t now_ms);

/* When the flag of the side whose time runs falls; APO_CLOCK_FOREVER: never. */
int64_t apo_clock_due(const apo_clock *clock);

/* True if at `now_ms` the running side has no time left. */
bool apo_clock_has_fallen(const apo_clock *clock, int64_t now_ms);

#endif
