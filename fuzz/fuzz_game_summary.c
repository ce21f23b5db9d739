/* Law: any text may be stored as a game summary; the values read from it are within bounds. */
#include "net_laws.h"

#include "server/web/game_summary.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    apo_store_game row = {.id = "game1", .seats = {"anna", ""}};
    apo_game_summary game_summary;
    apo_buffer out;
    apo_text summary = apo_text_start(row.summary, sizeof row.summary);
    apo_text_add_span(&summary, (apo_span){(const char *)data, size});
    if (apo_game_summary_read(&game_summary, &row) != APO_OK)
        return 0;
    assert(game_summary.white_quarters >= APO_QUARTERS_UNKNOWN &&
           game_summary.white_quarters <= 4);
    assert(game_summary.start.variant[0] != '\0' && game_summary.turn <= APO_NOBODY);
    assert(strlen(game_summary.fen) < sizeof game_summary.fen &&
           strlen(game_summary.last_move) < sizeof game_summary.last_move);
    assert(game_summary.seats[APO_WHITE].kind != APO_SEAT_OPEN);
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_view_start(&out, &game_summary.start, false);
    apo_view_side_member(&out, "turn", game_summary.turn);
    apo_json_close(&out, '}');
    apo_buffer_clear(&out);
    return 0;
}
