#include "notation_help.h"

#include "definition/file/definition.h"
#include "notation/locate.h"
#include "notation/move_text.h"
#include "notation/pgn_reader.h"
#include "notation/pgn_writer.h"
#include "notation/result.h"
#include "rules/rules/outcome.h"

/* Reads one game; the caller clears it. */
static apo_status read_game(apo_pgn_reader *reader, apo_pgn_game *game, const apo_variant *var,
                            const apo_alloc *alloc, apo_error *err)
{
    apo_position start;
    apo_pgn_game_init(game, alloc);
    apo_status status = apo_pgn_read_tags(reader, game, err);
    if (status == APO_OK)
        status = apo_pgn_start_position(&start, game, var, err);
    if (status == APO_OK)
        status = apo_pgn_set_start(game, &start);
    return status == APO_OK ? apo_pgn_read_moves(reader, game, err) : status;
}

static void must_read(apo_pgn_game *game, const apo_variant *var, apo_span text)
{
    apo_pgn_reader reader;
    apo_error err = {.detail = ""};
    apo_pgn_reader_start(&reader, text);
    assert_true(apo_pgn_reader_has_game(&reader));
    if (read_game(&reader, game, var, NULL, &err) != APO_OK) {
        print_error("%.*s\n  at %zu: %s\n", (int)text.length, text.text, err.position,
                    err.detail);
        fail();
    }
    assert_false(apo_pgn_reader_has_game(&reader));
}

static void must_write(apo_buffer *out, const apo_pgn_game *game)
{
    apo_buffer_init(out, NULL);
    assert_int_equal(apo_pgn_write(out, game), APO_OK);
}

/* --- one game ------------------------------------------------------------ */

static const char rich[] =
    "% an escape\n"
    "[Event \"A \\\"great\\\" \\\\ game\"]\n"
    "[Site \"?\"]\n"
    "[Date \"2020.01.02\"]\n"
    "[White \"Somebody\"]\n"
    "[Black \"Nobody\"]\n"
    "[Result \"1-0\"]\n"
    "[Annotator \"me\"]\n"
    "\n"
    "{Before all.} 1. e4! {best} e5 ; to the line's end\n"
    "(1... c5 {Sicilian} 2. Nf3 (2. Nc3 $146 Nc6) 2... d6) ({Or} 1...e6?!)\n"
    "2.Nf3 Nc6\n"
    "%hidden\n"
    "3. Bc4 Nf6 4. Ng5 d5 5. exd5 e.p. Na5 6.O-O {done} 1-0\n";

static const char rich_again[] =
    "[Event \"A \\\"great\\\" \\\\ game\"]\n"
    "[Site \"?\"]\n"
    "[Date \"2020.01.02\"]\n"
    "[Round \"?\"]\n"
    "[White \"Somebody\"]\n"
    "[Black \"Nobody\"]\n"
    "[Result \"1-0\"]\n"
    "[Variant \"Standard\"]\n"
    "[Annotator \"me\"]\n"
    "\n"
    "{Before all.} 1. e4 $1 {best} 1... e5 {to the line's end} (1... c5 {Sicilian} 2.\n"
    "Nf3 (2. Nc3 $146 Nc6) 2... d6) ({Or} 1... e6 $6) 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 d5\n"
    "5. exd5 Na5 6. O-O {done} 1-0\n\n";

static void test_rich_game(void **state)
{
    apo_variant *var = help_chess();
    apo_pgn_game game;
    apo_buffer text;
    (void)state;
    must_read(&game, var, apo_span_of(rich));
    assert_int_equal(game.white_quarters, 4);
    assert_true(apo_span_is(apo_pgn_tag_get(&game, "Event"), "A \"great\" \\ game"));
    assert_null(apo_pgn_tag_get(&game, "event").text);
    must_write(&text, &game);
    assert_string_equal(text.bytes, rich_again);
    apo_buffer_clear(&text);
    apo_pgn_game_clear(&game);
    /* A text that was written is written the same way again. */
    must_read(&game, var, apo_span_of(rich_again));
    must_write(&text, &game);
    assert_string_equal(text.bytes, rich_again);
    apo_buffer_clear(&text);
    apo_pgn_game_clear(&game);
    apo_variant_free(var);
}

