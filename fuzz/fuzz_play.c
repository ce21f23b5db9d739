/* Laws: apo_play accepts exactly the legal moves; make and unmake is the identity; keys are
 * fresh; and the slow rules agree. The first bytes choose game and start, the others a move
 * each. */
#include "laws.h"
#include "slow.h"

enum {
    SLOW_EVERY = 8
}; /* plies between two comparisons with the slow rules */

static void check_play(const apo_position *pos, const apo_move_list *legal, uint8_t byte)
{
    static apo_position copy;
    apo_move mv = legal->moves[byte % legal->count];
    mv.to = (apo_square)((mv.to + byte) %
                         apo_geometry_squares(apo_variant_geometry(apo_position_variant(pos))));
    memcpy(&copy, pos, sizeof copy);
    bool is_played = apo_play(&copy, &mv) == APO_OK;
    assert(is_played == is_among(legal, &mv));
    assert(is_played || memcmp(&copy, pos, sizeof copy) == 0);
}

typedef char move_text[SLOW_TEXT_SIZE];

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void check_same_moves(const apo_position *pos, const apo_move_list *legal,
                             const slow_position *slow)
{
    static slow_move slow_moves[SLOW_MOVES];
    static move_text texts[2][SLOW_MOVES];
    assert(slow_legal(slow, slow_moves, SLOW_MOVES) == legal->count);
    for (size_t i = 0; i < legal->count; i++) {
        apo_text text = apo_text_start(texts[0][i], sizeof texts[0][i]);
        apo_coordinate_write(&text, pos, &legal->moves[i]);
        slow_move_text(&slow_moves[i], texts[1][i], sizeof texts[1][i]);
    }
    qsort(texts[0], legal->count, sizeof texts[0][0], compare_texts);
    qsort(texts[1], legal->count, sizeof texts[1][0], compare_texts);
    for (size_t i = 0; i < legal->count; i++)
        assert(strcmp(texts[0][i], texts[1][i]) == 0);
}

static void check_against_slow(const apo_position *pos, const apo_move_list *legal)
{
    static slow_position slow;
    static const char *const ends[] = {"none", "mate", "stalemate", "bare"};
    if (slow_read(&slow, apo_variant_info_of(apo_position_variant(pos))->id,
                  playout_fen(pos)) != 0)
        return;
    check_same_moves(pos, legal, &slow);
    assert(slow_in_check(&slow) == apo_position_is_check(pos));
    const char *word = apo_ending_word(apo_position_outcome(pos).ending);
    assert(strcmp(word, ends[slow_end(&slow)]) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static apo_moves legal;
    static apo_position pos;
    const apo_variant *var = game_of_byte(next_byte(&data, &size));
    unsigned name = next_byte(&data, &size) % apo_variant_info_of(var)->start_name_count;
    unsigned number = 1 + next_byte(&data, &size) % apo_variant_info_of(var)->start_count;
    apo_status status = apo_position_start(&pos, var, name, number);
    assert(status == APO_OK);
    for (unsigned ply = 0; size > 0 && ply < PLAYOUT_PLIES_MAX; ply++) {
        apo_undo undo;
        uint8_t byte = next_byte(&data, &size);
        status = apo_moves_legal(apo_moves_start(&legal), &pos);
        assert(status == APO_OK);
        check_fen_law(&pos);
        check_move_laws(&pos, &legal.list);
        if (size == 0 || ply % SLOW_EVERY == SLOW_EVERY - 1U || legal.list.count == 0)
            check_against_slow(&pos, &legal.list);
        if (legal.list.count == 0)
            break;
        check_play(&pos, &legal.list, byte);
        apo_make(&pos, &legal.buf[byte * legal.list.count / 256], &undo);
    }
    return 0;
}
