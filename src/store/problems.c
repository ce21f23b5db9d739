#include "store/problems.h"

#include "store/store_priv.h"

#define PROBLEM_COLUMNS                                                                    \
    "id, author, key, kind, fen, aim, moves, title, remark, state, verdict, keys, nodes, " \
    "solved_count, created_ms, line, themes, source, ply"
#define READ_COLUMNS PROBLEM_COLUMNS ", rating, deviation, volatility, tries"

#define ADD_PROBLEM                                                                             \
    "INSERT INTO problem (" PROBLEM_COLUMNS                                                     \
    ") VALUES (?1, NULLIF(?2, ''), NULLIF(?3, ''), ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13," \
    " 0, ?14, ?15, ?16, ?17, ?18)"

static const apo_sql add_problem_sql = {ADD_PROBLEM, false};
static const apo_sql stock_problem_sql = {
    ADD_PROBLEM " ON CONFLICT (id) DO UPDATE SET created_ms = excluded.created_ms", false};
static const apo_sql set_problem_sql = {
    "UPDATE problem SET state = ?2, verdict = ?3, keys = ?4, nodes = ?5"
    " WHERE id = ?1 AND state = 0",
    true};
/* A second time changes nothing. */
static const apo_sql count_solved_sql = {
    "UPDATE problem SET solved_count = solved_count + 1 WHERE id = ?1 AND NOT EXISTS"
    " (SELECT 1 FROM solved WHERE problem = ?1 AND person = ?2)",
    false};
static const apo_sql add_solved_sql = {
    "INSERT INTO solved (problem, person, at_ms) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
    false};
static const apo_sql find_problem_sql = {"SELECT " READ_COLUMNS " FROM problem WHERE id = ?1",
                                         false};
static const apo_sql find_key_sql = {
    "SELECT " READ_COLUMNS " FROM problem WHERE author = ?1 AND key = ?2", false};
/* Goes through all problems in steps of a prime. */
static const apo_sql find_daily_sql = {
    "SELECT " READ_COLUMNS " FROM problem WHERE state = 1 ORDER BY id LIMIT 1"
    " OFFSET (SELECT COALESCE(?1 * 7919 % NULLIF(count(*), 0), 0) FROM problem WHERE state = 1)",
    false};
#define NEXT_PROBLEMS                                                                         \
    " FROM problem p WHERE state = 1 AND rating BETWEEN ?1 AND ?2 AND (?3 = '' OR kind = ?3)" \
    " AND id <> ?4 AND author IS DISTINCT FROM ?5"                                            \
    " AND NOT EXISTS (SELECT 1 FROM solved s WHERE s.problem = p.id AND s.person = ?5)"       \
    " AND (?6 = 1 OR NOT EXISTS"                                                              \
    " (SELECT 1 FROM problem_try t WHERE t.problem = p.id AND t.person = ?5))"
static const apo_sql find_next_sql = {
    "SELECT " READ_COLUMNS NEXT_PROBLEMS " ORDER BY id LIMIT 1 OFFSET"
    " (SELECT COALESCE(?7 % NULLIF(count(*), 0), 0)" NEXT_PROBLEMS ")",
    false};
static const apo_sql has_solved_sql = {
    "SELECT 1 FROM solved WHERE problem = ?1 AND person = ?2", false};
static const apo_sql list_all_sql = {
    "SELECT " READ_COLUMNS " FROM problem p WHERE state = 1"
    " AND (created_ms, id) < (?1, ?2) AND (?3 = '' OR aim = ?3) AND (?4 = 0 OR moves = ?4)"
    " AND (?7 = '' OR instr(themes, ' ' || ?7 || ' ') > 0)"
    " AND (?5 = '' OR NOT EXISTS (SELECT 1 FROM solved s WHERE s.problem = p.id AND s.person = ?5))"
    " ORDER BY created_ms DESC, id DESC LIMIT ?6",
    false};
