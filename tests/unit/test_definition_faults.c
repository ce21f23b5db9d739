/* Faults of definitions: each is found, at its place, and all of them at once.
 */
#include "small_definition.h"
#include "test.h"

#include "base/text.h"

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
        /* Forms that people write in different ways. */
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
        CASE(29, "[man]",
             "29:1 [man] unknown section \"man\"; docs/rules-index.md leads from "
             "words of players to the sections\n"),
        CASE(29, "[drops]",
             "29:1 [drops] unknown section \"drops\"; [hands] is about that, see "
             "docs/variant-format.md\n"),
        CASE(29, "[Flags]",
             "29:1 [Flags] unknown section \"Flags\"; [goal] is about that, see "
             "docs/variant-format.md\n"),
        CASE(29, "[progressive]",
             "29:1 [progressive] unknown section \"progressive\"; no rule does that\n"),
        CASE(28, "wallingRule = duck",
             "27:1 [joker] the section needs a key \"piece\"\n"
             "28:1 [wallingRule] unknown key \"wallingRule\"; [walls] is about that (put, "
             "not-on), see docs/variant-format.md; \"import\" converts files of "
             "Fairy-Stockfish\n"),
        CASE(10, "K = king, K, royal, explodes, blast",
             "10:21 [K] unknown attribute \"explodes\"; known here: royal, class, points, "
             "picture\n"
             "10:31 [K] unknown attribute \"blast\"; [explosions] is about that, see "
             "docs/variant-format.md\n"),
        CASE(29, "[outcome]\nmen = P",
             "30:1 [men] unknown key \"men\"; docs/variant-format.md lists the keys of each "
             "section\n"),
        CASE(28, "means = P",
             "27:1 [joker] the section needs a key \"piece\"\n"
             "28:1 [means] unknown key \"means\"; known here: piece\n"),
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
        CASE(27, "[wild-cards]",
             "27:1 [wild-cards] unknown section \"wild-cards\"; docs/rules-index.md leads from "
             "words of players to the sections\n"),
        CASE(3, "invntor = N",
             "3:1 [invntor] unknown key \"invntor\"; did you mean \"inventor\"?\n"),
        CASE(30, "stale-mate = draw",
             "30:1 [stale-mate] unknown key \"stale-mate\"; did you mean \"stalemate\"?\n"),
        CASE(27, "[mini:chess]",
             "27:1 [mini:chess] unknown section \"mini:chess\"; if it is from "
             "Fairy-Stockfish's variants.ini, \"import\" converts such files\n"),
        CASE(30, "pieceToCharTable = PNBRQ",
             "30:1 [pieceToCharTable] unknown key \"pieceToCharTable\"; if it is from "
             "Fairy-Stockfish's variants.ini, \"import\" converts such files\n"),
        CASE(30, "moveLimit = 50",
             "30:1 [moveLimit] unknown key \"moveLimit\"; did you mean "
             "\"move-limit\"?\n"),
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

/* A contradiction is reported at both places. */
static void test_faults_of_hands(void **state)
{
    (void)state;
    static const struct fault_case cases[] = {
        CASE(29, "[hands]\nendless = yes\n[outcome]", ""),
        CASE(29, "[hands]\nendless = yes\ncaptured = no\n[outcome]", ""),
        CASE(29, "[hands]\nendless = yes\ncaptured = yes\n[outcome]",
             "30:1 [endless] an endless hand takes no captured pieces\n"
             "31:1 [captured] captured pieces cannot join an endless hand\n"),
        CASE(29, "[hands]\nno-mate = P\npieces = P\nmate-loses = P\n[outcome]",
             "30:1 [no-mate] a mate by a drop is forbidden or loses, not both\n"
             "32:1 [mate-loses] a mate by a drop is forbidden or loses, not both\n"),
        CASE(
            29, "[hands]\npieces = K P\nstart = K\n[outcome]",
            "30:1 [pieces] a royal piece that can be in hand must be there, or on the board, at "
            "the start: one for each side\n"),
    };
    RUN_CASES(cases);
}

