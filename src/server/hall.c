#include "server/hall.h"

#include <string.h>

#include "base/random.h"
#include "server/brief.h"
#include "server/follow.h"

enum {
    BUCKETS = 1024,                /* a power of two; games in memory are some hundreds */
    FORGET_MS = 10 * 60 * 1000,    /* after that nobody comes back at once */
    FORGET_STEP = 16,              /* buckets looked at each tick: all of them in a minute */
    DUE_MAX = 200,                 /* of one tick */
    RESUME_MAX = 100000,           /* games looked at when the server starts */
    OVERDUE_MS = 250,              /* it could not be stored, say: not again at once */
    FLAG_MAX_MS = 24 * 3600 * 1000 /* a timer for longer is left to the tick */
};

typedef struct waiter {
    struct waiter *next;
    apo_http_call *fn;
    void *context;
} waiter;

/* An open stream. */
typedef struct watcher {
    struct watcher *next;
    apo_table *table;
    apo_http_stream *stream;
    unsigned side;
} watcher;

struct apo_table {
    apo_table *next; /* in its bucket */
    apo_hall *hall;
    apo_room *room;
    apo_store_game row;
    apo_view_player players[APO_SIDES];
    watcher *watchers;
    waiter *waiters; /* in order */
    apo_http_timer *flag;
    int64_t used_ms; /* of the clock that does not go back */
    bool is_busy;
    bool is_broken; /* applying has failed: to be read anew */
};

struct apo_hall {
    apo_app *app;
    apo_hall_hooks hooks;
    apo_table *buckets[BUCKETS];
    size_t count;
    unsigned forget_at; /* next bucket to be looked at */
};

apo_hall *apo_hall_new(apo_app *app, const apo_hall_hooks *hooks)
{
    apo_hall *hall = apo_allocate_zero(NULL, sizeof *hall);
    if (hall == NULL)
        return NULL;
    hall->app = app;
    hall->hooks = *hooks;
    return hall;
}

static void free_table(apo_table *table)
{
    while (table->watchers != NULL) {
        watcher *gone = table->watchers;
        table->watchers = gone->next;
        apo_free(NULL, gone);
    }
    while (table->waiters != NULL) {
        waiter *gone = table->waiters;
        table->waiters = gone->next;
        apo_free(NULL, gone);
    }
    apo_http_timer_free(table->flag);
    apo_room_free(table->room);
    apo_free(NULL, table);
}

void apo_hall_free(apo_hall *hall)
{
    if (hall == NULL)
        return;
    for (unsigned i = 0; i < BUCKETS; i++) {
        while (hall->buckets[i] != NULL) {
            apo_table *table = hall->buckets[i];
            hall->buckets[i] = table->next;
            free_table(table);
        }
    }
    apo_free(NULL, hall);
}

size_t apo_hall_count(const apo_hall *hall)
{
    return hall->count;
}

apo_room *apo_table_room(const apo_table *table)
{
    return table->room;
}

const apo_view_player *apo_table_players(const apo_table *table)
{
    return table->players;
}

const apo_store_game *apo_table_row(const apo_table *table)
{
    return &table->row;
}

/* --- finding --- */

static apo_table **bucket_of(apo_hall *hall, apo_span id)
{
    uint64_t mixed = 0;
    for (size_t i = 0; i < id.length; i++)
        mixed = apo_mix(mixed ^ (uint8_t)id.text[i]);
    return &hall->buckets[mixed & (BUCKETS - 1)];
}

static void insert(apo_hall *hall, apo_table *table)
{
    apo_table **bucket = bucket_of(hall, apo_span_of(table->row.id));
    table->next = *bucket;
    *bucket = table;
    hall->count++;
}

static void remove_table(apo_hall *hall, apo_table *table)
{
    apo_table **at = bucket_of(hall, apo_span_of(table->row.id));
    while (*at != table)
        at = &(*at)->next;
    *at = table->next;
    hall->count--;
}

