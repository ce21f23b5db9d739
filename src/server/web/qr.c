#include "server/web/qr.h"

#include <string.h>

#include "net/template.h"
#include "server/web/qr_priv.h"

enum {
    MASKS = 8,
    TIMING = 6, /* row and column of the timing patterns */
    QUIET = 4,  /* modules of white around the code */
    CENTRES_MAX = 3
};

/* A code being drawn: which modules belong to its patterns, so that no text lies there. */
typedef struct drawing {
    apo_qr *code;
    bool is_taken[APO_QR_SIZE_MAX][APO_QR_SIZE_MAX];
} drawing;

static void put(drawing *on, unsigned row, unsigned column, bool is_dark)
{
    on->code->is_dark[row][column] = is_dark;
    on->is_taken[row][column] = true;
}

/* --- patterns ------------------------------------------------------------ */

/* Squares in one another around a centre, the outer one `reach` away; cut at the edge of the
 * code. */
static void draw_rings(drawing *on, int row, int column, int reach, uint32_t dark_rings)
{
    int size = (int)on->code->size;
    for (int dy = -reach; dy <= reach; dy++) {
        for (int dx = -reach; dx <= reach; dx++) {
            int x = column + dx, y = row + dy, far_x = dx < 0 ? -dx : dx,
                far_y = dy < 0 ? -dy : dy;
            int ring = far_x > far_y ? far_x : far_y;
            if (x >= 0 && x < size && y >= 0 && y < size)
                put(on, (unsigned)y, (unsigned)x, dark_rings >> ring & 1U);
        }
    }
}

/* Rows and columns of the centres of alignment patterns; the last one is 7 modules from the
 * edge. */
static unsigned centres_of(unsigned version, unsigned out[CENTRES_MAX])
{
    unsigned last = 10 + 4 * version;
    if (version == 1)
        return 0;
    out[0] = TIMING;
    out[1] = version < 7 ? last : (TIMING + last) / 2;
    out[2] = last;
    return version < 7 ? 2 : 3;
}

static void draw_alignment(drawing *on)
{
    unsigned at[CENTRES_MAX], count = centres_of(on->code->version, at);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = 0; j < count; j++) {
            /* Where the finder patterns are there is none. */
            bool is_corner =
                (i == 0 && j == 0) || (i == 0 && j + 1 == count) || (i + 1 == count && j == 0);
            if (!is_corner)
                draw_rings(on, (int)at[i], (int)at[j], 2, 0x5);
        }
    }
}

static void draw_version(drawing *on)
{
    unsigned version = on->code->version, from = on->code->size - 11;
    uint32_t bits = version >= 7 ? apo_qr__version_bits(version) : 0;
    for (unsigned i = 0; version >= 7 && i < 18; i++) {
        put(on, i / 3, from + i % 3, bits >> i & 1U);
        put(on, from + i % 3, i / 3, bits >> i & 1U);
    }
}

/* The format twice: around the upper left finder pattern, and beside the two others. */
static void draw_format(drawing *on, unsigned mask)
{
    unsigned size = on->code->size;
    uint32_t bits = apo_qr__format_bits(mask);
    for (unsigned i = 0; i < 15; i++) {
        bool is_dark = bits >> i & 1U;
        unsigned along = i < 6 ? i : i + 1; /* the timing pattern lies between */
        if (i < 8) {
            put(on, along, 8, is_dark);
            put(on, 8, size - 1 - i, is_dark);
        } else {
            put(on, 8, i == 8 ? 7 : 14 - i, is_dark);
            put(on, size - 15 + i, 8, is_dark);
        }
    }
    put(on, size - 8, 8, true);
}

static void draw_patterns(drawing *on)
{
    unsigned size = on->code->size;
    int last = (int)size - 4;
    for (unsigned i = 0; i < size; i++) {
        put(on, TIMING, i, i % 2 == 0);
        put(on, i, TIMING, i % 2 == 0);
    }
    draw_rings(on, 3, 3, 4, 0xB);
    draw_rings(on, 3, last, 4, 0xB);
    draw_rings(on, last, 3, 4, 0xB);
    draw_alignment(on);
    draw_version(on);
    draw_format(on, 0);
}

/* --- the text ------------------------------------------------------------ */

/* In columns of two modules from the right edge on, up and down in turn, where no pattern
 * is. */
static void draw_codewords(drawing *on, const uint8_t *codewords, size_t count)
{
    unsigned size = on->code->size;
    size_t bit = 0;
    bool is_up = true;
    for (unsigned right = size - 1; right < size; right -= 2, is_up = !is_up) {
        if (right == TIMING)
            right--;
        for (unsigned i = 0; i < 2 * size; i++) {
            unsigned row = is_up ? size - 1 - i / 2 : i / 2, column = right - i % 2;
            if (on->is_taken[row][column] || bit >= 8 * count)
                continue;
            on->code->is_dark[row][column] = codewords[bit / 8] >> (7 - bit % 8) & 1U;
            bit++;
        }
    }
}

