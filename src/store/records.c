#include "store/records.h"

#include "store/store_priv.h"

#define OF_RATING "rated.person = ?1 AND rated.variant = ?2 AND rated.clock = ?3"
#define WEEKS_OF(seat)                                                                  \
    "SELECT changed_ms / 604800000 AS week FROM game WHERE " seat " = ?1 AND state = 2" \
    " AND changed_ms >= ?2"

static const apo_sql best_sql = {"SELECT rating, game, at_ms FROM rated WHERE " OF_RATING
                                 " AND deviation <= ?4 ORDER BY rating DESC, at_ms LIMIT 1",
                                 false};
/* Games won in a row have the same difference of their numbers among all and among those won.
 */
static const apo_sql streak_sql = {
    "SELECT COALESCE(max(length), 0) FROM (SELECT count(*) AS length FROM"
    " (SELECT quarters, ROW_NUMBER() OVER (ORDER BY at_ms) - ROW_NUMBER() OVER"
    " (PARTITION BY CASE WHEN quarters = 4 THEN 1 ELSE 0 END ORDER BY at_ms) AS run"
    " FROM rated WHERE " OF_RATING ") AS games WHERE quarters = 4 GROUP BY run) AS runs",
    false};
static const apo_sql win_sql = {
    "SELECT loser.before, rated.game, loser.person FROM rated JOIN rated AS loser"
    " ON loser.game = rated.game AND loser.side <> rated.side WHERE " OF_RATING
    " AND rated.quarters = 4 ORDER BY loser.before DESC, rated.at_ms LIMIT 1",
    false};
static const apo_sql weeks_sql = {
    "SELECT week, count(*) FROM (" WEEKS_OF("seat0") " UNION ALL " WEEKS_OF(
        "seat1") ") AS played GROUP BY week ORDER BY week DESC",
    false};

/* Reads the first row about a rating, if there is one. A `limit` is the fourth value; 0: none.
 */
static apo_status ask(apo_store *store, const apo_sql *which, const apo_store_rating *rating,
                      unsigned limit, apo_row_read *read, apo_store_records *out)
{
    apo_statement *row = apo_reader_statement(store, which);
    if (row == NULL)
        return APO_E_IO;
    apo_bind_span(row, 1, apo_span_of(rating->person));
    apo_bind_span(row, 2, apo_span_of(rating->variant));
    apo_bind_span(row, 3, apo_span_of(rating->clock));
    if (limit > 0)
        apo_bind_number(row, 4, limit);
    const enum apo_step code = apo_step(row);
    if (code == APO_STEP_ROW)
        read(out, row);
    return apo_reader_end(row, code);
}

static void read_best(void *to, apo_statement *row)
{
    apo_store_records *out = to;
    out->best = apo_column_real(row, 0);
    APO_COPY_COLUMN(out->best_game, row, 1);
    out->best_ms = apo_column_number(row, 2);
}

static void read_streak(void *to, apo_statement *row)
{
    apo_store_records *out = to;
    out->streak = (unsigned)apo_column_number(row, 0);
}

static void read_win(void *to, apo_statement *row)
{
    apo_store_records *out = to;
    out->win = apo_column_real(row, 0);
    APO_COPY_COLUMN(out->win_game, row, 1);
    APO_COPY_COLUMN(out->loser, row, 2);
}

apo_status apo_store_find_records(apo_store *store, apo_store_records *out,
                                  const apo_store_rating *which, unsigned deviation_max)
{
    *out = (apo_store_records){.best = 0};
    apo_status status = ask(store, &best_sql, which, deviation_max, read_best, out);
    if (status == APO_OK)
        status = ask(store, &streak_sql, which, 0, read_streak, out);
    return status == APO_OK ? ask(store, &win_sql, which, 0, read_win, out) : status;
}

static void read_week(void *to, apo_statement *row)
{
    apo_store_week *out = to;
    out->week = apo_column_number(row, 0);
    out->games = (unsigned)apo_column_number(row, 1);
}

APO_ROW_LIST(list_weeks, apo_store_week, read_week)

apo_status apo_store_list_weeks(apo_store *store, apo_span person, int64_t since_ms,
                                apo_store_week_row *row, void *context)
{
    apo_statement *statement = apo_reader_ask_number(store, &weeks_sql, person, since_ms);
    return statement != NULL ? list_weeks(statement, row, context) : APO_E_IO;
}
