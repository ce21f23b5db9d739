#include "store/tournaments.h"

#include "store/store_priv.h"

#define TOURNAMENT_COLUMNS                                                                  \
    "c.id, c.organiser, c.key, c.kind, c.name, c.options, c.state, c.round, c.entry_count," \
    " c.version, c.created_ms, c.changed_ms"
#define ENTRY_COLUMNS "tournament, person, rank, rating, has_left, joined_ms, team, board"
#define TEAM_COLUMNS  "tournament, number, name, captain, rank"
#define PAIRING_COLUMNS \
    "tournament, round, board, part, white, black, game, how, white_quarters"

static const apo_sql add_tournament_sql = {
    "INSERT INTO tournament (id, organiser, key, kind, name, options, state, round, entry_count,"
    " version, created_ms, changed_ms)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 1, ?10, ?11)",
    false};
static const apo_sql set_tournament_sql = {
    "UPDATE tournament SET options = ?3, state = ?4, round = ?5, entry_count = ?6,"
    " changed_ms = ?7, version = version + 1 WHERE id = ?1 AND version = ?2",
    true};
static const apo_sql add_entry_sql = {
    "INSERT INTO entry (" ENTRY_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", false};
static const apo_sql set_entry_sql = {
    "UPDATE entry SET rank = ?3, rating = ?4, has_left = ?5, joined_ms = ?6, team = ?7,"
    " board = ?8"
    " WHERE tournament = ?1 AND person = ?2",
    true};
static const apo_sql drop_entry_sql = {
    "DELETE FROM entry WHERE tournament = ?1 AND person = ?2", true};
static const apo_sql set_team_sql = {
    "INSERT INTO team (" TEAM_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5)"
    " ON CONFLICT (tournament, number) DO UPDATE SET name = ?3, captain = ?4, rank = ?5",
    false};
static const apo_sql drop_team_sql = {"DELETE FROM team WHERE tournament = ?1 AND number = ?2",
                                      true};
static const apo_sql list_teams_sql = {
    "SELECT " TEAM_COLUMNS " FROM team WHERE tournament = ?1 ORDER BY number", false};
static const apo_sql add_pairing_sql = {
    "INSERT INTO pairing (" PAIRING_COLUMNS ") VALUES"
    " (?1, ?2, ?3, ?4, ?5, NULLIF(?6, ''), NULLIF(?7, ''), ?8, ?9)",
    false};
static const apo_sql set_pairing_sql = {
    "UPDATE pairing SET game = NULLIF(?5, ''), how = ?6, white_quarters = ?7"
    " WHERE tournament = ?1 AND round = ?2 AND board = ?3 AND part = ?4",
    true};
static const apo_sql find_tournament_sql = {
    "SELECT " TOURNAMENT_COLUMNS " FROM tournament c WHERE c.id = ?1", false};
static const apo_sql find_tournament_key_sql = {
    "SELECT " TOURNAMENT_COLUMNS " FROM tournament c WHERE c.organiser = ?1 AND c.key = ?2",
    false};
static const apo_sql find_pairing_sql = {
    "SELECT " PAIRING_COLUMNS " FROM pairing WHERE game = ?1", false};
static const apo_sql list_tournaments_sql = {
    "SELECT " TOURNAMENT_COLUMNS " FROM tournament c WHERE c.state = ?1"
    " AND (c.created_ms, c.id) < (?2, ?3) ORDER BY c.created_ms DESC, c.id DESC LIMIT ?4",
    false};
static const apo_sql list_own_sql = {
    "SELECT " TOURNAMENT_COLUMNS " FROM entry e CROSS JOIN tournament c"
    " WHERE c.id = e.tournament AND e.person = ?1 ORDER BY e.joined_ms DESC LIMIT ?2",
    false};
static const apo_sql list_of_series_sql = {
    "SELECT " TOURNAMENT_COLUMNS " FROM series_tournament s JOIN tournament c"
    " ON c.id = s.tournament WHERE s.series = ?1 ORDER BY c.created_ms, c.id LIMIT ?2",
    false};
static const apo_sql list_entries_sql = {
    "SELECT " ENTRY_COLUMNS " FROM entry WHERE tournament = ?1 ORDER BY joined_ms, person",
    false};
static const apo_sql list_pairings_sql = {"SELECT " PAIRING_COLUMNS
                                          " FROM pairing WHERE tournament = ?1"
                                          " ORDER BY round, board, part",
                                          false};

/* --- writing ------------------------------------------------------------- */

void apo_store_add_tournament(apo_store_batch *batch, const apo_store_tournament *tournament)
{
    apo_batch_op *op = apo_batch_add(batch, &add_tournament_sql);
    apo_batch_text(batch, op, tournament->id);
    apo_batch_text(batch, op, tournament->organiser);
    apo_batch_text(batch, op, tournament->key);
    apo_batch_text(batch, op, tournament->variant);
    apo_batch_text(batch, op, tournament->name);
    apo_batch_text(batch, op, tournament->options);
    apo_batch_number(op, tournament->state);
    apo_batch_number(op, tournament->round);
    apo_batch_number(op, tournament->entry_count);
    apo_batch_number(op, tournament->created_ms);
    apo_batch_number(op, tournament->changed_ms);
}

