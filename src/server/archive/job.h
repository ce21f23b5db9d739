/* Files finished games in the archive. */
#ifndef APO_SERVER_ARCHIVE_JOB_H
#define APO_SERVER_ARCHIVE_JOB_H

#include "server/jobs/jobs.h"

/* The handler of "archive" jobs; their subject is a game. */
apo_job_handler apo_archive_job;

#endif
