/* Laws: apo_play takes exactly the legal moves; make and unmake is the identity; keys are
 * fresh; and the slow rules agree. The first bytes choose game and start, the others a move
 * each. */
#include "laws.h"
#include "slow.h"

enum {
    SLOW_EVERY = 8
}; /* plies between two looks at the slow rules, which are slow */

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

static void check_against_slow(const apo_position *pos, const apo_move_list *legal)
{
    static slow_position slow;
    static const char *const ends[] = {"none", "mate", "stalemate", "bare"};
    const char *id = apo_variant_id(apo_position_variant(pos));
    if (slow_read(&slow, id, playout_fen(pos)) != 0)
        return;
    assert(slow_legal(&slow, NULL, 0) == legal->count);
    assert(slow_in_check(&slow) == apo_position_is_check(pos));
    const char *word = apo_ending_word(apo_position_outcome(pos).ending);
    assert(strcmp(word, ends[slow_end(&slow)]) == 0);
    for (size_t i = 0; i < legal->count; i++) {
        char bytes[APO_COORDINATE_MAX];
        slow_move move;
        apo_text text = apo_text_start(bytes, sizeof bytes);
        apo_coordinate_write(&text, pos, &legal->moves[i]);
        assert(slow_find(&slow, bytes, &move));
        if (i > 0)
            continue;
        char fen[SLOW_FEN_SIZE];
        apo_position after = *pos;
        apo_undo undo;
        apo_make(&after, &legal->moves[i], &undo);
        slow_play(&slow, &move);
        slow_write(&slow, fen, sizeof fen);
        assert(strcmp(fen, playout_fen(&after)) == 0);
        slow_read(&slow, id, playout_fen(pos));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static apo_moves legal;
    static apo_position pos;
    const apo_variant *var = game_of_byte(next_byte(&data, &size));
    unsigned name = next_byte(&data, &size) % apo_variant_start_name_count(var);
    unsigned number = 1 + next_byte(&data, &size) % apo_variant_start_count(var);
    apo_status status = apo_position_start(&pos, var, name, number);
    assert(status == APO_OK);
    for (unsigned ply = 0; size > 0 && ply < PLAYOUT_PLIES_MAX; ply++) {
        apo_undo undo;
        uint8_t byte = next_byte(&data, &size);
        status = apo_moves_legal(apo_moves_start(&legal), &pos);
        assert(status == APO_OK);
        check_fen_law(&pos);
        check_move_laws(&pos, &legal.list);
        if (ply % SLOW_EVERY == SLOW_EVERY - 1U || legal.list.count == 0)
            check_against_slow(&pos, &legal.list);
        if (legal.list.count == 0)
            break;
        check_play(&pos, &legal.list, byte);
        apo_make(&pos, &legal.room[byte * legal.list.count / 256], &undo);
    }
    return 0;
}
