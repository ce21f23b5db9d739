/* The part of a tournament's page that shows teams and their matches. */
#ifndef APO_SERVER_TOURNAMENT_TEAM_PANEL_H
#define APO_SERVER_TOURNAMENT_TEAM_PANEL_H

#include "server/tournament/view.h"

/* The viewer. Borrowed for a call. */
typedef struct apo_team_viewer {
    apo_span person; /* "": a stranger */
    bool may_join;   /* may take part */
} apo_team_viewer;

/* Fills the flags "is_teams" and "may_found", and the rows "teams" and "matches"; nothing where
 * there are no teams. */
void apo_team_panel_fill(apo_fill *fill, const apo_tournament_view *view,
                         const apo_team_viewer *viewer);

#endif
