#include "cli/match/match_plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/call/message.h"
#include "cli/call/parse_options.h"
#include "cli/io/book.h"

enum {
    GAMES_DEFAULT = 100,
    GAMES_MAX = 1000000,
    PLIES_DEFAULT = 4,
    PLIES_MAX = 200,
    BALANCE_DEFAULT_CP = 120,
    CP_MAX = 100000,
    MOVE_MS_DEFAULT = 100,
    MOVE_MARGIN_MS = 500, /* few programs keep a time per move exactly to the millisecond */
    PATIENCE_S_DEFAULT = 60,
    LENGTH_DEFAULT = 400,
    SECONDS_MAX = 1000000
};

static enum apo_exit read_limits(apo_match_limits *out, const apo_call *call)
{
    const char *tc = apo_call_value(call, "tc"), *movetime = apo_call_value(call, "movetime");
    if (tc != NULL && !apo_match_clock_read(out, apo_span_of(tc)))
        return apo_report_usage(call->command,
                                "--tc takes MOVES/TIME+INCREMENT, like 40/10, 1+0.05 or "
                                "40/1:30, not \"%s\"",
                                tc);
    if (movetime != NULL &&
        (!apo_match_seconds_read(&out->move_ms, apo_span_of(movetime)) || out->move_ms == 0))
        return apo_report_usage(call->command,
                                "--movetime takes seconds, like 0.2, not "
                                "\"%s\"",
                                movetime);
    enum apo_exit result = apo_call_number(call, "nodes", 1, UINT32_MAX, &out->nodes);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "depth", 1, APO_PLIES_MAX - 1, &out->depth);
    if (out->clock_ms == 0 && out->move_ms == 0 && out->nodes == 0 && out->depth == 0)
        out->move_ms = MOVE_MS_DEFAULT;
    return result;
}

static enum apo_exit read_players(apo_match_plan *out, const apo_call *call)
{
    apo_match_limits limits = {.clock_ms = 0};
    enum apo_exit result = read_limits(&limits, call);
    for (size_t i = 0; result == APO_EXIT_OK && i < APO_MATCH_PLAYERS; i++)
        result = apo_match_spec_read(&out->players[i], call->operands[1 + i], &limits);
    apo_match_spec *second = &out->players[1];
    if (result == APO_EXIT_OK && strcmp(out->players[0].name, second->name) == 0) {
        size_t length = strlen(second->name);
        if (length + 3 > sizeof second->name)
            length = sizeof second->name - 3;
        memcpy(second->name + length, "-2", 3);
    }
    return result;
}

static bool has_clock(const apo_match_plan *plan)
{
    return plan->players[0].limits.clock_ms > 0 || plan->players[1].limits.clock_ms > 0;
}

static enum apo_exit read_rules(apo_match_plan *out, const apo_call *call)
{
    uint32_t margin_ms = has_clock(out) ? 0 : MOVE_MARGIN_MS, patience = PATIENCE_S_DEFAULT;
    out->rules.moves_max = LENGTH_DEFAULT;
    enum apo_exit result = apo_call_number(call, "margin", 0, SECONDS_MAX, &margin_ms);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "patience", 1, SECONDS_MAX, &patience);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "length", 0, SECONDS_MAX, &out->rules.moves_max);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "resign", 1, CP_MAX, &out->rules.resign_cp);
    out->rules.margin_ms = margin_ms;
    out->rules.patience_ms = (int64_t)patience * 1000;
    return result;
}

