/* Law: FEN -> position -> FEN is the identity for every FEN that is a position, and all laws
 * of moves hold in it. The first byte chooses the game. */
#include "laws.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static apo_moves legal;
    static apo_position pos;
    apo_error err = {.status = APO_OK, .position = 0, .detail = ""};
    const apo_variant *var = game_of_byte(next_byte(&data, &size));
    apo_status status = apo_fen_read(&pos, var, span_of_bytes(data, size), &err);
    if (status != APO_OK) {
        assert(err.status == status && err.position <= size && err.detail[0] != '\0');
        return 0;
    }
    status = apo_moves_legal(apo_moves_start(&legal), &pos);
    assert(status == APO_OK);
    check_fen_law(&pos);
    check_move_laws(&pos, &legal.list);
    assert(apo_position_outcome(&pos).ending < APO_ENDINGS);
    return 0;
}