static void look_up_players(apo_table *table)
{
    for (unsigned side = 0; side < APO_SIDES; side++) {
        const apo_seat *seat = &table->room->seats[side];
        apo_view_player *player = &table->players[side];
        apo_store_person person;
        apo_text name = apo_text_start(player->name, sizeof player->name);
        player->is_account = false;
        if (seat->kind != APO_SEAT_PERSON)
            continue;
        if (apo_store_find_person(table->hall->app->store, &person,
                                  apo_span_of(seat->person)) == APO_OK) {
            apo_text_add(&name, person.name);
            player->is_account = person.is_account;
        } else {
            apo_text_add(&name, seat->name);
        }
    }
}

typedef struct replay {
    apo_room *room;
    apo_status status;
} replay;

static apo_event event_of_row(const apo_store_event *row)
{
    return (apo_event){row->seq, row->at_ms, apo_event_find(row->kind),
                       row->by,  row->key,   row->data};
}

static bool apply_row(void *context, const apo_store_event *row)
{
    replay *all = context;
    apo_event event = event_of_row(row);
    all->status = apo_room_apply(all->room, &event);
    return all->status == APO_OK;
}

static apo_room *replay_room(apo_app *app, const apo_store_game *row, apo_status *out_status)
{
    const apo_variant *var =
        apo_catalog_variant(app->catalog, app->store, row->kind, row->definition);
    *out_status = APO_E_DEFINITION;
    if (var == NULL)
        return NULL;
    replay all = {apo_room_new(apo_span_of(row->id), var), APO_OK};
    *out_status = APO_E_MEMORY;
    if (all.room == NULL)
        return NULL;
    apo_status status =
        apo_store_list_events(app->store, apo_span_of(row->id), 0, apply_row, &all);
    *out_status = status != APO_OK ? status : all.status;
    if (*out_status == APO_OK && all.room->game == NULL)
        *out_status = APO_E_DEFINITION;
    if (*out_status != APO_OK) {
        apo_room_free(all.room);
        return NULL;
    }
    return all.room;
}

static void fall_flag(void *context);

static apo_table *new_table(apo_hall *hall, const apo_store_game *row, apo_room *room)
{
    apo_table *table = apo_allocate_zero(NULL, sizeof *table);
    if (table == NULL)
        return NULL;
    table->hall = hall;
    table->row = *row;
    table->room = room;
    table->used_ms = apo_http_ticks_ms();
    if (apo_http_timer_new(&table->flag, hall->app->http, fall_flag, table) != APO_OK) {
        apo_free(NULL, table);
        return NULL;
    }
    return table;
}

static void set_flag(apo_table *table)
{
    int64_t due_ms = apo_room_due(table->room);
    int64_t wait_ms = due_ms - apo_http_wall_ms();
    apo_http_timer_stop(table->flag);
    if (due_ms != APO_CLOCK_FOREVER && wait_ms < FLAG_MAX_MS)
        apo_http_timer_set(table->flag, wait_ms > 0 ? (uint64_t)wait_ms + 1 : OVERDUE_MS);
}

static apo_status load(apo_hall *hall, apo_table **out, apo_span id)
{
    apo_store_game row;
    apo_status status = apo_store_find_game(hall->app->store, &row, id);
    if (status != APO_OK)
        return status;
    apo_room *room = replay_room(hall->app, &row, &status);
    if (room == NULL) {
        apo_log_say(&hall->app->log, "game_cannot_be_replayed", "game", id);
        return status;
    }
    apo_table *table = new_table(hall, &row, room);
    if (table == NULL) {
        apo_room_free(room);
        return APO_E_MEMORY;
    }
    insert(hall, table);
    look_up_players(table);
    set_flag(table);
    *out = table;
    return APO_OK;
}

/* What was applied could not be stored: the room is read anew. */
static void mend(apo_table *table)
{
    apo_status status;
    apo_room *room = replay_room(table->hall->app, &table->row, &status);
    table->is_broken = room == NULL;
    if (room == NULL)
        return;
    apo_room_free(table->room);
    table->room = room;
    look_up_players(table);
    set_flag(table);
}

