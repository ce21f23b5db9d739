/* The page of somebody's own games: whose turn it is, and how long there is time. */
#include "server/invite/view.h"
#include "server/site/brief.h"
#include "server/site/languages.h"
#include "server/site/page.h"
#include "server/site/person.h"

enum {
    PAGE = 50,     /* games of one list */
    OVER_MAX = 12, /* of those that are over */
    HOUR_MS = 3600 * 1000,
    DAY_HOURS = 24,
    MINUTE_MS = 60 * 1000
};

typedef struct own_game {
    apo_brief brief;
    int64_t due_ms; /* 0: nothing hurries */
    const char *group;
} own_game;

/* One of the lists while it is filled. */
typedef struct listing {
    apo_app *app;
    apo_fill *fill;
    const apo_words *words;
    apo_span person;
    int64_t now_ms;
    const char *group;
    unsigned count;
    char last[APO_STORE_ID_MAX]; /* id of the last one that is shown */
} listing;

static unsigned side_of(const listing *all, const apo_brief *brief)
{
    return apo_span_is(all->person, brief->seats[APO_WHITE].person) ? APO_WHITE : APO_BLACK;
}

static void add_left(apo_buffer *out, const apo_words *words, int64_t left_ms)
{
    int64_t hours = left_ms / HOUR_MS, count = hours;
    const char *form;
    if (hours >= DAY_HOURS) {
        count = hours / DAY_HOURS;
        form = apo_say_count(words, "{n} day", "{n} days", count);
    } else if (hours > 0) {
        form = apo_say_count(words, "{n} hour", "{n} hours", count);
    } else {
        count = left_ms > 0 ? left_ms / MINUTE_MS : 0;
        form = apo_say(words, "{n} min");
    }
    apo_say_fill(out, form, APO_GAPS(APO_GAP_NUMBER("n", count)));
}

static void add_when(apo_buffer *out, const listing *all, const own_game *game)
{
    static const char *const scores[] = {"0–1", "¼–¾", "½–½", "¾–¼", "1–0"};
    const apo_brief *brief = &game->brief;
    if (brief->state == APO_ROOM_WAITING)
        apo_buffer_add(out, apo_say(all->words, "waits for an opponent"));
    else if (brief->state == APO_ROOM_CANCELLED)
        apo_buffer_add(out, apo_say(all->words, "cancelled"));
    else if (brief->state == APO_ROOM_FINISHED && brief->white_quarters >= 0)
        apo_buffer_add(out, scores[brief->white_quarters]);
    else if (game->due_ms > 0)
        add_left(out, all->words, game->due_ms - all->now_ms);
    else
        apo_buffer_add(out, apo_say(all->words, "no hurry"));
}

static void fill_opponent(apo_fill *row, const listing *all, const apo_brief *brief)
{
    const apo_seat *seat = &brief->seats[side_of(all, brief) ^ 1U];
    apo_store_person person = {.name = ""};
    if (seat->kind == APO_SEAT_PERSON)
        apo_store_find_person(all->app->store, &person, apo_span_of(seat->person));
    if (seat->kind == APO_SEAT_PERSON)
        apo_person_fill_name(row, "opponent", all->words, person.name);
    else
        apo_fill_string(
            row, "opponent",
            apo_say(all->words, seat->kind == APO_SEAT_COMPUTER ? "Computer" : "Nobody yet"));
}

static void fill_game(const listing *all, const own_game *game)
{
    const apo_brief *brief = &game->brief;
    const apo_catalog_entry *entry =
        apo_catalog_find(all->app->catalog, apo_span_of(brief->start.variant));
    apo_fill *row = apo_fill_row(all->fill, game->group);
    apo_buffer words;
    apo_buffer_init(&words, NULL);
    apo_fill_string(row, "id", brief->id);
    apo_fill_string(row, "variant_name",
                    entry != NULL ? apo_variant_name(entry->var) : brief->start.variant);
    apo_view_start_words(&words, all->words, &brief->start);
    apo_fill_text(row, "start", apo_buffer_span(&words));
    apo_buffer_clear(&words);
    apo_view_clock_words(&words, all->words, &brief->start.controls[side_of(all, brief)]);
    apo_fill_text(row, "clock", apo_buffer_span(&words));
    apo_buffer_clear(&words);
    add_when(&words, all, game);
    apo_fill_text(row, "when", apo_buffer_span(&words));
    apo_buffer_clear(&words);
    fill_opponent(row, all, brief);
}

