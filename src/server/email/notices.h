/* Emails that follow from games and tournaments: your turn, reminders, invitations to
 * tournaments, the daily digest. Handlers of jobs (server/jobs/jobs.h).
 *
 *     job               subject     data
 *     notice            game        moves         emails the player to move, if it is still
 *                                                 their turn after that many moves and they
 *                                                 are not looking
 *     reminder          game        person moves  emails the person, if it is still their turn
 *                                                 after that many moves
 *     tournament-guest  tournament  person        emails the person that they are invited to
 *                                                 the tournament, while it can still be joined
 *     digest            person                    emails the games in which it is the person's
 *                                                 turn, and runs again tomorrow */
#ifndef APO_SERVER_EMAIL_NOTICES_H
#define APO_SERVER_EMAIL_NOTICES_H

#include "server/web/app.h"

struct apo_jobs;

/* Registers the handlers. */
void apo_notices_add(struct apo_jobs *jobs);

#endif
