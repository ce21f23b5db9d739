#include "cli/commands/list.h"
#include "cli/io/after.h"
#include "cli/view/ended.h"
#include "cli/view/sentences.h"
#include "cli/view/story.h"

/* Keeps an older name of one word, which scripts use. */
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

/* The outcome so far, including the game's history if it is known. */
static apo_outcome outcome_of(const apo_position *pos, const apo_game *game)
{
    return game != NULL ? apo_game_info_of(game).outcome : apo_end_view_of(pos).outcome;
}

/* Adds the effects of a legal move, including those of repetition. */
static void add_effects(apo_buffer *story, const apo_position *pos, const apo_move *mv,
                        apo_game *game)
{
    apo_story_add_effects(story, pos, mv);
    if (game == NULL || apo_game_play(game, mv) != APO_OK)
        return;
    const apo_game_info info = apo_game_info_of(game);
    const apo_position *after = apo_game_position(game);
    if (info.outcome.ending != APO_ENDING_NONE) {
        if (apo_end_view_of(after).outcome.ending != APO_ENDING_NONE)
            return; /* said already */
        apo_buffer_add(story, " This ends the game. ");
        apo_sentence_add_outcome(story, after, info.outcome);
    } else if (info.occurrences > 1) {
        apo_buffer_add(story, " The position then occurs for the ");
        apo_buffer_add_number(story, info.occurrences);
        apo_buffer_add(story, info.occurrences == 2   ? "nd"
                              : info.occurrences == 3 ? "rd"
                                                      : "th");
        apo_buffer_add(story, " time.");
    }
}

static void answer_in(apo_question *question, apo_game *game)
{
    const apo_position *pos = question->pos;
    apo_span text = question->words[0];
    apo_move mv;
    apo_error err;
    apo_buffer story;
    const char *reason = "text";
    apo_status status = apo_move_read_any(&mv, pos, text, &err);
    apo_buffer_init(&story, NULL);
    apo_outcome outcome = outcome_of(pos, game);
    bool is_over = status == APO_OK && outcome.ending != APO_ENDING_NONE;
    if (is_over) {
        reason = "over";
        apo_buffer_add(&story, "The game is over here. ");
        apo_sentence_add_outcome(&story, pos, outcome);
    } else if (status == APO_OK) {
        reason = apo_illegal_word(APO_LEGAL);
        add_effects(&story, pos, &mv, game);
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
}

static bool answer(apo_question *question)
{
    apo_game *game;
    if (!apo_after_play(&game, question->call, question->pos, &question->problem))
        return false;
    answer_in(question, game);
    apo_game_free(game);
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
    APO_AFTER_OPTION,
    APO_THREADS_OPTION,
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"explain modern 14 b2c4", "What the move does, or why it is illegal."},
    {"explain modern 14 g1g2", "Why a joker cannot move yet."},
    {"explain chess start Ng1 --after \"Nf3 Nf6 Ng1 Ng8 Nf3 Nf6\"",
     "That the move repeats a position."},
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
