/* One account of what the server's parts hold in memory, under one limit (`serve --memory`).
 * Each part says how much it holds, and what it can do without: a game that nobody watches can
 * be read again from the store, a definition compiled again. When the parts together hold too
 * much, what was used least recently is dropped first, whichever part has it.
 *
 * Loop's thread, except apo_memory_note. */
#ifndef APO_SERVER_WEB_MEMORY_H
#define APO_SERVER_WEB_MEMORY_H

#include "net/http.h"

enum {
    APO_MEMORY_PARTS_MAX = 8,
    APO_MEMORY_DEFAULT_MIB = 128, /* with the program itself below 256 */
    APO_MEMORY_MIN_MIB = 4        /* some hundred games */
};

typedef struct apo_memory apo_memory;

/* A part. All texts are borrowed. */
typedef struct apo_memory_part {
    const char *word;  /* in metrics: "games" */
    const char *words; /* for people, marked for translation: "games in memory" */
    size_t (*bytes)(void *context);
    /* When the droppable thing used least recently was last used, by apo_http_ticks_ms;
     * INT64_MAX: nothing can be dropped. NULL for a part that needs everything it has. */
    int64_t (*oldest_ms)(void *context);
    /* Drops what was used least recently, and not after `until_ms`, until `bytes` are free or
     * nothing is left. Returns the bytes freed. */
    size_t (*drop)(void *context, size_t bytes, int64_t until_ms);
    void *context;
} apo_memory_part;

/* Gives (stop with apo_memory_stop before the loop is freed, free with apo_memory_free after
 * it: the loop may still have calls for it). NULL when out of memory. */
apo_memory *apo_memory_new(apo_http *http, size_t bytes_max);
void apo_memory_stop(apo_memory *memory); /* NULL is allowed */
void apo_memory_free(apo_memory *memory); /* NULL is allowed */

/* Copies the description; the part itself outlives the loop. Adds a gauge of it to the
 * metrics. */
apo_status apo_memory_add(apo_memory *memory, const apo_memory_part *part,
                          apo_metrics *metrics);

/* Something has grown: the loop soon drops what exceeds the limit, as it does each second
 * anyway. Any thread. */
void apo_memory_note(apo_memory *memory);

/* Does so now. Only for callers that hold nothing that a part may drop. */
void apo_memory_trim(apo_memory *memory);

/* True if, at the last trim, the parts held more than the limit and nothing more could be
 * dropped. */
bool apo_memory_is_short(const apo_memory *memory);

size_t apo_memory_limit(const apo_memory *memory);

/* The parts, for the page of operators; NULL at the end. */
const apo_memory_part *apo_memory_part_at(const apo_memory *memory, unsigned index);

#endif
