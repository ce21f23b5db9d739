/* QR codes: values that the standard prints, codes read back by a reader of our own, and one
 * whole code as another program draws it. */
#include "test.h"

#include <string.h>

#include "server/web/qr_priv.h"

static void test_printed_values(void **state)
{
    (void)state;
    /* Annex I: the codewords of "01234567" in version 1, level M, and their correction. */
    static const uint8_t data[] = {0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11,
                                   0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11};
    static const uint8_t wanted[] = {0xA5, 0x24, 0xD4, 0xC1, 0xED,
                                     0x36, 0xC7, 0x87, 0x2C, 0x55};
    uint8_t correction[sizeof wanted];
    apo_qr__correct(correction, sizeof correction, data, sizeof data);
    assert_memory_equal(correction, wanted, sizeof wanted);
    /* Level M with mask 5 (annex C), and version 7 (annex D). */
    assert_int_equal(apo_qr__format_bits(5), 0x40CE);
    assert_int_equal(apo_qr__version_bits(7), 0x07C94);
}

/* --- reading back -------------------------------------------------------- */

typedef struct reading {
    const apo_qr *code;
    uint8_t codewords[APO_QR_CODEWORDS_MAX];
    uint8_t data[APO_QR_CODEWORDS_MAX];
} reading;

static bool is_near(unsigned a, unsigned b, unsigned reach)
{
    return a > b ? a - b <= reach : b - a <= reach;
}

/* Whether a module belongs to a pattern, written down a second time from the drawings of the
 * standard. */
static bool is_pattern(const apo_qr *code, unsigned row, unsigned column)
{
    unsigned size = code->size, last = size - 7;
    bool is_up = row < 9, is_left = column < 9;
    if ((is_up && (is_left || column >= size - 8)) || (is_left && row >= size - 8) ||
        row == 6 || column == 6)
        return true;
    if (code->version >= 7 &&
        ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11)))
        return true;
    if (code->version == 1)
        return false;
    if (is_near(row, last, 2) && is_near(column, last, 2))
        return true;
    if (code->version < 7)
        return false;
    unsigned middle = (6 + last) / 2;
    bool is_row = is_near(row, middle, 2), is_column = is_near(column, middle, 2);
    return (is_row && (is_column || is_near(column, 6, 2) || is_near(column, last, 2))) ||
           (is_column && (is_near(row, 6, 2) || is_near(row, last, 2)));
}

static unsigned read_mask(const apo_qr *code)
{
    /* The three bits of the mask stand in the format's bits 12 to 10, which are in row 8,
     * columns 2 to 4. */
    unsigned bits = 0;
    for (unsigned column = 2; column <= 4; column++)
        bits = bits << 1 | code->is_dark[8][column];
    return bits ^ 5;
}

/* The next module of the text is another bit of the codewords. */
static void read_module(reading *all, size_t *bit, unsigned row, unsigned column)
{
    const apo_qr *code = all->code;
    if (is_pattern(code, row, column) || *bit / 8 >= APO_QR_CODEWORDS_MAX)
        return;
    bool is_dark =
        code->is_dark[row][column] != apo_qr__is_masked(read_mask(code), row, column);
    all->codewords[*bit / 8] |= (uint8_t)((unsigned)is_dark << (7 - *bit % 8));
    ++*bit;
}

static size_t read_codewords(reading *all)
{
    size_t bit = 0;
    unsigned size = all->code->size;
    bool is_up = true;
    memset(all->codewords, 0, sizeof all->codewords);
    for (unsigned pair = 0; pair < size / 2; pair++) {
        unsigned right = size - 1 - 2 * pair;
        right -= right <= 6;
        for (unsigned i = 0; i < size; i++) {
            read_module(all, &bit, is_up ? size - 1 - i : i, right);
            read_module(all, &bit, is_up ? size - 1 - i : i, right - 1);
        }
        is_up = !is_up;
    }
    return bit / 8;
}

