#include "test.h"

#include "base/text.h"
#include "definition/file/definition.h"
#include "rules/rules/facts.h"

/* A definition without faults. The cases below replace one of its lines; line 1 is "[game]". */
static const char *const small[] = {
    "[game]",                             /* 1 */
    "name = Small   # a comment",         /* 2 */
    "inventor = Nobody",                  /* 3 */
    "[board]",                            /* 4 */
    "files = 4",                          /* 5 */
    "ranks = 4",                          /* 6 */
    "brouhaha = b0, c5",                  /* 7 */
    "",                                   /* 8 */
    "[pieces]",                           /* 9 */
    "K = king, K, royal",                 /* 10 */
    "R = rook, R, class heavy, points 5", /* 11 */
    "P = pawn, fmWfcF, class pawn",       /* 12 */
    "J = joker, none",                    /* 13 */
    "[setup]",                            /* 14 */
    "board =",                            /* 15 */
    "    **r*",                           /* 16 */
    "    rk.j",                           /* 17 */
    "    pppp",                           /* 18 */
    "    PPPP",                           /* 19 */
    "    RK1J",                           /* 20 */
    "    *R**",                           /* 21 */
    "[starts]",                           /* 22 */
    "group = a1 d1 : RJ JR",              /* 23 */
    "[promotion]",                        /* 24 */
    "pieces = P",                         /* 25 */
    "rank 4 = R",                         /* 26 */
    "[joker]",                            /* 27 */
    "piece = J",                          /* 28 */
    "[outcome]",                          /* 29 */
    "stalemate = draw",                   /* 30 */
    "move-limit = 50",                    /* 31 */
};

enum {
    SMALL_LINES = sizeof small / sizeof *small,
    TEXT_MAX = 1 << 21
};

static char text_buf[TEXT_MAX];

/* The small definition with line `line` (from 1) replaced, or with `replacement` after the end
 * for line 0. */
static apo_span small_with(unsigned line, const char *replacement)
{
    apo_text text = apo_text_start(text_buf, sizeof text_buf);
    for (unsigned i = 1; i <= SMALL_LINES; i++) {
        apo_text_add(&text, i == line ? replacement : small[i - 1]);
        apo_text_add_char(&text, '\n');
    }
    if (line == 0)
        apo_text_add(&text, replacement);
    return apo_text_span(&text);
}

static void write_faults(apo_text *out, const apo_fault_list *faults)
{
    for (size_t i = 0; i < faults->count; i++) {
        const apo_fault *fault = &faults->faults[i];
        apo_text_add_number(out, fault->line);
        apo_text_add_char(out, ':');
        apo_text_add_number(out, fault->column);
        apo_text_add(out, " [");
        apo_text_add(out, fault->key);
        apo_text_add(out, "] ");
        apo_text_add(out, fault->detail);
        apo_text_add_char(out, '\n');
    }
}

static void assert_faults(const apo_fault_list *faults, const char *expected)
{
    static char buf[16384];
    apo_text text = apo_text_start(buf, sizeof buf);
    write_faults(&text, faults);
    assert_string_equal(buf, expected);
}

static apo_status compile(apo_span text, apo_fault_list *faults)
{
    apo_variant *var = NULL;
    apo_fault_list_init(faults);
    apo_status status =
        apo_definition_compile(&var, apo_span_of("small"), text, NULL, NULL, faults);
    assert_true((status == APO_OK) == (var != NULL));
    assert_true((status == APO_OK) == (faults->error_count == 0));
    apo_variant_free(var);
    return status;
}

struct fault_case {
    unsigned line;
    const char *replacement;
    const char *expected;
};

/* Keeps clang-format from setting the tables in columns. */
#define CASE(line, replacement, expected) \
    {                                     \
        (line), (replacement), (expected) \
    }

static void run_cases(const struct fault_case *cases, size_t count)
{
    apo_fault_list faults;
    for (size_t i = 0; i < count; i++) {
        compile(small_with(cases[i].line, cases[i].replacement), &faults);
        assert_faults(&faults, cases[i].expected);
    }
}

#define RUN_CASES(cases) run_cases((cases), sizeof(cases) / sizeof(cases)[0])

static void test_small_has_no_faults(void **state)
{
    (void)state;
    static const struct fault_case cases[] = {
        CASE(8, "", ""),
        /* The forms that people write differently. */
        CASE(8, "  # indented comment, \xFF\xFE not even UTF-8", ""),
        CASE(2, "\tname=Small\r", ""),
        CASE(4, "  [ board ]", ""),
        CASE(7, "brouhaha = b0\n  c5", ""),
        CASE(10, "K=king,K,royal,", ""),
        CASE(12, "P = pawn,\n   fmWfcF,\n   class pawn", ""),
        CASE(20, "    RK.J\n\n", ""),
        CASE(23, "group = a1 d1:RJ,JR", ""),
        CASE(
            23,
            "group = a1 / d1 : R\n[start a]\nboard =\n **r*\n rk.r\n pppp\n PPPP\n RK.R\n *R**",
            "23:9 [group] the board of [setup] does not show the first order on these squares, "
            "White's and Black's\n"),
        CASE(
            23, "group = a1 d1 : any order of RJ",
            "23:9 [group] the board of [setup] does not show the first order on these squares, "
            "White's and Black's\n"),
        CASE(26, "rank 4 = RJ, R", ""),
    };
    RUN_CASES(cases);
}

