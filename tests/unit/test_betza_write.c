/* XBetza written, other dialects, words and diagrams. */
#include "betza_help.h"
#include "path_set.h"

#include "base/random.h"
#include "definition/betza/betza.h"
#include "definition/betza/diagram.h"
#include "definition/betza/dialect.h"
#include "definition/betza/words.h"

enum {
    LINE_MAX_BYTES = 32768
};

static char text_buf[APO_BETZA_TEXT_MAX];

/* The text in a dialect; NULL if it cannot be expressed there. */
static const char *write_in(const apo_piece_moves *moves, enum apo_dialect dialect,
                            apo_error *err)
{
    apo_text text = apo_text_start(text_buf, sizeof text_buf);
    return apo_dialect_write(&text, moves, dialect, NULL, err) == APO_OK ? text_buf : NULL;
}

/* Writes and reads again; both pieces must go the same ways. */
static void check_round_trip(const char *text)
{
    apo_piece_moves moves = parse(text), again;
    apo_error err;
    const char *written = write_in(&moves, APO_DIALECT_ID, &err);
    if (written == NULL)
        fail_msg("%s: %s", text, err.detail);
    if (apo_betza_parse(&again, apo_span_of(written), &err) != APO_OK)
        fail_msg("%s -> %s: at %zu: %s", text, written, err.position, err.detail);
    if (!path_set_are_same_pieces(&moves, &again))
        fail_msg("%s -> %s: another piece", text, written);
}

static void check_table(const char *name)
{
    static char line[LINE_MAX_BYTES];
    unsigned count = 0;
    FILE *file = fopen(name, "r");
    if (!file)
        fail_msg("%s: cannot be opened", name);
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#' || strncmp(line, "xbetza\t", 7) == 0)
            continue;
        line[strcspn(line, "\t\n")] = '\0';
        check_round_trip(line);
        count++;
    }
    fclose(file);
    assert_true(count > 20);
}

static void test_tables(void **state)
{
    (void)state;
    check_table("tests/betza/cases.tsv");
    check_table("tests/betza/positions.tsv");
}

