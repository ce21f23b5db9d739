/* People in pages and responses: found by the name in the URL, shown by name. */
#ifndef APO_SERVER_WEB_PERSON_H
#define APO_SERVER_WEB_PERSON_H

#include "i18n/i18n.h"
#include "net/template.h"
#include "server/web/app.h"
#include "store/people.h"
#include "store/ratings.h"

/* A name's search key: lower case. False: not a possible name. */
bool apo_person_key(char out[APO_STORE_NAME_MAX], apo_span name);

/* The account with this name or former name; without the password. Errors: APO_E_UNKNOWN;
 * APO_E_IO. */
apo_status apo_person_find(apo_store *store, apo_store_person *out, apo_span name);

/* The account named by the parameter "name" of the URL. False: the request has been
 * answered. */
bool apo_person_asked(apo_app *app, apo_http_request *req, apo_store_person *out);

/* True if the person's codes are asked for at log-in; and if they can log in with a device. */
bool apo_person_has_codes(apo_store *store, const char *person);
bool apo_person_has_passkey(apo_store *store, const char *person);

/* Adds a name for people to read. People choose the names of accounts. The two names that the
 * server gives, "Guest 4821" and "deleted account", are stored in English, as programs get
 * them, and are translated here. They contain a space; account names never do. */
void apo_person_add_name(apo_buffer *out, const apo_i18n *i18n, const char *name);

/* The same, as a value of a page. */
void apo_person_fill_name(apo_fill *fill, const char *gap, const apo_i18n *i18n,
                          const char *name);

/* An opponent's name, and the path of their page ("" for guests and the computer). */
typedef struct apo_person_label {
    char name[APO_STORE_NAME_MAX];
    char url[APO_STORE_NAME_MAX + 8];
    bool is_account;
} apo_person_label;

/* By a person's id; "" is the computer at a level. */
void apo_person_label_of(apo_person_label *out, apo_store *store, const apo_i18n *i18n,
                         const char *id, unsigned level);

/* The same for a person already read. */
void apo_person_entitle_row(apo_person_label *out, const apo_i18n *i18n,
                            const apo_store_person *person);

/* True if `reader` ("": a stranger) does not want to read what `writer` writes: they have
 * blocked or muted them. */
bool apo_person_is_hidden(apo_store *store, apo_span reader, const char *writer);

/* The page's "report_of": the name of the account that has written what it shows, for a reader
 * ("": a stranger) with another account. */
void apo_person_fill_report(apo_fill *fill, apo_store *store, apo_span reader,
                            const char *writer);

/* A number from the query ("before"), or `otherwise`. */
int64_t apo_person_cursor(const apo_http_request *req, const char *name, int64_t otherwise);

#endif
