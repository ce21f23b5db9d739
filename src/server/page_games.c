/* The page of somebody's own games: whose turn it is, and how long there is time. */
#include <stdlib.h>

#include "server/brief.h"
#include "server/invite_view.h"
#include "server/languages.h"
#include "server/page.h"

enum {
    OWN_MAX = 200, /* games on the page */
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

typedef struct listing {
    apo_app *app;
    apo_fill *fill;
    const apo_words *words;
    apo_span person;
    int64_t now_ms;
    own_game *games; /* OWN_MAX */
    size_t count;
    unsigned over_count;
} listing;

static unsigned side_of(const listing *all, const apo_brief *brief)
{
    return apo_span_is(all->person, brief->seats[APO_WHITE].person) ? APO_WHITE : APO_BLACK;
}

static const char *group_of(const listing *all, const apo_brief *brief)
{
    if (brief->state == APO_ROOM_FINISHED || brief->state == APO_ROOM_CANCELLED)
        return "over";
    return brief->turn == side_of(all, brief) ? "turn" : "theirs";
}

static bool gather(void *context, const apo_store_game *row)
{
    listing *all = context;
    own_game *game = &all->games[all->count];
    if (apo_brief_read(&game->brief, row) != APO_OK)
        return true;
    game->due_ms = row->due_ms;
    game->group = group_of(all, &game->brief);
    all->count++;
    return true;
}

/* The most urgent first; what nothing hurries stays in the order of the store. */
static int by_urgency(const void *a, const void *b)
{
    int64_t one = ((const own_game *)a)->due_ms, other = ((const own_game *)b)->due_ms;
    if (one == other)
        return 0;
    if (one == 0 || other == 0)
        return one == 0 ? 1 : -1;
    return one < other ? -1 : 1;
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
        apo_fill_string(row, "opponent", person.name);
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

static void fill_games(listing *all)
{
    bool has_turn = false, has_theirs = false;
    qsort(all->games, all->count, sizeof all->games[0], by_urgency);
    for (size_t i = 0; i < all->count; i++) {
        const own_game *game = &all->games[i];
        bool is_over = game->group[0] == 'o';
        has_turn = has_turn || apo_span_is(apo_span_of(game->group), "turn");
        has_theirs = has_theirs || apo_span_is(apo_span_of(game->group), "theirs");
        if (is_over && ++all->over_count > OVER_MAX)
            continue;
        fill_game(all, game);
    }
    apo_fill_flag(all->fill, "has_turn", has_turn);
    apo_fill_flag(all->fill, "has_theirs", has_theirs);
    apo_fill_flag(all->fill, "has_over", all->over_count > 0);
}

void apo_page_games(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    listing all = {.app = app,
                   .fill = apo_fill_new(),
                   .words = apo_words_for(app, req),
                   .now_ms = apo_http_wall_ms()};
    all.games = apo_allocate_zero(NULL, OWN_MAX * sizeof *all.games);
    if (visitor != NULL && visitor->is_known && all.games != NULL) {
        all.person = apo_visitor_id(visitor);
        apo_store_list_own(app->store, all.person, OWN_MAX, gather, &all);
    }
    fill_games(&all);
    apo_free(NULL, all.games);
    apo_invite_fill_lobby(all.fill, app, req);
    apo_pages_reply(app, req, 200, "games", "Your games", all.fill);
}
