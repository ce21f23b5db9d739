/* Games with comments, glyphs, variations and commands: nothing is lost by reading and writing,
 * and hostile texts cost no more than their length. */
#include "notation_help.h"
#include "pgn_same.h"

#include <stdlib.h>

#include "notation/pgn_reader.h"

static apo_pgn_game *must_read(const apo_variant *var, apo_span text)
{
    apo_pgn_game *game = NULL;
    apo_error err = {.detail = ""};
    if (apo_pgn_read(&game, var, &text, &err) != APO_OK)
        fail_msg("at %zu: %s", err.position, err.detail);
    return game;
}

/* Text -> tree -> text -> tree: the trees are the same, and the second text is the first. */
static void check_round(const apo_variant *var, const char *text)
{
    apo_buffer once, twice;
    apo_pgn_game *game = must_read(var, apo_span_of(text));
    apo_buffer_init(&once, NULL);
    apo_buffer_init(&twice, NULL);
    assert_int_equal(apo_pgn_write(&once, game), APO_OK);
    apo_pgn_game *again = must_read(var, apo_buffer_span(&once));
    if (!pgn_same(game, again))
        fail_msg("%s\nbecame\n%s", text, once.bytes);
    assert_int_equal(apo_pgn_write(&twice, again), APO_OK);
    assert_string_equal(once.bytes, twice.bytes);
    apo_pgn_game_free(game);
    apo_pgn_game_free(again);
    apo_buffer_clear(&once);
    apo_buffer_clear(&twice);
}

static void test_nothing_is_lost(void **state)
{
    static const char *const texts[] = {
        "1. e4 {one} {two} e5 *",
        "1. e4 {a  b   c} {\x1f} {\x7f a \x01} e5 *",
        "1. e4 {  [%clk 0:03:00] [%eval 0.25,18] best by test } e5 {[%csl Gd4,Re5][%cal Ge2e4]} *",
        "1. e4 ; a brace } in the rest of a line\n e5 *",
        "{all} {of it} 1. e4 ({first} {second} 1. d4 {after} {again}) ({b} 1. c4) {late} e5 *",
        "1. e4 $1 $2 $3 $4 $5 $6 $7 $8 $9 $10 $11 $12 $13 $255 $0 e5 *",
        "$7 1. e4 ($8 1. d4 $9) e5 *",
        "1. e4 e5 (1... c5 2. Nf3 (2. Nc3 Nc6 (2... d6 3. f4) 3. g3) 2... d6) (1... e6) 2. Nf3 *",
        "1. e4 {% not an escape} e5 {a very long comment, which goes on and on until the line "
        "has to be broken, at a  single blank only, and % begins a word} *",
        "1. e4 (1. d4) {a} (1. c4) {b} {c} 1-0",
        "[Event \"x\"]\n[WhiteElo \"2000\"]\n[TimeControl \"300+2\"]\n\n1. e4 {[%emt 0:00:02]} "
        "1/2-1/2",
        "{1}{2}{3}{4}{5}{6}{7}{8}{9}{10}{11} 1. e4 ({1}{2}{3}{4}{5}{6}{7}{8}{9}{10}{11} 1. d4) *",
    };
    apo_variant *var = help_open("chess");
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        check_round(var, texts[i]);
    apo_variant_free(var);
}

/* A variation of a variation's first move stays in its brackets, and what is said before all
 * moves stays there. */
static void test_brackets_stay(void **state)
{
    static const char *const texts[] = {
        "1. e4 (1. d4 (1. c4)) *",
        "1. e4 (1. d4 (1. c4 c5) 1... d5) (1. g3) 1... e5 *",
        "1. e4 (1. d4 (1. c4 (1. b4) (1. a4)) (1. g3 (1. h3))) (1. f4) *",
        "1. e4 e5 (1... c5 (1... d5 2. d4 (2. d3 (2. c3)) 2... e6) (1... f5) 2. Nf3) 2. Nc3 *",
        "1. e4 (1. d4 {after} (1. e4 {the same again})) *",
        "{of the game, which has no tags} {twice} 1. e4 *",
    };
    apo_variant *var = help_open("chess");
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        apo_buffer out;
        apo_pgn_game *game = must_read(var, apo_span_of(texts[i]));
        apo_buffer_init(&out, NULL);
        assert_int_equal(apo_pgn_write(&out, game), APO_OK);
        char *moves = strstr(out.bytes, "\n\n") + 2;
        for (char *end = strchr(moves, '\n'); end[1] != '\n'; end = strchr(end, '\n'))
            *end = ' ';
        assert_int_equal(strncmp(moves, texts[i], strlen(texts[i])), 0);
        apo_pgn_game_free(game);
        apo_buffer_clear(&out);
        check_round(var, texts[i]);
    }
    apo_variant_free(var);
}

