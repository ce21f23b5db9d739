/* The tables are made by postgres_link.c, in a schema of their own: they are not part of the
 * data that is copied between databases. */
#include "store/peers.h"

#include "store/store_priv.h"

#define NOW_MS     "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
#define LOCK_CLASS "1095782228"
/* The lock of a peer; its number follows. */
#define LOCK                                                              \
    "FROM pg_locks WHERE locktype = 'advisory' AND classid = " LOCK_CLASS \
    " AND objsubid = 2 AND granted AND database ="                        \
    " (SELECT oid FROM pg_database WHERE datname = current_database()) AND objid = "
#define IN_SET "(CAST(?2 AS BIGINT) >> number) & 1 = 1"

static const apo_sql renew = {
    "UPDATE apothecary_peers.peer SET seen_ms = " NOW_MS ", address = ?2 WHERE id = ?1", true};
/* A peer may take a partition just while another one buries it: then its owner does not exist.
 */
static const apo_sql take = {"UPDATE apothecary_peers.part SET peer = ?1, epoch = epoch + 1"
                             " WHERE (peer = 0 OR NOT EXISTS (SELECT 1 FROM"
                             " apothecary_peers.peer WHERE id = part.peer)) AND " IN_SET,
                             false};
static const apo_sql give = {"UPDATE apothecary_peers.part SET peer = ?3, epoch = epoch + 1"
                             " WHERE peer = ?1 AND " IN_SET,
                             false};
/* Ends the peer's connection first, because a peer that hangs in a transaction has locked its
 * row. */
static const apo_sql bury = {
    "WITH ended AS MATERIALIZED (SELECT pg_terminate_backend(pid) " LOCK "?1),"
    " gone AS (DELETE FROM apothecary_peers.peer WHERE id = ?1"
    " AND seen_ms + ?2 < " NOW_MS " AND (SELECT count(*) FROM ended) >= 0"
    " RETURNING id, seen_ms)"
    " UPDATE apothecary_peers.part SET peer = 0, gone_ms = gone.seen_ms FROM gone"
    " WHERE part.peer = gone.id",
    false};
static const apo_sql leave = {
    "WITH gone AS (DELETE FROM apothecary_peers.peer WHERE id = ?1 RETURNING id)"
    " UPDATE apothecary_peers.part SET peer = 0, gone_ms = " NOW_MS " FROM gone"
    " WHERE part.peer = gone.id",
    false};
static const apo_sql list_peers = {"SELECT id, address, " NOW_MS " - seen_ms,"
                                   " CASE WHEN EXISTS (SELECT " LOCK "id) THEN 1 ELSE 0 END"
                                   " FROM apothecary_peers.peer ORDER BY id LIMIT 32",
                                   false};
static const apo_sql list_partitions = {"SELECT number, peer, CASE WHEN gone_ms = 0 THEN -1"
                                        " ELSE " NOW_MS " - gone_ms END"
                                        " FROM apothecary_peers.part WHERE number <= 32",
                                        false};
static const apo_sql find_secret = {"SELECT value FROM apothecary_peers.secret", false};

/* The hash is djb2, which HAProxy has too. */
unsigned apo_shard_of(apo_span game)
{
    uint32_t hash = 5381;
    for (size_t i = 0; i < game.length; i++)
        hash = hash * 33 + (uint8_t)game.text[i];
    return hash % APO_SHARDS;
}

int64_t apo_store_own_peer(const apo_store *store)
{
    const apo_database *db = store->writer.db;
    return db != NULL && db->driver->peer != NULL ? db->driver->peer(db) : 0;
}

/* --- reading ------------------------------------------------------------- */

static apo_status read_peers(apo_store *store, apo_store_peers *out)
{
    enum apo_step code;
    apo_statement *rows = apo_reader_statement(store, &list_peers);
    if (rows == NULL)
        return APO_E_IO;
    while ((code = apo_step(rows)) == APO_STEP_ROW && out->count < APO_PEERS_MAX) {
        apo_store_peer *one = &out->peers[out->count++];
        one->id = apo_column_number(rows, 0);
        APO_COPY_COLUMN(one->address, rows, 1);
        one->age_ms = apo_column_number(rows, 2);
        one->is_connected = apo_column_number(rows, 3) != 0;
    }
    return apo_reader_end(rows, code);
}

static apo_status read_partitions(apo_store *store, apo_store_peers *out)
{
    enum apo_step code;
    apo_statement *rows = apo_reader_statement(store, &list_partitions);
    if (rows == NULL)
        return APO_E_IO;
    while ((code = apo_step(rows)) == APO_STEP_ROW)
        out->partitions[apo_column_number(rows, 0)] =
            (apo_store_partition){apo_column_number(rows, 1), apo_column_number(rows, 2)};
    return apo_reader_end(rows, code);
}

apo_status apo_store_read_peers(apo_store *store, apo_store_peers *out)
{
    *out = (apo_store_peers){.count = 0};
    apo_status status = read_peers(store, out);
    return status == APO_OK ? read_partitions(store, out) : status;
}

apo_status apo_store_peer_secret(apo_store *store, char out[APO_PEER_SECRET_MAX])
{
    apo_statement *row = apo_reader_statement(store, &find_secret);
    if (row == NULL)
        return APO_E_IO;
    enum apo_step code = apo_step(row);
    if (code == APO_STEP_ROW)
        apo_copy_column(out, APO_PEER_SECRET_MAX, row, 0);
    apo_reset(row);
    return apo_reader_status(code);
}

/* --- writing ------------------------------------------------------------- */

void apo_store_renew_peer(apo_store_batch *batch, int64_t peer, const char *address)
{
    apo_batch_op *op = apo_batch_add(batch, &renew);
    apo_batch_number(op, peer);
    apo_batch_text(batch, op, address);
}

static apo_batch_op *add_with(apo_store_batch *batch, const apo_sql *which, int64_t peer,
                              int64_t value)
{
    apo_batch_op *op = apo_batch_add(batch, which);
    apo_batch_number(op, peer);
    apo_batch_number(op, value);
    return op;
}

void apo_store_take_partitions(apo_store_batch *batch, int64_t peer, uint64_t partitions)
{
    (void)add_with(batch, &take, peer, (int64_t)partitions);
}

void apo_store_give_partitions(apo_store_batch *batch, int64_t peer, uint64_t partitions,
                               int64_t other)
{
    apo_batch_number(add_with(batch, &give, peer, (int64_t)partitions), other);
}

void apo_store_bury_peer(apo_store_batch *batch, int64_t peer, int64_t age_ms)
{
    (void)add_with(batch, &bury, peer, age_ms);
}

void apo_store_leave_peers(apo_store_batch *batch, int64_t peer)
{
    apo_batch_number(apo_batch_add(batch, &leave), peer);
}
