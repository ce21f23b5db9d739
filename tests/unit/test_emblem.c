/* A type's moves as marks, and as a picture. */
#include "test.h"

#include "base/text.h"
#include "definition/betza/betza.h"
#include "definition/betza/emblem_svg.h"
#include "definition/file/definition.h"
#include "rules/tables/emblem.h"

enum {
    TEXT_MAX = 2000
};

/* "m(1,2)" leaps, "c(0,1)>(1,0)" rides that do not begin on the piece's square. */
static void write_mark(apo_text *out, const apo_emblem_mark *mark)
{
    static const char letters[] = "mcrhtf";
    for (unsigned bit = 0; letters[bit] != '\0'; bit++)
        if (mark->kinds >> bit & 1U)
            apo_text_add_char(out, letters[bit]);
    int numbers[] = {mark->x, mark->y, mark->dx, mark->dy};
    bool is_bent = mark->x != 0 || mark->y != 0;
    for (unsigned i = is_bent ? 0 : 2; i < 4; i++) {
        apo_text_add(out, i % 2 == 0 ? "(" : ",");
        apo_text_add_number(out, numbers[i]);
        apo_text_add(out, i % 2 == 0 ? "" : ")");
    }
    apo_text_add_char(out, ' ');
}

static void check_emblem(const char *xbetza, const char *wanted)
{
    static apo_piece_moves moves;
    apo_emblem_mark marks[APO_EMBLEM_MAX];
    char buf[TEXT_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    assert_int_equal(apo_betza_parse(&moves, apo_span_of(xbetza), NULL), APO_OK);
    unsigned count = apo_emblem_make(marks, &moves);
    for (unsigned i = 0; i < count; i++)
        write_mark(&text, &marks[i]);
    assert_string_equal(buf, wanted);
}

static void test_marks(void **state)
{
    (void)state;
    check_emblem("fR", "mcr(0,1) ");
    check_emblem("mfRcfF", "mr(0,1) c(-1,1) c(1,1) ");
    check_emblem("fbN", "mc(-1,-2) mc(1,-2) mc(-1,2) mc(1,2) ");
    check_emblem("flNN", "mcr(-2,1) ");
    check_emblem("fR3", "mc(0,1) mc(0,2) mc(0,3) ");
    check_emblem("mfRcpfR", "mr(0,1) crh(0,1)(0,1) ");
    check_emblem("fmWfceFifmnD", "c(-1,1) m(0,1) c(1,1) mf(0,2) ");
    check_emblem(
        "fFyafsF",
        "mcr(-1,-1)(0,-1) mcr(-1,-1)(-1,0) mcr(1,-1)(0,-1) mcr(1,-1)(1,0) mcr(-1,1)(-1,0) "
        "mcr(-1,1)(0,1) mcr(1,1)(1,0) mcr(1,1)(0,1) mc(-1,1) mc(1,1) ");
    check_emblem("fcafmW", "mt(0,2) ");
}

static void test_no_more_marks_than_fit(void **state)
{
    static apo_piece_moves moves;
    apo_emblem_mark marks[APO_EMBLEM_MAX];
    (void)state;
    assert_int_equal(apo_betza_parse(&moves, apo_span_of("U"), NULL), APO_OK);
    assert_int_equal(apo_emblem_make(marks, &moves), APO_EMBLEM_MAX);
}

static void test_picture(void **state)
{
    apo_buffer solid, lines;
    const apo_emblem_mark leap = {0, 0, 1, 2, APO_EMBLEM_MOVE | APO_EMBLEM_CAPTURE};
    (void)state;
    apo_buffer_init(&solid, NULL);
    apo_buffer_init(&lines, NULL);
    apo_emblem_svg(&solid, &lines, &leap, 1, false);
    assert_string_equal(solid.bytes, "M466 500L500 466L534 500L500 534z"
                                     "M613 204a35 35 0 1 0 70 0a35 35 0 1 0 -70 0z");
    assert_int_equal(lines.length, 0);
    apo_buffer_clear(&solid);
    apo_emblem_svg(&solid, &lines, NULL, 0, false);
    assert_true(lines.length > 0);
    apo_buffer_clear(&solid);
    apo_buffer_clear(&lines);
}

static void test_a_variant_keeps_them(void **state)
{
    static const char text[] = "[game]\nname = X\nbase = chess\n[pieces]\n"
                               "Q = marshal, RN, picture knight-crown\n";
    apo_variant *var = NULL;
    unsigned count;
    (void)state;
    assert_int_equal(
        apo_definition_compile(&var, apo_span_of("x"), apo_span_of(text), NULL, NULL, NULL),
        APO_OK);
    for (unsigned type = 1; type <= apo_variant_info_of(var)->type_count; type++) {
        char letter = apo_type_info_of(var, type)->letter;
        assert_string_equal(apo_type_picture(var, type), letter == 'Q' ? "knight-crown" : "");
        const apo_emblem_mark *marks = apo_type_emblem(var, type, &count);
        assert_true(letter != 'Q' || (count == 12 && marks[0].kinds & APO_EMBLEM_RIDE));
        assert_true(letter != 'N' || (count == 8 && (marks[0].kinds & APO_EMBLEM_RIDE) == 0));
    }
    apo_variant_free(var);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_no_more_marks_than_fit),
        cmocka_unit_test(test_picture),
        cmocka_unit_test(test_a_variant_keeps_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
