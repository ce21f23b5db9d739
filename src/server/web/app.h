/* The shared state of the server: the loop, the store, and the server's parts. Loop's
 * thread. */
#ifndef APO_SERVER_WEB_APP_H
#define APO_SERVER_WEB_APP_H

#include "net/bucket.h"
#include "net/http.h"
#include "net/pace.h"
#include "net/workers.h"
#include "server/web/audience.h"
#include "server/web/flood.h"
#include "server/web/memory.h"
#include "server/web/options.h"
#include "server/web/settings.h"
#include "server/web/variant_map.h"

struct apo_aside;
struct apo_backup_trial;
struct apo_books;
struct apo_live;
struct apo_lobby;
struct apo_engine_pool;
struct apo_hasher;
struct apo_pages;
struct apo_shards;
struct apo_pictures;
struct apo_jobs;
struct apo_languages;
struct apo_mailer;
struct apo_oauth;
struct apo_lichess;
struct apo_stolen;
struct apo_store_invitation;
struct apo_work;
struct apo_work_own;

enum {
    APO_APP_PATH_BYTES = 4096 /* of the path of a file of the server, with its end */
};

/* Rate limits. */
enum apo_limit {
    APO_LIMIT_REQUESTS,   /* anything, by address */
    APO_LIMIT_POSTS,      /* any change, by address */
    APO_LIMIT_GAMES,      /* new games, by address */
    APO_LIMIT_SEEKS,      /* new games of guests that anyone may join, by address */
    APO_LIMIT_LOGINS,     /* passwords tried by strangers, by address */
    APO_LIMIT_NAMES,      /* passwords tried by strangers, by name */
    APO_LIMIT_DEVICES,    /* passwords tried, by known browser or running session */
    APO_LIMIT_ACCOUNTS,   /* new accounts, by address */
    APO_LIMIT_MAILS,      /* emails requested, by IP and email address */
    APO_LIMIT_TOKENS,     /* anything a program does, by token */
    APO_LIMIT_INVITES,    /* invitations by name, by account */
    APO_LIMIT_INVITERS,   /* the same, by address */
    APO_LIMIT_MESSAGES,   /* messages, by person */
    APO_LIMIT_TALKERS,    /* messages, by address */
    APO_LIMIT_STRANGERS,  /* first messages to somebody, by person */
    APO_LIMIT_REPORTS,    /* reports to moderators, by person */
    APO_LIMIT_REPORTERS,  /* the same, by address */
    APO_LIMIT_DOWNLOADS,  /* downloads of many games, by address */
    APO_LIMIT_IMPORTS,    /* imports, by account */
    APO_LIMIT_EXPORTS,    /* data exports, by account */
    APO_LIMIT_PUBLISHING, /* definitions checked to be published, by account */
    APO_LIMIT_PUBLISHERS, /* the same, by address */
    APO_LIMIT_STUDIES,    /* new studies, by account */
    APO_LIMIT_SAVES,      /* versions of studies and drafts, lessons, by account */
    APO_LIMITS
};

typedef struct apo_app {
    apo_server_options options;
    apo_log log;
    apo_http *http;
    apo_store *store;
    apo_pace disk;                          /* how fast it takes changes */
    struct apo_replica *replica;            /* NULL: none */
    bool is_replica_failing;                /* as written to the log */
    int64_t turn_asked_ms, turn_renewed_ms; /* see server/app/server_turn.h; monotonic clock */
    bool is_renewing;
    struct apo_shards
        *shards; /* the shards of this server; NULL: it is alone and serves everything */
    apo_metrics *metrics;
    const apo_http_route *routes; /* all of them; borrowed, ended by a NULL pattern */
    apo_variant_map *variants;
    apo_memory *memory;           /* what its parts hold */
    struct apo_live *live;        /* games in memory */
    struct apo_lobby *lobby;      /* who watches the lobby */
    struct apo_engine_pool *pool; /* engines */
    struct apo_hasher *hasher;    /* passwords */
    struct apo_stolen *stolen;    /* forbidden passwords; NULL: no list */
    apo_workers *workers;         /* threads for long work */
    /* For each worker a connection that only reads, for its thread alone. */
    apo_store *worker_stores[APO_WORKERS_MAX];
    /* Threads for short requests that only read (server/app/aside.h), so these do not wait for
     * the long work above. Their stores likewise. */
    apo_workers *readers;
    apo_store *reader_stores[APO_WORKERS_MAX];
    struct apo_aside *aside;
    const apo_http_request *awaited;       /* its game has just been compiled; often NULL */
    unsigned exports;                      /* data exports under way */
    struct apo_pages *pages;               /* templates */
    struct apo_pictures *pictures;         /* drawings of the pieces */
    struct apo_books *books;               /* the engine's openings, for the explorer */
    struct apo_jobs *jobs;                 /* stored jobs */
    struct apo_languages *languages;       /* message catalogues */
    apo_audience *tournaments;             /* who watches tournaments, by their ids */
    apo_audience *feeds;                   /* listeners to their own feed, by person */
    struct apo_work *work;                 /* what workers do */
    struct apo_work_own *own_worker;       /* the server's own; NULL: it has no program */
    struct apo_worker_moves *worker_moves; /* what workers think about for the computer */
    struct apo_oauth *oauth;               /* codes issued to apps */
    struct apo_lichess *lichess;           /* streams of bots made for lichess.org */
    /* Told of new and changed invitations, besides the feeds. */
    void (*hear_invitation)(struct apo_app *app, const struct apo_store_invitation *row);
    struct apo_mailer *mailer;       /* sends mail; NULL: the server has none */
    apo_workers *pushers;            /* the thread that brings push messages */
    apo_buckets *limits[APO_LIMITS]; /* NULL: no limits */
    apo_settings settings;
    struct apo_backup_trial *backup_trial; /* NULL: none since the start */
    apo_floods floods; /* people who have recently hit a limit, except that of requests */
    uint8_t key[APO_TOKEN_KEY_BYTES];
} apo_app;

/* The path of a file in the data folder; false if it is too long. */
bool apo_app_path(char out[APO_APP_PATH_BYTES], const apo_app *app, const char *name);

/* What a limit counts ("Messages by one person"), in English, for apo_tr(); static. */
const char *apo_limit_word(enum apo_limit limit);

/* True if the limit allows another action of `key`; otherwise the request is answered 429. */
bool apo_app_may(apo_app *app, apo_http_request *req, enum apo_limit limit, apo_span key);

/* The same for what one person may do, and for all people of one address together. */
bool apo_app_may_both(apo_app *app, apo_http_request *req, enum apo_limit own, apo_span person,
                      enum apo_limit shared);

/* True if the server offers it; otherwise the request is answered 403. */
bool apo_app_offers(const apo_app *app, apo_http_request *req, enum apo_feature feature);

/* Answers 503: too many requests at once. */
void apo_app_reply_busy(apo_http_request *req, unsigned retry_s);

/* Answers 503 with the store's error, or 500. */
void apo_app_reply_failure(apo_app *app, apo_http_request *req, apo_status status);

#endif
