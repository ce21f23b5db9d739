#include "test.h"

#include "definition/file/definition.h"
#include "notation/fen.h"
#include "server/web/game_summary.h"

static apo_variant *var;

static void apply(apo_round *round, enum apo_event_kind kind, unsigned by, const char *data)
{
    const apo_event event = {round->seq + 1, 5000, kind, by, {NULL, 0}, apo_span_of(data)};
    assert_int_equal(apo_round_apply(round, &event), APO_OK);
}

static apo_round *open_round(const char *more)
{
    char fen[APO_FEN_MAX];
    apo_position pos;
    apo_buffer data;
    apo_text text = apo_text_start(fen, sizeof fen);
    apo_round *round = apo_round_new(apo_span_of("game1"), var);
    assert_int_equal(apo_position_start(&pos, var, 0, 17), APO_OK);
    apo_fen_write(&text, &pos);
    apo_buffer_init(&data, NULL);
    apo_buffer_add(&data, "variant alert\nnumber 17\nwhite live 60000 1000\nblack days 3\n");
    apo_buffer_add(&data, more);
    apo_buffer_add(&data, "fen ");
    apo_buffer_add(&data, fen);
    apo_buffer_add_char(&data, '\0');
    apply(round, APO_EVENT_CREATE, APO_NOBODY, data.bytes);
    apo_buffer_clear(&data);
    return round;
}

/* A list shows the same of a game whether it reads the game or its row. */
static void check_row(const apo_round *round)
{
    apo_store_game row = {.id = "game1", .created_ms = 1000};
    apo_game_summary of_round, of_row;
    apo_game_summary_of_round(&of_round, round);
    apo_game_summary_to_row(&row, round);
    assert_int_equal(apo_game_summary_read(&of_row, &row), APO_OK);
    assert_string_equal(of_row.id, "game1");
    assert_int_equal(of_row.state, of_round.state);
    assert_int_equal(of_row.ply_count, of_round.ply_count);
    assert_int_equal(of_row.turn, of_round.turn);
    assert_int_equal(of_row.white_quarters, of_round.white_quarters);
    assert_int_equal(of_row.start.number, 17);
    assert_string_equal(of_row.start.variant, "alert");
    assert_string_equal(of_row.start.fen, "");
    assert_string_equal(of_row.fen, of_round.fen);
    assert_string_equal(of_row.last_move, of_round.last_move);
    for (unsigned side = 0; side < APO_SIDES; side++) {
        assert_int_equal(of_row.seats[side].kind, of_round.seats[side].kind);
        assert_string_equal(of_row.seats[side].person, of_round.seats[side].person);
        assert_int_equal(of_row.seats[side].level, of_round.seats[side].level);
        assert_memory_equal(&of_row.start.controls[side], &of_round.start.controls[side],
                            sizeof of_row.start.controls[side]);
    }
    assert_int_equal(row.has_job, apo_round_wants_computer(round));
    assert_int_equal(row.changed_ms, round->seq > 0 ? 5000 : 1000);
}

static void test_round_trip(void **state)
{
    (void)state;
    apo_round *round = open_round("");
    check_row(round);
    apply(round, APO_EVENT_JOIN, APO_WHITE, "person anna Anna A.");
    check_row(round);
    apply(round, APO_EVENT_JOIN, APO_BLACK, "computer 3");
    check_row(round);
    apply(round, APO_EVENT_MOVE, APO_WHITE, "a4a5");
    assert_true(apo_round_wants_computer(round));
    check_row(round);
    apply(round, APO_EVENT_END, APO_WHITE, "0 resignation");
    check_row(round);
    apo_round_free(round);
}

/* A list shows the current position while the game can still change. */
static void test_position(void **state)
{
    (void)state;
    apo_game_summary summary;
    apo_round *round = open_round("");
    apo_game_summary_of_round(&summary, round);
    assert_string_equal(summary.fen, round->start.fen);
    assert_string_equal(summary.last_move, "");
    apply(round, APO_EVENT_JOIN, APO_WHITE, "person anna Anna A.");
    apply(round, APO_EVENT_JOIN, APO_BLACK, "computer 3");
    apply(round, APO_EVENT_MOVE, APO_WHITE, "a4a5");
    apo_game_summary_of_round(&summary, round);
    assert_non_null(strstr(summary.fen, " b "));
    assert_string_equal(summary.last_move, "a4a5");
    apply(round, APO_EVENT_END, APO_WHITE, "0 resignation");
    apo_game_summary_of_round(&summary, round);
    assert_string_equal(summary.fen, "");
    assert_string_equal(summary.last_move, "");
    apo_round_free(round);
}

static void test_odds_and_rated(void **state)
{
    (void)state;
    apo_round *round = open_round("handicap move:white\nrated 1\n");
    apo_store_game row = {.id = "game1"};
    apo_game_summary summary;
    apo_game_summary_to_row(&row, round);
    assert_int_equal(apo_game_summary_read(&summary, &row), APO_OK);
    assert_string_equal(summary.start.handicap, "move:white");
    assert_true(summary.start.is_rated);
    apo_round_free(round);
}

/* What a later or an earlier version might have left: refused, or within bounds. */
static void test_strange_rows(void **state)
{
    (void)state;
    static const char *const refused[] = {"", "ply 3\n", "nonsense\n", "variant x\ncolour 3\n"};
    apo_game_summary summary;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        apo_store_game row = {.id = "game1"};
        apo_text text = apo_text_start(row.summary, sizeof row.summary);
        apo_text_add(&text, refused[i]);
        assert_int_not_equal(apo_game_summary_read(&summary, &row), APO_OK);
    }
    apo_store_game row = {.id = "game1", .summary = "turn 77\nquarters 99\nvariant x\n"};
    assert_int_equal(apo_game_summary_read(&summary, &row), APO_OK);
    assert_int_equal(summary.turn, APO_NOBODY);
    assert_in_range(summary.white_quarters + 1, 0, 5);
    assert_string_equal(summary.fen, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_position),
        cmocka_unit_test(test_odds_and_rated),
        cmocka_unit_test(test_strange_rows),
    };
    if (apo_definition_open(&var, apo_span_of("alert"), NULL, NULL) != APO_OK)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    apo_variant_free(var);
    return failed;
}
