/* The server's key, in the file "key" of the data folder: second factors are encrypted with it,
 * and secrets derived from it. It is kept apart from the database, which knows its fingerprint,
 * so that a missing, damaged or foreign key is noticed before it does harm. */
#ifndef APO_SERVER_APP_SERVER_KEY_H
#define APO_SERVER_APP_SERVER_KEY_H

#include "server/web/app.h"

/* Reads the key into the app, whose store is open. Without options.key_file it is in the data
 * folder: one is made if it is missing and nobody has a second factor, or if it is not usable
 * and options.has_new_key is set; the old file is then kept as "key.old". With
 * options.changes_key a new key replaces a good one: it is in "key.new" until the database has
 * all secrets encrypted with it, so that an end of the server at any moment costs nothing.
 *
 * options.key_file belongs to somebody else, such as a secrets manager, and is never written.
 * If the database has secrets of another key, options.changes_key encrypts them anew, with the
 * key before read from options.old_key_file or the data folder; if they have been already, that
 * one is not asked for. options.has_new_key gives them up.
 *
 * Errors, with a sentence in `err`: APO_E_IO; APO_E_UNSUPPORTED: the key is missing, damaged or
 * another server's. */
apo_status apo_server_key_open(apo_app *app, apo_error *err);

#endif
