/* What a protocol talks through: where its lines go, what time it is, whose name it bears. */
#ifndef APO_PROTOCOL_CHANNEL_H
#define APO_PROTOCOL_CHANNEL_H

#include "base/alloc.h"
#include "definition/file/definition.h"
#include "search/engine.h"

typedef struct apo_channel {
    /* Takes one line, without its end; called by one thread at a time. */
    void (*write)(void *context, const char *line);
    void *write_context;
    apo_now *now;
    void *now_context;
    /* Compiles the definition file at `path`; gives `*out`. NULL: no files can be read here. */
    apo_status (*read_file)(void *context, apo_variant **out, apo_span path,
                            apo_fault_list *faults);
    void *read_context;
    int64_t (*free_mb)(void); /* memory that is to be had; NULL, or negative: not known */
    uint32_t hash_mb;         /* of the engine's table to begin with; 0: APO_HASH_DEFAULT_MB */
    const char *name;         /* of the program, with its version; borrowed */
    const apo_alloc *alloc;   /* borrowed; NULL: the default */
} apo_channel;

/* What time it is; 0 where there is no clock. */
int64_t apo_channel_now(const apo_channel *channel);

/* As apo_engine_set_hash. What the machine promises and does not have is refused as well,
 * before the whole machine runs short. */
apo_status apo_channel_set_hash(const apo_channel *channel, apo_engine *engine, size_t hash_mb);

#endif
