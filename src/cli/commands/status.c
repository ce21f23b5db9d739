#include "cli/commands/list.h"
#include "cli/io/questions.h"
#include "cli/view/ended.h"

/* Its legal moves; none if the game is over. */
static int64_t count_moves(const apo_position *pos, const apo_end_view *end)
{
    return end->outcome.ending != APO_ENDING_NONE ? 0 : (int64_t)apo_perft(pos, 1);
}

static void add_line(apo_buffer *out, const apo_position *pos)
{
    apo_position_info info = apo_position_info_of(pos);
    apo_end_view end = apo_end_view_of(pos);
    apo_buffer_add(out, apo_position_is_check(pos) ? "check=1" : "check=0");
    apo_buffer_add(out, " moves=");
    apo_buffer_add_number(out, count_moves(pos, &end));
    apo_buffer_add(out, " end=");
    apo_buffer_add(out, apo_ending_word(end.outcome.ending));
    apo_buffer_add(out, " points=");
    if (info.has_points) {
        apo_buffer_add_number(out, info.points[APO_WHITE]);
        apo_buffer_add_char(out, '-');
        apo_buffer_add_number(out, info.points[APO_BLACK]);
    } else {
        apo_buffer_add_char(out, '-');
    }
    if (end.is_near) {
        apo_buffer_add(out, " quiet-left=");
        apo_buffer_add_number(out, end.quiet_left);
        apo_buffer_add(out, " then=");
        apo_buffer_add(out, apo_result_text(end.quarters));
    }
}

static void add_json(apo_buffer *out, const apo_position *pos)
{
    apo_position_info info = apo_position_info_of(pos);
    apo_end_view end = apo_end_view_of(pos);
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "side", apo_position_side(pos) == APO_WHITE ? "white" : "black");
    apo_json_add_flag(out, "check", apo_position_is_check(pos));
    apo_json_add_number(out, "moves", count_moves(pos, &end));
    apo_json_add_string(out, "end", apo_ending_word(end.outcome.ending));
    if (info.has_points) {
        apo_json_open(out, "points", '[');
        apo_json_add_number(out, NULL, info.points[APO_WHITE]);
        apo_json_add_number(out, NULL, info.points[APO_BLACK]);
        apo_json_close(out, ']');
    } else {
        apo_json_add_null(out, "points");
    }
    if (end.outcome.ending != APO_ENDING_NONE)
        apo_json_add_string(out, "result", apo_result_text(end.outcome.white_quarters));
    if (end.is_near) {
        apo_json_add_number(out, "quiet_left", end.quiet_left);
        apo_json_add_string(out, "then", apo_result_text(end.quarters));
    }
    apo_json_close(out, '}');
}

static bool answer(apo_question *question)
{
    if (apo_call_has(question->call, "json"))
        add_json(question->out, question->pos);
    else
        add_line(question->out, question->pos);
    return true;
}

static enum apo_exit run_status(const apo_call *call)
{
    const apo_asking asking = {answer, NULL, NULL, 0, NULL, false};
    return apo_questions_answer(call, &asking);
}

static const apo_command_option options[] = {
    {"json", NULL, NULL, "The same as a JSON object."},
    APO_THREADS_OPTION,
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"status modern 14", "Prints \"check=0 moves=56 end=none points=89-89\"."},
    {NULL, NULL},
};

const apo_command apo_command_status = {
    .name = "status",
    .operands = "VARIANT FEN",
    .summary = "Print check, moves, end and points of a position",
    .about =
        "Prints one line: whether the side to move is in check, how many legal moves it has, "
        "whether the game ends here by mate, stalemate, bare kings, the move count or another "
        "rule that needs no history, and the points of White and "
        "Black (\"-\" in games that have none). If the game is over there are no moves. Up to "
        "20 half-moves before the move count ends the game, it also prints how many are left "
        "(quiet-left) and the result if the points stay as they are (then).",
    .options = options,
    .examples = examples,
    .operands_min = 2,
    .operands_max = APO_OPERANDS_ANY,
    .has_variant = true,
    .has_fen = true,
    .run = run_status,
};