apo_status apo_hall_find(apo_hall *hall, apo_table **out, apo_span id)
{
    for (apo_table *table = *bucket_of(hall, id); table != NULL; table = table->next) {
        if (!apo_span_is(id, table->row.id))
            continue;
        table->used_ms = apo_http_ticks_ms();
        if (table->is_broken && !table->is_busy)
            mend(table);
        if (table->is_broken)
            return APO_E_IO;
        *out = table;
        return APO_OK;
    }
    return load(hall, out, id);
}

/* --- watching --- */

static bool is_watching(const apo_table *table, unsigned side)
{
    for (const watcher *w = table->watchers; w != NULL; w = w->next) {
        if (w->side == side)
            return true;
    }
    return false;
}

static void send_to_all(apo_table *table, uint64_t id, const char *name, apo_span data)
{
    for (watcher *w = table->watchers; w != NULL; w = w->next)
        apo_http_stream_send(w->stream, id, name, data);
}

/* Who is there: told when it changes. */
static void tell_presence(apo_table *table)
{
    bool is_changed = false;
    apo_buffer data;
    apo_buffer_init(&data, NULL);
    apo_json_open(&data, NULL, '{');
    for (unsigned side = 0; side < APO_SIDES; side++) {
        bool is_online = is_watching(table, side);
        is_changed = is_changed || is_online != table->players[side].is_online;
        table->players[side].is_online = is_online;
        apo_json_add_flag(&data, apo_view_side(side),
                          is_online || table->room->seats[side].kind == APO_SEAT_COMPUTER);
    }
    apo_json_close(&data, '}');
    if (is_changed)
        send_to_all(table, 0, "presence", apo_buffer_span(&data));
    apo_buffer_clear(&data);
}

static void drop_watcher(void *context)
{
    watcher *gone = context;
    apo_table *table = gone->table;
    watcher **at = &table->watchers;
    while (*at != gone)
        at = &(*at)->next;
    *at = gone->next;
    apo_free(NULL, gone);
    tell_presence(table);
}

/* Goes through the game again up to where the reader was, and sends him the rest. */
typedef struct catching_up {
    apo_table *table;
    apo_http_stream *stream;
    apo_room *room;
    uint64_t after;
} catching_up;

static bool send_row(void *context, const apo_store_event *row)
{
    catching_up *all = context;
    apo_buffer data;
    apo_event event = event_of_row(row);
    if (row->seq > all->table->room->seq || apo_room_apply(all->room, &event) != APO_OK)
        return false;
    if (row->seq <= all->after)
        return true;
    apo_buffer_init(&data, NULL);
    const char *name =
        apo_view_event(&data, all->room, &event, all->table->players, apo_http_wall_ms());
    if (name != NULL)
        apo_http_stream_send(all->stream, row->seq, name, apo_buffer_span(&data));
    apo_buffer_clear(&data);
    return true;
}

static void catch_up(apo_table *table, apo_http_stream *stream, uint64_t after)
{
    catching_up all = {table, stream, NULL, after};
    if (after >= table->room->seq)
        return;
    all.room = apo_room_new(apo_span_of(table->row.id), table->room->var);
    if (all.room == NULL)
        return;
    apo_store_list_events(table->hall->app->store, apo_span_of(table->row.id), 0, send_row,
                          &all);
    apo_room_free(all.room);
}

void apo_table_watch(apo_table *table, apo_http_request *req, unsigned side, uint64_t after)
{
    watcher *one = apo_allocate_zero(NULL, sizeof *one);
    if (one == NULL) {
        apo_http_reply_error(req, 500, "internal", "The server is out of memory.");
        return;
    }
    one->table = table;
    one->side = side;
    one->stream = apo_http_stream_open(req, drop_watcher, one);
    if (one->stream == NULL) {
        apo_free(NULL, one);
        return;
    }
    catch_up(table, one->stream, after);
    one->next = table->watchers;
    table->watchers = one;
    tell_presence(table);
}

/* --- changing --- */

