#ifndef APO_CLI_RULEBOOK_EMBEDDED_RULES_H
#define APO_CLI_RULEBOOK_EMBEDDED_RULES_H

#include "cli/io/embedded_bytes.h"

/* The files of docs/games/, which tell players the rules. The engine-only program has none of
 * them. */
extern const struct apo_embedded_bytes apo_embedded_rules[];

#endif
