/* Nets on disk. Any thread. */
#ifndef APO_API_NETWORK_DISK_H
#define APO_API_NETWORK_DISK_H

#include "neural/network_file.h"

/* Writes the file at `path` whole or not at all: into PATH.new, which is then renamed. Errors,
 * with an older file untouched: as apo_network_write; APO_E_IO: errno says why. */
apo_status apo_network_save(const apo_network *network, const char *path);

#endif
