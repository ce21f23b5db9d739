#include "training/training_start.h"

#include "base/random.h"
#include "notation/move_number.h"

enum {
    DIGEST_STARTS = 8, /* of up to 576 */
    DIGEST_PLIES = 60  /* enough for castling, promotion by captures, jokers */
};

apo_status apo_training_start(apo_position *out, const apo_variant *var,
                              const apo_training_head *head, const apo_training_game *record)
{
    if (record->start == 0)
        return apo_fen_read(out, var, apo_span_of(record->fen), NULL);
    return apo_position_start(out, var, head->name_index, record->start);
}

static uint64_t mix_board(uint64_t sum, const apo_position *pos)
{
    const apo_geometry *board = apo_variant_geometry(apo_position_variant(pos));
    for (unsigned sq = 0; sq < apo_geometry_squares(board); sq++) {
        apo_piece piece = apo_position_piece(pos, (apo_square)sq);
        sum = apo_mix(sum ^ ((uint64_t)sq << 16 | piece));
    }
    return sum;
}

/* A random walk; hashes all legal moves on the way. */
static uint64_t mix_walk(uint64_t sum, apo_position *pos, apo_random *random)
{
    for (unsigned ply = 0; ply < DIGEST_PLIES; ply++) {
        apo_moves moves;
        apo_move_list *list = apo_moves_start(&moves);
        if (apo_moves_legal(list, pos) != APO_OK || list->count == 0)
            break;
        apo_moves_sort(list);
        for (size_t i = 0; i < list->count; i++)
            sum = apo_mix(apo_mix(sum ^ apo_move_rank(&list->moves[i])) ^ list->moves[i].arg);
        const apo_move *mv = &list->moves[apo_random_below(random, (uint32_t)list->count)];
        if (apo_play(pos, mv) != APO_OK)
            break;
    }
    return mix_board(sum, pos);
}

uint64_t apo_training_digest(const apo_variant *var)
{
    uint32_t count = apo_variant_info_of(var)->start_count;
    uint64_t sum = apo_mix(count);
    apo_random random;
    apo_random_seed(&random, count);
    for (uint32_t i = 0; i < count && i < DIGEST_STARTS; i++) {
        apo_position pos;
        if (apo_position_start(&pos, var, 0, 1 + i * (count / DIGEST_STARTS + 1) % count) !=
            APO_OK)
            continue;
        sum = mix_walk(mix_board(sum, &pos), &pos, &random);
    }
    return sum;
}