static void test_position_in_tree(void **state)
{
    apo_variant *var = help_chess();
    apo_pgn_game game;
    apo_position pos;
    (void)state;
    must_read(&game, var, apo_span_of("1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *"));
    assert_int_equal(game.node_count, 6);
    assert_int_equal(apo_pgn_position(&pos, &game, 4), APO_OK);
    assert_string_equal(help_fen(&pos), "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b "
                                        "a1e1h1a8e8h8 - -- - - 1 2");
    assert_int_equal(apo_pgn_position(&pos, &game, 0), APO_OK);
    assert_int_equal(game.nodes[2].next_sibling, 3);
    apo_pgn_game_clear(&game);
    apo_variant_free(var);
}

/* --- start, variant, results --------------------------------------------- */

static void check_start(const char *tags, const char *game_id, const char *fen)
{
    char text[1024];
    apo_variant *var = help_open(game_id);
    apo_pgn_game game;
    snprintf(text, sizeof text, "%s\n*\n", tags);
    must_read(&game, var, apo_span_of(text));
    assert_true(apo_span_is(apo_pgn_variant_id(&game), game_id));
    assert_string_equal(help_fen(&game.start), fen);
    apo_pgn_game_clear(&game);
    apo_variant_free(var);
}

static void test_starts(void **state)
{
    (void)state;
    check_start("[Variant \"modern\"]\n[Setup \"14\"]\n", "modern",
                "ws******sw/r2jcc3r/1gnbqkbnd1/pppppppppp/10/10/10/10/PPPPPPPPPP/1GNBQKBND1/"
                "R3CCJ2R/WS******SW w f2f9 - -- NCRQncrq - 0 1");
    check_start("[Variant \"prequel\"]\n[Setup \"rank3\"]\n", "prequel",
                "ralnbqkbnler/pppppppppppp/cccccccccccc/12/12/12/12/12/12/CCCCCCCCCCCC/"
                "PPPPPPPPPPPP/RALNBQKBNLER w a1g1l1a12g12l12 - -- - - 0 1");
    check_start("[Variant \"prequel:rank3\"]\n", "prequel",
                "ralnbqkbnler/pppppppppppp/cccccccccccc/12/12/12/12/12/12/CCCCCCCCCCCC/"
                "PPPPPPPPPPPP/RALNBQKBNLER w a1g1l1a12g12l12 - -- - - 0 1");
    check_start("[Variant \"classic:brouhaha-joker\"]\n[Setup \"6\"]\n", "classic",
                "**mejme***/r8r/1qbncknba1/pppppppppp/10/10/10/10/PPPPPPPPPP/1QBNCKNBA1/R8R/"
                "***MEJME** w f2f9 - -- NMRQnmrq - 0 1");
    check_start("[Variant \"classic\"]\n[Setup \"brouhaha-joker 6\"]\n", "classic",
                "**mejme***/r8r/1qbncknba1/pppppppppp/10/10/10/10/PPPPPPPPPP/1QBNCKNBA1/R8R/"
                "***MEJME** w f2f9 - -- NMRQnmrq - 0 1");
    check_start(
        "[Variant \"prequel\"]\n[FEN \"k11/12/12/12/12/12/12/12/12/12/12/K11 b - - 7 9\"]\n",
        "prequel", "k11/12/12/12/12/12/12/12/12/12/12/K11 b - - -- - - 7 9");
}

static void test_results(void **state)
{
    static const char *const texts[] = {"0-1", "1/4-3/4", "1/2-1/2", "3/4-1/4", "1-0"};
    apo_variant *var = help_open("modern");
    (void)state;
    for (int quarters = 0; quarters <= 4; quarters++) {
        char text[64];
        int read;
        apo_pgn_game game;
        assert_string_equal(apo_result_text(quarters), texts[quarters]);
        assert_true(apo_result_read(&read, apo_span_of(texts[quarters])));
        assert_int_equal(read, quarters);
        snprintf(text, sizeof text, "[Result \"%s\"]\n\n1. e5 %s", texts[quarters],
                 texts[quarters]);
        must_read(&game, var, apo_span_of(text));
        assert_int_equal(game.white_quarters, quarters);
        apo_pgn_game_clear(&game);
        /* A missing result is that of the tag. */
        snprintf(text, sizeof text, "[Result \"%s\"]\n\n1. e5", texts[quarters]);
        must_read(&game, var, apo_span_of(text));
        assert_int_equal(game.white_quarters, quarters);
        apo_pgn_game_clear(&game);
    }
    assert_string_equal(apo_result_text(APO_QUARTERS_UNKNOWN), "*");
    apo_variant_free(var);
}

/* --- errors -------------------------------------------------------------- */

