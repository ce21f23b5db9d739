/* Stores the final places of a tournament, for series and for people's pages. */
#ifndef APO_SERVER_TOURNAMENT_PLACING_H
#define APO_SERVER_TOURNAMENT_PLACING_H

#include "server/tournament/step.h"

/* Ends the tournament: adds the places of everybody who has played to the batch (of their teams
 * in a team event), and tells everybody. Errors: APO_E_MEMORY. */
apo_status apo_tournament_end(apo_tournament_step *on);

#endif
