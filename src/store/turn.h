/* Several servers on one database: one has its turn and writes, the others stand by. A file of
 * SQLite has only one server. */
#ifndef APO_STORE_TURN_H
#define APO_STORE_TURN_H

#include "store/store.h"

/* Waits until, as far as can be seen, no server has its turn on the database. Open it then. A
 * server that has not renewed its turn for seven seconds is ended. Errors, with a sentence in
 * `err`: APO_E_UNSUPPORTED: a database of this kind has no second server; APO_E_IO: it cannot
 * be reached. */
apo_status apo_store_await(const char *path, apo_error *err);

/* Renews the turn: the server is alive. Call it every two seconds; `done` as for
 * apo_store_submit. */
void apo_store_renew(apo_store *store, apo_store_done *done, void *context);

/* True, for good, once another server has taken over: nothing can be written any more, and
 * memory is out of date. */
bool apo_store_is_superseded(const apo_store *store);

#endif
