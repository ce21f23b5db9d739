/* Several servers that work on one database of PostgreSQL at the same time. Each is a *peer*: a
 * row that it renews. The work is divided into *partitions*: the shards, which divide the games
 * by their ids, and the *commons*, which is everything that is not about one game. A partition
 * belongs to one peer at a time. A peer without a row can no longer write.
 *
 * Only for stores opened with `is_shared`. Functions without a batch read; their errors: as in
 * store/store.h. */
#ifndef APO_STORE_PEERS_H
#define APO_STORE_PEERS_H

#include "store/store.h"

enum {
    APO_PEERS_MAX = 32, /* with more, some would have no shard */
    APO_SHARDS = 32,    /* a power of two: see apo_shard_of */
    APO_COMMONS = APO_SHARDS,
    APO_PARTITIONS,
    APO_PEER_ADDRESS_MAX = 64,
    APO_PEER_SECRET_MAX = 80
};

typedef struct apo_store_peer {
    int64_t id;
    char address[APO_PEER_ADDRESS_MAX]; /* where the others reach it; "": nowhere yet */
    int64_t age_ms;                     /* since it was renewed, by the database's clock */
    bool is_connected;                  /* to the database */
} apo_store_peer;

typedef struct apo_store_partition {
    int64_t peer;    /* who has it; 0: nobody */
    int64_t gone_ms; /* if nobody: since its last peer was seen; -1: it never had one */
} apo_store_partition;

typedef struct apo_store_peers {
    unsigned count;
    apo_store_peer peers[APO_PEERS_MAX]; /* by their ids */
    apo_store_partition partitions[APO_PARTITIONS];
} apo_store_peers;

/* The shard of a game. config/haproxy.cfg computes the same. */
unsigned apo_shard_of(apo_span game);

/* The number of this store's own peer: 0 if it is not shared. */
int64_t apo_store_own_peer(const apo_store *store);

apo_status apo_store_read_peers(apo_store *store, apo_store_peers *out);

/* The secret that peers show each other when they forward requests. */
apo_status apo_store_peer_secret(apo_store *store, char out[APO_PEER_SECRET_MAX]);

void apo_store_renew_peer(apo_store_batch *batch, int64_t peer, const char *address);

/* Takes those partitions of a set (as bits) that no peer has, or one that is gone. */
void apo_store_take_partitions(apo_store_batch *batch, int64_t peer, uint64_t partitions);

/* Hands those partitions of the set that one peer has over to another. */
void apo_store_give_partitions(apo_store_batch *batch, int64_t peer, uint64_t partitions,
                               int64_t other);

/* Ends a peer that has not renewed its row for this long: it writes nothing more, and has no
 * partitions. */
void apo_store_bury_peer(apo_store_batch *batch, int64_t peer, int64_t age_ms);

/* Ends this store's own peer: nothing can be written after this batch. */
void apo_store_leave_peers(apo_store_batch *batch, int64_t peer);

#endif
