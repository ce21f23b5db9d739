/* The games in memory, and reading them. */
#include <string.h>

#include "base/random.h"
#include "server/hall/hall_priv.h"

enum {
    OVERDUE_MS = 250,              /* it could not be stored, say: not again at once */
    FLAG_MAX_MS = 24 * 3600 * 1000 /* a timer for longer is left to the tick */
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

void apo_table_close(apo_table *table)
{
    while (table->watchers != NULL) {
        apo_watcher *gone = table->watchers;
        table->watchers = gone->next;
        apo_free(NULL, gone);
    }
    while (table->waiters != NULL) {
        apo_waiter *gone = table->waiters;
        table->waiters = gone->next;
        apo_free(NULL, gone);
    }
    apo_http_timer_free(table->flag);
    apo_round_free(table->round);
    apo_free(NULL, table);
}

void apo_hall_free(apo_hall *hall)
{
    if (hall == NULL)
        return;
    for (unsigned i = 0; i < APO_HALL_BUCKETS; i++) {
        while (hall->buckets[i] != NULL) {
            apo_table *table = hall->buckets[i];
            hall->buckets[i] = table->next;
            apo_table_close(table);
        }
    }
    apo_free(NULL, hall);
}

size_t apo_hall_count(const apo_hall *hall)
{
    return hall->count;
}

apo_round *apo_table_round(const apo_table *table)
{
    return table->round;
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
    return &hall->buckets[mixed & (APO_HALL_BUCKETS - 1)];
}

void apo_hall_insert(apo_hall *hall, apo_table *table)
{
    apo_table **bucket = bucket_of(hall, apo_span_of(table->row.id));
    table->next = *bucket;
    *bucket = table;
    hall->count++;
}

void apo_hall_remove(apo_hall *hall, apo_table *table)
{
    apo_table **at = bucket_of(hall, apo_span_of(table->row.id));
    while (*at != table)
        at = &(*at)->next;
    *at = table->next;
    hall->count--;
}

void apo_table_look_up_players(apo_table *table)
{
    for (unsigned side = 0; side < APO_SIDES; side++) {
        const apo_seat *seat = &table->round->seats[side];
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
    apo_round *round;
    apo_status status;
} replay;

apo_event apo_hall_event_of_row(const apo_store_event *row)
{
    return (apo_event){row->seq, row->at_ms, apo_event_find(row->kind),
                       row->by,  row->key,   row->data};
}

static bool apply_row(void *context, const apo_store_event *row)
{
    replay *all = context;
    apo_event event = apo_hall_event_of_row(row);
    all->status = apo_round_apply(all->round, &event);
    return all->status == APO_OK;
}

static apo_round *replay_round(apo_app *app, const apo_store_game *row, apo_status *out_status)
{
    const apo_variant *var =
        apo_catalog_variant(app->catalog, app->store, row->kind, row->definition);
    *out_status = APO_E_DEFINITION;
    if (var == NULL)
        return NULL;
    replay all = {apo_round_new(apo_span_of(row->id), var), APO_OK};
    *out_status = APO_E_MEMORY;
    if (all.round == NULL)
        return NULL;
    apo_status status =
        apo_store_list_events(app->store, apo_span_of(row->id), 0, apply_row, &all);
    *out_status = status != APO_OK ? status : all.status;
    if (*out_status == APO_OK && all.round->game == NULL)
        *out_status = APO_E_DEFINITION;
    if (*out_status != APO_OK) {
        apo_round_free(all.round);
        return NULL;
    }
    return all.round;
}

apo_table *apo_table_open(apo_hall *hall, const apo_store_game *row, apo_round *round)
{
    apo_table *table = apo_allocate_zero(NULL, sizeof *table);
    if (table == NULL)
        return NULL;
    table->hall = hall;
    table->row = *row;
    table->round = round;
    table->used_ms = apo_http_ticks_ms();
    if (apo_http_timer_new(&table->flag, hall->app->http, apo_table_fall_flag, table) !=
        APO_OK) {
        apo_free(NULL, table);
        return NULL;
    }
    return table;
}

void apo_table_set_flag(apo_table *table)
{
    int64_t due_ms = apo_round_due(table->round);
    int64_t wait_ms = due_ms - apo_http_wall_clock_ms();
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
    apo_round *round = replay_round(hall->app, &row, &status);
    if (round == NULL) {
        apo_log_text(&hall->app->log, "game_cannot_be_replayed", "game", id);
        return status;
    }
    apo_table *table = apo_table_open(hall, &row, round);
    if (table == NULL) {
        apo_round_free(round);
        return APO_E_MEMORY;
    }
    apo_hall_insert(hall, table);
    apo_table_look_up_players(table);
    apo_table_set_flag(table);
    *out = table;
    return APO_OK;
}

void apo_table_mend(apo_table *table)
{
    apo_status status;
    apo_round *round = replay_round(table->hall->app, &table->row, &status);
    table->is_broken = round == NULL;
    if (round == NULL)
        return;
    apo_round_free(table->round);
    table->round = round;
    apo_table_look_up_players(table);
    apo_table_set_flag(table);
}

apo_status apo_hall_find(apo_hall *hall, apo_table **out, apo_span id)
{
    for (apo_table *table = *bucket_of(hall, id); table != NULL; table = table->next) {
        if (!apo_span_is(id, table->row.id))
            continue;
        table->used_ms = apo_http_ticks_ms();
        if (table->is_broken && !table->is_busy)
            apo_table_mend(table);
        if (table->is_broken)
            return APO_E_IO;
        *out = table;
        return APO_OK;
    }
    return load(hall, out, id);
}

bool apo_hall_is_busy(apo_hall *hall, apo_span id)
{
    const apo_table *table = *bucket_of(hall, id);
    while (table != NULL && !apo_span_is(id, table->row.id))
        table = table->next;
    return table != NULL && table->is_busy;
}

void apo_hall_rename(apo_hall *hall, apo_span person)
{
    for (unsigned i = 0; i < APO_HALL_BUCKETS; i++) {
        for (apo_table *table = hall->buckets[i]; table != NULL; table = table->next) {
            if (apo_round_side_of(table->round, person) != APO_NOBODY)
                apo_table_look_up_players(table);
        }
    }
}
