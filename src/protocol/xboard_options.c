#include <string.h>

#include "protocol/eval_file.h"
#include "protocol/xboard_priv.h"

enum {
    MEMORY_SPARE_MB = 8 /* of the memory that XBoard allows: for everything but the TT */
};

/* --- features ------------------------------------------------------------ */

static void send_option(apo_xboard *x, enum apo_option_id id)
{
    const apo_option *option = apo_option_get(id);
    apo_buffer line;
    apo_buffer_init(&line, x->environment.alloc);
    apo_buffer_add(&line, "feature option=\"");
    apo_buffer_add(&line, option->name);
    if (option->kind == APO_OPTION_BUTTON) {
        apo_buffer_add(&line, " -button");
    } else if (option->kind == APO_OPTION_STRING) {
        apo_buffer_add(&line, " -file ");
        apo_buffer_add_span(&line, apo_buffer_span(&x->eval_path));
    } else if (option->kind == APO_OPTION_CHECK) {
        apo_buffer_add(&line, " -check ");
        apo_buffer_add_number(&line, x->options.of[id]);
    } else {
        apo_buffer_add(&line, " -spin ");
        apo_buffer_add_number(&line, x->options.of[id]);
        apo_buffer_add_char(&line, ' ');
        apo_buffer_add_number(&line, option->minimum);
        apo_buffer_add_char(&line, ' ');
        apo_buffer_add_number(&line, option->maximum);
    }
    apo_buffer_add_char(&line, '"');
    apo_xboard_send_buffer(x, &line);
}

void apo_xboard_handle_protover(apo_xboard *x, apo_span rest)
{
    apo_buffer line;
    (void)rest;
    apo_xboard_send(x, "feature done=0");
    apo_buffer_init(&line, x->environment.alloc);
    apo_buffer_add(&line, "feature myname=\"");
    apo_buffer_add(&line, x->environment.name);
    apo_buffer_add_char(&line, '"');
    apo_xboard_send_buffer(x, &line);
    apo_buffer_init(&line, x->environment.alloc);
    apo_buffer_add(&line, "feature variants=\"");
    apo_xboard_add_names(&line);
    apo_buffer_add_char(&line, '"');
    apo_xboard_send_buffer(x, &line);
    apo_xboard_send(x, "feature ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=1 "
                       "sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 name=0 pause=1 nps=1");
    apo_xboard_send(x, "feature debug=1 memory=1 smp=1 exclude=1 setscore=0 highlight=1");
    for (unsigned id = 0; id < APO_OPTIONS; id++)
        if ((apo_option_get((enum apo_option_id)id)->protocols & APO_OPTION_XBOARD) != 0)
            send_option(x, (enum apo_option_id)id);
    apo_xboard_send(x, "feature done=1");
}

/* --- options ------------------------------------------------------------- */

static void set_option(apo_xboard *x, apo_span text)
{
    const char *equals = text.length > 0 ? memchr(text.text, '=', text.length) : NULL;
    size_t length = equals != NULL ? (size_t)(equals - text.text) : text.length;
    apo_span name = apo_span_trim(apo_span_part(text, 0, length));
    apo_span value = apo_span_trim(apo_span_part(text, length + 1, text.length));
    enum apo_option_id id = apo_option_find(name, APO_OPTION_XBOARD);
    if (id == APO_OPTIONS) {
        apo_xboard_report_error(x, "unknown option", text);
    } else if (id == APO_OPTION_CLEAR_HASH) {
        apo_engine_clear_hash(x->engine);
    } else if (id == APO_OPTION_EVAL_FILE && apo_xboard_is_thinking(x)) {
        apo_xboard_report_error(x, "not while thinking", text);
    } else if (id == APO_OPTION_EVAL_FILE) {
        apo_eval_file_set(&x->eval_path, value);
        x->has_variant = x->has_game = false; /* so the engine begins a new game */
    } else {
        const char *fault = apo_option_set(&x->options, id, value);
        if (fault != NULL)
            apo_xboard_report_error(x, fault, value);
    }
}

static void set_memory(apo_xboard *x, apo_span rest)
{
    uint32_t memory_mb;
    if (!apo_span_number(rest, UINT32_MAX, &memory_mb)) {
        apo_xboard_report_error(x, "not a number", rest);
        return;
    }
    size_t table_mb = memory_mb > MEMORY_SPARE_MB ? memory_mb - MEMORY_SPARE_MB : 1;
    apo_status status = apo_environment_set_hash(&x->environment, x->engine, table_mb);
    if (status != APO_OK)
        apo_xboard_report_error(x, apo_status_message(status), rest);
}

/* --- commands ------------------------------------------------------------ */

void apo_xboard_handle_option(apo_xboard *x, apo_span rest)
{
    if (!apo_xboard_is_thinking(x))
        apo_xboard_abandon(x);
    else if (apo_span_starts_with(rest, "Clear Hash"))
        return;
    set_option(x, rest);
    if (x->is_analysing)
        apo_xboard_start(x);
}

void apo_xboard_handle_memory(apo_xboard *x, apo_span rest)
{
    if (apo_xboard_is_thinking(x)) {
        apo_xboard_report_error(x, "not while thinking", rest);
        return;
    }
    apo_xboard_abandon(x);
    set_memory(x, rest);
    if (x->is_analysing)
        apo_xboard_start(x);
}

void apo_xboard_handle_cores(apo_xboard *x, apo_span rest)
{
    uint32_t count;
    if (apo_xboard_is_thinking(x)) {
        apo_xboard_report_error(x, "not while thinking", rest);
        return;
    }
    apo_xboard_abandon(x);
    if (!apo_span_number(rest, UINT32_MAX, &count) || count == 0)
        apo_xboard_report_error(x, "not a number", rest);
    else if (apo_engine_set_threads(x->engine, count < APO_ENGINE_THREADS_MAX
                                                   ? count
                                                   : APO_ENGINE_THREADS_MAX) != APO_OK)
        apo_xboard_report_error(x, "no memory for so many threads", rest);
    if (x->is_analysing)
        apo_xboard_start(x);
}
