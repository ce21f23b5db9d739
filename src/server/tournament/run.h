/* The steps of a tournament: it begins, rounds are paired, results come in, players leave.
 * Each function changes the book and adds the same changes to a batch, new games included,
 * so that a step is stored as a whole or not at all. Each finally adds the tournament itself
 * with its version, which fails the batch if somebody else has changed the tournament in the
 * meantime. */
#ifndef APO_SERVER_TOURNAMENT_RUN_H
#define APO_SERVER_TOURNAMENT_RUN_H

#include "server/tournament/book.h"
#include "server/web/app.h"

/* Begins it, or cancels it if there are too few players. Errors: APO_E_ILLEGAL: it is not open;
 * APO_E_MEMORY, APO_E_UNKNOWN: its game is no longer offered. */
apo_status apo_tournament_begin(apo_app *app, apo_tournament_book *book,
                                apo_store_batch *batch);

/* Begins round `round` if it is the next one and the others are over; otherwise does
 * nothing. */
apo_status apo_tournament_begin_round(apo_app *app, apo_tournament_book *book, unsigned round,
                                      apo_store_batch *batch);

/* Records the end of the game of pairing `index`; `quarters` negative: it does not count. */
apo_status apo_tournament_take_result(apo_app *app, apo_tournament_book *book, size_t index,
                                      int quarters, apo_store_batch *batch);

/* Entry `index` leaves. Before the beginning the entry is deleted; later, games not begun are
 * forfeited, and running ones resigned if `is_resigning`. */
apo_status apo_tournament_leave(apo_app *app, apo_tournament_book *book, unsigned index,
                                bool is_resigning, apo_store_batch *batch);

/* The organiser removes somebody, who cannot rejoin: as apo_tournament_leave, but running games
 * are played to the end. A person who is not taking part is only put on the list. */
apo_status apo_tournament_remove(apo_app *app, apo_tournament_book *book, const char *person,
                                 apo_store_batch *batch);

/* The organiser invites somebody. Errors: APO_E_RANGE: the list is full. */
apo_status apo_tournament_add_guest(apo_app *app, apo_tournament_book *book, const char *person,
                                    apo_store_batch *batch);

/* A player asks for a bye of half a point in the next round, or withdraws the request.
 * Errors: APO_E_RANGE: too many have asked. */
apo_status apo_tournament_rest(apo_app *app, apo_tournament_book *book, const char *person,
                               bool is_resting, apo_store_batch *batch);

/* The organiser cancels it: no more games begin; running games continue outside the
 * tournament. */
apo_status apo_tournament_cancel(apo_app *app, apo_tournament_book *book,
                                 apo_store_batch *batch);

/* Announces the live games that the step has started to the lobby, and starts their clocks;
 * call when the batch is stored. */
void apo_tournament_announce(apo_app *app, const apo_tournament_book *book);

#endif
