/* Law: a text is an error or one of the legal moves, which is written and read back in every
 * notation. The first byte chooses the game, the second the start and how far from it, the rest
 * is the text. */
#include "laws.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    playout *games = open_games();
    apo_move mv;
    apo_error err = {.status = APO_OK, .position = 0, .detail = ""};
    size_t game = game_index_of_byte(next_byte(&data, &size));
    uint8_t seed = next_byte(&data, &size);
    apo_random_seed(&games->random, seed);
    playout_begin(games, game);
    for (unsigned i = 0; i < seed % 8U && playout_goes_on(games); i++) {
        mv = playout_choose(games);
        playout_make(games, &mv);
    }
    apo_status status = apo_move_read_any(&mv, &games->pos, span_of_bytes(data, size), &err);
    if (status != APO_OK) {
        assert(err.status == status && err.position <= size && err.detail[0] != '\0');
        return 0;
    }
    assert(is_among(&games->legal.list, &mv));
    check_text_law(&games->pos, &mv, APO_NOTATION_COORDINATE);
    check_text_law(&games->pos, &mv, APO_NOTATION_SAN);
    check_text_law(&games->pos, &mv, APO_NOTATION_COURIER);
    return 0;
}
