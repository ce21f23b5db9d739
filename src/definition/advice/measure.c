#include "definition/advice/measure.h"

#include "base/mem.h"
#include "base/random.h"

enum {
    BOARD_BITS = 64,
    SEED = 1, /* arbitrary, but must not change */
    TAKEN_ONE_IN = 3,
    HUNDREDTHS = 100,
    /* Budget of steps of paths times words for a piece; pieces of known games need a tenth.
     * Beyond it fewer boards are used. */
    WORK_MAX = 20000000
};

/* --- boards -------------------------------------------------------------- */

void apo_sample_empty(apo_sample *out, const apo_geometry *geo)
{
    memset(out, 0, sizeof *out);
    out->words = 1;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++)
        if (geo->place[sq] == APO_PLACE_SQUARE)
            out->empty[sq][0] = UINT64_MAX;
}

static void fill_word(apo_sample *out, apo_random *random, unsigned sq, unsigned word)
{
    for (unsigned i = 0; i < BOARD_BITS; i++) {
        uint64_t bit = (uint64_t)1 << i;
        uint32_t draw = apo_random_below(random, 2 * TAKEN_ONE_IN);
        if (draw == 0)
            out->friends[sq][word] |= bit;
        else if (draw == 1)
            out->enemies[sq][word] |= bit;
        else
            out->empty[sq][word] |= bit;
    }
}

void apo_sample_filled(apo_sample *out, const apo_geometry *geo)
{
    apo_random random;
    apo_random_seed(&random, SEED);
    memset(out, 0, sizeof *out);
    out->words = APO_SAMPLE_WORDS;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++)
        for (unsigned word = 0; word < out->words; word++)
            if (geo->place[sq] == APO_PLACE_SQUARE)
                fill_word(out, &random, sq, word);
}

/* --- mobility ------------------------------------------------------------ */

typedef struct counts {
    const apo_sample *sample;
    uint32_t words;  /* used words of the sample */
    uint64_t work;   /* steps of paths, times words, so far */
    uint64_t others; /* hash of the paths that are not counted: first moves, en passant */
    /* By square: the boards on which the piece can go there. */
    uint64_t open[APO_SQUARES_MAX][APO_SAMPLE_WORDS];
} counts;

static uint64_t step_mask(const apo_sample *sample, const apo_path_step *step, unsigned word)
{
    const unsigned sq = step->square;
    switch ((enum apo_condition)step->condition) {
    case APO_CONDITION_EMPTY: return sample->empty[sq][word];
    case APO_CONDITION_SCREEN: return sample->friends[sq][word] | sample->enemies[sq][word];
    case APO_CONDITION_FRIEND:
    case APO_CONDITION_REMOVE: return sample->friends[sq][word];
    case APO_CONDITION_ENEMY:
    case APO_CONDITION_TAKE: return sample->enemies[sq][word];
    case APO_CONDITION_EN_PASSANT:
    case APO_CONDITIONS: break;
    }
    return 0;
}

static uint64_t end_mask(const apo_sample *sample, const apo_path *path, unsigned word)
{
    uint64_t mask = 0;
    if (path->to == path->from)
        return path->end & APO_END_MOVE ? UINT64_MAX : 0;
    if (path->end & APO_END_MOVE)
        mask |= sample->empty[path->to][word];
    if (path->end & APO_END_CAPTURE)
        mask |= sample->enemies[path->to][word];
    if (path->end & APO_END_FRIEND)
        mask |= sample->friends[path->to][word];
    return mask;
}

static uint64_t hash_path(const apo_path *path)
{
    uint64_t hash = apo_mix((uint64_t)path->from << 32 | (uint64_t)path->to << 16 |
                            (uint64_t)path->end << 8 | path->is_unmoved);
    for (unsigned i = 0; i < path->step_count; i++)
        hash =
            apo_mix(hash ^ ((uint64_t)path->steps[i].square << 8 | path->steps[i].condition));
    return hash;
}

static bool count_path(void *context, const apo_path *path)
{
    counts *sum = context;
    if (path->is_unmoved || (path->end & APO_END_EN_PASSANT) != 0)
        sum->others += hash_path(path);
    if (path->is_unmoved)
        return true;
    sum->work += (path->step_count + 1U) * (uint64_t)sum->words;
    for (unsigned word = 0; word < sum->words; word++) {
        uint64_t mask = end_mask(sum->sample, path, word);
        for (unsigned i = 0; i < path->step_count && mask != 0; i++)
            mask &= step_mask(sum->sample, &path->steps[i], word);
        sum->open[path->to][word] |= mask;
    }
    return true;
}

