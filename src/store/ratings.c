#include "store/ratings.h"

#include "store/people.h"
#include "store/store_priv.h"

#define RATING_COLUMNS "person, variant, clock, rating, deviation, volatility, games, at_ms"
#define RATED_COLUMNS                                                                    \
    "game, side, person, opponent, variant, clock, quarters, before, rating, deviation," \
    " at_ms"
#define SCORE_COLUMNS "person, opponent, level, count0, count1, count2, count3, count4, at_ms"

static const apo_sql set_rating_sql = {
    "INSERT INTO rating (" RATING_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
    " ON CONFLICT (person, variant, clock) DO UPDATE SET rating = ?4, deviation = ?5,"
    " volatility = ?6, games = ?7, at_ms = ?8",
    false};
static const apo_sql add_rated_sql = {"INSERT INTO rated (" RATED_COLUMNS
                                      ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
                                      false};
#define ADD_COUNTS                                                                       \
    " ON CONFLICT (person, IFNULL(opponent, ''), level) DO UPDATE SET"                   \
    " count0 = score.count0 + excluded.count0, count1 = score.count1 + excluded.count1," \
    " count2 = score.count2 + excluded.count2, count3 = score.count3 + excluded.count3," \
    " count4 = score.count4 + excluded.count4, at_ms ="                                  \
    " CASE WHEN excluded.at_ms > score.at_ms THEN excluded.at_ms ELSE score.at_ms END"
static const apo_sql count_result_sql = {
    "INSERT INTO score (" SCORE_COLUMNS ") VALUES (?1, NULLIF(?2, ''), ?3,"
    " CAST(?4 = 0 AS INTEGER), CAST(?4 = 1 AS INTEGER), CAST(?4 = 2 AS INTEGER),"
    " CAST(?4 = 3 AS INTEGER), CAST(?4 = 4 AS INTEGER), ?5)" ADD_COUNTS,
    false};
/* ?1 is the guest, ?2 the account. */
static const apo_sql merge_sqls[] = {
    {"INSERT INTO score (" SCORE_COLUMNS ") SELECT ?2, opponent, level, count0, count1, count2,"
     " count3, count4, at_ms FROM score WHERE person = ?1"
     " AND opponent IS DISTINCT FROM ?2" ADD_COUNTS,
     false},
    {"INSERT INTO score (" SCORE_COLUMNS ") SELECT person, ?2, level, count0, count1, count2,"
     " count3, count4, at_ms FROM score WHERE opponent = ?1 AND person <> ?2" ADD_COUNTS,
     false},
    {"DELETE FROM score WHERE person = ?1 AND opponent IS DISTINCT FROM ?2", false},
    {"DELETE FROM score WHERE opponent = ?1 AND person <> ?2", false},
};
static const apo_sql find_rating_sql = {
    "SELECT " RATING_COLUMNS " FROM rating WHERE person = ?1 AND variant = ?2 AND clock = ?3",
    false};
static const apo_sql list_ratings_sql = {
    "SELECT " RATING_COLUMNS " FROM rating WHERE person = ?1 ORDER BY games DESC, at_ms DESC",
    false};
static const apo_sql list_best_sql = {"SELECT " RATING_COLUMNS
                                      " FROM rating WHERE variant = ?1 AND clock = ?2"
                                      " AND ((?6 = '' AND (SELECT standing & ?3 FROM person"
                                      " WHERE person.id = rating.person) = ?4)"
                                      " OR EXISTS (SELECT 1 FROM follow WHERE person = ?6"
                                      " AND followed = rating.person)) AND at_ms >= ?7"
                                      " ORDER BY rating DESC LIMIT ?5",
                                      false};
static const apo_sql list_pairs_sql = {
    "SELECT rated.person, rated.opponent, count(*), sum(rated.quarters),"
    " count(*) FILTER (WHERE COALESCE(archive.plies, 0) < 20), max(rated.at_ms) FROM rated"
    " LEFT JOIN archive ON archive.game = rated.game"
    " WHERE rated.at_ms >= ?1 AND rated.person < rated.opponent"
    " GROUP BY rated.person, rated.opponent HAVING count(*) >= ?2"
    " ORDER BY count(*) DESC LIMIT ?3",
    false};
static const apo_sql list_rated_sql = {
    "SELECT " RATED_COLUMNS " FROM rated WHERE person = ?1 AND variant = ?2 AND clock = ?3"
    " AND at_ms < ?4 ORDER BY at_ms DESC LIMIT ?5",
    false};