static const apo_sql list_kind_sql = {
    "SELECT " READ_COLUMNS " FROM problem p WHERE state = 1 AND kind = ?8"
    " AND (created_ms, id) < (?1, ?2) AND (?3 = '' OR aim = ?3) AND (?4 = 0 OR moves = ?4)"
    " AND (?7 = '' OR instr(themes, ' ' || ?7 || ' ') > 0)"
    " AND (?5 = '' OR NOT EXISTS (SELECT 1 FROM solved s WHERE s.problem = p.id AND s.person = ?5))"
    " ORDER BY created_ms DESC, id DESC LIMIT ?6",
    false};
static const apo_sql list_own_sql = {"SELECT " READ_COLUMNS " FROM problem WHERE author = ?1"
                                     " ORDER BY created_ms DESC LIMIT ?2",
                                     false};

/* --- writing ------------------------------------------------------------- */

static void add_problem(apo_store_batch *batch, const apo_sql *sql,
                        const apo_store_problem *problem)
{
    apo_batch_op *op = apo_batch_add(batch, sql);
    apo_batch_text(batch, op, problem->id);
    apo_batch_text(batch, op, problem->author);
    apo_batch_text(batch, op, problem->key);
    apo_batch_text(batch, op, problem->variant);
    apo_batch_text(batch, op, problem->fen);
    apo_batch_text(batch, op, problem->aim);
    apo_batch_number(op, problem->moves);
    apo_batch_text(batch, op, problem->title);
    apo_batch_text(batch, op, problem->remark);
    apo_batch_number(op, problem->state);
    apo_batch_text(batch, op, problem->verdict);
    apo_batch_text(batch, op, problem->keys);
    apo_batch_number(op, problem->nodes);
    apo_batch_number(op, problem->created_ms);
    apo_batch_text(batch, op, problem->line);
    apo_batch_text(batch, op, problem->themes);
    apo_batch_text(batch, op, problem->source);
    apo_batch_number(op, problem->ply);
}

void apo_store_add_problem(apo_store_batch *batch, const apo_store_problem *problem)
{
    add_problem(batch, &add_problem_sql, problem);
}

void apo_store_stock_problem(apo_store_batch *batch, const apo_store_problem *problem)
{
    add_problem(batch, &stock_problem_sql, problem);
}

void apo_store_set_problem(apo_store_batch *batch, const apo_store_problem *problem)
{
    apo_batch_op *op = apo_batch_add(batch, &set_problem_sql);
    apo_batch_text(batch, op, problem->id);
    apo_batch_number(op, problem->state);
    apo_batch_text(batch, op, problem->verdict);
    apo_batch_text(batch, op, problem->keys);
    apo_batch_number(op, problem->nodes);
}

void apo_store_solve_problem(apo_store_batch *batch, const char *problem, const char *person,
                             int64_t at_ms)
{
    apo_batch_op *op = apo_batch_add(batch, &count_solved_sql);
    apo_batch_text(batch, op, problem);
    apo_batch_text(batch, op, person);
    op = apo_batch_add(batch, &add_solved_sql);
    apo_batch_text(batch, op, problem);
    apo_batch_text(batch, op, person);
    apo_batch_number(op, at_ms);
}

/* --- reading ------------------------------------------------------------- */

static void read_problem(void *to, apo_statement *row)
{
    apo_store_problem *out = to;
    APO_COPY_COLUMN(out->id, row, 0);
    APO_COPY_COLUMN(out->author, row, 1);
    APO_COPY_COLUMN(out->key, row, 2);
    APO_COPY_COLUMN(out->variant, row, 3);
    APO_COPY_COLUMN(out->fen, row, 4);
    APO_COPY_COLUMN(out->aim, row, 5);
    out->moves = (unsigned)apo_column_int(row, 6);
    APO_COPY_COLUMN(out->title, row, 7);
    APO_COPY_COLUMN(out->remark, row, 8);
    out->state = (enum apo_store_problem_state)apo_column_int(row, 9);
    APO_COPY_COLUMN(out->verdict, row, 10);
    APO_COPY_COLUMN(out->keys, row, 11);
    out->nodes = apo_column_number(row, 12);
    out->solved_count = (unsigned)apo_column_int(row, 13);
    out->created_ms = apo_column_number(row, 14);
    APO_COPY_COLUMN(out->line, row, 15);
    APO_COPY_COLUMN(out->themes, row, 16);
    APO_COPY_COLUMN(out->source, row, 17);
    out->ply = (unsigned)apo_column_int(row, 18);
    out->rating = apo_column_real(row, 19);
    out->deviation = apo_column_real(row, 20);
    out->volatility = apo_column_real(row, 21);
    out->tries = (unsigned)apo_column_int(row, 22);
}

