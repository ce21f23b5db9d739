#include "definition/betza/diagram_priv.h"

/* SVG diagrams. Shapes distinguish the marks without colour: disc, ring, cross, diamonds,
 * triangle, star. The colours are Okabe and Ito's, which people with any colour vision can
 * distinguish. */

enum {
    SQUARE = 40, /* units */
    MARGIN = 20,
    LEGEND_ROW = 28,
    LEGEND_TOP = 16,
    LEGEND_WIDTH = 300 /* the longest meaning needs this */
};

/* Shapes around the middle of a square. */
static const char *const shapes[APO_SIGNS] = {
    [APO_SIGN_NONE] = "",
    [APO_SIGN_BOTH] = "<circle r=\"11\" fill=\"#0072b2\"/>",
    [APO_SIGN_BOTH_VICTIM] = "<circle r=\"12\" fill=\"#0072b2\"/>"
                             "<path d=\"M0-6.5V6.5M-5.6-3.2 5.6 3.2M5.6-3.2-5.6 3.2\" "
                             "stroke=\"#fff\" stroke-width=\"2.6\" stroke-linecap=\"round\"/>",
    [APO_SIGN_MOVE] = "<circle r=\"9.5\" fill=\"#fff\" stroke=\"#0072b2\" stroke-width=\"4\"/>",
    [APO_SIGN_CAPTURE] = "<path d=\"M-8.5-8.5 8.5 8.5M8.5-8.5-8.5 8.5\" stroke=\"#c54500\" "
                         "stroke-width=\"5\" stroke-linecap=\"round\"/>",
    [APO_SIGN_HOP_BOTH] = "<path d=\"M0-13 13 0 0 13-13 0z\" fill=\"#a0522d\"/>",
    [APO_SIGN_HOP_MOVE] = "<path d=\"M0-11 11 0 0 11-11 0z\" fill=\"#fff\" stroke=\"#a0522d\" "
                          "stroke-width=\"4\" stroke-linejoin=\"round\"/>",
    [APO_SIGN_HOP_CAPTURE] =
        "<path d=\"M0-13 13 0 0 13-13 0z\" fill=\"#a0522d\"/><path d=\"M-4-4 4 4M4-4-4 4\" "
        "stroke=\"#fff\" stroke-width=\"3\" stroke-linecap=\"round\"/>",
    [APO_SIGN_MOVE_HOP_CAPTURE] =
        "<circle r=\"11\" fill=\"#fff\" stroke=\"#0072b2\" stroke-width=\"4\"/>"
        "<path d=\"M0-6.5 6.5 0 0 6.5-6.5 0z\" fill=\"#a0522d\"/>",
    [APO_SIGN_FIRST] = "<path d=\"M0-11 11.5 9H-11.5z\" fill=\"#fff\" stroke=\"#007a5a\" "
                       "stroke-width=\"4\" stroke-linejoin=\"round\"/>",
    [APO_SIGN_VICTIM] =
        "<path d=\"M0-11V11M-9.5-5.5 9.5 5.5M9.5-5.5-9.5 5.5\" stroke=\"#c54500\" "
        "stroke-width=\"4.5\" stroke-linecap=\"round\"/>",
    [APO_SIGN_MOVE_VICTIM] =
        "<circle r=\"12\" fill=\"#fff\" stroke=\"#0072b2\" stroke-width=\"3.5\"/>"
        "<path d=\"M0-6.5V6.5M-5.6-3.2 5.6 3.2M5.6-3.2-5.6 3.2\" stroke=\"#c54500\" "
        "stroke-width=\"2.6\" stroke-linecap=\"round\"/>",
    [APO_SIGN_LANDING] =
        "<circle r=\"9.5\" fill=\"none\" stroke=\"#c54500\" stroke-width=\"3\" "
        "stroke-dasharray=\"4 3.5\"/>",
    [APO_SIGN_FRIEND] = "<path d=\"M-9-9H9V9H-9z\" fill=\"#fff\" stroke=\"#7a3b69\" "
                        "stroke-width=\"4\" stroke-linejoin=\"round\"/>",
    [APO_SIGN_ROYAL] = "<path d=\"M-11 9-13-7-5 0 0-10 5 0 13-7 11 9z\" fill=\"#c54500\"/>",
    [APO_SIGN_VIA] = "<circle r=\"4\" fill=\"#6b6b6b\"/>",
};

static const char piece[] =
    "<path d=\"M0-14a6 6 0 0 1 4.2 10.3C8 0 9 4 10 8l2 1v5h-24v-5l2-1c1-4 2-8 5.8-11.7A6 6 0 0 "
    "1 0-14z\" fill=\"#222\"/>";

static void add_text(apo_buffer *out, apo_span text)
{
    for (size_t i = 0; i < text.length; i++) {
        switch (text.text[i]) {
        case '<': apo_buffer_add(out, "&lt;"); break;
        case '>': apo_buffer_add(out, "&gt;"); break;
        case '&': apo_buffer_add(out, "&amp;"); break;
        case '"': apo_buffer_add(out, "&quot;"); break;
        case '\n': apo_buffer_add(out, i + 1 < text.length ? "; " : ""); break;
        default: apo_buffer_add_char(out, text.text[i]); break;
        }
    }
}