/* Puts the data of a block together, and looks whether its correction is that of the data. */
static size_t read_block(const reading *all, const apo_qr_kind *kind, unsigned block,
                         uint8_t *out)
{
    uint8_t correction[APO_QR_CORRECTION_MAX];
    unsigned small = kind->data / kind->blocks, larger = kind->data % kind->blocks;
    unsigned is_larger = block >= kind->blocks - larger;
    for (unsigned i = 0; i < small; i++)
        out[i] = all->codewords[i * kind->blocks + block];
    if (is_larger)
        out[small] = all->codewords[small * kind->blocks + block - (kind->blocks - larger)];
    apo_qr__correct(correction, kind->correction, out, small + is_larger);
    for (unsigned i = 0; i < kind->correction; i++)
        assert_int_equal(all->codewords[kind->data + i * kind->blocks + block], correction[i]);
    return small + is_larger;
}

static void assert_reads(const apo_qr *code, apo_span text)
{
    static const size_t codewords[] = {0, 26, 44, 70, 100, 134, 172, 196, 242, 292};
    reading all = {.code = code};
    const apo_qr_kind *kind = apo_qr__kind(code->version);
    size_t at = 0;
    assert_int_equal(read_mask(code), code->mask);
    assert_int_equal(read_codewords(&all), codewords[code->version]);
    for (unsigned block = 0; block < kind->blocks; block++)
        at += read_block(&all, kind, block, all.data + at);
    assert_int_equal(all.data[0] >> 4, 4);
    assert_int_equal((all.data[0] & 15) << 4 | all.data[1] >> 4, text.length);
    for (size_t i = 0; i < text.length; i++)
        assert_int_equal((all.data[i + 1] & 15) << 4 | all.data[i + 2] >> 4,
                         (uint8_t)text.text[i]);
}

static void test_read_back(void **state)
{
    (void)state;
    char text[APO_QR_TEXT_MAX + 1];
    unsigned seen = 0;
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)(i * i + 31 * i + 7);
    for (size_t length = 0; length <= APO_QR_TEXT_MAX; length++) {
        apo_qr code;
        assert_int_equal(apo_qr_make(&code, (apo_span){text, length}), APO_OK);
        assert_int_equal(code.size, 17 + 4 * code.version);
        assert_reads(&code, (apo_span){text, length});
        seen |= 1U << code.version;
    }
    assert_int_equal(seen, 0x3FE);
    apo_qr none;
    assert_int_equal(apo_qr_make(&none, (apo_span){text, sizeof text}), APO_E_TOO_LARGE);
}

/* As qrencode 4.1.1 draws it, and zbar reads it. */
static void test_whole_code(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "#######.......#...#######", "#.....#.#.####....#.....#", "#.###.#..#.##..#..#.###.#",
        "#.###.#..#.###....#.###.#", "#.###.#.#.####..#.#.###.#", "#.....#....#..###.#.....#",
        "#######.#.#.#.#.#.#######", ".........#.#...#.........", "#.#.#.#.....#..#....#..#.",
        ".###....#.##.#..#.#..#.##", "#.##..#....#..#.####.####", ".##.##.#....###..#..#..##",
        "#.#####.#.##..#..##.....#", "...###..####..#.###...#.#", "#.###.####...#......#..##",
        ".##....#...#...#.#.#....#", "#.######.##.#...#####..##", "........#.####.##...#..#.",
        "#######...###.###.#.#.###", "#.....#.....###.#...##.#.", "#.###.#.#.##..#.#####...#",
        "#.###.#..###..#.#...##...", "#.###.#.###..#..#..##.#.#", "#.....#..#.#...##......#.",
        "#######.###.#..####.#.###",
    };
    apo_qr code;
    assert_int_equal(apo_qr_make(&code, apo_span_of("Grand Apothecary")), APO_OK);
    assert_int_equal(code.size, sizeof rows / sizeof *rows);
    for (unsigned row = 0; row < code.size; row++) {
        for (unsigned column = 0; column < code.size; column++)
            assert_int_equal(code.is_dark[row][column], rows[row][column] == '#');
    }
}

static void test_picture(void **state)
{
    (void)state;
    apo_qr code;
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    assert_int_equal(apo_qr_make(&code, apo_span_of("x")), APO_OK);
    apo_qr_write_svg(&out, &code, apo_span_of("a <title>"));
    assert_non_null(strstr(out.bytes, "viewBox=\"0 0 29 29\""));
    assert_non_null(strstr(out.bytes, "<title>a &lt;title&gt;</title>"));
    assert_non_null(strstr(out.bytes, "M4 4h1v1h-1z"));
    apo_buffer_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_printed_values),
        cmocka_unit_test(test_read_back),
        cmocka_unit_test(test_whole_code),
        cmocka_unit_test(test_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