bool apo_qr__is_masked(unsigned mask, unsigned row, unsigned column)
{
    unsigned product = row * column;
    switch (mask) {
    case 0: return (row + column) % 2 == 0;
    case 1: return row % 2 == 0;
    case 2: return column % 3 == 0;
    case 3: return (row + column) % 3 == 0;
    case 4: return (row / 2 + column / 3) % 2 == 0;
    case 5: return product % 2 + product % 3 == 0;
    case 6: return (product % 2 + product % 3) % 2 == 0;
    default: return ((row + column) % 2 + product % 3) % 2 == 0;
    }
}

static void turn_over(drawing *on, unsigned mask)
{
    for (unsigned row = 0; row < on->code->size; row++) {
        for (unsigned column = 0; column < on->code->size; column++) {
            bool *is_dark = &on->code->is_dark[row][column];
            if (!on->is_taken[row][column] && apo_qr__is_masked(mask, row, column))
                *is_dark = !*is_dark;
        }
    }
}

/* --- how well a mask suits ----------------------------------------------- */

/* Faults of a row (or column): long runs of one colour, and what looks like a finder
 * pattern. */
static unsigned line_faults(const apo_qr *code, unsigned index, bool is_column)
{
    unsigned faults = 0, run = 0;
    uint32_t window = 0;
    bool before = false;
    for (unsigned i = 0; i < code->size; i++) {
        bool is_dark = is_column ? code->is_dark[i][index] : code->is_dark[index][i];
        run = i > 0 && is_dark == before ? run + 1 : 1;
        faults += run == 5 ? 3 : run > 5;
        window = (window << 1 | is_dark) & 0x7FF;
        if (i >= 10 && (window == 0x5D || window == 0x5D0))
            faults += 40;
        before = is_dark;
    }
    return faults;
}

static unsigned count_dark(const apo_qr *code)
{
    unsigned count = 0;
    for (unsigned row = 0; row < code->size; row++) {
        for (unsigned column = 0; column < code->size; column++)
            count += code->is_dark[row][column];
    }
    return count;
}

static unsigned square_faults(const apo_qr *code)
{
    unsigned faults = 0;
    for (unsigned row = 0; row + 1 < code->size; row++) {
        for (unsigned column = 0; column + 1 < code->size; column++) {
            const bool *upper = &code->is_dark[row][column];
            const bool *lower = &code->is_dark[row + 1][column];
            bool is_one = upper[0] == upper[1] && upper[0] == lower[0] && upper[0] == lower[1];
            faults += is_one ? 3 : 0;
        }
    }
    return faults;
}

static unsigned count_faults(const apo_qr *code)
{
    unsigned all = code->size * code->size, dark = count_dark(code),
             faults = square_faults(code);
    unsigned off = 2 * dark > all ? 2 * dark - all : all - 2 * dark;
    for (unsigned i = 0; i < code->size; i++)
        faults += line_faults(code, i, false) + line_faults(code, i, true);
    /* For each whole twentieth off one half. */
    for (unsigned step = 1; step <= 10 && step * all <= 10 * off; step++)
        faults += 10;
    return faults;
}

static void choose_mask(drawing *on)
{
    unsigned best = 0, least = 0;
    for (unsigned mask = 0; mask < MASKS; mask++) {
        turn_over(on, mask);
        draw_format(on, mask);
        unsigned faults = count_faults(on->code);
        if (mask == 0 || faults < least) {
            best = mask;
            least = faults;
        }
        turn_over(on, mask);
    }
    turn_over(on, best);
    draw_format(on, best);
    on->code->mask = (uint8_t)best;
}

apo_status apo_qr_make(apo_qr *out, apo_span text)
{
    uint8_t codewords[APO_QR_CODEWORDS_MAX];
    unsigned version = apo_qr__version_for(text.length);
    if (version == 0)
        return APO_E_TOO_LARGE;
    *out = (apo_qr){.version = version, .size = 17 + 4 * version};
    drawing on = {.code = out};
    size_t count = apo_qr__encode(codewords, version, text);
    draw_patterns(&on);
    draw_codewords(&on, codewords, count);
    choose_mask(&on);
    return APO_OK;
}

/* --- the picture --------------------------------------------------------- */

void apo_qr_write_svg(apo_buffer *out, const apo_qr *code, apo_span title)
{
    unsigned side = code->size + 2 * QUIET;
    apo_buffer_add(out, "<svg class=\"qr\" role=\"img\" viewBox=\"0 0 ");
    apo_buffer_add_number(out, side);
    apo_buffer_add_char(out, ' ');
    apo_buffer_add_number(out, side);
    apo_buffer_add(out, "\" shape-rendering=\"crispEdges\"><title>");
    apo_html_add(out, title);
    apo_buffer_add(out, "</title><path fill=\"#fff\" d=\"M0 0H");
    apo_buffer_add_number(out, side);
    apo_buffer_add_char(out, 'V');
    apo_buffer_add_number(out, side);
    apo_buffer_add(out, "H0z\"/><path fill=\"#000\" d=\"");
    for (unsigned i = 0; i < code->size * code->size; i++) {
        unsigned row = i / code->size, column = i % code->size;
        if (!code->is_dark[row][column])
            continue;
        apo_buffer_add_char(out, 'M');
        apo_buffer_add_number(out, column + QUIET);
        apo_buffer_add_char(out, ' ');
        apo_buffer_add_number(out, row + QUIET);
        apo_buffer_add(out, "h1v1h-1z");
    }
    apo_buffer_add(out, "\"/></svg>");
}
