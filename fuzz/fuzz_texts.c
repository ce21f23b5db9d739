/* Law: every legal move, written in any notation, is read back as exactly that move. The bytes
 * choose the game, a crowded board with squares passed, castling rights and pawns about to
 * promote, and a walk from there: the first byte the game, the next eight the board, each
 * further one a move. */
#include "laws.h"
#include "text_law.h"

enum {
    WALK_MAX = 24 /* moves; longer walks find what shorter ones find */
};

/* All built-in games, not only those that other inputs number. */
static playout *open_all(void)
{
    static playout games;
    if (games.game_count == 0)
        playout_open(&games, 0);
    return &games;
}

static uint64_t next_seed(const uint8_t **data, size_t *size)
{
    uint64_t seed = 0;
    for (unsigned i = 0; i < 8; i++)
        seed = seed << 8 | next_byte(data, size);
    return seed;
}

static void check(text_law *law, const playout *p)
{
    if (text_law_holds(law, p, true))
        return;
    fprintf(stderr, "%s\n", law->fault);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static text_law law;
    playout *p = open_all();
    size_t game = next_byte(&data, &size) % p->game_count;
    apo_random_seed(&p->random, next_seed(&data, &size));
    crowd_begin(p, game);
    check(&law, p);
    for (unsigned i = 0; i < WALK_MAX && size > 0 && playout_goes_on(p); i++) {
        size_t high = next_byte(&data, &size);
        size_t chosen = (high << 8 | next_byte(&data, &size)) % p->legal.list.count;
        apo_move mv = p->legal.list.moves[chosen];
        playout_make(p, &mv);
        check(&law, p);
    }
    return 0;
}
