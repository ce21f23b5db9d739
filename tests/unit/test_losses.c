/* What an export of a built-in game reports: the section, its line, and what is missing. */
#include "test.h"

#include <string.h>

#include "definition/draft/draft.h"
#include "definition/exchange/foreign.h"
#include "definition/file/definition.h"

static apo_draft draft;
static apo_fault_list report;

typedef struct loss {
    const char *game;
    enum apo_foreign_form form;
    const char *section, *detail;
} loss;

static const loss losses[] = {
    /* Sections that no other format has, with their keys. */
    {"ultima", APO_FOREIGN_FAIRY, "effects",
     "withdraw, leap, imitate, immobilise, coordinate, partner, pincer, resign: only explosions "
     "and rows of stones work from afar there"},
    {"benedict", APO_FOREIGN_DIAGRAM, "effects", "convert, immune: it cannot be written there"},
    {"marseillais", APO_FOREIGN_ZRF, "double-moves", "it cannot be written there"},
    {"modern", APO_FOREIGN_SJAAK, "king-jump", "from, to: it cannot be written there"},
    {"seirawan", APO_FOREIGN_ZRF, "launch",
     "piece, launchers, may-block: it cannot be written there"},
    {"chu-shogi", APO_FOREIGN_FAIRY, "lion-trade",
     "pieces, lesser: what has just been taken forbids no capture there"},
    /* Of sections that some formats have, the keys that none has. */
    {"gale", APO_FOREIGN_FAIRY, "connection",
     "white-from, white-to, black-from, black-to: a chain grows only upwards and to the right "
     "there"},
    {"tenjiku", APO_FOREIGN_FAIRY, "extinction",
     "together: the last piece of several kinds together cannot be asked for there"},
    {"modern", APO_FOREIGN_FAIRY, "points",
     "lead, joker-low, joker-high, strong, weak: points are counted there as in janggi only: "
     "White wins with a lead of two, and else Black does"},
    {"janggi", APO_FOREIGN_DIAGRAM, "lines", "pieces, line: it cannot be written there"},
    {"janggi", APO_FOREIGN_DIAGRAM, "bikjang", "result: it cannot be written there"},
    {"janggi", APO_FOREIGN_DIAGRAM, "points", "white-lead: it cannot be written there"},
    {"janggi", APO_FOREIGN_ZRF, "outcome",
     "repetition: points decide neither a repetition nor the move limit there"},
    {"manchu", APO_FOREIGN_FAIRY, "chase",
     "pieces, worth, allowed: only the pieces of Chinese chess chase and are chased there, and "
     "as in its rules; not so the banner"},
    /* Sections that the format lacks. */
    {"othello", APO_FOREIGN_SJAAK, "pass", "result: it cannot be written there"},
    {"no-check-atomic", APO_FOREIGN_DIAGRAM, "explosions",
     "survivors: it cannot be written there"},
    {"modern", APO_FOREIGN_XBOARD, "joker", "piece: there is no imitator there"},
    {"xiangqi", APO_FOREIGN_ZRF, "river", "pieces, rank: there is no river there"},
    /* Results. */
    {"shogi", APO_FOREIGN_XBOARD, "outcome", "stalemate: loss is a draw there"},
    {"shatranj", APO_FOREIGN_XBOARD, "outcome", "bare-king: a bare king plays on there"},
    {"antichess", APO_FOREIGN_SJAAK, "outcome", "stalemate: win cannot be said there"},
    {"ataxx", APO_FOREIGN_ZRF, "outcome", "repetition: more-wins cannot be said there"},
    {"modern", APO_FOREIGN_FAIRY, "outcome",
     "repetition: points decide a repetition and the move limit there only if they are counted "
     "as in janggi"},
    {"xiangqi", APO_FOREIGN_DIAGRAM, "outcome",
     "repetition-count, move-limit: neither repetition nor a limit on moves ends a game there"},
    /* Castling and multiple steps. */
    {"active", APO_FOREIGN_ZRF, "castling",
     "way: d1 a1 c1 d1: there both pieces stand so at the start, both move, and neither goes "
     "where the other was"},
    {"active", APO_FOREIGN_XBOARD, "castling",
     "way: left and right are Black's own there, so both sides do not castle as mirror images"},
    {"horde", APO_FOREIGN_DIAGRAM, "castling",
     "way: some ways to castle cannot be expressed: in a diagram the partner is near the end of "
     "the rank, and ends next to the king"},
    {"orda", APO_FOREIGN_DIAGRAM, "castling", "white-way: both sides castle alike there"},
    {"orda", APO_FOREIGN_DIAGRAM, "multi-step",
     "pieces: the pawn makes multiple steps forward only there, from the one rank on which it "
     "starts"},
    /* Drops. */
    {"quadwrangle", APO_FOREIGN_SJAAK, "hands", "endless: hands become empty there"},
    {"shogi", APO_FOREIGN_XBOARD, "hands", "one-a-file, stuck, no-mate: drops are left out"},
    /* The board, the pieces, their start and the other starts. */
    {"omega", APO_FOREIGN_FAIRY, "board",
     "files, ranks: Fairy-Stockfish plays on at most 12 files and 10 ranks"},
    {"alert", APO_FOREIGN_ZRF, "board",
     "brouhaha: squares that vanish when a piece leaves them are ordinary squares there"},
    {"falcon", APO_FOREIGN_FAIRY, "pieces",
     "F: it cannot move there: Fairy-Stockfish has no moves of several legs"},
    {"tenjiku", APO_FOREIGN_SJAAK, "pieces",
     "L!: the lion has a letter of its own only with an accent"},
    {"chu-shogi", APO_FOREIGN_FAIRY, "pieces",
     "+O: it cannot move there: Fairy-Stockfish has no moves of several legs"},
    {"othello", APO_FOREIGN_DIAGRAM, "setup", "black-first: White makes the first move there"},
    {"chess960", APO_FOREIGN_SJAAK, "starts",
     "group: only the first of the numbered starts is there"},
    {"prequel", APO_FOREIGN_FAIRY, "start",
     "board: named starts with other pieces, castling or first moves have other rules there: "
     "not \"rank3\""},
    /* Warnings. */
    {"apothecary2", APO_FOREIGN_ZRF, "handicap",
     "move, pawn, pawn-rank, bishop, rook: there are no handicaps there"},
    {"shogi", APO_FOREIGN_FAIRY, "hands",
     "no-mate: a drop that mates is legal there, and loses"},
    {"chess", APO_FOREIGN_FAIRY, "game",
     "name: the name of a built-in game of Fairy-Stockfish: the section is called "
     "chess-apothecary"},
};

