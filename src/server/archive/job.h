/* Files games that end. */
#ifndef APO_SERVER_ARCHIVE_JOB_H
#define APO_SERVER_ARCHIVE_JOB_H

#include "server/jobs/jobs.h"

/* The handler of the jobs "archive"; their subject is a game. */
apo_job_handler apo_archive_job;

#endif
