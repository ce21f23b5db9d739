/* Work that any machine can do: computations whose result depends on nothing but their input.
 * Workers lease it, one piece each; a lease that is not renewed ends, and the work is given to
 * another. A result is stored in the batch that drops the work, so that no crash loses or
 * doubles it. */
#ifndef APO_STORE_WORK_H
#define APO_STORE_WORK_H

#include "store/games.h"

enum {
    APO_STORE_WORK_KIND_MAX = 16, /* with the terminator */
    /* Limits on leases that ended without a result. After this many only the server tries. */
    APO_STORE_WORK_TRIES_MAX = 5,
    APO_STORE_WORK_LAST_MAX = 8 /* after this many nobody does */
};

/* The worker that is the server itself; no person has this id. */
#define APO_STORE_WORK_SERVER "-"

enum apo_store_work_state {
    APO_STORE_WORK_NEW,
    APO_STORE_WORK_REPEATED, /* there is a result, and another worker is to find the same */
    APO_STORE_WORK_DISPUTED  /* two results differ: the server decides */
};

typedef struct apo_store_work {
    int64_t id;                            /* given by the store */
    char kind[APO_STORE_WORK_KIND_MAX];    /* names its handler */
    char subject[APO_STORE_ID_MAX];        /* a game, a problem, ... */
    char person[APO_STORE_ID_MAX];         /* who waits for it; "": nobody */
    char variant[APO_STORE_VARIANT_MAX];   /* the rules that it needs */
    char definition[APO_STORE_DIGEST_MAX]; /* of them */
    unsigned rank;                         /* lower ones come first */
    int64_t size;                          /* positions to search, about */
    int64_t created_ms;
    unsigned tries; /* leases without a result */
    enum apo_store_work_state state;
    char worker[APO_STORE_ID_MAX];                          /* who has the lease; "" */
    char lease[APO_STORE_KEY_MAX];                          /* the worker's own; "" */
    int64_t since_ms, until_ms;                             /* of the lease; 0 */
    char first[APO_STORE_ID_MAX], second[APO_STORE_ID_MAX]; /* whose results are kept; "" */
} apo_store_work;

/* --- writing ------------------------------------------------------------- */

/* `input` is for the handler and the workers. APO_E_EXISTS: there is work of this kind about
 * this subject already. */
void apo_store_add_work(apo_store_batch *batch, const apo_store_work *work, apo_span input);

/* The same, but does nothing if there is. */
void apo_store_want_work(apo_store_batch *batch, const apo_store_work *work, apo_span input);

/* Leases the first work that the worker may do: nobody repeats their own, and disputed work is
 * only for the server, which takes other work only if it was created before `oldest_ms`.
 * APO_E_UNKNOWN: there is none. */
typedef struct apo_store_lease {
    const char *worker, *lease;
    int64_t now_ms, until_ms, oldest_ms;
} apo_store_lease;

void apo_store_lease_work(apo_store_batch *batch, const apo_store_lease *lease);

/* The next four fail with APO_E_UNKNOWN if the work no longer has this lease. */

/* Renews the lease. */
void apo_store_renew_work(apo_store_batch *batch, int64_t id, const char *lease,
                          int64_t until_ms);

/* Ends the lease without a result, and does not count it as a try. */
void apo_store_return_work(apo_store_batch *batch, int64_t id, const char *lease);

/* Ends the lease, and keeps a result until there is another: the first one, or the second. The
 * work gets the rank of `work`. */
void apo_store_keep_result(apo_store_batch *batch, const apo_store_work *work, apo_span result);

/* Drops the work: it is done. */
void apo_store_end_work(apo_store_batch *batch, const apo_store_work *work);

/* Drops work that nobody has leased, if it still exists. */
void apo_store_drop_work(apo_store_batch *batch, int64_t id);

/* --- workers ------------------------------------------------------------- */

typedef struct apo_store_worker {
    char person[APO_STORE_ID_MAX]; /* or APO_STORE_WORK_SERVER */
    int64_t seen_ms;
    int64_t speed;     /* positions a second, as last measured */
    unsigned done;     /* results */
    unsigned agreed;   /* of these, results that another worker found too */
    unsigned differed; /* and results that were found wrong */
} apo_store_worker;

/* Adds the counts to those stored; `speed` 0 leaves the stored speed. */
void apo_store_note_worker(apo_store_batch *batch, const apo_store_worker *more);

/* A result that was found wrong, for operators. */
typedef struct apo_store_work_fault {
    int64_t id, at_ms;
    char person[APO_STORE_ID_MAX], kind[APO_STORE_WORK_KIND_MAX], subject[APO_STORE_ID_MAX];
} apo_store_work_fault;

/* Keeps it with the wrong result and the right one. */
void apo_store_add_work_fault(apo_store_batch *batch, const apo_store_work_fault *fault,
                              apo_span wrong, apo_span right);

/* --- reading ------------------------------------------------------------- */

/* By number, by the lease that somebody has on it, by kind and subject. APO_E_UNKNOWN: there is
 * none. */
apo_status apo_store_find_work(apo_store *store, apo_store_work *out, int64_t id);
apo_status apo_store_find_leased_work(apo_store *store, apo_store_work *out, apo_span lease);
apo_status apo_store_find_work_about(apo_store *store, apo_store_work *out, apo_span kind,
                                     apo_span subject);

/* Adds the texts to the buffers, which may be NULL: the input, and the results that are kept.
 */
apo_status apo_store_read_work(apo_store *store, int64_t id, apo_buffer *input,
                               apo_buffer *first, apo_buffer *second);

/* What apo_store_lease_work would find. APO_E_UNKNOWN: nothing. */
apo_status apo_store_find_free_work(apo_store *store, apo_store_work *out,
                                    const apo_store_lease *lease);

/* True if it would find something. */
bool apo_store_has_work(apo_store *store, const apo_store_lease *lease);

/* Work that nobody has leased, after this many tries. */
apo_status apo_store_find_lost_work(apo_store *store, apo_store_work *out, int64_t now_ms,
                                    unsigned tries);

typedef bool apo_store_work_row(void *context, const apo_store_work *work);

/* What a person waits for, the oldest first. */
apo_status apo_store_list_work_of(apo_store *store, apo_span person, apo_store_work_row *row,
                                  void *context);

/* The number and size of the open work ahead of a piece, itself included. */
typedef struct apo_store_work_ahead {
    int64_t count, size;
} apo_store_work_ahead;

apo_status apo_store_count_work_ahead(apo_store *store, apo_store_work_ahead *out,
                                      const apo_store_work *work);

/* How much work there is; and how much of it somebody waits for. */
apo_status apo_store_count_work(apo_store *store, int64_t *out);
apo_status apo_store_count_work_of(apo_store *store, int64_t *out, apo_span person);

/* A person as a worker. APO_E_UNKNOWN: they have not been one yet. */
apo_status apo_store_find_worker(apo_store *store, apo_store_worker *out, apo_span person);

typedef bool apo_store_worker_row(void *context, const apo_store_worker *worker);

/* Workers seen since then, the one seen last first. */
apo_status apo_store_list_workers(apo_store *store, int64_t since_ms, apo_store_worker_row *row,
                                  void *context);

typedef bool apo_store_work_fault_row(void *context, const apo_store_work_fault *fault);

/* Wrong results, the newest first. */
apo_status apo_store_list_work_faults(apo_store *store, unsigned limit,
                                      apo_store_work_fault_row *row, void *context);

#endif
