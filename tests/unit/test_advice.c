#include "test.h"

#include "base/text.h"
#include "definition/advice/advice.h"
#include "definition/advice/measure.h"
#include "rules/rules/facts.h"

/* A game without warnings; the cases replace its lines, counted from 1. */
static const char *const sound[] = {
    "[game]",             /* 1 */
    "name = Sound",       /* 2 */
    "[board]",            /* 3 */
    "files = 6",          /* 4 */
    "ranks = 6",          /* 5 */
    "[pieces]",           /* 6 */
    "K = king, K, royal", /* 7 */
    "R = rook, R",        /* 8 */
    "N = knight, N",      /* 9 */
    "P = pawn, fmWfcF",   /* 10 */
    "[setup]",            /* 11 */
    "board =",            /* 12 */
    "    rnkknr",         /* 13: replaced below */
    "    pppppp",         /* 14 */
    "    6",              /* 15 */
    "    6",              /* 16 */
    "    PPPPPP",         /* 17 */
    "    RNK.NR",         /* 18 */
    "[promotion]",        /* 19 */
    "pieces = P",         /* 20 */
    "rank 6 = R N",       /* 21 */
    "compulsory = 6",     /* 22 */
};

enum {
    LINES = sizeof sound / sizeof *sound,
    CHANGES = 3
};

typedef struct change {
    unsigned line; /* 0: none */
    const char *text;
} change;

static apo_advice advice;

static const char *line_of(unsigned line, const change *changes)
{
    for (unsigned i = 0; i < CHANGES; i++)
        if (changes[i].line == line)
            return changes[i].text;
    return line == 13 ? "    rnk.nr" : sound[line - 1];
}

static apo_status review(const change *changes)
{
    static char buf[4096];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_variant *var = NULL;
    for (unsigned line = 1; line <= LINES; line++) {
        apo_text_add(&text, line_of(line, changes));
        apo_text_add_char(&text, '\n');
    }
    apo_status status = apo_definition_review(&var, &advice, apo_span_of("sound"),
                                              apo_text_span(&text), NULL, NULL);
    assert_true((status == APO_OK) == (var != NULL));
    apo_variant_free(var);
    return status;
}

/* All warnings, "LINE KEY: SENTENCE" one a line. */
static void assert_warnings(const char *expected)
{
    static char buf[8192];
    apo_text text = apo_text_start(buf, sizeof buf);
    for (size_t i = 0; i < advice.faults.count; i++) {
        const apo_fault *fault = &advice.faults.faults[i];
        assert_true(fault->is_warning);
        apo_text_add_number(&text, fault->line);
        apo_text_add_char(&text, ' ');
        apo_text_add(&text, fault->key);
        apo_text_add(&text, ": ");
        apo_text_add(&text, fault->detail);
        apo_text_add_char(&text, '\n');
    }
    assert_int_equal(advice.faults.error_count, 0);
    assert_string_equal(buf, expected);
}

typedef struct advice_case {
    change changes[CHANGES];
    const char *expected;
} advice_case;

static void run_cases(const advice_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(review(cases[i].changes), APO_OK);
        assert_warnings(cases[i].expected);
    }
}

#define RUN_CASES(cases) run_cases((cases), sizeof(cases) / sizeof *(cases))

static void test_a_sound_game_has_no_warnings(void **state)
{
    (void)state;
    static const advice_case cases[] = {{{{0, NULL}}, ""}};
    RUN_CASES(cases);
}

