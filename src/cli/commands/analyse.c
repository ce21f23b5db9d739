#include <apothecary/apothecary.h>
#include <signal.h>
#include <stdio.h>

#include "cli/call/message.h"
#include "cli/call/parse_options.h"
#include "cli/commands/list.h"
#include "cli/io/after.h"
#include "cli/io/opened.h"
#include "cli/io/print_buffer.h"
#include "cli/lab/suite.h"
#include "cli/nets/nets.h"
#include "cli/view/ended.h"
#include "cli/view/sentences.h"

enum {
    TIME_MAX_MS = 1000000000
};

/* One analysis. */
typedef struct analysis {
    apo_engine *engine;
    bool is_json;
    apo_pv best; /* as last reported */
} analysis;

/* The engine that Ctrl-C stops. */
static apo_engine *volatile running;

static void stop_running(int signal_number)
{
    (void)signal_number;
    if (running != NULL)
        apo_engine_stop(running);
}

static void add_score(apo_buffer *out, int score)
{
    char buf[32];
    if (apo_score_is_mate(score))
        snprintf(buf, sizeof buf, "%s#%d", score > 0 ? "+" : "-",
                 score > 0 ? apo_score_mate_moves(score) : -apo_score_mate_moves(score));
    else
        snprintf(buf, sizeof buf, "%+.2f", score / 100.0);
    apo_buffer_add(out, buf);
}

/* Calls `add` with the SAN of each move of the line. */
static void add_moves(apo_buffer *out, const apo_position *from, const apo_pv *line,
                      bool is_json)
{
    apo_position *pos = apo_position_copy(from);
    apo_status status = pos != NULL ? APO_OK : APO_E_MEMORY;
    for (unsigned i = 0; status == APO_OK && i < line->count; i++) {
        char buf[APO_MOVE_TEXT_MAX];
        apo_text text = apo_text_start(buf, sizeof buf);
        apo_move_write(&text, pos, &line->moves[i], APO_NOTATION_SAN);
        if (is_json) {
            apo_json_add_text(out, NULL, apo_text_span(&text));
        } else {
            apo_buffer_add_char(out, ' ');
            apo_buffer_add_span(out, apo_text_span(&text));
        }
        status = apo_play(pos, &line->moves[i]);
    }
    out->is_failed = out->is_failed || status != APO_OK;
    apo_position_free(pos);
}

static void add_text(apo_buffer *out, const apo_search_report *report, const apo_position *pos)
{
    char buf[96];
    snprintf(buf, sizeof buf, "%3u/%-3u %8.1fs %12llu ", report->depth, report->seldepth,
             (double)report->time_ms / 1000.0, (unsigned long long)report->nodes);
    apo_buffer_add(out, buf);
    add_score(out, report->score);
    apo_buffer_add_char(out, ' ');
    add_moves(out, pos, report->line, false);
}

static void add_json(apo_buffer *out, const apo_search_report *report, const apo_position *pos)
{
    apo_json_open(out, NULL, '{');
    apo_json_add_number(out, "depth", report->depth);
    apo_json_add_number(out, "depth_selected", report->seldepth);
    apo_json_add_number(out, "line", report->index + 1);
    if (apo_score_is_mate(report->score))
        apo_json_add_number(out, "mate_moves", apo_score_mate_moves(report->score));
    else
        apo_json_add_number(out, "score_cp", report->score);
    apo_json_add_number(out, "nodes", (int64_t)report->nodes);
    apo_json_add_number(out, "time_ms", report->time_ms);
    apo_json_open(out, "pv", '[');
    add_moves(out, pos, report->line, true);
    apo_json_close(out, ']');
    apo_json_close(out, '}');
}

static void print_report(void *context, const apo_search_report *report)
{
    analysis *all = context;
    const apo_position *pos = apo_engine_position(all->engine);
    apo_buffer out;
    if (report->index == 0)
        all->best = *report->line;
    apo_buffer_init(&out, NULL);
    if (all->is_json)
        add_json(&out, report, pos);
    else
        add_text(&out, report, pos);
    (void)apo_buffer_print_line(&out);
    fflush(stdout);
}

