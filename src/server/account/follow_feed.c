#include "server/account/follow_feed.h"

#include <string.h>

#include "base/alloc.h"

typedef struct merge {
    apo_follow_feed *feed;
    apo_store *store;
    int64_t before_ms;
    bool has_more; /* games were left out */
    apo_status status;
} merge;

/* The place of a game among those kept; a game between two followed people occurs twice. */
static unsigned place_of(const apo_follow_feed *feed, const apo_store_game *game, bool *is_new)
{
    unsigned place = feed->count;
    *is_new = true;
    for (unsigned i = 0; i < feed->count; i++)
        *is_new = *is_new && strcmp(feed->games[i].id, game->id) != 0;
    while (place > 0 && feed->games[place - 1].changed_ms < game->changed_ms)
        place--;
    return place;
}

/* False: all further games are older than those kept. */
static bool add_game(void *context, const apo_store_game *game)
{
    merge *all = context;
    apo_follow_feed *feed = all->feed;
    bool is_new;
    const unsigned place = place_of(feed, game, &is_new);
    if (!is_new)
        return true;
    if (place == APO_FOLLOW_FEED_MAX) {
        all->has_more = true;
        return false;
    }
    if (feed->count == APO_FOLLOW_FEED_MAX) {
        all->has_more = true;
        feed->count--;
    }
    memmove(&feed->games[place + 1], &feed->games[place],
            (feed->count - place) * sizeof *feed->games);
    feed->games[place] = *game;
    feed->count++;
    return true;
}

static bool take_person(void *context, const apo_store_follow *row)
{
    merge *all = context;
    all->status =
        apo_store_list_finished(all->store, apo_span_of(row->followed), all->before_ms,
                                APO_FOLLOW_FEED_MAX + 1, add_game, all);
    return all->status == APO_OK;
}

apo_status apo_follow_feed_read(apo_follow_feed *out, apo_store *store, apo_span person,
                                int64_t before_ms)
{
    merge all = {.feed = out, .store = store, .before_ms = before_ms};
    *out = (apo_follow_feed){.games =
                                 apo_allocate(NULL, APO_FOLLOW_FEED_MAX * sizeof *out->games)};
    if (out->games == NULL)
        return APO_E_MEMORY;
    apo_status status = apo_store_list_followed(store, person, take_person, &all);
    if (status == APO_OK)
        status = all.status;
    if (all.has_more)
        out->next_ms = out->games[out->count - 1].changed_ms;
    if (status != APO_OK)
        apo_follow_feed_clear(out);
    return status;
}

void apo_follow_feed_clear(apo_follow_feed *feed)
{
    apo_free(NULL, feed->games);
    *feed = (apo_follow_feed){.games = NULL};
}
