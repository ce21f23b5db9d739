/* Invitations expire, and are forgotten in the end. */
#ifndef APO_SERVER_INVITE_JOB_H
#define APO_SERVER_INVITE_JOB_H

#include "server/web/app.h"

/* Registers the handler of the jobs "invitation" (server/invite/invite.h adds them). */
void apo_invite_start(apo_app *app);

#endif
