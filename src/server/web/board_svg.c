/* The picture is part of every game page, so it is short: a square or a disc is the cap of a
 * zero-length line ("M5 5h0") with a broad stroke; pieces refer to the sprite, and all letters
 * of a side are one text. */
#include "server/web/board_svg.h"

enum {
    SIZE = 10 /* units of a square */
};

typedef struct picture {
    apo_buffer *out;
    const apo_position *pos;
    const apo_geometry *geo;
    const apo_pictures *pictures; /* may be NULL */
} picture;

typedef bool pick(const picture *pic, apo_square sq, unsigned which);

static bool is_shade(const picture *pic, apo_square sq, unsigned is_dark)
{
    return (apo_geometry_file(pic->geo, sq) + apo_geometry_rank(pic->geo, sq)) % 2 == is_dark;
}

/* The drawing of the piece on a square; NULL: no piece, or one without a drawing. */
static const char *drawing_on(const picture *pic, apo_square sq)
{
    apo_piece piece = apo_position_piece(pic->pos, sq);
    const apo_variant *var = apo_position_variant(pic->pos);
    return apo_piece_is_real(piece)
               ? apo_pictures_find(pic->pictures,
                                   apo_type_info_of(var, apo_piece_type(piece))->name)
               : NULL;
}

/* A piece shown by its letter. */
static bool is_letter_of(const picture *pic, apo_square sq, unsigned side)
{
    apo_piece piece = apo_position_piece(pic->pos, sq);
    return apo_piece_is_real(piece) && apo_piece_side(piece) == side &&
           drawing_on(pic, sq) == NULL;
}

static int64_t middle_x(const picture *pic, apo_square sq)
{
    return apo_geometry_file(pic->geo, sq) * SIZE + SIZE / 2;
}

static int64_t middle_y(const picture *pic, apo_square sq)
{
    return (pic->geo->rows - 1 - (int64_t)apo_geometry_row(pic->geo, sq)) * SIZE + SIZE / 2;
}

/* Iterates over the squares that `is_wanted` picks, given `which`. Returns the one after
 * `sq`. */
static unsigned next_square(const picture *pic, unsigned sq, pick *is_wanted, unsigned which)
{
    unsigned count = apo_geometry_squares(pic->geo);
    while (sq < count && (apo_position_piece(pic->pos, (apo_square)sq) == APO_PIECE_VOID ||
                          !is_wanted(pic, (apo_square)sq, which)))
        sq++;
    return sq;
}

static void add_spots(const picture *pic, const char *pen, pick *is_wanted, unsigned which)
{
    unsigned count = apo_geometry_squares(pic->geo);
    apo_buffer_add(pic->out, "<path ");
    apo_buffer_add(pic->out, pen);
    apo_buffer_add(pic->out, " d=\"");
    for (unsigned sq = next_square(pic, 0, is_wanted, which); sq < count;
         sq = next_square(pic, sq + 1, is_wanted, which)) {
        apo_buffer_add_char(pic->out, 'M');
        apo_buffer_add_number(pic->out, middle_x(pic, (apo_square)sq));
        apo_buffer_add_char(pic->out, ' ');
        apo_buffer_add_number(pic->out, middle_y(pic, (apo_square)sq));
        apo_buffer_add(pic->out, "h0");
    }
    apo_buffer_add(pic->out, "\"/>");
}

static void add_drawing(const picture *pic, apo_square sq, const char *drawing)
{
    apo_piece piece = apo_position_piece(pic->pos, sq);
    apo_buffer_add(pic->out, "<use href=\"");
    apo_buffer_add(pic->out, apo_pictures_prefix(pic->pictures));
    apo_buffer_add(pic->out, apo_piece_side(piece) == APO_WHITE ? "#w-" : "#b-");
    apo_buffer_add(pic->out, drawing);
    apo_buffer_add(pic->out, "\" x=\"");
    apo_buffer_add_number(pic->out, middle_x(pic, sq) - SIZE / 2);
    apo_buffer_add(pic->out, "\" y=\"");
    apo_buffer_add_number(pic->out, middle_y(pic, sq) - SIZE / 2);
    apo_buffer_add(pic->out, "\" width=\"10\" height=\"10\"/>");
}

