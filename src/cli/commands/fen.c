#include <string.h>

#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "cli/io/opened.h"
#include "cli/io/print_buffer.h"
#include "cli/io/questions.h"

static void write_fen(apo_text *out, const apo_position *pos, const apo_call *call)
{
    if (apo_call_has(call, "full"))
        apo_fen_write_full(out, pos);
    else
        apo_fen_write(out, pos);
}

static enum apo_exit print_start(const apo_call *call, const apo_opened *opened,
                                 uint32_t number)
{
    char fen[APO_FEN_MAX];
    apo_text text = apo_text_start(fen, sizeof fen);
    apo_buffer out;
    write_fen(&text, opened->pos, call);
    apo_buffer_init(&out, NULL);
    if (!apo_call_has(call, "json")) {
        apo_buffer_add(&out, fen);
        return apo_buffer_print_line(&out);
    }
    apo_json_open(&out, NULL, '{');
    apo_json_add_string(&out, "variant", apo_variant_info_of(opened->var)->id);
    apo_json_add_string(&out, "start_name",
                        apo_variant_start_name(opened->var, opened->name_index));
    apo_json_add_number(&out, "start", number);
    apo_json_add_string(&out, "fen", fen);
    apo_json_close(&out, '}');
    return apo_buffer_print_line(&out);
}

static bool answer(apo_question *question)
{
    char fen[APO_FEN_MAX];
    apo_text text = apo_text_start(fen, sizeof fen);
    write_fen(&text, question->pos, question->call);
    apo_question_answer(question, "fen", fen);
    return true;
}

/* True if the second operand is a FEN, or "-", and no start. */
static bool is_fen(const char *word)
{
    return strcmp(word, "-") == 0 || strchr(word, '/') != NULL;
}

static enum apo_exit convert(const apo_call *call)
{
    const apo_asking asking = {answer, NULL, NULL, 0, NULL, false};
    if (apo_call_has(call, "handicap"))
        return apo_report_usage(call->command, "--handicap is for starts, not for a FEN");
    return apo_questions_answer(call, &asking);
}

static enum apo_exit run_fen(const apo_call *call)
{
    apo_opened opened;
    uint32_t number = 1;
    const char *word = call->operand_count > 1 ? call->operands[1] : "1";
    if (is_fen(word))
        return convert(call);
    if (call->operand_count > 2)
        return apo_report_usage(call->command, "unexpected operand \"%s\"", call->operands[2]);
    enum apo_exit result = apo_opened_start(&opened, call, word, &number);
    if (result != APO_EXIT_OK)
        return result;
    result = apo_handicaps_open(opened.pos, call);
    if (result == APO_EXIT_OK)
        result = print_start(call, &opened, number);
    apo_opened_close(&opened);
    return result;
}

static const apo_command_option options[] = {
    {"handicap", "SPEC", NULL,
     "A handicap of the game: move:white, move:black, pawn:SQ, bishop:SQ,SQ,SQ or "
     "rook:SQ,SQ,SQ,SQ. Repeat the option to combine several, or write pawn:e4+move:black."},
    {"full", NULL, NULL, "Nine fields, even where the usual six say everything."},
    {"json", NULL, NULL, "An object with variant, start and FEN; of a FEN, with the FEN."},
    APO_THREADS_OPTION,
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"fen modern 14", "Start 14 of Apothecary Chess-Modern."},
    {"fen classic:brouhaha-joker random", "A random start of the later form."},
    {"fen apothecary2 3 --handicap pawn:e4", "A start where White is a pawn up."},
    {"fen chess \"8/8/8/8/8/8/8/K1k5 w - - -- - - 0 1\"", "A FEN in its usual form."},
    {NULL, NULL},
};

const apo_command apo_command_fen = {
    .name = "fen",
    .operands = "VARIANT [N|start|random|FEN]",
    .summary = "Print a start position, or a FEN in its usual form",
    .about =
        "Prints start N as FEN; default 1, which is \"start\" too. A FEN with nine fields, or in "
        "the usual form, is printed in the usual form if that says everything. With the FEN -, "
        "each line of standard input is one.",
    .options = options,
    .examples = examples,
    .operands_min = 1,
    .operands_max = APO_OPERANDS_ANY,
    .has_variant = true,
    .has_fen = true,
    .run = run_fen,
};
