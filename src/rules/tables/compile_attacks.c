#include "rules/tables/compile.h"

static void note(apo_compile *job, size_t index, apo_square from)
{
    uint64_t *set = apo_array_at(&job->reach, index * job->var->words);
    set[from >> 6] |= (uint64_t)1 << (from & 63U);
}

void apo_compile_reach(apo_compile *job, unsigned side, unsigned row, apo_square target,
                       enum apo_reach_kind kind, apo_square from)
{
    note(job, apo_reach_index(job->var, side, row, target, APO_REACH_ANY), from);
    note(job, apo_reach_index(job->var, side, row, target, kind), from);
}

/* Sorts by target, then by `from`; stable, a bucket sort. */
static apo_status sort_entries(apo_compile *job)
{
    size_t count = job->entries.count;
    apo_attack_entry *entries = (apo_attack_entry *)(void *)job->entries.bytes;
    apo_attack_entry *sorted = apo_allocate(job->alloc, (count + 1) * sizeof *sorted);
    size_t starts[APO_SQUARES_MAX + 1] = {0};
    if (sorted == NULL)
        return APO_E_MEMORY;
    for (size_t i = 0; i < count; i++)
        starts[entries[i].target + 1]++;
    for (unsigned sq = 0; sq < APO_SQUARES_MAX; sq++)
        starts[sq + 1] += starts[sq];
    for (size_t i = 0; i < count; i++)
        sorted[starts[entries[i].target]++] = entries[i];
    for (size_t i = 0; i < count; i++)
        entries[i] = sorted[i];
    apo_free(job->alloc, sorted);
    return APO_OK;
}

/* Copies one simple entry's set, so that the sets of a group are adjacent. */
static apo_status copy_simple(apo_compile *job, const apo_attack_entry *entry, apo_array *from)
{
    unsigned words = job->var->words;
    uint64_t *set = apo_array_add(&job->simple_sets, words);
    if (set == NULL)
        return APO_E_MEMORY;
    const uint64_t *old = apo_array_at(from, entry->index);
    for (unsigned i = 0; i < words; i++)
        set[i] = old[i];
    return APO_OK;
}

static apo_status add_entry(apo_compile *job, apo_attack_group *group,
                            const apo_attack_entry *entry, apo_array *sets)
{
    if (!entry->is_general) {
        group->simple_count++;
        return copy_simple(job, entry, sets);
    }
    uint32_t *path = apo_array_add(&job->attack_paths, 1);
    if (path == NULL)
        return APO_E_MEMORY;
    *path = entry->index;
    group->general_count++;
    return APO_OK;
}

/* Adds a group for every square from which a piece hits the target conditionally, in order of
 * squares. */
static apo_status add_groups(apo_compile *job, size_t *next, apo_square target, apo_array *sets)
{
    const apo_attack_entry *entries =
        (const apo_attack_entry *)(const void *)job->entries.bytes;
    apo_attack_group *group = NULL;
    apo_square from = APO_SQUARE_NONE;
    for (; *next < job->entries.count && entries[*next].target == target; ++*next) {
        if (group == NULL || entries[*next].from != from) {
            from = entries[*next].from;
            group = apo_array_add(&job->groups, 1);
            if (group == NULL)
                return APO_E_MEMORY;
            group->first_simple = (uint32_t)job->simple_sets.count;
            group->first_general = (uint32_t)job->attack_paths.count;
        }
        apo_status status = add_entry(job, group, &entries[*next], sets);
        if (status != APO_OK)
            return status;
    }
    return APO_OK;
}

apo_status apo_compile_groups(apo_compile *job, apo_side side, unsigned row)
{
    apo_array sets = job->row_sets; /* the row's sets in order of squares; copied by target */
    size_t next = 0;
    apo_status status = sort_entries(job);
    for (unsigned sq = 0; status == APO_OK && sq < job->var->squares; sq++) {
        uint32_t *first =
            apo_array_at(&job->group_first, apo_table_index(job->var, side, row, sq));
        *first = (uint32_t)job->groups.count;
        status = add_groups(job, &next, (apo_square)sq, &sets);
    }
    job->entries.count = 0;
    job->row_sets.count = 0;
    return status;
}