/* Texts as they are written. */
static void test_forms(void **state)
{
    static const char *const pairs[][2] = {
        {"mfWcfF", "fmWfcF"},
        {"pcR", "cpR"},
        {"N0", "NN"},
        {"FF", "B"},
        {"W4", "R4"},
        {"L", "C"},
        {"J", "Z"},
        {"WYX", "ZX"},
        {"NXX0", "NXX0"},
        {"nN", "afsW"},
        {"[D?B]", "[D?B]"},
        {"m[F?R]", "m[F?R]"},
        {"i[W-F-R]", "i[W-F-R]"},
        {"[F-pR4]", "[F-pR4]"},
        {"DmpafyafsW", "DmpafyafsW"},
        {"gafsR", "gafsR"},
        {"pafR", "pR"},
        {"gafQ", "gQ"},
        {"tpR", "tpR"},
        {"gR4", "gR4"},
        {"jjR", "jjR"},
        {"oooR", NULL},
        {"zB", "zB"},
        {"qN5", "qN5"},
        {"qfK", "fqQ"},
        {"ifmnD", "ifmnD"},
        {"nnD", "nnD"},
        {"mfW*", "fmW*"},
        {"NN1N", NULL},
        {"N1N", "N1N"},
        {"NNN1N2NN", "NNN1N2NN"},
        {"azF1F", "azF1F"},
        {"zF0F", "zBF"},
        {"mRcaibR", "mRcaibR"},
        {"afafsafzfK", "afafsafzfK"},
        {"KlO2isjjO3", "KlO2isjjO3"},
        {"fbI", "I"},
        {"fmkI", "fmkI"},
        {"cdU", "cdU"},
        {"fcaf(macaf)2mF", "fcafmFfcafacafmFfcafacafacafmF"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        apo_piece_moves moves;
        bool is_read = apo_betza_parse(&moves, apo_span_of(pairs[i][0]), NULL) == APO_OK;
        if (pairs[i][1] == NULL)
            continue;
        if (!is_read)
            fail_msg("%s cannot be read", pairs[i][0]);
        const char *written = write_in(&moves, APO_DIALECT_ID, NULL);
        if (written == NULL || strcmp(written, pairs[i][1]) != 0)
            fail_msg("%s -> %s, expected %s", pairs[i][0], written, pairs[i][1]);
        check_round_trip(pairs[i][0]);
    }
}

static const char *pick(apo_random *random, const char *const *words, unsigned count)
{
    return words[apo_random_below(random, count)];
}

#define PICK(random, words) pick(random, words, sizeof(words) / sizeof *(words))

/* One move by chance; most of them mean nothing and are refused. */
static void add_random_move(apo_random *random, apo_text *text)
{
    static const char *const atoms[] = {"W",  "F",  "D",  "A",  "H",  "G",  "N",  "C",  "Z",
                                        "K",  "Q",  "R",  "B",  "NN", "R4", "B2", "W3", "F2",
                                        "Q3", "FX", "DY", "W*", "K4", "DD", "D3", "N0", "NX0"};
    static const char *const first[] = {"",   "",   "",   "f",  "b",   "l",  "r",  "v",
                                        "s",  "fs", "fl", "fr", "hr",  "hl", "fh", "rv",
                                        "bs", "fb", "vs", "rf", "ffs", "lfr"};
    static const char *const later[] = {"",  "f", "b",  "l",  "r", "s",  "fs",  "fl",  "bs",
                                        "z", "q", "fz", "fq", "v", "vs", "fsb", "flr", "fqz"};
    static const char *const modes[] = {"",   "",   "",   "m", "c",  "mc", "mp", "p", "g", "y",
                                        "tp", "gy", "cd", "d", "j",  "n",  "o",  "e", "i", "k",
                                        "ce", "my", "z",  "q", "in", "nn", "jj", "tg"};
    bool is_bracket = apo_random_below(random, 4) == 0;
    unsigned legs = 1 + is_bracket + apo_random_below(random, 3);
    if (is_bracket) {
        apo_text_add(text, apo_random_below(random, 3) > 0 ? "" : PICK(random, modes));
        apo_text_add(text, apo_random_below(random, 3) > 0 ? "" : PICK(random, first));
        apo_text_add_char(text, '[');
    }
    for (unsigned i = 0; i < legs; i++) {
        if (i > 0)
            apo_text_add(text, !is_bracket ? "a" : apo_random_below(random, 2) > 0 ? "?" : "-");
        apo_text_add(text, PICK(random, modes));
        apo_text_add(text, i == 0 ? PICK(random, first) : PICK(random, later));
        if (is_bracket || i + 1 == legs)
            apo_text_add(text, PICK(random, atoms));
    }
    if (is_bracket)
        apo_text_add_char(text, ']');
}

static void test_random_texts(void **state)
{
    enum {
        TEXTS = 12000 / GAMES_STEP
    };

    (void)state;
    apo_random random;
    unsigned read = 0;
    apo_random_seed(&random, 20260);
    for (unsigned i = 0; i < TEXTS; i++) {
        char bytes[128];
        apo_piece_moves moves;
        apo_text text = apo_text_start(bytes, sizeof bytes);
        add_random_move(&random, &text);
        if (apo_random_below(&random, 2) > 0)
            add_random_move(&random, &text);
        if (apo_betza_parse(&moves, apo_text_span(&text), NULL) != APO_OK)
            continue;
        read++;
        check_round_trip(bytes);
    }
    assert_true(read > TEXTS / 10);
}

/* --- dialects ------------------------------------------------------------ */

static void test_dialects_read(void **state)
{
    static const struct {
        enum apo_dialect dialect;
        const char *text, *same; /* in our dialect; NULL: refused at `position` */
        size_t position;
    } cases[] = {
        {APO_DIALECT_XBOARD, "L", "Z", 0},
        {APO_DIALECT_XBOARD, "J", "C", 0},
        {APO_DIALECT_XBOARD, "NL", "NZ", 0},
        {APO_DIALECT_XBOARD, "CJ", "C", 0},
        {APO_DIALECT_XBOARD, "fmWfceFifmnD", "fmWfceFifmnD", 0},
        {APO_DIALECT_XBOARD, "mfW", NULL, 1},
        {APO_DIALECT_XBOARD, "pcR", NULL, 1},
        {APO_DIALECT_XBOARD, "RNN", NULL, 2},
        {APO_DIALECT_XBOARD, "FX", NULL, 1},
        {APO_DIALECT_XBOARD, "W*", NULL, 1},
        {APO_DIALECT_XBOARD, "[F?R]", NULL, 0},
        {APO_DIALECT_XBOARD, "KfsF", NULL, 1},
        {APO_DIALECT_XBOARD, "fhK", NULL, 1},
        {APO_DIALECT_XBOARD, "cacafK", NULL, 2},
        {APO_DIALECT_XBOARD, "maW", "maffsW", 0},
        {APO_DIALECT_XBOARD, "maK", "maK", 0},
        {APO_DIALECT_XBOARD, "afN", NULL, 0},
        {APO_DIALECT_XBOARD, "zB", NULL, 0},
        {APO_DIALECT_XBOARD, "KU", NULL, 1},
        {APO_DIALECT_XBOARD, "KisO2", "KisO2", 0},
        {APO_DIALECT_FAIRY, "L", "C", 0},
        {APO_DIALECT_FAIRY, "RNN", "RNN", 0},
        {APO_DIALECT_FAIRY, "fK", "fWfF", 0},
        {APO_DIALECT_FAIRY, "mfQ", "mfRmfB", 0},
        {APO_DIALECT_FAIRY, "fsK", NULL, 1},
        {APO_DIALECT_FAIRY, "nN", "afsW", 0},
        {APO_DIALECT_FAIRY, "nZ", "afsafW", 0},
        {APO_DIALECT_FAIRY, "nH", NULL, 0},
        {APO_DIALECT_FAIRY, "afsW", NULL, 0},
        {APO_DIALECT_FAIRY, "jA", NULL, 0},
        {APO_DIALECT_FAIRY, "DD", NULL, 0},
        {APO_DIALECT_FAIRY, "C2", NULL, 0},
        {APO_DIALECT_FAIRY, "pN", NULL, 0},
        {APO_DIALECT_FAIRY, "gR4", NULL, 0},
        {APO_DIALECT_FAIRY, "mRpcR", "mRcpR", 0},
        {APO_DIALECT_FAIRY, "fmWfceF", "fmWfcF", 0},
        {APO_DIALECT_FAIRY, "feF", NULL, 1},
        {APO_DIALECT_FAIRY, "FU", NULL, 1},
        {APO_DIALECT_FAIRY, "FX", NULL, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        apo_piece_moves moves;
        apo_error err;
        apo_status status =
            apo_dialect_read(&moves, apo_span_of(cases[i].text), cases[i].dialect, NULL, &err);
        if (cases[i].same == NULL) {
            if (status == APO_OK || err.position != cases[i].position || err.detail[0] == '\0')
                fail_msg("%s: expected an error at %zu, got status %d at %zu", cases[i].text,
                         cases[i].position, status, err.position);
            continue;
        }
        if (status != APO_OK)
            fail_msg("%s: at %zu: %s", cases[i].text, err.position, err.detail);
        apo_piece_moves same = parse(cases[i].same);
        if (!path_set_are_same_pieces(&moves, &same))
            fail_msg("%s is not %s", cases[i].text, cases[i].same);
    }
}

static void test_dialects_written(void **state)
{
    static const struct {
        const char *text, *xboard, *fairy; /* NULL: cannot be expressed */
    } cases[] = {
        {"mfWcfF", "fmWfcF", "fmWfcF"},
        {"RNN", "RN0", "RNN"},
        {"L", "C", "C"},
        {"[D?B]", "DmpafyafsW", NULL},
        {"[F?R]", "FyafsF", NULL},
        {"[W-F]", "afsW", "nN"},
        {"v[F?R]", "FfryaflFblyaflFbryafrFflyafrF", NULL},
        {"fhK", "fWfF", "fWfF"},
        {"afafsafzW", NULL, NULL},
        {"mfW*", NULL, NULL},
        {"zR", NULL, NULL},
        {"kR", NULL, NULL},
        {"FX", NULL, NULL},
        {"fI", NULL, NULL},
        {"U", NULL, NULL},
        {"hlafN", NULL, NULL},
        {"oR", "oR", NULL},
        {"mRcpR", "mRcpR", "mRcpR"},
        {"fcamcafcaK", NULL, NULL},
        {"cabK", "cabK", NULL},
        {"KisO2", "KisO2", NULL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const expected[APO_DIALECTS] = {NULL, cases[i].xboard, cases[i].fairy};
        apo_piece_moves moves = parse(cases[i].text), again;
        for (unsigned d = APO_DIALECT_XBOARD; d < APO_DIALECTS; d++) {
            apo_error err = {.detail = ""};
            const char *got = write_in(&moves, (enum apo_dialect)d, &err);
            if (expected[d] == NULL ? got != NULL || err.detail[0] == '\0'
                                    : got == NULL || strcmp(got, expected[d]) != 0)
                fail_msg("%s for %s: %s (%s)", cases[i].text,
                         apo_dialect_name((enum apo_dialect)d), got, err.detail);
            if (got == NULL)
                continue;
            assert_int_equal(
                apo_dialect_read(&again, apo_span_of(got), (enum apo_dialect)d, NULL, &err),
                APO_OK);
            assert_true(path_set_are_same_pieces(&moves, &again));
        }
    }
}

/* --- words and diagrams -------------------------------------------------- */

static void test_words(void **state)
{
    static const char *const cases[][2] = {
        {"[D?B]",
         "leaps 2 orthogonally\nleaps 2 orthogonally, then slides diagonally outward\n"},
        {"DmpafyafsW",
         "leaps 2 orthogonally\nleaps 2 orthogonally, then slides diagonally outward\n"},
        {"K", "steps 1 in any direction\n"},
        {"NmC", "leaps (2,1) like a knight\nleaps (3,1) like a camel, without capturing\n"},
        {"mRcpR",
         "slides orthogonally, without capturing\nslides orthogonally to a piece, hops over "
         "it and slides on, only to capture\n"},
        {"gQ", "slides in any direction to a piece, hops over it and lands right behind it\n"},
        {"NN", "rides by leaps of (2,1)\n"},
        {"fceF", "steps 1 diagonally forward, only to capture, also en passant\n"},
        {"mfW*",
         "slides straight forward as far as the middle of the board, past it 1 at a time, "
         "without capturing; squares passed can be captured on en passant\n"},
        {"afafsK",
         "walks exactly 2 in any direction, then steps 1 at 45 degrees to either side\n"},
        {"afraflKaflafrK",
         "steps 1 in any direction, then steps 1 at 45 degrees to either side, "
         "then steps 1 at 45 degrees to the other side\n"},
        {"nN", "steps 1 orthogonally, then steps 1 diagonally outward\n"},
        {"ifmFX",
         "as its first move leaps (4,1) like a giraffe: 4 forward and 1 to either side, "
         "without capturing\n"},
        {"fI", "moves and captures as the piece that was moved last\n"},
        {"WW", "slides orthogonally\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        apo_piece_moves moves = parse(cases[i][0]);
        apo_buffer words;
        apo_buffer_init(&words, NULL);
        apo_betza_words(&words, &moves);
        assert_string_equal(words.bytes, cases[i][1]);
        apo_buffer_clear(&words);
    }
}

static unsigned marks_at(const apo_diagram *diagram, int x, int y)
{
    int files = diagram->geometry.files;
    return diagram->marks[diagram->at + y * files + x];
}

static void test_diagram(void **state)
{
    static apo_diagram d;
    (void)state;
    apo_piece_moves cannon = parse("mRcpR");
    assert_int_equal(apo_diagram_make(&d, &cannon, 0), APO_OK);
    assert_int_equal(d.geometry.files, 9);
    assert_int_equal(marks_at(&d, 1, 0), APO_MARK_MOVE);
    assert_int_equal(marks_at(&d, 0, 4), APO_MARK_MOVE | APO_MARK_HOP_CAPTURE);
    assert_int_equal(marks_at(&d, 1, 1), 0);

    apo_piece_moves lion = parse("KNADcaKmcabK");
    assert_int_equal(apo_diagram_make(&d, &lion, 11), APO_OK);
    assert_true(d.can_stay);
    assert_int_equal(marks_at(&d, 1, 1), APO_MARK_MOVE | APO_MARK_CAPTURE | APO_MARK_VICTIM);
    assert_int_equal(marks_at(&d, 2, 1), APO_MARK_MOVE | APO_MARK_CAPTURE);
    assert_int_equal(d.victim_count, 64);

    apo_piece_moves pawn = parse("ifmnDfmWfceF");
    assert_int_equal(apo_diagram_make(&d, &pawn, 0), APO_OK);
    assert_int_equal(marks_at(&d, 0, 2), APO_MARK_FIRST_MOVE);
    assert_int_equal(marks_at(&d, 1, 1), APO_MARK_CAPTURE | APO_MARK_EN_PASSANT);

    apo_piece_moves horse = parse("afsW");
    assert_int_equal(apo_diagram_make(&d, &horse, 5), APO_OK);
    assert_int_equal(marks_at(&d, 0, 1), APO_MARK_VIA);
    assert_int_equal(apo_diagram_make(&d, &horse, 4), APO_E_RANGE);
    assert_int_equal(apo_diagram_make(&d, &horse, 16), APO_E_RANGE);
}

static void test_drawings(void **state)
{
    static apo_diagram d;
    (void)state;
    apo_piece_moves moves = parse("WmF");
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    assert_int_equal(apo_diagram_make(&d, &moves, 5), APO_OK);
    apo_diagram_text(&out, &d, (apo_diagram_style){.is_ascii = true});
    assert_string_equal(out.bytes, "  +---+---+---+---+---+\n"
                                   "  |   |   |   |   |   |\n"
                                   "  +---+---+---+---+---+\n"
                                   "  |   | o | * | o |   |\n"
                                   "  +---+---+---+---+---+\n"
                                   "  |   | * | # | * |   |\n"
                                   "  +---+---+---+---+---+\n"
                                   "  |   | o | * | o |   |\n"
                                   "  +---+---+---+---+---+\n"
                                   "  |   |   |   |   |   |\n"
                                   "  +---+---+---+---+---+\n"
                                   "  *  moves or captures\n"
                                   "  o  moves without capturing\n");
    out.length = 0;
    apo_diagram_svg(&out, &d, apo_span_of("W<&>F"), apo_span_of("one\ntwo\n"));
    assert_non_null(strstr(out.bytes, "<title id=\"title\">Moves of W&lt;&amp;&gt;F</title>"));
    assert_non_null(strstr(out.bytes, "<desc id=\"desc\">one; two</desc>"));
    out.length = 0;
    apo_diagram_json(&out, &d, apo_span_of("WmF"), apo_span_of("one\n"));
    assert_non_null(strstr(out.bytes, "\"captures\":[[0,-1],[-1,0],[1,0],[0,1]]"));
    apo_buffer_clear(&out);
}

/* A text that does not fit is an error, never a write. */
static void test_small_buffer(void **state)
{
    (void)state;
    apo_piece_moves moves = parse("afafafsKafsafafK");
    char bytes[20];
    for (size_t size = 1; size < 17; size++) {
        memset(bytes, 'x', sizeof bytes);
        apo_text text = apo_text_start(bytes, size);
        assert_int_equal(apo_betza_write(&text, &moves, NULL), APO_E_TOO_LARGE);
        assert_int_equal(bytes[size], 'x');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),           cmocka_unit_test(test_forms),
        cmocka_unit_test(test_random_texts),     cmocka_unit_test(test_dialects_read),
        cmocka_unit_test(test_dialects_written), cmocka_unit_test(test_words),
        cmocka_unit_test(test_diagram),          cmocka_unit_test(test_drawings),
        cmocka_unit_test(test_small_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