/* The last line reported; just a move if time ran out in the first iteration. */
static apo_pv find_best(const analysis *all, const apo_decision *made)
{
    if (!made->has_move)
        return (apo_pv){.count = 0};
    if (all->best.count > 0)
        return all->best;
    return (apo_pv){.moves = {made->best, made->ponder}, .count = made->has_ponder ? 2 : 1};
}

static void print_best(const analysis *all, const apo_decision *made)
{
    const apo_pv line = find_best(all, made);
    const apo_position *pos = apo_engine_position(all->engine);
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    if (all->is_json) {
        apo_json_open(&out, NULL, '{');
        apo_json_open(&out, "best", '[');
        add_moves(&out, pos, &line, true);
        apo_json_close(&out, ']');
        apo_json_close(&out, '}');
    } else if (made->has_move) {
        apo_buffer_add(&out, "best");
        add_moves(&out, pos, &line, false);
    } else {
        apo_buffer_add(&out, "no move: the game is over here");
    }
    (void)apo_buffer_print_line(&out);
}

static void listen_for_interrupt(apo_engine *engine)
{
    struct sigaction action = {.sa_handler = engine != NULL ? stop_running : SIG_DFL};
    running = engine;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

/* Evaluates with the net of --eval-file, or the program's own. */
static enum apo_exit use_net(apo_engine *engine, const apo_call *call, const apo_position *pos)
{
    apo_nets nets;
    apo_error err;
    enum apo_exit result = apo_nets_open(&nets, call);
    if (result != APO_EXIT_OK)
        return result;
    apo_span bytes = apo_nets_bytes(&nets, apo_variant_info_of(apo_position_variant(pos))->id);
    /* A game may have the id of one of ours but other rules; then our net is not for it. */
    if (apo_engine_use_network(engine, bytes, &err) != APO_OK && nets.has_file)
        result = apo_report_failure("%s: %s", apo_call_value(call, "eval-file"), err.detail);
    apo_nets_close(&nets);
    return result;
}

/* `game` may be NULL; it ends at `pos`. */
static apo_status open_engine(apo_engine **out, const apo_position *pos, const apo_game *game,
                              unsigned threads)
{
    apo_status status = apo_engine_open(out, 0);
    if (status == APO_OK)
        status = apo_engine_set_threads(*out, threads);
    if (status == APO_OK)
        status = apo_engine_new_game(*out, apo_position_variant(pos));
    if (status == APO_OK)
        status =
            game != NULL ? apo_engine_set_game(*out, game) : apo_engine_set_position(*out, pos);
    return status;
}

/* Says that there is nothing to search. */
static void print_end(bool is_json)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    if (is_json) {
        apo_json_open(&out, NULL, '{');
        apo_json_open(&out, "best", '[');
        apo_json_close(&out, ']');
        apo_json_close(&out, '}');
    } else {
        apo_buffer_add(&out, "no move: the game is over here");
    }
    (void)apo_buffer_print_line(&out);
}

/* Warns that the move count is about to end the game, and how. */
static void warn_of_count(const apo_end_view *end)
{
    if (end->is_near)
        apo_report_error("the move count ends the game after %u more half-move%s without a "
                         "capture or a pawn move: %s",
                         end->quiet_left, end->quiet_left == 1 ? "" : "s",
                         apo_result_words(end->quarters));
}

