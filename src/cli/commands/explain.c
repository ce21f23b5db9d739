#include "cli/commands/list.h"
#include "cli/io/questions.h"
#include "cli/view/ended.h"
#include "cli/view/sentences.h"
#include "cli/view/story.h"

/* Scripts know one of the words by an older name. */
static const char *reason_word(enum apo_illegal reason)
{
    return reason == APO_ILLEGAL_OWN_PIECE ? "own_man" : apo_illegal_word(reason);
}

/* `has_remedy`: a change can make the move legal. */
static void add_answer(apo_question *question, const char *reason, const apo_buffer *story,
                       bool has_remedy)
{
    apo_buffer *out = question->out;
    if (apo_call_has(question->call, "json")) {
        apo_json_open(out, NULL, '{');
        apo_json_add_flag(out, "legal", !question->is_no);
        apo_json_add_string(out, "reason", reason);
        apo_json_add_text(out, "text", apo_buffer_span(story));
        if (question->is_no && has_remedy)
            apo_story_add_remedy(out, question->pos, question->words[0]);
        apo_json_close(out, '}');
    } else {
        apo_buffer_add(out, question->is_no ? "Not legal. " : "Legal. ");
        apo_buffer_add_span(out, apo_buffer_span(story));
    }
    out->is_failed = out->is_failed || story->is_failed;
}

static bool answer(apo_question *question)
{
    const apo_position *pos = question->pos;
    apo_span text = question->words[0];
    apo_move mv;
    apo_error err;
    apo_buffer story;
    const char *reason = "text";
    apo_status status = apo_move_read_any(&mv, pos, text, &err);
    apo_buffer_init(&story, NULL);
    apo_outcome outcome = apo_end_view_of(pos).outcome;
    bool is_over = status == APO_OK && outcome.ending != APO_ENDING_NONE;
    if (is_over) {
        reason = "over";
        apo_buffer_add(&story, "The game is over here. ");
        apo_sentence_add_outcome(&story, pos, outcome);
    } else if (status == APO_OK) {
        reason = apo_illegal_word(APO_LEGAL);
        apo_story_add_effects(&story, pos, &mv);
    } else {
        enum apo_illegal why = apo_story_reason(pos, text);
        if (status == APO_E_AMBIGUOUS)
            reason = "ambiguous";
        else if (status == APO_E_ILLEGAL && why != APO_LEGAL)
            reason = reason_word(why);
        apo_story_add_text(&story, pos, text, &err);
    }
    question->is_no = status != APO_OK || is_over;
    add_answer(question, reason, &story, !is_over);
    apo_buffer_clear(&story);
    return true;
}

static enum apo_exit run_explain(const apo_call *call)
{
    const apo_asking asking = {answer, NULL, NULL, 1, "MOVE", false};
    return apo_questions_answer(call, &asking);
}

static const apo_command_option options[] = {
    {"json", NULL, NULL,
     "An object with legal, reason (a word) and text; if illegal also cause, rule, section, "
     "because, changes, and fen and move after the changes."},
    APO_OPTION_THREADS,
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"explain modern 14 b2c4", "What the move does, or why it is illegal."},
    {"explain modern 14 g1g2", "Why a joker cannot move yet."},
    {NULL, NULL},
};

const apo_command apo_command_explain = {
    .name = "explain",
    .operands = "VARIANT FEN MOVE",
    .summary = "Explain why a move is legal or not",
    .about =
        "Explains a move in players' terms. The exit status is 0 if the move is legal and 1 "
        "if it is not. With the FEN -, each line of standard input is a FEN and a move; then "
        "illegal moves do not change the exit status.",
    .options = options,
    .examples = examples,
    .operands_min = 2, /* for FENs and moves on standard input */
    .operands_max = APO_OPERANDS_ANY,
    .has_variant = true,
    .has_fen = true,
    .run = run_explain,
};
