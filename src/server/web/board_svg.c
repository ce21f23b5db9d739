/* The picture is part of every game page, so it is short: a square is the cap of a zero-length
 * line ("M5 5h0") with a broad stroke, and pieces refer to the sprite. */
#include "server/web/board_svg.h"

#include "definition/betza/emblem_svg.h"
#include "definition/file/drawn_svg.h"

enum {
    SIZE = 10, /* units of a square */
    MARK_SIZE = 40
};

typedef struct picture {
    apo_buffer *out;
    const apo_position *pos;
    const apo_geometry *geo;
    const apo_pictures *pictures; /* may be NULL */
} picture;

static bool is_dark(const picture *pic, apo_square sq)
{
    return (apo_geometry_file(pic->geo, sq) + apo_geometry_own_rank(pic->geo, APO_WHITE, sq)) %
               2 ==
           1;
}

/* The symbols that show a type, as on the pages' boards (web/board/pictures.js): its drawing,
 * and a mark on it or "". */
typedef struct look {
    const char *body; /* NULL: no drawing */
    char mark[MARK_SIZE];
} look;

static look look_of(const picture *pic, unsigned type)
{
    const apo_variant *var = apo_position_variant(pic->pos);
    apo_span rest = apo_span_of(apo_type_picture(var, type));
    char body[MARK_SIZE];
    look out = {NULL, ""};
    size_t length = 0;
    while (length < rest.length && rest.text[length] != '-')
        length++;
    apo_text_copy_span(body, sizeof body, apo_span_part(rest, 0, length));
    if (length < rest.length)
        apo_text_copy_span(out.mark, sizeof out.mark,
                           apo_span_part(rest, length + 1, rest.length - length - 1));
    out.body =
        apo_pictures_find(pic->pictures, length > 0 ? body : apo_type_info_of(var, type)->name);
    return out;
}

static int64_t middle_x(const picture *pic, apo_square sq)
{
    return apo_geometry_file(pic->geo, sq) * SIZE + SIZE / 2;
}

static int64_t middle_y(const picture *pic, apo_square sq)
{
    return (pic->geo->rows - 1 - (int64_t)apo_geometry_row(pic->geo, sq)) * SIZE + SIZE / 2;
}

/* The squares of one shade. A square cap adds half the stroke's width at both ends, so their
 * middles are enough. A style sheet may give them the colours of a theme. */
static void add_squares(const picture *pic, bool are_dark)
{
    unsigned count = apo_geometry_squares(pic->geo);
    apo_buffer_add(pic->out, are_dark ? "<path class=\"dark\" stroke=\"#b58b67"
                                      : "<path class=\"light\" stroke=\"#ecdcc0");
    apo_buffer_add(pic->out, "\" d=\"");
    for (unsigned sq = 0; sq < count; sq++) {
        if (apo_position_piece(pic->pos, (apo_square)sq) == APO_PIECE_VOID ||
            is_dark(pic, (apo_square)sq) != are_dark)
            continue;
        apo_buffer_add_char(pic->out, 'M');
        apo_buffer_add_number(pic->out, middle_x(pic, (apo_square)sq));
        apo_buffer_add_char(pic->out, ' ');
        apo_buffer_add_number(pic->out, middle_y(pic, (apo_square)sq));
        apo_buffer_add(pic->out, "h0");
    }
    apo_buffer_add(pic->out, "\"/>");
}

/* What is drawn on the board, in the colours of board.css; nothing on most boards. */
static void add_drawn(const picture *pic, bool is_river)
{
    apo_buffer path;
    apo_buffer_init(&path, NULL);
    apo_drawn_svg(&path, apo_position_variant(pic->pos), is_river);
    pic->out->is_failed = pic->out->is_failed || path.is_failed;
    if (apo_buffer_span(&path).length > 0) {
        apo_buffer_add(pic->out, "<path fill=\"none\" stroke=\"");
        apo_buffer_add(pic->out, is_river ? "rgb(10 60 140/65%)\" stroke-width=\"14"
                                          : "rgb(60 40 15/55%)\" stroke-width=\"5");
        apo_buffer_add(pic->out, "\" transform=\"translate(0 ");
        apo_buffer_add_number(pic->out,
                              (pic->geo->bottom_rank + pic->geo->rows - 1) * (int64_t)SIZE);
        apo_buffer_add(pic->out, ")scale(.1)\" d=\"");
        apo_buffer_add_span(pic->out, apo_buffer_span(&path));
        apo_buffer_add(pic->out, "\"/>");
    }
    apo_buffer_clear(&path);
}

/* One symbol of the sprite; a body with a mark leaves room above and to the right of it. */
static void add_symbol(const picture *pic, apo_square sq, const char *before, const char *name,
                       bool is_below)
{
    apo_piece piece = apo_position_piece(pic->pos, sq);
    apo_buffer_add(pic->out, "<use href=\"");
    apo_buffer_add(pic->out, apo_pictures_prefix(pic->pictures));
    apo_buffer_add(pic->out, apo_piece_side(piece) == APO_WHITE ? "#w-" : "#b-");
    apo_buffer_add(pic->out, before);
    apo_buffer_add(pic->out, name);
    apo_buffer_add(pic->out, "\" x=\"");
    apo_buffer_add_number(pic->out, middle_x(pic, sq) - SIZE / 2);
    apo_buffer_add(pic->out, "\" y=\"");
    apo_buffer_add_number(pic->out, middle_y(pic, sq) - SIZE / 2 + is_below);
    apo_buffer_add(pic->out, is_below ? ".2\" width=\"8.8\" height=\"8.8\"/>"
                                      : "\" width=\"10\" height=\"10\"/>");
}

