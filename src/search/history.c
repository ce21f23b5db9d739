#include "search/history.h"

#include "base/mem.h"
#include "base/random.h"
#include "rules/rules/engine_view.h"

enum {
    CONTINUATION_MOST = 3 << 18, /* entries of the largest table: 1.5 MB */
    CORRECTION_SCALE = 256,
    CORRECTION_MOST = 64 * CORRECTION_SCALE,
    CORRECTION_WEIGHT = 512
};

/* --- tables -------------------------------------------------------------- */

/* Numbers the regions: square blocks of this edge. Returns their count. */
static unsigned divide_board(apo_history *history, const apo_geometry *geo, unsigned grain)
{
    unsigned across = (geo->files + grain - 1U) / grain;
    for (unsigned sq = 0; sq < history->squares; sq++)
        history->region[sq] =
            (uint16_t)(sq / geo->files / grain * across + sq % geo->files / grain);
    return across * ((geo->rows + grain - 1U) / grain);
}

static size_t continuation_size(const apo_history *history)
{
    return (size_t)history->types * history->regions * history->types * history->squares;
}

/* Divides the block into its tables; without a block only returns the size. */
static size_t lay_out(apo_history *history)
{
    const struct {
        int16_t **table;
        size_t size;
    } parts[] = {
        {&history->butterfly, (size_t)APO_SIDES * history->squares * history->squares},
        {&history->capture, (size_t)history->types * history->squares * history->types},
        {&history->continuation, continuation_size(history)},
        {&history->zeros, (size_t)history->types * history->squares},
        {&history->correct_pawns, (size_t)APO_SIDES * APO_CORRECTIONS},
        {&history->correct_armies, (size_t)APO_SIDES * APO_CORRECTIONS},
    };

    size_t at = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        *parts[i].table = history->block == NULL ? NULL : history->block + at;
        at += parts[i].size;
    }
    return at * sizeof *history->block;
}

apo_status apo_history_start(apo_history *history, const apo_variant *var,
                             const apo_alloc *alloc)
{
    const apo_geometry *geo = apo_variant_geometry(var);
    apo_history_free(history);
    history->alloc = alloc;
    history->types = apo_variant_info_of(var)->type_count + 1;
    history->squares = apo_geometry_squares(geo);
    for (unsigned grain = 1; grain <= APO_ROWS_MAX; grain++) {
        history->regions = divide_board(history, geo, grain);
        if (continuation_size(history) <= CONTINUATION_MOST)
            break;
    }
    history->bytes = lay_out(history);
    history->memory = apo_block_take(alloc, history->bytes);
    history->block = history->memory.start;
    history->countermoves = apo_allocate(alloc, (size_t)history->types * history->squares *
                                                    sizeof *history->countermoves);
    if (history->block == NULL || history->countermoves == NULL) {
        apo_history_free(history);
        return APO_E_MEMORY;
    }
    (void)lay_out(history);
    memset(history->block, 0, history->bytes);
    memset(history->countermoves, 0,
           (size_t)history->types * history->squares * sizeof *history->countermoves);
    memset(history->killers, 0, sizeof history->killers);
    return APO_OK;
}

void apo_history_free(apo_history *history)
{
    apo_block_free(&history->memory);
    apo_free(history->alloc, history->countermoves);
    history->block = NULL;
    history->countermoves = NULL;
}

/* --- lookup -------------------------------------------------------------- */

unsigned apo_history_type(const apo_position *pos, const apo_move *mv)
{
    unsigned type = apo_move_type(pos, mv);
    return apo_power_of(pos->var, &pos->state, pos->state.side, type);
}

void apo_history_continuation(const apo_history *history, apo_continuation *continuation,
                              const apo_previous_move previous[APO_PREVIOUS_MOVES])
{
    size_t each = (size_t)history->types * history->squares;
    for (unsigned i = 0; i < APO_PREVIOUS_MOVES; i++) {
        const apo_previous_move *move = &previous[i];
        continuation->rows[i] = NULL;
        continuation->offsets[i] = 0;
        if (move->type == APO_TYPE_NONE)
            continue;
        continuation->offsets[i] =
            ((size_t)move->type * history->regions + history->region[move->to]) * each;
        continuation->rows[i] = history->continuation + continuation->offsets[i];
    }
    continuation->countermove =
        previous[0].type == APO_TYPE_NONE
            ? NULL
            : &history
                   ->countermoves[(size_t)previous[0].type * history->squares + previous[0].to];
}

static size_t butterfly_index(const apo_history *history, const apo_position *pos,
                              const apo_move *mv)
{
    return ((size_t)apo_position_side(pos) * history->squares + mv->from) * history->squares +
           mv->to;
}

static size_t capture_index(const apo_history *history, const apo_position *pos,
                            const apo_move *mv)
{
    unsigned taken = apo_piece_type(apo_position_piece(pos, mv->to));
    return ((size_t)apo_history_type(pos, mv) * history->squares + mv->to) * history->types +
           taken;
}

