#include "definition/betza/diagram_priv.h"

/* Text diagrams, and the sign of each square. */

enum apo_sign apo_diagram__sign(uint16_t marks)
{
    bool is_move = marks & APO_MARK_MOVE, is_capture = marks & APO_MARK_CAPTURE;
    bool is_hop_move = marks & APO_MARK_HOP_MOVE, is_hop_capture = marks & APO_MARK_HOP_CAPTURE;
    if (is_move && is_capture)
        return marks & APO_MARK_VICTIM ? APO_SIGN_BOTH_VICTIM : APO_SIGN_BOTH;
    if (is_move && is_hop_capture)
        return APO_SIGN_MOVE_HOP_CAPTURE;
    if (is_capture)
        return APO_SIGN_CAPTURE;
    if (marks & APO_MARK_VICTIM)
        return is_move ? APO_SIGN_MOVE_VICTIM : APO_SIGN_VICTIM;
    if (is_move)
        return APO_SIGN_MOVE;
    if (is_hop_move || is_hop_capture)
        return !is_hop_capture ? APO_SIGN_HOP_MOVE
               : is_hop_move   ? APO_SIGN_HOP_BOTH
                               : APO_SIGN_HOP_CAPTURE;
    if (marks & (APO_MARK_FIRST_MOVE | APO_MARK_FIRST_CAPTURE))
        return APO_SIGN_FIRST;
    if (marks & APO_MARK_EN_PASSANT)
        return APO_SIGN_CAPTURE;
    if (marks & APO_MARK_ROYAL)
        return APO_SIGN_ROYAL;
    if (marks & APO_MARK_FRIEND)
        return APO_SIGN_FRIEND;
    if (marks & APO_MARK_LANDING)
        return APO_SIGN_LANDING;
    return marks & APO_MARK_VIA ? APO_SIGN_VIA : APO_SIGN_NONE;
}

/* The signs as characters, in ASCII and in 256 colours. */
static const struct {
    const char *unicode;
    char ascii;
    uint8_t colour;
    const char *meaning;
} signs[APO_SIGNS] = {
    [APO_SIGN_NONE] = {" ", ' ', 0, ""},
    [APO_SIGN_BOTH] = {"●", '*', 25, "moves or captures"},
    [APO_SIGN_BOTH_VICTIM] = {"✪", '&', 25, "moves or captures, also in passing"},
    [APO_SIGN_MOVE] = {"○", 'o', 25, "moves without capturing"},
    [APO_SIGN_CAPTURE] = {"✕", 'x', 160, "captures only"},
    [APO_SIGN_HOP_BOTH] = {"◆", 'H', 130, "moves or captures by hopping"},
    [APO_SIGN_HOP_MOVE] = {"◇", 'h', 130, "moves by hopping"},
    [APO_SIGN_HOP_CAPTURE] = {"◈", 'X', 130, "captures by hopping"},
    [APO_SIGN_MOVE_HOP_CAPTURE] = {"◎", '@', 25, "moves, or captures by hopping"},
    [APO_SIGN_FIRST] = {"△", '^', 29, "as its first move"},
    [APO_SIGN_VICTIM] = {"✱", '%', 160, "captures in passing"},
    [APO_SIGN_MOVE_VICTIM] = {"⊛", '+', 25, "moves, or captures in passing"},
    [APO_SIGN_LANDING] = {"◌", 'u', 160, "lands after capturing in passing"},
    [APO_SIGN_FRIEND] = {"□", 'f', 90, "removes a piece of its own side"},
    [APO_SIGN_ROYAL] = {"♔", '$', 160, "captures royal pieces only"},
    [APO_SIGN_VIA] = {"·", '.', 242, "passes here"},
};

const char *apo_diagram__meaning(enum apo_sign sign)
{
    return signs[sign].meaning;
}

unsigned apo_diagram__signs_used(const apo_diagram *diagram)
{
    unsigned used = 0;
    for (unsigned sq = 0; sq < apo_geometry_squares(&diagram->geometry); sq++)
        used |= 1U << apo_diagram__sign(diagram->marks[sq]);
    return used & ~1U;
}

static void add_sign(apo_buffer *out, enum apo_sign sign, apo_diagram_style style)
{
    if (style.is_ascii)
        apo_buffer_add_char(out, signs[sign].ascii);
    else
        apo_buffer_add(out, signs[sign].unicode);
}

static void add_repeated(apo_buffer *out, const char *string, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        apo_buffer_add(out, string);
}

/* --- with colours: squares as backgrounds -------------------------------- */

static void add_escape(apo_buffer *out, const char *kind, unsigned number)
{
    apo_buffer_add(out, "\033[");
    apo_buffer_add(out, kind);
    apo_buffer_add_number(out, number);
    apo_buffer_add_char(out, 'm');
}

