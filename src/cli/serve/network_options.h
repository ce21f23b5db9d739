/* What passes between the server and its proxy, or other servers. */
#ifndef APO_CLI_SERVE_NETWORK_OPTIONS_H
#define APO_CLI_SERVE_NETWORK_OPTIONS_H

#include "cli/call/command.h"
#include "server/web/options.h"

/* Fills the members for proxy and peers of the options, whose `listen` and `is_shared` are set.
 * Reports what would cross a network in the clear: a proxy, or servers that share the database,
 * on other machines, without --encrypted-network. */
enum apo_exit apo_network_options(apo_server_options *out, const apo_call *call);

#endif
