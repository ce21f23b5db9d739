/* Passwords known from break-ins, from a list of the operator's. A Bloom filter, so that a long
 * list needs little memory: it never misses a listed password, and wrongly reports one in 1,700
 * others. No other machine is asked. Any thread, once the list is read. */
#ifndef APO_SERVER_WEB_STOLEN_H
#define APO_SERVER_WEB_STOLEN_H

#include "base/error.h"

enum {
    APO_STOLEN_MAX = 16 << 20 /* lines; they take 32 MB */
};

typedef struct apo_stolen apo_stolen;

/* Reads a file with a line for each: the password, or its SHA-1 in hexadecimal, perhaps with
 * ":" and a number after it, as lists of stolen passwords are published. Lines of more than
 * 1000 bytes are left out. Gives (free with apo_stolen_free). Errors, with a sentence:
 * APO_E_IO, APO_E_TOO_LARGE, APO_E_MEMORY. */
apo_status apo_stolen_read(apo_stolen **out, const char *path, apo_error *err);
void apo_stolen_free(apo_stolen *stolen); /* NULL is allowed */

/* What the list holds in memory; `stolen` NULL: 0. */
size_t apo_stolen_bytes(const apo_stolen *stolen);

/* True if it is in the list; `stolen` NULL: there is none. */
bool apo_stolen_has(const apo_stolen *stolen, apo_span password);

#endif