struct fault {
    const char *marked; /* '~' before the byte that the error points at */
    apo_status status;
    const char *words;
};

static const struct fault faults[] = {
    {"[~]\n\n*", APO_E_SYNTAX, "tag's name"},
    {"[Event~]\n\n*", APO_E_SYNTAX, "double quotes"},
    {"[Event \"x~\n\n*", APO_E_SYNTAX, "closing quote"},
    {"[Event \"x\"\n\n~*", APO_E_SYNTAX, "expected ]"},
    {"[Event \"x\"]\n[~Event \"y\"]\n\n*", APO_E_SYNTAX, "given twice"},
    {"[~Event \"x\ty\"]\n\n*", APO_E_SYNTAX, "control characters"},
    {"1. e4 ~{ no end", APO_E_SYNTAX, "closing }"},
    {"1. e4 ~) *", APO_E_SYNTAX, "no variation is open"},
    {"~( 1. e4 ) *", APO_E_SYNTAX, "needs a move before"},
    {"1. e4 (~) *", APO_E_SYNTAX, "has no move"},
    {"1. e4 (~(1. d4) 1. c4) *", APO_E_SYNTAX, "needs a move before"},
    {"1. e4 (1. d4 ~*", APO_E_SYNTAX, "closing )"},
    {"1. e4 (1. d4 ~", APO_E_SYNTAX, "closing )"},
    {"1. e4 ~$256 *", APO_E_SYNTAX, "0 to 255"},
    {"1. e4 ~$ *", APO_E_SYNTAX, "0 to 255"},
    {"1. e4 e5 2. K~e3 *", APO_E_ILLEGAL,
     "White's move 2, Ke3: the king on e1 cannot go to e3"},
    {"1. e4 e5 (1... ~d4) *", APO_E_ILLEGAL, "Black's move 1 in a variation, d4: "},
    {"1. e4 b~lah *", APO_E_SYNTAX, "Black's move 1, blah: "},
    {"1. e4 ~> *", APO_E_SYNTAX, "Black's move 1"},
    {"[Result \"1-0\"]\n\n1. e4 ~0-1", APO_E_SYNTAX, "Result tag differs"},
    {"[Result \"2-0\"]\n\n1. e4 ~*", APO_E_SYNTAX, "holds no result"},
    {"1. e4 ~3/4-1/4", APO_E_SYNTAX, "no advantage"},
    {"[FEN \"8/8\"]\n\n*", APO_E_SYNTAX, ""},
    {"[Setup \"2\"]\n\n*", APO_E_RANGE, "no start"},
    {"[Setup \"two\"]\n\n*", APO_E_UNKNOWN, "no start named"},
    {"[Setup \"1 2\"]\n\n*", APO_E_SYNTAX, "unexpected"},
};

static void check_fault(const struct fault *fault, const apo_variant *var)
{
    char text[256];
    apo_pgn_reader reader;
    apo_pgn_game game;
    apo_error err = {.detail = ""};
    size_t length = strlen(fault->marked), position = strcspn(fault->marked, "~");
    bool has_mark = position < length;
    snprintf(text, sizeof text, "%.*s%s", (int)position, fault->marked,
             has_mark ? fault->marked + position + 1 : "");
    apo_pgn_reader_start(&reader, apo_span_of(text));
    apo_status status = read_game(&reader, &game, var, NULL, &err);
    if (status != fault->status || (has_mark && err.position != position) ||
        strstr(err.detail, fault->words) == NULL) {
        print_error("%s\n  status %d at %zu, not %zu: %s\n", text, status, err.position,
                    position, err.detail);
        fail();
    }
    apo_pgn_game_clear(&game);
}

static void test_errors(void **state)
{
    apo_variant *var = help_chess();
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        check_fault(&faults[i], var);
    apo_variant_free(var);
}

