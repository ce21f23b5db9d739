#include "cli/view/board_view.h"

#include "rules/rules/program_view.h"

enum {
    MARGIN = 4, /* " 12 " */
    CELL = 3,   /* columns of a square */
    PANEL_GAP = 2,
    PANEL_MIN = 28, /* a panel narrower than this goes below the board */
    PANEL_MAX = 48
};

/* From the standard palette of 256 colours. Backgrounds have medium brightness, so that pieces
 * of both colours stand out. */
#define RESET       "\033[0m"
#define PIECE_WHITE "\033[1;38;5;231m"
#define PIECE_BLACK "\033[1;38;5;16m"
#define DIM         "\033[2m"
#define UNDERLINED  "\033[4m"

enum shade {
    SHADE_LIGHT,
    SHADE_DARK,
    SHADE_BORDER,
    SHADE_MARKED,
    SHADE_CHECK,
    SHADES
};

static const char *const backgrounds[SHADES] = {
    [SHADE_LIGHT] = "\033[48;5;108m",  /* pale green */
    [SHADE_DARK] = "\033[48;5;65m",    /* green */
    [SHADE_BORDER] = "\033[48;5;61m",  /* slate blue: squares beside the board */
    [SHADE_MARKED] = "\033[48;5;136m", /* amber: the last move */
    [SHADE_CHECK] = "\033[48;5;160m",  /* red: a king in check */
};

/* The parameters of a drawing. */
typedef struct drawing {
    const apo_position *pos;
    const apo_geometry *geo;
    const apo_board_view *view;
    apo_square checked; /* the king in check, or APO_SQUARE_NONE */
    apo_drawing drawn;  /* lines on the board */
} drawing;

static bool is_marked(const drawing *draw, apo_square sq)
{
    const apo_move *last = draw->view->last;
    return last != NULL && (last->from == sq || last->to == sq);
}

static enum shade shade_of(const drawing *draw, apo_square sq)
{
    const apo_geometry *geo = draw->geo;
    if (sq == draw->checked)
        return SHADE_CHECK;
    if (is_marked(draw, sq))
        return SHADE_MARKED;
    if (geo->place[sq] == APO_PLACE_TRANSIENT)
        return SHADE_BORDER;
    unsigned sum = apo_geometry_file(geo, sq) + apo_geometry_own_rank(geo, APO_WHITE, sq);
    return sum % 2 == 1 ? SHADE_DARK : SHADE_LIGHT;
}

/* A piece's letter, with its + where it has one; a cell has no column for a ~ behind it. */
static void add_letter(apo_buffer *out, const drawing *draw, apo_piece piece, char before)
{
    char buf[APO_TYPE_TEXT_MAX];
    apo_span text =
        apo_span_of(apo_type_text(buf, apo_position_variant(draw->pos),
                                  (apo_side)apo_piece_side(piece), apo_piece_type(piece)));
    bool is_form = text.text[0] == '+';
    apo_buffer_add_char(out, is_form ? '+' : before);
    apo_buffer_add_char(out, text.text[is_form]);
}

/* The accent after a piece's letter in games with more pieces than letters; else a blank. */
static char accent_of(const drawing *draw, apo_piece piece)
{
    char accent = '\0';
    if (apo_piece_is_real(piece))
        accent =
            apo_type_info_of(apo_position_variant(draw->pos), apo_piece_type(piece))->accent;
    return accent != '\0' ? accent : ' ';
}

static void add_blanks(apo_buffer *out, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        apo_buffer_add_char(out, ' ');
}

static void add_plain_cell(apo_buffer *out, const drawing *draw, apo_square sq, apo_piece piece)
{
    bool is_bracketed = is_marked(draw, sq);
    char before = is_bracketed ? '[' : ' ';
    if (apo_piece_is_real(piece)) {
        add_letter(out, draw, piece, before);
    } else {
        apo_buffer_add_char(out, before);
        apo_buffer_add_char(out, '.');
    }
    char behind = accent_of(draw, piece);
    apo_buffer_add_char(out, is_bracketed ? ']' : sq == draw->checked ? '!' : behind);
}

/* True if a line is drawn along the lower edge of a square, as it is seen. */
static bool is_edge_below(const drawing *draw, apo_square sq)
{
    unsigned files = draw->geo->files;
    if (!draw->view->is_flipped && sq < files)
        return false;
    unsigned above = draw->view->is_flipped ? sq : sq - files;
    return (draw->drawn.at[above] & (APO_DRAWN_ABOVE | APO_DRAWN_WATER)) != 0;
}

/* The same for the right edge. */
static bool is_edge_right(const drawing *draw, apo_square sq)
{
    if (!draw->view->is_flipped)
        return (draw->drawn.at[sq] & APO_DRAWN_RIGHT) != 0;
    return sq % draw->geo->files > 0 && (draw->drawn.at[sq - 1] & APO_DRAWN_RIGHT) != 0;
}

static void add_coloured_cell(apo_buffer *out, const drawing *draw, apo_square sq,
                              apo_piece piece)
{
    char behind = accent_of(draw, piece);
    apo_buffer_add(out, backgrounds[shade_of(draw, sq)]);
    if (is_edge_below(draw, sq))
        apo_buffer_add(out, UNDERLINED);
    if (apo_piece_is_real(piece)) {
        apo_buffer_add(out, apo_piece_side(piece) == APO_WHITE ? PIECE_WHITE : PIECE_BLACK);
        add_letter(out, draw, piece, ' ');
    } else {
        apo_buffer_add(out, "  ");
    }
    apo_buffer_add_char(out, behind == ' ' && is_edge_right(draw, sq) ? '|' : behind);
    apo_buffer_add(out, RESET);
}

