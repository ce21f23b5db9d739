#include "notation_help.h"

#include "rules/rules/list.h"

static const char *write_move(const apo_position *pos, const apo_move *mv,
                              const apo_move_list *legal)
{
    static char bytes[APO_SAN_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_san_write_among(&text, pos, mv, legal);
    assert_false(text.is_overflowed);
    return bytes;
}

/* --- properties ---------------------------------------------------------- */

static void check_read(const apo_position *pos, const char *text, const apo_move *mv)
{
    apo_move found;
    apo_error err = {.detail = ""};
    if (help_read_san(&found, pos, apo_span_of(text), &err) != APO_OK ||
        !apo_move_same(&found, mv)) {
        print_error("%s: %s %s\n", help_fen(pos), text, err.detail);
        fail();
    }
}

/* The text without its check mark, and with others. */
static void check_variations(const apo_position *pos, const char *text, const apo_move *mv)
{
    char other[APO_SAN_MAX + 8];
    size_t length = strcspn(text, "+#");
    snprintf(other, sizeof other, "%.*s", (int)length, text);
    check_read(pos, other, mv);
    snprintf(other, sizeof other, "%.*s#!?", (int)length, text);
    check_read(pos, other, mv);
    if (text[0] >= 'a' && text[0] <= 'z') {
        snprintf(other, sizeof other, "P%s", text);
        check_read(pos, other, mv);
    }
}

static void visit_round_trip(const apo_position *pos, const apo_move_list *legal)
{
    for (size_t i = 0; i < legal->count; i += 1 + legal->count / 12) {
        char text[APO_SAN_MAX];
        strcpy(text, write_move(pos, &legal->moves[i], legal));
        check_read(pos, text, &legal->moves[i]);
        check_variations(pos, text, &legal->moves[i]);
    }
}

static void test_round_trip(void **state)
{
    (void)state;
    help_play(2, 150, 4, visit_round_trip);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void visit_distinct(const apo_position *pos, const apo_move_list *legal)
{
    static char texts[APO_MOVE_LIST_MAX][APO_SAN_MAX];
    for (size_t i = 0; i < legal->count; i++)
        strcpy(texts[i], write_move(pos, &legal->moves[i], legal));
    qsort(texts, legal->count, sizeof texts[0], compare_texts);
    for (size_t i = 1; i < legal->count; i++)
        if (strcmp(texts[i - 1], texts[i]) == 0) {
            print_error("%s: two moves are %s\n", help_fen(pos), texts[i]);
            fail();
        }
}

static void test_distinct(void **state)
{
    (void)state;
    help_play(2, 200, 5, visit_distinct);
}

/* --- texts --------------------------------------------------------------- */

struct reading {
    const char *fen; /* chess */
    const char *text;
    const char *canonical;
};

#define CASTLING "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
#define KNIGHTS  "k7/8/8/8/1N6/8/1N3N2/K7 w - - 0 1" /* b4, b2 and f2 */
#define PAWNS    "1r5k/P7/8/3pP3/8/8/8/K7 w - d6 0 1"
#define MATE     "6k1/5ppp/8/8/8/8/8/K6R w - - 0 1"
#define QUEENS   "8/6k1/8/Q6Q/8/8/8/K6Q w - - 0 1"

static const struct reading readings[] = {
    {CASTLING, "O-O", "O-O"},      {CASTLING, "0-0", "O-O"},
    {CASTLING, "o-o+", "O-O"},     {CASTLING, "0-0-0", "O-O-O"},
    {CASTLING, "O-O-O!", "O-O-O"}, {CASTLING, "Kg1", "O-O"},
    {CASTLING, "Ke1c1", "O-O-O"},  {CASTLING, "Rxa8", "Rxa8+"},
    {CASTLING, "Ra1a8", "Rxa8+"},  {CASTLING, "Ra1xa8+", "Rxa8+"},
    {CASTLING, "Ra1-a7", "Ra7"},   {KNIGHTS, "N4d3", "N4d3"},
    {KNIGHTS, "Nb4d3", "N4d3"},    {KNIGHTS, "Nb2d3", "Nb2d3"},
    {KNIGHTS, "Nfd3", "Nfd3"},     {KNIGHTS, "Nb4c6", "Nc6"},
    {PAWNS, "exd6", "exd6"},       {PAWNS, "ed6", "exd6"},
    {PAWNS, "e5d6", "exd6"},       {PAWNS, "exd6 e.p.", "exd6"},
    {PAWNS, "exd6e.p.", "exd6"},   {PAWNS, "exd6ep", "exd6"},
    {PAWNS, "e5:d6", "exd6"},      {PAWNS, "Pe6", "e6"},
    {PAWNS, "a8Q", "a8=Q"},        {PAWNS, "a8=n", "a8=N"},
    {PAWNS, "axb8=Q", "axb8=Q+"},  {PAWNS, "a7xb8R++!!", "axb8=R+"},
    {MATE, "Rh1xh7", "Rxh7"},      {QUEENS, "Qh5e5", "Qhe5+"},
    {QUEENS, "Qh1h3", "Q1h3"},
};

static void test_readings(void **state)
{
    apo_variant *var = help_chess();
    (void)state;
    for (size_t i = 0; i < sizeof readings / sizeof readings[0]; i++) {
        const struct reading *reading = &readings[i];
        char bytes[APO_SAN_MAX];
        apo_text text = apo_text_start(bytes, sizeof bytes);
        apo_position pos;
        apo_move mv;
        apo_error err = {.detail = ""};
        help_read(&pos, var, reading->fen);
        if (help_read_san(&mv, &pos, apo_span_of(reading->text), &err) != APO_OK) {
            print_error("%s: at %zu: %s\n", reading->text, err.position, err.detail);
            fail();
        }
        apo_san_write(&text, &pos, &mv);
        assert_string_equal(bytes, reading->canonical);
    }
    apo_variant_free(var);
}

/* Where there are several ways of castling to one side, it is the king's move. */
static void test_wide_castling(void **state)
{
    static const char fen[] = "************/z5k4z/12/12/12/12/12/12/12/12/12/12/Z5K4Z/"
                              "************ w a1g1l1a12g12l12 - -- - - 0 1";
    char bytes[APO_SAN_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_variant *var = help_open("alert");
    apo_position pos;
    apo_move mv;
    (void)state;
    help_read(&pos, var, fen);
    assert_int_equal(help_read_san(&mv, &pos, apo_span_of("Kj1"), NULL), APO_OK);
    assert_int_equal(mv.kind, APO_MOVE_CASTLING);
    apo_san_write(&text, &pos, &mv);
    assert_string_equal(bytes, "Kj1");
    apo_variant_free(var);
}

/* --- errors -------------------------------------------------------------- */

struct fault {
    const char *fen;
    const char *marked;
    apo_status status;
    const char *words;
};

static const struct fault faults[] = {
    {CASTLING, "~", APO_E_SYNTAX, "empty"},
    {CASTLING, "~Xe4", APO_E_SYNTAX, "letter of a piece"},
    {CASTLING, "K~", APO_E_SYNTAX, "missing"},
    {CASTLING, "K~z9", APO_E_SYNTAX, "a square, a file or a rank"},
    {CASTLING, "Rx~", APO_E_SYNTAX, "missing"},
    {CASTLING, "Rx~i9", APO_E_SYNTAX, "goes to"},
    {CASTLING, "Ra7~b", APO_E_SYNTAX, "goes to"},
    {CASTLING, "Ra7=~X", APO_E_SYNTAX, "letter of a piece"},
    {CASTLING, "Ra7*~", APO_E_SYNTAX, "after *"},
    {CASTLING, "O-O~-Q", APO_E_SYNTAX, "unexpected"},
    {CASTLING, "K~e3", APO_E_ILLEGAL, "the king on e1 cannot go to e3"},
    {CASTLING, "N~f3", APO_E_ILLEGAL, "no knight"},
    {CASTLING, "R1~e5", APO_E_ILLEGAL, "no rook can go to e5"},
    {KNIGHTS, "N~e5", APO_E_ILLEGAL, "no knight can go to e5"},
    {KNIGHTS, "N~d3", APO_E_AMBIGUOUS, "more than one"},
    {KNIGHTS, "N~bd3", APO_E_AMBIGUOUS, "b4d3"},
    {KNIGHTS, "~O-O", APO_E_ILLEGAL, "castling to the right"},
    {PAWNS, "a8~", APO_E_ILLEGAL, "one of Q R B N"},
    {PAWNS, "a8~=K", APO_E_ILLEGAL, "only to one of Q R B N"},
    {PAWNS, "e6~=Q", APO_E_ILLEGAL, "neither promotes"},
    {PAWNS, "~dxe6", APO_E_ILLEGAL, "no pawn is where"},
};

static void test_errors(void **state)
{
    apo_variant *var = help_chess();
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        const struct fault *fault = &faults[i];
        char text[64];
        apo_position pos;
        apo_move mv;
        apo_error err = {.detail = ""};
        size_t position = strcspn(fault->marked, "~");
        snprintf(text, sizeof text, "%.*s%s", (int)position, fault->marked,
                 fault->marked + position + 1);
        help_read(&pos, var, fault->fen);
        apo_status status = help_read_san(&mv, &pos, apo_span_of(text), &err);
        if (status != fault->status || err.position != position ||
            strstr(err.detail, fault->words) == NULL) {
            print_error("%s: status %d at %zu, not %zu: %s\n", text, status, err.position,
                        position, err.detail);
            fail();
        }
    }
    apo_variant_free(var);
}

/* Bytes at random are refused with a sentence and change nothing. */
static void test_noise(void **state)
{
    static const char bytes[] = "KQNPabgh138xX=/*+-O0. \xC3\n";
    apo_variant *var = help_chess();
    apo_position pos;
    apo_random random;
    (void)state;
    apo_random_seed(&random, 6);
    help_read(&pos, var, CASTLING);
    for (unsigned i = 0; i < 20000; i++) {
        char text[12];
        size_t length = apo_random_below(&random, sizeof text);
        apo_move mv, before;
        apo_error err = {.detail = ""};
        for (size_t k = 0; k < length; k++)
            text[k] = bytes[apo_random_below(&random, sizeof bytes - 1)];
        memset(&mv, 0x5A, sizeof mv);
        before = mv;
        if (help_read_san(&mv, &pos, (apo_span){text, length}, &err) == APO_OK)
            continue;
        assert_true(err.position <= length);
        assert_true(err.detail[0] != '\0');
        assert_memory_equal(&mv, &before, sizeof mv);
    }
    apo_variant_free(var);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_distinct),
        cmocka_unit_test(test_readings),   cmocka_unit_test(test_wide_castling),
        cmocka_unit_test(test_errors),     cmocka_unit_test(test_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
