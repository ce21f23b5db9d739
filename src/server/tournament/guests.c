#include "server/tournament/guests.h"

#include "base/text.h"
#include "server/notice/notice.h"
#include "server/tournament/entry.h"
#include "server/tournament/view.h"
#include "server/web/languages.h"
#include "server/web/person.h"
#include "server/web/visitor.h"
#include "server/web/zones.h"
#include "store/follow.h"
#include "store/invitations.h"
#include "store/jobs.h"

enum {
    OPEN_MAX = 100,           /* open tournaments examined, the newest first */
    FOLLOWERS_TOLD_MAX = 200, /* a notice costs the loop some 20 microseconds */
    SECOND_MS = 1000
};

static void add_job(apo_store_batch *batch, const char *tournament, const char *person)
{
    apo_store_add_job(batch, "tournament-guest", tournament, person, apo_http_wall_clock_ms());
}

void apo_tournament_tell_guest(apo_store_batch *batch, const apo_tournament_book *book,
                               const char *person)
{
    apo_span id = apo_span_of(person);
    if (!apo_span_is(id, book->row.organiser) &&
        apo_tournament_book_find(book, id) == APO_TOURNAMENT_NOBODY)
        add_job(batch, book->row.id, person);
}

void apo_tournament_tell_guests(apo_store_batch *batch, const apo_store_tournament *row,
                                const apo_tournament_plan *plan)
{
    for (unsigned i = 0; i < plan->guests.count; i++) {
        if (!apo_span_is(apo_span_of(plan->guests.ids[i]), row->organiser))
            add_job(batch, row->id, plan->guests.ids[i]);
    }
}

typedef struct crier {
    apo_app *app;
    apo_store_batch *batch;
    const apo_store_tournament *row;
} crier;

static bool tell_follower(void *context, const apo_store_follow *follow)
{
    const crier *all = context;
    char cause[APO_STORE_KEY_MAX];
    apo_text why = apo_text_start(cause, sizeof cause);
    apo_text_add(&why, "tournament-announced/");
    apo_text_add(&why, all->row->id);
    const apo_notice notice = {.kind = APO_NOTICE_TOURNAMENT_ANNOUNCED,
                               .person = follow->person,
                               .other = all->row->organiser,
                               .subject = all->row->id,
                               .text = all->row->name,
                               .cause = cause,
                               .at_ms = all->row->created_ms};
    apo_notice_add(all->app, all->batch, &notice);
    return true;
}

void apo_tournament_tell_followers(apo_app *app, apo_store_batch *batch,
                                   const apo_store_tournament *row,
                                   const apo_tournament_plan *plan)
{
    crier all = {app, batch, row};
    if (!plan->is_by_invitation)
        apo_store_list_followers(app->store, apo_span_of(row->organiser), FOLLOWERS_TOLD_MAX,
                                 tell_follower, &all);
}

/* --- on pages ------------------------------------------------------------ */

typedef struct calling {
    apo_app *app;
    apo_fill *fill;
    const apo_i18n *i18n;
    const apo_visitor *visitor;
    unsigned count;
} calling;

typedef struct search {
    apo_span person;
    bool is_found;
} search;

static bool look_at_entry(void *context, const apo_store_entry *entry)
{
    search *wanted = context;
    wanted->is_found = !entry->has_left && apo_span_is(wanted->person, entry->person);
    return !wanted->is_found;
}

static bool is_called(const calling *all, const apo_store_tournament *tournament,
                      const apo_tournament_plan *plan)
{
    apo_store *store = all->app->store;
    search own = {apo_visitor_id(all->visitor), false};
    if (!apo_tournament_is_guest(plan, own.person) ||
        apo_span_is(own.person, tournament->organiser) ||
        tournament->entry_count >= plan->players_max ||
        apo_http_wall_clock_ms() >= (int64_t)plan->closes_s * SECOND_MS ||
        apo_store_is_blocked(store, own.person, apo_span_of(tournament->organiser)))
        return false;
    apo_store_list_entries(store, apo_span_of(tournament->id), look_at_entry, &own);
    return !own.is_found;
}

static void fill_call(const calling *all, const apo_store_tournament *tournament,
                      const apo_tournament_plan *plan)
{
    apo_fill *row = apo_fill_row(all->fill, "calls");
    apo_variant_outline game;
    apo_person_label title;
    apo_buffer when;
    apo_person_label_of(&title, all->app->store, all->i18n, tournament->organiser, 0);
    apo_fill_string(row, "id", tournament->id);
    apo_fill_string(row, "by", title.name);
    apo_fill_string(row, "name", tournament->name);
    apo_fill_string(
        row, "variant_name",
        apo_variant_map_name(&game, all->app->variants, all->app->store, tournament->variant));
    apo_buffer_init(&when, NULL);
    apo_zones_add_date(&when, all->i18n, apo_visitor_zone(all->visitor),
                       (int64_t)plan->closes_s * SECOND_MS);
    apo_fill_text(row, "when", apo_buffer_span(&when));
    apo_buffer_clear(&when);
}

static bool look_at_tournament(void *context, const apo_store_tournament *tournament)
{
    calling *all = context;
    apo_tournament_plan plan;
    if (apo_tournament_plan_read(&plan, apo_span_of(tournament->options)) == APO_OK &&
        is_called(all, tournament, &plan)) {
        fill_call(all, tournament, &plan);
        all->count++;
    }
    return true;
}

void apo_tournament_fill_calls(apo_fill *fill, apo_app *app, apo_http_request *req)
{
    calling all = {.app = app, .fill = fill, .visitor = apo_visitor_of(app, req)};
    if (!apo_visitor_is_account(all.visitor))
        return;
    all.i18n = apo_i18n_for(app, req);
    apo_store_list_tournaments(app->store, APO_STORE_TOURNAMENT_OPEN, NULL, OPEN_MAX,
                               look_at_tournament, &all);
    apo_fill_flag(fill, "has_calls", all.count > 0);
}