static void add_drawings(const picture *pic)
{
    unsigned count = apo_geometry_squares(pic->geo);
    for (unsigned sq = 0; sq < count; sq++) {
        const char *drawing = drawing_on(pic, (apo_square)sq);
        if (drawing != NULL)
            add_drawing(pic, (apo_square)sq, drawing);
    }
}

static void add_places(const picture *pic, const char *name, unsigned side)
{
    unsigned count = apo_geometry_squares(pic->geo);
    bool is_x = name[0] == 'x';
    apo_buffer_add_char(pic->out, ' ');
    apo_buffer_add(pic->out, name);
    apo_buffer_add(pic->out, "=\"");
    for (unsigned sq = next_square(pic, 0, is_letter_of, side); sq < count;
         sq = next_square(pic, sq + 1, is_letter_of, side)) {
        /* The text baseline lies a little below the middle. */
        apo_buffer_add_number(pic->out, is_x ? middle_x(pic, (apo_square)sq)
                                             : middle_y(pic, (apo_square)sq) + 2);
        apo_buffer_add_char(pic->out, ' ');
    }
    apo_buffer_add_char(pic->out, '"');
}

static void add_kinds(const picture *pic, const char *color, unsigned side)
{
    const apo_variant *var = apo_position_variant(pic->pos);
    unsigned count = apo_geometry_squares(pic->geo);
    apo_buffer_add(pic->out, "<text fill=\"");
    apo_buffer_add(pic->out, color);
    apo_buffer_add_char(pic->out, '"');
    add_places(pic, "x", side);
    add_places(pic, "y", side);
    apo_buffer_add_char(pic->out, '>');
    for (unsigned sq = next_square(pic, 0, is_letter_of, side); sq < count;
         sq = next_square(pic, sq + 1, is_letter_of, side))
        apo_buffer_add_char(
            pic->out,
            apo_type_info_of(var, apo_piece_type(apo_position_piece(pic->pos, (apo_square)sq)))
                ->letter);
    apo_buffer_add(pic->out, "</text>");
}

void apo_board_svg(apo_buffer *out, const apo_position *pos, const apo_pictures *pictures)
{
    const picture pic = {out, pos, apo_variant_geometry(apo_position_variant(pos)), pictures};
    apo_buffer_add(out, "<svg role=\"img\" aria-label=\"The board\" viewBox=\"0 0 ");
    apo_buffer_add_number(out, pic.geo->files * SIZE);
    apo_buffer_add_char(out, ' ');
    apo_buffer_add_number(out, pic.geo->rows * SIZE);
    apo_buffer_add(out, "\"><g stroke-width=\"10\" stroke-linecap=\"square\">");
    /* A square cap adds half the stroke width at both ends, so the points are enough. */
    add_spots(&pic, "stroke=\"#ecdcc0\"", is_shade, 0);
    add_spots(&pic, "stroke=\"#b58b67\"", is_shade, 1);
    apo_buffer_add(out, "</g><g class=\"pieces\" stroke-linecap=\"round\" font-size=\"6\" "
                        "font-family=\"sans-serif\" text-anchor=\"middle\">");
    add_spots(&pic, "stroke=\"#222\" stroke-width=\"8.6\"", is_letter_of, APO_WHITE);
    add_spots(&pic, "stroke=\"#fff\" stroke-width=\"7.8\"", is_letter_of, APO_WHITE);
    add_spots(&pic, "stroke=\"#222\" stroke-width=\"8.6\"", is_letter_of, APO_BLACK);
    add_kinds(&pic, "#222", APO_WHITE);
    add_kinds(&pic, "#fff", APO_BLACK);
    add_drawings(&pic);
    apo_buffer_add(out, "</g></svg>");
}
