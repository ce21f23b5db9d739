/* Where people, games and what happened in them are kept. The store knows no chess: a game is a kind,
 * a definition, two seats and a list of events, which are texts to it.
 *
 * Writing: what belongs together is put into a batch, and the batch is submitted. One thread of the
 * store writes; all batches that wait are made durable together (one commit, forced to the disk), so
 * that a hundred moves cost hardly more than one. When a batch is durable, or has failed, its `done`
 * is called by apo_store_collect, in the caller's thread. A batch is stored as a whole or not at all,
 * and batches in the order of their submission.
 *
 * Reading: with a connection of its own, which sees every batch whose `done` has been called.
 *
 * Threads: all functions belong to one thread, but for `notify`, which the writer calls. */
#ifndef APO_STORE_STORE_H
#define APO_STORE_STORE_H

#include "base/buffer.h"
#include "base/error.h"

typedef struct apo_store apo_store;
typedef struct apo_store_batch apo_store_batch;

typedef struct apo_store_options {
    const char *path; /* of the database; created if there is none. Borrowed during the call */
    /* Called by the writing thread when batches are done: apo_store_collect should be called
     * soon. NULL: the caller asks by itself. */
    void (*notify)(void *context);
    void *context;
    bool is_read_only; /* nothing can be submitted; nothing is created */
} apo_store_options;

/* Opens, and brings an older database up to date. The file is locked against a second writer.
 * Gives (free with apo_store_close). Errors, with a sentence in `err`: APO_E_IO; APO_E_UNSUPPORTED: made
 * by a newer version, or no database of ours; APO_E_MEMORY. */
apo_status apo_store_open(apo_store **out, const apo_store_options *options, apo_error *err);

/* Writes what waits, calls what is done, closes. NULL is allowed. */
void apo_store_close(apo_store *store);

/* Calls `done` of each batch that is done; returns how many. */
size_t apo_store_collect(apo_store *store);

/* Waits until nothing submitted is left, and collects it. */
void apo_store_flush(apo_store *store);

/* How many batches wait; how many have failed for lack of space and the like since the opening. */
size_t apo_store_waiting(const apo_store *store);
uint64_t apo_store_failures(apo_store *store);

/* Why the last batch failed ("database or disk is full"); "" if none has, or one has been stored since. */
void apo_store_trouble(apo_store *store, char *out, size_t size);

/* Copies the database as it is at one moment into a new file, which must not exist, while others
 * may write. Any process. Errors, with a sentence in `err`: APO_E_IO; APO_E_EXISTS. */
apo_status apo_store_backup(const char *path, const char *copy, apo_error *err);

/* --- what is kept --- */

enum {
    APO_STORE_ID_MAX = 24, /* with the terminator, as all of these */
    APO_STORE_NAME_MAX = 64,
    APO_STORE_SECRET_MAX = 192, /* a password as argon2id writes it has about 100 bytes */
    APO_STORE_DIGEST_MAX = 65,  /* SHA-256 in hexadecimal */
    APO_STORE_KIND_MAX = 32,
    APO_STORE_KEY_MAX = 72,
    APO_STORE_AGENT_MAX = 128,
    APO_STORE_SUMMARY_MAX = 640,
    APO_STORE_SEATS = 2
};

/* All times are milliseconds since 1970. */

typedef struct apo_store_person {
    char id[APO_STORE_ID_MAX];
    bool is_account;
    char name[APO_STORE_NAME_MAX];       /* as it is shown */
    char name_key[APO_STORE_NAME_MAX];   /* by which it is looked for; accounts only, unique */
    char password[APO_STORE_SECRET_MAX]; /* accounts: hashed */
    int64_t created_ms;
} apo_store_person;

typedef struct apo_store_session {
    char digest[APO_STORE_DIGEST_MAX]; /* of the secret in the cookie */
    char person[APO_STORE_ID_MAX];
    int64_t created_ms, seen_ms, expires_ms;
    char agent[APO_STORE_AGENT_MAX]; /* the browser's name for itself */
} apo_store_session;

enum apo_store_state {
    APO_STORE_WAITING,
    APO_STORE_PLAYING,
    APO_STORE_FINISHED,
    APO_STORE_CANCELLED
};

typedef struct apo_store_game {
    char id[APO_STORE_ID_MAX];
    char kind[APO_STORE_KIND_MAX];
    char definition[APO_STORE_DIGEST_MAX];
    char creator[APO_STORE_ID_MAX];
    char key[APO_STORE_KEY_MAX];                   /* of the request that made it */
    char seats[APO_STORE_SEATS][APO_STORE_ID_MAX]; /* persons; "" */
    enum apo_store_state state;
    bool is_open;                      /* public: shown in the lobby, and while it is played */
    bool has_task;                     /* a computer is to move */
    char secret[APO_STORE_DIGEST_MAX]; /* digest of the link's secret, or "" */
    int64_t due_ms;                    /* when to look at it; 0: never */
    int64_t created_ms, changed_ms;
    char summary[APO_STORE_SUMMARY_MAX]; /* for lists; the caller's */
} apo_store_game;

