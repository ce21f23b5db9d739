#ifndef APO_CLI_NETS_EMBEDDED_NETS_H
#define APO_CLI_NETS_EMBEDDED_NETS_H

#include "cli/io/embedded_bytes.h"

/* The files of nets/. */
extern const struct apo_embedded_bytes apo_embedded_nets[];

#endif