void apo_store_set_tournament(apo_store_batch *batch, const apo_store_tournament *tournament)
{
    apo_batch_op *op = apo_batch_add(batch, &set_tournament_sql);
    apo_batch_text(batch, op, tournament->id);
    apo_batch_number(op, tournament->version);
    apo_batch_text(batch, op, tournament->options);
    apo_batch_number(op, tournament->state);
    apo_batch_number(op, tournament->round);
    apo_batch_number(op, tournament->entry_count);
    apo_batch_number(op, tournament->changed_ms);
}

static void add_entry(apo_store_batch *batch, const apo_sql *sql, const apo_store_entry *entry)
{
    apo_batch_op *op = apo_batch_add(batch, sql);
    apo_batch_text(batch, op, entry->tournament);
    apo_batch_text(batch, op, entry->person);
    apo_batch_number(op, entry->rank);
    apo_batch_number(op, entry->rating);
    apo_batch_number(op, entry->has_left);
    apo_batch_number(op, entry->joined_ms);
    apo_batch_number(op, entry->team);
    apo_batch_number(op, entry->board);
}

void apo_store_add_entry(apo_store_batch *batch, const apo_store_entry *entry)
{
    add_entry(batch, &add_entry_sql, entry);
}

void apo_store_set_entry(apo_store_batch *batch, const apo_store_entry *entry)
{
    add_entry(batch, &set_entry_sql, entry);
}

void apo_store_drop_entry(apo_store_batch *batch, const char *tournament, const char *person)
{
    apo_batch_op *op = apo_batch_add(batch, &drop_entry_sql);
    apo_batch_text(batch, op, tournament);
    apo_batch_text(batch, op, person);
}

void apo_store_set_team(apo_store_batch *batch, const apo_store_team *team)
{
    apo_batch_op *op = apo_batch_add(batch, &set_team_sql);
    apo_batch_text(batch, op, team->tournament);
    apo_batch_number(op, team->number);
    apo_batch_text(batch, op, team->name);
    apo_batch_text(batch, op, team->captain);
    apo_batch_number(op, team->rank);
}

void apo_store_drop_team(apo_store_batch *batch, const char *tournament, unsigned number)
{
    apo_batch_op *op = apo_batch_add(batch, &drop_team_sql);
    apo_batch_text(batch, op, tournament);
    apo_batch_number(op, number);
}

static apo_batch_op *begin_pairing(apo_store_batch *batch, const apo_sql *sql,
                                   const apo_store_pairing *pairing)
{
    apo_batch_op *op = apo_batch_add(batch, sql);
    apo_batch_text(batch, op, pairing->tournament);
    apo_batch_number(op, pairing->round);
    apo_batch_number(op, pairing->board);
    apo_batch_number(op, pairing->part);
    return op;
}

static void end_pairing(apo_store_batch *batch, apo_batch_op *op,
                        const apo_store_pairing *pairing)
{
    apo_batch_text(batch, op, pairing->game);
    apo_batch_number(op, pairing->how);
    apo_batch_number(op, pairing->white_quarters);
}

void apo_store_add_pairing(apo_store_batch *batch, const apo_store_pairing *pairing)
{
    apo_batch_op *op = begin_pairing(batch, &add_pairing_sql, pairing);
    apo_batch_text(batch, op, pairing->white);
    apo_batch_text(batch, op, pairing->black);
    end_pairing(batch, op, pairing);
}

void apo_store_set_pairing(apo_store_batch *batch, const apo_store_pairing *pairing)
{
    end_pairing(batch, begin_pairing(batch, &set_pairing_sql, pairing), pairing);
}

/* --- reading ------------------------------------------------------------- */

static void read_tournament(void *to, apo_statement *row)
{
    apo_store_tournament *out = to;
    APO_COPY_COLUMN(out->id, row, 0);
    APO_COPY_COLUMN(out->organiser, row, 1);
    APO_COPY_COLUMN(out->key, row, 2);
    APO_COPY_COLUMN(out->variant, row, 3);
    APO_COPY_COLUMN(out->name, row, 4);
    APO_COPY_COLUMN(out->options, row, 5);
    out->state = (enum apo_store_tournament_state)apo_column_int(row, 6);
    out->round = (unsigned)apo_column_int(row, 7);
    out->entry_count = (unsigned)apo_column_int(row, 8);
    out->version = apo_column_number(row, 9);
    out->created_ms = apo_column_number(row, 10);
    out->changed_ms = apo_column_number(row, 11);
}

APO_ROW_LIST(list_tournaments, apo_store_tournament, read_tournament)