static void test_faults_of_form(void **state)
{
    (void)state;
    static const struct fault_case cases[] = {
        CASE(8, "nonsense",
             "8:1 [nonsense] expected \"[section]\", \"key = value\", or an indented line that "
             "continues a key, not \"nonsense\"\n"),
        CASE(4, "[board",
             "0:0 [] the definition needs a section [board]\n"
             "4:1 [[board] expected \"[section]\" and nothing after it, not \"[board\"\n"),
        CASE(
            4, "[board] x",
            "0:0 [] the definition needs a section [board]\n"
            "4:1 [[board] x] expected \"[section]\" and nothing after it, not \"[board] x\"\n"),
        CASE(8, "[]", "8:1 [] expected a section's name between the brackets\n"),
        CASE(1, "name = early\n[game]",
             "1:1 [name] the key comes before the first [section]\n"),
        CASE(5, " = 4\nfiles = 4", "5:2 [] expected a key before the \"=\"\n"),
        CASE(5, "files = 4\nfiles four = 4",
             "6:7 [files four] expected a number or \"=\" after the key, not \"four\"\n"),
        CASE(5, "files =\nfiles = 4", "5:1 [files] expected a value after the \"=\"\n"),
        CASE(29, "[outcome]\n[pieces]",
             "30:1 [pieces] [pieces] was opened before, in line 9; write its keys there\n"
             "31:1 [stalemate] expected one upper-case letter as the name of a piece, not "
             "\"stalemate\"\n"
             "32:1 [move-limit] expected one upper-case letter as the name of a piece, not "
             "\"move-limit\"\n"),
        CASE(29, "[outcome]\n[men]",
             "30:1 [men] [men] is another name of the section in line 9; write its keys there\n"
             "31:1 [stalemate] expected one upper-case letter as the name of a piece, not "
             "\"stalemate\"\n"
             "32:1 [move-limit] expected one upper-case letter as the name of a piece, not "
             "\"move-limit\"\n"),
        CASE(9, "[men]\nx = rook, R",
             "10:1 [x] expected one upper-case letter as the name of a piece, not \"x\"\n"),
        CASE(25, "men = PX", "25:8 [men] no piece has the letter \"X\"\n"),
        CASE(25, "pieces = P\nmen = P", "26:1 [men] \"men\" was given before, in line 25\n"),
        CASE(25, "pieces = P\nmen 2 = P",
             "26:1 [men 2] \"men\" takes no number before the \"=\"\n"),
        CASE(29, "[man]", "29:1 [man] unknown section \"man\"\n"),
        CASE(29, "[outcome]\nmen = P", "30:1 [men] unknown key \"men\"\n"),
        CASE(29, "[pieces moving]",
             "29:1 [pieces] expected \"]\" after the section's name, not \"moving\"\n"),
        CASE(29, "[start]\npocket = yes\n[outcome]",
             "29:1 [start] expected a name: [start NAME]\n"),
    };
    RUN_CASES(cases);
}

static void test_unknown_and_repeated_names(void **state)
{
    (void)state;
    static const struct fault_case cases[] = {
        CASE(27, "[jokr]", "27:1 [jokr] unknown section \"jokr\"; did you mean \"joker\"?\n"),
        CASE(27, "[Joker]",
             "27:1 [Joker] unknown section \"Joker\"; did you mean \"joker\"?\n"),
        CASE(27, "[wild-cards]", "27:1 [wild-cards] unknown section \"wild-cards\"\n"),
        CASE(3, "invntor = N",
             "3:1 [invntor] unknown key \"invntor\"; did you mean \"inventor\"?\n"),
        CASE(30, "stale-mate = draw",
             "30:1 [stale-mate] unknown key \"stale-mate\"; did you mean \"stalemate\"?\n"),
        CASE(3, "name = Again", "3:1 [name] \"name\" was given before, in line 2\n"),
        CASE(31, "stalemate = loss",
             "31:1 [stalemate] \"stalemate\" was given before, in line 30\n"),
        CASE(26, "rank 4 = R\n  rank 4 = R",
             "27:3 [rank 4] \"rank 4\" was given before, in line 26\n"),
        CASE(26, "rank = R", "26:1 [rank] \"rank\" needs a number before the \"=\"\n"),
        CASE(30, "stalemate 3 = draw",
             "30:1 [stalemate 3] \"stalemate\" takes no number before the \"=\"\n"),
        CASE(5, "files 3 = 4", "5:1 [files 3] \"files\" takes no number before the \"=\"\n"),
        CASE(28, "", "27:1 [joker] the section needs a key \"piece\"\n"),
        CASE(2, "", "1:1 [game] the section needs a key \"name\"\n"),
    };
    RUN_CASES(cases);
}

