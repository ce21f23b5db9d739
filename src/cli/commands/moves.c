#include <stdlib.h>

#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "cli/io/questions.h"
#include "cli/view/ended.h"
#include "cli/view/move_lines.h"

static void add_lines(apo_buffer *out, const apo_position *pos, const apo_move_line *lines,
                      size_t count, enum apo_notation notation)
{
    for (size_t i = 0; i < count; i++) {
        char buf[APO_MOVE_TEXT_MAX];
        apo_text text = apo_text_start(buf, sizeof buf);
        apo_move_write(&text, pos, &lines[i].mv, notation);
        if (i > 0)
            apo_buffer_add_char(out, '\n');
        apo_buffer_add(out, buf);
    }
}

static void add_json(apo_buffer *out, const apo_position *pos, const apo_move_line *lines,
                     size_t count)
{
    apo_json_open(out, NULL, '[');
    for (size_t i = 0; i < count; i++) {
        char buf[APO_MOVE_TEXT_MAX];
        apo_text text = apo_text_start(buf, sizeof buf);
        apo_move_write(&text, pos, &lines[i].mv, APO_NOTATION_SAN);
        apo_json_open(out, NULL, '{');
        apo_json_add_string(out, "move", lines[i].text);
        apo_json_add_string(out, "san", buf);
        apo_json_close(out, '}');
    }
    apo_json_close(out, ']');
}

static bool answer(apo_question *question)
{
    const apo_square *from = question->context;
    apo_move_line *lines;
    size_t count;
    apo_status status = apo_move_lines_list(&lines, &count, question->pos, *from);
    if (status != APO_OK)
        return apo_question_fail(question, "moves", status);
    if (apo_end_view_of(question->pos).outcome.ending != APO_ENDING_NONE)
        count = 0;
    if (apo_call_has(question->call, "json"))
        add_json(question->out, question->pos, lines, count);
    else
        add_lines(question->out, question->pos, lines, count,
                  apo_call_has(question->call, "san") ? APO_NOTATION_SAN
                                                      : APO_NOTATION_COORDINATE);
    free(lines);
    return true;
}

static enum apo_exit read_square(void *context, const apo_call *call, const apo_variant *var)
{
    apo_square *out = context;
    const char *argument = apo_call_value(call, "from");
    if (argument == NULL)
        return APO_EXIT_OK;
    apo_span rest = apo_span_of(argument);
    *out = apo_geometry_read_square(apo_variant_geometry(var), &rest);
    if (*out == APO_SQUARE_NONE || rest.length > 0)
        return apo_report_usage(&apo_command_moves, "%s has no square \"%s\"",
                                apo_variant_info_of(var)->id, argument);
    return APO_EXIT_OK;
}

static enum apo_exit run_moves(const apo_call *call)
{
    apo_square from = APO_SQUARE_NONE;
    const apo_asking asking = {answer, read_square, &from, 0, NULL, true};
    return apo_questions_answer(call, &asking);
}

static const apo_command_option options[] = {
    {"from", "SQ", NULL, "Only the moves of the piece on this square."},
    {"san", NULL, NULL, "In SAN, in the same order."},
    {"json", NULL, NULL, "A list of objects with coordinate notation and SAN."},
    APO_THREADS_OPTION,
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"moves modern 14", "All moves of the start position."},
    {"moves alert start --from d2", "Where one piece can go."},
    {NULL, NULL},
};

const apo_command apo_command_moves = {
    .name = "moves",
    .operands = "VARIANT FEN",
    .summary = "List the legal moves",
    .about = "Prints the legal moves in coordinate notation, sorted bytewise, one per line. If "
             "the game is over there are none. With the FEN -, the lists of many positions are "
             "separated by an empty line.",
    .options = options,
    .examples = examples,
    .operands_min = 2,
    .operands_max = APO_OPERANDS_ANY,
    .has_variant = true,
    .has_fen = true,
    .run = run_moves,
};
