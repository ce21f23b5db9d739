/* Law: any text may be kept as what a game is in short; what is read of it is within bounds. */
#include "net_laws.h"

#include "server/site/brief.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    apo_store_game row = {.id = "game1", .seats = {"anna", ""}};
    apo_brief brief;
    apo_buffer out;
    apo_text summary = apo_text_start(row.summary, sizeof row.summary);
    apo_text_add_span(&summary, (apo_span){(const char *)data, size});
    if (apo_brief_read(&brief, &row) != APO_OK)
        return 0;
    assert(brief.white_quarters >= APO_QUARTERS_UNKNOWN && brief.white_quarters <= 4);
    assert(brief.start.variant[0] != '\0' && brief.turn <= APO_NOBODY);
    assert(strlen(brief.fen) < sizeof brief.fen &&
           strlen(brief.last_move) < sizeof brief.last_move);
    assert(brief.seats[APO_WHITE].kind != APO_SEAT_OPEN);
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_view_start(&out, &brief.start, false);
    apo_view_side_member(&out, "turn", brief.turn);
    apo_json_close(&out, '}');
    apo_buffer_clear(&out);
    return 0;
}
