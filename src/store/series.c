#include "store/series.h"

#include "store/store_priv.h"

#define SERIES_COLUMNS  "s.id, s.organiser, s.key, s.name, s.points, s.best, s.created_ms"
#define PLACING_COLUMNS "p.tournament, p.person, p.place, p.players, p.at_ms"

static const apo_sql add_sql = {
    "INSERT INTO series (id, organiser, key, name, points, best, created_ms)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    false};
static const apo_sql join_sql = {
    "INSERT INTO series_tournament (tournament, series) VALUES (?1, ?2)", false};
static const apo_sql add_placing_sql = {
    "INSERT INTO final_place (tournament, person, place, players, at_ms)"
    " VALUES (?1, ?2, ?3, ?4, ?5)"
    " ON CONFLICT (tournament, person) DO NOTHING",
    false};
static const apo_sql find_sql = {"SELECT " SERIES_COLUMNS " FROM series s WHERE s.id = ?1",
                                 false};
static const apo_sql find_key_sql = {
    "SELECT " SERIES_COLUMNS " FROM series s WHERE s.organiser = ?1 AND s.key = ?2", false};
static const apo_sql find_of_sql = {"SELECT " SERIES_COLUMNS
                                    " FROM series_tournament t JOIN series s ON s.id = t.series"
                                    " WHERE t.tournament = ?1",
                                    false};
static const apo_sql list_sql = {"SELECT " SERIES_COLUMNS " FROM series s"
                                 " WHERE ?1 = '' OR s.organiser = ?1"
                                 " ORDER BY s.created_ms DESC, s.id LIMIT ?2",
                                 false};
static const apo_sql count_sql = {"SELECT count(*) FROM series_tournament WHERE series = ?1",
                                  false};
static const apo_sql list_series_placings_sql = {
    "SELECT " PLACING_COLUMNS " FROM series_tournament t"
    " JOIN final_place p ON p.tournament = t.tournament"
    " JOIN tournament c ON c.id = t.tournament WHERE t.series = ?1"
    " ORDER BY c.created_ms, c.id, p.place, p.person",
    false};
/* Each player of a team has its place. A team is known by its name. */
static const apo_sql list_series_teams_sql = {
    "SELECT DISTINCT c.created_ms, p.tournament, p.place, m.name, m.captain"
    " FROM series_tournament t"
    " JOIN tournament c ON c.id = t.tournament JOIN final_place p ON p.tournament = t.tournament"
    " JOIN entry e ON e.tournament = p.tournament AND e.person = p.person"
    " JOIN team m ON m.tournament = e.tournament AND m.number = e.team"
    " WHERE t.series = ?1 ORDER BY c.created_ms, p.tournament, p.place, m.name",
    false};
static const apo_sql list_placings_sql = {"SELECT " PLACING_COLUMNS " FROM final_place p"
                                          " WHERE p.person = ?1"
                                          " ORDER BY p.place, p.at_ms DESC LIMIT ?2",
                                          false};
static const apo_sql count_wins_sql = {
    "SELECT count(*) FROM final_place WHERE person = ?1 AND place = 1 AND players >= ?2",
    false};

void apo_store_add_series(apo_store_batch *batch, const apo_store_series *series)
{
    apo_batch_op *op = apo_batch_add(batch, &add_sql);
    apo_batch_text(batch, op, series->id);
    apo_batch_text(batch, op, series->organiser);
    apo_batch_text(batch, op, series->key);
    apo_batch_text(batch, op, series->name);
    apo_batch_text(batch, op, series->points);
    apo_batch_number(op, series->best);
    apo_batch_number(op, series->created_ms);
}

void apo_store_join_series(apo_store_batch *batch, const char *tournament, const char *series)
{
    apo_batch_op *op = apo_batch_add(batch, &join_sql);
    apo_batch_text(batch, op, tournament);
    apo_batch_text(batch, op, series);
}

void apo_store_add_placing(apo_store_batch *batch, const apo_store_placing *placing)
{
    apo_batch_op *op = apo_batch_add(batch, &add_placing_sql);
    apo_batch_text(batch, op, placing->tournament);
    apo_batch_text(batch, op, placing->person);
    apo_batch_number(op, placing->place);
    apo_batch_number(op, placing->players);
    apo_batch_number(op, placing->at_ms);
}

/* --- reading ------------------------------------------------------------- */

static void read_series(void *to, apo_statement *row)
{
    apo_store_series *out = to;
    APO_COPY_COLUMN(out->id, row, 0);
    APO_COPY_COLUMN(out->organiser, row, 1);
    APO_COPY_COLUMN(out->key, row, 2);
    APO_COPY_COLUMN(out->name, row, 3);
    APO_COPY_COLUMN(out->points, row, 4);
    out->best = (unsigned)apo_column_int(row, 5);
    out->created_ms = apo_column_number(row, 6);
}

APO_ROW_LIST(list_series, apo_store_series, read_series)

static void read_placing(void *to, apo_statement *row)
{
    apo_store_placing *out = to;
    APO_COPY_COLUMN(out->tournament, row, 0);
    APO_COPY_COLUMN(out->person, row, 1);
    out->place = (unsigned)apo_column_int(row, 2);
    out->players = (unsigned)apo_column_int(row, 3);
    out->at_ms = apo_column_number(row, 4);
}

static void read_team(void *to, apo_statement *row)
{
    apo_store_team_placing *out = to;
    APO_COPY_COLUMN(out->tournament, row, 1);
    out->place = (unsigned)apo_column_int(row, 2);
    APO_COPY_COLUMN(out->name, row, 3);
    APO_COPY_COLUMN(out->captain, row, 4);
}

APO_ROW_LIST(list_teams, apo_store_team_placing, read_team)

APO_ROW_LIST(list_placings, apo_store_placing, read_placing)

static void read_count(void *to, apo_statement *row)
{
    *(unsigned *)to = (unsigned)apo_column_number(row, 0);
}

apo_status apo_store_find_series(apo_store *store, apo_store_series *out, apo_span id)
{
    return apo_reader_read(store, &find_sql, id, apo_span_of(""), read_series, out);
}

apo_status apo_store_find_series_key(apo_store *store, apo_store_series *out,
                                     apo_span organiser, apo_span key)
{
    return apo_reader_read(store, &find_key_sql, organiser, key, read_series, out);
}

apo_status apo_store_find_series_of(apo_store *store, apo_store_series *out,
                                    apo_span tournament)
{
    return apo_reader_read(store, &find_of_sql, tournament, apo_span_of(""), read_series, out);
}

apo_status apo_store_list_series(apo_store *store, apo_span organiser, unsigned limit,
                                 apo_store_series_row *row, void *context)
{
    apo_statement *statement = apo_reader_ask_number(store, &list_sql, organiser, limit);
    return statement != NULL ? list_series(statement, row, context) : APO_E_IO;
}

unsigned apo_store_count_series(apo_store *store, apo_span series)
{
    unsigned count = 0;
    (void)apo_reader_read(store, &count_sql, series, apo_span_of(""), read_count, &count);
    return count;
}

apo_status apo_store_list_series_placings(apo_store *store, apo_span series,
                                          apo_store_placing_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_series_placings_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, series);
    return list_placings(statement, row, context);
}

apo_status apo_store_list_series_teams(apo_store *store, apo_span series,
                                       apo_store_team_placing_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_series_teams_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, series);
    return list_teams(statement, row, context);
}

apo_status apo_store_list_placings(apo_store *store, apo_span person, unsigned limit,
                                   apo_store_placing_row *row, void *context)
{
    apo_statement *statement = apo_reader_ask_number(store, &list_placings_sql, person, limit);
    return statement != NULL ? list_placings(statement, row, context) : APO_E_IO;
}

unsigned apo_store_count_wins(apo_store *store, apo_span person, unsigned players)
{
    unsigned count = 0;
    (void)apo_reader_read_number(store, &count_wins_sql, person, players, read_count, &count);
    return count;
}