/* The tag Variant is kept, but for one that names another game than the text was read as. */
static void test_name_of_the_game(void **state)
{
    static const struct {
        const char *game, *tag, *written;
    } rows[] = {
        {"chess", "Chess", "Chess"},
        {"chess", "From Position", "From Position"},
        {"chess", "my own", "my own"},
        {"chess", "Grand", "Standard"},
        {"grand", "Standard", "Grand"},
        {"grand", "grand", "grand"},
        {"capablanca", "Modern", "Capablanca"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[128], wanted[128];
        apo_buffer out;
        apo_variant *var = help_open(rows[i].game);
        snprintf(text, sizeof text, "[Variant \"%s\"]\n\n*", rows[i].tag);
        snprintf(wanted, sizeof wanted, "[Variant \"%s\"]\n", rows[i].written);
        apo_pgn_game *game = must_read(var, apo_span_of(text));
        apo_buffer_init(&out, NULL);
        assert_int_equal(apo_pgn_write(&out, game), APO_OK);
        assert_non_null(strstr(out.bytes, wanted));
        apo_buffer_clear(&out);
        apo_pgn_game_free(game);
        apo_variant_free(var);
    }
}

static void test_adding_variations(void **state)
{
    static const char *const moves[] = {"e4", "d4", "c4", "g3"};
    apo_variant *var = help_open("chess");
    apo_move mv[4];
    uint32_t node[4], too_late = 7;
    (void)state;
    apo_pgn_game *game = must_read(var, apo_span_of("*"));
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(apo_move_read_any(&mv[i], apo_pgn_game_info_of(game).start,
                                           apo_span_of(moves[i]), NULL),
                         APO_OK);
    assert_int_equal(apo_pgn_add_variation(game, 0, &mv[0], &node[0]), APO_E_RANGE);
    assert_int_equal(apo_pgn_add_move(game, 0, &mv[0], &node[0]), APO_OK);
    assert_int_equal(apo_pgn_add_variation(game, node[0], &mv[1], &node[1]), APO_OK);
    assert_int_equal(apo_pgn_add_variation(game, node[1], &mv[2], &node[2]), APO_OK);
    assert_int_equal(apo_pgn_add_variation(game, node[0], &mv[3], &node[3]), APO_OK);
    assert_int_equal(apo_pgn_add_variation(game, node[1], &mv[2], &too_late), APO_E_RANGE);
    assert_int_equal(apo_pgn_add_variation(game, 9, &mv[2], &too_late), APO_E_RANGE);
    assert_int_equal(too_late, 7);
    assert_int_equal(apo_pgn_node_info_of(game, node[0]).replaces, 0);
    assert_int_equal(apo_pgn_node_info_of(game, node[2]).replaces, node[1]);
    assert_int_equal(apo_pgn_node_info_of(game, node[3]).replaces, node[0]);
    for (unsigned depth = 1; depth < APO_PGN_DEPTH_MAX; depth++)
        assert_int_equal(apo_pgn_add_variation(game, node[3], &mv[2], &node[3]), APO_OK);
    assert_int_equal(apo_pgn_add_variation(game, node[3], &mv[2], &node[3]), APO_E_TOO_LARGE);
    apo_pgn_game_free(game);
    apo_variant_free(var);
}

static void test_walking(void **state)
{
    apo_variant *var = help_open("chess");
    (void)state;
    apo_pgn_game *game = must_read(
        var,
        apo_span_of("[Event \"E\"]\n\n{intro} 1. e4 $1 $146 {good} {very} (1. d4 {x}) e5 *"));
    assert_string_equal(apo_pgn_tag_name(game, 0), "Event");
    assert_null(apo_pgn_tag_name(game, 1));
    assert_int_equal(apo_pgn_game_info_of(game).node_count, 4);
    assert_string_equal(apo_pgn_node_info_of(game, 0).comment_after, "intro");
    apo_pgn_node_info e4 =
        apo_pgn_node_info_of(game, apo_pgn_node_info_of(game, 0).first_child);
    uint32_t d4 = e4.next_sibling;
    assert_string_equal(e4.comment_after, "good\nvery");
    assert_int_equal(e4.nag_count, 2);
    assert_int_equal(e4.nags[0], 1);
    assert_int_equal(e4.nags[1], 146);
    assert_string_equal(apo_pgn_node_info_of(game, d4).comment_after, "x");
    assert_int_equal(apo_pgn_node_info_of(game, d4).next_sibling, 0);
    assert_int_equal(apo_pgn_node_info_of(game, d4).parent, 0);
    apo_pgn_game_free(game);
    apo_variant_free(var);
}

/* --- commands ------------------------------------------------------------ */

static void check_clock(const char *text, int64_t ms, const char *written)
{
    char bytes[32];
    apo_text out = apo_text_start(bytes, sizeof bytes);
    int64_t read = -1;
    assert_true(apo_pgn_clock_read(&read, apo_span_of(text)));
    assert_int_equal(read, ms);
    apo_pgn_clock_write(&out, read);
    assert_string_equal(bytes, written);
}

static void check_eval(const char *text, apo_pgn_eval wanted)
{
    char bytes[32];
    apo_text out = apo_text_start(bytes, sizeof bytes);
    apo_pgn_eval eval = {.value = 0};
    assert_true(apo_pgn_eval_read(&eval, apo_span_of(text)));
    assert_int_equal(eval.is_mate, wanted.is_mate);
    assert_int_equal(eval.value, wanted.value);
    assert_int_equal(eval.depth, wanted.depth);
    apo_pgn_eval_write(&out, eval);
    assert_string_equal(bytes, text);
}

static void test_values(void **state)
{
    static const char *const no_clocks[] = {
        "", "5", "0:60:00", "0:00:60", "1:2:3x", "0:00:0.", "-1:00:00", "::", "0:00:0.x"};
    static const char *const no_evals[] = {"", "#", "x", "0.", "1,", "#1.5", "1.2.3", "--1"};
    int64_t ms = 5;
    apo_pgn_eval eval = {.value = 5};
    (void)state;
    check_clock("0:03:00", 180000, "0:03:00");
    check_clock("1:02:03.5", 3723500, "1:02:03.5");
    check_clock("0:00:00.125", 125, "0:00:00.125");
    check_clock("10:07", 36420000, "10:07:00");
    for (size_t i = 0; i < sizeof no_clocks / sizeof no_clocks[0]; i++)
        assert_false(apo_pgn_clock_read(&ms, apo_span_of(no_clocks[i])));
    check_eval("0.25,18", (apo_pgn_eval){false, 25, 18});
    check_eval("-3.07", (apo_pgn_eval){false, -307, 0});
    check_eval("#3", (apo_pgn_eval){true, 3, 0});
    check_eval("#-12,40", (apo_pgn_eval){true, -12, 40});
    for (size_t i = 0; i < sizeof no_evals / sizeof no_evals[0]; i++)
        assert_false(apo_pgn_eval_read(&eval, apo_span_of(no_evals[i])));
    assert_true(ms == 5 && eval.value == 5);
}

static void test_marks(void **state)
{
    char bytes[64];
    apo_text out = apo_text_start(bytes, sizeof bytes);
    apo_variant *var = help_open("alert");
    apo_span rest = apo_span_of("Ga10b11, Rd4,Yl12");
    apo_pgn_mark mark;
    unsigned count = 0;
    (void)state;
    while (apo_pgn_mark_read(&mark, var, &rest)) {
        apo_pgn_mark_write(&out, var, mark);
        count++;
    }
    assert_int_equal(count, 3);
    assert_string_equal(bytes, "Ga10b11,Rd4,Yl12");
    rest = apo_span_of("Gz9");
    assert_false(apo_pgn_mark_read(&mark, var, &rest));
    rest = apo_span_of("Ga1b");
    assert_false(apo_pgn_mark_read(&mark, var, &rest));
    apo_variant_free(var);
}

static void check_command(const char *comment, const char *name, const char *value,
                          const char *after)
{
    apo_variant *var = help_open("chess");
    apo_pgn_game *game = must_read(var, apo_span_of("1. e4 *"));
    apo_span read;
    assert_int_equal(apo_pgn_add_comment(game, 1, false, apo_span_of(comment)), APO_OK);
    assert_int_equal(apo_pgn_set_command(game, 1, name, apo_span_of(value)), APO_OK);
    assert_string_equal(apo_pgn_node_info_of(game, 1).comment_after, after);
    assert_true(
        apo_pgn_command(&read, apo_span_of(apo_pgn_node_info_of(game, 1).comment_after), name));
    assert_true(apo_span_is(read, value));
    apo_pgn_game_free(game);
    apo_variant_free(var);
}

static void test_commands(void **state)
{
    apo_span read;
    apo_pgn_game *game;
    apo_variant *var = help_open("chess");
    (void)state;
    check_command("", "clk", "0:01:00", "[%clk 0:01:00]");
    check_command("good", "clk", "0:01:00", "[%clk 0:01:00] good");
    check_command("a [%clk 1] b", "clk", "0:01:00", "a [%clk 0:01:00] b");
    check_command("[%clock 1] [%clk", "clk", "2", "[%clk 2] [%clock 1] [%clk");
    assert_false(apo_pgn_command(&read, apo_span_of("[%clk 0:01"), "clk"));
    assert_false(apo_pgn_command(&read, apo_span_of("[%clks 0:01]"), "clk"));
    game = must_read(var, apo_span_of("1. e4 *"));
    assert_int_equal(apo_pgn_set_command(game, 1, "a b", apo_span_of("1")), APO_E_SYNTAX);
    assert_int_equal(apo_pgn_set_command(game, 1, "a", apo_span_of("1]")), APO_E_SYNTAX);
    apo_pgn_game_free(game);
    apo_variant_free(var);
}

/* --- what hostile texts cost --------------------------------------------- */

typedef struct counter {
    size_t bytes; /* asked for in all */
} counter;

static void *count_resize(void *context, void *block, size_t size)
{
    counter *counted = context;
    counted->bytes += size;
    if (size > 0)
        return realloc(block, size);
    free(block);
    return NULL;
}

/* Joining comments once took time in proportion to the square of their number. */
static void test_many_comments(void **state)
{
    counter counted = {0};
    const apo_alloc alloc = {&counted, count_resize};
    apo_variant *var = help_open("chess");
    apo_position start;
    apo_pgn_game *game;
    (void)state;
    help_start(&start, var, 1);
    assert_int_equal(apo_pgn_game_new(&game, &start, &alloc), APO_OK);
    size_t before = counted.bytes;
    for (unsigned i = 0; i < APO_PGN_COMMENT_MAX / 2 - 1; i++)
        assert_int_equal(apo_pgn_add_comment(game, 0, false, apo_span_of("a")), APO_OK);
    assert_true(counted.bytes - before < 8 * (size_t)APO_PGN_COMMENT_MAX);
    assert_int_equal(apo_pgn_add_comment(game, 0, false, apo_span_of("too much")),
                     APO_E_TOO_LARGE);
    apo_pgn_game_free(game);
    apo_variant_free(var);
}

/* Reads all games of a text that consists of `unit` again and again, megabytes of them. If the
 * cost grew with the square of the length, this would take hours. */
static void check_cost(const char *head, const char *unit)
{
    enum {
        BYTES = 4 << 20
    };

    apo_variant *var = help_open("chess");
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    apo_buffer_add(&text, head);
    while (text.length < BYTES)
        apo_buffer_add(&text, unit);
    apo_pgn_reader reader;
    apo_pgn_reader_start(&reader, apo_buffer_span(&text));
    while (apo_pgn_reader_has_game(&reader)) {
        apo_pgn_game game;
        apo_position start;
        apo_pgn_game_init(&game, NULL);
        if (apo_pgn_read_tags(&reader, &game, NULL) != APO_OK ||
            apo_pgn_start_position(&start, &game, var, NULL) != APO_OK ||
            apo_pgn_set_start(&game, &start) != APO_OK ||
            apo_pgn_read_moves(&reader, &game, NULL) != APO_OK)
            apo_pgn_skip_game(&reader);
        apo_pgn_game_clear(&game);
    }
    apo_buffer_clear(&text);
    apo_variant_free(var);
}

static void test_costs(void **state)
{
    (void)state;
    check_cost("1. e4 ", "1.");
    check_cost("1. e4 ", "1.2 ");
    check_cost("", "[A \"b\"]\n\nx {\n");
    check_cost("", "[A \"b\"]\n\n{\n");
    check_cost("1. e4 ", "(1. d4) ");
    check_cost("1. e4 ", "{a}");
    check_cost("1. e4 ", "(1. d4 ");
    check_cost("1. e4 ", "$1 ");
    check_cost("1. e4 (1. d4) ", "{a} $7 ");
    check_cost("1. ", "e.p. ");
    check_cost("", "[\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_is_lost),
        cmocka_unit_test(test_brackets_stay),
        cmocka_unit_test(test_name_of_the_game),
        cmocka_unit_test(test_adding_variations),
        cmocka_unit_test(test_walking),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_commands),
        cmocka_unit_test(test_many_comments),
        cmocka_unit_test(test_costs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
