#include "cli/commands/list.h"
#include "cli/io/questions.h"

static enum apo_notation notation_of(const char *word)
{
    if (word[0] == 's')
        return APO_NOTATION_SAN;
    return word[1] == 'o' && word[2] == 'u' ? APO_NOTATION_COURIER : APO_NOTATION_COORDINATE;
}

static bool answer(apo_question *question)
{
    const char *word = apo_call_value(question->call, "to");
    char buf[APO_MOVE_TEXT_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_move mv;
    if (!apo_question_move(question, &mv, question->words[0]))
        return false;
    apo_move_write(&text, question->pos, &mv, notation_of(word != NULL ? word : "san"));
    apo_question_answer(question, "move", buf);
    return true;
}

static enum apo_exit run_convert(const apo_call *call)
{
    const apo_asking asking = {answer, NULL, NULL, 1, "MOVE", false};
    return apo_questions_answer(call, &asking);
}

static const apo_command_option options[] = {
    {"to", "NOTATION", "coordinate|san|courier", "The notation to write; default san."},
    {"json", NULL, NULL, "An object with the move."},
    APO_THREADS_OPTION,
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"convert modern 14 e3e5 --to courier", "Prints \"P e3-e5\"."},
    {NULL, NULL},
};

const apo_command apo_command_convert = {
    .name = "convert",
    .operands = "VARIANT FEN MOVE",
    .summary = "Write a move in another notation",
    .about = "Reads a legal move in any notation and prints it in another.",
    .options = options,
    .examples = examples,
    .operands_min = 2, /* for FENs and moves on standard input */
    .operands_max = APO_OPERANDS_ANY,
    .has_variant = true,
    .has_fen = true,
    .run = run_convert,
};