static void test_stuck_pieces(void **state)
{
    (void)state;
    static const advice_case cases[] = {
        /* A piece without moves, and no rule that moves it. */
        {{{9, "N = knight, none"}}, "9 N: this piece can never move, wherever it stands\n"},
        /* A piece that only goes forward, and does not promote. */
        {{{9, "N = lancer, ffN"}, {21, "rank 6 = R"}},
         "9 N: this piece can come to 5 of the 36 squares at most (from b1)\n"
         "9 N: White's lancer can come to b5, from where it can never move\n"},
        {{{9, "N = knight, bW"}, {21, "rank 6 = R"}},
         "9 N: this piece can come to 1 of the 36 squares at most (from b1)\n"
         "9 N: White's knight begins on b1, from where it can never move\n"},
        /* A pawn that may stay a pawn where it can go no further: that is its owner's choice.
         */
        {{{22, "compulsory = 7"}}, ""},
        /* One that cannot promote where it can go no further. */
        {{{21, "rank 4 = R"}, {22, "compulsory = 4"}}, ""},
        {{{7, "K = king, K, royal\nX = fox, mfWcfF"},
          {17, "    XPPPPP"},
          {22, "compulsory = 6"}},
         "8 X: this piece can come to 15 of the 36 squares at most (from a2)\n"
         "8 X: White's fox can come to a6, from where it can never move\n"},
    };
    RUN_CASES(cases);
}

static void test_promotion(void **state)
{
    (void)state;
    static const advice_case cases[] = {
        /* Pawns must promote on rank 5, so nobody comes to rank 6. */
        {{{21, "rank 5 = R\nrank 6 = N"}, {22, "compulsory = 5"}},
         "22 promotion: no piece that promotes can ever come to its own rank 6\n"},
        /* A chancellor is in no reserve and on no board. */
        {{{9, "N = knight, N\nC = chancellor, RN"},
          {21, "rank 6 = R N C"},
          {22, "[reserve]\nstart = R"}},
         "22 promotion: the chancellor is never possible: no reserve begins with one, and none is "
         "on the board to be captured\n"},
        {{{9, "N = knight, N\nC = chancellor, RN"},
          {21, "rank 6 = R N C"},
          {22, "[reserve]\nstart = R C"}},
         ""},
    };
    RUN_CASES(cases);
}

static void test_pieces_that_never_come(void **state)
{
    (void)state;
    static const advice_case cases[] = {
        {{{9, "N = knight, N\nC = chancellor, RN"}},
         "10 C: there is no such piece at the start, and none can come into play\n"},
        {{{9, "N = knight, N\nC = chancellor, RN"}, {21, "rank 6 = R N C"}}, ""},
    };
    RUN_CASES(cases);
}

static void test_letters(void **state)
{
    (void)state;
    static const advice_case cases[] = {
        {{{9, "N = nightrider, NN\nH = knight, N"}, {18, "    RHK.NR"}},
         "10 H: this piece moves as the one that players and other programs write N; here that "
         "letter is the nightrider\n"},
        {{{9, "N = knight, N\nH = horse, N"}, {18, "    RHK.NR"}},
         "10 H: this piece moves exactly as the knight\n"},
        {{{9, "N = knight, N\nH = knight, NmH"}, {18, "    RHK.NR"}},
         "10 H: another piece has this name: N\n"},
        /* First-move powers make a difference. */
        {{{9, "N = knight, N\nH = horse, NimA"}, {18, "    RHK.NR"}}, ""},
    };
    RUN_CASES(cases);
}

static void test_starts(void **state)
{
    (void)state;
    static const advice_case cases[] = {
        {{{17, "    PP.PPP"}, {14, "    ppRppp"}, {13, "    rnkn.r"}}, NULL},
        {{{17, "    PPrPPP"}, {14, "    pp.ppp"}}, "0 setup: in start 1 White is in check\n"},
    };
    static const advice_case over[] = {
        {{{22, "[extinction]\npieces = R\nleft = 2"}},
         "0 setup: in start 1 the game is over before the first move: see [extinction] in "
         "line 22\n"},
        {{{22, "[connection]\nrow = 6"}},
         "0 setup: in start 1 the game is over before the first move: see [connection] in "
         "line 22\n"},
    };
    RUN_CASES(over);
    run_cases(cases + 1, 1);
    /* Black's king could be taken: that is a fault, and no warning. */
    assert_int_equal(review(cases[0].changes), APO_E_DEFINITION);
    assert_true(advice.faults.error_count > 0);
}

