#include <stdlib.h>
#include <unistd.h>

#include "cli/call/message.h"
#include "cli/call/parse_options.h"
#include "cli/commands/list.h"
#include "cli/io/questions.h"
#include "cli/lab/perft_threads.h"

enum {
    DEPTH_MAX = 30
};

/* The root moves and their counts. */
typedef struct counts {
    apo_move_line *lines; /* owned */
    uint64_t *counts;     /* owned */
    size_t count;
    uint64_t total;
} counts;

static void clear_counts(counts *sum)
{
    free(sum->lines);
    free(sum->counts);
}

static apo_status count_moves(counts *sum, const apo_position *pos, unsigned depth,
                              const apo_perft_run *run)
{
    apo_status status = apo_move_lines_list(&sum->lines, &sum->count, pos, APO_SQUARE_NONE);
    if (status != APO_OK)
        return status;
    sum->counts = calloc(sum->count + 1, sizeof *sum->counts);
    if (sum->counts == NULL)
        return APO_E_MEMORY;
    status = apo_perft_count(sum->counts, pos, sum->lines, sum->count, depth, run);
    for (size_t i = 0; i < sum->count; i++)
        sum->total += sum->counts[i];
    return status;
}

static void add_text(apo_buffer *out, const counts *sum, bool is_divided)
{
    for (size_t i = 0; is_divided && i < sum->count; i++) {
        apo_buffer_add(out, sum->lines[i].text);
        apo_buffer_add_char(out, ' ');
        apo_buffer_add_number(out, (int64_t)sum->counts[i]);
        apo_buffer_add_char(out, '\n');
    }
    if (is_divided)
        apo_buffer_add(out, "total ");
    apo_buffer_add_number(out, (int64_t)sum->total);
}

static void add_json(apo_buffer *out, const counts *sum, unsigned depth)
{
    apo_json_open(out, NULL, '{');
    apo_json_add_number(out, "depth", depth);
    apo_json_add_number(out, "total", (int64_t)sum->total);
    apo_json_open(out, "moves", '[');
    for (size_t i = 0; i < sum->count; i++) {
        apo_json_open(out, NULL, '{');
        apo_json_add_string(out, "move", sum->lines[i].text);
        apo_json_add_number(out, "count", (int64_t)sum->counts[i]);
        apo_json_close(out, '}');
    }
    apo_json_close(out, ']');
    apo_json_close(out, '}');
}

static bool answer(apo_question *question)
{
    const apo_perft_run *run = question->context;
    const apo_perft_run alone = {1, false};
    counts sum = {.total = 1};
    uint32_t depth;
    apo_span word = question->words[0];
    apo_status status = APO_OK;
    if (!apo_span_number(word, DEPTH_MAX, &depth))
        return apo_question_fail(question, "DEPTH", APO_E_RANGE);
    if (depth > 0) {
        sum.total = 0;
        status = count_moves(&sum, question->pos, depth, question->is_batch ? &alone : run);
    }
    if (apo_call_has(question->call, "json"))
        add_json(question->out, &sum, depth);
    else
        add_text(question->out, &sum, apo_call_has(question->call, "divide"));
    clear_counts(&sum);
    return status == APO_OK || apo_question_fail(question, "perft", status);
}

static enum apo_exit run_perft(const apo_call *call)
{
    uint32_t depth, threads = 1;
    const char *word = call->operands[call->operand_count - 1];
    if (!apo_span_number(apo_span_of(word), DEPTH_MAX, &depth))
        return apo_report_usage(call->command, "DEPTH is a number from 0 to %d, not \"%s\"",
                                DEPTH_MAX, word);
    enum apo_exit result = apo_call_number(call, "threads", 1, APO_THREADS_MAX, &threads);
    if (result != APO_EXIT_OK)
        return result;
    apo_perft_run run = {threads, apo_call_has(call, "progress") || isatty(STDERR_FILENO) != 0};
    const apo_asking asking = {answer, NULL, &run, 1, "DEPTH", apo_call_has(call, "divide")};
    return apo_questions_answer(call, &asking);
}

static const apo_command_option options[] = {
    {"divide", NULL, NULL, "Also print the count after each move, sorted by move."},
    {"threads", "N", NULL,
     "Count with N threads; default 1, and one for each processor with the FEN -."},
    {"progress", NULL, NULL,
     "Report progress on standard error even if it is not a "
     "terminal."},
    {"json", NULL, NULL, "An object with depth, total and the counts after the moves."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"perft modern 14 3", "The number of games of three half-moves."},
    {"perft alert start 4 --divide --threads 2",
     "The same after each first move, twice as fast."},
    {NULL, NULL},
};

const apo_command apo_command_perft = {
    .name = "perft",
    .operands = "VARIANT FEN DEPTH",
    .summary = "Count sequences of moves",
    .about = "Prints the number of sequences of DEPTH legal half-moves from a position; "
             "use it to compare implementations of the rules. After two seconds it reports "
             "progress on standard error, if that is a terminal.",
    .options = options,
    .examples = examples,
    .operands_min = 3,
    .operands_max = APO_OPERANDS_ANY,
    .has_variant = true,
    .has_fen = true,
    .run = run_perft,
};
