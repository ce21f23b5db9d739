/* A tournament with the data for pages and the API: names, table, next dates. */
#ifndef APO_SERVER_TOURNAMENT_VIEW_H
#define APO_SERVER_TOURNAMENT_VIEW_H

#include "net/template.h"
#include "server/tournament/teams.h"
#include "server/web/app.h"

typedef struct apo_tournament_view {
    const apo_tournament_book *book; /* borrowed */
    apo_tournament_sheet sheet;
    apo_team_sheet *teams;                                 /* owned; NULL: there are no teams */
    apo_tournament_line lines[APO_TOURNAMENT_PLAYERS_MAX]; /* the table, the best first */
    char names[APO_TOURNAMENT_PLAYERS_MAX][APO_SEAT_NAME_MAX];
    char organiser[APO_SEAT_NAME_MAX];
    apo_variant_outline game;
    int64_t next_ms; /* when the next round begins; 0: not known yet */
} apo_tournament_view;

/* Calculates the table and looks up names. The caller frees it with apo_tournament_view_free.
 * NULL when out of memory. */
apo_tournament_view *apo_tournament_view_new(apo_app *app, const apo_tournament_book *book);
void apo_tournament_view_free(apo_tournament_view *view); /* NULL is allowed */

/* A value of a page: quarters as "2 1/2". */
void apo_tournament_fill_points(apo_fill *fill, const char *name, unsigned quarters);

/* The tournament as an object, for this viewer ("" for a stranger). */
void apo_tournament_view_write(apo_buffer *out, const apo_tournament_view *view,
                               apo_span person, int64_t now_ms);

/* One of a list, as an element: without players and pairings. */
void apo_tournament_view_row(apo_buffer *out, apo_app *app, const apo_store_tournament *row);

#endif
