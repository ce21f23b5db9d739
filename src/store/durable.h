/* Files that must be on disk before anybody relies on them. Any thread; a function that returns
 * false leaves the reason in errno. */
#ifndef APO_STORE_DURABLE_H
#define APO_STORE_DURABLE_H

#include "base/error.h"
#include "base/span.h"

/* Writes all bytes, in as many calls as it takes. */
bool apo_durable_write(int file, apo_span bytes);

/* Makes what was written to a file, or the names in a folder, survive a power cut. */
bool apo_durable_sync(const char *path);

/* The same for the folder that holds the file. */
bool apo_durable_sync_folder_of(const char *path);

/* Writes a file that only its owner can read: first beside its place, then renamed into it, so
 * that nobody ever sees half of it. */
bool apo_durable_replace(const char *path, apo_span bytes);

/* APO_E_IO with the sentence of errno. */
apo_status apo_fail_by_errno(apo_error *err);

#endif