/* After a failure the next game is read. */
static void test_several_games(void **state)
{
    static const char text[] = "\xEF\xBB\xBF[Event \"1\"]\n\n1. e4 *\n\n"
                               "[Event \"2\"]\n\n1. e5 { [Event \"no\"]\n[no } 1-0\n\n"
                               "[Event 3]\n[Site \"?\"]\n\n1. e4 *\n"
                               "[Event \"4\"]\n[Site \"?\"]\n\n1. d4\n\n"
                               "[Event \"5\"]\n\n{ only words } 0-1\n; end\n"
                               "[Event \"6\"]\n\n1. d4 { open\n\n"
                               "[Event \"7\"]\n\n*\n";
    static const bool is_good[] = {true, false, false, true, true, false, true};
    apo_variant *var = help_chess();
    apo_pgn_reader reader;
    unsigned count = 0;
    (void)state;
    apo_pgn_reader_start(&reader, apo_span_of(text));
    while (apo_pgn_reader_has_game(&reader)) {
        apo_pgn_game game;
        apo_error err = {.detail = ""};
        apo_status status = read_game(&reader, &game, var, NULL, &err);
        assert_true(count < sizeof is_good / sizeof is_good[0]);
        if ((status == APO_OK) != is_good[count])
            print_error("game %u: %s\n", count, err.detail);
        assert_int_equal(status == APO_OK, is_good[count]);
        if (status != APO_OK)
            apo_pgn_skip_game(&reader);
        apo_pgn_game_clear(&game);
        count++;
    }
    assert_int_equal(count, 7);
    apo_variant_free(var);
}

/* Reading any text ends, in time proportional to its length. */
static void test_noise(void **state)
{
    static const char *const words[] = {"[",
                                        "\"",
                                        "]",
                                        "{",
                                        "}",
                                        "(",
                                        ")",
                                        "1.",
                                        "e4",
                                        "e5",
                                        "Nf3",
                                        "$1",
                                        "*",
                                        "%",
                                        "\n",
                                        " ",
                                        ";",
                                        "1-0",
                                        "[Event \"x\"]\n",
                                        "!",
                                        "...",
                                        "d4",
                                        "Nc6",
                                        "\\"};
    apo_variant *var = help_chess();
    apo_random random;
    (void)state;
    apo_random_seed(&random, 10);
    for (unsigned i = 0; i < 3000; i++) {
        char text[512] = "";
        apo_pgn_reader reader;
        unsigned games = 0;
        for (unsigned k = apo_random_below(&random, 60); k > 0; k--) {
            strcat(text, words[apo_random_below(&random, sizeof words / sizeof words[0])]);
            strcat(text, apo_random_below(&random, 2) ? " " : "");
        }
        apo_pgn_reader_start(&reader, apo_span_of(text));
        while (apo_pgn_reader_has_game(&reader)) {
            apo_pgn_game game;
            size_t before = reader.cursor.position;
            apo_error err = {.position = 0};
            if (read_game(&reader, &game, var, NULL, &err) != APO_OK) {
                assert_true(err.position <= strlen(text));
                apo_pgn_skip_game(&reader);
            }
            apo_pgn_game_clear(&game);
            assert_true(reader.cursor.position > before);
            assert_true(++games < 512);
        }
    }
    apo_variant_free(var);
}

static void test_depth(void **state)
{
    char text[4096] = "1. e4 ";
    apo_variant *var = help_chess();
    apo_pgn_reader reader;
    apo_pgn_game game;
    apo_error err = {.detail = ""};
    (void)state;
    for (unsigned i = 0; i < 100; i++)
        strcat(text, "(1. d4 ");
    apo_pgn_reader_start(&reader, apo_span_of(text));
    assert_int_equal(read_game(&reader, &game, var, NULL, &err), APO_E_TOO_LARGE);
    apo_pgn_game_clear(&game);
    apo_variant_free(var);
}

/* --- random trees -------------------------------------------------------- */

/* Adds random moves after random nodes. */
static void grow_tree(apo_pgn_game *game, apo_random *random, unsigned moves)
{
    static apo_moves buf;
    for (unsigned i = 0; i < moves; i++) {
        uint32_t back = apo_random_below(random, 4) == 0 ? apo_random_below(random, 12) : 0;
        uint32_t last = (uint32_t)game->node_count - 1;
        uint32_t parent = back < last ? last - back : 0, node;
        apo_position pos;
        apo_move mv;
        assert_int_equal(apo_pgn_position(&pos, game, parent), APO_OK);
        apo_move_list *legal = apo_moves_start(&buf);
        apo_moves_legal(legal, &pos);
        if (!help_choose(random, legal, &mv))
            continue;
        assert_int_equal(apo_pgn_add_move(game, parent, &mv, &node), APO_OK);
        if (apo_random_below(random, 5) == 0)
            assert_int_equal(apo_pgn_add_comment(game, node, apo_random_below(random, 2) != 0,
                                                 apo_span_of("a } word\nor  two % ;")),
                             APO_OK);
        if (apo_random_below(random, 7) == 0)
            apo_pgn_add_nag(game, node, (uint8_t)apo_random_below(random, 256));
    }
}

