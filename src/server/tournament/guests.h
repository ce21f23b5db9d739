/* Notifies people invited to a tournament by name (by mail, and on the pages where they start
 * games), and followers of its organiser. */
#ifndef APO_SERVER_TOURNAMENT_GUESTS_H
#define APO_SERVER_TOURNAMENT_GUESTS_H

#include "net/template.h"
#include "server/tournament/book.h"
#include "server/web/app.h"

/* Adds the job that emails the invitation, once ("tournament-guest", see
 * server/email/notices.h), to the batch. Organisers, and players who already take part, get
 * none. */
void apo_tournament_tell_guest(apo_store_batch *batch, const apo_tournament_book *book,
                               const char *person);

/* The same for everybody that a new tournament invites. */
void apo_tournament_tell_guests(apo_store_batch *batch, const apo_store_tournament *row,
                                const apo_tournament_plan *plan);

/* Adds notices of a new tournament that everybody may join to those who follow its organiser,
 * the latest 200 of them. */
void apo_tournament_tell_followers(apo_app *app, apo_store_batch *batch,
                                   const apo_store_tournament *row,
                                   const apo_tournament_plan *plan);

/* Fills the rows "calls" of a page, with the flag "has_calls": tournaments that the sender of
 * the request is invited to, has not joined, and can still join, except those of people they
 * have blocked. */
void apo_tournament_fill_calls(apo_fill *fill, apo_app *app, apo_http_request *req);

#endif
