#include "store/problem_tries.h"

#include "store/store_priv.h"

#define RATING_COLUMNS "person, rating, deviation, volatility, tries, right_tries, at_ms"
#define TRY_COLUMNS    "problem, person, key, is_right, before, rating, deviation, at_ms"

static const apo_sql add_try_sql = {
    "INSERT INTO problem_try (" TRY_COLUMNS ") SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8"
    " FROM problem WHERE id = ?1 AND state = 1 AND author IS DISTINCT FROM ?2"
    " AND NOT EXISTS (SELECT 1 FROM solved WHERE solved.problem = ?1 AND solved.person = ?2)",
    true};
/* The final WHERE: changes nothing if the row has changed since it was read. */
static const apo_sql set_rating_sql = {
    "INSERT INTO problem_rating (" RATING_COLUMNS
    ") SELECT id, ?2, ?3, ?4, ?5 + 1, ?6, ?7 FROM person WHERE id = ?1 AND is_account = 1"
    " ON CONFLICT (person) DO UPDATE SET rating = ?2, deviation = ?3, volatility = ?4,"
    " tries = ?5 + 1, right_tries = ?6, at_ms = ?7 WHERE problem_rating.tries = ?5",
    true};
static const apo_sql set_problem_sql = {
    "UPDATE problem SET rating = ?2, deviation = ?3, volatility = ?4, tries = ?5 + 1"
    " WHERE id = ?1 AND tries = ?5",
    true};
static const apo_sql find_rating_sql = {
    "SELECT " RATING_COLUMNS " FROM problem_rating WHERE person = ?1", false};
static const apo_sql find_try_sql = {
    "SELECT " TRY_COLUMNS " FROM problem_try WHERE problem = ?1 AND person = ?2", false};

/* --- writing ------------------------------------------------------------- */

static void set_rating(apo_store_batch *batch, const apo_store_problem_rating *rating,
                       bool is_right)
{
    apo_batch_op *op = apo_batch_add(batch, &set_rating_sql);
    apo_batch_text(batch, op, rating->person);
    apo_batch_real(op, rating->rating);
    apo_batch_real(op, rating->deviation);
    apo_batch_real(op, rating->volatility);
    apo_batch_number(op, rating->tries);
    apo_batch_number(op, (int64_t)rating->right_tries + is_right);
    apo_batch_number(op, rating->at_ms);
}

void apo_store_add_problem_try(apo_store_batch *batch, const apo_store_problem_try *first,
                               const apo_store_problem_rating *person,
                               const apo_store_problem *problem)
{
    apo_batch_op *op = apo_batch_add(batch, &add_try_sql);
    apo_batch_text(batch, op, first->problem);
    apo_batch_text(batch, op, first->person);
    apo_batch_text(batch, op, first->key);
    apo_batch_number(op, first->is_right);
    apo_batch_real(op, first->before);
    apo_batch_real(op, first->rating);
    apo_batch_real(op, first->deviation);
    apo_batch_number(op, first->at_ms);
    set_rating(batch, person, first->is_right);
    op = apo_batch_add(batch, &set_problem_sql);
    apo_batch_text(batch, op, problem->id);
    apo_batch_real(op, problem->rating);
    apo_batch_real(op, problem->deviation);
    apo_batch_real(op, problem->volatility);
    apo_batch_number(op, problem->tries);
    if (first->is_right)
        apo_store_solve_problem(batch, first->problem, first->person, first->at_ms);
}

/* --- reading ------------------------------------------------------------- */

static void read_rating(void *to, apo_statement *row)
{
    apo_store_problem_rating *out = to;
    APO_COPY_COLUMN(out->person, row, 0);
    out->rating = apo_column_real(row, 1);
    out->deviation = apo_column_real(row, 2);
    out->volatility = apo_column_real(row, 3);
    out->tries = (unsigned)apo_column_int(row, 4);
    out->right_tries = (unsigned)apo_column_int(row, 5);
    out->at_ms = apo_column_number(row, 6);
}

apo_status apo_store_find_problem_rating(apo_store *store, apo_store_problem_rating *out,
                                         apo_span person)
{
    return apo_reader_read(store, &find_rating_sql, person, apo_span_of(""), read_rating, out);
}

static void read_try(void *to, apo_statement *row)
{
    apo_store_problem_try *out = to;
    APO_COPY_COLUMN(out->problem, row, 0);
    APO_COPY_COLUMN(out->person, row, 1);
    APO_COPY_COLUMN(out->key, row, 2);
    out->is_right = apo_column_int(row, 3) != 0;
    out->before = apo_column_real(row, 4);
    out->rating = apo_column_real(row, 5);
    out->deviation = apo_column_real(row, 6);
    out->at_ms = apo_column_number(row, 7);
}

apo_status apo_store_find_problem_try(apo_store *store, apo_store_problem_try *out,
                                      apo_span problem, apo_span person)
{
    return apo_reader_read(store, &find_try_sql, problem, person, read_try, out);
}