static void test_faults_of_values(void **state)
{
    (void)state;
    static const struct fault_case cases[] = {
        CASE(5, "files = 17", "5:9 [files] expected a whole number from 2 to 16, not \"17\"\n"),
        CASE(5, "files = four",
             "5:9 [files] expected a whole number from 2 to 16, not \"four\"\n"),
        CASE(
            5, "files = 99999999999999999999",
            "5:9 [files] expected a whole number from 2 to 16, not \"99999999999999999999\"\n"),
        CASE(5, "files = 4 4", "5:11 [files] expected one word, not also \"4\"\n"),
        CASE(6, "ranks = 17", "6:9 [ranks] expected a whole number from 2 to 16, not \"17\"\n"),
        CASE(7, "brouhaha = b0 c5 b1 z9 b6 b0",
             "7:18 [brouhaha] \"b1\" is not on a border rank (rank 0, or one more than the "
             "highest)\n"
             "7:21 [brouhaha] \"z9\" is not a square of the board\n"
             "7:24 [brouhaha] \"b6\" is not a square of the board\n"
             "7:27 [brouhaha] \"b0\" is listed twice\n"),
        CASE(8, "holes = c5", "8:9 [holes] \"c5\" is not on the board proper\n"),
        CASE(25, "pieces = p X P",
             "25:10 [pieces] write the letters of pieces in upper case, not \"p\"\n"),
        CASE(25, "pieces = PX", "25:11 [pieces] no piece has the letter \"X\"\n"),
        CASE(28, "piece = JR", "28:10 [piece] expected at most 1 letters of pieces\n"),
        CASE(30, "stalemate = won",
             "30:13 [stalemate] expected one of: advantage draw loss win fewer-wins more-wins; "
             "not \"won\"\n"),
        CASE(0, "[king-jump]\nfrom = b1\nto = c1 c9\n",
             "34:9 [to] \"c9\" is not a square of the "
             "board\n"),
        CASE(0, "[castling]\nway = b1 a1 c1\n",
             "33:7 [way] expected at least 4 squares, not 3\n"),
        CASE(0, "[handicap]\nmove = maybe\n",
             "33:8 [move] expected \"yes\" or \"no\", not \"maybe\"\n"),
        CASE(2, "name = a\tb", "2:9 [name] a control character\n"),
        CASE(2, "name = a\xFF", "2:9 [name] this is not valid UTF-8\n"),
        CASE(2, "name = one\n  two", "3:3 [name] expected one line of text\n"),
    };
    RUN_CASES(cases);
}

static void test_faults_of_pieces(void **state)
{
    (void)state;
    static const struct fault_case cases[] = {
        CASE(13, "J = joker, none\nq = queen, Q",
             "14:1 [q] expected one upper-case letter as the name of a piece, not \"q\"\n"),
        CASE(13, "J = joker, none\nQQ = queen, Q",
             "14:1 [QQ] expected one upper-case letter as the name of a piece, not \"QQ\"\n"),
        CASE(13, "J = joker, none\nR = rose, R",
             "14:1 [R] \"R\" was given before, in line 11\n"),
        CASE(13, "J = joker, none, royal",
             "13:1 [J] a second royal piece; \"king\" is royal too\n"),
        CASE(10, "K = king, K",
             "9:1 [pieces] no piece is royal; a game needs one that must not be lost\n"),
        CASE(13, "J = joker",
             "13:5 [J] expected the piece's moves after its name: XBetza or "
             "\"none\"\n"),
        CASE(13, "J = , none", "13:5 [J] expected the piece's name\n"),
        CASE(11, "R = rook, R, clas heavy",
             "11:14 [R] unknown attribute \"clas\"; did you mean \"class\"?\n"),
        CASE(11, "R = rook, R, class", "11:19 [R] expected a name after \"class\"\n"),
        CASE(11, "R = rook, R, points many",
             "11:21 [R] expected a number of points from 0 to 100, not \"many\"\n"),
        CASE(11, "R = rook, R, picture rok",
             "11:22 [R] unknown drawing \"rok\"; did you mean \"rook\"?\n"),
        CASE(11, "R = rook, R, picture rook-crwn",
             "11:22 [R] unknown mark of a drawing \"crwn\"; did you mean \"crown\"?\n"),
        CASE(11, "R = rook, R, picture", "11:21 [R] unknown drawing \"\"\n"),
        CASE(11, "R = rook, R, points 3, points 4", "11:24 [R] \"points\" is given twice\n"),
        CASE(10, "K = king, K, royal yes",
             "10:20 [K] expected a comma after \"royal\", not \"yes\"\n"),
        CASE(11, "R = rook, R,, class heavy",
             "11:13 [R] expected \"royal\", \"class NAME\", \"points NUMBER\" or "
             "\"picture NAME\"\n"),
        CASE(11, "R = the longest name that any piece in any game has had so far, R",
             "11:5 [R] the text has 58 bytes; at most 31 fit\n"),
    };
    RUN_CASES(cases);
}

static void test_bad_xbetza_is_pointed_at(void **state)
{
    (void)state;
    apo_fault_list faults;
    compile(small_with(11, "R = rook,   mR!B, class heavy"), &faults);
    assert_int_equal(faults.count, 1);
    assert_int_equal(faults.faults[0].line, 11);
    assert_int_equal(faults.faults[0].column, 15);
    assert_string_equal(faults.faults[0].key, "R");
}