static void add_colour_square(apo_buffer *out, const apo_diagram *diagram, apo_square sq,
                              apo_diagram_style style)
{
    enum {
        LIGHT = 255,
        DARK = 252,
        PIECE = 232
    };

    enum apo_sign sign = apo_diagram__sign(diagram->marks[sq]);
    unsigned parity =
        (apo_geometry_file(&diagram->geometry, sq) + apo_geometry_row(&diagram->geometry, sq)) &
        1;
    unsigned home = (apo_geometry_file(&diagram->geometry, diagram->at) +
                     apo_geometry_row(&diagram->geometry, diagram->at)) &
                    1;
    add_escape(out, "48;5;", parity == home ? LIGHT : DARK);
    add_escape(out, "38;5;", sq == diagram->at ? PIECE : signs[sign].colour);
    apo_buffer_add_char(out, ' ');
    if (sq == diagram->at)
        apo_buffer_add(out, style.is_ascii ? "#" : "♟");
    else
        add_sign(out, sign, style);
    apo_buffer_add_char(out, ' ');
}

static void draw_colours(apo_buffer *out, const apo_diagram *diagram, apo_diagram_style style)
{
    const apo_geometry *geo = &diagram->geometry;
    for (unsigned row = geo->rows; row > 0; row--) {
        apo_buffer_add(out, "  ");
        for (unsigned file = 0; file < geo->files; file++)
            add_colour_square(out, diagram, (apo_square)((row - 1) * geo->files + file), style);
        apo_buffer_add(out, "\033[0m\n");
    }
}

/* --- without colours: a grid --------------------------------------------- */

static void draw_rule(apo_buffer *out, unsigned files, const char *const parts[4])
{
    apo_buffer_add(out, "  ");
    apo_buffer_add(out, parts[0]);
    for (unsigned i = 0; i < files; i++) {
        add_repeated(out, parts[3], 3);
        apo_buffer_add(out, i + 1 < files ? parts[1] : parts[2]);
    }
    apo_buffer_add_char(out, '\n');
}

static void draw_row(apo_buffer *out, const apo_diagram *diagram, unsigned row,
                     apo_diagram_style style)
{
    const char *bar = style.is_ascii ? "|" : "│";
    apo_buffer_add(out, "  ");
    apo_buffer_add(out, bar);
    for (unsigned file = 0; file < diagram->geometry.files; file++) {
        apo_square sq = (apo_square)(row * diagram->geometry.files + file);
        apo_buffer_add_char(out, ' ');
        if (sq == diagram->at)
            apo_buffer_add(out, style.is_ascii ? "#" : "♟");
        else
            add_sign(out, apo_diagram__sign(diagram->marks[sq]), style);
        apo_buffer_add_char(out, ' ');
        apo_buffer_add(out, bar);
    }
    apo_buffer_add_char(out, '\n');
}

static void draw_grid(apo_buffer *out, const apo_diagram *diagram, apo_diagram_style style)
{
    static const char *const unicode[3][4] = {
        {"┌", "┬", "┐", "─"},
        {"├", "┼", "┤", "─"},
        {"└", "┴", "┘", "─"},
    };
    static const char *const ascii[4] = {"+", "+", "+", "-"};
    unsigned files = diagram->geometry.files, rows = diagram->geometry.rows;
    for (unsigned row = rows; row > 0; row--) {
        draw_rule(out, files, style.is_ascii ? ascii : unicode[row < rows]);
        draw_row(out, diagram, row - 1, style);
    }
    draw_rule(out, files, style.is_ascii ? ascii : unicode[2]);
}

static void draw_legend(apo_buffer *out, const apo_diagram *diagram, apo_diagram_style style)
{
    unsigned used = apo_diagram__signs_used(diagram);
    for (unsigned sign = 1; sign < APO_SIGNS; sign++) {
        if (!(used >> sign & 1))
            continue;
        apo_buffer_add(out, "  ");
        if (style.has_colour)
            add_escape(out, "38;5;", signs[sign].colour);
        add_sign(out, (enum apo_sign)sign, style);
        if (style.has_colour)
            apo_buffer_add(out, "\033[0m");
        apo_buffer_add(out, "  ");
        apo_buffer_add(out, signs[sign].meaning);
        apo_buffer_add_char(out, '\n');
    }
}

void apo_diagram_text(apo_buffer *out, const apo_diagram *diagram, apo_diagram_style style)
{
    if (style.has_colour)
        draw_colours(out, diagram, style);
    else
        draw_grid(out, diagram, style);
    draw_legend(out, diagram, style);
}
