#include "cli/lab/lab.h"

#include "cli/call/message.h"
#include "cli/call/parse_options.h"

enum {
    HASH_MB = 4 /* a move has a few hundred nodes */
};

enum apo_exit apo_lab_open(apo_lab *lab, const apo_call *call, const apo_variant *var,
                           const char *title, apo_lab_read_line *read, void *context)
{
    const apo_engine_options options = {.hash_mb = HASH_MB};
    apo_status status = apo_engine_new(&lab->table.engine, &options);
    if (status == APO_OK)
        status = apo_engine_new_game(lab->table.engine, var);
    if (status != APO_OK)
        return apo_report_failure("%s: %s", call->command->name, apo_status_message(status));
    lab->table.watch = apo_lab_sample_watch;
    lab->table.watch_context = &lab->sample;
    enum apo_exit result =
        apo_lab_log_open(&lab->log, apo_call_value(call, "state"), title, read, context);
    if (result == APO_EXIT_OK)
        result = apo_lab_sample_open(&lab->sample, apo_call_value(call, "positions"),
                                     apo_variant_info_of(var)->id);
    return result;
}

void apo_lab_close(apo_lab *lab)
{
    apo_lab_sample_close(&lab->sample);
    apo_lab_log_close(&lab->log);
    apo_engine_free(lab->table.engine);
}