static void test_faults_of_boards(void **state)
{
    (void)state;
    static const struct fault_case cases[] = {
        CASE(18, "    ppppp", "18:9 [board] the row is longer than the board's 4 files\n"),
        CASE(18, "    5", "18:5 [board] the row is longer than the board's 4 files\n"),
        CASE(18, "    17",
             "18:5 [board] expected a number of empty squares from 1 to 4, not \"17\"\n"),
        CASE(18, "    0pppp",
             "18:5 [board] expected a number of empty squares from 1 to 4, not \"0\"\n"),
        CASE(18, "    ppp", "18:5 [board] the row has 3 places; the board has 4 files\n"),
        CASE(18, "    pXpp", "18:6 [board] no piece has the letter \"X\"\n"),
        CASE(18, "    pp?p",
             "18:7 [board] expected a piece's letter, \".\", a number or \"*\", not \"?\"\n"),
        CASE(18, "    pp*p",
             "18:7 [board] c3 is a square; \"*\" means places that are not squares\n"),
        CASE(16, "    ***.",
             "16:8 [board] d5 is not a square of this board; write \"*\" there\n"),
        CASE(16, "    **.*",
             "16:7 [board] c5 exists only while a piece stands on it; write \"*\" or a piece "
             "there\n"),
        CASE(18, "", "15:1 [board] 5 rows; the board has 6 ranks, border ranks included\n"),
        CASE(18, "    pppp\n    pppp",
             "15:1 [board] 7 rows; the board has 6 ranks, border ranks included\n"),
        CASE(20, "    R..J", "15:1 [board] White has 0 royal pieces on the board, not one\n"),
        CASE(17, "    rkkj", "15:1 [board] Black has 2 royal pieces on the board, not one\n"),
        CASE(14, "[setup]\npocket = perhaps",
             "15:10 [pocket] expected \"yes\" or \"no\", not \"perhaps\"\n"),
        CASE(0, "[start Big]\nboard = 4\n",
             "32:1 [start] expected a start's name of lower-case letters, digits and hyphens, "
             "not \"Big\"\n"),
        CASE(0, "[start big]\n", "32:1 [start] the section needs a key \"board\"\n"),
    };
    RUN_CASES(cases);
}

static void test_faults_of_groups(void **state)
{
    (void)state;
    static const struct fault_case cases[] = {
        CASE(23, "group = a1 d1",
             "23:9 [group] expected squares, \":\" and the orders of the pieces on them\n"),
        CASE(23, "group = : RJ", "23:9 [group] expected squares here\n"),
        CASE(23, "group = a1 d1 :",
             "23:9 [group] expected the orders of the pieces after the \":\"\n"),
        CASE(23, "group = a1 d9 : RJ", "23:12 [group] \"d9\" is not a square of the board\n"),
        CASE(23, "group = a1 d5 : RJ", "23:12 [group] \"d5\" is not a square of the board\n"),
        CASE(23, "group = a1 d1 : RJ J", "23:20 [group] \"J\" names 1 pieces for 2 squares\n"),
        CASE(23, "group = a1 d1 : RJ RX", "23:21 [group] no piece has the letter \"X\"\n"),
        CASE(23, "group = a1 d1 : RJ JR RJ", "23:23 [group] the order \"RJ\" is given twice\n"),
        CASE(23, "group = a1 d1 / b1 : RJ", "23:20 [group] 1 squares; the first list has 2\n"),
        CASE(23, "group = a1 / b1 / c1 : R",
             "23:17 [group] expected \":\" and the orders after the second list of squares\n"),
        CASE(23, "group = a1 a4 : RJ",
             "23:12 [group] \"a4\" or its mirror image is in a group already\n"),
        CASE(23, "group = a1 d1 : RJ JR\ngroup = a1 : R",
             "24:9 [group] \"a1\" or its mirror image is in a group already\n"),
        CASE(23, "group = a1 d1 : any RJ",
             "23:17 [group] expected \"any order of\" and letters of pieces\n"),
        CASE(23, "group = a1 d1 : any order of RJ R",
             "23:33 [group] expected nothing after the letters\n"),
        CASE(23, "group = a1 b1 c1 d1 a2 b2 : any order of RKPJRX",
             "23:47 [group] no piece has the letter \"X\"\n"),
    };
    RUN_CASES(cases);
}

static void test_too_many_orders(void **state)
{
    (void)state;
    apo_fault_list faults;
    apo_span text = small_with(23, "group = a1 b1 c1 d1 a2 b2 c2 : any order of KRPJKRP");
    assert_int_equal(compile(text, &faults), APO_E_DEFINITION);
    assert_faults(&faults, "23:45 [group] more than 128 orders\n");
}

static void test_all_faults_at_once_in_order(void **state)
{
    (void)state;
    static const char text[] = "[game]\nname = X\ncolour = red\n[board]\nfiles = 1\nranks = 2\n"
                               "[pieces]\nK = king, K, royal, fast\n[setup]\npocket = 3\n"
                               "board =\n  k.\n  K.\n[outcome]\nmove-limit = x\n";
    apo_fault_list faults;
    assert_int_equal(compile(apo_span_of(text), &faults), APO_E_DEFINITION);
    assert_int_equal(faults.count, 5);
    static const uint32_t lines[] = {3, 5, 8, 10, 15};
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(faults.faults[i].line, lines[i]);
}

static void test_missing_sections(void **state)
{
    (void)state;
    apo_fault_list faults;
    assert_int_equal(compile(apo_span_of(""), &faults), APO_E_DEFINITION);
    assert_faults(&faults, "0:0 [] the definition needs a section [game]\n"
                           "0:0 [] the definition needs a section [board]\n"
                           "0:0 [] the definition needs a section [pieces]\n"
                           "0:0 [] the definition needs a section [setup]\n");
}

