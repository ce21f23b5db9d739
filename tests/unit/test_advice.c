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

/* Each warning stands at one place and names the line of the other. */
static void test_contradictions(void **state)
{
    (void)state;
    static const advice_case cases[] = {
        {{{22, "[outcome]\nrepetition-count = 0\nperpetual-check = loss\nmove-limit = 0\n"
               "move-limit-checks = 9\nstalemate = advantage\n[chase]\npieces = R\n"
               "home-ranks = 9"}},
         "24 outcome: \"perpetual-check\" has no effect beside \"repetition-count = 0\" in line "
         "23\n"
         "26 outcome: \"move-limit-checks\" has no effect beside \"move-limit = 0\" in line 25\n"
         "27 outcome: \"stalemate\" has no effect without [points]\n"
         "29 chase: \"pieces\" has no effect beside [outcome] and its key \"repetition-count = "
         "0\" in line 23\n"
         "30 chase: \"home-ranks\" has no effect without \"allowed\"\n"
         "30 chase: the [board] in line 3 has only 6 ranks\n"},
        {{{22, "[hands]\npieces = N\nchecks = no\nno-mate = P\ncastle = yes\n[forms]\n"
               "from-rank = 6"},
          {9, "N = knight, N\n+N = general, K"}},
         "26 hands: \"no-mate\" has no effect beside \"checks = no\" in line 25\n"
         "26 hands: the pawn is never in hand: \"pieces\" of [hands] in line 24 does not name "
         "it\n"
         "27 hands: \"castle\" has no effect without [castling] and its key \"partner\"\n"},
        {{{22, "[castling]\nway = c1 f1 e1 d1\nway = b1 f1 d1 c1\nwhite-way = c1 e1 d1 e1\n"
               "partner = R"}},
         "24 castling: no start has White's king on b1: see [setup] in line 11\n"
         "25 castling: no start has White's partner on e1: see [setup] in line 11\n"},
        {{{22, "[area]\npieces 3 = N\nsquares 3 = b1 c3 a3\n[goal]\nsquares = a6 b6\n"
               "count = 3\n[points]\nlead = 9\nstrong = R N\nweak = N\n[checks]\nwin = 3\n"
               "[no-checks]"}},
         "9 N: White's knight begins on e1, from where it can never move\n"
         "24 area: the knight begins outside this area: see [setup] in line 11\n"
         "27 goal: the goal in line 26 has fewer squares\n"
         "31 points: the knight is in \"strong\" in line 30 too\n"
         "33 checks: \"win\" has no effect beside [no-checks] in line 34\n"},
    };
    RUN_CASES(cases);
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
        cmocka_unit_test(test_contradictions),
        cmocka_unit_test(test_measures),
        cmocka_unit_test(test_builtins_have_their_measures),
        cmocka_unit_test(test_a_colour_is_a_range),
        cmocka_unit_test(test_memory_can_run_out),
    };
    return cmocka_run_group_tests_name("advice", tests, NULL, NULL);
}
