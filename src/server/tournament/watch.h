/* Watchers of tournaments: streams that report changes. Loop's thread. */
#ifndef APO_SERVER_TOURNAMENT_WATCH_H
#define APO_SERVER_TOURNAMENT_WATCH_H

#include "server/web/app.h"

/* Sends the tournament's watchers the event "changed", numbered with its version. */
void apo_tournament_watch_tell(apo_audience *viewers, const char *tournament, int64_t version);

#endif
