#include "cli/lab/lab.h"

#include "cli/call/message.h"
#include "cli/call/parse_options.h"
#include "cli/nets/nets_source.h"
#include "training/training_file.h"

enum {
    HASH_MB = 4, /* a move has a few hundred nodes */
    TITLE_MAX = 320
};

static apo_status open_engine(apo_lab *lab, const apo_variant *var)
{
    const apo_engine_options options = {
        .hash_mb = HASH_MB, .network_source = apo_nets_find, .network_context = &lab->nets};
    apo_status status = apo_engine_new(&lab->table.engine, &options);
    if (status == APO_OK)
        status = apo_engine_new_game(lab->table.engine, var);
    return status;
}

/* The title of the log, with the net's digest if there is a net. */
static void write_title(char out[TITLE_MAX], apo_lab *lab, const apo_variant *var,
                        const char *title)
{
    apo_network *network = apo_nets_find(&lab->nets, var, NULL);
    apo_span bytes = apo_nets_bytes(&lab->nets, apo_variant_info_of(var)->id);
    if (network != NULL)
        snprintf(out, TITLE_MAX, "%s net %016llx", title,
                 (unsigned long long)apo_training_digest_of(bytes));
    else
        snprintf(out, TITLE_MAX, "%s", title);
    apo_network_free(network);
}

enum apo_exit apo_lab_open(apo_lab *lab, const apo_call *call, const apo_variant *var,
                           const char *title, apo_lab_read_line *read, void *context)
{
    char whole[TITLE_MAX];
    enum apo_exit result = apo_nets_open(&lab->nets, call);
    if (result == APO_EXIT_OK)
        result = apo_nets_check(&lab->nets, call, var);
    if (result != APO_EXIT_OK)
        return result;
    apo_status status = open_engine(lab, var);
    if (status != APO_OK)
        return apo_report_failure("%s: %s", call->command->name, apo_status_message(status));
    write_title(whole, lab, var, title);
    return apo_lab_log_open(&lab->log, apo_call_value(call, "state"), whole, read, context);
}

enum apo_exit apo_lab_sample_games(apo_lab *lab, const apo_call *call, const apo_variant *var)
{
    lab->table.watch = apo_lab_sample_watch;
    lab->table.watch_context = &lab->sample;
    return apo_lab_sample_open(&lab->sample, apo_call_value(call, "positions"),
                               apo_variant_info_of(var)->id);
}

void apo_lab_close(apo_lab *lab)
{
    apo_lab_sample_close(&lab->sample);
    apo_lab_log_close(&lab->log);
    apo_engine_free(lab->table.engine);
    apo_nets_close(&lab->nets);
}
