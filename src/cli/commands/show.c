#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "cli/io/opened.h"
#include "cli/io/print_buffer.h"
#include "cli/io/terminal.h"
#include "cli/view/board_view.h"

enum {
    LAST_TEXT_MAX = 16
};

/* Only the squares of the last move are read: "b1d2", "Q b1-d2". */
static enum apo_exit read_last(apo_move *out, char text[LAST_TEXT_MAX], const apo_position *pos,
                               const char *argument)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    apo_span rest = apo_span_of(argument);
    apo_square squares[2];
    unsigned count = 0;
    while (rest.length > 0 && count < 2) {
        apo_square sq = apo_geometry_read_square(geo, &rest);
        if (sq != APO_SQUARE_NONE)
            squares[count++] = sq;
        else
            rest = apo_span_part(rest, 1, rest.length);
    }
    if (count < 2)
        return apo_report_usage(&apo_command_show,
                                "--last takes two squares, like b1d2, not \"%s\"", argument);
    *out = (apo_move){.from = squares[0], .to = squares[1]};
    apo_text words = apo_text_start(text, LAST_TEXT_MAX);
    char name[APO_SQUARE_NAME_MAX];
    apo_geometry_write_square(geo, squares[0], name);
    apo_text_add(&words, name);
    apo_geometry_write_square(geo, squares[1], name);
    apo_text_add(&words, name);
    return APO_EXIT_OK;
}

static enum apo_exit show(const apo_call *call, const apo_position *pos)
{
    apo_move last;
    char last_text[LAST_TEXT_MAX];
    const char *colour = apo_call_has(call, "ascii") ? "never" : apo_call_value(call, "color");
    apo_board_view view = {.has_colour = apo_terminal_has_colour(colour),
                           .is_flipped = apo_call_has(call, "flip"),
                           .width = apo_terminal_width()};
    if (apo_call_has(call, "last")) {
        enum apo_exit result = read_last(&last, last_text, pos, apo_call_value(call, "last"));
        if (result != APO_EXIT_OK)
            return result;
        view.last = &last;
        view.last_text = last_text;
    }
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_board_view_write(&out, pos, &view);
    return apo_buffer_print(&out);
}

static enum apo_exit run_show(const apo_call *call)
{
    apo_opened opened;
    uint32_t number;
    enum apo_exit result = call->operand_count == 1
                               ? apo_opened_start(&opened, call, "1", &number)
                               : apo_opened_open(&opened, call, 0, NULL);
    if (result != APO_EXIT_OK)
        return result;
    result = show(call, opened.pos);
    apo_opened_close(&opened);
    return result;
}

static const apo_command_option options[] = {
    {"last", "MOVE", NULL, "Mark the squares of the last move, like b1d2."},
    {"flip", NULL, NULL, "Black's side below."},
    {"ascii", NULL, NULL, "Plain characters, no colours."},
    {"color", "WHEN", "auto|always|never", "Use colours; auto: if the terminal has them."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"show modern 14", "Start 14."},
    {"show alert random --flip", "A random start of Alert, from Black's side."},
    {"apply modern 14 e3e5 | apothecary show modern - --last e3e5",
     "The position after a move, which is marked."},
    {NULL, NULL},
};

const apo_command apo_command_show = {
    .name = "show",
    .operands = "VARIANT [FEN]",
    .summary = "Draw a position",
    .about =
        "Draws the board with its pieces, White's in upper case, and beside it whose turn "
        "it is, points, reserve, pocket, the type that each joker imitates, squares passed "
        "by a pawn, and the pieces with rights that they have only while unmoved. Brouhaha "
        "squares are drawn while they exist.",
    .options = options,
    .examples = examples,
    .operands_min = 1,
    .operands_max = APO_OPERANDS_ANY,
    .has_variant = true,
    .has_fen = true,
    .run = run_show,
};
