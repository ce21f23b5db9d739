#include "server/app/server_peers.h"

#include <string.h>

#include "base/copy.h"
#include "base/text.h"
#include "server/app/worker_moves.h"
#include "server/lichess/lichess.h"
#include "server/live/live.h"
#include "server/web/shards.h"
#include "server/work/work.h"

enum {
    POLL_MS = 500,
    SETTINGS_POLLS = 10,
    HANGS_MS = 7000, /* a peer that has not renewed its row for this long hangs */
    DIED_MS = 3000,  /* if it is not connected either, it has died */
    ASK_MS = 50,     /* shortest time between two reads caused by other peers */
    AGAIN_S = 1
};

static const int64_t gap_max_ms = INT64_C(7) * 24 * 3600 * 1000;

typedef struct apo_peers {
    apo_shards shards; /* first: app->shards */
    apo_app *app;
    apo_http_timer *timer;
    apo_http_call *gain_commons;
    void *context;
    int64_t first_gap_ms;
    uint64_t giving, taking; /* partitions, until that is stored */
    int64_t gap_ms[APO_PARTITIONS];
    int64_t away_ms; /* when the database last failed to answer, by the monotonic clock */
    int64_t read_ms;
    uint64_t polls;
} apo_peers;

static apo_peers *own(const apo_app *app)
{
    return (apo_peers *)app->shards;
}

static uint64_t bit(unsigned partition)
{
    return UINT64_C(1) << partition;
}

/* --- what is ours -------------------------------------------------------- */

static void gain(apo_peers *all, uint64_t gained)
{
    int64_t gap_ms[APO_SHARDS];
    for (unsigned i = 0; i < APO_SHARDS; i++) {
        gap_ms[i] = (gained & bit(i)) != 0 ? all->gap_ms[i] : 0;
        all->gap_ms[i] = 0;
    }
    if ((gained & (bit(APO_SHARDS) - 1)) != 0)
        apo_live_gain(all->app->live, gap_ms);
    if ((gained & bit(APO_COMMONS)) != 0)
        all->gain_commons(all->context);
}

static void log_partitions(const apo_peers *all)
{
    apo_buffer line;
    int64_t count = 0;
    for (unsigned i = 0; i < APO_SHARDS; i++)
        count += (all->shards.mine & bit(i)) != 0;
    apo_log_start(&line, "parts");
    apo_json_add_number(&line, "peer", all->shards.self);
    apo_json_add_number(&line, "shards", count);
    apo_json_add_flag(&line, "commons", (all->shards.mine & bit(APO_COMMONS)) != 0);
    apo_log_end(&all->app->log, &line);
}

/* Reads the distribution of partitions and acts on it. */
static bool look(apo_peers *all)
{
    apo_store_peers table;
    uint64_t mine = 0;
    all->read_ms = apo_http_ticks_ms();
    if (apo_store_read_peers(all->app->store, &table) != APO_OK) {
        all->away_ms = all->read_ms;
        return false;
    }
    all->shards.table = table;
    for (unsigned i = 0; i < APO_PARTITIONS; i++)
        mine |= table.partitions[i].peer == all->shards.self ? bit(i) : 0;
    mine &= ~all->giving;
    uint64_t gained = mine & ~all->shards.mine, lost = all->shards.mine & ~mine;
    all->shards.mine = mine;
    if (lost != 0) {
        apo_live_yield(all->app->live);
        apo_lichess_yield(all->app);
    }
    if ((gained | lost) != 0)
        log_partitions(all);
    if (gained != 0)
        gain(all, gained);
    return true;
}

/* --- who has what -------------------------------------------------------- */

static bool is_dead(const apo_peers *all, const apo_store_peer *peer)
{
    /* When the database comes back, no peer is connected at first. */
    bool is_calm = apo_http_ticks_ms() - all->away_ms > DIED_MS;
    /* A peer without an address is starting, which may take long, and has no partitions yet. */
    bool has_begun = peer->address[0] != '\0';
    return peer->id != all->shards.self &&
           ((has_begun && peer->age_ms > HANGS_MS) ||
            (is_calm && !peer->is_connected && peer->age_ms > DIED_MS));
}

