/* Law: bytes are refused with a reason and a place, or they are a book, all moves of which are
 * legal. The first byte chooses the game, the second a walk from its start. */
#include "laws.h"

#include "notation/book.h"

static void check_moves(const apo_book *book, const playout *p)
{
    apo_book_move moves[APO_BOOK_MOVES_MAX];
    apo_random random;
    apo_move chosen;
    uint64_t sum = 0;
    unsigned count = apo_book_moves(book, &p->pos, moves);
    assert(count <= APO_BOOK_MOVES_MAX);
    for (unsigned i = 0; i < count; i++) {
        assert(is_among(&p->legal.list, &moves[i].mv));
        assert(i == 0 || moves[i - 1].weight >= moves[i].weight);
        sum += moves[i].weight;
    }
    apo_random_seed(&random, 1);
    bool is_chosen = apo_book_choose(&chosen, book, &p->pos, &random);
    assert(is_chosen == (sum > 0));
    assert(!is_chosen || is_among(&p->legal.list, &chosen));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    playout *games = open_games();
    apo_book *book = NULL;
    apo_error err = {.status = APO_OK, .position = 0, .detail = ""};
    size_t game = game_index_of_byte(next_byte(&data, &size));
    uint8_t walk = next_byte(&data, &size);
    apo_status status =
        apo_book_read(&book, games->games[game], span_of_bytes(data, size), &err);
    if (status != APO_OK) {
        assert(book == NULL && err.status == status && err.position <= size);
        assert(err.detail[0] != '\0');
        return 0;
    }
    apo_random_seed(&games->random, walk);
    apo_status started = apo_position_start(&games->pos, games->games[game], 0, 1);
    assert(started == APO_OK);
    games->ply = 0;
    apo_moves_legal(apo_moves_start(&games->legal), &games->pos);
    for (unsigned i = 0; i <= walk % 4U && playout_goes_on(games); i++) {
        check_moves(book, games);
        apo_move mv = playout_choose(games);
        playout_make(games, &mv);
    }
    apo_book_free(book);
    return 0;
}