static void add_drawing(const picture *pic, apo_square sq, const look *found)
{
    add_symbol(pic, sq, "", found->body, found->mark[0] != '\0');
    if (found->mark[0] != '\0')
        add_symbol(pic, sq, "mark-", found->mark, false);
}

/* The moves of the piece on a tablet, which points in its side's direction, as in board.css. */
static void add_tablet(const picture *pic, apo_square sq)
{
    static const char *const pens[APO_SIDES][2] = {{"#fffdf4", "#221f1c"},
                                                   {"#2a2522", "#fffaf0"}};
    apo_piece piece = apo_position_piece(pic->pos, sq);
    const apo_variant *var = apo_position_variant(pic->pos);
    unsigned type = apo_piece_type(piece), count;
    const char *const *pen = pens[apo_piece_side(piece)];
    apo_buffer solid, lines;
    apo_buffer_init(&solid, NULL);
    apo_buffer_init(&lines, NULL);
    const apo_emblem_mark *marks = apo_type_emblem(var, type, &count);
    apo_emblem_svg(&solid, &lines, marks, count, apo_type_info_of(var, type)->is_royal);
    apo_buffer_add(pic->out, "<g stroke-width=\"42\" stroke-linejoin=\"round\" "
                             "transform=\"translate(");
    apo_buffer_add_number(pic->out, middle_x(pic, sq));
    apo_buffer_add_char(pic->out, ' ');
    apo_buffer_add_number(pic->out, middle_y(pic, sq));
    apo_buffer_add(pic->out, ") scale(.01)\" fill=\"");
    apo_buffer_add(pic->out, pen[0]);
    apo_buffer_add(pic->out, "\" stroke=\"");
    apo_buffer_add(pic->out, pen[1]);
    apo_buffer_add(pic->out, "\"><rect x=\"-430\" y=\"-430\" width=\"860\" height=\"860\" "
                             "rx=\"160\"/><g transform=\"");
    apo_buffer_add(pic->out, apo_piece_side(piece) == APO_WHITE ? "" : "rotate(180) ");
    apo_buffer_add(pic->out, "translate(-500 -500)\"><path fill=\"");
    apo_buffer_add(pic->out, pen[1]);
    apo_buffer_add(pic->out, "\" d=\"");
    apo_buffer_add_span(pic->out, apo_buffer_span(&solid));
    apo_buffer_add(pic->out, "\"/><path fill=\"none\" d=\"");
    apo_buffer_add_span(pic->out, apo_buffer_span(&lines));
    apo_buffer_add(pic->out, "\"/></g></g>");
    pic->out->is_failed = pic->out->is_failed || solid.is_failed || lines.is_failed;
    apo_buffer_clear(&solid);
    apo_buffer_clear(&lines);
}

static void add_drawings(const picture *pic)
{
    unsigned count = apo_geometry_squares(pic->geo);
    for (unsigned sq = 0; sq < count; sq++) {
        apo_piece piece = apo_position_piece(pic->pos, (apo_square)sq);
        if (!apo_piece_is_real(piece))
            continue;
        const look found = look_of(pic, apo_piece_type(piece));
        if (found.body != NULL)
            add_drawing(pic, (apo_square)sq, &found);
        else
            add_tablet(pic, (apo_square)sq);
    }
}

void apo_board_svg(apo_buffer *out, const apo_position *pos, const apo_pictures *pictures)
{
    const picture pic = {out, pos, apo_variant_geometry(apo_position_variant(pos)), pictures};
    apo_buffer_add(out, "<svg role=\"img\" aria-label=\"The board\" viewBox=\"0 0 ");
    apo_buffer_add_number(out, pic.geo->files * SIZE);
    apo_buffer_add_char(out, ' ');
    apo_buffer_add_number(out, pic.geo->rows * SIZE);
    apo_buffer_add(out, "\"><g stroke-width=\"10\" stroke-linecap=\"square\">");
    add_squares(&pic, false);
    add_squares(&pic, true);
    apo_buffer_add(out, "</g>");
    add_drawn(&pic, false);
    add_drawn(&pic, true);
    apo_buffer_add(out, "<g class=\"pieces\" stroke-linecap=\"round\">");
    add_drawings(&pic);
    apo_buffer_add(out, "</g></svg>");
}

/* True if the row has a square that never vanishes, or one that has not. */
static bool has_squares(const apo_position *pos, const apo_geometry *geo, unsigned row)
{
    for (unsigned sq = row * geo->files; sq < (row + 1) * geo->files; sq++)
        if (geo->place[sq] == APO_PLACE_SQUARE ||
            apo_piece_is_real(apo_position_piece(pos, (apo_square)sq)))
            return true;
    return false;
}

unsigned apo_board_rows_left(const apo_position *pos)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    unsigned first = 0, end = geo->rows;
    while (first < end && !has_squares(pos, geo, first))
        first++;
    while (end > first && !has_squares(pos, geo, end - 1))
        end--;
    return end - first;
}

void apo_board_fill(apo_fill *fill, const apo_app *app, const apo_position *pos)
{
    apo_buffer svg;
    apo_buffer_init(&svg, NULL);
    apo_board_svg(&svg, pos, app->pictures);
    apo_fill_text(fill, "board_svg", apo_buffer_span(&svg));
    apo_buffer_clear(&svg);
}
