/* The nets of a program for the engines that it makes. */
#ifndef APO_CLI_NETS_NETS_SOURCE_H
#define APO_CLI_NETS_NETS_SOURCE_H

#include "cli/nets/nets.h"
#include "search/engine.h"

/* An apo_network_source; the context is an apo_nets, or NULL for the program's own nets. A
 * game that only has the id of one of ours, but other rules, gets none. */
apo_network *apo_nets_find(void *context, const apo_variant *var, const apo_alloc *alloc);

/* Checks that the net of --eval-file, if given, is for this game. A failure is reported on
 * stderr. */
enum apo_exit apo_nets_check(const apo_nets *nets, const apo_call *call,
                             const apo_variant *var);

#endif
