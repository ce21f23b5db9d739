#include "cli/serve/network_options.h"

#include <string.h>

#include "cli/call/message.h"
#include "net/address.h"

/* True for addresses of this machine, with or without a port. */
static bool is_local(const char *text)
{
    apo_address address;
    apo_span span = apo_span_of(text);
    return apo_span_starts_with(span, "localhost:") || apo_span_starts_with(span, ":") ||
           (apo_address_read_node(&address, span) && address.is_local) ||
           (apo_address_read(&address, span) && address.is_local);
}

static bool is_socket(const char *text)
{
    return apo_span_starts_with(apo_span_of(text), "unix:");
}

static enum apo_exit check_peers(const apo_server_options *options, const apo_call *call)
{
    const char *address =
        options->peer_address != NULL ? options->peer_address : options->listen;
    if (!options->is_shared)
        return options->peer_address == NULL
                   ? APO_EXIT_OK
                   : apo_report_usage(call->command, "--peer-address needs --share");
    if (is_socket(address))
        return apo_report_usage(call->command, "other servers do not reach a socket of this "
                                               "machine: give --peer-address");
    if (options->is_network_encrypted || is_local(address))
        return APO_EXIT_OK;
    return apo_report_usage(
        call->command, "other servers would reach this one in the clear: give the near end "
                       "of a tunnel with TLS as --peer-address, or, if the network is "
                       "encrypted, --encrypted-network (docs/serving.md)");
}

enum apo_exit apo_network_options(apo_server_options *out, const apo_call *call)
{
    const char *header = apo_call_value(call, "proxy-header");
    out->proxy = apo_call_value(call, "proxy");
    out->is_proxy_forwarded = header != NULL && strcmp(header, "forwarded") == 0;
    out->peer_address = apo_call_value(call, "peer-address");
    out->is_network_encrypted = apo_call_has(call, "encrypted-network");
    if (out->proxy != NULL && !out->is_network_encrypted && !is_local(out->proxy))
        return apo_report_usage(call->command,
                                "a proxy on another machine would reach this server in the "
                                "clear: put one here, or, if the network is encrypted or does "
                                "not leave this machine, add --encrypted-network "
                                "(docs/serving.md)");
    return check_peers(out, call);
}
