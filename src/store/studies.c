#include "store/studies.h"

#include "base/text.h"
#include "store/store_priv.h"

#define STUDY \
    "SELECT id, owner, key, name, visibility, version, created_ms, changed_ms FROM study"

static const apo_sql add_sql = {
    "INSERT INTO study (id, owner, key, name, visibility, version, created_ms, changed_ms, text)"
    " VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6, ?6, ?7)",
    false};
static const apo_sql save_sql = {
    "UPDATE study SET text = ?3, version = version + 1, changed_ms = ?4"
    " WHERE id = ?1 AND version = ?2",
    true};
static const apo_sql set_sql = {"UPDATE study SET name = ?2, visibility = ?3 WHERE id = ?1",
                                true};
static const apo_sql delete_sql = {"DELETE FROM study WHERE id = ?1", false};
static const apo_sql put_member_sql = {
    "INSERT INTO study_member (study, person, may_write) VALUES (?1, ?2, ?3)"
    " ON CONFLICT (study, person) DO UPDATE SET may_write = excluded.may_write",
    false};
static const apo_sql drop_member_sql = {
    "DELETE FROM study_member WHERE study = ?1 AND person = ?2", false};
static const apo_sql part_sql = {"DELETE FROM study_member WHERE person = ?1"
                                 " AND study IN (SELECT id FROM study WHERE owner = ?2)",
                                 false};
static const apo_sql leave_shared_sql = {
    "DELETE FROM study_member WHERE person = ?1 AND EXISTS (SELECT 1 FROM study_member AS other"
    " WHERE other.study = study_member.study AND other.person = ?2"
    " AND (other.may_write = 1 OR study_member.may_write = 1))",
    false};
static const apo_sql find_sql = {STUDY " WHERE id = ?1", false};
static const apo_sql find_key_sql = {STUDY " WHERE owner = ?1 AND key = ?2", false};
static const apo_sql find_text_sql = {"SELECT text FROM study WHERE id = ?1", false};
static const apo_sql find_member_sql = {
    "SELECT may_write FROM study_member WHERE study = ?1 AND person = ?2", false};
static const apo_sql count_sql = {"SELECT count(*) FROM study WHERE owner = ?1", false};
static const apo_sql list_members_sql = {
    "SELECT person, may_write FROM study_member WHERE study = ?1", false};
static const apo_sql list_public_sql = {
    STUDY " WHERE visibility = 2 AND changed_ms < ?1 ORDER BY changed_ms DESC LIMIT ?2", false};
static const apo_sql list_of_sql = {
    STUDY " WHERE owner = ?1 OR id IN (SELECT study FROM study_member WHERE person = ?1)"
          " ORDER BY changed_ms DESC",
    false};

void apo_store_add_study(apo_store_batch *batch, const apo_store_study *study, apo_span text)
{
    apo_batch_op *op = apo_batch_add(batch, &add_sql);
    apo_batch_text(batch, op, study->id);
    apo_batch_text(batch, op, study->owner);
    apo_batch_text(batch, op, study->key);
    apo_batch_text(batch, op, study->name);
    apo_batch_number(op, study->visibility);
    apo_batch_number(op, study->created_ms);
    apo_batch_span(batch, op, text);
}

void apo_store_save_study(apo_store_batch *batch, const char *id, int64_t version,
                          apo_span text, int64_t at_ms)
{
    apo_batch_op *op = apo_batch_add(batch, &save_sql);
    apo_batch_text(batch, op, id);
    apo_batch_number(op, version);
    apo_batch_span(batch, op, text);
    apo_batch_number(op, at_ms);
}

void apo_store_set_study(apo_store_batch *batch, const apo_store_study *study)
{
    apo_batch_op *op = apo_batch_add(batch, &set_sql);
    apo_batch_text(batch, op, study->id);
    apo_batch_text(batch, op, study->name);
    apo_batch_number(op, study->visibility);
}

void apo_store_delete_study(apo_store_batch *batch, const char *id)
{
    apo_batch_text(batch, apo_batch_add(batch, &delete_sql), id);
}

void apo_store_put_member(apo_store_batch *batch, const char *study, const char *person,
                          bool may_write)
{
    apo_batch_op *op = apo_batch_add(batch, &put_member_sql);
    apo_batch_text(batch, op, study);
    apo_batch_text(batch, op, person);
    apo_batch_number(op, may_write);
}

