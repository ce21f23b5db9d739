/* Work for any machine (store/work.h): each kind has a handler that knows what a result means.
 * Workers lease a piece, and hand in a text. Equal inputs give bit-identical results, since all
 * workers run this version and search a fixed number of positions in one thread. So results can
 * be repeated: all results of a new worker, and later one in eight, are kept until another
 * worker has found the same. If two differ, the server computes the work itself, and a worker
 * that was wrong gets no more. Loop's thread, except functions that say otherwise. */
#ifndef APO_SERVER_WORK_WORK_H
#define APO_SERVER_WORK_WORK_H

#include "base/text.h"
#include "server/web/app.h"
#include "store/work.h"

typedef struct apo_work apo_work;

enum {
    APO_WORK_KINDS_MAX = 8,
    APO_WORK_WAITING_MAX = 10000, /* pieces of work, of everybody */
    APO_WORK_OWN_MAX = 5,         /* that one person waits for */
    APO_WORK_RESULT_MAX = 112 * 1024,
    APO_WORK_LEASE_S = 60, /* without renewal */
    APO_WORK_PROBATION = 8 /* first results of a worker, all of which are repeated */
};

/* Adds the address of the page that shows what work is about. */
void apo_work_add_url(apo_text *out, const char *kind, const char *subject);

/* What it is ("Review of a game"), in English, for apo_tr(); static. */
const char *apo_work_words(const char *kind);

/* Lower ones come first. The numbers are stored. */
enum apo_work_rank {
    APO_WORK_RANK_MOVE,
    APO_WORK_RANK_PROBLEM,
    APO_WORK_RANK_REVIEW,
    APO_WORK_RANK_CHECK,      /* the repetition of urgent work */
    APO_WORK_RANK_PROJECT = 8 /* when nobody waits for anything */
};

typedef struct apo_work_kind {
    const char *name; /* a literal */
    /* Adds the effect of a result to the batch; NULL: only checks it. `input` is that of
     * apo_work_add. Errors: APO_E_SYNTAX, APO_E_ILLEGAL: it cannot be right; APO_E_UNKNOWN: its
     * subject is gone; APO_E_IO, APO_E_MEMORY. */
    apo_status (*take)(apo_app *app, const apo_store_work *work, apo_span input,
                       apo_span result, apo_store_batch *batch);
    /* Adds the effect of giving it up, because no worker survives it. NULL: none. */
    void (*give_up)(apo_app *app, const apo_store_work *work, apo_store_batch *batch);
    bool has_exact_size; /* the speed of a worker can be told from it */
    /* The first result has its effect at once; others only show whether its worker is to be
     * trusted. */
    bool is_urgent;
} apo_work_kind;

/* The caller frees it with apo_work_free. NULL when out of memory. */
apo_work *apo_work_new(apo_app *app);
void apo_work_free(apo_work *work); /* NULL is allowed */

/* Registers a kind (borrowed), before the server runs. */
void apo_work_add_kind(apo_work *work, const apo_work_kind *kind);

/* Gives up work that has been tried too often, and lets the server's own worker begin. Call it
 * once a second. */
void apo_work_tick(apo_work *work);

/* The server's own worker. */
typedef struct apo_work_hooks {
    void (*wake)(void *context);        /* there may be something to do */
    void (*try_program)(void *context); /* finds out which program computes */
    void *context;
} apo_work_hooks;

void apo_work_set_own(apo_work *work, const apo_work_hooks *hooks);

/* Call when a batch with new work has been stored. */
void apo_work_wake(apo_work *work);

/* Calls fn(context) once: when there may be work, at `until_ms` (of apo_http_ticks_ms), or when
 * the server stops. False: too many wait already. */
bool apo_work_await(apo_work *work, apo_http_call *fn, void *context, int64_t until_ms);

/* How many requests wait for work. */
size_t apo_work_awaiting(const apo_work *work);

/* Sets the program that computes, by its version and its engine's result in a trial. Workers
 * with another program get no work. "": any may. */
void apo_work_set_program(apo_work *work, apo_span program);
apo_span apo_work_program(const apo_app *app);

/* False: the program is not known yet, but soon. */
bool apo_work_is_ready(const apo_work *work);

/* --- leasing ------------------------------------------------------------- */

/* Whether the person's machines may do work. Any thread, with its own store. */
bool apo_work_may(const apo_store_person *person);

/* Leases a piece of work for a worker, a person or APO_STORE_WORK_SERVER. `lease` is chosen by
 * the worker: a second request with the same one gives the same work. `done` is called later or
 * at once; its status: APO_OK: found; APO_E_UNKNOWN: there is nothing to do; APO_E_EXISTS: the
 * lease is another worker's; APO_E_IO, APO_E_MEMORY. */
typedef void apo_work_leased(void *context, apo_status status, const apo_store_work *work);
void apo_work_lease(apo_work *work, apo_span worker, apo_span lease, apo_work_leased *done,
                    void *context);

/* True if the worker could do something that comes before work of this rank. */
bool apo_work_has_before(const apo_work *work, apo_span worker, unsigned rank);

/* Appends everything a worker needs as a JSON object, the rules included. Errors:
 * APO_E_UNKNOWN: the work or its rules are gone; APO_E_IO, APO_E_MEMORY. */
apo_status apo_work_write(apo_buffer *out, apo_app *app, const apo_store_work *work);

/* The outcome of handing in a result. */
enum apo_work_outcome {
    APO_WORK_DONE,      /* it holds */
    APO_WORK_KEPT,      /* until another worker finds the same */
    APO_WORK_NOT_YOURS, /* the lease has ended, or was another's */
    APO_WORK_MALFORMED, /* it cannot be right; the work goes to another worker */
    APO_WORK_FAILED     /* it could not be stored: try again */
};

typedef void apo_work_taken(void *context, enum apo_work_outcome outcome, apo_status status);

/* Hands in a result; `done` is called later or at once. The rules of the work must have been
 * compiled (server/web/await.h). */
typedef struct apo_work_result {
    apo_span worker, lease;
    int64_t id;
    apo_span text;
} apo_work_result;

void apo_work_take(apo_work *work, const apo_work_result *result, apo_work_taken *done,
                   void *context);

/* --- waiting ------------------------------------------------------------- */

/* In how many seconds the work will probably be done, by the speed of the workers seen in the
 * last minutes; -1: there are no workers. Any thread, with its own store in `app`. */
int64_t apo_work_wait_s(const apo_app *app, const apo_store_work *work);

/* Appends "work":{...} or "work":null: what a page shows of unfinished work. Any thread, with
 * its own store in `app`. */
void apo_work_add_waiting(apo_buffer *out, const apo_app *app, const char *kind,
                          apo_span subject);

#endif
