/* The part of a tournament's page that shows teams and their matches. */
#ifndef APO_SERVER_TOURNAMENT_TEAM_PANEL_H
#define APO_SERVER_TOURNAMENT_TEAM_PANEL_H

#include "server/tournament/view.h"

/* Fills the flags "is_teams" and "may_found", and the rows "teams" and "matches"; nothing where
 * there are no teams. `person` is the viewer, "" for a stranger; `may_join`: they may take
 * part. */
void apo_team_panel_fill(apo_fill *fill, const apo_tournament_view *view, apo_span person,
                         bool may_join);

#endif
