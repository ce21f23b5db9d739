/* The environment of a protocol: output, clock, files, and the program's name. */
#ifndef APO_PROTOCOL_ENVIRONMENT_H
#define APO_PROTOCOL_ENVIRONMENT_H

#include "base/alloc.h"
#include "base/buffer.h"
#include "definition/file/definition.h"
#include "search/engine.h"

typedef struct apo_environment {
    /* Writes one line, given without its line end; called by one thread at a time. */
    void (*write)(void *context, const char *line);
    void *write_context;
    apo_now *now;
    void *now_context;
    /* Compiles the definition file at `path`; gives `*out`. NULL: files cannot be read. */
    apo_status (*read_file)(void *context, apo_variant **out, apo_span path,
                            apo_fault_list *faults);
    /* Reads the whole file at `path`; `out` is empty. NULL: files cannot be read. */
    apo_status (*read_bytes)(void *context, apo_buffer *out, apo_span path);
    void *read_context; /* of both */
    /* Finds the program's own nets; NULL: it has none. */
    apo_network_source *network_source;
    void *network_context;
    const apo_search_constants *constants; /* borrowed; NULL: the usual ones */
    int64_t (*free_mb)(void);              /* memory available; NULL, or negative: unknown */
    uint32_t hash_mb;                      /* initial size of the TT; 0: APO_HASH_DEFAULT_MB */
    const char *name;                      /* of the program, with its version; borrowed */
    const apo_alloc *alloc;                /* borrowed; NULL: the default */
} apo_environment;

/* The current time; 0 without a clock. */
int64_t apo_environment_now(const apo_environment *environment);

/* The options of an engine for this environment. */
apo_engine_options apo_environment_engine_options(const apo_environment *environment);

/* As apo_engine_set_hash. Also refuses more memory than is available: the system might grant it
 * and then run short. */
apo_status apo_environment_set_hash(const apo_environment *environment, apo_engine *engine,
                                    size_t hash_mb);

#endif
