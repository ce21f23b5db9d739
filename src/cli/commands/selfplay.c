#include "cli/selfplay/selfplay.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>

#include "cli/call/message.h"
#include "cli/call/parse_options.h"
#include "cli/commands/list.h"
#include "cli/io/file.h"
#include "cli/io/interrupt.h"
#include "cli/selfplay/games_show.h"
#include "neural/network_file.h"
#include "training/training_start.h"

enum {
    NODES_USUAL = 2000,
    NODES_MAX = 1000000,
    PLIES_USUAL = 8,
    PLIES_MAX = 200,
    BALANCE_USUAL = 120,
    BALANCE_MAX = 10000,
    LENGTH_MAX = APO_TRAINING_PLIES_MAX - PLIES_MAX,
    LEAD_MAX = 30000,
    NICE_USUAL = 19,
    LIMIT_MAX = 2000000000
};

/* --- looking ------------------------------------------------------------- */

static enum apo_exit look_at(const apo_games_map *map, const apo_call *call, uint32_t games)
{
    apo_source source = {.var = NULL};
    apo_games_look look = {.game_limit = games, .is_json = apo_call_has(call, "json")};
    enum apo_exit result = APO_EXIT_OK;
    if (apo_call_has(call, "moves")) {
        const char *name = call->operand_count > 0 ? call->operands[0] : map->head.id;
        result = apo_source_open(&source, name);
        if (result != APO_EXIT_OK)
            return result;
        look.var = source.var;
        if (apo_training_digest(source.var) != map->head.digest)
            result = apo_report_failure("%s: its games were played by other rules than %s",
                                        map->path, name);
    }
    if (result == APO_EXIT_OK)
        result = apo_games_show(map, &look);
    if (look.var != NULL)
        apo_source_close(&source);
    return result;
}

static enum apo_exit run_show(const apo_call *call, uint32_t games)
{
    apo_games_map map;
    enum apo_exit result = apo_games_map_open(&map, apo_call_value(call, "show"));
    if (result != APO_EXIT_OK)
        return result;
    result = look_at(&map, call, games);
    apo_games_map_close(&map);
    return result;
}

/* --- playing ------------------------------------------------------------- */

/* Threads started later inherit the priority. A refusal by the system does no harm. Never
 * raises a lower priority that we were started with, even as root. */
static void be_nice(uint32_t nice)
{
    if ((int)nice > getpriority(PRIO_PROCESS, 0))
        (void)setpriority(PRIO_PROCESS, 0, (int)nice);
}

static enum apo_exit play(const apo_call *call, const apo_selfplay_plan *plan)
{
    apo_games_file file;
    enum apo_exit result = apo_games_file_open(&file, apo_call_value(call, "out"), &plan->head);
    if (result != APO_EXIT_OK)
        return result;
    (void)apo_interrupt_install();
    result = apo_selfplay_run(&file, plan);
    printf("%u games, %llu positions, %llu bytes\n", (unsigned)file.games,
           (unsigned long long)file.positions, (unsigned long long)file.size);
    apo_games_file_close(&file);
    return result;
}

static enum apo_exit read_plan(apo_selfplay_plan *plan, const apo_call *call,
                               uint32_t *out_seed)
{
    uint32_t nice = NICE_USUAL;

    const struct {
        const char *name;
        uint32_t minimum, maximum;
        uint32_t *out;
    } numbers[] = {{"nodes", 1, NODES_MAX, &plan->head.nodes},
                   {"plies", 0, PLIES_MAX, &plan->head.plies},
                   {"balance", 0, BALANCE_MAX, &plan->head.balance_cp},
                   {"length", 1, LENGTH_MAX, &plan->length_max},
                   {"lead", 0, LEAD_MAX, &plan->lead_cp},
                   {"seed", 0, UINT32_MAX, out_seed},
                   {"games", 1, LIMIT_MAX, &plan->game_limit},
                   {"positions", 1, LIMIT_MAX, &plan->position_limit},
                   {"threads", 1, APO_SELFPLAY_THREADS_MAX, &plan->threads},
                   {"nice", 0, NICE_USUAL, &nice}};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        enum apo_exit result = apo_call_number(call, numbers[i].name, numbers[i].minimum,
                                               numbers[i].maximum, numbers[i].out);
        if (result != APO_EXIT_OK)
            return result;
    }
    plan->has_progress = apo_call_has(call, "progress");
    be_nice(nice);
    return APO_EXIT_OK;
}

/* Reads the net into `bytes` and tries whether it fits the game. */
static enum apo_exit read_net(apo_selfplay_plan *plan, apo_buffer *bytes, const char *path)
{
    apo_network *network = NULL;
    apo_error err = {.detail = ""};
    apo_status status = apo_file_read(bytes, path);
    if (status == APO_E_IO)
        return apo_report_failure("%s: %s", path, strerror(errno));
    if (status != APO_OK)
        return apo_report_failure("%s: %s", path, apo_status_message(status));
    plan->net = apo_buffer_span(bytes);
    status = apo_network_read(&network, plan->source->var, plan->net, NULL, &err);
    if (status != APO_OK)
        return apo_report_failure("%s: byte %zu: %s", path, err.position + 1, err.detail);
    apo_network_free(network);
    plan->head.net = apo_training_digest_of(plan->net);
    return APO_EXIT_OK;
}