static void check_lines(const char *text)
{
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1) {
        size_t length = strcspn(line, "\n");
        if (length > APO_PGN_LINE_MAX && line[0] != '[' && memchr(line, '%', length) == NULL)
            assert_null(memchr(line, ' ', length));
    }
}

/* Comments after one move and before the next become one when they are read; from then on
 * reading and writing change nothing. */
static void check_rewriting(const apo_variant *var, const apo_buffer *text, size_t node_count)
{
    apo_pgn_game game;
    apo_buffer once, twice;
    must_read(&game, var, apo_buffer_span(text));
    assert_int_equal(game.node_count, node_count);
    must_write(&once, &game);
    apo_pgn_game_clear(&game);
    must_read(&game, var, apo_buffer_span(&once));
    assert_int_equal(game.node_count, node_count);
    must_write(&twice, &game);
    assert_string_equal(once.bytes, twice.bytes);
    apo_pgn_game_clear(&game);
    apo_buffer_clear(&once);
    apo_buffer_clear(&twice);
}

static void check_tree(const apo_variant *var, apo_random *random)
{
    apo_pgn_game game;
    apo_position start;
    apo_buffer text;
    help_start(&start, var, 1);
    apo_pgn_game_init(&game, NULL);
    assert_int_equal(apo_pgn_set_start(&game, &start), APO_OK);
    grow_tree(&game, random, 120);
    game.white_quarters = (int)apo_random_below(random, 3) * 2;
    must_write(&text, &game);
    check_lines(text.bytes);
    check_rewriting(var, &text, game.node_count);
    apo_buffer_clear(&text);
    apo_pgn_game_clear(&game);
}

static void test_trees(void **state)
{
    apo_random random;
    (void)state;
    apo_random_seed(&random, 11);
    for (unsigned i = 0; i < HELP_GAMES; i++) {
        apo_variant *var = help_open(help_games[i]);
        for (unsigned k = 0; k < 8; k++)
            check_tree(var, &random);
        apo_variant_free(var);
    }
}

/* --- memory -------------------------------------------------------------- */

struct short_memory {
    unsigned left;   /* allocations before one fails */
    unsigned blocks; /* in use */
};

static void *resize(void *context, void *block, size_t size)
{
    struct short_memory *memory = context;
    if (size == 0) {
        memory->blocks -= block != NULL;
        free(block);
        return NULL;
    }
    if (memory->left == 0)
        return NULL;
    memory->left--;
    memory->blocks += block == NULL;
    return realloc(block, size);
}

static void test_short_memory(void **state)
{
    apo_variant *var = help_chess();
    apo_status status = APO_E_MEMORY;
    unsigned count = 0;
    (void)state;
    for (; status != APO_OK; count++) {
        struct short_memory memory = {.left = count};
        const apo_alloc alloc = {&memory, resize};
        apo_pgn_reader reader;
        apo_pgn_game game;
        apo_buffer text;
        apo_error err = {.detail = ""};
        apo_pgn_reader_start(&reader, apo_span_of(rich));
        apo_buffer_init(&text, &alloc);
        status = read_game(&reader, &game, var, &alloc, &err);
        if (status == APO_OK)
            status = apo_pgn_write(&text, &game);
        assert_true(status == APO_OK || status == APO_E_MEMORY);
        apo_buffer_clear(&text);
        apo_pgn_game_clear(&game);
        assert_int_equal(memory.blocks, 0);
    }
    assert_true(count > 20);
    apo_variant_free(var);
}

/* --- names of other programs --------------------------------------------- */

static const struct {
    const char *name, *fen, *id;
} names[] = {
    {"Standard", "", "chess"},
    {"chess", "", "chess"},
    {"Normal", "", "chess"},
    {"From Position", "8/8/8/8/8/8/8/K1k5 w - - 0 1", "chess"},
    {"Chess960", "8/8/8/8/8/8/8/K1k5 w - - 0 1", "chess960"},
    {"fischerandom", "8/8/8/8/8/8/8/K1k5 w - - 0 1", "chess960"},
    /* Without a FEN nobody knows where such a game begins. */
    {"Chess960", "", "Chess960"},
    {"Capablanca", "", "capablanca"},
    {"Grand", "", "grand"},
    {"grand chess", "", "grand"},
    {"Shako", "", "shako"},
    {"Janus", "", "janus"},
    {"Seirawan", "", "seirawan"},
    {"S-Chess", "", "seirawan"},
    {"Xiangqi", "", "xiangqi"},
    {"classic:brouhaha-joker", "", "classic"},
    {"Crazyhouse", "", "crazyhouse"},
    {"Bughouse", "", "Bughouse"},
    {"- -", "", "- -"},
};

