/* The positions of tests/data/positions.tsv: each row has a game, a FEN, a move in
 * coordinates, the FEN after it, and the move in SAN and in Game Courier notation. */
#include "notation_help.h"

#include "notation/move_text.h"

enum {
    COLUMNS = 6,
    GAME = 0,
    FEN,
    MOVE,
    AFTER,
    SAN,
    COURIER
};

static const char data_path[] = "tests/data/positions.tsv";

struct row {
    unsigned line;
    char bytes[HELP_LINE_MAX];
    const char *columns[COLUMNS];
};

static unsigned failures;

static void report_error(const struct row *row, const char *what, const char *wanted,
                         const char *got)
{
    print_error("%s:%u: %s %s\n  %s\n  wanted %s\n  got    %s\n", data_path, row->line,
                row->columns[GAME], what, row->columns[FEN], wanted, got);
    failures++;
}

static void compare(const struct row *row, const char *what, const char *wanted,
                    const char *got)
{
    if (strcmp(wanted, got) != 0)
        report_error(row, what, wanted, got);
}

static bool split(struct row *row)
{
    char *at = row->bytes;
    row->bytes[strcspn(row->bytes, "\r\n")] = '\0';
    for (unsigned i = 0; i < COLUMNS; i++) {
        row->columns[i] = at;
        at += strcspn(at, "\t");
        if (*at == '\t')
            *at++ = '\0';
        else if (i + 1 < COLUMNS)
            return false;
    }
    return true;
}

/* A series may be written in any order; the texts hold the one that is printed. */
static bool is_other_order(const char *wanted, const char *got)
{
    return strchr(wanted, 'x') != NULL && strlen(wanted) == strlen(got) && wanted[0] == got[0];
}

static void check_written(const struct row *row, const apo_position *pos, const apo_move *mv)
{
    static const unsigned columns[APO_NOTATIONS] = {MOVE, SAN, COURIER};
    static const char *const names[APO_NOTATIONS] = {"coordinates", "SAN", "Courier"};
    for (unsigned i = 0; i < APO_NOTATIONS; i++) {
        char bytes[APO_MOVE_TEXT_MAX];
        apo_text text = apo_text_start(bytes, sizeof bytes);
        apo_move_write(&text, pos, mv, (enum apo_notation)i);
        const char *wanted = row->columns[columns[i]];
        if (i == APO_NOTATION_COORDINATE && is_other_order(wanted, bytes))
            continue;
        compare(row, names[i], wanted, bytes);
    }
}

static void check_read(const struct row *row, const apo_position *pos, const apo_move *mv,
                       unsigned column)
{
    apo_move found;
    apo_error err = {.position = 0, .detail = ""};
    apo_status status = apo_move_read_any(&found, pos, apo_span_of(row->columns[column]), &err);
    if (status != APO_OK)
        report_error(row, "not read", row->columns[column], err.detail);
    else if (!apo_move_same(&found, mv))
        report_error(row, "another move", row->columns[column], "");
}

static void check_row(const struct row *row, const apo_variant *var)
{
    apo_position pos;
    apo_move mv;
    apo_error err = {.position = 0, .detail = ""};
    help_read(&pos, var, row->columns[FEN]);
    compare(row, "FEN", row->columns[FEN], help_fen(&pos));
    if (apo_coordinate_read(&mv, &pos, apo_span_of(row->columns[MOVE]), &err) != APO_OK) {
        report_error(row, "not read", row->columns[MOVE], err.detail);
        return;
    }
    check_written(row, &pos, &mv);
    check_read(row, &pos, &mv, SAN);
    check_read(row, &pos, &mv, COURIER);
    assert_int_equal(apo_play(&pos, &mv), APO_OK);
    compare(row, "FEN behind the move", row->columns[AFTER], help_fen(&pos));
}

static void test_every_row(void **state)
{
    static struct row row;
    apo_variant *games[HELP_GAMES];
    unsigned count = 0;
    FILE *file = fopen(data_path, "r");
    (void)state;
    assert_non_null(file);
    for (unsigned i = 0; i < HELP_GAMES; i++)
        games[i] = help_open(help_games[i]);
    while (fgets(row.bytes, sizeof row.bytes, file) != NULL) {
        row.line++;
        assert_true(split(&row));
        for (unsigned i = 0; i < HELP_GAMES; i++)
            if (strcmp(row.columns[GAME], help_games[i]) == 0) {
                check_row(&row, games[i]);
                count++;
            }
    }
    fclose(file);
    for (unsigned i = 0; i < HELP_GAMES; i++)
        apo_variant_free(games[i]);
    print_message("%u rows\n", count);
    assert_int_equal(count, row.line - 1); /* all but the heading */
    assert_int_equal(failures, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_row)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
