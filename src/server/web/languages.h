/* The languages of pages, emails and messages: their message catalogues, and choosing one for a
 * request. */
#ifndef APO_SERVER_WEB_LANGUAGES_H
#define APO_SERVER_WEB_LANGUAGES_H

#include "i18n/i18n.h"
#include "net/template.h"
#include "server/web/app.h"

#define APO_LANGUAGE_COOKIE "apo_language"

typedef struct apo_languages apo_languages;

/* Reads the catalogues of the assets ("i18n/de.po") and those of the options' source, which
 * replace built-in ones of the same language. A faulty one is not offered, and reported by
 * apo_languages_faults. The caller frees it with apo_languages_free. Errors: APO_E_MEMORY. */
apo_status apo_languages_new(apo_languages **out, const apo_http *http,
                             const apo_server_options *options);
void apo_languages_free(apo_languages *languages); /* NULL is allowed */

/* Looks whether the source has changed since it was read. If so, and if it is the same as at
 * the last look, all languages are read again, in a worker's thread, and then offered; faults
 * go to the log. Loop's thread. */
void apo_languages_tick(apo_app *app);

/* Adds a line for each catalogue that cannot be used: file, line, fault. */
void apo_languages_faults(const apo_languages *languages, apo_buffer *out);

/* The catalogue of a language: a person's `language`, say, for an email. NULL, which means
 * English, for "en", "" and unknown languages. Valid until the request or the piece of work
 * ends (net/turns.h), like all that follow. */
const apo_i18n *apo_i18n_of(const apo_app *app, const char *language);

/* The catalogue for the answer to a request: that of its query's "language" (such pages may be
 * shown in frames of our own), else the person's language if one was chosen, else the cookie's,
 * else what the browser prefers, else English (NULL). */
const apo_i18n *apo_i18n_for(apo_app *app, apo_http_request *req);

/* Sets what the layout needs besides its texts: i18n_url (address of the scripts' texts; empty
 * for English), here (the page's own address), languages (rows of code, name, is_current),
 * is_rtl (written from right to left). */
void apo_languages_fill(apo_app *app, apo_http_request *req, apo_fill *fill);

/* Sets what the page for translators shows: total (texts), languages (rows of code, name, done,
 * left; without English), faults (rows of fault: a catalogue not offered). */
void apo_languages_fill_progress(const apo_app *app, apo_fill *fill);

/* Sets code and name of the language whose texts a page for translators lists. False: it is not
 * offered. */
bool apo_languages_fill_texts(const apo_app *app, apo_span code, apo_fill *fill);

/* For apo_http_options.i18n; the context is the apo_app. */
const apo_i18n *apo_languages_i18n(apo_http_request *req, void *context);

#endif