static void test_variant_names(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        apo_pgn_game game;
        apo_pgn_game_init(&game, NULL);
        assert_int_equal(
            apo_pgn_tag_set(&game, apo_span_of("Variant"), apo_span_of(names[i].name)), APO_OK);
        if (names[i].fen[0] != '\0')
            assert_int_equal(
                apo_pgn_tag_set(&game, apo_span_of("FEN"), apo_span_of(names[i].fen)), APO_OK);
        if (!apo_span_is(apo_pgn_variant_id(&game), names[i].id))
            fail_msg("\"%s\" is not %s", names[i].name, names[i].id);
        apo_pgn_game_clear(&game);
    }
    assert_true(apo_span_is(apo_pgn_default_id(), "chess"));
}

/* Every game is found again by the name under which it is written. */
static void test_names_lead_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < apo_definition_builtin_count(); i++) {
        const char *id = apo_definition_builtin_id(i);
        apo_span written = apo_definition_name_elsewhere(apo_span_of(id));
        bool has_fen = apo_definition_needs_fen(apo_span_of(id));
        assert_string_equal(apo_definition_find_id(written, has_fen), id);
        apo_variant *var = help_open(id);
        assert_string_equal(
            apo_definition_find_id(apo_span_of(apo_variant_info_of(var)->name), has_fen), id);
        apo_variant_free(var);
    }
}

/* The start is named where there are several, and never said twice. */
static void test_start_tags(void **state)
{
    static const struct {
        const char *given, *written;
    } rows[] = {
        {"[Variant \"Standard\"]\n\n1. e4 *\n", "[Variant \"Standard\"]\n\n1. e4 *\n\n"},
        {"[Variant \"chess\"]\n[Setup \"1\"]\n\n1. e4 *\n",
         "[Variant \"chess\"]\n\n1. e4 *\n\n"},
        {"[Variant \"From Position\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/P7/K1k5 w - -\"]\n\n1. a4 "
         "*\n",
         "[Variant \"From Position\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/P7/K1k5 w - -\"]\n\n1. a4 "
         "*\n\n"},
    };

    apo_variant *var = help_chess();
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        apo_pgn_game game;
        apo_buffer text;
        must_read(&game, var, apo_span_of(rows[i].given));
        must_write(&text, &game);
        assert_non_null(strstr(text.bytes, rows[i].written));
        apo_buffer_clear(&text);
        apo_pgn_game_clear(&game);
    }
    apo_variant_free(var);
}

/* Other programs know the start of such a game by its FEN alone; ours also by its number. */
static void test_chess960(void **state)
{
    static const char given[] = "[Variant \"Chess960\"]\n[Setup \"692\"]\n\n1. d4 *\n";
    apo_pgn_game game;
    apo_position start;
    apo_buffer text;
    apo_error err;
    apo_variant *var = help_open("chess960");
    (void)state;
    must_read(&game, var, apo_span_of(given));
    assert_true(apo_span_is(apo_pgn_variant_id(&game), "chess960"));
    must_write(&text, &game);
    assert_non_null(strstr(text.bytes,
                           "[Variant \"Chess960\"]\n[Setup \"692\"]\n[SetUp \"1\"]\n"
                           "[FEN \"rbbqknnr/pppppppp/8/8/8/8/PPPPPPPP/RBBQKNNR w KQkq - 0 1\"]"
                           "\n\n1. d4 *"));
    apo_buffer_clear(&text);
    apo_pgn_game_clear(&game);
    apo_pgn_game_init(&game, NULL);
    assert_int_equal(apo_pgn_start_position(&start, &game, var, &err), APO_E_SYNTAX);
    assert_non_null(strstr(err.detail, "needs the FEN"));
    apo_pgn_game_clear(&game);
    apo_variant_free(var);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rich_game),       cmocka_unit_test(test_variant_names),
        cmocka_unit_test(test_names_lead_back), cmocka_unit_test(test_start_tags),
        cmocka_unit_test(test_chess960),        cmocka_unit_test(test_position_in_tree),
        cmocka_unit_test(test_starts),          cmocka_unit_test(test_results),
        cmocka_unit_test(test_errors),          cmocka_unit_test(test_several_games),
        cmocka_unit_test(test_noise),           cmocka_unit_test(test_depth),
        cmocka_unit_test(test_trees),           cmocka_unit_test(test_short_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