static enum apo_exit run_selfplay(const apo_call *call)
{
    apo_source source;
    apo_selfplay_plan plan = {
        .source = &source,
        .threads = 1,
        .length_max = APO_SELFPLAY_LENGTH_USUAL,
        .lead_cp = APO_SELFPLAY_LEAD_USUAL,
        .head = {.nodes = NODES_USUAL, .plies = PLIES_USUAL, .balance_cp = BALANCE_USUAL}};
    apo_selfplay_starts starts = {.count = 0};
    apo_buffer net;
    uint32_t seed = 1;
    enum apo_exit result = read_plan(&plan, call, &seed);
    if (result != APO_EXIT_OK)
        return result;
    if (apo_call_has(call, "show"))
        return run_show(call, plan.game_limit);
    if (call->operand_count == 0 || !apo_call_has(call, "out"))
        return apo_report_usage(call->command,
                                "a VARIANT and --out FILE are needed, or --show");
    result = apo_source_open(&source, call->operands[0]);
    if (result != APO_EXIT_OK)
        return result;
    apo_buffer_init(&net, NULL);
    apo_selfplay_describe(&plan.head, &source, seed);
    if (apo_call_has(call, "eval-file"))
        result = read_net(&plan, &net, apo_call_value(call, "eval-file"));
    if (result == APO_EXIT_OK && apo_call_has(call, "fens")) {
        result = apo_selfplay_starts_open(&starts, source.var, apo_call_value(call, "fens"));
        plan.starts = &starts;
        plan.head.starts = apo_training_digest_of(apo_buffer_span(&starts.text));
    }
    if (result == APO_EXIT_OK)
        result = play(call, &plan);
    apo_selfplay_starts_close(&starts);
    apo_buffer_clear(&net);
    apo_source_close(&source);
    return result;
}

static const apo_command_option options[] = {
    {"out", "FILE", NULL, "Append the games to FILE; if it exists, continue its series."},
    {"nodes", "N", NULL, "Search N positions per move; default 2000."},
    {"plies", "N", NULL, "Begin each game with N random half-moves; default 8."},
    {"balance", "CP", NULL,
     "Reject openings that the engine scores beyond CP centipawns; default 120, 0 keeps all."},
    {"eval-file", "NET", NULL, "Evaluate with this net; FILE records which it was."},
    {"fens", "FILE", NULL,
     "Begin with the FENs of FILE in turn, one a line, not with the numbered starts."},
    {"seed", "N", NULL, "Seed for the openings; default 1."},
    {"games", "N", NULL, "End when FILE has N games. With --show: look at the first N."},
    {"positions", "N", NULL, "End when FILE has N positions."},
    {"lead", "CP", NULL,
     "A lead that decides a game if both sides see it, in centipawns; default 1500, 0: none."},
    {"length", "N", NULL, "End a game after N half-moves; default 400."},
    {"threads", "N", NULL, "Play N games at a time; default 1."},
    {"nice", "N", NULL, "Leave the processor to others, as nice does; 0 to 19, default 19."},
    {"progress", NULL, NULL,
     "Report progress on standard error even if it is not a "
     "terminal, once a minute."},
    {"show", "FILE", NULL, "Print statistics of FILE instead of playing."},
    {"moves", NULL, NULL, "With --show: print the games too, one a line, with their scores."},
    {"json", NULL, NULL, "With --show: the statistics as an object."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"selfplay grand --out grand.games --nodes 300 --games 1",
     "One game, to see how it works."},
    {"selfplay alert --out alert.games --positions 10000000 --threads 8",
     "Ten million positions; can be killed and started again."},
    {"selfplay --show alert.games", "What there is so far."},
    {NULL, NULL},
};

const apo_command apo_command_selfplay = {
    .name = "selfplay",
    .operands = "[VARIANT]",
    .summary = "Let the engine play itself and record the games for training",
    .about =
        "The engine plays games against itself, from all numbered starts in turn, and appends "
        "them to a file: the start, each move with the search's score, and the result. It goes "
        "on until there are as many games or positions as asked for, or for ever.\n\n"
        "Each game begins with some random moves that the engine finds level. It ends by the "
        "rules; when both sides see one of them ahead by 15 pawns, or a mate (--lead); or after "
        "400 half-moves (--length). Games that are slow to win need more of these, or a smaller "
        "lead: else too many are draws in the file that a better player would win.\n\n"
        "It runs at the lowest priority. It can be stopped or killed at any time: only the "
        "games in progress are lost. Started again, it goes on with the first game that the "
        "file lacks. With the same seed the games are the same, whatever the number of "
        "threads.",
    .options = options,
    .examples = examples,
    .operands_max = 1,
    .has_variant = true,
    .run = run_selfplay,
};
