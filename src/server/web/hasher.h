/* Password hashing: argon2id in its own thread, since each hash takes several hundredths of a
 * second and 19 MiB. */
#ifndef APO_SERVER_WEB_HASHER_H
#define APO_SERVER_WEB_HASHER_H

#include "net/http.h"

typedef struct apo_hasher apo_hasher;

enum {
    APO_PASSWORD_HASH_MAX = 128, /* with the terminator */
    APO_PASSWORD_MAX = 512       /* bytes: 128 characters of four */
};

/* The caller frees it with apo_hasher_free. With `is_quick` new hashes are quickly made
 * and as quickly guessed: for tests. Errors: APO_E_MEMORY. */
apo_status apo_hasher_new(apo_hasher **out, apo_http *http, bool is_quick);

/* Drops waiting requests and stops the thread; finished results are not reported. NULL is
 * allowed. */
void apo_hasher_stop(apo_hasher *hasher);
void apo_hasher_free(apo_hasher *hasher); /* after stopping it, and after the loop; NULL is
                                           * allowed */

/* The hash of a new password, "" when out of memory. Called in the loop's thread. */
typedef void apo_hasher_made(void *context, const char *hash);
/* Whether the password is right. */
typedef void apo_hasher_checked(void *context, bool is_right);

/* The password is copied. `hash` "" matches no password but takes as long as any, so that
 * timing does not reveal which names exist. False: too many are waiting; nothing will be
 * called. */
bool apo_hasher_make(apo_hasher *hasher, apo_span password, apo_hasher_made *fn, void *context);
bool apo_hasher_check(apo_hasher *hasher, apo_span password, const char *hash,
                      apo_hasher_checked *fn, void *context);

/* True if the hash was made with another algorithm or cost than new ones are: once the password
 * is known, it should be hashed anew. Never true of a hasher whose hashes are quickly made.
 * Called in the loop's thread. */
bool apo_hasher_is_outdated(const apo_hasher *hasher, const char *hash);

#endif
