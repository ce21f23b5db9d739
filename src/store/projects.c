#include "store/projects.h"

#include <string.h>

#include "store/store_priv.h"

#define PROJECT_COLUMNS                                                                       \
    "id, person, key, kind, variant, definition, settings, state, games, part_games, parts, " \
    "next, done, lost, size, created_ms, ended_ms, since_ms, since_done"

static const apo_sql add_project_sql = {
    "INSERT INTO project (id, person, key, kind, variant, definition, settings, games,"
    " part_games, parts, size, created_ms, since_ms, state, next, done, lost, ended_ms,"
    " since_done)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?12, 0, 0, 0, 0, 0, 0)",
    false};
static const apo_sql advance_sql = {
    "UPDATE project SET next = ?3 WHERE id = ?1 AND next = ?2 AND state = 0", true};
static const apo_sql end_part_sql = {
    "UPDATE project SET done = done + 1 - ?2, lost = lost + ?2,"
    " ended_ms = CASE WHEN done + lost + 1 >= parts AND state < 2 THEN ?3 ELSE ended_ms END,"
    " state = CASE WHEN done + lost + 1 >= parts AND state < 2 THEN 3 ELSE state END"
    " WHERE id = ?1",
    true};
static const apo_sql set_project_sql = {
    "UPDATE project SET state = ?2, since_done = done, since_ms = ?3,"
    " ended_ms = CASE WHEN ?2 >= 2 THEN ?3 ELSE 0 END WHERE id = ?1 AND state < 2",
    true};
static const apo_sql drop_parts_sql = {
    "DELETE FROM work WHERE kind = ?1 AND subject LIKE ?2 || '-%'", false};
static const apo_sql count_sql = {
    "INSERT INTO project_count (project, name, number) VALUES (?1, ?2, ?3)"
    " ON CONFLICT (project, name) DO UPDATE SET number = project_count.number +"
    " excluded.number",
    false};
static const apo_sql add_part_sql = {
    "INSERT INTO project_part (project, number, text) VALUES (?1, ?2, ?3)", false};

static const apo_sql find_project_sql = {
    "SELECT " PROJECT_COLUMNS " FROM project WHERE id = ?1", false};
static const apo_sql find_key_sql = {
    "SELECT " PROJECT_COLUMNS " FROM project WHERE person = ?1 AND key = ?2", false};
static const apo_sql count_open_sql = {"SELECT count(*) FROM project WHERE state < 2", false};
static const apo_sql list_projects_sql = {
    "SELECT " PROJECT_COLUMNS " FROM project ORDER BY created_ms DESC, id LIMIT ?1", false};
static const apo_sql list_running_sql = {
    "SELECT " PROJECT_COLUMNS " FROM project WHERE state = 0 ORDER BY created_ms, id", false};
static const apo_sql list_counts_sql = {
    "SELECT name, number FROM project_count WHERE project = ?1 ORDER BY name", false};
static const apo_sql find_part_sql = {
    "SELECT number, text FROM project_part WHERE project = ?1 AND number >= ?2"
    " ORDER BY number LIMIT 1",
    false};

/* --- writing ------------------------------------------------------------- */

void apo_store_add_project(apo_store_batch *batch, const apo_store_project *project)
{
    apo_batch_op *op = apo_batch_add(batch, &add_project_sql);
    apo_batch_text(batch, op, project->id);
    apo_batch_text(batch, op, project->person);
    apo_batch_text(batch, op, project->key);
    apo_batch_text(batch, op, project->kind);
    apo_batch_text(batch, op, project->variant);
    apo_batch_text(batch, op, project->definition);
    apo_batch_text(batch, op, project->settings);
    apo_batch_number(op, project->games);
    apo_batch_number(op, project->part_games);
    apo_batch_number(op, project->parts);
    apo_batch_number(op, project->size);
    apo_batch_number(op, project->created_ms);
}

/* A change of a project, with the value that all such changes begin with. */
static apo_batch_op *change(apo_store_batch *batch, const apo_sql *which, const char *project)
{
    apo_batch_op *op = apo_batch_add(batch, which);
    apo_batch_text(batch, op, project);
    return op;
}

void apo_store_advance_project(apo_store_batch *batch, const apo_store_project *project,
                               int64_t next)
{
    apo_batch_op *op = change(batch, &advance_sql, project->id);
    apo_batch_number(op, project->next);
    apo_batch_number(op, next);
}

void apo_store_end_part(apo_store_batch *batch, const char *project, bool is_lost,
                        int64_t now_ms)
{
    apo_batch_op *op = change(batch, &end_part_sql, project);
    apo_batch_number(op, is_lost);
    apo_batch_number(op, now_ms);
}