/* True for a former process of this server: two cannot have the same address. */
static bool is_former(const apo_peers *all, const apo_store_peer *peer)
{
    return peer->id != all->shards.self &&
           strcmp(peer->address, apo_http_address(all->app->http)) == 0;
}

static void look_again(void *context, apo_status status)
{
    apo_peers *all = context;
    all->giving = all->taking = 0;
    if (status == APO_OK && look(all))
        apo_bus_say(all->shards.bus, "parts");
}

/* Adds the removal of dead peers to the batch; true if there are any. */
static bool bury(const apo_peers *all, apo_store_batch *batch)
{
    const apo_store_peers *table = &all->shards.table;
    bool has_any = false;
    for (unsigned i = 0; i < table->count; i++) {
        const apo_store_peer *peer = &table->peers[i];
        bool is_gone = is_former(all, peer);
        if (!is_gone && !is_dead(all, peer))
            continue;
        apo_log_text(&all->app->log, "peer_ended", "address", apo_span_of(peer->address));
        apo_store_bury_peer(batch, peer->id, is_gone ? -1 : DIED_MS);
        has_any = true;
    }
    return has_any;
}

/* The peers that can take partitions, with the partitions they have. */
typedef struct sharing {
    unsigned count;
    int64_t peers[APO_PEERS_MAX];
    unsigned shards[APO_PEERS_MAX];
    uint64_t given[APO_PEERS_MAX];
} sharing;

static void count_shards(sharing *out, const apo_peers *all)
{
    const apo_store_peers *table = &all->shards.table;
    *out = (sharing){.count = 0};
    for (unsigned i = 0; i < table->count; i++) {
        const apo_store_peer *peer = &table->peers[i];
        if (peer->address[0] == '\0' || is_former(all, peer) || is_dead(all, peer))
            continue;
        for (unsigned partition = 0; partition < APO_SHARDS; partition++)
            out->shards[out->count] += table->partitions[partition].peer == peer->id;
        out->peers[out->count++] = peer->id;
    }
}

static bool has_owner(const apo_store_peers *table, unsigned partition)
{
    bool has_any = false;
    for (unsigned i = 0; i < table->count; i++)
        has_any = has_any || table->peers[i].id == table->partitions[partition].peer;
    return has_any;
}

/* Distributes partitions that nobody has among the peers in turn; the commons go to the oldest
 * peer. */
static uint64_t take(apo_peers *all, const sharing *others, apo_store_batch *batch)
{
    uint64_t partitions = 0;
    for (unsigned i = 0; i < APO_PARTITIONS; i++) {
        const apo_store_partition *partition = &all->shards.table.partitions[i];
        unsigned next = i == APO_COMMONS ? 0 : i % others->count;
        if (has_owner(&all->shards.table, i) || others->peers[next] != all->shards.self)
            continue;
        int64_t gap_ms = partition->gone_ms >= 0 ? partition->gone_ms : all->first_gap_ms;
        all->gap_ms[i] = gap_ms < gap_max_ms ? gap_ms : 0;
        partitions |= bit(i);
    }
    if (partitions != 0)
        apo_store_take_partitions(batch, all->shards.self, partitions);
    return partitions;
}

/* The first peer that has less than its share; `count`: there is none. */
static unsigned find_poor(const sharing *others)
{
    unsigned i = 0;
    while (i < others->count && others->shards[i] >= APO_SHARDS / others->count)
        i++;
    return i;
}

/* Gives what we have beyond our share to peers that have less than theirs. */
static uint64_t give(apo_peers *all, sharing *others, apo_store_batch *batch)
{
    unsigned self = 0, share = (APO_SHARDS + others->count - 1) / others->count;
    uint64_t partitions = 0;
    while (self < others->count && others->peers[self] != all->shards.self)
        self++;
    for (unsigned i = 0; self < others->count && i < APO_SHARDS; i++) {
        unsigned poor = find_poor(others);
        if (others->shards[self] <= share || poor == others->count)
            break;
        if ((all->shards.mine & bit(i)) == 0)
            continue;
        others->given[poor] |= bit(i);
        others->shards[poor]++;
        others->shards[self]--;
        partitions |= bit(i);
    }
    for (unsigned i = 0; i < others->count; i++) {
        if (others->given[i] != 0)
            apo_store_give_partitions(batch, all->shards.self, others->given[i],
                                      others->peers[i]);
    }
    return partitions;
}

