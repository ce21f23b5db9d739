#include "store/lessons.h"

#include "store/store_priv.h"

#define COLUMNS "person, variant, lesson, boards, is_finished, changed_ms"

/* The larger of what was there and what is new, in words of both databases. */
#define FARTHER(column)                                                                 \
    column " = CASE WHEN excluded." column " > lesson." column " THEN excluded." column \
           " ELSE lesson." column " END, "
#define FARTHER_BOARDS FARTHER("boards")
#define FARTHER_FINISH FARTHER("is_finished")

static const apo_sql reach_sql = {
    "INSERT INTO lesson (" COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
    " ON CONFLICT (person, variant, lesson) DO UPDATE SET " FARTHER_BOARDS FARTHER_FINISH
    "changed_ms = excluded.changed_ms"
    " WHERE excluded.boards > lesson.boards OR excluded.is_finished > lesson.is_finished",
    false};
static const apo_sql find_sql = {
    "SELECT " COLUMNS " FROM lesson WHERE person = ?1 AND variant = ?2 AND lesson = ?3", false};
static const apo_sql count_sql = {"SELECT count(*) FROM lesson WHERE person = ?1", false};
static const apo_sql list_sql = {"SELECT " COLUMNS " FROM lesson WHERE person = ?1"
                                 " ORDER BY variant, lesson",
                                 false};
static const apo_sql list_of_game_sql = {
    "SELECT " COLUMNS " FROM lesson WHERE person = ?1 AND variant = ?2 ORDER BY lesson", false};

void apo_store_reach_lesson(apo_store_batch *batch, const apo_store_lesson *reached)
{
    apo_batch_op *op = apo_batch_add(batch, &reach_sql);
    apo_batch_text(batch, op, reached->person);
    apo_batch_text(batch, op, reached->variant);
    apo_batch_text(batch, op, reached->lesson);
    apo_batch_number(op, reached->boards);
    apo_batch_number(op, reached->is_finished);
    apo_batch_number(op, reached->changed_ms);
}

static void read_lesson(void *to, apo_statement *row)
{
    apo_store_lesson *out = to;
    APO_COPY_COLUMN(out->person, row, 0);
    APO_COPY_COLUMN(out->variant, row, 1);
    APO_COPY_COLUMN(out->lesson, row, 2);
    out->boards = apo_column_number(row, 3);
    out->is_finished = apo_column_number(row, 4) != 0;
    out->changed_ms = apo_column_number(row, 5);
}

APO_ROW_LIST(list_rows, apo_store_lesson, read_lesson)

apo_status apo_store_find_lesson(apo_store *store, apo_store_lesson *out, apo_span person,
                                 apo_span variant, apo_span lesson)
{
    apo_statement *statement = apo_reader_statement(store, &find_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, person);
    apo_bind_span(statement, 2, variant);
    apo_bind_span(statement, 3, lesson);
    enum apo_step code = apo_step(statement);
    if (code == APO_STEP_ROW)
        read_lesson(out, statement);
    apo_reset(statement);
    return apo_reader_status(code);
}

static void read_count(void *to, apo_statement *row)
{
    *(unsigned *)to = (unsigned)apo_column_number(row, 0);
}

unsigned apo_store_count_lessons(apo_store *store, apo_span person)
{
    unsigned count = 0;
    (void)apo_reader_read(store, &count_sql, person, apo_span_of(""), read_count, &count);
    return count;
}

apo_status apo_store_list_lessons(apo_store *store, apo_span person, apo_span variant,
                                  apo_store_lesson_row *row, void *context)
{
    bool is_one = variant.length > 0;
    apo_statement *statement =
        apo_reader_statement(store, is_one ? &list_of_game_sql : &list_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, person);
    if (is_one)
        apo_bind_span(statement, 2, variant);
    return list_rows(statement, row, context);
}
