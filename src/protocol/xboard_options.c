#include <string.h>

#include "protocol/xboard_priv.h"

enum {
    OVERHEAD_MAX_MS = 5000,
    START_MAX = 100000,
    MEMORY_SPARE_MB = 8, /* of what XBoard allows, for all but the table */
    MOVES_MAX = 10000,
    MINUTES_MAX = 10000,
    SECONDS_MAX = 100000
};

/* --- features ----------------------------------------------------------------------------------- */

static void say_option(apo_xboard *x, const char *name, int64_t value, int64_t least,
                       int64_t most)
{
    apo_buffer line;
    apo_buffer_init(&line, x->channel.alloc);
    apo_buffer_add(&line, "feature option=\"");
    apo_buffer_add(&line, name);
    apo_buffer_add(&line, " -spin ");
    apo_buffer_add_number(&line, value);
    apo_buffer_add_char(&line, ' ');
    apo_buffer_add_number(&line, least);
    apo_buffer_add_char(&line, ' ');
    apo_buffer_add_number(&line, most);
    apo_buffer_add_char(&line, '"');
    apo_xboard_say_buffer(x, &line);
}

void apo_xboard_say_features(apo_xboard *x)
{
    apo_buffer line;
    apo_xboard_say(x, "feature done=0");
    apo_buffer_init(&line, x->channel.alloc);
    apo_buffer_add(&line, "feature myname=\"");
    apo_buffer_add(&line, x->channel.name);
    apo_buffer_add_char(&line, '"');
    apo_xboard_say_buffer(x, &line);
    apo_buffer_init(&line, x->channel.alloc);
    apo_buffer_add(&line, "feature variants=\"");
    apo_xboard_add_names(&line);
    apo_buffer_add_char(&line, '"');
    apo_xboard_say_buffer(x, &line);
    apo_xboard_say(x, "feature ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=1 "
                      "sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 name=0 pause=0 nps=0");
    apo_xboard_say(x, "feature debug=1 memory=1 smp=1 exclude=1 setscore=0 highlight=1");
    say_option(x, "Level", x->level, APO_LEVEL_FIRST, APO_LEVEL_FULL);
    say_option(x, "MultiPV", x->lines, 1, APO_LINES_OF_PLAY_MAX);
    say_option(x, "Start", x->start_number, 0, START_MAX);
    say_option(x, "Move Overhead", x->overhead_ms, 0, OVERHEAD_MAX_MS);
    apo_xboard_say(x, "feature option=\"Clear Hash -button\"");
    apo_xboard_say(x, "feature done=1");
}

/* --- options ------------------------------------------------------------------------------------ */

static void set_number(apo_xboard *x, apo_span value, uint32_t least, uint32_t most,
                       uint32_t *out)
{
    uint32_t number;
    if (apo_span_number(value, most, &number) && number >= least)
        *out = number;
    else
        apo_xboard_complain(x, "the number is out of range", value);
}

void apo_xboard_set_option(apo_xboard *x, apo_span text)
{
    const char *equals = text.length > 0 ? memchr(text.text, '=', text.length) : NULL;
    size_t length = equals != NULL ? (size_t)(equals - text.text) : text.length;
    apo_span name = apo_span_trim(apo_span_part(text, 0, length));
    apo_span value = apo_span_trim(apo_span_part(text, length + 1, text.length));
    uint32_t overhead = (uint32_t)x->overhead_ms;
    if (apo_span_is(name, "Level"))
        set_number(x, value, APO_LEVEL_FIRST, APO_LEVEL_FULL, &x->level);
    else if (apo_span_is(name, "MultiPV"))
        set_number(x, value, 1, APO_LINES_OF_PLAY_MAX, &x->lines);
    else if (apo_span_is(name, "Start"))
        set_number(x, value, 0, START_MAX, &x->start_number);
    else if (apo_span_is(name, "Move Overhead"))
        set_number(x, value, 0, OVERHEAD_MAX_MS, &overhead);
    else if (apo_span_is(name, "Clear Hash"))
        apo_engine_clear_hash(x->engine);
    else
        apo_xboard_complain(x, "unknown option", text);
    x->overhead_ms = overhead;
}

void apo_xboard_set_memory(apo_xboard *x, apo_span rest)
{
    uint32_t memory_mb;
    if (!apo_span_number(rest, UINT32_MAX, &memory_mb)) {
        apo_xboard_complain(x, "not a number", rest);
        return;
    }
    size_t table_mb = memory_mb > MEMORY_SPARE_MB ? memory_mb - MEMORY_SPARE_MB : 1;
    apo_status status = apo_channel_set_hash(&x->channel, x->engine, table_mb);
    if (status != APO_OK)
        apo_xboard_complain(x, apo_status_message(status), rest);
}

/* --- times -------------------------------------------------------------------------------------- */

bool apo_xboard_read_seconds(apo_span text, int64_t *out_ms)
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

/* "5" or "0:30"; what stands behind is for protocols to come. */
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

void apo_xboard_set_level(apo_xboard *x, apo_span rest)
{
    apo_span text = rest;
    apo_span moves = apo_span_word(&rest), base = apo_span_word(&rest);
    apo_span increment = apo_span_word(&rest);
    uint32_t period;
    int64_t base_ms, increment_ms;
    if (!apo_span_number(moves, MOVES_MAX, &period) || !read_base(base, &base_ms) ||
        !apo_xboard_read_seconds(increment, &increment_ms)) {
        apo_xboard_complain(x, "level wants moves, minutes and an increment", text);
        return;
    }
    x->period = period;
    x->period_start = x->move_count;
    x->base_ms = base_ms;
    x->increment_ms = increment_ms;
    x->move_ms = 0;
    x->own_ms = -1;
}