bool apo_table_enter(apo_table *table, apo_http_call *fn, void *context)
{
    if (!table->is_busy)
        return true;
    waiter *one = apo_allocate_zero(NULL, sizeof *one);
    if (one == NULL)
        return true; /* out of memory: what follows will fail, and say so */
    one->fn = fn;
    one->context = context;
    waiter **at = &table->waiters;
    while (*at != NULL)
        at = &(*at)->next;
    *at = one;
    return false;
}

/* The next ones in turn, until one of them has something stored again. */
static void leave(apo_table *table)
{
    table->is_busy = false;
    while (!table->is_busy && table->waiters != NULL) {
        waiter one = *table->waiters;
        apo_free(NULL, table->waiters);
        table->waiters = one.next;
        one.fn(one.context);
    }
}

static void after_change(apo_table *table, enum apo_room_state before)
{
    const apo_hall_hooks *hooks = &table->hall->hooks;
    table->used_ms = apo_http_ticks_ms();
    set_flag(table);
    hooks->changed(hooks->context, table, before);
    if (apo_room_wants_computer(table->room))
        hooks->think(hooks->context, table);
}

/* What is being stored. The events are applied already, but nobody sees the room meanwhile, because
 * whoever wants to has to enter the table first. */
typedef struct commitment {
    apo_table *table;
    enum apo_room_state before;
    apo_store_game row;
    unsigned count;
    uint64_t first_seq;
    const char *names[APO_ACT_EVENTS_MAX]; /* of events to tell; NULL: none */
    apo_buffer data[APO_ACT_EVENTS_MAX];
    apo_table_done *done;
    void *context;
} commitment;

static void free_commitment(commitment *job)
{
    for (unsigned i = 0; i < job->count; i++)
        apo_buffer_clear(&job->data[i]);
    apo_free(NULL, job);
}

static void finish_commit(void *context, apo_status status)
{
    commitment *job = context;
    apo_table *table = job->table;
    for (unsigned i = 0; status == APO_OK && i < job->count; i++) {
        if (job->names[i] != NULL)
            send_to_all(table, job->first_seq + i, job->names[i],
                        apo_buffer_span(&job->data[i]));
    }
    if (status == APO_OK) {
        table->row = job->row;
        if (job->count > 0)
            after_change(table, job->before);
    } else {
        mend(table);
    }
    if (job->done != NULL)
        job->done(job->context, status);
    free_commitment(job);
    leave(table);
}

static void add_event(apo_store_batch *batch, const char *game, const apo_event *event)
{
    const apo_store_event row = {event->seq, event->at_ms,
                                 event->by,  apo_span_of(apo_event_word(event->kind)),
                                 event->key, event->data};
    apo_store_add_event(batch, game, &row);
}

/* Applies the events to the room, and writes down what will be told of them. */
static apo_status apply_act(commitment *job, const apo_act *act, apo_store_batch *batch)
{
    apo_table *table = job->table;
    job->first_seq = act->first_seq;
    for (unsigned i = 0; i < act->count; i++) {
        apo_event event = apo_act_get(act, i);
        apo_status status = apo_room_apply(table->room, &event);
        if (status != APO_OK)
            return status;
        if (event.kind == APO_EVENT_JOIN || event.kind == APO_EVENT_HEIR)
            look_up_players(table);
        apo_buffer_init(&job->data[i], NULL);
        job->count = i + 1;
        job->names[i] = apo_view_event(&job->data[i], table->room, &event, table->players,
                                       apo_http_wall_ms());
        add_event(batch, table->row.id, &event);
    }
    job->row = table->row;
    apo_brief_to_row(&job->row, table->room);
    apo_store_set_game(batch, &job->row);
    if (act->count > 0)
        apo_follow_game(table->hall->app, batch, table->row.state, &job->row, table->room);
    return APO_OK;
}