/* Each warning stands at one place, names the line of the other and says what to do. */
static void test_keys_without_effect(void **state)
{
    (void)state;
    static const advice_case cases[] = {
        /* Stalemate is an advantage with or without [points]. */
        {{{22, "[outcome]\nrepetition-count = 0\nperpetual-check = loss\nmove-limit = 0\n"
               "move-limit-checks = 9\nstalemate = advantage\n[chase]\npieces = R\n"
               "home-ranks = 9"}},
         "24 outcome: \"perpetual-check\" has no effect beside \"repetition-count = 0\" in line "
         "23: leave one of the two out\n"
         "26 outcome: \"move-limit-checks\" has no effect beside \"move-limit = 0\" in line "
         "25: leave one of the two out\n"
         "29 chase: \"pieces\" has no effect beside [outcome] and its key \"repetition-count = "
         "0\" in line 23: leave one of the two out\n"
         "30 chase: \"home-ranks\" has no effect without \"allowed\": add that, or leave this "
         "out\n"
         "30 chase: the [board] in line 3 has only 6 ranks: lower this number\n"},
        {{{22, "[hands]\npieces = N\nchecks = no\nno-mate = P\ncastle = yes\n[forms]\n"
               "from-rank = 6"},
          {9, "N = knight, N\n+N = general, K"}},
         "26 hands: \"no-mate\" has no effect beside \"checks = no\" in line 25: leave one of "
         "the two out\n"
         "26 hands: the pawn is never in hand: add it to \"pieces\" of [hands] in line 24, or "
         "leave it out here\n"
         "27 hands: \"castle\" has no effect without [castling] and its key \"partner\": add "
         "that, or leave this out\n"},
        {{{22, "[hands]\npieces = N R\nstart = N\nwhite-start = R\nblack-start = R N"}},
         "24 hands: \"start\" has no effect beside \"white-start\" in line 25 and "
         "\"black-start\" in line 26: leave it out\n"},
        {{{22, "[hands]\npieces = N R\nstart = N\nwhite-start = R"}}, ""},
        {{{22, "[handicap]\nbishop = N\nrook = R"}},
         "23 handicap: \"bishop\" has no effect without \"pawn\": add that, or leave this "
         "out\n"
         "24 handicap: \"rook\" has no effect without \"pawn\": add that, or leave this "
         "out\n"},
    };
    RUN_CASES(cases);
}

static void test_games_without_checks(void **state)
{
    (void)state;
    static const advice_case cases[] = {
        {{{22, "[no-checks]\n[outcome]\nperpetual-check = loss\nmate = win\n[checks]\n"
               "win = 3"}},
         "24 outcome: \"perpetual-check\" has no effect beside [no-checks] in line 22: leave "
         "one of the two out\n"
         "25 outcome: \"mate\" has no effect beside [no-checks] in line 22: leave one of the "
         "two out\n"
         "27 checks: \"win\" has no effect beside [no-checks] in line 22: leave one of the two "
         "out\n"},
        {{{7, "K = king, K"},
          {22, "[extinction]\npieces = K\n[outcome]\nmate = win\nperpetual-check = loss\n"
               "dead = draw\n[king-jump]\nfrom = d1\nto = d2\n[no-checks]"}},
         "25 outcome: \"mate\" has no effect without a royal piece: make one royal in "
         "[pieces] in line 6, or leave this out\n"
         "26 outcome: \"perpetual-check\" has no effect without a royal piece: make one royal "
         "in [pieces] in line 6, or leave this out\n"
         "27 outcome: \"dead\" has no effect without a royal piece: make one royal in [pieces] "
         "in line 6, or leave this out\n"
         "28 king-jump: this section has no effect without a royal piece: make one royal in "
         "[pieces] in line 6, or leave this out\n"
         "31 no-checks: this section has no effect without a royal piece: make one royal in "
         "[pieces] in line 6, or leave this out\n"},
        /* The last pieces of [royals] are royal too. */
        {{{7, "K = king, K"},
          {22, "[royals]\npieces = K\n[outcome]\nmate = win\nperpetual-check = loss"}},
         ""},
        {{{22, "[outcome]\ndead = draw\nbare-king = plays-on\n[values]\npiece = R 500 500"}},
         ""},
        {{{22, "[outcome]\ndead = draw\nbare-king = loss"}},
         "23 outcome: \"dead\" has no effect beside this \"bare-king\" in line 24: leave one "
         "of the two out\n"},
        {{{22, "[outcome]\ndead = draw\n[hands]\ncaptured = yes"}},
         "23 outcome: \"dead\" has no effect beside [hands] in line 24: leave one of the two "
         "out\n"},
    };
    RUN_CASES(cases);
}