typedef struct apo_store_event {
    uint64_t seq; /* from 1 */
    int64_t at_ms;
    unsigned by;
    apo_span kind, key, data; /* borrowed */
} apo_store_event;

/* --- writing --- */

/* Gives (taken by apo_store_submit, or free with apo_store_batch_free). NULL when out of memory; all
 * functions allow NULL, and a batch that ran out of memory fails when it is submitted. */
apo_store_batch *apo_store_batch_new(void);
void apo_store_batch_free(apo_store_batch *batch);

/* Adds a person, session, definition, game, event. All texts are copied. What exists already lets the
 * batch fail with APO_E_EXISTS, but for definitions, which never change. */
void apo_store_add_person(apo_store_batch *batch, const apo_store_person *person);
void apo_store_add_session(apo_store_batch *batch, const apo_store_session *session);
void apo_store_add_definition(apo_store_batch *batch, const char *digest, const char *kind,
                              apo_span text);
void apo_store_add_game(apo_store_batch *batch, const apo_store_game *game);
void apo_store_add_event(apo_store_batch *batch, const char *game,
                         const apo_store_event *event);

/* Changes what may change; with what does not exist the batch fails with APO_E_UNKNOWN.
 * A person: all but id and creation. A game: seats, state, is_open, has_task, due_ms, changed_ms,
 * summary. */
void apo_store_set_person(apo_store_batch *batch, const apo_store_person *person);
void apo_store_set_game(apo_store_batch *batch, const apo_store_game *game);
void apo_store_set_password(apo_store_batch *batch, const char *person, const char *password);
void apo_store_touch_session(apo_store_batch *batch, const char *digest, int64_t seen_ms,
                             int64_t expires_ms);

/* Ends sessions: one (or none, if it is gone); all of a person but `except` ("" spares none); all that
 * are over by now. */
void apo_store_drop_session(apo_store_batch *batch, const char *digest);
void apo_store_drop_sessions(apo_store_batch *batch, const char *person, const char *except);
void apo_store_drop_expired(apo_store_batch *batch, int64_t now_ms);

/* A number by name: when the server was last seen alive. */
void apo_store_set_number(apo_store_batch *batch, const char *name, int64_t value);

/* Called once. APO_OK: durable. APO_E_EXISTS, APO_E_UNKNOWN: as above. APO_E_MEMORY; APO_E_IO: could not be
 * written, see apo_store_trouble. Whatever fails has changed nothing. */
typedef void apo_store_done(void *context, apo_status status);

/* Takes the batch. `done` may be NULL. */
void apo_store_submit(apo_store *store, apo_store_batch *batch, apo_store_done *done,
                      void *context);

/* --- reading: APO_E_UNKNOWN: there is none; APO_E_IO --- */

apo_status apo_store_find_person(apo_store *store, apo_store_person *out, apo_span id);
apo_status apo_store_find_name(apo_store *store, apo_store_person *out, apo_span name_key);
apo_status apo_store_find_session(apo_store *store, apo_store_session *out, apo_span digest);
apo_status apo_store_find_game(apo_store *store, apo_store_game *out, apo_span id);
apo_status apo_store_find_secret(apo_store *store, apo_store_game *out, apo_span digest);
apo_status apo_store_find_key(apo_store *store, apo_store_game *out, apo_span creator,
                              apo_span key);
apo_status apo_store_find_number(apo_store *store, int64_t *out, apo_span name);

/* Adds the text to `out`. */
apo_status apo_store_find_definition(apo_store *store, apo_buffer *out, apo_span digest);

/* Lists call `row` for each; false from it ends the list. */
typedef bool apo_store_event_row(void *context, const apo_store_event *event);
typedef bool apo_store_session_row(void *context, const apo_store_session *session);
typedef bool apo_store_game_row(void *context, const apo_store_game *game);

/* Events behind number `after`, in order. */
apo_status apo_store_list_events(apo_store *store, apo_span game, uint64_t after,
                                 apo_store_event_row *row, void *context);
apo_status apo_store_list_sessions(apo_store *store, apo_span person,
                                   apo_store_session_row *row, void *context);

enum apo_store_list {
    APO_STORE_LIST_OPEN,    /* waiting in the lobby, the newest first */
    APO_STORE_LIST_PLAYING, /* public ones, the last changed first */
    APO_STORE_LIST_TASKS,   /* a computer is to move, the longest waiting first */
    APO_STORE_LISTS
};

apo_status apo_store_list_games(apo_store *store, enum apo_store_list list, unsigned limit,
                                apo_store_game_row *row, void *context);

/* Games of a person: being played first, then the last changed first. */
apo_status apo_store_list_own(apo_store *store, apo_span person, unsigned limit,
                              apo_store_game_row *row, void *context);

/* Games whose time has come. */
apo_status apo_store_list_due(apo_store *store, int64_t now_ms, unsigned limit,
                              apo_store_game_row *row, void *context);

#endif
