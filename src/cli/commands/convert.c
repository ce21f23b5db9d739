#include "cli/commands/list.h"
#include "cli/io/opened.h"
#include "cli/io/print_buffer.h"

static enum apo_notation notation_of(const char *word)
{
    if (word[0] == 's')
        return APO_NOTATION_SAN;
    return word[1] == 'o' && word[2] == 'u' ? APO_NOTATION_COURIER : APO_NOTATION_COORDINATE;
}

static enum apo_exit print_move(const apo_position *pos, const apo_move *mv, const char *word)
{
    char buf[APO_MOVE_TEXT_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_buffer out;
    apo_move_write(&text, pos, mv, notation_of(word));
    apo_buffer_init(&out, NULL);
    apo_buffer_add(&out, buf);
    return apo_buffer_print_line(&out);
}

static enum apo_exit run_convert(const apo_call *call)
{
    apo_opened opened;
    apo_move mv;
    const char *word = apo_call_value(call, "to");
    enum apo_exit result = apo_opened_open(&opened, call, 1, NULL);
    if (result != APO_EXIT_OK)
        return result;
    result = apo_move_open(&mv, opened.pos, call->operands[call->operand_count - 1]);
    if (result == APO_EXIT_OK)
        result = print_move(opened.pos, &mv, word != NULL ? word : "san");
    apo_opened_close(&opened);
    return result;
}

static const apo_command_option options[] = {
    {"to", "NOTATION", "coordinate|san|courier", "The notation to write; default san."},
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
    .operands_min = 3,
    .operands_max = APO_OPERANDS_ANY,
    .has_variant = true,
    .has_fen = true,
    .run = run_convert,
};
