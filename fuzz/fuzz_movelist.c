/* Law: a list of moves in any form ends or fails; each move read is legal. The first byte
 * chooses the game, the second its start. */
#include "laws.h"

#include "notation/movelist.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static apo_position pos;
    apo_movelist list;
    const apo_variant *var = game_of_byte(next_byte(&data, &size));
    unsigned number = 1 + next_byte(&data, &size) % apo_variant_info_of(var)->start_count;
    apo_span text = span_of_bytes(data, size);
    apo_status status = apo_position_start(&pos, var, 0, number);
    assert(status == APO_OK);
    apo_movelist_start(&list, text, apo_movelist_detect(text));
    for (;;) {
        apo_move mv;
        bool is_end = false;
        apo_error err = {.status = APO_OK, .position = 0, .detail = ""};
        size_t before = list.position;
        status = apo_movelist_next(&list, &pos, &mv, &is_end, &err);
        if (status != APO_OK) {
            assert(err.status == status && err.position <= size && err.detail[0] != '\0');
            return 0;
        }
        if (is_end)
            return 0;
        assert(list.position > before && list.position <= size);
        status = apo_play(&pos, &mv);
        assert(status == APO_OK);
    }
}
