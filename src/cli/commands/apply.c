#include "cli/commands/list.h"
#include "cli/io/questions.h"

static bool answer(apo_question *question)
{
    char fen[APO_FEN_MAX];
    apo_text text = apo_text_start(fen, sizeof fen);
    for (size_t i = 0; i < question->word_count; i++) {
        apo_move mv;
        if (!apo_question_move(question, &mv, question->words[i]))
            return false;
        apo_play(question->pos, &mv);
    }
    apo_fen_write(&text, question->pos);
    apo_question_answer(question, "fen", fen);
    return true;
}

static enum apo_exit run_apply(const apo_call *call)
{
    const apo_asking asking = {answer, NULL, NULL, APO_OPERANDS_REST, NULL, false};
    return apo_questions_answer(call, &asking);
}

static const apo_command_option options[] = {
    {"json", NULL, NULL, "An object with the FEN."},
    APO_THREADS_OPTION,
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"apply modern 14 e3e5 e8e6 Nd4", "The position after three moves, in mixed notation."},
    {"apply prequel start \"C d4-d5\"", "A move in Game Courier's notation."},
    {NULL, NULL},
};

const apo_command apo_command_apply = {
    .name = "apply",
    .operands = "VARIANT FEN MOVE...",
    .summary = "Make moves and print the position",
    .about = "Makes the moves and prints the FEN of the resulting position. Moves may be in "
             "coordinates, SAN or Game Courier notation. With the FEN -, each line of standard "
             "input is a FEN and its moves.",
    .options = options,
    .examples = examples,
    .operands_min = 2,
    .operands_max = APO_OPERANDS_ANY,
    .has_variant = true,
    .has_fen = true,
    .run = run_apply,
};