static void test_ids(void **state)
{
    (void)state;
    static const char *const bad[] = {"",     "Alert", "a b",
                                      "../x", "a%sb",  "abcdefghijklmnopqrstuvwxyz123456"};
    apo_fault_list faults;
    apo_variant *var = NULL;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        apo_fault_list_init(&faults);
        assert_int_equal(apo_definition_compile(&var, apo_span_of(bad[i]), small_with(8, ""),
                                                NULL, NULL, &faults),
                         APO_E_DEFINITION);
        assert_int_equal(faults.count, 1);
        assert_null(var);
    }
    assert_int_equal(apo_definition_open(&var, apo_span_of("nothing"), NULL, NULL),
                     APO_E_UNKNOWN);
    assert_null(var);
}

/* --- inheritance --------------------------------------------------------- */

static bool load_small(void *context, apo_span id, apo_span *out_text)
{
    (void)context;
    if (!apo_span_is(id, "small"))
        return false;
    *out_text = small_with(8, "");
    return true;
}

static const apo_definition_loader small_loader = {NULL, load_small};

static apo_variant *inherit(const char *text, const apo_definition_loader *loader,
                            apo_fault_list *faults)
{
    apo_variant *var = NULL;
    apo_fault_list_init(faults);
    (void)apo_definition_compile(&var, apo_span_of("child"), apo_span_of(text), loader, NULL,
                                 faults);
    return var;
}

static void test_a_base_gives_what_is_missing(void **state)
{
    (void)state;
    apo_fault_list faults;
    apo_variant *var = inherit("[game]\nbase = small\nname = Child\nwithout = starts\n"
                               "[pieces]\nR = tower, R\nQ = queen, Q\n",
                               &small_loader, &faults);
    assert_faults(&faults, "");
    assert_non_null(var);
    assert_string_equal(apo_variant_info_of(var)->id, "child");
    assert_string_equal(apo_variant_info_of(var)->name, "Child");
    assert_string_equal(apo_variant_info_of(var)->inventor, "Nobody");
    assert_int_equal(apo_variant_info_of(var)->start_count, 1);
    assert_int_equal(apo_variant_info_of(var)->type_count, 5);
    assert_string_equal(apo_type_info_of(var, apo_variant_type_of_letter(var, 'R'))->name,
                        "tower");
    assert_string_equal(apo_type_info_of(var, apo_variant_type_of_letter(var, 'R'))->class_name,
                        "");
    assert_true(apo_variant_has_rule(var, "joker"));
    apo_variant_free(var);
}

/* A base may have the old names and its child the new ones, or the other way round. */
static void test_old_names_inherit(void **state)
{
    (void)state;
    apo_fault_list faults;
    apo_variant *var =
        inherit("[game]\nbase = small\n[promotion]\nmen =\n", &small_loader, &faults);
    assert_faults(&faults, "3:1 [promotion] the section needs a key \"pieces\"\n");
    assert_null(var);
    var = inherit("[game]\nbase = small\nname = Child\nwithout = starts\n"
                  "[men]\nR = tower, R\n[promotion]\nmen = P\n[joker]\nman = J\n",
                  &small_loader, &faults);
    assert_faults(&faults, "");
    assert_non_null(var);
    assert_string_equal(apo_type_info_of(var, apo_variant_type_of_letter(var, 'R'))->name,
                        "tower");
    apo_variant_free(var);
}

static void test_an_empty_value_drops_a_key(void **state)
{
    (void)state;
    apo_fault_list faults;
    apo_variant *var = inherit("[game]\nbase = small\n[outcome]\nmove-limit =\nstalemate = "
                               "draw\n[starts]\ngroup =\n",
                               &small_loader, &faults);
    assert_faults(&faults, "6:1 [starts] the section needs a key \"group\"\n");
    assert_null(var);
    var = inherit("[game]\nbase = small\ninventor =\n", &small_loader, &faults);
    assert_faults(&faults, "");
    assert_string_equal(apo_variant_info_of(var)->inventor, "");
    apo_variant_free(var);
    var = inherit("[game]\nbase = small\n[outcome]\nrepetition =\n", &small_loader, &faults);
    assert_faults(&faults, "4:1 [repetition] expected a value after the \"=\"\n");
    assert_null(var);
}

/* 255 would mean the points of the pawn's line. */
static void test_points_of_a_pawn_have_a_limit(void **state)
{
    (void)state;
    apo_fault_list faults;
    apo_variant *var = inherit("[game]\nbase = small\n[points]\nlead = 3\npawn-rank 2 = 254\n",
                               &small_loader, &faults);
    assert_faults(&faults, "");
    assert_non_null(var);
    apo_variant_free(var);
    var = inherit("[game]\nbase = small\n[points]\nlead = 3\npawn-rank 2 = 255\n",
                  &small_loader, &faults);
    assert_faults(&faults,
                  "5:15 [pawn-rank 2] expected a whole number from 0 to 254, not \"255\"\n");
    assert_null(var);
}

static void test_a_builtin_is_a_base(void **state)
{
    (void)state;
    apo_fault_list faults;
    apo_variant *var = inherit("[game]\nbase = modern\nname = Without a jump\n"
                               "without = king-jump\n[pieces]\nN = knight, N, class auxiliary, "
                               "points 3\n",
                               NULL, &faults);
    assert_faults(&faults, "");
    assert_non_null(var);
    assert_false(apo_variant_has_rule(var, "king-jump"));
    assert_true(apo_variant_has_rule(var, "joker"));
    assert_int_equal(apo_variant_info_of(var)->start_count, 24);
    apo_variant_free(var);
}

