#include "search/history.h"

#include "base/mem.h"
#include "base/random.h"

enum {
    ANSWERS_MOST = 3 << 18, /* entries of the largest table: 1.5 MB */
    CORRECTION_SCALE = 256,
    CORRECTION_MOST = 64 * CORRECTION_SCALE,
    CORRECTION_WEIGHT = 512
};

/* --- tables ------------------------------------------------------------------------------------- */

/* Numbers the regions: blocks of so many by so many squares. Returns how many there are. */
static unsigned divide_board(apo_history *history, const apo_geometry *geo, unsigned grain)
{
    unsigned across = (geo->files + grain - 1U) / grain;
    for (unsigned sq = 0; sq < history->squares; sq++)
        history->region[sq] =
            (uint16_t)(sq / geo->files / grain * across + sq % geo->files / grain);
    return across * ((geo->rows + grain - 1U) / grain);
}

static size_t answer_size(const apo_history *history)
{
    return (size_t)history->types * history->regions * history->types * history->squares;
}

/* Cuts the block into its tables; with no block only adds up their size. */
static size_t lay_out(apo_history *history)
{
    const struct {
        int16_t **table;
        size_t size;
    } parts[] = {
        {&history->plain, (size_t)APO_SIDES * history->squares * history->squares},
        {&history->capture, (size_t)history->types * history->squares * history->types},
        {&history->answer, answer_size(history)},
        {&history->nothing, (size_t)history->types * history->squares},
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
    history->types = apo_variant_type_count(var) + 1;
    history->squares = apo_geometry_squares(geo);
    for (unsigned grain = 1; grain <= APO_ROWS_MAX; grain++) {
        history->regions = divide_board(history, geo, grain);
        if (answer_size(history) <= ANSWERS_MOST)
            break;
    }
    history->bytes = lay_out(history);
    history->memory = apo_block_take(alloc, history->bytes);
    history->block = history->memory.start;
    history->counters = apo_allocate(alloc, (size_t)history->types * history->squares *
                                                sizeof *history->counters);
    if (history->block == NULL || history->counters == NULL) {
        apo_history_free(history);
        return APO_E_MEMORY;
    }
    (void)lay_out(history);
    apo_history_clear(history);
    return APO_OK;
}

void apo_history_free(apo_history *history)
{
    apo_block_free(&history->memory);
    apo_free(history->alloc, history->counters);
    history->block = NULL;
    history->counters = NULL;
}

void apo_history_clear(apo_history *history)
{
    if (history->block == NULL)
        return;
    memset(history->block, 0, history->bytes);
    memset(history->counters, 0,
           (size_t)history->types * history->squares * sizeof *history->counters);
    memset(history->killers, 0, sizeof history->killers);
}

/* --- places --------------------------------------------------------------------------------------- */

unsigned apo_history_type(const apo_position *pos, const apo_move *mv)
{
    apo_piece piece = apo_position_piece(pos, mv->from);
    unsigned type = apo_piece_type(piece);
    if (apo_type_is_joker(apo_position_variant(pos), type))
        return apo_position_imitated(pos, apo_piece_side(piece));
    return type;
}

void apo_history_place(const apo_history *history, apo_place_in_line *place,
                       const apo_past pasts[APO_PASTS])
{
    size_t each = (size_t)history->types * history->squares;
    for (unsigned i = 0; i < APO_PASTS; i++) {
        const apo_past *past = &pasts[i];
        place->answers[i] = NULL;
        place->offsets[i] = 0;
        if (past->type == APO_TYPE_NONE)
            continue;
        place->offsets[i] =
            ((size_t)past->type * history->regions + history->region[past->to]) * each;
        place->answers[i] = history->answer + place->offsets[i];
    }
    place->counter =
        pasts[0].type == APO_TYPE_NONE
            ? NULL
            : &history->counters[(size_t)pasts[0].type * history->squares + pasts[0].to];
}

static size_t plain_index(const apo_history *history, const apo_position *pos,
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
                      const apo_place_in_line *place, const apo_move *mv)
{
    size_t index = (size_t)apo_history_type(pos, mv) * history->squares + mv->to;
    int sum = history->plain[plain_index(history, pos, mv)];
    for (unsigned i = 0; i < APO_PASTS; i++)
        if (place->answers[i] != NULL)
            sum += place->answers[i][index];
    return sum;
}

/* Moves not known to this node's past stand in a row of zeros, so that the sum needs no questions. */
void apo_history_quiets(const apo_history *history, const apo_position *pos,
                        const apo_place_in_line *place, const apo_move *moves, size_t count,
                        int32_t *out)
{
    const int16_t *answers[APO_PASTS];
    size_t squares = history->squares;
    const int16_t *plain = history->plain + apo_position_side(pos) * squares * squares;
    for (unsigned k = 0; k < APO_PASTS; k++)
        answers[k] = place->answers[k] != NULL ? place->answers[k] : history->nothing;
    for (size_t i = 0; i < count;) {
        apo_square from = moves[i].from;
        size_t base = apo_history_type(pos, &moves[i]) * squares;
        for (; i < count && moves[i].from == from; i++) {
            size_t to = moves[i].to;
            int sum = plain[from * squares + to];
            for (unsigned k = 0; k < APO_PASTS; k++)
                sum += answers[k][base + to];
            out[i] = sum;
        }
    }
}

int apo_history_capture(const apo_history *history, const apo_position *pos, const apo_move *mv)
{
    return history->capture[capture_index(history, pos, mv)];
}

/* --- learning ------------------------------------------------------------------------------------- */

/* Moves a value towards the limit; the nearer it is, the less. */
static void change(int16_t *value, int by)
{
    int pull = by < 0 ? -by : by;
    *value = (int16_t)(*value + by - *value * pull / APO_HISTORY_MAX);
}

void apo_history_change_quiet(apo_history *history, const apo_position *pos,
                              const apo_place_in_line *place, const apo_move *mv, int by)
{
    size_t index = (size_t)apo_history_type(pos, mv) * history->squares + mv->to;
    change(&history->plain[plain_index(history, pos, mv)], by);
    for (unsigned i = 0; i < APO_PASTS; i++)
        if (place->answers[i] != NULL)
            change(&history->answer[place->offsets[i] + index], by);
}

void apo_history_change_capture(apo_history *history, const apo_position *pos,
                                const apo_move *mv, int by)
{
    change(&history->capture[capture_index(history, pos, mv)], by);
}

void apo_history_change_past(apo_history *history, const apo_position *pos, apo_past past,
                             int by)
{
    size_t side = apo_position_side(pos) ^ 1U, squares = history->squares;
    change(&history->plain[(side * squares + past.from) * squares + past.to], by);
}

static size_t correction_index(const apo_position *pos, uint64_t key)
{
    return (size_t)apo_position_side(pos) * APO_CORRECTIONS + (key & (APO_CORRECTIONS - 1));
}

/* How many pieces of each type there are; and, where there are jokers, what they imitate. */
static uint64_t army_key(const apo_position *pos)
{
    uint64_t key = 0, part;
    for (size_t i = 0; i < sizeof pos->type_count; i += sizeof part) {
        memcpy(&part, (const uint8_t *)pos->type_count + i, sizeof part);
        key = (key ^ part) * 0x9E3779B97F4A7C15U;
        key ^= key >> 29;
    }
    if (pos->state.imitation_shown)
        key ^= (uint64_t)pos->state.imitated[0] << 8 | (uint64_t)pos->state.imitated[1] << 3;
    return key;
}

int apo_history_correction(const apo_history *history, const apo_position *pos,
                           uint64_t pawn_key)
{
    return (history->correct_pawns[correction_index(pos, pawn_key)] +
            history->correct_armies[correction_index(pos, army_key(pos))]) /
           CORRECTION_SCALE;
}

static void correct(int16_t *entry, int target, int weight)
{
    int value = *entry + (target - *entry) * weight / CORRECTION_WEIGHT;
    *entry = (int16_t)(value > CORRECTION_MOST    ? CORRECTION_MOST
                       : value < -CORRECTION_MOST ? -CORRECTION_MOST
                                                  : value);
}

void apo_history_correct(apo_history *history, const apo_position *pos, uint64_t pawn_key,
                         int difference, int depth)
{
    int weight = depth < 15 ? depth + 1 : 16;
    int target = difference * CORRECTION_SCALE / 2;
    int16_t *pawns = &history->correct_pawns[correction_index(pos, pawn_key)];
    int16_t *armies = &history->correct_armies[correction_index(pos, army_key(pos))];
    correct(pawns, *pawns + target, weight);
    correct(armies, *armies + target, weight);
}