void apo_store_drop_member(apo_store_batch *batch, const char *study, const char *person)
{
    apo_batch_op *op = apo_batch_add(batch, &drop_member_sql);
    apo_batch_text(batch, op, study);
    apo_batch_text(batch, op, person);
}

void apo_store_part_studies(apo_store_batch *batch, const char *owner, const char *person)
{
    apo_batch_op *op = apo_batch_add(batch, &part_sql);
    apo_batch_text(batch, op, person);
    apo_batch_text(batch, op, owner);
}

void apo_store_leave_shared_studies(apo_store_batch *batch, const char *person,
                                    const char *other)
{
    apo_batch_op *op = apo_batch_add(batch, &leave_shared_sql);
    apo_batch_text(batch, op, person);
    apo_batch_text(batch, op, other);
}

static void read_study(void *to, apo_statement *row)
{
    apo_store_study *out = to;
    APO_COPY_COLUMN(out->id, row, 0);
    APO_COPY_COLUMN(out->owner, row, 1);
    APO_COPY_COLUMN(out->key, row, 2);
    APO_COPY_COLUMN(out->name, row, 3);
    out->visibility = (enum apo_store_visibility)apo_column_int(row, 4);
    out->version = apo_column_number(row, 5);
    out->created_ms = apo_column_number(row, 6);
    out->changed_ms = apo_column_number(row, 7);
}

APO_ROW_LIST(list_rows, apo_store_study, read_study)

apo_status apo_store_find_study(apo_store *store, apo_store_study *out, apo_span id)
{
    return apo_reader_read(store, &find_sql, id, apo_span_of(""), read_study, out);
}

apo_status apo_store_find_study_key(apo_store *store, apo_store_study *out, apo_span owner,
                                    apo_span key)
{
    return apo_reader_read(store, &find_key_sql, owner, key, read_study, out);
}

static void read_text(void *to, apo_statement *row)
{
    apo_buffer_add_span(to, apo_column_span(row, 0));
}

apo_status apo_store_find_study_text(apo_store *store, apo_buffer *out, apo_span id)
{
    return apo_reader_read(store, &find_text_sql, id, apo_span_of(""), read_text, out);
}

static void read_flag(void *to, apo_statement *row)
{
    *(bool *)to = apo_column_int(row, 0) != 0;
}

apo_status apo_store_find_member(apo_store *store, bool *may_write, apo_span study,
                                 apo_span person)
{
    return apo_reader_read(store, &find_member_sql, study, person, read_flag, may_write);
}

static void read_count(void *to, apo_statement *row)
{
    *(unsigned *)to = (unsigned)apo_column_int(row, 0);
}

unsigned apo_store_count_studies(apo_store *store, apo_span owner)
{
    unsigned count = 0;
    apo_reader_read(store, &count_sql, owner, apo_span_of(""), read_count, &count);
    return count;
}

/* A member of a study. */
typedef struct member {
    char person[APO_STORE_ID_MAX];
    bool may_write;
} member;

static void read_member(void *to, apo_statement *row)
{
    member *out = to;
    APO_COPY_COLUMN(out->person, row, 0);
    out->may_write = apo_column_int(row, 1) != 0;
}

APO_ROW_LIST(list_member_rows, member, read_member)

typedef struct member_call {
    apo_store_member_row *row;
    void *context;
} member_call;

static bool pass_member(void *context, const member *one)
{
    const member_call *call = context;
    return call->row(call->context, one->person, one->may_write);
}

apo_status apo_store_list_members(apo_store *store, apo_span study, apo_store_member_row *row,
                                  void *context)
{
    member_call call = {row, context};
    apo_statement *statement = apo_reader_statement(store, &list_members_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, study);
    return list_member_rows(statement, pass_member, &call);
}

apo_status apo_store_list_public_studies(apo_store *store, int64_t before_ms, unsigned limit,
                                         apo_store_study_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_public_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_number(statement, 1, before_ms);
    apo_bind_number(statement, 2, limit);
    return list_rows(statement, row, context);
}

apo_status apo_store_list_studies_of(apo_store *store, apo_span person,
                                     apo_store_study_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_of_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, person);
    return list_rows(statement, row, context);
}
