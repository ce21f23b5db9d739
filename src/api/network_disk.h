/* Nets on disk. Any thread. */
#ifndef APO_API_NETWORK_DISK_H
#define APO_API_NETWORK_DISK_H

#include "neural/network_file.h"

/* Reads the file at `path`. Errors: as apo_network_read; APO_E_IO: it cannot be read. */
apo_status apo_network_load(apo_network **out, const apo_variant *var, const char *path,
                            const apo_alloc *alloc, apo_error *err);

/* Writes the file at `path` whole or not at all: into PATH.new, which is then renamed. Errors,
 * with an older file untouched: as apo_network_write; APO_E_IO: errno says why. */
apo_status apo_network_save(const apo_network *network, const char *path);

#endif
