#include "protocol/eval_file.h"

#include "neural/network_file.h"

/* Reads the net and gives it to the engine. */
static apo_status load(const apo_channel *channel, apo_engine *engine, const apo_variant *var,
                       apo_span path, apo_error *err)
{
    apo_buffer bytes;
    apo_network *network = NULL;
    apo_buffer_init(&bytes, channel->alloc);
    apo_status status = channel->read_bytes(channel->read_context, &bytes, path);
    if (status == APO_OK)
        status = apo_network_read(&network, var, apo_buffer_span(&bytes), channel->alloc, err);
    if (status == APO_OK)
        status = apo_engine_set_network(engine, network);
    if (status != APO_OK) {
        apo_network_free(network);
        if (err->detail[0] == '\0')
            (void)apo_fail(err, status, 0, apo_status_message(status), (apo_span){NULL, 0});
    }
    apo_buffer_clear(&bytes);
    return status;
}

apo_status apo_eval_file_new_game(const apo_channel *channel, apo_engine *engine,
                                  const apo_variant *var, apo_span path, apo_error *err)
{
    *err = (apo_error){.detail = ""};
    apo_status status = apo_engine_new_game(engine, var);
    if (status == APO_OK && path.length > 0 && channel->read_bytes != NULL)
        (void)load(channel, engine, var, path, err);
    return status;
}

void apo_eval_file_set(apo_buffer *path, apo_span value)
{
    apo_buffer_clear(path);
    if (value.length > 0 && !apo_span_is(value, "<empty>"))
        apo_buffer_add_span(path, value);
}
