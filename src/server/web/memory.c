#include "server/web/memory.h"

#include <stdatomic.h>

#include "base/alloc.h"
#include "base/text.h"

enum {
    /* The shortest pause between two looks, and the same in multiples of the last look's
     * duration: a look counts the connections one by one, and must not take more than a
     * twentieth of the time. */
    PAUSE_MS = 10,
    PAUSE_TIMES = 20,
    /* The longest pause: the database and the connections grow without calling
     * apo_memory_note. */
    LOOK_MS = 1000,
    LABELS_SIZE = 60
};

struct apo_memory {
    apo_http *http;
    apo_http_timer *timer;
    atomic_bool is_noted;
    int64_t look_ms; /* how long the last look took */
    size_t bytes_max;
    bool is_short;
    apo_metric *dropped; /* bytes */
    apo_memory_part parts[APO_MEMORY_PARTS_MAX];
    unsigned count;
};

static void trim_now(void *context)
{
    apo_memory *memory = context;
    int64_t now_ms = apo_http_ticks_ms();
    atomic_store(&memory->is_noted, false);
    apo_memory_trim(memory);
    memory->look_ms = apo_http_ticks_ms() - now_ms;
    apo_http_timer_set_ticks(memory->timer, LOOK_MS);
}

apo_memory *apo_memory_new(apo_http *http, size_t bytes_max)
{
    apo_memory *memory = apo_allocate_zero(NULL, sizeof *memory);
    if (memory == NULL)
        return NULL;
    memory->http = http;
    memory->bytes_max = bytes_max;
    if (apo_http_timer_new(&memory->timer, http, trim_now, memory) != APO_OK) {
        apo_free(NULL, memory);
        return NULL;
    }
    apo_http_timer_set_ticks(memory->timer, LOOK_MS);
    return memory;
}

void apo_memory_stop(apo_memory *memory)
{
    if (memory == NULL)
        return;
    apo_http_timer_free(memory->timer);
    memory->timer = NULL;
}

void apo_memory_free(apo_memory *memory)
{
    apo_free(NULL, memory);
}

static int64_t count_bytes(void *context)
{
    const apo_memory_part *part = context;
    return (int64_t)part->bytes(part->context);
}

static int64_t count_limit(void *context)
{
    const apo_memory *memory = context;
    return (int64_t)memory->bytes_max;
}

/* The account's own numbers, with its first part. */
static apo_status add_own_metrics(apo_memory *memory, apo_metrics *metrics)
{
    memory->dropped = apo_metrics_counter(
        metrics, "apothecary_memory_dropped_bytes_total", NULL,
        "Memory given up because all parts together had reached the limit.");
    return apo_metrics_gauge(metrics, "apothecary_memory_limit_bytes", NULL,
                             "What the parts may hold together.", count_limit, memory);
}

apo_status apo_memory_add(apo_memory *memory, const apo_memory_part *part, apo_metrics *metrics)
{
    char buf[LABELS_SIZE];
    apo_text labels = apo_text_start(buf, sizeof buf);
    apo_status status = memory->count == 0 ? add_own_metrics(memory, metrics) : APO_OK;
    if (status != APO_OK || memory->count == APO_MEMORY_PARTS_MAX)
        return status != APO_OK ? status : APO_E_OVERFLOW;
    apo_memory_part *own = &memory->parts[memory->count++];
    *own = *part;
    apo_text_add(&labels, "part=\"");
    apo_text_add(&labels, part->word);
    apo_text_add(&labels, "\"");
    return apo_metrics_gauge(metrics, "apothecary_memory_bytes", buf,
                             "What parts of the server hold in memory.", count_bytes, own);
}

static void trim_later(void *context)
{
    apo_memory *memory = context;
    if (memory->timer != NULL) /* not if the server is being closed */
        apo_http_timer_set_ticks(memory->timer,
                                 PAUSE_MS + PAUSE_TIMES * (uint64_t)memory->look_ms);
}

void apo_memory_note(apo_memory *memory)
{
    if (!atomic_exchange(&memory->is_noted, true) &&
        apo_http_post(memory->http, trim_later, memory) != APO_OK)
        atomic_store(&memory->is_noted, false);
}

static size_t sum_of(const apo_memory *memory)
{
    size_t bytes = 0;
    for (unsigned i = 0; i < memory->count; i++)
        bytes += memory->parts[i].bytes(memory->parts[i].context);
    return bytes;
}

/* The part with the least recently used data; `*out_until_ms`: when the next part's turn comes.
 * NULL: nothing can be dropped. */
static const apo_memory_part *find_oldest(const apo_memory *memory, int64_t *out_until_ms)
{
    const apo_memory_part *oldest = NULL;
    int64_t first_ms = INT64_MAX;
    *out_until_ms = INT64_MAX;
    for (unsigned i = 0; i < memory->count; i++) {
        const apo_memory_part *part = &memory->parts[i];
        int64_t used_ms = part->oldest_ms != NULL ? part->oldest_ms(part->context) : INT64_MAX;
        if (used_ms < first_ms) {
            *out_until_ms = first_ms;
            first_ms = used_ms;
            oldest = part;
        } else if (used_ms < *out_until_ms) {
            *out_until_ms = used_ms;
        }
    }
    return oldest;
}

void apo_memory_trim(apo_memory *memory)
{
    int64_t until_ms;
    size_t held = sum_of(memory), first = held, freed = 1;
    while (held > memory->bytes_max && freed > 0) {
        const apo_memory_part *part = find_oldest(memory, &until_ms);
        freed =
            part != NULL ? part->drop(part->context, held - memory->bytes_max, until_ms) : 0;
        held -= freed < held ? freed : held;
        apo_metric_add(memory->dropped, freed);
    }
    /* What was dropped may be in use a little longer. */
    memory->is_short = (held == first ? held : sum_of(memory)) > memory->bytes_max;
}

bool apo_memory_is_short(const apo_memory *memory)
{
    return memory->is_short;
}

size_t apo_memory_limit(const apo_memory *memory)
{
    return memory->bytes_max;
}

const apo_memory_part *apo_memory_part_at(const apo_memory *memory, unsigned index)
{
    return index < memory->count ? &memory->parts[index] : NULL;
}
