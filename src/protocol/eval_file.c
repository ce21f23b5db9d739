#include "protocol/eval_file.h"

#include "base/error.h"

/* Reads the net and gives it to the engine. */
static void load(const apo_environment *environment, apo_engine *engine, apo_span path,
                 apo_error *err)
{
    apo_buffer bytes;
    apo_buffer_init(&bytes, environment->alloc);
    apo_status status = environment->read_bytes(environment->read_context, &bytes, path);
    if (status == APO_OK && bytes.length == 0)
        (void)apo_fail(err, APO_E_SYNTAX, 0, "the file is empty", path);
    else if (status == APO_OK)
        (void)apo_engine_use_network(engine, apo_buffer_span(&bytes), err);
    else
        (void)apo_fail(err, status, 0, apo_status_message(status), path);
    apo_buffer_clear(&bytes);
}

apo_status apo_eval_file_new_game(const apo_environment *environment, apo_engine *engine,
                                  const apo_variant *var, apo_span path, apo_error *err)
{
    *err = (apo_error){.detail = ""};
    apo_status status = apo_engine_new_game(engine, var);
    if (status == APO_OK && apo_span_is(path, "none"))
        status = apo_engine_set_network(engine, NULL);
    else if (status == APO_OK && path.length > 0 && environment->read_bytes != NULL)
        load(environment, engine, path, err);
    return status;
}

void apo_eval_file_set(apo_buffer *path, apo_span value)
{
    apo_buffer_clear(path);
    if (value.length > 0 && !apo_span_is(value, "<empty>"))
        apo_buffer_add_span(path, value);
}
