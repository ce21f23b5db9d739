/* Invitations expire, and are forgotten in the end. */
#ifndef APO_SERVER_INVITE_CHORE_H
#define APO_SERVER_INVITE_CHORE_H

#include "server/site/app.h"

/* Registers the doer of the tasks "invitation" (server/invite/invite.h adds them). */
void apo_invite_start(apo_app *app);

#endif
