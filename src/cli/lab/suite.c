#include "cli/lab/suite.h"

#include "api/host.h"
#include "cli/call/message.h"
#include "cli/io/file.h"
#include "cli/io/input.h"
#include "cli/io/print_buffer.h"
#include "cli/nets/nets_source.h"
#include "notation/epd.h"
#include "notation/san.h"
#include "search/engine.h"

enum {
    HASH_MB = 64
};

typedef struct suite {
    const apo_call *call;
    const char *path;
    const apo_limits *limits;
    apo_source source;
    apo_nets nets;
    apo_engine *engine;
    apo_position pos;
    apo_epd epd;
    unsigned line, asked, solved, faults;
} suite;

static void report(suite *all, const apo_error *err)
{
    apo_report_error("%s:%u:%zu: %s", all->path, all->line, err->position + 1, err->detail);
    all->faults++;
}

/* True if the move is among the operands of the operation. `*out_has` tells whether there is
 * one. A word that is not a legal move is reported; words after it are not read. */
static bool is_among(suite *all, const char *name, const apo_move *mv, bool *out_has)
{
    apo_span moves = apo_epd_operand(&all->epd, name);
    apo_error err;
    apo_move named;
    bool is_found = false;
    *out_has = moves.text != NULL;
    while (apo_epd_next_move(&named, &all->pos, &moves, &err))
        is_found = is_found || apo_move_same(&named, mv);
    if (err.status != APO_OK) {
        err.position = 0;
        report(all, &err);
    }
    return is_found;
}

static void print_line(const suite *all, const apo_decision *made, bool is_asked,
                       bool is_solved)
{
    char bytes[APO_SAN_MAX];
    apo_text san = apo_text_start(bytes, sizeof bytes);
    apo_span id = apo_epd_operand(&all->epd, "id");
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    if (made->has_move)
        apo_san_write(&san, &all->pos, &made->best);
    if (apo_call_has(all->call, "json")) {
        apo_json_open(&out, NULL, '{');
        apo_json_add_number(&out, "line", all->line);
        apo_json_add_text(&out, "id", id);
        apo_json_add_text(&out, "best", apo_text_span(&san));
        if (is_asked)
            apo_json_add_flag(&out, "solved", is_solved);
        apo_json_close(&out, '}');
    } else {
        apo_buffer_add(&out, !is_asked ? "-      " : is_solved ? "solved " : "failed ");
        apo_buffer_add_span(&out, apo_text_span(&san));
        apo_buffer_add_char(&out, ' ');
        apo_buffer_add_span(&out, id);
    }
    (void)apo_buffer_print_line(&out);
}

static apo_status solve(suite *all)
{
    apo_decision made;
    bool has_best, has_bad;
    unsigned faults = all->faults;
    apo_status status = apo_engine_set_position(all->engine, &all->pos);
    if (status == APO_OK)
        status = apo_engine_go(&made, all->engine, all->limits, NULL, NULL);
    if (status != APO_OK)
        return status;
    bool is_best = is_among(all, "bm", &made.best, &has_best);
    bool is_bad = is_among(all, "am", &made.best, &has_bad);
    bool is_solved = made.has_move && (is_best || !has_best) && !is_bad;
    bool is_asked = (has_best || has_bad) && all->faults == faults;
    all->asked += is_asked;
    all->solved += is_asked && is_solved;
    print_line(all, &made, is_asked, is_solved);
    return APO_OK;
}

static apo_status solve_lines(suite *all, apo_span text)
{
    apo_status status = APO_OK;
    for (apo_span line; status == APO_OK && apo_span_line(&text, &line);) {
        apo_error err = {.status = APO_OK};
        line = apo_span_trim(line);
        all->line++;
        if (line.length == 0 || line.text[0] == '#')
            continue;
        if (apo_epd_read(&all->pos, &all->epd, all->source.var, line, &err) != APO_OK)
            report(all, &err);
        else
            status = solve(all);
    }
    return status;
}

static apo_status open_engine(suite *all, unsigned threads)
{
    const apo_engine_options options = {.hash_mb = HASH_MB,
                                        .now = apo_engine_now,
                                        .threads = apo_posix_threads(),
                                        .network_source = apo_nets_find,
                                        .network_context = &all->nets};
    apo_status status = apo_engine_new(&all->engine, &options);
    if (status == APO_OK)
        status = apo_engine_set_threads(all->engine, threads);
    if (status == APO_OK)
        status = apo_engine_new_game(all->engine, all->source.var);
    return status;
}

static void print_sum(const suite *all)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    if (apo_call_has(all->call, "json")) {
        apo_json_open(&out, NULL, '{');
        apo_json_add_number(&out, "solved", all->solved);
        apo_json_add_number(&out, "of", all->asked);
        apo_json_close(&out, '}');
    } else {
        apo_buffer_add(&out, "solved ");
        apo_buffer_add_number(&out, all->solved);
        apo_buffer_add(&out, " of ");
        apo_buffer_add_number(&out, all->asked);
    }
    (void)apo_buffer_print_line(&out);
}

enum apo_exit apo_suite_run(const apo_call *call, const char *path, const apo_limits *limits,
                            unsigned threads)
{
    suite all = {.call = call, .path = path, .limits = limits};
    apo_buffer text;
    enum apo_exit result = apo_source_open(&all.source, call->operands[0]);
    if (result != APO_EXIT_OK)
        return result;
    result = apo_nets_open(&all.nets, call);
    if (result == APO_EXIT_OK)
        result = apo_nets_check(&all.nets, call, all.source.var);
    if (result != APO_EXIT_OK) {
        apo_nets_close(&all.nets);
        apo_source_close(&all.source);
        return result;
    }
    apo_buffer_init(&text, NULL);
    apo_status status = apo_file_read(&text, path);
    if (status == APO_OK)
        status = open_engine(&all, threads);
    if (status == APO_OK)
        status = solve_lines(&all, apo_buffer_span(&text));
    if (status == APO_OK)
        print_sum(&all);
    else
        result = apo_report_failure("%s: %s", path, apo_status_message(status));
    apo_engine_free(all.engine);
    apo_nets_close(&all.nets);
    apo_buffer_clear(&text);
    apo_source_close(&all.source);
    return result != APO_EXIT_OK ? result : all.faults > 0 ? APO_EXIT_NO : APO_EXIT_OK;
}
