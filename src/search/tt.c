#include "search/tt.h"

#include <stdatomic.h>

#include "base/mem.h"
#include "base/random.h"

enum {
    CLUSTER = 4,
    AGES = 64,
    AGE_PENALTY = 4, /* plies of depth that an entry loses in value per search */
    SAMPLE = 250     /* clusters sampled to measure how full the TT is */
};

/* `check` is the upper part of the key, depth, bound and age, XORed with `data`: a torn entry,
 * half written by each of two threads, does not match any key.
 *
 *     check: 48 bits of key | depth 8 | age 6 | bound 2
 *     data: move 32 | score 16 | evaluation 16 */
struct apo_tt_entry {
    _Atomic uint64_t check, data;
};

static uint64_t pack_check(uint64_t key, const apo_tt_data *saved, unsigned age)
{
    return (key & ~(uint64_t)0xFFFF) | (uint64_t)saved->depth << 8 | age << 2 | saved->bound;
}

static uint64_t pack_data(const apo_tt_data *saved)
{
    return (uint64_t)saved->move << 32 | (uint64_t)(uint16_t)saved->score << 16 |
           (uint16_t)saved->evaluation;
}

static unsigned depth_of(uint64_t check)
{
    return check >> 8 & 0xFF;
}

static unsigned age_of(uint64_t check)
{
    return check >> 2 & (AGES - 1);
}

static apo_tt_data unpack(uint64_t check, uint64_t data)
{
    return (apo_tt_data){.move = (uint32_t)(data >> 32),
                         .score = (int16_t)(uint16_t)(data >> 16),
                         .evaluation = (int16_t)(uint16_t)data,
                         .depth = (uint8_t)depth_of(check),
                         .bound = (uint8_t)(check & 3)};
}

static apo_tt_entry *cluster_of(const apo_tt *tt, uint64_t key)
{
    uint64_t index = (uint64_t)(uint32_t)key * tt->cluster_count >> 32;
    return tt->entries + index * CLUSTER;
}

static uint64_t load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

apo_status apo_tt_resize(apo_tt *tt, const apo_alloc *alloc, size_t bytes)
{
    size_t count = bytes / (CLUSTER * sizeof(apo_tt_entry));
    if (count < 1)
        count = 1;
    if (count > UINT32_MAX)
        count = UINT32_MAX;
    apo_block block = apo_block_take(alloc, count * CLUSTER * sizeof(apo_tt_entry));
    if (block.start == NULL)
        return APO_E_MEMORY;
    apo_tt_free(tt);
    *tt = (apo_tt){block, block.start, (uint32_t)count, 0};
    apo_tt_clear(tt);
    return APO_OK;
}

void apo_tt_free(apo_tt *tt)
{
    apo_block_free(&tt->block);
    tt->entries = NULL;
    tt->cluster_count = 0;
}

void apo_tt_clear(apo_tt *tt)
{
    memset(tt->entries, 0, (size_t)tt->cluster_count * CLUSTER * sizeof(apo_tt_entry));
    tt->age = 0;
}

void apo_tt_new_search(apo_tt *tt)
{
    tt->age = (uint8_t)((tt->age + 1) % AGES);
}

void apo_tt_prefetch(const apo_tt *tt, uint64_t key)
{
    __builtin_prefetch(cluster_of(tt, key));
}

static bool is_of(uint64_t check, uint64_t key)
{
    return (check ^ key) >> 16 == 0 && (check & 3) != APO_BOUND_NONE;
}

bool apo_tt_probe(const apo_tt *tt, uint64_t key, apo_tt_data *out)
{
    const apo_tt_entry *cluster = cluster_of(tt, key);
    for (unsigned i = 0; i < CLUSTER; i++) {
        uint64_t data = load(&cluster[i].data);
        uint64_t check = load(&cluster[i].check) ^ data;
        if (!is_of(check, key))
            continue;
        *out = unpack(check, data);
        return true;
    }
    return false;
}

/* The value of keeping an entry: its depth, minus a penalty for its age; 0 if it is empty. */
static int value_to_keep(const apo_tt *tt, uint64_t check)
{
    unsigned years = (tt->age + AGES - age_of(check)) % AGES;
    return (check & 3) == APO_BOUND_NONE ? -1000
                                         : (int)depth_of(check) - (int)(AGE_PENALTY * years);
}

/* The entry of the key, or the one to replace. */
static apo_tt_entry *choose(const apo_tt *tt, uint64_t key, uint64_t *out_check,
                            uint64_t *out_data)
{
    apo_tt_entry *cluster = cluster_of(tt, key), *best = cluster;
    int least = 10000;
    for (unsigned i = 0; i < CLUSTER; i++) {
        uint64_t data = load(&cluster[i].data);
        uint64_t check = load(&cluster[i].check) ^ data;
        int value = is_of(check, key) ? -2000 : value_to_keep(tt, check);
        if (value >= least)
            continue;
        least = value;
        best = &cluster[i];
        *out_check = check;
        *out_data = data;
    }
    return best;
}

void apo_tt_store(apo_tt *tt, uint64_t key, apo_tt_data saved)
{
    uint64_t old_check = 0, old_data = 0;
    apo_tt_entry *entry = choose(tt, key, &old_check, &old_data);
    if (is_of(old_check, key)) {
        if (saved.move == 0)
            saved.move = (uint32_t)(old_data >> 32);
        /* A deeper search of the same position is kept, unless the new one is exact. */
        if (saved.bound != APO_BOUND_EXACT && age_of(old_check) == tt->age &&
            depth_of(old_check) > saved.depth + 3U)
            return;
    }
    uint64_t data = pack_data(&saved);
    uint64_t check = pack_check(key, &saved, tt->age) ^ data;
    atomic_store_explicit(&entry->data, data, memory_order_relaxed);
    atomic_store_explicit(&entry->check, check, memory_order_relaxed);
}

unsigned apo_tt_hashfull(const apo_tt *tt)
{
    unsigned clusters = tt->cluster_count < SAMPLE ? tt->cluster_count : SAMPLE, used = 0;
    unsigned entries = clusters * CLUSTER;
    if (entries == 0)
        return 0;
    for (unsigned i = 0; i < entries; i++) {
        uint64_t check = load(&tt->entries[i].check) ^ load(&tt->entries[i].data);
        used += (check & 3) != APO_BOUND_NONE && age_of(check) == tt->age;
    }
    return used * 1000 / entries;
}

uint32_t apo_move_signature(const apo_move *mv)
{
    uint64_t rest = (uint64_t)mv->launched << 3 | mv->kind;
    uint64_t arg = mv->arg ^ (uint64_t)mv->wall << 48 ^ (uint64_t)(mv->promoted >> 5) << 40;
    uint32_t extra = (uint32_t)(apo_mix(arg ^ rest << 56) & 0x1FF);
    return (uint32_t)mv->from << 23 | (uint32_t)mv->to << 14 |
           (uint32_t)(mv->promoted & 31U) << 9 | (rest == 0 && arg == 0 ? 0 : extra);
}
