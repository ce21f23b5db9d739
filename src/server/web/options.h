/* Options of a server. */
#ifndef APO_SERVER_WEB_OPTIONS_H
#define APO_SERVER_WEB_OPTIONS_H

#include "net/http.h"

/* A game offered in addition to the built-in ones, or replacing the one with the same id. */
typedef struct apo_server_definition {
    const char *id;
    apo_span bundle; /* definition/file/bundle.h */
} apo_server_definition;

/* Takes a message catalogue, in the form of web/i18n/de.po, in addition to the built-in ones or
 * replacing one; `path` is for messages. Both are borrowed for the call. */
typedef void apo_language_take(void *into, const char *path, apo_span text);

/* Where more message catalogues come from. They may change while the server runs. */
typedef struct apo_language_source {
    void *context;
    /* A number that is another one when a catalogue was changed, added or removed. Quick; in
     * the loop's thread. */
    uint64_t (*look)(void *context);
    /* Passes each catalogue to `take`. In any thread, but in one at a time. */
    void (*read)(void *context, apo_language_take *take, void *into);
} apo_language_source;

/* All texts are borrowed for the life of the server. */
typedef struct apo_server_options {
    const char *listen;     /* "127.0.0.1:8080"; port 0 takes any free one */
    const char *data;       /* folder of the database; created if missing */
    const char *store;      /* URL of a database of PostgreSQL instead; NULL: none */
    const char *replica;    /* folder on another disk that gets a copy of it; NULL: none */
    const char *stolen;     /* file of stolen passwords (server/web/stolen.h); NULL: none */
    const char *web;        /* folder of pages and scripts; NULL: those built in */
    const char *public_url; /* the public URL; NULL: the one the browser uses */
    const char *names; /* without `public_url`: host names that browsers may use (net/http.h);
                        * NULL: none */
    const char *peer_address;  /* where servers that share the database reach this one; NULL:
                                * where  it listens */
    bool is_network_encrypted; /* so requests may be passed on to other machines in the clear */
    const char *proxy; /* address of a proxy whose X-Forwarded-For is trusted; NULL: none */
    bool is_proxy_forwarded; /* its header Forwarded is trusted instead */
    bool has_tls_below;      /* browsers use TLS for all hosts below `public_url`, too */
    /* Program that is run with "engine" for the computer's moves. */
    const char *engine;
    unsigned engines;    /* how many engines think at once; 0: the computer does not play */
    bool has_own_worker; /* that program also does the work of workers (server/work/) */
    /* Whether the engine knows these constants of the search; NULL: it has none. */
    bool (*knows_constants)(apo_span text);
    /* Equal chances for all starts; otherwise see server/web/start_weights.h. */
    bool has_even_starts;
    size_t memory_max; /* bytes that its parts may hold (server/web/memory.h) */
    bool has_limits;   /* enforce rate limits */
    bool has_shedding; /* refuse what is too much for the server */
    /* Moderators and operators may use their pages without a second factor. */
    bool is_one_factor_enough;
    bool has_two_factors;     /* nobody may use an account without a second factor */
    bool has_short_codes;     /* codes of devices and links for new passwords end sooner */
    bool has_quick_passwords; /* hash them with little work: for tests */
    bool may_stand_by; /* another server may use the database, and takes over if this one stops
                        */
    bool is_shared;    /* other servers work on the database at the same time */
    const char *key_file; /* file of the key, which is only read; NULL: in the data folder */
    const char *old_key_file; /* with it and `changes_key`: of the key before; NULL: the data
                               * folder's */
    bool has_sha256_codes;    /* new devices' codes are made with SHA-256, not SHA-1 */
    bool has_open_apps;       /* apps need not be registered (server/account/oauth.h) */
    bool has_new_key;         /* replace a missing or damaged key */
    bool changes_key; /* replace the key by a new one, with which secrets are encrypted anew */
    const apo_server_definition *definitions;
    size_t definition_count;
    const apo_language_source *languages; /* NULL: only those built in */
    const char *smtp;                     /* "smtp://localhost:25"; NULL: no email */
    const char *smtp_user;                /* NULL: no login */
    const char *smtp_password;            /* with it */
    const char *mail_from;                /* address of the sender */
    const char *push_service;             /* origin of one more push service; NULL: none */
    int log;                              /* descriptor of the log; -1: none */
    const apo_http_assets *assets;        /* what was built in; NULL: nothing */
} apo_server_options;

#endif
