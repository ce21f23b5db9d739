/* The course of an arena: waves of games between free players, until the time is over. A player
 * who leaves pauses, and may join again. See run.h for what batch and book mean. */
#ifndef APO_SERVER_TOURNAMENT_ARENA_H
#define APO_SERVER_TOURNAMENT_ARENA_H

#include "server/tournament/step.h"

/* The data of the job that recurs while an arena is played. */
#define APO_ARENA_JOB "arena"

enum {
    APO_ARENA_WAVE_MS = 2000 /* from one wave to the next */
};

/* When no more games begin. */
int64_t apo_arena_end_ms(const apo_tournament_book *book);

/* True if no more games begin: the time is over, or there have been too many games. */
bool apo_arena_is_over(const apo_tournament_book *book, int64_t now_ms);

/* Adds the job for the next wave. */
void apo_arena_wait(const apo_tournament_step *on);

/* Pairs the free players and begins their games, or ends the arena when its time is over and
 * the last game has ended. `*has_changed` is false if there was nothing to do. Unless the arena
 * is over, adds the job for the next wave to the batch: a new job each time, because a job that
 * is postponed repeatedly waits longer after a failure. */
apo_status apo_arena_wave(apo_app *app, apo_tournament_book *book, apo_store_batch *batch,
                          bool *has_changed);

/* Pauses a player who has lost on time without a move; call it with the book before the result
 * is recorded. `loser` is the index of an entry. */
void apo_arena_pause(apo_tournament_book *book, unsigned loser, apo_store_batch *batch);

#endif