static void read_entry(void *to, apo_statement *row)
{
    apo_store_entry *out = to;
    APO_COPY_COLUMN(out->tournament, row, 0);
    APO_COPY_COLUMN(out->person, row, 1);
    out->rank = (unsigned)apo_column_int(row, 2);
    out->rating = apo_column_int(row, 3);
    out->has_left = apo_column_int(row, 4) != 0;
    out->joined_ms = apo_column_number(row, 5);
    out->team = (unsigned)apo_column_int(row, 6);
    out->board = (unsigned)apo_column_int(row, 7);
}

APO_ROW_LIST(list_entries, apo_store_entry, read_entry)

static void read_team(void *to, apo_statement *row)
{
    apo_store_team *out = to;
    APO_COPY_COLUMN(out->tournament, row, 0);
    out->number = (unsigned)apo_column_int(row, 1);
    APO_COPY_COLUMN(out->name, row, 2);
    APO_COPY_COLUMN(out->captain, row, 3);
    out->rank = (unsigned)apo_column_int(row, 4);
}

APO_ROW_LIST(list_teams, apo_store_team, read_team)

static void read_pairing(void *to, apo_statement *row)
{
    apo_store_pairing *out = to;
    APO_COPY_COLUMN(out->tournament, row, 0);
    out->round = (unsigned)apo_column_int(row, 1);
    out->board = (unsigned)apo_column_int(row, 2);
    out->part = (unsigned)apo_column_int(row, 3);
    APO_COPY_COLUMN(out->white, row, 4);
    APO_COPY_COLUMN(out->black, row, 5);
    APO_COPY_COLUMN(out->game, row, 6);
    out->how = (unsigned)apo_column_int(row, 7);
    out->white_quarters = (unsigned)apo_column_int(row, 8);
}

APO_ROW_LIST(list_pairings, apo_store_pairing, read_pairing)

apo_status apo_store_find_tournament(apo_store *store, apo_store_tournament *out, apo_span id)
{
    return apo_reader_read(store, &find_tournament_sql, id, apo_span_of(""), read_tournament,
                           out);
}

apo_status apo_store_find_tournament_key(apo_store *store, apo_store_tournament *out,
                                         apo_span organiser, apo_span key)
{
    return apo_reader_read(store, &find_tournament_key_sql, organiser, key, read_tournament,
                           out);
}

apo_status apo_store_find_pairing(apo_store *store, apo_store_pairing *out, apo_span game)
{
    return apo_reader_read(store, &find_pairing_sql, game, apo_span_of(""), read_pairing, out);
}

apo_status apo_store_list_tournaments(apo_store *store, enum apo_store_tournament_state state,
                                      const apo_store_tournament *before, unsigned limit,
                                      apo_store_tournament_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_tournaments_sql);
    if (statement == NULL)
        return APO_E_IO;
    bool is_first = before == NULL || before->created_ms == 0;
    apo_bind_number(statement, 1, state);
    apo_bind_number(statement, 2, is_first ? INT64_MAX : before->created_ms);
    apo_bind_span(statement, 3, apo_span_of(is_first ? "" : before->id));
    apo_bind_number(statement, 4, limit);
    return list_tournaments(statement, row, context);
}

apo_status apo_store_list_own_tournaments(apo_store *store, apo_span person, unsigned limit,
                                          apo_store_tournament_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_own_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, person);
    apo_bind_number(statement, 2, limit);
    return list_tournaments(statement, row, context);
}

apo_status apo_store_list_series_tournaments(apo_store *store, apo_span series, unsigned limit,
                                             apo_store_tournament_row *row, void *context)
{
    apo_statement *statement = apo_reader_ask_number(store, &list_of_series_sql, series, limit);
    return statement != NULL ? list_tournaments(statement, row, context) : APO_E_IO;
}

/* A statement about one tournament; NULL on failure. */
static apo_statement *ask_about(apo_store *store, const apo_sql *which, apo_span tournament)
{
    apo_statement *statement = apo_reader_statement(store, which);
    if (statement != NULL)
        apo_bind_span(statement, 1, tournament);
    return statement;
}

apo_status apo_store_list_entries(apo_store *store, apo_span tournament,
                                  apo_store_entry_row *row, void *context)
{
    apo_statement *statement = ask_about(store, &list_entries_sql, tournament);
    return statement != NULL ? list_entries(statement, row, context) : APO_E_IO;
}

apo_status apo_store_list_teams(apo_store *store, apo_span tournament, apo_store_team_row *row,
                                void *context)
{
    apo_statement *statement = ask_about(store, &list_teams_sql, tournament);
    return statement != NULL ? list_teams(statement, row, context) : APO_E_IO;
}

apo_status apo_store_list_pairings(apo_store *store, apo_span tournament,
                                   apo_store_pairing_row *row, void *context)
{
    apo_statement *statement = ask_about(store, &list_pairings_sql, tournament);
    return statement != NULL ? list_pairings(statement, row, context) : APO_E_IO;
}