static enum apo_exit read_openings(apo_match_plan *out, const apo_call *call)
{
    apo_openings *openings = &out->openings;
    uint32_t seed = 1;
    openings->var = out->source.var;
    openings->name_index = out->source.name_index;
    openings->plies = PLIES_DEFAULT;
    openings->balance_cp = BALANCE_DEFAULT_CP;
    enum apo_exit result =
        apo_call_number(call, "start", 1, apo_variant_info_of(openings->var)->start_count,
                        &openings->start_number);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "plies", 0, PLIES_MAX, &openings->plies);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "balance", 0, CP_MAX, &openings->balance_cp);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "imbalance", 0, CP_MAX, &openings->imbalance_cp);
    if (result == APO_EXIT_OK && openings->balance_cp != 0 &&
        openings->imbalance_cp >= openings->balance_cp)
        return apo_report_usage(call->command, "--imbalance must be less than --balance, %u",
                                (unsigned)openings->balance_cp);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "seed", 0, UINT32_MAX, &seed);
    openings->seed = seed;
    const char *path = apo_call_value(call, "book");
    if (result == APO_EXIT_OK && path != NULL)
        result = apo_book_open(&out->book, openings->var, path);
    openings->book = out->book;
    /* Books end at different depths, so a match uses the book as far as it goes. */
    if (path != NULL && !apo_call_has(call, "plies"))
        openings->plies = PLIES_MAX;
    return result;
}

static bool read_signed(const char **text, double *out)
{
    char *end;
    errno = 0;
    *out = strtod(*text, &end);
    bool is_read = end != *text && errno == 0 && *out > -10000 && *out < 10000;
    *text = end;
    return is_read;
}

static enum apo_exit read_sprt(apo_match_plan *out, const apo_call *call)
{
    const char *value = apo_call_value(call, "sprt"), *rest = value;
    if (value == NULL)
        return APO_EXIT_OK;
    out->has_sprt = true;
    out->sprt.error_share = 0.05;
    if (read_signed(&rest, &out->sprt.elo[0]) && *rest == ',' && rest++ != NULL &&
        read_signed(&rest, &out->sprt.elo[1]) && *rest == '\0' &&
        out->sprt.elo[0] < out->sprt.elo[1])
        return APO_EXIT_OK;
    return apo_report_usage(call->command,
                            "--sprt takes two differences in Elo, the smaller first, like "
                            "0,5, not \"%s\"",
                            value);
}

static enum apo_exit open_log(apo_match_plan *out, const apo_call *call)
{
    const char *path = apo_call_value(call, "log");
    if (path == NULL)
        return APO_EXIT_OK;
    out->log = fopen(path, "we");
    if (out->log == NULL)
        return apo_report_failure("%s: %s", path, strerror(errno));
    setvbuf(out->log, NULL, _IOLBF, 0);
    return APO_EXIT_OK;
}

enum apo_exit apo_match_plan_read(apo_match_plan *out, const apo_call *call)
{
    *out = (apo_match_plan){.variant = call->operands[0],
                            .games = GAMES_DEFAULT,
                            .concurrency = 1,
                            .is_json = apo_call_has(call, "json"),
                            .has_progress =
                                apo_call_has(call, "progress") || isatty(STDERR_FILENO) != 0,
                            .pgn_path = apo_call_value(call, "pgn"),
                            .state_path = apo_call_value(call, "state")};
    enum apo_exit result = apo_call_number(call, "games", 1, GAMES_MAX, &out->games);
    if (result == APO_EXIT_OK)
        result =
            apo_call_number(call, "concurrency", 1, APO_MATCH_WORKERS_MAX, &out->concurrency);
    if (result == APO_EXIT_OK)
        result = read_players(out, call);
    if (result == APO_EXIT_OK)
        result = read_sprt(out, call);
    if (result == APO_EXIT_OK)
        result = read_rules(out, call);
    if (result == APO_EXIT_OK)
        result = apo_source_open(&out->source, out->variant);
    if (result == APO_EXIT_OK)
        result = read_openings(out, call);
    if (result == APO_EXIT_OK)
        result = open_log(out, call);
    if (result != APO_EXIT_OK)
        apo_match_plan_close(out);
    return result;
}

void apo_match_plan_close(apo_match_plan *plan)
{
    apo_book_free(plan->book);
    plan->book = NULL;
    apo_source_close(&plan->source);
    if (plan->log != NULL)
        fclose(plan->log);
    plan->log = NULL;
}