static void test_faults_of_bases(void **state)
{
    (void)state;

    /* clang-format off */
    static const struct {
        const char *text;
        const char *expected;
} cases[] = {
        {"[game]\nbase = modren\n",
         "2:8 [base] unknown base \"modren\"; did you mean \"modern\"?\n"},
        {"[game]\nbase = ../etc\n", "2:8 [base] unknown base \"../etc\"\n"},
        {"[game]\nbase = child\n", "2:8 [base] the base \"child\" leads back to itself\n"},
        {"[game]\nbase = small modern\n", "2:14 [base] expected one word, not also "
                                          "\"modern\"\n"},
        {"[game]\nbase = small\nwithout = jokers\n",
         "3:11 [without] no base has a section \"jokers\"\n"},
 /* A fault that only the child makes: the place in the base is named. */
        {"[game]\nbase = small\n[pieces]\nJ =\n",
         "2:8 [board] in the base \"small\", line 17: no piece has the letter \"j\"\n"
         "2:8 [board] in the base \"small\", line 20: no piece has the letter \"J\"\n"
         "2:8 [group] in the base \"small\", line 23: no piece has the letter \"J\"\n"
         "2:8 [piece] in the base \"small\", line 28: no piece has the letter \"J\"\n"},
};

    /* clang-format on */

    apo_fault_list faults;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_null(inherit(cases[i].text, &small_loader, &faults));
        assert_faults(&faults, cases[i].expected);
    }
}

/* a has base b, b has base c ... Each text has its own place, because they are borrowed. */
struct chain {
    char texts[16][32];
    size_t count;
};

static bool load_next_letter(void *context, apo_span id, apo_span *out_text)
{
    struct chain *chain = context;
    assert_true(chain->count < 16);
    apo_text text = apo_text_start(chain->texts[chain->count++], 32);
    apo_text_add(&text, "[game]\nbase = ");
    apo_text_add_char(&text, (char)(id.text[0] + 1));
    *out_text = apo_text_span(&text);
    return true;
}

static bool load_loop(void *context, apo_span id, apo_span *out_text)
{
    (void)context;
    *out_text = apo_span_of(apo_span_is(id, "b") ? "[game]\nbase = c\n" : "[game]\nbase = b\n");
    return true;
}

static void test_bases_that_never_end(void **state)
{
    (void)state;
    apo_fault_list faults;
    const apo_definition_loader loop = {NULL, load_loop};
    assert_null(inherit("[game]\nbase = b\n", &loop, &faults));
    assert_faults(
        &faults, "2:8 [base] in the base \"c\", line 2: the base \"b\" leads back to itself\n");
    struct chain chain = {.count = 0};
    const apo_definition_loader chain_loader = {&chain, load_next_letter};
    assert_null(inherit("[game]\nbase = a\n", &chain_loader, &faults));
    assert_faults(&faults,
                  "2:8 [base] in the base \"h\", line 2: more than 8 files inherit one "
                  "from another\n");
}

/* --- the built-in games -------------------------------------------------- */

static void test_builtins_compile(void **state)
{
    (void)state;

    static const struct {
        const char *id;
        unsigned types, starts, boards;
    } games[] = {
        {"alert", 18, 576, 1}, {"apothecary2", 12, 24, 1}, {"classic", 11, 24, 2},
        {"modern", 12, 24, 1}, {"prequel", 10, 1, 3},
    };

    apo_fault_list faults;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        apo_variant *var = NULL;
        apo_fault_list_init(&faults);
        apo_status status = apo_definition_open(&var, apo_span_of(games[i].id), NULL, &faults);
        assert_faults(&faults, "");
        assert_int_equal(status, APO_OK);
        assert_string_equal(apo_variant_info_of(var)->id, games[i].id);
        assert_int_equal(apo_variant_info_of(var)->type_count, games[i].types);
        assert_int_equal(apo_variant_info_of(var)->start_count, games[i].starts);
        assert_int_equal(apo_variant_info_of(var)->start_name_count, games[i].boards);
        apo_variant_free(var);
    }
}

static void test_builtins_are_in_order(void **state)
{
    (void)state;
    for (size_t i = 1; i < apo_definition_builtin_count(); i++)
        assert_true(strcmp(apo_definition_builtin_id(i - 1), apo_definition_builtin_id(i)) < 0);
}

static void test_crlf_changes_nothing(void **state)
{
    (void)state;
    apo_fault_list faults;
    apo_span text = apo_definition_builtin_text(0);
    size_t length = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.text[i] == '\n')
            text_buf[length++] = '\r';
        text_buf[length++] = text.text[i];
    }
    assert_int_equal(compile((apo_span){text_buf, length}, &faults), APO_OK);
}

/* --- hostile texts ------------------------------------------------------- */

static apo_span filled(size_t length, const char *head, const char *pattern)
{
    apo_text text = apo_text_start(text_buf, length + 1);
    apo_text_add(&text, head);
    while (!text.is_overflowed)
        apo_text_add(&text, pattern);
    return apo_text_span(&text);
}