static enum apo_exit analyse(const apo_call *call, const apo_position *pos,
                             const apo_game *game, const apo_limits *limits, unsigned threads)
{
    analysis all = {.is_json = apo_call_has(call, "json")};
    apo_decision made;
    apo_end_view end = apo_end_view_of(pos);
    if (end.outcome.ending != APO_ENDING_NONE ||
        (game != NULL && apo_game_info_of(game).is_over)) {
        print_end(all.is_json);
        return APO_EXIT_OK;
    }
    warn_of_count(&end);
    apo_status status = open_engine(&all.engine, pos, game, threads);
    if (status == APO_OK) {
        enum apo_exit result = use_net(all.engine, call, pos);
        if (result != APO_EXIT_OK) {
            apo_engine_free(all.engine);
            return result;
        }
        listen_for_interrupt(all.engine);
        status = apo_engine_go(&made, all.engine, limits, print_report, &all);
        listen_for_interrupt(NULL);
    }
    if (status == APO_OK)
        print_best(&all, &made);
    apo_engine_free(all.engine);
    if (status != APO_OK)
        return apo_report_failure("analyse: %s", apo_status_message(status));
    return APO_EXIT_OK;
}

static enum apo_exit analyse_opened(const apo_call *call, apo_position *pos,
                                    const apo_limits *limits, unsigned threads)
{
    apo_game *game;
    apo_problem problem;
    if (!apo_after_play(&game, call, pos, &problem))
        return apo_report_text_error(problem.what, problem.text, &problem.err);
    enum apo_exit result = analyse(call, pos, game, limits, threads);
    apo_game_free(game);
    return result;
}

static enum apo_exit analyse_suite(const apo_call *call, const apo_limits *limits,
                                   unsigned threads)
{
    if (call->operand_count > 1)
        return apo_report_usage(call->command, "--epd and a FEN exclude each other");
    if (limits->depth == 0 && limits->move_ms == 0)
        return apo_report_usage(call->command, "--epd needs --depth or --time");
    return apo_suite_run(call, apo_call_value(call, "epd"), limits, threads);
}

static enum apo_exit run_analyse(const apo_call *call)
{
    apo_opened opened;
    uint32_t depth = 0, time_ms = 0, lines = 1, threads = 1;
    enum apo_exit result = apo_call_number(call, "depth", 1, APO_PLIES_MAX - 1, &depth);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "time", 1, TIME_MAX_MS, &time_ms);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "lines", 1, APO_MULTIPV_MAX, &lines);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "threads", 1, APO_ENGINE_THREADS_MAX, &threads);
    if (result != APO_EXIT_OK)
        return result;
    const apo_limits limits = {.depth = depth, .move_ms = time_ms, .lines = lines};
    if (apo_call_has(call, "epd"))
        return analyse_suite(call, &limits, threads);
    if (call->operand_count < 2)
        return apo_report_usage(call->command, "too few operands: there is no FEN");
    result = apo_opened_open(&opened, call, 0, NULL);
    if (result != APO_EXIT_OK)
        return result;
    result = analyse_opened(call, opened.pos, &limits, threads);
    apo_opened_close(&opened);
    return result;
}

static const apo_command_option options[] = {
    {"depth", "N", NULL, "Stop after N plies."},
    {"time", "MS", NULL, "Stop after MS milliseconds."},
    {"lines", "N", NULL, "Show the N best moves; default 1."},
    {"threads", "N", NULL, "Search with N threads; default 1."},
    APO_NETS_OPTION,
    APO_AFTER_OPTION,
    {"epd", "FILE", NULL,
     "Instead of a FEN: search each position of an EPD file, and count how often the move is one "
     "of its best moves (bm) and not one to avoid (am)."},
    {"json", NULL, NULL, "An object a line."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"analyse modern 14 --time 5000", "The best move from start 14, after five seconds."},
    {"analyse chess --epd suite.epd --time 1000", "A suite of test positions, a second each."},
    {NULL, NULL},
};

const apo_command apo_command_analyse = {
    .name = "analyse",
    .operands = "VARIANT [FEN]",
    .summary = "Analyse a position with the engine",
    .about = "Searches until --depth, --time or Ctrl-C stops it. Every line has the depth in "
             "plies, the time, the nodes, the score for the side to move in pawns (#3: mate in "
             "three) and the best play. The best line comes last, also after Ctrl-C.",
    .options = options,
    .examples = examples,
    .operands_min = 1,
    .operands_max = APO_OPERANDS_ANY,
    .has_variant = true,
    .has_fen = true,
    .run = run_analyse,
};