/* Adds up one square's counts; returns the number of moves on all boards. */
static uint64_t add_up(const counts *sum, unsigned squares, uint64_t *signature)
{
    uint64_t moves = 0;
    for (unsigned sq = 0; sq < squares; sq++)
        for (unsigned word = 0; word < sum->words; word++) {
            moves += (unsigned)__builtin_popcountll(sum->open[sq][word]);
            *signature = apo_mix(*signature ^ sum->open[sq][word]);
        }
    *signature = apo_mix(*signature ^ sum->others);
    return moves;
}

/* Resets the counts for the next square. */
static void clear_counts(counts *sum)
{
    memset(sum->open, 0, sizeof sum->open);
    sum->others = 0;
    if (sum->work > WORK_MAX)
        sum->words = 1;
}

apo_status apo_mobility_measure(apo_mobility *out, const apo_piece_moves *moves,
                                const apo_geometry *geo, const apo_sample *sample,
                                const apo_alloc *alloc)
{
    counts *sum = apo_allocate(alloc, sizeof *sum);
    apo_mobility result = {0, 0};
    uint64_t total = 0, count = 0;
    apo_status status = APO_OK;
    if (sum == NULL)
        return APO_E_MEMORY;
    memset(sum, 0, sizeof *sum);
    sum->sample = sample;
    sum->words = sample->words;
    for (unsigned sq = 0; status == APO_OK && sq < apo_geometry_squares(geo); sq++) {
        if (geo->place[sq] != APO_PLACE_SQUARE)
            continue;
        clear_counts(sum);
        status = apo_paths_walk(geo, moves, APO_WHITE, (apo_square)sq, count_path, sum);
        total += add_up(sum, apo_geometry_squares(geo), &result.signature) *
                 (sample->words / sum->words);
        count += (uint64_t)BOARD_BITS * sample->words;
    }
    apo_free(alloc, sum);
    if (count > 0)
        result.hundredths = (uint32_t)((total * HUNDREDTHS + count / 2) / count);
    if (status == APO_OK)
        *out = result;
    return status;
}

/* --- reachable squares --------------------------------------------------- */

typedef struct edges {
    const apo_geometry *geo;
    apo_set *next;
    bool is_unmoved;
} edges;

/* True if some board meets the path's conditions: an empty brouhaha square does not exist. */
static bool is_possible(const apo_geometry *geo, const apo_path *path)
{
    for (unsigned i = 0; i < path->step_count; i++)
        if (geo->place[path->steps[i].square] == APO_PLACE_TRANSIENT &&
            path->steps[i].condition == APO_CONDITION_EMPTY)
            return false;
    return geo->place[path->to] == APO_PLACE_SQUARE ||
           (path->end & (APO_END_CAPTURE | APO_END_FRIEND)) != 0;
}

static bool add_edge(void *context, const apo_path *path)
{
    edges *from = context;
    if (path->to != path->from && (!path->is_unmoved || from->is_unmoved) &&
        is_possible(from->geo, path))
        apo_set_add(from->next, path->to);
    return true;
}

apo_status apo_piece_graph_make(apo_piece_graph *out, const apo_piece_moves *moves,
                                const apo_geometry *geo, apo_side side, const apo_set *unmoved)
{
    apo_status status = APO_OK;
    memset(out, 0, sizeof *out);
    for (unsigned sq = 0; status == APO_OK && sq < apo_geometry_squares(geo); sq++) {
        edges from = {geo, &out->next[sq], apo_set_has(unmoved, (apo_square)sq)};
        if (geo->place[sq] != APO_PLACE_NONE)
            status = apo_paths_walk(geo, moves, side, (apo_square)sq, add_edge, &from);
    }
    return status;
}

apo_set apo_piece_graph_reach(const apo_piece_graph *graph, const apo_geometry *geo,
                              const apo_set *from, const apo_set *stops)
{
    apo_set reach = *from, seen = {{0}};
    for (bool is_growing = true; is_growing;) {
        is_growing = false;
        for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
            if (!apo_set_has(&reach, (apo_square)sq) || apo_set_has(&seen, (apo_square)sq))
                continue;
            apo_set_add(&seen, (apo_square)sq);
            if (apo_set_has(stops, (apo_square)sq))
                continue;
            is_growing = true;
            for (unsigned i = 0; i < APO_SET_WORDS_MAX; i++)
                reach.words[i] |= graph->next[sq].words[i];
        }
    }
    return reach;
}
