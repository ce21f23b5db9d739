/* The part of a tournament's page that shows teams and their matches. */
#ifndef APO_SERVER_TOURNAMENT_TEAM_PANEL_H
#define APO_SERVER_TOURNAMENT_TEAM_PANEL_H

#include "server/tournament/view.h"

/* The viewer. Borrowed for a call. */
typedef struct apo_team_viewer {
    const apo_app *app;
    const apo_i18n *i18n;
    apo_span person; /* "": a stranger */
    bool may_join;   /* may take part */
} apo_team_viewer;

/* Fills the flags "is_teams" and "may_found", and the rows "teams" and "matches"; nothing where
 * there are no teams. A team whose captain the viewer has blocked or muted has its number for a
 * name. */
void apo_team_panel_fill(apo_fill *fill, const apo_tournament_view *view,
                         const apo_team_viewer *viewer);

/* Adds the name of a team (`index` in the book), as the viewer is shown it. */
void apo_team_panel_add_name(apo_buffer *out, const apo_tournament_book *book, unsigned index,
                             const apo_team_viewer *viewer);

#endif
