#include <string.h>

#include "protocol/xboard_priv.h"

enum {
    OVERHEAD_MAX_MS = 5000,
    START_MAX = 100000,
    MEMORY_SPARE_MB = 8 /* of what XBoard allows, for all but the table */
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

void apo_xboard_obey_protover(apo_xboard *x, apo_span rest)
{
    apo_buffer line;
    (void)rest;
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

static void set_option(apo_xboard *x, apo_span text)
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

static void set_memory(apo_xboard *x, apo_span rest)
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

/* --- commands ----------------------------------------------------------------------------------- */

void apo_xboard_obey_option(apo_xboard *x, apo_span rest)
{
    if (!apo_xboard_is_thinking(x))
        apo_xboard_abandon(x);
    else if (apo_span_starts_with(rest, "Clear Hash"))
        return;
    set_option(x, rest);
    if (x->is_analysing)
        apo_xboard_start(x);
}

void apo_xboard_obey_memory(apo_xboard *x, apo_span rest)
{
    if (apo_xboard_is_thinking(x)) {
        apo_xboard_complain(x, "not while thinking", rest);
        return;
    }
    apo_xboard_abandon(x);
    set_memory(x, rest);
    if (x->is_analysing)
        apo_xboard_start(x);
}

void apo_xboard_obey_cores(apo_xboard *x, apo_span rest)
{
    uint32_t count;
    if (apo_xboard_is_thinking(x)) {
        apo_xboard_complain(x, "not while thinking", rest);
        return;
    }
    apo_xboard_abandon(x);
    if (!apo_span_number(rest, UINT32_MAX, &count) || count == 0)
        apo_xboard_complain(x, "not a number", rest);
    else if (apo_engine_set_threads(x->engine, count < APO_ENGINE_THREADS_MAX
                                                   ? count
                                                   : APO_ENGINE_THREADS_MAX) != APO_OK)
        apo_xboard_complain(x, "no memory for so many threads", rest);
    if (x->is_analysing)
        apo_xboard_start(x);
}