void apo_table_commit(apo_table *table, const apo_act *act, apo_store_batch *batch,
                      apo_table_done *done, void *context)
{
    commitment *job = apo_allocate_zero(NULL, sizeof *job);
    if (batch == NULL)
        batch = apo_store_batch_new();
    if (job == NULL || batch == NULL) {
        apo_free(NULL, job);
        apo_store_batch_free(batch);
        if (done != NULL)
            done(context, APO_E_MEMORY);
        return;
    }
    *job = (commitment){
        .table = table, .before = table->room->state, .done = done, .context = context};
    table->is_busy = true;
    apo_status status = apply_act(job, act, batch);
    if (status == APO_OK) {
        apo_store_submit(table->hall->app->store, batch, finish_commit, job);
        return;
    }
    apo_store_batch_free(batch);
    finish_commit(job, status);
}

/* --- new games --- */

typedef struct creation {
    apo_table *table;
    apo_table_done *done;
    void *context;
} creation;

static void finish_creation(void *context, apo_status status)
{
    creation *job = context;
    apo_table *table = job->table;
    if (status == APO_OK) {
        insert(table->hall, table);
        look_up_players(table);
        after_change(table, APO_ROOM_CANCELLED);
    } else {
        free_table(table);
    }
    job->done(job->context, status);
    apo_free(NULL, job);
}

/* Adds a new game to the batch. `room` goes through its first events, `row` gets what follows of them. */
static apo_status add_new(apo_hall *hall, apo_room *room, apo_store_game *row,
                          const apo_new_game *game, apo_store_batch *batch)
{
    const apo_catalog_entry *entry =
        apo_catalog_find_digest(hall->app->catalog, apo_span_of(game->row.definition));
    for (unsigned i = 0; i < game->count; i++) {
        apo_status status = apo_room_apply(room, &game->events[i]);
        if (status != APO_OK)
            return status;
    }
    if (entry != NULL)
        apo_store_add_definition(batch, entry->digest, entry->id,
                                 apo_buffer_span(&entry->text));
    apo_brief_to_row(row, room);
    apo_store_add_game(batch, row);
    for (unsigned i = 0; i < game->count; i++)
        add_event(batch, row->id, &game->events[i]);
    apo_follow_game(hall->app, batch, APO_STORE_CANCELLED, row, room);
    return APO_OK;
}

apo_status apo_hall_add(apo_hall *hall, const apo_new_game *game, apo_store_batch *batch)
{
    apo_store_game row = game->row;
    apo_room *room = apo_room_new(apo_span_of(row.id), game->var);
    if (room == NULL || batch == NULL) {
        apo_room_free(room);
        return APO_E_MEMORY;
    }
    apo_status status = add_new(hall, room, &row, game, batch);
    apo_room_free(room);
    return status;
}

void apo_hall_announce(apo_hall *hall, apo_span id)
{
    apo_table *table;
    if (apo_hall_find(hall, &table, id) == APO_OK)
        hall->hooks.changed(hall->hooks.context, table, APO_ROOM_CANCELLED);
}

void apo_hall_create(apo_hall *hall, const apo_new_game *game, apo_store_batch *batch,
                     apo_table_done *done, void *context)
{
    creation *job = apo_allocate_zero(NULL, sizeof *job);
    apo_room *room = apo_room_new(apo_span_of(game->row.id), game->var);
    apo_table *table = room != NULL ? new_table(hall, &game->row, room) : NULL;
    apo_status status = APO_E_MEMORY;
    if (job != NULL && table != NULL && batch != NULL)
        status = add_new(hall, table->room, &table->row, game, batch);
    if (status == APO_OK) {
        *job = (creation){table, done, context};
        apo_store_submit(hall->app->store, batch, finish_creation, job);
        return;
    }
    apo_store_batch_free(batch);
    if (table != NULL)
        free_table(table);
    else
        apo_room_free(room);
    apo_free(NULL, job);
    done(context, status);
}

void apo_hall_rename(apo_hall *hall, apo_span person)
{
    for (unsigned i = 0; i < BUCKETS; i++) {
        for (apo_table *table = hall->buckets[i]; table != NULL; table = table->next) {
            if (apo_room_side_of(table->room, person) != APO_NOBODY)
                look_up_players(table);
        }
    }
}