/* Changes already in our queue are stored before a partition is given away; later ones are for
 * its new owner. */
static void share_out(apo_peers *all)
{
    sharing others;
    apo_store_batch *batch = apo_store_batch_new();
    bool has_any = bury(all, batch);
    count_shards(&others, all);
    if (others.count > 0 && !has_any) {
        all->taking = take(all, &others, batch);
        all->giving = all->taking == 0 ? give(all, &others, batch) : 0;
    }
    if (!has_any && all->taking == 0 && all->giving == 0) {
        apo_store_batch_free(batch);
        return;
    }
    if (all->giving != 0)
        (void)look(all); /* from now on they are not ours */
    apo_store_submit(all->app->store, batch, look_again, all);
}

static void poll(void *context)
{
    apo_peers *all = context;
    all->polls++;
    if (look(all) && all->taking == 0 && all->giving == 0)
        share_out(all);
    if (all->polls % SETTINGS_POLLS == 0 && !apo_shards_has_commons(all->app))
        apo_settings_read(&all->app->settings, all->app->store);
    apo_http_timer_set_ticks(all->timer, POLL_MS);
}

/* --- what others say ----------------------------------------------------- */

/* Of the work for other machines. */
static void hear_of_work(apo_peers *all, apo_span what, apo_span rest)
{
    uint32_t count;
    apo_span word = apo_span_word(&rest);
    if (apo_span_is(what, "work") && apo_shards_has_commons(all->app))
        apo_work_wake(all->app->work);
    else if (apo_span_is(what, "workers") && apo_span_number(word, UINT32_MAX, &count))
        apo_worker_moves_hear_waiting(all->app, count);
    else if (apo_span_is(what, "move"))
        (void)apo_worker_moves_hear_found(all->app, word, apo_span_word(&rest));
}

static void hear_line(apo_peers *all, apo_span line)
{
    apo_shards_news news;
    apo_span word = apo_span_word(&line);
    if (apo_span_is(word, "game") && apo_shards_read_news(&news, line))
        apo_live_hear(all->app->live, &news);
    else if (apo_span_is(word, "name"))
        apo_live_rename(all->app->live, apo_span_word(&line));
    else if (apo_span_is(word, "parts"))
        (void)look(all);
    else
        hear_of_work(all, word, line);
}

typedef struct hearing {
    apo_peers *all;
    char *text; /* owned; NULL: lines may have been missed */
} hearing;

static void hear_in_loop(void *context)
{
    hearing job = *(hearing *)context;
    apo_free(NULL, context);
    job.all->shards.is_hearing = true;
    if (job.all->app->store == NULL) {
        /* The server is being closed. */
    } else if (job.text == NULL) {
        apo_live_hear_all(job.all->app->live);
    } else {
        char *line = job.text;
        for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1)
            hear_line(job.all, (apo_span){line, (size_t)(end - line)});
    }
    job.all->shards.is_hearing = false;
    apo_free(NULL, job.text);
}

/* In the bus's thread. */
static void hear(void *context, const char *text)
{
    apo_peers *all = context;
    hearing *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL)
        return;
    job->all = all;
    job->text = text != NULL ? apo_copy_span(NULL, apo_span_of(text)) : NULL;
    if (apo_http_post(all->app->http, hear_in_loop, job) != APO_OK) {
        apo_free(NULL, job->text);
        apo_free(NULL, job);
    }
}

/* --- requests ------------------------------------------------------------ */