static void test_squares_that_disagree(void **state)
{
    (void)state;
    static const advice_case cases[] = {
        {{{22, "[castling]\nway = c1 f1 e1 d1\nway = b1 f1 d1 c1\nwhite-way = c1 e1 d1 e1\n"
               "partner = R"}},
         "24 castling: no start has White's king on b1: change this, or [setup] in line 11\n"
         "25 castling: no start has White's partner on e1: change this, or [setup] in line "
         "11\n"},
        {{{22, "[king-jump]\nfrom = a3\nto = b3"}},
         "23 king-jump: no start has White's king on a3: change this, or [setup] in line 11\n"},
        {{{22, "[king-jump]\nfrom = c1\nto = b3"}}, ""},
        {{{22, "[area]\npieces 3 = N\nsquares 3 = b1 c3 a3\n[goal]\nsquares = a6 b6\n"
               "count = 3\n[points]\nlead = 9\nstrong = R N\nweak = N"},
          {8, "R = rook, R, points 5"}},
         "9 N: White's knight begins on e1, from where it can never move\n"
         "24 area: the knight begins outside this area: change this, or [setup] in line 11\n"
         "27 goal: the goal has fewer squares: add some in line 26, or lower this number\n"
         "31 points: the knight is in \"strong\" in line 30 too: leave it out of one of "
         "them\n"},
        {{{22, "[values]\nranks = R 1 2 3 4 5 6 7\nfiles = R 1 2 3 4\nranks = N 1 2 3 4 5 6\n"
               "files = N 1 2 3"}},
         "23 values: the [board] in line 3 has only 6 ranks: leave the other numbers out\n"
         "24 values: the [board] in line 3 has only 3 files from the edge to the middle: leave "
         "the other numbers out\n"},
    };
    RUN_CASES(cases);
}

static void test_limits_of_pieces(void **state)
{
    (void)state;
    static const advice_case cases[] = {
        {{{20, "pieces = P K"}},
         "20 promotion: the king in line 7 is royal, and its side would have no royal piece "
         "after it promotes: leave it out here\n"},
        {{{22, "most 1 = R\nmost 2 = N\nmost 3 = P"}},
         "22 promotion: White begins with more of this piece, the rook: raise this number to "
         "2, or change [setup] in line 11\n"
         "24 promotion: nobody promotes to the pawn: add it to \"rank\" in line 21, or leave "
         "it out here\n"},
        {{{9, "N = knight, N\n+N = general, K"},
          {22, "compulsory = 6\n[forms]\nfrom-rank = 6\nmost 1 = R N\nlast-rank = N P"}},
         "26 forms: the rook in line 8 has no promoted form: add a line for one, with a + "
         "before the letter, or leave it out here\n"
         "27 forms: the pawn in line 11 has no promoted form: add a line for one, with a + "
         "before the letter, or leave it out here\n"},
        /* Two rooks and a knight; six pawns may become rooks. */
        {{{8, "R = rook, R, points 5"}, {22, "[points]\nlead = 40"}}, ""},
        {{{8, "R = rook, R, points 5"}, {22, "[points]\nlead = 41"}},
         "23 points: no side can ever lead by so much: it has 40 points at most; lower this "
         "number, or change the points in [pieces] in line 6\n"},
        {{{8, "R = rook, R, points 5"}, {22, "[points]\nlead = 41\n[hands]\ncaptured = yes"}},
         ""},
    };
    RUN_CASES(cases);
}