static apo_span text_of(const char *game)
{
    for (size_t i = 0; i < apo_definition_builtin_count(); i++)
        if (strcmp(apo_definition_builtin_id(i), game) == 0)
            return apo_definition_builtin_text(i);
    fail_msg("no game %s", game);
    return apo_span_of("");
}

/* The text from a line on, counted from 1. */
static const char *line_at(const char *text, unsigned line)
{
    for (unsigned i = 1; i < line; i++)
        text = strchr(text, '\n') + 1;
    return text;
}

/* True if the line begins with the first key of a report, is the heading of its section, or,
 * for what is inherited, names the base. */
static bool is_line_of(const char *line, const apo_fault *fault)
{
    char heading[APO_FAULT_KEY_MAX + 2];
    size_t length = strcspn(fault->detail, ",: ");
    (void)snprintf(heading, sizeof heading, "[%s", fault->key);
    return strncmp(line, fault->detail, length) == 0 ||
           strncmp(line, heading, strlen(heading)) == 0 || strncmp(line, "base = ", 7) == 0;
}

static void expect_loss(const loss *expected, const char *text)
{
    for (size_t i = 0; i < report.count; i++) {
        const apo_fault *fault = &report.faults[i];
        if (strcmp(fault->key, expected->section) != 0 ||
            strcmp(fault->detail, expected->detail) != 0)
            continue;
        if (fault->line == 0 || !is_line_of(line_at(text, fault->line), fault))
            fail_msg("%s: line %u is not that of %s: %s", expected->game, fault->line,
                     expected->section, expected->detail);
        return;
    }
    for (size_t i = 0; i < report.count; i++)
        print_error("%s: %s\n", report.faults[i].key, report.faults[i].detail);
    fail_msg("%s: no \"%s: %s\"", expected->game, expected->section, expected->detail);
}

static void read_game(const char *game)
{
    apo_fault_list_init(&report);
    assert_int_equal(
        apo_draft_of_definition(&draft, apo_span_of(game), text_of(game), NULL, NULL, &report),
        APO_OK);
}

/* Writes the draft, and adds what is lost to the report. */
static void write_game(enum apo_foreign_form form)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_foreign_write(&out, form, &draft, &report);
    apo_buffer_clear(&out);
}

static void test_losses(void **state)
{
    static char text[1 << 16];
    (void)state;
    for (size_t i = 0; i < sizeof losses / sizeof *losses; i++) {
        apo_span span = text_of(losses[i].game);
        assert_true(span.length < sizeof text);
        memcpy(text, span.text, span.length);
        text[span.length] = '\0';
        read_game(losses[i].game);
        write_game(losses[i].form);
        expect_loss(&losses[i], text);
    }
}

/* True if the definition of a game, or of a base of it, has the section. */
static bool has_section(const char *section)
{
    for (unsigned i = 0; i < draft.key_count; i++)
        if (strcmp(draft.keys[i].section, section) == 0)
            return true;
    return false;
}

/* Whatever any format lacks of any game, the report says where the game has it. */
static void test_lines(void **state)
{
    static apo_draft read;
    (void)state;
    for (size_t game = 0; game < apo_definition_builtin_count(); game++) {
        read_game(apo_definition_builtin_id(game));
        read = draft;
        for (int form = 0; form < APO_FOREIGN_FORMS; form++) {
            draft = read;
            write_game((enum apo_foreign_form)form);
            for (size_t i = 0; i < report.count; i++)
                if (report.faults[i].line == 0 && has_section(report.faults[i].key))
                    fail_msg("%s: no line: %s: %s", apo_definition_builtin_id(game),
                             report.faults[i].key, report.faults[i].detail);
            apo_fault_list_init(&report);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_losses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