static void add_place(apo_buffer *out, const char *before, unsigned x, const char *between,
                      unsigned y, const char *after)
{
    apo_buffer_add(out, before);
    apo_buffer_add_number(out, x);
    apo_buffer_add(out, between);
    apo_buffer_add_number(out, y);
    apo_buffer_add(out, after);
}

static unsigned count_signs(const apo_diagram *diagram)
{
    unsigned count = 0;
    for (unsigned used = apo_diagram__signs_used(diagram); used != 0; used &= used - 1)
        count++;
    return count;
}

static void draw_head(apo_buffer *out, const apo_diagram *diagram, apo_span name,
                      apo_span words)
{
    unsigned board = SQUARE * diagram->geometry.files;
    unsigned signs = count_signs(diagram);
    unsigned width = 2 * MARGIN + (board > LEGEND_WIDTH ? board : (unsigned)LEGEND_WIDTH);
    unsigned height = 2 * MARGIN + board + (signs > 0 ? LEGEND_TOP + LEGEND_ROW * signs : 0U);
    apo_buffer_add(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    add_place(out, " width=\"", width, "\" height=\"", height, "\"");
    add_place(out, " viewBox=\"0 0 ", width, " ", height, "\"");
    apo_buffer_add(
        out, " role=\"img\" aria-labelledby=\"title desc\">\n<title id=\"title\">Moves of ");
    add_text(out, name);
    apo_buffer_add(out, "</title>\n<desc id=\"desc\">");
    add_text(out, words);
    add_place(out, "</desc>\n<rect width=\"", width, "\" height=\"", height,
              "\" fill=\"#fff\"/>\n");
}

/* The board as one light and one dark path, lighter where the piece stands. */
static void draw_squares(apo_buffer *out, const apo_diagram *diagram)
{
    unsigned files = diagram->geometry.files, rows = diagram->geometry.rows;
    unsigned board = SQUARE * files;
    unsigned home = (diagram->at % files + diagram->at / files) & 1;
    add_place(out, "<g transform=\"translate(", MARGIN, " ", MARGIN, ")\">\n");
    add_place(out, "<rect width=\"", board, "\" height=\"", board, "\" fill=\"#f7f3ea\"/>\n");
    apo_buffer_add(out, "<path fill=\"#e3d9c6\" d=\"");
    for (unsigned row = 0; row < rows; row++)
        for (unsigned file = 0; file < files; file++)
            if (((file + row) & 1) != home)
                add_place(out, "M", SQUARE * file, " ", SQUARE * (rows - 1 - row),
                          "h40v40h-40z");
    apo_buffer_add(out, "\"/>\n");
    add_place(out, "<rect width=\"", board, "\" height=\"", board,
              "\" fill=\"none\" stroke=\"#8a7f6a\" stroke-width=\"2\"/>\n");
}

static void draw_square(apo_buffer *out, const apo_diagram *diagram, unsigned file,
                        unsigned row)
{
    unsigned sq = row * diagram->geometry.files + file;
    enum apo_sign sign = apo_diagram__sign(diagram->marks[sq]);
    bool is_piece = sq == diagram->at;
    if (!is_piece && sign == APO_SIGN_NONE)
        return;
    add_place(out, "<g transform=\"translate(", SQUARE * file + SQUARE / 2, " ",
              SQUARE * (diagram->geometry.rows - 1U - row) + SQUARE / 2, ")\">");
    apo_buffer_add(out, is_piece ? piece : shapes[sign]);
    apo_buffer_add(out, "</g>\n");
}

static void draw_signs(apo_buffer *out, const apo_diagram *diagram)
{
    for (unsigned row = 0; row < diagram->geometry.rows; row++)
        for (unsigned file = 0; file < diagram->geometry.files; file++)
            draw_square(out, diagram, file, row);
    apo_buffer_add(out, "</g>\n");
}

static void draw_legend(apo_buffer *out, const apo_diagram *diagram)
{
    unsigned y =
        SQUARE * (unsigned)diagram->geometry.rows + MARGIN + LEGEND_TOP + LEGEND_ROW / 2;
    unsigned used = apo_diagram__signs_used(diagram);
    if (used == 0)
        return;
    apo_buffer_add(out,
                   "<g font-family=\"system-ui,sans-serif\" font-size=\"15\" fill=\"#222\">\n");
    for (unsigned sign = 1; sign < APO_SIGNS; sign++) {
        if (!(used >> sign & 1))
            continue;
        add_place(out, "<g transform=\"translate(", MARGIN + SQUARE / 2, " ", y, ")\">");
        apo_buffer_add(out, shapes[sign]);
        apo_buffer_add(out, "<text x=\"26\" y=\"5\">");
        apo_buffer_add(out, apo_diagram__meaning((enum apo_sign)sign));
        apo_buffer_add(out, "</text></g>\n");
        y += LEGEND_ROW;
    }
    apo_buffer_add(out, "</g>\n");
}

void apo_diagram_svg(apo_buffer *out, const apo_diagram *diagram, apo_span name, apo_span words)
{
    draw_head(out, diagram, name, words);
    draw_squares(out, diagram);
    draw_signs(out, diagram);
    draw_legend(out, diagram);
    apo_buffer_add(out, "</svg>\n");
}
