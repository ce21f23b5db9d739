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
     "only explosions and rows of stones work from afar there: withdraw, pincer, coordinate, "
     "leap, immobilise, imitate, partner, resign"},
    {"benedict", APO_FOREIGN_DIAGRAM, "effects", "it cannot be written there: convert, immune"},
    {"marseillais", APO_FOREIGN_ZRF, "double-moves", "it cannot be written there"},
    {"modern", APO_FOREIGN_SJAAK, "king-jump", "it cannot be written there: from, to"},
    {"seirawan", APO_FOREIGN_ZRF, "launch",
     "it cannot be written there: piece, launchers, may-block"},
    {"chu-shogi", APO_FOREIGN_FAIRY, "lion-trade",
     "what has just been taken forbids no capture there: pieces, lesser"},
    /* Of sections that some formats have, the keys that none has. */
    {"gale", APO_FOREIGN_FAIRY, "connection",
     "a chain grows only upwards and to the right there: white-from, white-to, black-from, "
     "black-to"},
    {"tenjiku", APO_FOREIGN_FAIRY, "extinction",
     "the last piece of several kinds together cannot be asked for there: together"},
    {"modern", APO_FOREIGN_FAIRY, "points",
     "points are counted there as in janggi only: White wins with a lead of two, and else Black "
     "does: lead, joker-low, joker-high, strong, weak"},
    {"janggi", APO_FOREIGN_DIAGRAM, "lines", "it cannot be written there: pieces, line"},
    {"janggi", APO_FOREIGN_DIAGRAM, "bikjang", "it cannot be written there: result"},
    {"janggi", APO_FOREIGN_DIAGRAM, "points", "it cannot be written there: white-lead"},
    {"janggi", APO_FOREIGN_ZRF, "outcome",
     "repetition: points decide neither a repetition nor the move limit there"},
    {"manchu", APO_FOREIGN_FAIRY, "chase",
     "pieces, worth, allowed: only the pieces of Chinese chess chase and are chased there, and "
     "as in its rules; not so the banner"},
    /* Sections that the format lacks. */
    {"othello", APO_FOREIGN_SJAAK, "pass", "it cannot be written there: result"},
    {"no-check-atomic", APO_FOREIGN_DIAGRAM, "explosions",
     "it cannot be written there: survivors"},
    /* Results. */
    {"shogi", APO_FOREIGN_XBOARD, "outcome", "stalemate = loss: it is a draw there"},
    {"shatranj", APO_FOREIGN_XBOARD, "outcome", "bare-king: a bare king plays on there"},
    {"antichess", APO_FOREIGN_SJAAK, "outcome", "stalemate = win cannot be said there"},
    {"ataxx", APO_FOREIGN_ZRF, "outcome", "repetition = more-wins cannot be said there"},
    {"modern", APO_FOREIGN_FAIRY, "outcome",
     "repetition: points decide a repetition and the move limit there only if they are counted "
     "as in janggi"},
    /* Castling and multiple steps. */
    {"active", APO_FOREIGN_ZRF, "castling",
     "way = d1 a1 c1 d1: there both pieces stand so at the start, both move, and neither goes "
     "where the other was"},
    {"orda", APO_FOREIGN_DIAGRAM, "castling",
     "white-way, black-way: both sides castle alike there"},
    {"orda", APO_FOREIGN_DIAGRAM, "multi-step",
     "the pawn makes multiple steps forward only there, from the one rank on which it starts"},
    /* Drops. */
    {"quadwrangle", APO_FOREIGN_SJAAK, "hands", "endless: hands become empty there"},
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

static void expect_loss(const loss *expected, const char *text)
{
    char heading[APO_FAULT_KEY_MAX + 3];
    (void)snprintf(heading, sizeof heading, "[%s]\n", expected->section);
    for (size_t i = 0; i < report.count; i++) {
        const apo_fault *fault = &report.faults[i];
        if (strcmp(fault->key, expected->section) != 0 ||
            strcmp(fault->detail, expected->detail) != 0)
            continue;
        const char *line = line_at(text, fault->line);
        /* What is inherited stands at the line of its base. */
        if (strncmp(line, heading, strlen(heading)) != 0 && strncmp(line, "base = ", 7) != 0)
            fail_msg("%s: line %u is not %s", expected->game, fault->line, heading);
        return;
    }
    for (size_t i = 0; i < report.count; i++)
        print_error("%s: %s\n", report.faults[i].key, report.faults[i].detail);
    fail_msg("%s: no \"%s: %s\"", expected->game, expected->section, expected->detail);
}

static void test_losses(void **state)
{
    static char text[1 << 16];
    (void)state;
    for (size_t i = 0; i < sizeof losses / sizeof *losses; i++) {
        apo_span span = text_of(losses[i].game);
        apo_buffer out;
        assert_true(span.length < sizeof text);
        memcpy(text, span.text, span.length);
        text[span.length] = '\0';
        apo_fault_list_init(&report);
        assert_int_equal(apo_draft_of_definition(&draft, apo_span_of(losses[i].game), span,
                                                 NULL, NULL, &report),
                         APO_OK);
        apo_buffer_init(&out, NULL);
        apo_foreign_write(&out, losses[i].form, &draft, &report);
        apo_buffer_clear(&out);
        expect_loss(&losses[i], text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_losses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
