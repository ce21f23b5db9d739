/* Expires invitations, and eventually deletes closed ones. */
#ifndef APO_SERVER_INVITE_JOB_H
#define APO_SERVER_INVITE_JOB_H

#include "server/web/app.h"

/* Registers the handler of "invitation" jobs (server/invite/invite.h adds them). */
void apo_invite_start(apo_app *app);

#endif
