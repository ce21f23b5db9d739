#include "search/bench.h"

#include <inttypes.h>
#include <stdio.h>

#include "api/host.h"
#include "cli/call/message.h"
#include "cli/call/parse_options.h"
#include "cli/commands/list.h"
#include "cli/io/input.h"
#include "cli/io/print_buffer.h"
#include "cli/lab/constants_option.h"
#include "cli/nets/nets_source.h"
#include "definition/file/definition.h"

enum {
    NODES_DEFAULT = 20000,
    NODES_MAX = 1000000000
};

static const apo_time_manager bench_clock = {.now = apo_engine_now};

static unsigned long long per_second(const apo_bench *sum)
{
    int64_t ms = sum->time_ms > 0 ? sum->time_ms : 1;
    return sum->nodes * 1000 / (uint64_t)ms;
}

static void print_row(const char *name, const apo_bench *sum)
{
    printf("%-16s %9" PRIu64 " nodes %6" PRId64 " ms %9llu a second  signature %016" PRIx64
           "\n",
           name, sum->nodes, sum->time_ms, per_second(sum), sum->signature);
    fflush(stdout);
}

static void add_to(apo_bench *total, const apo_bench *sum)
{
    total->nodes += sum->nodes;
    total->time_ms += sum->time_ms;
    total->positions += sum->positions;
    total->signature = total->signature * 31 + sum->signature;
}

/* The settings of a bench. */
typedef struct bench_plan {
    const apo_call *call;
    apo_engine *engine;
    apo_nets *nets;
    apo_limits limits;
} bench_plan;

static enum apo_exit bench_game(apo_bench *total, const bench_plan *plan, const char *name)
{
    apo_source source;
    apo_bench sum = {.nodes = 0};
    enum apo_exit result = apo_source_open(&source, name);
    if (result != APO_EXIT_OK)
        return result;
    apo_status status = APO_OK;
    result = apo_nets_check(plan->nets, plan->call, source.var);
    if (result == APO_EXIT_OK)
        status = apo_bench_run(&sum, plan->engine, source.var, &plan->limits, &bench_clock);
    apo_source_close(&source);
    if (result != APO_EXIT_OK)
        return result;
    if (status != APO_OK)
        return apo_report_failure("bench: %s: %s", name, apo_status_message(status));
    print_row(name, &sum);
    add_to(total, &sum);
    return APO_EXIT_OK;
}

/* The games of a bench without arguments. Never add newer games here, so that the signature
 * does not change. */
static const char *const games[] = {
    "alert",      "amazon",        "apothecary2",    "berolina",   "brouhaha",
    "capablanca", "centaur",       "chess-on-12x12", "chess",      "classic",
    "courier",    "falcon-xboard", "falcon",         "grand",      "grasshopper",
    "gross",      "janus",         "modern",         "nightrider", "omega",
    "omicron",    "opulent",       "prequel",        "seirawan",   "shako",
    "tencubed",   "torpedo",       "wildebeest-fsf", "wildebeest", "xiangqi",
};

/* Benches the named games, or those of the list. */
static enum apo_exit bench_games(const bench_plan *plan)
{
    const apo_call *call = plan->call;
    apo_bench total = {.nodes = 0};
    enum apo_exit result = APO_EXIT_OK;
    size_t count =
        call->operand_count > 0 ? call->operand_count : sizeof games / sizeof games[0];
    for (size_t i = 0; result == APO_EXIT_OK && i < count; i++) {
        const char *name = call->operand_count > 0 ? call->operands[i] : games[i];
        result = bench_game(&total, plan, name);
    }
    if (result == APO_EXIT_OK)
        print_row("total", &total);
    return result;
}

static enum apo_exit run_bench(const apo_call *call)
{
    apo_nets nets;
    apo_search_constants constants;
    const apo_engine_options options = {.now = apo_engine_now,
                                        .network_source = apo_nets_find,
                                        .network_context = &nets,
                                        .constants = &constants};
    apo_engine *engine;
    uint32_t nodes = NODES_DEFAULT, depth = 0;
    enum apo_exit result = apo_call_number(call, "nodes", 1, NODES_MAX, &nodes);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "depth", 1, APO_PLIES_MAX - 1, &depth);
    if (result == APO_EXIT_OK)
        result = apo_call_constants(call, &constants);
    if (result == APO_EXIT_OK)
        result = apo_nets_open(&nets, call);
    if (result != APO_EXIT_OK)
        return result;
    apo_status status = apo_engine_new(&engine, &options);
    if (status != APO_OK) {
        apo_nets_close(&nets);
        return apo_report_failure("bench: %s", apo_status_message(status));
    }
    const bench_plan plan = {.call = call,
                             .engine = engine,
                             .nets = &nets,
                             .limits = {.depth = depth, .nodes = depth > 0 ? 0 : nodes}};
    result = bench_games(&plan);
    apo_engine_free(engine);
    apo_nets_close(&nets);
    return result;
}

static const apo_command_option options[] = {
    {"nodes", "N", NULL, "Search N nodes from each position; default 20000."},
    {"depth", "N", NULL, "Search N plies deep instead."},
    APO_NETS_OPTION,
    APO_CONSTANTS_OPTION,
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"bench", "Thirty games; the signature is the same every time."},
    {"bench grand --nodes 500000", "The engine's speed in one game."},
    {NULL, NULL},
};

const apo_command apo_command_bench = {
    .name = "bench",
    .operands = "[VARIANT...]",
    .summary = "Measure the engine's speed",
    .about =
        "Searches four positions of each game, always the same ones, and prints nodes, time "
        "and a signature of the results. The same program gives the same signature; a "
        "change that should not affect the play must not change it.",
    .options = options,
    .examples = examples,
    .operands_min = 0,
    .operands_max = APO_OPERANDS_ANY,
    .run = run_bench,
};
