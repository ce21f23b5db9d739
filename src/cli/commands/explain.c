#include "cli/commands/list.h"
#include "cli/io/opened.h"
#include "cli/io/print_buffer.h"
#include "cli/view/story.h"

/* Why a move is illegal, as a word for programs. */
static const char *reason_word(enum apo_illegal reason)
{
    static const char *const words[APO_ILLEGALS] = {
        [APO_LEGAL] = "legal",
        [APO_ILLEGAL_EMPTY] = "empty",
        [APO_ILLEGAL_NOT_YOURS] = "not_yours",
        [APO_ILLEGAL_OWN_PIECE] = "own_man",
        [APO_ILLEGAL_NO_SQUARE] = "no_square",
        [APO_ILLEGAL_POWER] = "power",
        [APO_ILLEGAL_NO_POWER] = "no_power",
        [APO_ILLEGAL_CHECK] = "check",
        [APO_ILLEGAL_EXPOSES] = "exposes",
        [APO_ILLEGAL_PROMOTION] = "promotion",
        [APO_ILLEGAL_LAUNCH] = "launch",
        [APO_ILLEGAL_GIVES_CHECK] = "gives_check",
        [APO_ILLEGAL_CAPTURE] = "capture",
    };
    return words[reason];
}

static enum apo_exit print_answer(const apo_call *call, bool is_legal, const char *reason,
                                  apo_buffer *story)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    if (apo_call_has(call, "json")) {
        apo_json_open(&out, NULL, '{');
        apo_json_add_flag(&out, "legal", is_legal);
        apo_json_add_string(&out, "reason", reason);
        apo_json_add_text(&out, "text", apo_buffer_span(story));
        apo_json_close(&out, '}');
    } else {
        apo_buffer_add(&out, is_legal ? "Legal. " : "Not legal. ");
        apo_buffer_add_span(&out, apo_buffer_span(story));
    }
    out.is_failed = out.is_failed || story->is_failed;
    enum apo_exit printed = apo_buffer_print_line(&out);
    return printed != APO_EXIT_OK || is_legal ? printed : APO_EXIT_NO;
}

static enum apo_exit explain(const apo_call *call, const apo_position *pos, apo_span text)
{
    apo_move mv;
    apo_error err;
    apo_buffer story;
    const char *reason = "text";
    apo_status status = apo_move_read_any(&mv, pos, text, &err);
    apo_buffer_init(&story, NULL);
    if (status == APO_OK) {
        reason = reason_word(APO_LEGAL);
        apo_story_add_effects(&story, pos, &mv);
    } else {
        apo_meaning meaning = apo_story_guess(pos, text);
        if (status == APO_E_AMBIGUOUS)
            reason = "ambiguous";
        else if (status == APO_E_ILLEGAL && meaning.has_move)
            reason = reason_word(meaning.verdict.reason);
        apo_story_add_text(&story, pos, text, &err);
    }
    enum apo_exit result = print_answer(call, status == APO_OK, reason, &story);
    apo_buffer_clear(&story);
    return result;
}

static enum apo_exit run_explain(const apo_call *call)
{
    apo_opened opened;
    enum apo_exit result = apo_opened_open(&opened, call, 1, NULL);
    if (result != APO_EXIT_OK)
        return result;
    result = explain(call, opened.pos, apo_span_of(call->operands[call->operand_count - 1]));
    apo_opened_close(&opened);
    return result;
}

static const apo_command_option options[] = {
    {"json", NULL, NULL, "An object with legal, reason (a word) and text."},
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
        "if it is not.",
    .options = options,
    .examples = examples,
    .operands_min = 3,
    .operands_max = APO_OPERANDS_ANY,
    .has_variant = true,
    .has_fen = true,
    .run = run_explain,
};