int apo_history_quiet(const apo_history *history, const apo_position *pos,
                      const apo_continuation *continuation, const apo_move *mv)
{
    size_t index = (size_t)apo_history_type(pos, mv) * history->squares + mv->to;
    int sum = history->butterfly[butterfly_index(history, pos, mv)];
    for (unsigned i = 0; i < APO_PREVIOUS_MOVES; i++)
        if (continuation->rows[i] != NULL)
            sum += continuation->rows[i][index];
    return sum;
}

/* Without a previous move a row of zeros is used, so that the sum needs no branch. */
void apo_history_quiets(const apo_history *history, const apo_position *pos,
                        const apo_continuation *continuation, const apo_move *moves,
                        size_t count, int32_t *out)
{
    const int16_t *rows[APO_PREVIOUS_MOVES];
    size_t squares = history->squares;
    const int16_t *butterfly = history->butterfly + apo_position_side(pos) * squares * squares;
    for (unsigned k = 0; k < APO_PREVIOUS_MOVES; k++)
        rows[k] = continuation->rows[k] != NULL ? continuation->rows[k] : history->zeros;
    for (size_t i = 0; i < count;) {
        apo_square from = moves[i].from;
        size_t base = apo_history_type(pos, &moves[i]) * squares;
        for (; i < count && moves[i].from == from; i++) {
            size_t to = moves[i].to;
            int sum = butterfly[from * squares + to];
            for (unsigned k = 0; k < APO_PREVIOUS_MOVES; k++)
                sum += rows[k][base + to];
            out[i] = sum;
        }
    }
}

int apo_history_capture(const apo_history *history, const apo_position *pos, const apo_move *mv)
{
    return history->capture[capture_index(history, pos, mv)];
}

/* --- learning ------------------------------------------------------------ */

/* Moves a value towards the limit, less the nearer it is ("gravity"). */
static void change(int16_t *value, int by)
{
    int pull = by < 0 ? -by : by;
    *value = (int16_t)(*value + by - *value * pull / APO_HISTORY_MAX);
}

void apo_history_change_quiet(apo_history *history, const apo_position *pos,
                              const apo_continuation *continuation, const apo_move *mv, int by)
{
    size_t index = (size_t)apo_history_type(pos, mv) * history->squares + mv->to;
    change(&history->butterfly[butterfly_index(history, pos, mv)], by);
    for (unsigned i = 0; i < APO_PREVIOUS_MOVES; i++)
        if (continuation->rows[i] != NULL)
            change(&history->continuation[continuation->offsets[i] + index], by);
}

void apo_history_change_capture(apo_history *history, const apo_position *pos,
                                const apo_move *mv, int by)
{
    change(&history->capture[capture_index(history, pos, mv)], by);
}

void apo_history_change_previous(apo_history *history, const apo_position *pos,
                                 apo_previous_move move, int by)
{
    size_t side = apo_position_side(pos) ^ 1U, squares = history->squares;
    change(&history->butterfly[(side * squares + move.from) * squares + move.to], by);
}

static size_t correction_index(const apo_position *pos, uint64_t key)
{
    return (size_t)apo_position_side(pos) * APO_CORRECTIONS + (key & (APO_CORRECTIONS - 1));
}

/* The army's key and, if there are jokers, the types they imitate. */
static inline uint64_t army_key(const apo_position *pos, const apo_psq *psq)
{
    const uint8_t *moved = pos->state.powers.moved;
    return pos->state.rules.power_shown
               ? psq->army_key ^ (uint64_t)moved[0] << 8 ^ (uint64_t)moved[1] << 3
               : psq->army_key;
}

int apo_history_correction(const apo_history *history, const apo_position *pos,
                           const apo_psq *psq)
{
    return (history->correct_pawns[correction_index(pos, psq->pawn_key)] +
            history->correct_armies[correction_index(pos, army_key(pos, psq))]) /
           CORRECTION_SCALE;
}

static void correct(int16_t *entry, int target, int weight)
{
    int value = *entry + (target - *entry) * weight / CORRECTION_WEIGHT;
    *entry = (int16_t)(value > CORRECTION_MOST    ? CORRECTION_MOST
                       : value < -CORRECTION_MOST ? -CORRECTION_MOST
                                                  : value);
}

void apo_history_correct(apo_history *history, const apo_position *pos, const apo_psq *psq,
                         int difference, int depth)
{
    int weight = depth < 15 ? depth + 1 : 16;
    int target = difference * CORRECTION_SCALE / 2;
    int16_t *pawns = &history->correct_pawns[correction_index(pos, psq->pawn_key)];
    int16_t *armies = &history->correct_armies[correction_index(pos, army_key(pos, psq))];
    correct(pawns, *pawns + target, weight);
    correct(armies, *armies + target, weight);
}