static void test_sections_that_do_not_go_together(void **state)
{
    (void)state;
    static const struct fault_case cases[] = {
        CASE(0, "[reserve]\nstart = R\n[hands]\n[checks]\nwin = 3\n[counting]\npawns = P\n",
             "34:1 [hands] captured pieces cannot join a [reserve] and a hand ([reserve]: line "
             "32)\n"
             "37:1 [counting] a game counts [checks] or moves, not both ([checks]: line 35)\n"),
        CASE(0, "[hands]\npieces = R\nstart = P\n",
             "34:1 [start] this piece can never be in hand\n"),
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

static void test_faults_of_double_moves(void **state)
{
    (void)state;
    static const struct fault_case cases[] = {
        CASE(0, "[double-moves]\nfirst-turn = one\n[pass]\n[handicap]\nmove = yes\n",
             "32:1 [double-moves] it is not known what this means together with [joker] "
             "([joker]: line 27)\n"
             "32:1 [double-moves] it is not known what this means together with [pass] "
             "([pass]: line 34)\n"
             "32:1 [double-moves] it is not known what this means together with [handicap] "
             "([handicap]: line 35)\n"),
    };
    RUN_CASES(cases);
}

/* A value that cannot be read hides no contradiction, neither of its section nor of others. */
static void test_contradictions_beside_unreadable_values(void **state)
{
    (void)state;
    static const struct fault_case cases[] = {
        CASE(0, "[double-moves]\nfirst-turn = three\n[pass]\n",
             "32:1 [double-moves] it is not known what this means together with [joker] "
             "([joker]: line 27)\n"
             "32:1 [double-moves] it is not known what this means together with [pass] "
             "([pass]: line 34)\n"
             "33:14 [first-turn] expected one of: two one; not \"three\"\n"),
        CASE(31, "move-limit = many\n[effects]\nlend = R",
             "31:14 [move-limit] expected a whole number from 0 to 10000, not \"many\"\n"
             "32:1 [effects] a royal piece that effects can capture belongs in [royals] or "
             "[extinction], not in [pieces] ([pieces]: line 10)\n"
             "33:1 [lend] `lend` and `lend-to` need each other\n"),
    };
    RUN_CASES(cases);
}

/* Faults of the board and of pieces hide none of the rules, and cause none there. */
static void test_faults_of_rules_beside_others(void **state)
{
    (void)state;
    static const struct fault_case cases[] = {
        CASE(26,
             "rank 5 = R\n[start a]\nboard =\n    **x*\n    rk.j\n    pppp\n    PPPP\n"
             "    RK1J\n    *R**",
             "26:1 [rank] this rank is not on the board\n"
             "29:7 [board] no piece has the letter \"x\"\n"),
        /* Pieces in hand make a type of each choice that turns back, but not of the king. */
        CASE(26, "rank 4 = K\n[hands]\n", "26:1 [rank] nobody promotes to a pawn or a king\n"),
        CASE(13, "J = joker, none, royal\n[effects]\njump = P\nswap = P",
             "13:1 [J] a second royal piece; \"king\" in line 10 is royal too\n"
             "14:1 [effects] a royal piece that effects can capture belongs in [royals] or "
             "[extinction], not in [pieces] ([pieces]: line 10)\n"
             "15:1 [jump] a type cannot both jump and swap\n"
             "15:1 [jump] \"pawn\" does not slide: it has no lines to jump along\n"
             "15:1 [jump] \"pawn\" needs a `rank` to jump over something\n"
             "16:1 [swap] a type cannot both jump and swap\n"),
    };
    RUN_CASES(cases);
}

/* What contradicts itself is reported at both places. */
static void test_contradictions_at_both_places(void **state)
{
    (void)state;
    static const struct fault_case cases[] = {
        CASE(0, "[area]\npieces 1 = R\nsquares 1 = a1\npieces 2 = P R\nsquares 2 = b2\n",
             "33:1 [pieces] a piece has one area only\n"
             "35:1 [pieces] a piece has one area only\n"),
        CASE(0, "[values]\npiece = R 500 500\npiece = P 90 90\npiece = R 510 510\n",
             "33:1 [piece] this piece has a line of its own already\n"
             "35:1 [piece] this piece has a line of its own already\n"),
        CASE(0, "[hands]\nno-mate = R\nmate-loses = P R\n",
             "33:1 [no-mate] a mate by a drop is forbidden or loses, not both\n"
             "34:1 [mate-loses] a mate by a drop is forbidden or loses, not both\n"),
        CASE(13, "J = joker, none\n+P = tokin, W\n[forms]\nfrom-rank = 4\nsquares = a4\n",
             "16:1 [from-rank] the zone is given by squares or by a rank, not both\n"
             "17:1 [squares] the zone is given by squares or by a rank, not both\n"),
        CASE(0, "[explosions]\n",
             "32:1 [explosions] a royal piece that can explode belongs in [royals] and "
             "[extinction], not in [pieces] ([pieces]: line 10)\n"),
    };
    RUN_CASES(cases);
}

static void test_faults_of_effects(void **state)
{
    (void)state;
    static const struct fault_case cases[] = {
        CASE(0, "[effects]\njump = P R\nburn-back = R\nimitate = J\nrank 2 = P\n",
             "32:1 [effects] a royal piece that effects can capture belongs in [royals] or "
             "[extinction], not in [pieces] ([pieces]: line 10)\n"
             "33:1 [jump] nothing imitates `jump` and `burn-back`\n"
             "33:1 [jump] \"rook\" needs a `rank` to jump over something\n"
             "33:1 [jump] \"pawn\" does not slide: it has no lines to jump along\n"
             "35:1 [imitate] nothing imitates `jump` and `burn-back`\n"),
        CASE(0, "[effects]\nburn-back = R\n[royals]\npieces = R\n[hands]\n",
             "32:1 [effects] a royal piece that effects can capture belongs in [royals] or "
             "[extinction], not in [pieces] ([royals]: line 34) "
             "([pieces]: line 10)\n"
             "33:1 [burn-back] a royal piece that can be burnt belongs in "
             "[extinction], not in [royals] ([royals]: line 34)\n"
             "33:1 [burn-back] what is burnt joins no hand: [hands] needs captured = no "
             "([hands]: line 36)\n"),
        CASE(0, "[effects]\nconvert = R\nimitate = J\nimmune = R\n[royals]\npieces = R\n",
             "32:1 [effects] a royal piece that effects can capture belongs in [royals] or "
             "[extinction], not in [pieces] ([royals]: line 36) "
             "([pieces]: line 10)\n"
             "33:1 [convert] a king that can be converted belongs in [extinction], not in "
             "[royals] ([royals]: line 36)\n"
             "33:1 [convert] nothing imitates `convert`\n"
             "34:1 [imitate] nothing imitates `convert`\n"),
        CASE(0, "[effects]\nlend = R\nimitate = J\n[royals]\npieces = R\n",
             "32:1 [effects] a royal piece that effects can capture belongs in [royals] or "
             "[extinction], not in [pieces] ([royals]: line 35) "
             "([pieces]: line 10)\n"
             "33:1 [lend] `lend` and `lend-to` need each other\n"
             "33:1 [lend] nothing imitates `lend`\n"
             "34:1 [imitate] nothing imitates `lend`\n"),
        CASE(13, "J = joker, caW\n[effects]\nburn = J",
             "14:1 [effects] a royal piece that effects can capture belongs in [royals] or "
             "[extinction], not in [pieces] ([pieces]: line 10)\n"
             "14:1 [effects] effects, imitators and a rim do not go with captures on the way: "
             "\"joker\" makes them\n"
             "30:1 [piece] the joker may have no moves of its own\n"),
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
        CASE(13, "J = joker, none\nR' = rose, R\nR'' = reed, R\n+N! = none, R",
             "15:1 [R''] expected one upper-case letter as the name of a piece, not \"R''\"\n"
             "16:1 [N] a promoted form, but there is no piece \"N!\"\n"
             "30:1 [joker] pieces with a ' or ! behind their letter do not go with [hands], "
             "[reserve], [launch], [joker] and [promotion]\n"),
        CASE(13, "J = joker, none\nR = rose, R",
             "14:1 [R] \"R\" was given before, in line 11\n"),
        CASE(13, "J = joker, none, royal",
             "13:1 [J] a second royal piece; \"king\" in line 10 is royal too\n"),
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

static void test_faults_of_castling(void **state)
{
    (void)state;
    static const struct fault_case cases[] = {
        CASE(0, "[castling]\nway = b1 a1 c1 c1\nway = b1 b1 c1 a1\nway = b1 a1 c1 d2\n",
             "33:1 [way] king and partner need a square each\n"
             "34:1 [way] king and partner need a square each\n"
             "35:1 [way] king and partner must stay on one rank\n"),
        CASE(0, "[castling]\npartner = R\n", "32:1 [castling] [castling] needs a way\n"),
    };
    RUN_CASES(cases);
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
        CASE(18, "    pXXY",
             "18:6 [board] no piece has the letter \"X\"\n"
             "18:8 [board] no piece has the letter \"Y\"\n"),
        CASE(18, "    pXppp",
             "18:6 [board] no piece has the letter \"X\"\n"
             "18:9 [board] the row is longer than the board's 4 files\n"),
        CASE(18, "    XX",
             "18:5 [board] no piece has the letter \"X\"\n"
             "18:5 [board] the row has 2 places; the board has 4 files\n"),
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
        CASE(23, "group = a1 d1 : RJ JR\nblack-group = a4 : R",
             "24:15 [black-group] \"a4\" or its mirror image is in a group already\n"),
        CASE(23, "white-group = a1 d1 : RJ JR\nwhite-group = a1 : R",
             "24:15 [white-group] \"a1\" or its mirror image is in a group already\n"),
        CASE(23, "black-group = a4 d4 : JR RJ",
             "23:15 [black-group] the board of [setup] does not show the first order on these "
             "squares, White's and Black's\n"),
        CASE(23, "group = a1 d1 : any RJ",
             "23:17 [group] expected \"any order of\" and letters of pieces\n"),
        CASE(23, "group = a1 d1 : any Chess960 RJ",
             "23:17 [group] expected \"any order of\" and letters of pieces\n"),
        CASE(23, "group = a1 d1 : any Chess960 order of RJ",
             "23:39 [group] expected eight pieces as in chess, RNBQKBNR\n"),
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
    apo_span text = small_with(23, "group = a1 b1 c1 d1 a2 b2 c2 d2 : any order of KRPJKRPJ");
    assert_int_equal(compile(text, &faults), APO_E_DEFINITION);
    assert_faults(&faults, "23:48 [group] more than 960 orders\n");
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

static void test_rows_and_captures_in_passing(void **state)
{
    (void)state;
    static const char expected[] = "16:1 [flips] rows are enclosed only where no piece "
                                   "captures in passing\n";

    static const struct {
        const char *moves, *section, *expected;
    } cases[] = {
        {"mW", "", ""},
        {"mWcafW", "", expected},
        {"none", "[checker]\npiece = P\n", expected},
    };

    apo_fault_list faults;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char buf[256];
        apo_text text = apo_text_start(buf, sizeof buf);
        apo_text_add(&text, "[game]\nname = Rows\n[board]\nfiles = 3\nranks = 3\n"
                            "[pieces]\nP = stone, ");
        apo_text_add(&text, cases[i].moves);
        apo_text_add(&text, "\n[outcome]\nstalemate = loss\n[setup]\n"
                            "board =\n P..\n ...\n ..p\n[enclosing]\nflips = rows\n");
        apo_text_add(&text, cases[i].section);
        compile(apo_text_span(&text), &faults);
        assert_faults(&faults, cases[i].expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_has_no_faults),
        cmocka_unit_test(test_faults_of_form),
        cmocka_unit_test(test_unknown_and_repeated_names),
        cmocka_unit_test(test_faults_of_hands),
        cmocka_unit_test(test_sections_that_do_not_go_together),
        cmocka_unit_test(test_faults_of_values),
        cmocka_unit_test(test_faults_of_double_moves),
        cmocka_unit_test(test_contradictions_beside_unreadable_values),
        cmocka_unit_test(test_faults_of_rules_beside_others),
        cmocka_unit_test(test_contradictions_at_both_places),
        cmocka_unit_test(test_faults_of_effects),
        cmocka_unit_test(test_faults_of_pieces),
        cmocka_unit_test(test_bad_xbetza_is_pointed_at),
        cmocka_unit_test(test_faults_of_castling),
        cmocka_unit_test(test_faults_of_boards),
        cmocka_unit_test(test_faults_of_groups),
        cmocka_unit_test(test_too_many_orders),
        cmocka_unit_test(test_all_faults_at_once_in_order),
        cmocka_unit_test(test_missing_sections),
        cmocka_unit_test(test_rows_and_captures_in_passing),
    };
    return cmocka_run_group_tests_name("definition_faults", tests, NULL, NULL);
}
