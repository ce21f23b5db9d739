#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "cli/io/opened.h"
#include "cli/io/print_buffer.h"

static enum apo_exit print_start(const apo_call *call, const apo_opened *opened,
                                 uint32_t number)
{
    char fen[APO_FEN_MAX];
    apo_text text = apo_text_start(fen, sizeof fen);
    apo_buffer out;
    apo_fen_write(&text, opened->pos);
    apo_buffer_init(&out, NULL);
    if (!apo_call_has(call, "json")) {
        apo_buffer_add(&out, fen);
        return apo_buffer_print_line(&out);
    }
    apo_json_open(&out, NULL, '{');
    apo_json_add_string(&out, "variant", apo_variant_id(opened->var));
    apo_json_add_string(&out, "start_name",
                        apo_variant_start_name(opened->var, opened->name_index));
    apo_json_add_number(&out, "start", number);
    apo_json_add_string(&out, "fen", fen);
    apo_json_close(&out, '}');
    return apo_buffer_print_line(&out);
}

static enum apo_exit run_fen(const apo_call *call)
{
    apo_opened opened;
    uint32_t number = 1;
    const char *word = call->operand_count > 1 ? call->operands[1] : "1";
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
     "rook:SQ,SQ,SQ,SQ. Given again, they add up, as in pawn:e4+move:black."},
    {"json", NULL, NULL, "An object with variant, start and FEN."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"fen modern 14", "Start 14 of Apothecary Chess-Modern."},
    {"fen classic:brouhaha-joker random", "A random start of the later form."},
    {"fen apothecary2 3 --handicap pawn:e4", "A start where White is a pawn up."},
    {NULL, NULL},
};

const apo_command apo_command_fen = {
    .name = "fen",
    .operands = "VARIANT [N|random]",
    .summary = "Print a start position",
    .about = "Prints start N as FEN; default 1.",
    .options = options,
    .examples = examples,
    .operands_min = 1,
    .operands_max = 2,
    .has_variant = true,
    .run = run_fen,
};