static const apo_sql list_of_game_sql = {
    "SELECT " RATED_COLUMNS " FROM rated WHERE game = ?1 ORDER BY side", false};
static const apo_sql list_scores_sql = {"SELECT " SCORE_COLUMNS
                                        " FROM score WHERE person = ?1 AND at_ms < ?2"
                                        " ORDER BY at_ms DESC LIMIT ?3",
                                        false};
static const apo_sql find_score_sql = {
    "SELECT " SCORE_COLUMNS " FROM score WHERE person = ?1 AND IFNULL(opponent, '') = ?2",
    false};
static const apo_sql sum_scores_sql = {
    "SELECT ?1, NULL, 0, sum(count0), sum(count1), sum(count2), sum(count3), sum(count4),"
    " max(at_ms) FROM score WHERE person = ?1 AND (opponent IS NULL) = (?2 = 1)",
    false};

/* --- writing ------------------------------------------------------------- */

void apo_store_set_rating(apo_store_batch *batch, const apo_store_rating *rating)
{
    apo_batch_op *op = apo_batch_add(batch, &set_rating_sql);
    apo_batch_text(batch, op, rating->person);
    apo_batch_text(batch, op, rating->variant);
    apo_batch_text(batch, op, rating->clock);
    apo_batch_real(op, rating->rating);
    apo_batch_real(op, rating->deviation);
    apo_batch_real(op, rating->volatility);
    apo_batch_number(op, rating->games);
    apo_batch_number(op, rating->at_ms);
}

void apo_store_add_rated(apo_store_batch *batch, const apo_store_rated *rated)
{
    apo_batch_op *op = apo_batch_add(batch, &add_rated_sql);
    apo_batch_text(batch, op, rated->game);
    apo_batch_number(op, rated->side);
    apo_batch_text(batch, op, rated->person);
    apo_batch_text(batch, op, rated->opponent);
    apo_batch_text(batch, op, rated->variant);
    apo_batch_text(batch, op, rated->clock);
    apo_batch_number(op, rated->quarters);
    apo_batch_real(op, rated->before);
    apo_batch_real(op, rated->rating);
    apo_batch_real(op, rated->deviation);
    apo_batch_number(op, rated->at_ms);
}

void apo_store_count_result(apo_store_batch *batch, const apo_store_score *record,
                            unsigned quarters)
{
    apo_batch_op *op = apo_batch_add(batch, &count_result_sql);
    apo_batch_text(batch, op, record->person);
    apo_batch_text(batch, op, record->opponent);
    apo_batch_number(op, record->level);
    apo_batch_number(op, quarters);
    apo_batch_number(op, record->at_ms);
}

void apo_store_merge_scores(apo_store_batch *batch, const char *guest, const char *account)
{
    for (size_t i = 0; i < sizeof merge_sqls / sizeof merge_sqls[0]; i++) {
        apo_batch_op *op = apo_batch_add(batch, &merge_sqls[i]);
        apo_batch_text(batch, op, guest);
        apo_batch_text(batch, op, account);
    }
}

/* --- reading ------------------------------------------------------------- */

static void read_rating(void *to, apo_statement *row)
{
    apo_store_rating *out = to;
    APO_COPY_COLUMN(out->person, row, 0);
    APO_COPY_COLUMN(out->variant, row, 1);
    APO_COPY_COLUMN(out->clock, row, 2);
    out->rating = apo_column_real(row, 3);
    out->deviation = apo_column_real(row, 4);
    out->volatility = apo_column_real(row, 5);
    out->games = (unsigned)apo_column_number(row, 6);
    out->at_ms = apo_column_number(row, 7);
}

APO_ROW_LIST(list_ratings, apo_store_rating, read_rating)

static void read_rated(void *to, apo_statement *row)
{
    apo_store_rated *out = to;
    APO_COPY_COLUMN(out->game, row, 0);
    out->side = (unsigned)apo_column_int(row, 1);
    APO_COPY_COLUMN(out->person, row, 2);
    APO_COPY_COLUMN(out->opponent, row, 3);
    APO_COPY_COLUMN(out->variant, row, 4);
    APO_COPY_COLUMN(out->clock, row, 5);
    out->quarters = (unsigned)apo_column_int(row, 6);
    out->before = apo_column_real(row, 7);
    out->rating = apo_column_real(row, 8);
    out->deviation = apo_column_real(row, 9);
    out->at_ms = apo_column_number(row, 10);
}

APO_ROW_LIST(list_rated, apo_store_rated, read_rated)

