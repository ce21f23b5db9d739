/* One account of the memory of all parts of the server, under one limit (`serve --memory`).
 * Each part reports how much it holds and how much it can drop: a game that nobody watches can
 * be read from the store again, a definition compiled again. When the parts together hold too
 * much, the least recently used data is dropped first, whichever part has it.
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
    /* When the least recently used droppable thing was last used, by apo_http_ticks_ms;
     * INT64_MAX: nothing can be dropped. NULL for a part that needs everything it has. */
    int64_t (*oldest_ms)(void *context);
    /* Drops things last used before `until_ms`, least recently used first, until `bytes` are
     * free or nothing is left. Returns the bytes freed. */
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

/* Reports that something has grown: the loop soon drops the excess over the limit, as it does
 * each second anyway. Any thread. */
void apo_memory_note(apo_memory *memory);

/* Drops the excess now. Only for callers that hold nothing that a part may drop. */
void apo_memory_trim(apo_memory *memory);

/* True if the parts held more than the limit after the last trim: nothing more could be
 * dropped, or what was dropped is still in use. */
bool apo_memory_is_short(const apo_memory *memory);

size_t apo_memory_limit(const apo_memory *memory);

/* The parts, for the page of operators; NULL at the end. */
const apo_memory_part *apo_memory_part_at(const apo_memory *memory, unsigned index);

#endif
