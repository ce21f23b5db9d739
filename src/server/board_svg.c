#include "server/board_svg.h"

enum {
    SIZE = 10 /* units of a square */
};

static void add_attribute(apo_buffer *out, const char *name, int64_t value)
{
    apo_buffer_add_char(out, ' ');
    apo_buffer_add(out, name);
    apo_buffer_add(out, "=\"");
    apo_buffer_add_number(out, value);
    apo_buffer_add_char(out, '"');
}

static void add_square(apo_buffer *out, int64_t x, int64_t y, bool is_dark)
{
    apo_buffer_add(out, "<rect");
    add_attribute(out, "x", x);
    add_attribute(out, "y", y);
    add_attribute(out, "width", SIZE);
    add_attribute(out, "height", SIZE);
    apo_buffer_add(out, is_dark ? " fill=\"#b58863\"/>" : " fill=\"#f0d9b5\"/>");
}

static void add_man(apo_buffer *out, int64_t x, int64_t y, apo_man man, const apo_variant *var)
{
    bool is_white = apo_man_side(man) == APO_WHITE;
    apo_buffer_add(out, "<circle r=\"4\"");
    add_attribute(out, "cx", x + SIZE / 2);
    add_attribute(out, "cy", y + SIZE / 2);
    apo_buffer_add(out, is_white ? " fill=\"#fff\" stroke=\"#222\" stroke-width=\".4\"/>"
                                 : " fill=\"#222\" stroke=\"#000\" stroke-width=\".4\"/>");
    apo_buffer_add(out,
                   "<text font-size=\"6\" font-family=\"sans-serif\" text-anchor=\"middle\"");
    add_attribute(out, "x", x + SIZE / 2);
    add_attribute(out, "y", y + SIZE / 2 + 2);
    apo_buffer_add(out, is_white ? " fill=\"#222\">" : " fill=\"#fff\">");
    apo_buffer_add_char(out, apo_type_letter(var, apo_man_type(man)));
    apo_buffer_add(out, "</text>");
}

void apo_board_svg(apo_buffer *out, const apo_position *pos)
{
    const apo_variant *var = apo_position_variant(pos);
    const apo_geometry *geo = apo_variant_geometry(var);
    apo_buffer_add(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
                        "aria-label=\"The board\" viewBox=\"0 0 ");
    apo_buffer_add_number(out, geo->files * SIZE);
    apo_buffer_add_char(out, ' ');
    apo_buffer_add_number(out, geo->rows * SIZE);
    apo_buffer_add(out, "\">");
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        apo_man man = apo_position_man(pos, (apo_square)sq);
        unsigned file = apo_geometry_file(geo, (apo_square)sq);
        unsigned row = apo_geometry_row(geo, (apo_square)sq);
        int64_t x = file * SIZE, y = (geo->rows - 1 - (int64_t)row) * SIZE;
        if (man == APO_MAN_VOID)
            continue;
        add_square(out, x, y, (file + apo_geometry_rank(geo, (apo_square)sq)) % 2 == 1);
        if (apo_man_is_real(man))
            add_man(out, x, y, man, var);
    }
    apo_buffer_add(out, "</svg>");
}