static void read_score(void *to, apo_statement *row)
{
    apo_store_score *out = to;
    APO_COPY_COLUMN(out->person, row, 0);
    APO_COPY_COLUMN(out->opponent, row, 1);
    out->level = (unsigned)apo_column_int(row, 2);
    for (int i = 0; i < APO_STORE_OUTCOMES; i++)
        out->counts[i] = (unsigned)apo_column_number(row, 3 + i);
    out->at_ms = apo_column_number(row, 8);
}

APO_ROW_LIST(list_scores, apo_store_score, read_score)

apo_status apo_store_find_rating(apo_store *store, apo_store_rating *out, apo_span person,
                                 apo_span variant, apo_span clock)
{
    apo_statement *row = apo_reader_statement(store, &find_rating_sql);
    if (row == NULL)
        return APO_E_IO;
    apo_bind_span(row, 1, person);
    apo_bind_span(row, 2, variant);
    apo_bind_span(row, 3, clock);
    enum apo_step code = apo_step(row);
    if (code == APO_STEP_ROW)
        read_rating(out, row);
    apo_status status = apo_reader_end(row, code);
    return status == APO_OK && code != APO_STEP_ROW ? APO_E_UNKNOWN : status;
}

apo_status apo_store_list_ratings(apo_store *store, apo_span person, apo_store_rating_row *row,
                                  void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_ratings_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, person);
    return list_ratings(statement, row, context);
}

apo_status apo_store_list_best(apo_store *store, const apo_store_leaders *which,
                               apo_store_rating_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_best_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, which->variant);
    apo_bind_span(statement, 2, which->clock);
    apo_bind_number(statement, 3, APO_STANDING_BOT);
    apo_bind_number(statement, 4, which->has_bots ? APO_STANDING_BOT : 0);
    apo_bind_number(statement, 5, which->limit);
    apo_bind_span(statement, 6, which->follower);
    apo_bind_number(statement, 7, which->since_ms);
    return list_ratings(statement, row, context);
}

static void read_pair(void *to, apo_statement *row)
{
    apo_store_pair *out = to;
    APO_COPY_COLUMN(out->person, row, 0);
    APO_COPY_COLUMN(out->opponent, row, 1);
    out->games = (unsigned)apo_column_int(row, 2);
    out->quarters = (unsigned)apo_column_int(row, 3);
    out->short_games = (unsigned)apo_column_int(row, 4);
    out->last_ms = apo_column_number(row, 5);
}

APO_ROW_LIST(list_pairs, apo_store_pair, read_pair)

apo_status apo_store_list_pairs(apo_store *store, int64_t since_ms, unsigned games_min,
                                unsigned limit, apo_store_pair_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_pairs_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_number(statement, 1, since_ms);
    apo_bind_number(statement, 2, games_min);
    apo_bind_number(statement, 3, limit);
    return list_pairs(statement, row, context);
}

apo_status apo_store_list_rated(apo_store *store, const apo_store_rating *which,
                                int64_t before_ms, unsigned limit, apo_store_rated_row *row,
                                void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_rated_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, apo_span_of(which->person));
    apo_bind_span(statement, 2, apo_span_of(which->variant));
    apo_bind_span(statement, 3, apo_span_of(which->clock));
    apo_bind_number(statement, 4, before_ms);
    apo_bind_number(statement, 5, limit);
    return list_rated(statement, row, context);
}

apo_status apo_store_list_rated_of_game(apo_store *store, apo_span game,
                                        apo_store_rated_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_of_game_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, game);
    return list_rated(statement, row, context);
}

apo_status apo_store_list_scores(apo_store *store, apo_span person, int64_t before_ms,
                                 unsigned limit, apo_store_score_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_scores_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, person);
    apo_bind_number(statement, 2, before_ms);
    apo_bind_number(statement, 3, limit);
    return list_scores(statement, row, context);
}

apo_status apo_store_find_score(apo_store *store, apo_store_score *out, apo_span person,
                                apo_span opponent)
{
    return apo_reader_read(store, &find_score_sql, person, opponent, read_score, out);
}

apo_status apo_store_sum_scores(apo_store *store, apo_store_score *out, apo_span person,
                                bool is_computer)
{
    apo_statement *row = apo_reader_statement(store, &sum_scores_sql);
    if (row == NULL)
        return APO_E_IO;
    apo_bind_span(row, 1, person);
    apo_bind_number(row, 2, is_computer);
    enum apo_step code = apo_step(row);
    if (code == APO_STEP_ROW)
        read_score(out, row);
    return apo_reader_end(row, code);
}
