/* What happens in a tournament: it begins, rounds are paired, results come in, somebody leaves.
 * Each function changes the book and adds the same to a batch, new games included, so that a
 * step is stored as a whole or not at all; the last thing each adds is the tournament itself
 * with its version, which fails the batch if somebody else has changed it meanwhile. */
#ifndef APO_SERVER_TOURNAMENT_RUN_H
#define APO_SERVER_TOURNAMENT_RUN_H

#include "server/tournament/book.h"
#include "server/web/app.h"

/* The kind of job that all this is done by (store/jobs.h). The subject is a game that has
 * ended, without data; a game, with "resign PERSON"; or a tournament, with "begin" or "round
 * N". */
#define APO_TOURNAMENT_JOB "tournament"

/* It begins, or is cancelled because too few have come. Errors: APO_E_ILLEGAL: it is not open;
 * APO_E_MEMORY, APO_E_UNKNOWN: its game is not played here any more. */
apo_status apo_tournament_begin(apo_app *app, apo_tournament_book *book,
                                apo_store_batch *batch);

/* Round `round` begins, if it is the next one and all before it is over; otherwise nothing
 * happens. */
apo_status apo_tournament_begin_round(apo_app *app, apo_tournament_book *book, unsigned round,
                                      apo_store_batch *batch);

/* The game of pairing number `index` has ended; `quarters` negative: it does not count. */
apo_status apo_tournament_take_result(apo_app *app, apo_tournament_book *book, size_t index,
                                      int quarters, apo_store_batch *batch);

/* Entry number `index` takes part no more. Before the beginning the entry goes; later games not
 * begun are given to the opponents, and the running ones resigned if `is_resigning`. */
apo_status apo_tournament_leave(apo_app *app, apo_tournament_book *book, unsigned index,
                                bool is_resigning, apo_store_batch *batch);

/* The organiser removes somebody, who cannot come back by himself: as apo_tournament_leave, and
 * running games are played to their end. Who does not take part is only noted. */
apo_status apo_tournament_remove(apo_app *app, apo_tournament_book *book, const char *person,
                                 apo_store_batch *batch);

/* The organiser invites somebody. Errors: APO_E_RANGE: as many as can be are invited
 * already. */
apo_status apo_tournament_add_guest(apo_app *app, apo_tournament_book *book, const char *person,
                                    apo_store_batch *batch);

/* The organiser calls it off: what has not begun never will, running games go on without it. */
apo_status apo_tournament_cancel(apo_app *app, apo_tournament_book *book,
                                 apo_store_batch *batch);

/* Tells the lobby of the live games that the step has begun, and sets their clocks going; once
 * its batch is stored. */
void apo_tournament_announce(apo_app *app, const apo_tournament_book *book);

#endif
