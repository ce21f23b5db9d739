/* The attack cache: its entries are what a new computation finds, while moves are made and
 * taken back. */
#include "notation_help.h"

#include "rules/kernel/attack.h"
#include "search/attack_cache.h"

enum {
    GAMES = 2,
    PLIES = 150,
    BACK_AND_FORTH = 6 /* moves of a position that are made and taken back */
};

/* State of the current game. */
static apo_attack_cache attack_cache;
static char game[APO_ID_MAX];

static void check_piece(const apo_position *pos, apo_square sq)
{
    unsigned words = pos->var->words, side = apo_piece_side(pos->board[sq]);
    unsigned row = apo_row_now(pos, side, apo_piece_type(pos->board[sq]));
    uint64_t fresh[2 * APO_ATTACK_SETS * APO_SET_WORDS_MAX + 4 * APO_ATTACK_UNIT] = {0};
    if (row == 0)
        return;
    const apo_attack_view view = apo_attack_view_of(words, &attack_cache, pos);
    const uint64_t *kept = apo_attack_cache_get(words, &view, side, row, sq);
    /* Makes both entries invalid: they expect pieces on squares that they do not watch. */
    fresh[APO_ATTACK_TAKEN * words] =
        fresh[apo_attack_entry_words(words) + APO_ATTACK_TAKEN * words] = 1;
    apo_attack_cache_fill(pos, side, row, sq, fresh);
    if (memcmp(kept, fresh, APO_ATTACK_SETS * words * sizeof *kept) != 0) {
        print_error("%s: %u\n", help_fen(pos), sq);
        fail_msg("what is remembered of a piece differs from what it sees");
    }
}

static void check_pieces(const apo_position *pos)
{
    for (unsigned sq = 0; sq < pos->var->squares; sq++)
        if (apo_piece_is_real(pos->board[sq]))
            check_piece(pos, (apo_square)sq);
}

static void visit(const apo_position *pos, const apo_move_list *legal)
{
    apo_position scratch = *pos;
    apo_undo undo;
    if (strcmp(game, pos->var->info.id) != 0)
        assert_int_equal(apo_attack_cache_start(&attack_cache, pos->var, NULL), APO_OK);
    memcpy(game, pos->var->info.id, sizeof game);
    for (size_t i = 0; i < legal->count; i += 1 + legal->count / BACK_AND_FORTH) {
        apo_make(&scratch, &legal->moves[i], &undo);
        check_pieces(&scratch);
        apo_unmake(&scratch, &undo);
        check_pieces(&scratch);
    }
}

static void test_entries_stay_valid(void **state)
{
    (void)state;
    help_play(GAMES, PLIES, 17, visit);
    apo_attack_cache_free(&attack_cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_entries_stay_valid)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
