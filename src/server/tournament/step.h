/* Building blocks for the steps of a tournament (run.h, arena.h): the book with the batch for
 * its effects, new games, pairings, notices. Loop's thread. */
#ifndef APO_SERVER_TOURNAMENT_STEP_H
#define APO_SERVER_TOURNAMENT_STEP_H

#include "server/notice/kind.h"
#include "server/seek/game_setup.h"
#include "server/tournament/book.h"
#include "server/web/app.h"

typedef struct apo_tournament_step {
    apo_app *app; /* borrowed, as the others */
    apo_tournament_book *book;
    apo_store_batch *batch;
    int64_t now_ms;
} apo_tournament_step;

apo_tournament_step apo_tournament_step_start(apo_app *app, apo_tournament_book *book,
                                              apo_store_batch *batch);

/* Stores the plan and the tournament, last in each step. Errors: APO_E_MEMORY. */
apo_status apo_tournament_step_finish(apo_tournament_step *on);

/* How the games of a round begin. Errors: APO_E_UNKNOWN: the game is no longer offered. */
apo_status apo_tournament_fill_setup(apo_game_setup *out, const apo_tournament_step *on,
                                     unsigned round);

/* Begins the game of a pairing that is already in the book and the batch. */
apo_status apo_tournament_begin_game(apo_tournament_step *on, const apo_game_setup *setup,
                                     apo_store_pairing *pairing);

/* Adds a pairing of two entries, or a bye, at a place (round, board, part, how, quarters). */
apo_status apo_tournament_add_pairing(apo_tournament_step *on, const apo_tournament_pair *pair,
                                      const apo_store_pairing *place);

/* One board of a round: one or two games, or a bye worth as much. */
apo_status apo_tournament_add_board(apo_tournament_step *on, const apo_tournament_pair *pair,
                                    unsigned round, unsigned board);

/* True if no game of the rounds begun is running or to come. */
bool apo_tournament_is_complete(const apo_tournament_book *book);

/* Tells everybody who takes part. */
void apo_tournament_tell_all(apo_tournament_step *on, enum apo_notice_kind kind,
                             unsigned round);

#endif
