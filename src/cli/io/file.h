/* Reads and writes whole files. */
#ifndef APO_CLI_IO_FILE_H
#define APO_CLI_IO_FILE_H

#include "base/buffer.h"
#include "base/status.h"

enum {
    APO_FILE_SIZE_MAX = 64 << 20, /* bytes; a PGN of 20,000 long games */
    APO_PATH_MAX = 4096
};

/* Reads a whole file, or standard input for "-". `out` is initialised and empty. On failure
 * errno says why, or APO_E_TOO_LARGE, APO_E_MEMORY. */
apo_status apo_file_read(apo_buffer *out, const char *path);

/* Writes a file completely or not at all, and waits until it is on the disk; what is not a
 * regular file (a terminal, a pipe) is written in place. Errors: APO_E_IO, with errno (EEXIST
 * if it exists and `may_replace` is false). */
apo_status apo_file_write(const char *path, apo_span text, bool may_replace);

#endif