/* The partition that a route is about; APO_PARTITIONS: none, any server can answer. */
static unsigned partition_of(const apo_http_request *req)
{
    static const char *const of_games[] = {"/api/games/:id", "/game/:id", "/api/bot/game/"};
    const apo_http_route *route = apo_http_route_of(req);
    if ((route->flags & (APO_HTTP_LOCAL_ONLY | APO_HTTP_QUIET)) != 0)
        return APO_PARTITIONS;
    for (size_t i = 0; i < sizeof of_games / sizeof of_games[0]; i++) {
        if (apo_span_starts_with(apo_span_of(route->pattern), of_games[i]))
            return apo_shard_of(apo_http_param(req, "id"));
    }
    return (route->flags & APO_HTTP_ASIDE) != 0 ? APO_PARTITIONS : APO_COMMONS;
}

/* The address of the partition's owner; NULL if nobody has it just now. */
static const char *address_of(const apo_peers *all, unsigned partition)
{
    const apo_store_peers *table = &all->shards.table;
    for (unsigned i = 0; i < table->count; i++) {
        const apo_store_peer *peer = &table->peers[i];
        if (peer->id == table->partitions[partition].peer && peer->address[0] != '\0')
            return peer->address;
    }
    return NULL;
}

static bool has(const apo_peers *all, unsigned partition)
{
    return (all->shards.mine & bit(partition)) != 0;
}

bool apo_server_peers_forward(apo_http_request *req, void *context)
{
    const apo_app *app = context;
    apo_peers *all = own(app);
    unsigned partition = all != NULL ? partition_of(req) : APO_PARTITIONS;
    if (partition == APO_PARTITIONS || has(all, partition))
        return false;
    bool is_from_peer = apo_http_is_from_peer(req);
    const char *address = address_of(all, partition);
    if ((is_from_peer || address == NULL) && apo_http_ticks_ms() - all->read_ms > ASK_MS &&
        look(all)) {
        if (has(all, partition))
            return false;
        address = address_of(all, partition);
    }
    /* A peer's request is not forwarded again: two servers that each take the other for the
     * owner would send it back and forth. */
    if (is_from_peer || address == NULL)
        apo_app_reply_busy(req, AGAIN_S);
    else
        apo_http_forward(req, address);
    return true;
}

/* --- life ---------------------------------------------------------------- */

apo_status apo_server_peers_open(apo_app *app)
{
    apo_peers *all = apo_allocate_zero(NULL, sizeof *all);
    if (all == NULL)
        return APO_E_MEMORY;
    all->app = app;
    app->shards = &all->shards;
    all->shards.self = apo_store_own_peer(app->store);
    return apo_store_peer_secret(app->store, all->shards.secret);
}

apo_status apo_server_peers_begin(apo_app *app, apo_http_call *gain_commons, void *context,
                                  int64_t gap_ms)
{
    apo_peers *all = own(app);
    all->gain_commons = gain_commons;
    all->context = context;
    all->first_gap_ms = gap_ms;
    all->away_ms = apo_http_ticks_ms() - DIED_MS - 1;
    apo_status status = apo_http_timer_new(&all->timer, app->http, poll, all);
    if (status == APO_OK)
        status = apo_bus_open(&all->shards.bus, app->options.store, hear, all);
    if (status != APO_OK)
        return status;
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_renew_peer(batch, all->shards.self, apo_http_address(app->http));
    apo_store_submit(app->store, batch, NULL, NULL);
    /* The first poll removes a former process of ours; the second takes what it had. */
    for (unsigned i = 0; i < 2; i++) {
        apo_store_flush(app->store);
        poll(all);
    }
    apo_store_flush(app->store);
    return APO_OK;
}

void apo_server_peers_leave(apo_app *app)
{
    apo_peers *all = own(app);
    if (all == NULL || app->store == NULL)
        return;
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_leave_peers(batch, all->shards.self);
    apo_store_submit(app->store, batch, NULL, NULL);
    apo_store_flush(app->store);
    apo_bus_say(all->shards.bus, "parts");
    apo_http_timer_free(all->timer);
    all->timer = NULL;
    apo_bus_close(all->shards.bus);
    all->shards.bus = NULL;
}

void apo_server_peers_free(apo_app *app)
{
    if (app->shards == NULL)
        return;
    apo_peers *all = own(app);
    apo_http_timer_free(all->timer);
    apo_bus_close(all->shards.bus);
    app->shards = NULL;
    apo_free(NULL, all);
}
