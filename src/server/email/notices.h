/* Mails that follow from games and tournaments: your turn, reminders, invitations to
 * tournaments, the daily digest. Handlers of jobs (server/jobs/jobs.h).
 *
 *     job      subject  data          does
 *     notice    game     moves         mails whoever is to move, if it is still his turn behind
 * so many moves and he is not looking at the game reminder  game     person moves  mails the
 * person, if it is still his turn behind so many moves tournament-guest  tournament  person
 * mails the person that he is invited to the tournament, if one can join it still digest person
 * mails him the games in which it is his turn, and comes again tomorrow */
#ifndef APO_SERVER_EMAIL_NOTICES_H
#define APO_SERVER_EMAIL_NOTICES_H

#include "server/web/app.h"

struct apo_jobs;

/* Registers the handlers. */
void apo_notices_add(struct apo_jobs *jobs);

#endif
