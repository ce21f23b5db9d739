/* Push messages: a notice shown by a browser that is not looking at the site. A job for each
 * notice encrypts it for the person's browsers and posts it to their push services, in a thread
 * of its own. Nothing is sent to browsers in which the person has not allowed it. Loop's
 * thread. */
#ifndef APO_SERVER_NOTICE_PUSH_H
#define APO_SERVER_NOTICE_PUSH_H

#include "server/notice/push_cipher.h"
#include "server/web/app.h"

/* Starts the thread and registers the handler of APO_PUSH_JOB. Errors: APO_E_MEMORY. */
apo_status apo_push_open(apo_app *app);

/* The public key of the server, for its pages; "" if this build sends no messages. */
void apo_push_server_key(char out[APO_PUSH_POINT_TEXT], const apo_app *app);

#endif
