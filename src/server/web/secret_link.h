/* Links with a secret, as to join a game: it is after "#", which browsers send to nobody, so
 * that no log, cache or Referer has it. The address is that of a page whose script sends the
 * secret in a body, and shows the answer; without scripts the link is pasted into a field. */
#ifndef APO_SERVER_WEB_SECRET_LINK_H
#define APO_SERVER_WEB_SECRET_LINK_H

#include "server/web/app.h"

/* Answers with the page at a link's address. `title` is translated. */
void apo_secret_link_reply(apo_app *app, apo_http_request *req, const char *title);

/* The secret that a form has sent, alone or at the end of a whole link; borrowed, "" without
 * one. */
apo_span apo_secret_link_sent(const apo_http_request *req);

/* Redirects from an address with the parameter "secret", as older links have it, to the same
 * secret after `path` and "#". */
void apo_secret_link_move(apo_http_request *req, const char *path);

#endif