static void test_huge_texts(void **state)
{
    (void)state;

    /* clang-format off */
    static const struct {
        size_t length;
        const char *head, *pattern;
        apo_status expected;
} cases[] = {
        {APO_DEFINITION_SIZE_MAX + 1, "", "x", APO_E_TOO_LARGE},
        {APO_DEFINITION_SIZE_MAX, "", "x", APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "", "\n", APO_E_TOO_LARGE},
        {19000, "", "\n", APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "[game]\n", "a=1\n", APO_E_TOO_LARGE},
        {70000, "[game]\n", "a=1\n", APO_E_TOO_LARGE},
        {3900, "[game]\n", "a=1\n", APO_E_DEFINITION},
        {60000, "", "[game]\n", APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "[game]\nname = ", "x", APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "[pieces]\nK = king, ", "R", APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "[pieces]\nK = king, ", "a", APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "[pieces]\nK = king, K", ",", APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "[pieces]\nK = king, K, royal\n[promotion]\npieces = ", "K",
         APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "[game]\nbase = small\n[starts]\ngroup = a1 d1 : ", "RJ JR ",
         APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "[game]\nwithout = ", "x ", APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "[board]\nfiles = 9\nranks = 9\nholes = ", "a1 ",
         APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "", "[", APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "[game]\nbase = ", "x", APO_E_DEFINITION},
        {APO_DEFINITION_SIZE_MAX, "", "\t", APO_E_DEFINITION},
};

    /* clang-format on */

    apo_fault_list faults;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        apo_span text = filled(cases[i].length, cases[i].head, cases[i].pattern);
        assert_int_equal(compile(text, &faults), cases[i].expected);
    }
}

static void test_many_sections(void **state)
{
    (void)state;
    apo_fault_list faults;
    apo_text text = apo_text_start(text_buf, sizeof text_buf);
    for (int i = 0; i < 65; i++) {
        apo_text_add(&text, "[a");
        apo_text_add_number(&text, i);
        apo_text_add(&text, "]\n");
    }
    assert_int_equal(compile(apo_text_span(&text), &faults), APO_E_TOO_LARGE);
    assert_faults(&faults, "65:1 [a64] more than 64 sections\n");
}

static void test_nul_bytes(void **state)
{
    (void)state;
    static const char text[] = "[game]\nname = a\0b\n# in a comment too \0\n[bo\0ard]\n";
    apo_fault_list faults;
    compile((apo_span){text, sizeof text - 1}, &faults);
    assert_int_equal(faults.faults[4].line, 2);
    assert_int_equal(faults.faults[4].column, 9);
    assert_string_equal(faults.faults[4].detail, "a NUL byte; a definition is plain text");
    assert_int_equal(faults.faults[5].line, 3);
    assert_int_equal(faults.faults[6].line, 4);
    assert_int_equal(faults.faults[6].column, 4);
}

/* Every text gives either a variant or faults; `compile` asserts it. */
static void test_damaged_texts(void **state)
{
    (void)state;
    apo_fault_list faults;
    apo_span good = small_with(8, "");
    static char damaged[4096];
    static const char bytes[] = {'\0', '\n', '=', '[', ',', '*', '9', '\xFF'};
    assert_true(good.length < sizeof damaged);
    memcpy(damaged, good.text, good.length);
    for (size_t i = 0; i < good.length; i++) {
        compile((apo_span){damaged, i}, &faults);
        char kept = damaged[i];
        damaged[i] = bytes[i % sizeof bytes];
        compile((apo_span){damaged, good.length}, &faults);
        damaged[i] = kept;
    }
}

/* --- memory -------------------------------------------------------------- */

struct counting {
    size_t calls_left; /* before one fails */
    size_t live;
};

static void *count_resize(void *context, void *block, size_t size)
{
    struct counting *counting = context;
    if (size == 0) {
        counting->live -= block != NULL;
        free(block);
        return NULL;
    }
    if (counting->calls_left-- == 0) {
        counting->calls_left = 0;
        return NULL;
    }
    counting->live += block == NULL;
    return realloc(block, size);
}

static bool compile_with_failing(apo_span text, size_t calls)
{
    struct counting counting = {calls, 0};
    const apo_alloc alloc = {&counting, count_resize};
    apo_fault_list faults;
    apo_variant *var = NULL;
    apo_fault_list_init(&faults);
    apo_status status =
        apo_definition_compile(&var, apo_span_of("child"), text, NULL, &alloc, &faults);
    if (status != APO_OK) {
        assert_int_equal(status, APO_E_MEMORY);
        assert_null(var);
    }
    apo_variant_free(var);
    assert_int_equal(counting.live, 0);
    return status == APO_OK;
}

static void test_every_allocation_can_fail(void **state)
{
    (void)state;
    static const char *const texts[] = {"[game]\nbase = modern\n", NULL};
    for (size_t i = 0; i < 2; i++) {
        apo_span text = texts[i] != NULL ? apo_span_of(texts[i]) : small_with(8, "");
        size_t calls = 0;
        while (!compile_with_failing(text, calls)) {
            /* Each of the first, then fewer: the tables of a large game are thousands. */
            calls += 1 + calls / 16;
            assert_true(calls < 1000000);
        }
        assert_true(calls > 3);
    }
}