/* --- bases ------------------------------------------------------------------ */

/* The sound game with a king's jump, a value and a limit. */
static bool load_sound(void *context, apo_span name, apo_span *out_text)
{
    static char buf[4096];
    apo_text text = apo_text_start(buf, sizeof buf);
    (void)context;
    for (unsigned line = 1; line <= LINES; line++) {
        apo_text_add(&text, line_of(line, (const change[CHANGES]){{0, NULL}}));
        apo_text_add_char(&text, '\n');
    }
    apo_text_add(&text, "most 2 = R\n"              /* 23 */
                        "[king-jump]\n"             /* 24 */
                        "from = c1\n"               /* 25 */
                        "to = c3\n"                 /* 26 */
                        "[outcome]\n"               /* 27 */
                        "perpetual-check = loss\n"  /* 28 */
                        "[values]\n"                /* 29 */
                        "ranks = R 1 2 3 4 5 6\n"); /* 30 */
    *out_text = apo_text_span(&text);
    return apo_span_is(name, "sound");
}

/* What is inherited stands at the line of `base =`, with its own line and file. What a base
 * says, and the file leaves without effect, is no contradiction. */
static void test_bases(void **state)
{
    (void)state;
    static const apo_definition_loader loader = {NULL, load_sound};

    static const struct {
        const char *more, *expected;
    } cases[] = {
        {"[outcome]\nrepetition-count = 0\n", ""},
        {"[no-checks]\n", ""},
        {"[board]\nfiles = 6\nranks = 5\n[setup]\nboard =\n    rnk.nr\n    pppppp\n    6\n"
         "    PPPPPP\n    RNK.NR\n[promotion]\nrank 6 =\nrank 5 = R N\ncompulsory = 5\n",
         ""},
        {"[king-jump]\nfrom = d1\n",
         "5 king-jump: no start has White's king on d1: change this, or [setup] in line 11 of "
         "the base \"sound\"\n"},
        {"[setup]\nboard =\n    rn.knr\n    pppppp\n    6\n    6\n    PPPPPP\n    RN.KNR\n",
         "3 king-jump: in the base \"sound\", line 25: no start has White's king on c1: change "
         "this, or [setup] in line 4\n"},
        {"[setup]\nboard =\n    r.k..r\n    pppppp\n    6\n    6\n    PPPPPP\n    R.K..R\n"
         "[promotion]\nrank 6 = R\n",
         "3 N: in the base \"sound\", line 9: there is no such piece at the start, and none can "
         "come into play\n"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char buf[1024];
        apo_variant *var = NULL;
        apo_text text = apo_text_start(buf, sizeof buf);
        apo_text_add(&text, "[game]\nname = Child\nbase = sound\n");
        apo_text_add(&text, cases[i].more);
        assert_int_equal(apo_definition_review(&var, &advice, apo_span_of("child"),
                                               apo_text_span(&text), &loader, NULL),
                         APO_OK);
        assert_warnings(cases[i].expected);
        apo_variant_free(var);
    }
}

static void test_measures(void **state)
{
    (void)state;
    static const change none[CHANGES];
    assert_int_equal(review(none), APO_OK);
    assert_int_equal(advice.type_count, 4);
    assert_int_equal(advice.square_count, 36);
    /* On an empty board a rook always has ten squares on six files and ranks; a knight has
     * (4 * 2 + 8 * 3 + 12 * 4 + 8 * 6 + 4 * 8) / 36 = 4.44. */
    assert_int_equal(advice.types[2].empty_hundredths, 1000);
    assert_int_equal(advice.types[3].empty_hundredths, 444);
    /* A leap lands on an own piece with a chance of one in six. */
    assert_in_range(advice.types[3].filled_hundredths, 444 * 5 / 6 - 3, 444 * 5 / 6 + 3);
    assert_int_equal(advice.types[3].range, APO_RANGE_ALL);
    assert_int_equal(advice.types[3].range_count, 36);
    assert_int_equal(advice.types[4].range, APO_RANGE_UNKNOWN);
}

static void test_builtins_have_their_measures(void **state)
{
    (void)state;
    for (size_t i = 0; i < apo_definition_builtin_count(); i++) {
        apo_variant *var = NULL;
        apo_span id = apo_span_of(apo_definition_builtin_id(i));
        assert_int_equal(apo_definition_review(&var, &advice, id,
                                               apo_definition_builtin_text(i), NULL, NULL),
                         APO_OK);
        assert_int_equal(advice.faults.error_count, 0);
        for (unsigned type = 1; type <= advice.type_count; type++) {
            bool is_ruled =
                apo_type_info_of(var, type)->is_joker || apo_type_is_checker(var, type);
            assert_int_equal(advice.types[type].is_measured, !is_ruled);
            /* What is only placed on the board has no moves. */
            if (!is_ruled && advice.types[type].empty_hundredths > 0)
                assert_true(advice.types[type].filled_hundredths > 0);
        }
        apo_variant_free(var);
    }
}

static void test_a_colour_is_a_range(void **state)
{
    (void)state;
    apo_variant *var = NULL;
    assert_int_equal(apo_definition_review(&var, &advice, apo_span_of("modern"),
                                           apo_span_of("[game]\nbase = modern\n"), NULL, NULL),
                     APO_E_DEFINITION); /* a base cannot have its own id */
    apo_span text = apo_span_of("[game]\nname = M\nbase = modern\n");
    assert_int_equal(apo_definition_review(&var, &advice, apo_span_of("m"), text, NULL, NULL),
                     APO_OK);
    unsigned bishop = apo_variant_type_of_letter(var, 'B');
    assert_int_equal(advice.types[bishop].range, APO_RANGE_COLOUR);
    assert_int_equal(advice.types[bishop].range_count, 50);
    apo_variant_free(var);
}

/* --- memory -------------------------------------------------------------- */

typedef struct failing {
    size_t left; /* allocations until one fails */
} failing;

static void *resize_failing(void *context, void *block, size_t size)
{
    failing *all = context;
    if (size == 0) {
        free(block);
        return NULL;
    }
    if (all->left == 0)
        return NULL;
    all->left--;
    return realloc(block, size);
}

/* Reviews the first built-in game; its allocations end after `left` of them. */
static apo_status review_with(size_t left, size_t *out_left)
{
    failing all = {left};
    apo_alloc alloc = {&all, resize_failing};
    apo_variant *var = NULL;
    apo_status status =
        apo_definition_review(&var, &advice, apo_span_of(apo_definition_builtin_id(0)),
                              apo_definition_builtin_text(0), NULL, &alloc);
    apo_variant_free(var);
    *out_left = all.left;
    return status;
}

/* The last allocations are those of the advice; all that comes before has its own test. */
static void test_memory_can_run_out(void **state)
{
    (void)state;

    enum {
        PLENTY = 1000000,
        LAST = 40
    };

    size_t left;
    assert_int_equal(review_with(PLENTY, &left), APO_OK);
    size_t needed = PLENTY - left;
    for (size_t i = 1; i <= LAST && i <= needed; i++)
        assert_int_equal(review_with(needed - i, &left), APO_E_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_sound_game_has_no_warnings),
        cmocka_unit_test(test_stuck_pieces),
        cmocka_unit_test(test_promotion),
        cmocka_unit_test(test_pieces_that_never_come),
        cmocka_unit_test(test_letters),
        cmocka_unit_test(test_starts),
        cmocka_unit_test(test_keys_without_effect),
        cmocka_unit_test(test_games_without_checks),
        cmocka_unit_test(test_squares_that_disagree),
        cmocka_unit_test(test_limits_of_pieces),
        cmocka_unit_test(test_bases),
        cmocka_unit_test(test_measures),
        cmocka_unit_test(test_builtins_have_their_measures),
        cmocka_unit_test(test_a_colour_is_a_range),
        cmocka_unit_test(test_memory_can_run_out),
    };
    return cmocka_run_group_tests_name("advice", tests, NULL, NULL);
}
