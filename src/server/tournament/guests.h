/* Who is invited to a tournament by name: told by mail, and on the pages where his own games
 * begin. */
#ifndef APO_SERVER_TOURNAMENT_GUESTS_H
#define APO_SERVER_TOURNAMENT_GUESTS_H

#include "net/template.h"
#include "server/tournament/book.h"
#include "server/web/app.h"

/* Adds to the batch that the person is to be told of the invitation, once. Nobody tells the
 * organiser, nor who takes part already. The job ("tournament-guest", see
 * server/email/notices.h) sees to the mail. */
void apo_tournament_tell_guest(apo_store_batch *batch, const apo_tournament_book *book,
                               const char *person);

/* The same for all whom a new tournament invites. */
void apo_tournament_tell_guests(apo_store_batch *batch, const apo_store_tournament *row,
                                const apo_tournament_plan *plan);

/* Fills the rows "calls" of a page, with the flag "has_calls": tournaments that whoever sends
 * the request is invited to, has not joined, and can still join. None by somebody whom he has
 * blocked. */
void apo_tournament_fill_calls(apo_fill *fill, apo_app *app, apo_http_request *req);

#endif
