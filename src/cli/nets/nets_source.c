#include "cli/nets/nets_source.h"

#include "cli/call/message.h"
#include "neural/network_file.h"

apo_network *apo_nets_find(void *context, const apo_variant *var, const apo_alloc *alloc)
{
    static const apo_nets own = {.has_file = false};
    const apo_nets *nets = context != NULL ? context : &own;
    apo_span bytes = apo_nets_bytes(nets, apo_variant_info_of(var)->id);
    apo_network *network = NULL;
    if (bytes.length > 0)
        (void)apo_network_read(&network, var, bytes, alloc, NULL);
    return network;
}

enum apo_exit apo_nets_check(const apo_nets *nets, const apo_call *call, const apo_variant *var)
{
    apo_network *network = NULL;
    apo_error err = {.detail = ""};
    if (nets->file.length == 0)
        return APO_EXIT_OK;
    apo_span bytes = apo_nets_bytes(nets, apo_variant_info_of(var)->id);
    if (apo_network_read(&network, var, bytes, NULL, &err) != APO_OK)
        return apo_report_failure("%s: %s", apo_call_value(call, "eval-file"), err.detail);
    apo_network_free(network);
    return APO_EXIT_OK;
}
