/* Reads whole files. */
#ifndef APO_CLI_IO_FILE_H
#define APO_CLI_IO_FILE_H

#include "base/buffer.h"
#include "base/status.h"

enum {
    APO_FILE_SIZE_MAX = 64 << 20 /* bytes; a PGN of 20,000 long games */
};

/* Reads a whole file, or standard input for "-". `out` is initialised and empty. On failure
 * errno says why, or APO_E_TOO_LARGE, APO_E_MEMORY. */
apo_status apo_file_read(apo_buffer *out, const char *path);

#endif
