#include "protocol/environment.h"

#include "api/host.h"

int64_t apo_environment_now(const apo_environment *environment)
{
    return environment->now != NULL ? environment->now(environment->now_context) : 0;
}

apo_engine_options apo_environment_engine_options(const apo_environment *environment)
{
    return (apo_engine_options){.hash_mb = environment->hash_mb,
                                .now = environment->now,
                                .now_context = environment->now_context,
                                .alloc = environment->alloc,
                                .threads = apo_posix_threads(),
                                .network_source = environment->network_source,
                                .constants = environment->constants,
                                .network_context = environment->network_context};
}

apo_status apo_environment_set_hash(const apo_environment *environment, apo_engine *engine,
                                    size_t hash_mb)
{
    int64_t free_mb = environment->free_mb != NULL ? environment->free_mb() : -1;
    if (hash_mb <= APO_HASH_MAX_MB && free_mb >= 0 && (int64_t)hash_mb > free_mb)
        return APO_E_MEMORY;
    return apo_engine_set_hash(engine, hash_mb);
}
