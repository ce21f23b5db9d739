#include "server/account/profile_records.h"

#include <math.h>

#include "game/glicko.h"
#include "server/account/season.h"
#include "server/web/person.h"
#include "server/web/zones.h"
#include "store/records.h"
#include "store/series.h"

enum {
    WEEKS = 12,
    PLACINGS = 5,
    SEASON_PLACE_MAX = 10,
    SEASONS = 10
};

static const int64_t week_ms = INT64_C(7) * 24 * 3600 * 1000;

static void fill_date(apo_fill *row, const apo_profile_records *all, int64_t at_ms)
{
    apo_buffer date;
    apo_buffer_init(&date, NULL);
    apo_zones_add_date(&date, all->i18n, all->zone, at_ms);
    apo_fill_text(row, "date", apo_buffer_span(&date));
    apo_buffer_clear(&date);
}

/* --- activity ------------------------------------------------------------ */

typedef struct activity {
    int64_t first; /* week */
    unsigned games[WEEKS];
    unsigned most, sum;
} activity;

static bool note_week(void *context, const apo_store_week *row)
{
    activity *all = context;
    const int64_t at = row->week - all->first;
    if (at < 0 || at >= WEEKS)
        return true;
    all->games[at] = row->games;
    all->sum += row->games;
    if (row->games > all->most)
        all->most = row->games;
    return true;
}

static void fill_activity(const apo_profile_records *all)
{
    activity weeks = {.first = all->now_ms / week_ms - WEEKS + 1};
    apo_store_list_weeks(all->app->store, all->person, weeks.first * week_ms, note_week,
                         &weeks);
    apo_fill_number(all->fill, "activity", weeks.sum);
    for (unsigned i = WEEKS; weeks.sum > 0 && i-- > 0;) {
        apo_fill *row = apo_fill_row(all->fill, "weeks");
        fill_date(row, all, (weeks.first + i) * week_ms);
        apo_fill_number(row, "games", weeks.games[i]);
        apo_fill_number(row, "most", weeks.most);
    }
}

/* --- records of one rating ----------------------------------------------- */

static void fill_rating(const apo_profile_records *all)
{
    apo_store_records records;
    apo_person_label loser;
    if (all->rating->person[0] == '\0' ||
        apo_store_find_records(all->app->store, &records, all->rating,
                               APO_GLICKO_SURE_DEVIATION) != APO_OK ||
        (records.best <= 0 && records.streak < 2 && records.win <= 0))
        return;
    apo_fill_flag(all->fill, "has_records", true);
    apo_fill *row = apo_fill_row(all->fill, "records");
    apo_fill_number(row, "streak", records.streak);
    apo_fill_flag(row, "has_streak", records.streak > 1);
    apo_fill_flag(row, "has_best", records.best > 0);
    if (records.best > 0) {
        apo_fill_number(row, "best", lround(records.best));
        apo_fill_string(row, "best_game", records.best_game);
        fill_date(row, all, records.best_ms);
    }
    apo_fill_flag(row, "has_win", records.win > 0);
    if (records.win > 0) {
        apo_person_label_of(&loser, all->app->store, all->i18n, records.loser, 0);
        apo_fill_string(row, "win_game", records.win_game);
        apo_fill_string(row, "loser", loser.name);
        apo_fill_number(row, "win", lround(records.win));
    }
}

/* --- tournaments and seasons --------------------------------------------- */

static bool add_placing(void *context, const apo_store_placing *placing)
{
    const apo_profile_records *all = context;
    apo_store_tournament tournament;
    if (apo_store_find_tournament(all->app->store, &tournament,
                                  apo_span_of(placing->tournament)) != APO_OK ||
        apo_person_is_hidden(all->app->store, all->reader, tournament.organiser))
        return true;
    apo_fill_flag(all->fill, "has_records", true);
    apo_fill *row = apo_fill_row(all->fill, "placings");
    apo_fill_string(row, "id", tournament.id);
    apo_fill_string(row, "tournament", tournament.name);
    apo_fill_number(row, "place", placing->place);
    apo_fill_number(row, "players", placing->players);
    fill_date(row, all, placing->at_ms);
    return true;
}

typedef struct season_listing {
    const apo_profile_records *all;
    unsigned count;
} season_listing;

static bool add_season(void *context, const apo_store_season_place *place)
{
    season_listing *list = context;
    const apo_profile_records *all = list->all;
    apo_variant_outline game;
    apo_season season;
    if (!apo_season_read(&season, apo_span_of(place->season)))
        return true;
    apo_fill_flag(all->fill, "has_records", true);
    apo_fill *row = apo_fill_row(all->fill, "seasons");
    apo_fill_string(row, "season_id", season.id);
    apo_fill_number(row, "year", season.year);
    apo_fill_number(row, "quarter", season.quarter);
    apo_fill_string(row, "season_variant", place->variant);
    apo_fill_string(
        row, "season_game",
        apo_variant_map_name(&game, all->app->variants, all->app->store, place->variant));
    apo_fill_string(row, "season_clock", place->clock);
    apo_fill_number(row, "place", place->place);
    apo_fill_number(row, "season_rating", lround(place->rating));
    return ++list->count < SEASONS;
}

void apo_profile_fill_records(const apo_profile_records *all)
{
    season_listing seasons = {all, 0};
    apo_profile_records copy = *all;
    fill_activity(all);
    fill_rating(all);
    apo_store_list_placings(all->app->store, all->person, PLACINGS, add_placing, &copy);
    const unsigned wins = apo_store_count_wins(all->app->store, all->person, 2);
    apo_fill_flag(all->fill, "has_wins", wins > 0);
    apo_fill_number(all->fill, "wins", wins);
    apo_store_list_season_places(all->app->store, all->person, SEASON_PLACE_MAX, add_season,
                                 &seasons);
}
