/* Apps of other people that are registered, and the addresses to which their codes may go
 * (server/account/oauth.h). They have no secrets. */
#ifndef APO_STORE_CLIENTS_H
#define APO_STORE_CLIENTS_H

#include "store/store.h"

enum {
    APO_STORE_CLIENT_NAME_MAX = 41,  /* with the terminator */
    APO_STORE_CLIENT_URIS_MAX = 5024 /* ten addresses of 500 bytes and their line ends */
};

typedef struct apo_store_client {
    char id[APO_STORE_ID_MAX];            /* the app's client_id */
    char person[APO_STORE_ID_MAX];        /* who registered it */
    char name[APO_STORE_CLIENT_NAME_MAX]; /* "Board app" */
    char uris[APO_STORE_CLIENT_URIS_MAX]; /* a line each */
    int64_t created_ms;
} apo_store_client;

/* --- writing ------------------------------------------------------------- */

/* Does nothing if there is one with this id already. */
void apo_store_add_client(apo_store_batch *batch, const apo_store_client *client);

/* Deletes one of a person's apps, if it exists. */
void apo_store_drop_client(apo_store_batch *batch, const char *person, apo_span id);

/* --- reading ------------------------------------------------------------- */

apo_status apo_store_find_client(apo_store *store, apo_store_client *out, apo_span id);

/* Calls `row` for each app of a person, the newest first; if it returns false, the list
 * ends. */
typedef bool apo_store_client_row(void *context, const apo_store_client *client);
apo_status apo_store_list_clients(apo_store *store, apo_span person, apo_store_client_row *row,
                                  void *context);

#endif
