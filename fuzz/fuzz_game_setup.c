/* Law: any JSON for a game setup is refused with a sentence, or begins a game: its start is
 * written and read again as the same, and the game's summary can be read again. */
#include "the_variants.h"

#include "net/json_in.h"
#include "server/seek/game_setup.h"
#include "server/web/game_summary.h"

static void check_begin(const apo_game_setup *setup, apo_span start)
{
    apo_store_game row = {.id = "game1"};
    apo_game_summary summary;
    apo_round *round = apo_round_new(apo_span_of("game1"), setup->entry->var);
    assert(round != NULL);
    const apo_event create = {.seq = 1,
                              .kind = APO_EVENT_CREATE,
                              .by = (unsigned)setup->color,
                              .key = apo_span_of(""),
                              .data = start};
    apo_status status = apo_round_apply(round, &create);
    assert(status == APO_OK && round->game != NULL);
    apo_game_summary_to_row(&row, round);
    status = apo_game_summary_read(&summary, &row);
    assert(status == APO_OK);
    apo_round_free(round);
}

static void check_setup(apo_game_setup *setup)
{
    apo_round_start again;
    apo_buffer text, second;
    apo_error err = {.detail = ""};
    apo_buffer_init(&text, NULL);
    apo_buffer_init(&second, NULL);
    if (apo_game_setup_decide_rated(setup, true, &err) != APO_OK)
        assert(err.detail[0] != '\0');
    apo_round_start_write(&text, &setup->start);
    apo_status status = apo_round_start_read(&again, apo_buffer_span(&text));
    assert(status == APO_OK);
    apo_round_start_write(&second, &again);
    assert(apo_span_same(apo_buffer_span(&text), apo_buffer_span(&second)));
    check_begin(setup, apo_buffer_span(&text));
    apo_buffer_clear(&text);
    apo_buffer_clear(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    apo_json_in *document;
    apo_game_setup setup;
    apo_error err = {.detail = ""};
    if (apo_json_in_read(&document, span_of_bytes(data, size), &err) != APO_OK)
        return 0;
    err.detail[0] = '\0';
    if (apo_game_setup_read(&setup, apo_json_in_root(document), the_variants(), NULL, &err) ==
        APO_OK)
        check_setup(&setup);
    else
        assert(err.detail[0] != '\0');
    apo_json_in_free(document);
    return 0;
}
