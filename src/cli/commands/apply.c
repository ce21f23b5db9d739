#include "cli/commands/list.h"
#include "cli/io/opened.h"
#include "cli/io/print_buffer.h"

static enum apo_exit apply_moves(apo_position *pos, const apo_call *call, size_t first)
{
    for (size_t i = first; i < call->operand_count; i++) {
        apo_move mv;
        enum apo_exit result = apo_move_open(&mv, pos, call->operands[i]);
        if (result != APO_EXIT_OK)
            return result;
        apo_play(pos, &mv);
    }
    return APO_EXIT_OK;
}

static enum apo_exit print_fen(const apo_position *pos)
{
    char fen[APO_FEN_MAX];
    apo_text text = apo_text_start(fen, sizeof fen);
    apo_buffer out;
    apo_fen_write(&text, pos);
    apo_buffer_init(&out, NULL);
    apo_buffer_add(&out, fen);
    return apo_buffer_print_line(&out);
}

static enum apo_exit run_apply(const apo_call *call)
{
    apo_opened opened;
    size_t next = 0;
    enum apo_exit result = apo_opened_open(&opened, call, APO_OPERANDS_REST, &next);
    if (result != APO_EXIT_OK)
        return result;
    result = apply_moves(opened.pos, call, next);
    if (result == APO_EXIT_OK)
        result = print_fen(opened.pos);
    apo_opened_close(&opened);
    return result;
}

static const apo_command_option options[] = {{NULL, NULL, NULL, NULL}};

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
             "coordinates, SAN or Game Courier notation.",
    .options = options,
    .examples = examples,
    .operands_min = 2,
    .operands_max = APO_OPERANDS_ANY,
    .has_variant = true,
    .has_fen = true,
    .run = run_apply,
};
