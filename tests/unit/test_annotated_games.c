/* A thousand random games with comments, glyphs and variations, of all built-in games, are
 * written as PGN, read back and written again. Nothing may be lost, and the second text equals
 * the first. APO_GAMES=N tries N games. */
#include "pgn_same.h"
#include "playout.h"
#include "test.h"

#include "notation/pgn_reader.h"
#include "notation/pgn_writer.h"

enum {
    GAMES = 1000,
    PLIES_MAX = 40,
    WORDS_MAX = 12,
    DEPTH_MAX = 4 /* variations in variations */
};

static playout all;

static bool percent(unsigned chance)
{
    return playout_percent(&all, chance);
}

/* Words that a reader of PGN could mistake for something else. */
static void add_comment(apo_pgn_game *game, uint32_t node, bool is_before)
{
    static const char *const words[] = {
        "best",
        "by",
        "test",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ";",
        "%",
        "$1",
        "1.",
        "1-0",
        "*",
        "\"",
        "\\",
        "e4",
        "\xc3\xa9t\xc3\xa9",
        "\xe2\x80\xae",
        "<img src=x>",
        "  ",
        "\t",
        "[%clk 0:03:00]",
        "[%csl Gd4]",
        "https://example.org/?a=b&c",
        "\xf0\x9f\x99\x82",
        "[Event \"x\"]",
        "//",
        "--",
    };
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    for (unsigned i = 0; i < 1 + playout_below(&all, WORDS_MAX); i++) {
        apo_buffer_add(&text, i > 0 && percent(90) ? " " : "");
        apo_buffer_add(&text, words[playout_below(&all, sizeof words / sizeof words[0])]);
    }
    assert_int_equal(apo_pgn_add_comment(game, node, is_before, apo_buffer_span(&text)),
                     APO_OK);
    apo_buffer_clear(&text);
}

/* Only the first move of a variation has comments before it: elsewhere they follow a move. */
static void annotate(apo_pgn_game *game, uint32_t node, bool is_first)
{
    for (unsigned i = 0; i < 3 && percent(20); i++)
        add_comment(game, node, is_first && percent(50));
    for (unsigned i = 0; node != 0 && i < 4 && percent(15); i++)
        assert_int_equal(apo_pgn_add_nag(game, node, (uint8_t)playout_below(&all, 256)),
                         APO_OK);
}

static bool choose_move(apo_move *out, const apo_position *pos)
{
    apo_move_list *legal = apo_moves_start(&all.legal);
    if (apo_moves_legal(legal, pos) != APO_OK || legal->count == 0)
        return false;
    *out = legal->moves[playout_below(&all, (unsigned)legal->count)];
    return true;
}

static bool has_child(const apo_pgn_game *game, uint32_t node, const apo_move *mv)
{
    uint32_t child = apo_pgn_node_info_of(game, node).first_child;
    while (child != 0) {
        apo_pgn_node_info info = apo_pgn_node_info_of(game, child);
        if (apo_move_same(&info.move, mv))
            return true;
        child = info.next_sibling;
    }
    return false;
}

/* Lines from a position on; the first is the move played. */
static void grow(apo_pgn_game *game, uint32_t node, const apo_position *start, unsigned plies,
                 unsigned depth)
{
    apo_position pos = *start;
    for (unsigned ply = 0; ply < plies; ply++) {
        apo_move mv, other;
        apo_undo undo;
        uint32_t parent = node, variation;
        if (!choose_move(&mv, &pos) || has_child(game, parent, &mv))
            return;
        assert_int_equal(apo_pgn_add_move(game, parent, &mv, &node), APO_OK);
        annotate(game, node, false);
        while (depth < DEPTH_MAX && percent(12) && choose_move(&other, &pos) &&
               !has_child(game, parent, &other)) {
            apo_position inner = pos;
            assert_int_equal(apo_pgn_add_move(game, parent, &other, &variation), APO_OK);
            annotate(game, variation, true);
            apo_make(&inner, &other, &undo);
            grow(game, variation, &inner, playout_below(&all, 6), depth + 1);
        }
        apo_make(&pos, &mv, &undo);
    }
}

static void set_tags(apo_pgn_game *game, const apo_variant *var)
{
    static const char *const names[] = {"White", "Black", "Event", "Annotator", "WhiteElo"};
    const apo_span id = apo_span_of(apo_variant_info_of(var)->id);
    assert_int_equal(apo_pgn_tag_set(game, apo_span_of("Variant"), id), APO_OK);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (percent(50))
            assert_int_equal(apo_pgn_tag_set(game, apo_span_of(names[i]),
                                             apo_span_of("A \"quoted\" \\ name")),
                             APO_OK);
    apo_pgn_set_result(game, percent(50) ? APO_QUARTERS_UNKNOWN : APO_QUARTERS_WIN);
}

static void check_game(const apo_variant *var)
{
    apo_pgn_game *game, *again;
    apo_position start;
    apo_buffer once, twice;
    apo_error err = {.detail = ""};
    assert_int_equal(apo_position_start(&start, var, 0, 1), APO_OK);
    assert_int_equal(apo_pgn_game_new(&game, &start, NULL), APO_OK);
    set_tags(game, var);
    annotate(game, 0, false);
    grow(game, 0, &start, 1 + playout_below(&all, PLIES_MAX), 0);
    apo_buffer_init(&once, NULL);
    apo_buffer_init(&twice, NULL);
    assert_int_equal(apo_pgn_write(&once, game), APO_OK);
    apo_span rest = apo_buffer_span(&once);
    if (apo_pgn_read(&again, var, &rest, &err) != APO_OK)
        fail_msg("at %zu: %s\n%s", err.position, err.detail, once.bytes);
    if (!pgn_same(game, again))
        fail_msg("not the same:\n%s", once.bytes);
    assert_int_equal(apo_pgn_write(&twice, again), APO_OK);
    assert_string_equal(once.bytes, twice.bytes);
    apo_buffer_clear(&once);
    apo_buffer_clear(&twice);
    apo_pgn_game_free(game);
    apo_pgn_game_free(again);
}

static void test_annotated_games(void **state)
{
    const char *wanted = getenv("APO_GAMES");
    unsigned games = wanted != NULL ? (unsigned)atoi(wanted) : GAMES;
    (void)state;
    playout_open(&all, 66);
    for (unsigned i = 0; i < games; i++)
        check_game(all.games[i % all.game_count]);
    playout_close(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_annotated_games)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
