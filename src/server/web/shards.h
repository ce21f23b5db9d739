/* The parts of the work that this server does if several share a database (store/peers.h). For
 * a server that is alone, app->shards is NULL: it does everything. Loop's thread. */
#ifndef APO_SERVER_WEB_SHARDS_H
#define APO_SERVER_WEB_SHARDS_H

#include "server/web/app.h"
#include "store/bus.h"
#include "store/peers.h"

typedef struct apo_shards {
    int64_t self;
    char secret[APO_PEER_SECRET_MAX];
    apo_store_peers table; /* as last read */
    uint64_t mine;         /* the parts that we serve, as bits */
    apo_bus *bus;          /* NULL: not connected yet */
    bool is_hearing;       /* the event being handled happened at another server */
} apo_shards;

/* True if this server has the game, or the commons. */
bool apo_shards_has_game(const apo_app *app, apo_span game);
bool apo_shards_has_commons(const apo_app *app);

/* The news of a changed game for the other servers: the number of its last event, its state
 * before and now (enum apo_round_state), and its players; "": a seat without a person. */
typedef struct apo_shards_news {
    char game[APO_STORE_ID_MAX];
    uint64_t seq;
    unsigned before, now;
    char persons[2][APO_STORE_ID_MAX];
} apo_shards_news;

void apo_shards_tell_game(const apo_app *app, const apo_shards_news *news);
bool apo_shards_read_news(apo_shards_news *out, apo_span words); /* after the first word */

/* Tells the other servers that a person has another name. */
void apo_shards_tell_name(const apo_app *app, apo_span person);

/* Between the server with the commons, which has the queue of work, and the others: how many
 * workers wait for work; that there is new work; the move that was found for a game, by the
 * subject of its work. A server that is alone tells nobody. */
void apo_shards_tell_workers(const apo_app *app, uint32_t count);
void apo_shards_tell_work(const apo_app *app);
void apo_shards_tell_move(const apo_app *app, const char *subject, apo_span move);

#endif
