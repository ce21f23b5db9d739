/* Law: any list of events makes a round or is refused; the same events make the same round; and
 * the round's summary can be read again. A line is an event: "BY KIND DATA", where "|" in the
 * data is a line end. */
#include "laws.h"

#include "server/web/game_summary.h"

enum {
    EVENTS_MAX = 64,
    DATA_MAX = 2048
};

/* Plays the events up to the first that is refused. Returns the number of those accepted. */
static size_t play(apo_round *round, apo_span text, size_t most)
{
    char data[DATA_MAX];
    apo_span line;
    size_t count = 0;
    while (count < most && apo_span_line(&text, &line)) {
        uint32_t by = APO_NOBODY;
        (void)apo_span_number(apo_span_word(&line), APO_NOBODY, &by);
        apo_event event = {.seq = round->seq + 1, .at_ms = (int64_t)count * 1000, .by = by};
        event.kind = apo_event_find(apo_span_word(&line));
        apo_span rest = apo_span_trim(line);
        if (rest.length >= sizeof data)
            return count;
        for (size_t i = 0; i < rest.length; i++)
            data[i] = rest.text[i] == '|' ? '\n' : rest.text[i];
        event.data = (apo_span){data, rest.length};
        if (apo_round_apply(round, &event) != APO_OK)
            return count;
        count++;
    }
    return count;
}

static void check_summary(const apo_round *round)
{
    apo_store_game row = {.id = "game1"};
    apo_game_summary of_round, of_row;
    apo_game_summary_of_round(&of_round, round);
    apo_game_summary_to_row(&row, round);
    apo_status status = apo_game_summary_read(&of_row, &row);
    assert(status == APO_OK);
    assert(of_row.ply_count == of_round.ply_count && of_row.turn == of_round.turn);
    assert(of_row.state == of_round.state && of_row.white_quarters == of_round.white_quarters);
    assert(of_row.seats[0].kind == of_round.seats[0].kind);
    assert(of_row.seats[1].kind == of_round.seats[1].kind);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const apo_variant *var = game_of_byte(next_byte(&data, &size));
    apo_span text = span_of_bytes(data, size);
    apo_round *round = apo_round_new(apo_span_of("game1"), var);
    apo_round *again = apo_round_new(apo_span_of("game1"), var);
    assert(round != NULL && again != NULL);
    size_t count = play(round, text, EVENTS_MAX);
    apo_round_free(round); /* a refused event may leave any state */
    round = apo_round_new(apo_span_of("game1"), var);
    assert(round != NULL);
    size_t first = play(round, text, count), second = play(again, text, count);
    assert(first == count && second == count && round->seq == again->seq);
    assert(round->state == again->state && round->ply_count == again->ply_count);
    assert(apo_round_due(round) == apo_round_due(again));
    if (round->game != NULL)
        check_summary(round);
    apo_round_free(round);
    apo_round_free(again);
    return 0;
}
