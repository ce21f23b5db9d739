#include "definition/file/drawn_svg.h"

enum {
    SIZE = 100 /* units of a square */
};

static void add_pair(apo_buffer *out, char command, int x, int y)
{
    apo_buffer_add_char(out, command);
    apo_buffer_add_number(out, x);
    apo_buffer_add_char(out, ' ');
    apo_buffer_add_number(out, y);
}

/* The upper edges of one row, those side by side as one line. */
static void add_edges(apo_buffer *out, const uint8_t *marks, unsigned files, int y,
                      unsigned wanted)
{
    for (unsigned file = 0; file < files; file++) {
        unsigned first = file;
        while (file < files && (marks[file] & wanted) != 0)
            file++;
        if (file == first)
            continue;
        add_pair(out, 'M', (int)first * SIZE, y);
        apo_buffer_add_char(out, 'h');
        apo_buffer_add_number(out, (int)(file - first) * SIZE);
    }
}

void apo_drawn_svg(apo_buffer *out, const apo_variant *var, bool is_river)
{
    const apo_geometry *geo = apo_variant_geometry(var);
    unsigned files = geo->files;
    apo_drawing drawing;
    apo_variant_draw(&drawing, var);
    for (unsigned row = 0; row < geo->rows; row++) {
        int y = -((int)row + geo->bottom_rank) * SIZE;
        const uint8_t *marks = drawing.at + (size_t)row * files;
        add_edges(out, marks, files, y, is_river ? APO_DRAWN_WATER : APO_DRAWN_ABOVE);
        for (unsigned file = 0; !is_river && file < files; file++) {
            int x = (int)file * SIZE;
            if (marks[file] & APO_DRAWN_RIGHT) {
                add_pair(out, 'M', x + SIZE, y);
                apo_buffer_add(out, "v100");
            }
            if (marks[file] & APO_DRAWN_RISING) {
                add_pair(out, 'M', x + SIZE / 2, y + SIZE / 2);
                apo_buffer_add(out, "l100-100");
            }
            if (marks[file] & APO_DRAWN_FALLING) {
                add_pair(out, 'M', x + SIZE / 2, y + SIZE / 2);
                apo_buffer_add(out, "l100 100");
            }
        }
    }
}
