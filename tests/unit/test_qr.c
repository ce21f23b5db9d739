/* QR codes: read back by a reader of our own, and one whole code module by module. */
#include "test.h"

#include <string.h>

#include "server/web/qr.h"

/* --- a reader --- */

enum {
    CODEWORDS_MAX = 292, /* of version 9 */
    BLOCK_MAX = 70,      /* codewords in a block, including those for correction */
    FIELD = 0x11D        /* x^8 + x^4 + x^3 + x^2 + 1 */
};

/* What a version holds at level M: table 9 of the standard. */
typedef struct kind {
    uint16_t data;      /* codewords of the text */
    uint8_t blocks;     /* among which they are divided, the longer ones last */
    uint8_t correction; /* codewords that each block gets in addition */
} kind;

static const kind kinds[APO_QR_VERSION_MAX + 1] = {
    [1] = {16, 1, 10},  [2] = {28, 1, 16},  [3] = {44, 1, 26},
    [4] = {64, 2, 18},  [5] = {86, 2, 24},  [6] = {108, 4, 16},
    [7] = {124, 4, 18}, [8] = {154, 4, 22}, [9] = {182, 5, 22},
};

/* Product in the field of 256 elements. */
static uint8_t multiply(uint8_t a, uint8_t b)
{
    unsigned product = 0;
    for (unsigned bit = 8; bit-- > 0;) {
        product <<= 1;
        if (product & 0x100U)
            product ^= FIELD;
        if (b >> bit & 1U)
            product ^= a;
    }
    return (uint8_t)product;
}

/* Whether the first `count` powers of 2 are roots of the codewords as a polynomial, as Reed and
 * Solomon want it. */
static bool is_correct(const uint8_t *codewords, unsigned length, unsigned count)
{
    uint8_t root = 1;
    for (unsigned i = 0; i < count; i++) {
        uint8_t value = 0;
        for (unsigned j = 0; j < length; j++)
            value = multiply(value, root) ^ codewords[j];
        if (value != 0)
            return false;
        root = multiply(root, 2);
    }
    return true;
}

static bool is_masked(unsigned mask, unsigned row, unsigned column)
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

typedef struct reading {
    const apo_qr *code;
    uint8_t codewords[CODEWORDS_MAX];
    uint8_t data[CODEWORDS_MAX];
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

/* Reads the next data module into the codewords. */
static void read_module(reading *all, size_t *bit, unsigned row, unsigned column)
{
    const apo_qr *code = all->code;
    if (is_pattern(code, row, column) || *bit / 8 >= CODEWORDS_MAX)
        return;
    bool is_dark = code->is_dark[row][column] != is_masked(read_mask(code), row, column);
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

/* Puts a block together, and looks whether its correction is right. Returns how much of it is
 * data. */
static unsigned read_block(const reading *all, const kind *of, unsigned block, uint8_t *out)
{
    uint8_t codewords[BLOCK_MAX];
    unsigned small = of->data / of->blocks, larger = of->data % of->blocks;
    unsigned count = small + (block >= of->blocks - larger);
    for (unsigned i = 0; i < small; i++)
        codewords[i] = all->codewords[i * of->blocks + block];
    if (count > small)
        codewords[small] = all->codewords[small * of->blocks + block - (of->blocks - larger)];
    for (unsigned i = 0; i < of->correction; i++)
        codewords[count + i] = all->codewords[of->data + i * of->blocks + block];
    assert_true(is_correct(codewords, count + of->correction, of->correction));
    memcpy(out, codewords, count);
    return count;
}

static void assert_reads(const apo_qr *code, apo_span text)
{
    static const size_t codewords[] = {0, 26, 44, 70, 100, 134, 172, 196, 242, 292};
    reading all = {.code = code};
    const kind *of = &kinds[code->version];
    size_t at = 0;
    assert_int_equal(read_codewords(&all), codewords[code->version]);
    for (unsigned block = 0; block < of->blocks; block++)
        at += read_block(&all, of, block, all.data + at);
    assert_int_equal(at, of->data);
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
    for (size_t length = 1; length <= APO_QR_TEXT_MAX; length++) {
        apo_qr code;
        assert_int_equal(apo_qr_make(&code, (apo_span){text, length}), APO_OK);
        assert_int_equal(code.size, 17 + 4 * code.version);
        assert_true(length + 2 > kinds[code.version - 1].data); /* no smaller one would do */
        assert_reads(&code, (apo_span){text, length});
        seen |= 1U << code.version;
    }
    assert_int_equal(seen, 0x3FE);
    apo_qr none;
    assert_int_equal(apo_qr_make(&none, (apo_span){text, sizeof text}), APO_E_TOO_LARGE);
    assert_int_equal(apo_qr_make(&none, (apo_span){text, 0}), APO_E_SYNTAX);
}

/* As our own program drew it before libqrencode did, and zbar reads it. */
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
        cmocka_unit_test(test_read_back),
        cmocka_unit_test(test_whole_code),
        cmocka_unit_test(test_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