static void add_cell(apo_buffer *out, const drawing *draw, unsigned file, unsigned row)
{
    apo_square sq = (apo_square)(row * draw->geo->files + file);
    apo_piece piece = apo_position_piece(draw->pos, sq);
    bool is_gone = piece == APO_PIECE_VOID;
    if (is_gone && is_marked(draw, sq))
        apo_buffer_add(out, draw->view->has_colour ? DIM "[ ]" RESET : "[ ]");
    else if (is_gone)
        add_blanks(out, CELL);
    else if (draw->view->has_colour)
        add_coloured_cell(out, draw, sq, piece);
    else
        add_plain_cell(out, draw, sq, piece);
}

static void add_margin(apo_buffer *out, const drawing *draw, unsigned rank)
{
    if (draw->view->has_colour)
        apo_buffer_add(out, DIM);
    apo_buffer_add(out, rank < 10 ? "  " : " ");
    apo_buffer_add_number(out, rank);
    apo_buffer_add_char(out, ' ');
    if (draw->view->has_colour)
        apo_buffer_add(out, RESET);
}

static void add_files(apo_buffer *out, const drawing *draw)
{
    unsigned files = draw->geo->files;
    add_blanks(out, MARGIN);
    if (draw->view->has_colour)
        apo_buffer_add(out, DIM);
    for (unsigned i = 0; i < files; i++) {
        unsigned file = draw->view->is_flipped ? files - 1 - i : i;
        apo_buffer_add_char(out, ' ');
        apo_buffer_add_char(out, (char)('a' + file));
        apo_buffer_add_char(out, ' ');
    }
    if (draw->view->has_colour)
        apo_buffer_add(out, RESET);
}

/* Border ranks are drawn only while they are occupied. */
static bool is_row_drawn(const drawing *draw, unsigned row)
{
    for (unsigned file = 0; file < draw->geo->files; file++) {
        apo_square sq = (apo_square)(row * draw->geo->files + file);
        if (apo_position_piece(draw->pos, sq) != APO_PIECE_VOID || is_marked(draw, sq))
            return true;
    }
    return false;
}

static void add_row(apo_buffer *out, const drawing *draw, unsigned row)
{
    unsigned files = draw->geo->files;
    add_margin(out, draw, row + draw->geo->bottom_rank);
    for (unsigned i = 0; i < files; i++)
        add_cell(out, draw, draw->view->is_flipped ? files - 1 - i : i, row);
}

static unsigned list_rows(const drawing *draw, unsigned out[APO_ROWS_MAX])
{
    unsigned rows = draw->geo->rows, count = 0;
    for (unsigned i = 0; i < rows; i++) {
        unsigned row = draw->view->is_flipped ? i : rows - 1 - i;
        if (is_row_drawn(draw, row))
            out[count++] = row;
    }
    return count;
}

static unsigned measure_board(const drawing *draw)
{
    return MARGIN + (unsigned)CELL * draw->geo->files;
}

static void add_line(apo_buffer *out, const drawing *draw, const apo_panel *panel, size_t line)
{
    unsigned rows[APO_ROWS_MAX];
    unsigned count = list_rows(draw, rows);
    unsigned board = measure_board(draw);
    apo_span beside = line < panel->count ? apo_panel_line(panel, line) : apo_span_of("");
    if (line < count)
        add_row(out, draw, rows[line]);
    else if (line == count)
        add_files(out, draw);
    else if (beside.length > 0)
        add_blanks(out, board);
    if (beside.length > 0) {
        add_blanks(out, PANEL_GAP);
        apo_buffer_add_span(out, beside);
    }
    apo_buffer_add_char(out, '\n');
}

void apo_board_view_write(apo_buffer *out, const apo_position *pos, const apo_board_view *view)
{
    const apo_variant *var = apo_position_variant(pos);
    drawing draw = {pos, apo_variant_geometry(var), view, APO_SQUARE_NONE, {{0}}};
    apo_variant_draw(&draw.drawn, var);
    if (apo_position_is_check(pos))
        draw.checked = apo_position_king(pos, apo_position_side(pos));
    unsigned board = measure_board(&draw) + PANEL_GAP;
    bool is_beside = view->width >= board + PANEL_MIN;
    unsigned width_left = is_beside ? view->width - board - 1 : view->width - 3;
    unsigned rows[APO_ROWS_MAX];
    apo_panel panel;
    apo_panel_write(&panel, pos, view, width_left < PANEL_MAX ? width_left : PANEL_MAX);
    size_t lines = list_rows(&draw, rows) + 1;
    if (is_beside && panel.count > lines)
        lines = panel.count;
    const apo_panel nothing = {.count = 0};
    for (size_t line = 0; line < lines; line++)
        add_line(out, &draw, is_beside ? &panel : &nothing, line);
    for (size_t i = 0; !is_beside && i < panel.count; i++) {
        add_blanks(out, PANEL_GAP);
        apo_buffer_add_span(out, apo_panel_line(&panel, i));
        apo_buffer_add_char(out, '\n');
    }
    apo_buffer_clear(&panel.text);
}
