#include "protocol/channel.h"

#include "api/host.h"

int64_t apo_channel_now(const apo_channel *channel)
{
    return channel->now != NULL ? channel->now(channel->now_context) : 0;
}

apo_engine_options apo_channel_engine_options(const apo_channel *channel)
{
    return (apo_engine_options){.hash_mb = channel->hash_mb,
                                .now = channel->now,
                                .now_context = channel->now_context,
                                .alloc = channel->alloc,
                                .threads = apo_posix_threads(),
                                .network_source = channel->network_source,
                                .constants = channel->constants,
                                .network_context = channel->network_context};
}

apo_status apo_channel_set_hash(const apo_channel *channel, apo_engine *engine, size_t hash_mb)
{
    int64_t free_mb = channel->free_mb != NULL ? channel->free_mb() : -1;
    if (hash_mb <= APO_HASH_MAX_MB && free_mb >= 0 && (int64_t)hash_mb > free_mb)
        return APO_E_MEMORY;
    return apo_engine_set_hash(engine, hash_mb);
}
