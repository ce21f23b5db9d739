/* Runs the jobs of tournaments: see APO_TOURNAMENT_JOB in server/tournament/run.h. */
#ifndef APO_SERVER_TOURNAMENT_JOB_H
#define APO_SERVER_TOURNAMENT_JOB_H

#include "server/jobs/jobs.h"

/* Does a job of the kind APO_TOURNAMENT_JOB. */
apo_job_handler apo_tournament_do_job;

#endif
