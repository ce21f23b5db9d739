/* Who watches which tournament: streams that say when something has changed. Loop's thread. */
#ifndef APO_SERVER_CONTEST_WATCH_H
#define APO_SERVER_CONTEST_WATCH_H

#include "server/site/app.h"

typedef struct apo_contest_watch apo_contest_watch;

/* Gives (free with apo_contest_watch_free, after the loop). NULL when out of memory. */
apo_contest_watch *apo_contest_watch_new(void);
void apo_contest_watch_free(apo_contest_watch *watch); /* NULL is allowed */

/* Opens a stream of the changes of a tournament. Answers the request. */
void apo_contest_watch_open(apo_contest_watch *watch, apo_http_request *req, apo_span contest);

/* Something has changed: the event "changed", numbered with the version of the tournament. */
void apo_contest_watch_tell(apo_contest_watch *watch, const char *contest, int64_t version);

#endif
