/* What is drawn on boards: the paths of a picture, found by hand. */
#include "test.h"

#include "base/buffer.h"
#include "definition/file/definition.h"
#include "definition/file/drawn_svg.h"

/* The paths of a game's lines and of its river. */
typedef struct board {
    const char *game, *lines, *river;
} board;

/* The palaces of nine squares at both ends, each with two diagonals. Rank by rank: upper edges,
 * then each square's right edge and the lines that go to the right from its middle. */
#define NEAR_PALACE                                                                             \
    "M300 -100v100M350 -50l100-100M600 -100v100M300 -200v100M450 -150l100-100M450 -150l100 100" \
    "M600 -200v100M300 -300h300M300 -300v100M350 -250l100 100M600 -300v100"
#define FAR_PALACE                                                            \
    "M300 -700h300M300 -800v100M350 -750l100-100M600 -800v100M300 -900v100"   \
    "M450 -850l100-100M450 -850l100 100M600 -900v100M300 -1000v100M350 -950l" \
    "100 100M600 -1000v100"

static const board boards[] = {
    {"chess", "", ""},
    {"modern", "", ""},
    {"king-of-the-hill",
     "M300 -300h200M300 -400v100M500 -400v100M300 -500h200M300 -500v100M500 -500v100", ""},
    {"racing-kings", "M0 -700h800", ""},
    {"shogi", "M0 -300h900M0 -600h900", ""},
    {"xiangqi", NEAR_PALACE FAR_PALACE, "M0 -500h900"},
    {"janggi", NEAR_PALACE FAR_PALACE, ""},
};

static void check_path(const apo_variant *var, bool is_river, const char *expected)
{
    apo_buffer path;
    apo_buffer_init(&path, NULL);
    apo_drawn_svg(&path, var, is_river);
    assert_false(path.is_failed);
    apo_buffer_add_char(&path, '\0');
    assert_string_equal(apo_buffer_span(&path).text, expected);
    apo_buffer_clear(&path);
}

static void test_boards(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        apo_variant *var = NULL;
        assert_int_equal(apo_definition_open(&var, apo_span_of(boards[i].game), NULL, NULL),
                         APO_OK);
        check_path(var, false, boards[i].lines);
        check_path(var, true, boards[i].river);
        apo_variant_free(var);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
