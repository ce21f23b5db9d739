#include "store/seasons.h"

#include "store/people.h"
#include "store/store_priv.h"

#define PLACE_COLUMNS "season, variant, clock, is_bot, place, person, rating, deviation, games"

static const apo_sql close_sql = {
    "INSERT INTO season_place (" PLACE_COLUMNS ")"
    " SELECT ?1, variant, clock, is_bot, place, person, rating, deviation, games FROM"
    " (SELECT variant, clock, is_bot, person, rating, deviation, games, ROW_NUMBER() OVER"
    " (PARTITION BY variant, clock, is_bot ORDER BY rating DESC, person) AS place FROM"
    " (SELECT rating.variant, rating.clock, rating.person, rating.rating, rating.deviation,"
    " rating.games, CASE WHEN person.standing & ?4 <> 0 THEN 1 ELSE 0 END AS is_bot"
    " FROM rating JOIN person ON person.id = rating.person"
    " WHERE rating.at_ms >= ?2 AND rating.deviation <= ?3 AND person.is_account = 1"
    " AND person.standing & ?5 = 0) AS people) AS ranked WHERE place <= ?6"
    " ON CONFLICT (season, variant, clock, is_bot, place) DO NOTHING",
    false};
static const apo_sql list_sql = {"SELECT " PLACE_COLUMNS
                                 " FROM season_place WHERE season = ?1 AND variant = ?2"
                                 " AND clock = ?3 AND is_bot = ?4 ORDER BY place",
                                 false};
static const apo_sql list_seasons_sql = {
    "SELECT DISTINCT season, variant, clock, 0, 0, '', 0.0, 0.0, 0 FROM season_place"
    " WHERE variant = ?1 AND clock = ?2 ORDER BY season DESC",
    false};
static const apo_sql list_places_sql = {"SELECT " PLACE_COLUMNS
                                        " FROM season_place WHERE person = ?1 AND place <= ?2"
                                        " ORDER BY season DESC, place, variant, clock",
                                        false};

void apo_store_close_season(apo_store_batch *batch, const apo_store_season *season)
{
    apo_batch_op *op = apo_batch_add(batch, &close_sql);
    apo_batch_text(batch, op, season->id);
    apo_batch_number(op, season->begin_ms);
    apo_batch_real(op, season->deviation_max);
    apo_batch_number(op, APO_STANDING_BOT);
    apo_batch_number(op, APO_STANDING_CLOSED | APO_STANDING_GONE);
    apo_batch_number(op, APO_STORE_SEASON_PLACES);
}

static void read_place(void *to, apo_statement *row)
{
    apo_store_season_place *out = to;
    APO_COPY_COLUMN(out->season, row, 0);
    APO_COPY_COLUMN(out->variant, row, 1);
    APO_COPY_COLUMN(out->clock, row, 2);
    out->is_bot = apo_column_int(row, 3) != 0;
    out->place = (unsigned)apo_column_int(row, 4);
    APO_COPY_COLUMN(out->person, row, 5);
    out->rating = apo_column_real(row, 6);
    out->deviation = apo_column_real(row, 7);
    out->games = (unsigned)apo_column_int(row, 8);
}

APO_ROW_LIST(list_places, apo_store_season_place, read_place)

apo_status apo_store_list_season(apo_store *store, const apo_store_season_place *which,
                                 apo_store_season_place_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, apo_span_of(which->season));
    apo_bind_span(statement, 2, apo_span_of(which->variant));
    apo_bind_span(statement, 3, apo_span_of(which->clock));
    apo_bind_number(statement, 4, which->is_bot);
    return list_places(statement, row, context);
}

apo_status apo_store_list_seasons(apo_store *store, apo_span variant, apo_span clock,
                                  apo_store_season_place_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_seasons_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, variant);
    apo_bind_span(statement, 2, clock);
    return list_places(statement, row, context);
}

apo_status apo_store_list_season_places(apo_store *store, apo_span person, unsigned place_max,
                                        apo_store_season_place_row *row, void *context)
{
    apo_statement *statement =
        apo_reader_ask_number(store, &list_places_sql, person, place_max);
    return statement != NULL ? list_places(statement, row, context) : APO_E_IO;
}