void apo_store_set_project(apo_store_batch *batch, const char *project,
                           apo_store_project_state state, int64_t now_ms)
{
    apo_batch_op *op = change(batch, &set_project_sql, project);
    apo_batch_number(op, state);
    apo_batch_number(op, now_ms);
}

void apo_store_drop_parts(apo_store_batch *batch, const apo_store_project *project)
{
    apo_batch_text(batch, change(batch, &drop_parts_sql, project->kind), project->id);
}

void apo_store_count_project(apo_store_batch *batch, const char *project, const char *name,
                             int64_t number)
{
    apo_batch_op *op = change(batch, &count_sql, project);
    apo_batch_text(batch, op, name);
    apo_batch_number(op, number);
}

void apo_store_add_part(apo_store_batch *batch, const char *project, int64_t number,
                        apo_span text)
{
    apo_batch_op *op = change(batch, &add_part_sql, project);
    apo_batch_number(op, number);
    apo_batch_span(batch, op, text);
}

/* --- reading ------------------------------------------------------------- */

static void read_project(void *to, apo_statement *row)
{
    apo_store_project *out = to;
    *out = (apo_store_project){.state = (apo_store_project_state)apo_column_int(row, 7),
                               .games = apo_column_number(row, 8),
                               .part_games = apo_column_number(row, 9),
                               .parts = apo_column_number(row, 10),
                               .next = apo_column_number(row, 11),
                               .done = apo_column_number(row, 12),
                               .lost = apo_column_number(row, 13),
                               .size = apo_column_number(row, 14),
                               .created_ms = apo_column_number(row, 15),
                               .ended_ms = apo_column_number(row, 16),
                               .since_ms = apo_column_number(row, 17),
                               .since_done = apo_column_number(row, 18)};
    APO_COPY_COLUMN(out->id, row, 0);
    APO_COPY_COLUMN(out->person, row, 1);
    APO_COPY_COLUMN(out->key, row, 2);
    APO_COPY_COLUMN(out->kind, row, 3);
    APO_COPY_COLUMN(out->variant, row, 4);
    APO_COPY_COLUMN(out->definition, row, 5);
    APO_COPY_COLUMN(out->settings, row, 6);
}

static void read_count(void *to, apo_statement *row)
{
    apo_store_project_count *out = to;
    APO_COPY_COLUMN(out->name, row, 0);
    out->number = apo_column_number(row, 1);
}

APO_ROW_LIST(list_projects, apo_store_project, read_project)
APO_ROW_LIST(list_counts, apo_store_project_count, read_count)

apo_status apo_store_find_project(apo_store *store, apo_store_project *out, apo_span id)
{
    return apo_reader_read(store, &find_project_sql, id, apo_span_of(""), read_project, out);
}

apo_status apo_store_find_numbered(apo_store *store, apo_store_project *out, uint32_t *number,
                                   const char *name)
{
    const char *mark = strrchr(name, '-');
    if (mark == NULL || !apo_span_number(apo_span_of(mark + 1), UINT32_MAX, number))
        return APO_E_UNKNOWN;
    return apo_store_find_project(store, out, (apo_span){name, (size_t)(mark - name)});
}

apo_status apo_store_find_project_key(apo_store *store, apo_store_project *out, apo_span person,
                                      apo_span key)
{
    return apo_reader_read(store, &find_key_sql, person, key, read_project, out);
}

apo_status apo_store_count_open_projects(apo_store *store, int64_t *out)
{
    apo_statement *row = apo_reader_statement(store, &count_open_sql);
    if (row == NULL)
        return APO_E_IO;
    apo_status status = apo_reader_status(apo_step(row));
    if (status == APO_OK)
        *out = apo_column_number(row, 0);
    apo_reset(row);
    return status;
}

apo_status apo_store_list_projects(apo_store *store, unsigned limit, apo_store_project_row *row,
                                   void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_projects_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_number(statement, 1, limit);
    return list_projects(statement, row, context);
}

apo_status apo_store_list_running_projects(apo_store *store, apo_store_project_row *row,
                                           void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_running_sql);
    return statement != NULL ? list_projects(statement, row, context) : APO_E_IO;
}

apo_status apo_store_list_project_counts(apo_store *store, apo_span project,
                                         apo_store_project_count_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_counts_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, project);
    return list_counts(statement, row, context);
}

/* A part, and where its text goes. */
typedef struct part {
    int64_t *number;
    apo_buffer *text;
} part;

static void read_part(void *to, apo_statement *row)
{
    const part *out = to;
    *out->number = apo_column_number(row, 0);
    apo_buffer_add_span(out->text, apo_column_span(row, 1));
}

apo_status apo_store_find_part(apo_store *store, apo_buffer *out, apo_span project,
                               int64_t *number)
{
    part both = {number, out};
    return apo_reader_read_number(store, &find_part_sql, project, *number, read_part, &both);
}