static void test_faults_may_be_null(void **state)
{
    (void)state;
    apo_variant *var = NULL;
    assert_int_equal(
        apo_definition_compile(&var, apo_span_of("x"), apo_span_of("[gam]"), NULL, NULL, NULL),
        APO_E_DEFINITION);
    assert_null(var);
}

static void test_reference_names_every_section(void **state)
{
    (void)state;
    apo_buffer buffer;
    apo_buffer_init(&buffer, NULL);
    apo_definition_reference(&buffer);
    assert_false(buffer.is_failed);
    static const char *const wanted[] = {"### [game]", "### [start NAME]", "### [promotion]",
                                         "| `rank NUMBER` |", "| `way` (repeatable) |"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        assert_non_null(strstr(buffer.bytes, wanted[i]));
    apo_buffer_clear(&buffer);
}

/* --- the manual ---------------------------------------------------------- */

static const char manual_path[] = "docs/variant-format.md";

static apo_span read_manual(void)
{
    FILE *file = fopen(manual_path, "rb");
    if (file == NULL)
        skip();
    size_t length = fread(text_buf, 1, sizeof text_buf, file);
    assert_int_equal(fclose(file), 0);
    return (apo_span){text_buf, length};
}

/* The example games of the manual are games. */
static void test_examples_of_the_manual(void **state)
{
    (void)state;
    apo_span rest = read_manual();
    apo_span line;
    const char *start = NULL;
    unsigned count = 0;
    while (apo_span_line(&rest, &line)) {
        if (apo_span_is(line, "```variant")) {
            start = line.text + line.length + 1;
        } else if (start != NULL && apo_span_is(line, "```")) {
            apo_fault_list faults;
            compile((apo_span){start, (size_t)(line.text - start)}, &faults);
            assert_faults(&faults, "");
            start = NULL;
            count++;
        }
    }
    assert_int_equal(count, 2);
}

static void write_manual(apo_span head, apo_span reference, apo_span tail)
{
    FILE *file = fopen(manual_path, "wb");
    assert_non_null(file);
    fwrite(head.text, 1, head.length, file);
    fwrite(reference.text, 1, reference.length, file);
    fwrite(tail.text, 1, tail.length, file);
    assert_int_equal(fclose(file), 0);
}

/* The key reference in the manual is the one of the tables. APO_UPDATE=1 in the environment
 * writes it there. */
static void test_the_manual_has_the_reference(void **state)
{
    (void)state;
    apo_span manual = read_manual();
    text_buf[manual.length] = '\0';
    char *start = strstr(text_buf, "change the tables, not this text. -->\n");
    assert_non_null(start);
    start = strchr(start, '\n') + 1;
    char *end = strstr(start, "<!-- end of the key reference -->");
    assert_non_null(end);
    apo_buffer wanted;
    apo_buffer_init(&wanted, NULL);
    apo_buffer_add_char(&wanted, '\n');
    apo_definition_reference(&wanted);
    apo_span head = {text_buf, (size_t)(start - text_buf)};
    apo_span tail = {end, manual.length - (size_t)(end - text_buf)};
    bool is_same =
        apo_span_same((apo_span){start, (size_t)(end - start)}, apo_buffer_span(&wanted));
    bool is_update = !is_same && getenv("APO_UPDATE") != NULL;
    if (is_update)
        write_manual(head, apo_buffer_span(&wanted), tail);
    apo_buffer_clear(&wanted);
    if (!is_same && !is_update)
        fail_msg("%s is not up to date: run this test with APO_UPDATE=1", manual_path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_has_no_faults),
        cmocka_unit_test(test_faults_of_form),
        cmocka_unit_test(test_unknown_and_repeated_names),
        cmocka_unit_test(test_faults_of_values),
        cmocka_unit_test(test_faults_of_pieces),
        cmocka_unit_test(test_bad_xbetza_is_pointed_at),
        cmocka_unit_test(test_faults_of_boards),
        cmocka_unit_test(test_faults_of_groups),
        cmocka_unit_test(test_too_many_orders),
        cmocka_unit_test(test_all_faults_at_once_in_order),
        cmocka_unit_test(test_missing_sections),
        cmocka_unit_test(test_ids),
        cmocka_unit_test(test_a_base_gives_what_is_missing),
        cmocka_unit_test(test_old_names_inherit),
        cmocka_unit_test(test_an_empty_value_drops_a_key),
        cmocka_unit_test(test_points_of_a_pawn_have_a_limit),
        cmocka_unit_test(test_a_builtin_is_a_base),
        cmocka_unit_test(test_faults_of_bases),
        cmocka_unit_test(test_bases_that_never_end),
        cmocka_unit_test(test_builtins_compile),
        cmocka_unit_test(test_builtins_are_in_order),
        cmocka_unit_test(test_crlf_changes_nothing),
        cmocka_unit_test(test_huge_texts),
        cmocka_unit_test(test_many_sections),
        cmocka_unit_test(test_nul_bytes),
        cmocka_unit_test(test_damaged_texts),
        cmocka_unit_test(test_every_allocation_can_fail),
        cmocka_unit_test(test_faults_may_be_null),
        cmocka_unit_test(test_reference_names_every_section),
        cmocka_unit_test(test_examples_of_the_manual),
        cmocka_unit_test(test_the_manual_has_the_reference),
    };
    return cmocka_run_group_tests_name("definition", tests, NULL, NULL);
}