APO_ROW_LIST(list_problems, apo_store_problem, read_problem)

apo_status apo_store_find_problem(apo_store *store, apo_store_problem *out, apo_span id)
{
    return apo_reader_read(store, &find_problem_sql, id, apo_span_of(""), read_problem, out);
}

apo_status apo_store_find_problem_key(apo_store *store, apo_store_problem *out, apo_span author,
                                      apo_span key)
{
    return apo_reader_read(store, &find_key_sql, author, key, read_problem, out);
}

apo_status apo_store_find_daily_problem(apo_store *store, apo_store_problem *out, int64_t day)
{
    apo_statement *row = apo_reader_statement(store, &find_daily_sql);
    if (row == NULL)
        return APO_E_IO;
    apo_bind_number(row, 1, day);
    apo_status status = apo_reader_status(apo_step(row));
    if (status == APO_OK)
        read_problem(out, row);
    apo_reset(row);
    return status;
}

apo_status apo_store_find_next_problem(apo_store *store, apo_store_problem *out,
                                       const apo_store_problem_query *query)
{
    apo_statement *row = apo_reader_statement(store, &find_next_sql);
    if (row == NULL)
        return APO_E_IO;
    apo_bind_number(row, 1, query->lowest);
    apo_bind_number(row, 2, query->highest);
    apo_bind_span(row, 3, apo_span_of(query->variant));
    apo_bind_span(row, 4, apo_span_of(query->but));
    apo_bind_span(row, 5, apo_span_of(query->person));
    apo_bind_number(row, 6, query->may_be_tried);
    apo_bind_number(row, 7, query->random);
    apo_status status = apo_reader_status(apo_step(row));
    if (status == APO_OK)
        read_problem(out, row);
    apo_reset(row);
    return status;
}

bool apo_store_has_solved(apo_store *store, apo_span problem, apo_span person)
{
    apo_statement *row;
    if (person.length == 0 ||
        apo_reader_find(store, &has_solved_sql, problem, person, &row) != APO_OK)
        return false;
    apo_reset(row);
    return true;
}

apo_status apo_store_list_problems(apo_store *store, const apo_store_problem_filter *filter,
                                   unsigned limit, apo_store_problem_row *row, void *context)
{
    bool has_variant = filter->variant[0] != '\0';
    const apo_store_problem *before = filter->before;
    apo_statement *statement =
        apo_reader_statement(store, has_variant ? &list_kind_sql : &list_all_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_number(statement, 1, before != NULL ? before->created_ms : INT64_MAX);
    apo_bind_span(statement, 2, apo_span_of(before != NULL ? before->id : ""));
    apo_bind_span(statement, 3, apo_span_of(filter->aim));
    apo_bind_number(statement, 4, filter->moves);
    apo_bind_span(statement, 5, apo_span_of(filter->unsolved_by));
    apo_bind_number(statement, 6, limit);
    apo_bind_span(statement, 7, apo_span_of(filter->theme));
    if (has_variant)
        apo_bind_span(statement, 8, apo_span_of(filter->variant));
    return list_problems(statement, row, context);
}

apo_status apo_store_list_own_problems(apo_store *store, apo_span author, unsigned limit,
                                       apo_store_problem_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_own_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, author);
    apo_bind_number(statement, 2, limit);
    return list_problems(statement, row, context);
}
