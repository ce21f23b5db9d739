/* Engines: child processes that play the computer's side, with low priority and limits on time
 * and memory. A limited number think at once; other questions wait in a queue that serves each
 * player in turn. A child that dies or does not answer is replaced, and its question is asked
 * again after a pause, which grows with each failure. Loop's thread. */
#ifndef APO_SERVER_LIVE_ENGINE_POOL_H
#define APO_SERVER_LIVE_ENGINE_POOL_H

#include "net/http.h"

typedef struct apo_engine_pool apo_engine_pool;

typedef struct apo_engine_pool_options {
    apo_http *http;
    const apo_log *log;
    apo_metrics *metrics; /* NULL: none */
    const char *program;  /* run with the argument "engine"; borrowed */
    unsigned count;       /* how many at once */
    /* The answer to a question: a move in coordinates. Empty: it has crashed several engines,
     * or they have found no move. */
    void (*answer)(void *context, apo_span game, uint64_t seq, apo_span move);
    void *context;
} apo_engine_pool_options;

/* A question. Copied. */
typedef struct apo_engine_pool_question {
    apo_span game;
    uint64_t seq;      /* of the game; passed back with the answer */
    apo_span owner;    /* the player waiting for it */
    apo_span variant;  /* id of a built-in game, or the path of a definition file */
    bool is_file;      /* the latter */
    apo_span position; /* "fen F moves M..." */
    unsigned level;
    int64_t left_ms, increment_ms; /* of its clock; left_ms -1: it has none */
} apo_engine_pool_question;

/* Starts no child before the first question. The caller frees it with apo_engine_pool_free. */
apo_status apo_engine_pool_new(apo_engine_pool **out, const apo_engine_pool_options *options);
void apo_engine_pool_free(apo_engine_pool *pool); /* ends the children; NULL is allowed */

/* Asks, or replaces the game's waiting question. Errors: APO_E_MEMORY. */
apo_status apo_engine_pool_ask(apo_engine_pool *pool, const apo_engine_pool_question *setup);

/* Cancels the game's question. */
void apo_engine_pool_forget(apo_engine_pool *pool, apo_span game);

/* True if the game's question is waiting or being thought about. */
bool apo_engine_pool_has(const apo_engine_pool *pool, apo_span game);

/* True if so many questions wait that further ones should be asked later. */
bool apo_engine_pool_is_full(const apo_engine_pool *pool);

/* How many wait, including those resting after a failure; how many rest; how many are being
 * thought about. */
size_t apo_engine_pool_waiting(const apo_engine_pool *pool);
size_t apo_engine_pool_resting(const apo_engine_pool *pool);
size_t apo_engine_pool_thinking(const apo_engine_pool *pool);

#endif