/* One more than the page holds says only that there are more. */
static bool add_row(void *context, const apo_store_game *row)
{
    listing *all = context;
    own_game game = {.due_ms = row->due_ms, .group = all->group};
    apo_text last = apo_text_start(all->last, sizeof all->last);
    if (++all->count > PAGE)
        return false;
    apo_text_add(&last, row->id);
    if (apo_brief_read(&game.brief, row) == APO_OK)
        fill_game(all, &game);
    return true;
}

/* Where a list goes on, if it does: "next_turn". */
static void end_list(listing *all, const char *has_name, const char *next_name)
{
    apo_fill_flag(all->fill, has_name, all->count > 0);
    if (all->count > PAGE)
        apo_fill_string(all->fill, next_name, all->last);
    all->count = 0;
}

static apo_span asked(apo_http_request *req, const char *name)
{
    apo_span value = {NULL, 0};
    apo_http_query(req, name, &value);
    return value;
}

static void fill_lists(listing *all, apo_http_request *req)
{
    apo_store *store = all->app->store;
    int64_t turn_count = 0, others_count = 0;
    apo_store_count_turn(store, all->person, &turn_count, &others_count);
    apo_fill_number(all->fill, "turn_total", turn_count);
    apo_fill_number(all->fill, "others_total", others_count);
    all->group = "turn";
    apo_store_list_turn(store, all->person, asked(req, "after"), PAGE + 1, add_row, all);
    end_list(all, "has_turn", "next_turn");
    all->group = "theirs";
    apo_store_list_others(store, all->person, asked(req, "others"), PAGE + 1, add_row, all);
    end_list(all, "has_theirs", "next_theirs");
    all->group = "over";
    apo_store_list_finished(store, all->person, INT64_MAX, OVER_MAX, add_row, all);
    end_list(all, "has_over", "next_over");
}

void apo_page_games(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    listing all = {.app = app,
                   .fill = apo_fill_new(),
                   .words = apo_words_for(app, req),
                   .now_ms = apo_http_wall_ms()};
    if (visitor != NULL && visitor->is_known) {
        all.person = apo_visitor_id(visitor);
        apo_fill_flag(all.fill, "is_known", true);
        fill_lists(&all, req);
    }
    apo_invite_fill_lobby(all.fill, app, req);
    apo_pages_reply(app, req, 200, "games", "Your games", all.fill);
}

/* --- from game to game --- */

typedef struct seeking {
    apo_span from; /* not this one */
    char found[APO_STORE_ID_MAX];
} seeking;

static bool seek(void *context, const apo_store_game *row)
{
    seeking *all = context;
    apo_text found = apo_text_start(all->found, sizeof all->found);
    if (apo_span_is(all->from, row->id))
        return true;
    apo_text_add(&found, row->id);
    return false;
}

/* Leads to the most urgent game in which it is the visitor's turn, but not to the one he comes from. */
void apo_page_next_game(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    seeking all = {asked(req, "from"), ""};
    apo_buffer where;
    if (visitor != NULL && visitor->is_known)
        apo_store_list_turn(app->store, apo_visitor_id(visitor), apo_span_of(""), 2, seek,
                            &all);
    apo_buffer_init(&where, NULL);
    apo_buffer_add(&where, all.found[0] != '\0' ? "/game/" : "/games");
    apo_buffer_add(&where, all.found);
    apo_http_redirect(req, apo_buffer_span(&where));
    apo_buffer_clear(&where);
}
