/* The pages' templates, and filling them in. */
#ifndef APO_SERVER_WEB_PAGES_H
#define APO_SERVER_WEB_PAGES_H

#include "net/template.h"
#include "server/web/visitor.h"

typedef struct apo_pages apo_pages;

/* Reads and compiles all templates of the assets ("pages/lobby.html"). Missing or faulty ones
 * (with an unknown name, say) are left out and reported by apo_pages_missing. The caller frees
 * it with apo_pages_free. Errors: APO_E_MEMORY. */
apo_status apo_pages_new(apo_pages **out, apo_app *app);
void apo_pages_free(apo_pages *pages); /* NULL is allowed */

/* Adds a line for each template that cannot be used. */
void apo_pages_missing(const apo_pages *pages, apo_buffer *out);

/* Answers with a page inside the layout. `fill` (taken; NULL: out of memory) holds the values
 * for the page's template, besides those that every page has: static, lang, title, user_name,
 * is_guest, is_account. `title` is translated; so is the message of an error. */
void apo_pages_reply(apo_app *app, apo_http_request *req, unsigned status, const char *name,
                     const char *title, apo_fill *fill);

/* The visitor, who has an account. NULL: the request has been answered, by a redirect to the
 * log-in that leads back to `path`. */
const apo_visitor *apo_pages_account(apo_app *app, apo_http_request *req, const char *path);

/* The same for a page of those whose standing has one of the bits of `offices`
 * (APO_STANDING_...); others are refused with `message`, in English. */
const apo_visitor *apo_pages_officer(apo_app *app, apo_http_request *req, const char *path,
                                     unsigned offices, const char *message);

/* For apo_http_options.error_page; the context is the apo_app. */
void apo_pages_reply_error(apo_http_request *req, unsigned status, const char *message,
                           void *context);

#endif