/* --- time --- */

/* A flag may have fallen, an invitation expired. */
static void look_at_clock(void *context)
{
    apo_table *table = context;
    apo_act act;
    if (!apo_table_enter(table, look_at_clock, table))
        return;
    apo_act_start(&act, table->room, APO_NOBODY, apo_http_wall_ms(), apo_span_of(""));
    apo_act_look(&act);
    if (act.count > 0)
        apo_table_commit(table, &act, NULL, NULL, NULL);
    else
        set_flag(table);
}

static void fall_flag(void *context)
{
    look_at_clock(context);
}

static bool look_at_row(void *context, const apo_store_game *row)
{
    apo_hall *hall = context;
    apo_table *table;
    if (apo_hall_find(hall, &table, apo_span_of(row->id)) == APO_OK && !table->is_busy)
        look_at_clock(table);
    return true;
}

static bool can_forget(const apo_table *table, int64_t now_ms)
{
    return table->watchers == NULL && table->waiters == NULL && !table->is_busy &&
           !apo_room_wants_computer(table->room) &&
           (table->is_broken || now_ms - table->used_ms > FORGET_MS);
}

static void forget_some(apo_hall *hall)
{
    int64_t now_ms = apo_http_ticks_ms();
    for (unsigned i = 0; i < FORGET_STEP; i++) {
        apo_table *next;
        for (apo_table *table = hall->buckets[hall->forget_at]; table != NULL; table = next) {
            next = table->next;
            if (!can_forget(table, now_ms))
                continue;
            remove_table(hall, table);
            free_table(table);
        }
        hall->forget_at = (hall->forget_at + 1) % BUCKETS;
    }
}

void apo_hall_tick(apo_hall *hall)
{
    apo_store_list_due(hall->app->store, apo_http_wall_ms(), DUE_MAX, look_at_row, hall);
    forget_some(hall);
}

bool apo_hall_is_live(const apo_hall *hall)
{
    for (unsigned i = 0; i < BUCKETS; i++) {
        for (const apo_table *table = hall->buckets[i]; table != NULL; table = table->next) {
            if (table->room->clock.is_running && apo_room_is_live(table->room))
                return true;
        }
    }
    return false;
}

/* --- after a pause --- */

typedef struct pause {
    apo_hall *hall;
    int64_t away_ms;
} pause;

/* A live clock that ran on while nobody could move. */
static bool give_time_back(void *context, const apo_store_game *row)
{
    pause *all = context;
    apo_brief brief;
    apo_table *table;
    apo_act act;
    if (row->state != APO_STORE_PLAYING || apo_brief_read(&brief, row) != APO_OK ||
        brief.turn >= APO_SIDES || brief.start.controls[brief.turn].kind != APO_CLOCK_LIVE ||
        apo_hall_find(all->hall, &table, apo_span_of(row->id)) != APO_OK ||
        !table->room->clock.is_running || table->is_busy)
        return true;
    apo_act_start(&act, table->room, APO_NOBODY, apo_http_wall_ms(), apo_span_of(""));
    apo_act_gift(&act, all->away_ms);
    apo_table_commit(table, &act, NULL, NULL, NULL);
    return true;
}

static bool think_on(void *context, const apo_store_game *row)
{
    apo_hall *hall = context;
    apo_table *table;
    if (apo_hall_find(hall, &table, apo_span_of(row->id)) == APO_OK &&
        apo_room_wants_computer(table->room))
        hall->hooks.think(hall->hooks.context, table);
    return true;
}

void apo_hall_resume(apo_hall *hall, int64_t away_ms)
{
    pause all = {hall, away_ms};
    if (away_ms > 0)
        apo_store_list_due(hall->app->store, INT64_MAX, RESUME_MAX, give_time_back, &all);
    apo_store_flush(hall->app->store);
    apo_store_list_games(hall->app->store, APO_STORE_LIST_TASKS, RESUME_MAX, think_on, hall);
}
