/* The bound on moves that lets positions be read without counting them: it holds for each piece
 * and each kind of special move, in random positions of all games, and the usual games have
 * one. */
#include "notation_help.h"
#include "playout.h"

enum {
    POSITIONS = 40000,
    EN_PASSANT_MAX = 17, /* as in apo_moves_fit */
    CASTLINGS_MAX = 256
};

static playout games;

static void refuse(const char *what)
{
    fail_msg("%s: too many %s", playout_fen(&games.pos), what);
}

static void check_position(void)
{
    static unsigned plain[APO_SQUARES_MAX], passing[APO_SQUARES_MAX];
    const apo_variant *var = games.pos.var;
    unsigned castlings = 0, others = 0;
    memset(plain, 0, sizeof plain);
    memset(passing, 0, sizeof passing);
    for (size_t i = 0; i < games.legal.list.count; i++) {
        const apo_move *mv = &games.legal.list.moves[i];
        if (mv->wall != 0) /* added after the moves have been found to fit */
            return;
        switch (mv->kind) {
        case APO_MOVE_PLAIN:
        case APO_MOVE_PATH: plain[mv->from]++; break;
        case APO_MOVE_EN_PASSANT: passing[mv->from]++; break;
        case APO_MOVE_CASTLING: castlings++; break;
        case APO_MOVE_LEAP:
        case APO_MOVE_PASS:
        case APO_MOVE_SUCCESSION: others++; break;
        default: refuse("kinds of moves");
        }
    }
    for (unsigned sq = 0; sq < var->squares; sq++) {
        if (plain[sq] > var->moves_most)
            refuse("moves of one piece");
        if (passing[sq] > EN_PASSANT_MAX * (var->info.type_count + 1))
            refuse("captures in passing");
        if (passing[sq] > 0 &&
            !apo_types_has(var->passing_types, apo_piece_type(games.pos.board[sq])))
            refuse("types that capture in passing");
    }
    if (castlings > CASTLINGS_MAX)
        refuse("castlings");
    if (others > var->squares)
        refuse("jumps");
}

static void test_bound_holds(void **state)
{
    unsigned bounded = 0;
    (void)state;
    playout_open(&games, 11);
    for (unsigned i = 0; i < POSITIONS; i++) {
        if (i == 0 || !playout_goes_on(&games)) {
            playout_begin_any(&games);
        } else {
            apo_move mv = playout_choose(&games);
            playout_make(&games, &mv);
        }
        if (games.pos.var->moves_most > 0) {
            check_position();
            bounded++;
        }
    }
    assert_in_range(bounded, POSITIONS / 4, POSITIONS);
    playout_close(&games);
}

/* Speed depends on it. */
static void test_usual_games_have_one(void **state)
{
    static const char *const ids[] = {"chess", "capablanca", "grand", "shako", "janus"};
    (void)state;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        apo_variant *var;
        assert_int_equal(apo_definition_open(&var, apo_span_of(ids[i]), NULL, NULL), APO_OK);
        assert_in_range(var->moves_most, 20, 100);
        apo_variant_free(var);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bound_holds),
        cmocka_unit_test(test_usual_games_have_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
