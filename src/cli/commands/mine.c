#include "cli/selfplay/mine.h"

#include <string.h>
#include <sys/resource.h>

#include "cli/call/message.h"
#include "cli/call/parse_options.h"
#include "cli/commands/list.h"
#include "cli/io/input.h"
#include "cli/io/interrupt.h"
#include "cli/selfplay/mined_list.h"
#include "training/training_start.h"

enum {
    NODES_USUAL = 10000,
    NODES_MAX = 100000000,
    LIMIT_MAX = 1000000,
    NICE = 19
};

static enum apo_exit mine(const apo_games_map *map, const apo_call *call, apo_mine_plan *plan)
{
    apo_source source;
    const char *name = call->operand_count > 1 ? call->operands[1] : map->head.id;
    enum apo_exit result = apo_source_open(&source, name);
    if (result != APO_EXIT_OK)
        return result;
    plan->var = source.var;
    if (apo_training_digest(source.var) != map->head.digest)
        result = apo_report_failure("%s: its games were played by other rules than %s",
                                    map->path, name);
    else
        result = apo_mine_run(map, plan, apo_call_value(call, "out"));
    apo_source_close(&source);
    return result;
}

static enum apo_exit run_mine(const apo_call *call)
{
    apo_games_map map;
    apo_mine_plan plan = {.nodes = NODES_USUAL, .label = "selfplay"};
    enum apo_exit result = apo_call_number(call, "nodes", 1, NODES_MAX, &plan.nodes);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "problems", 1, LIMIT_MAX, &plan.problem_limit);
    if (result != APO_EXIT_OK)
        return result;
    if (apo_call_has(call, "list"))
        return apo_mined_list(call->operands[0]);
    if (!apo_call_has(call, "out"))
        return apo_report_usage(call->command, "--out FILE is needed");
    if (apo_call_has(call, "label"))
        plan.label = apo_call_value(call, "label");
    result = apo_games_map_open(&map, call->operands[0]);
    if (result != APO_EXIT_OK)
        return result;
    (void)setpriority(PRIO_PROCESS, 0, NICE);
    (void)apo_interrupt_install();
    result = mine(&map, call, &plan);
    apo_games_map_close(&map);
    return result;
}

static const apo_command_option options[] = {
    {"out", "FILE", NULL, "Append the problems to FILE, continuing where it ends."},
    {"label", "WORD", NULL, "Name of the games' file in the result; default \"selfplay\"."},
    {"nodes", "N", NULL,
     "Positions of the smaller search; the larger has five times as many. Default 10000."},
    {"list", NULL, NULL,
     "GAMES is such a FILE: print its problems, one a line, with themes, FEN and solution."},
    {"problems", "N", NULL, "End when FILE has N problems."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"mine alert.games --out alert.txt --label alert", "Until all games are read."},
    {NULL, NULL},
};

const apo_command apo_command_mine = {
    .name = "mine",
    .operands = "GAMES [VARIANT]",
    .summary = "Find problems in recorded self-play games",
    .about =
        "Looks through a file of \"selfplay\" for positions after a mistake in which only one "
        "move wins. Two searches, one five times as large as the other, must agree on the move, "
        "and that no other comes near it; a mate is proved. The line continues as long as this "
        "is true of the next move.\n\n"
        "It can be stopped or killed at any time; started again, it continues after the last "
        "game that it has read.",
    .options = options,
    .examples = examples,
    .operands_min = 1,
    .operands_max = 2,
    .run = run_mine,
};
