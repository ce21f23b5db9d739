/* Vacation: pauses a person's correspondence games that allow it. Starting or ending a vacation
 * is one change in the store; each game follows by a job of its own, as an event visible to
 * everybody. */
#ifndef APO_SERVER_ACCOUNT_VACATION_H
#define APO_SERVER_ACCOUNT_VACATION_H

#include "server/web/app.h"
#include "store/vacations.h"

/* Registers the jobs: "rest" (subject: a game; its clocks are paused or resumed as its players'
 * vacations say), "leave-end" (subject: a person; the vacation is over). */
void apo_vacation_add(apo_app *app);

/* A person's vacation state. */
typedef struct apo_vacation_state {
    bool is_on;
    unsigned count;             /* of those this year */
    apo_store_vacation current; /* if it is on */
    int64_t taken_ms;           /* used this year, including all planned days of the current
                                 * one */
    int64_t latest_ms;          /* the latest end of one that began now */
} apo_vacation_state;

apo_status apo_vacation_find(apo_vacation_state *out, apo_app *app, apo_span person,
                             int64_t now_ms);

/* Adds the beginning, or the end, of a vacation to the batch, with the jobs that follow. */
void apo_vacation_begin(apo_app *app, apo_store_batch *batch,
                        const apo_store_vacation *vacation);
void apo_vacation_end(apo_app *app, apo_store_batch *batch, apo_span person, int64_t now_ms);

#endif
