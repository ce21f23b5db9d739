#include "store/people.h"

#include "store/store_priv.h"

#define PERSON_COLUMNS  "id, is_account, name, name_key, password, language, created_ms"
#define PERSON_ALL      PERSON_COLUMNS ", standing, zone"
#define SESSION_COLUMNS "digest, person, created_ms, seen_ms, expires_ms, agent"

static const apo_sql add_person_sql = {"INSERT INTO person (" PERSON_COLUMNS ") VALUES"
                                       " (?1, ?2, ?3, NULLIF(?4, ''), NULLIF(?5, ''), ?6, ?7)",
                                       false};
static const apo_sql set_person_sql = {
    "UPDATE person SET is_account = ?2, name = ?3, name_key = NULLIF(?4, ''),"
    " password = NULLIF(?5, ''), language = ?6 WHERE id = ?1",
    true};
static const apo_sql set_password_sql = {"UPDATE person SET password = ?2 WHERE id = ?1", true};
static const apo_sql renew_password_sql = {
    "UPDATE person SET password = ?3 WHERE id = ?1 AND password = ?2", false};
static const apo_sql set_zone_sql = {"UPDATE person SET zone = ?2 WHERE id = ?1", true};
static const apo_sql set_language_sql = {"UPDATE person SET language = ?2 WHERE id = ?1",
                                         false};
static const apo_sql add_session_sql = {
    "INSERT INTO session (" SESSION_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6)", false};
static const apo_sql touch_session_sql = {
    "UPDATE session SET seen_ms = ?2, expires_ms = ?3 WHERE digest = ?1", false};
static const apo_sql drop_session_sql = {"DELETE FROM session WHERE digest = ?1", false};
static const apo_sql drop_sessions_sql = {
    "DELETE FROM session WHERE person = ?1 AND digest <> ?2", false};
/* All except the ?2 used last. */
static const apo_sql drop_oldest_sessions_sql = {
    "DELETE FROM session WHERE digest IN (SELECT digest FROM session WHERE person = ?1"
    " ORDER BY seen_ms DESC, created_ms DESC LIMIT 1000000 OFFSET ?2)",
    false};
static const apo_sql drop_account_sessions_sql = {
    "DELETE FROM session WHERE person IN (SELECT id FROM person WHERE is_account <> 0)", false};
static const apo_sql drop_expired_sql = {"DELETE FROM session WHERE expires_ms <= ?1", false};
static const apo_sql find_person_sql = {"SELECT " PERSON_ALL " FROM person WHERE id = ?1",
                                        false};
static const apo_sql find_name_sql = {"SELECT " PERSON_ALL " FROM person WHERE name_key = ?1",
                                      false};
static const apo_sql find_session_sql = {
    "SELECT " SESSION_COLUMNS " FROM session WHERE digest = ?1", false};
static const apo_sql list_sessions_sql = {
    "SELECT " SESSION_COLUMNS " FROM session WHERE person = ?1 ORDER BY seen_ms DESC", false};

static const apo_sql list_accounts_sql = {
    "SELECT " PERSON_ALL " FROM person WHERE name_key >= ?1 AND name_key < ?1 || '~'"
    " AND name_key > ?3 AND standing & 6 = 0 ORDER BY name_key LIMIT ?2",
    false};
static const apo_sql list_standing_sql = {
    "SELECT " PERSON_ALL " FROM person WHERE standing & 27 <> 0 AND standing & 4 = 0"
    " ORDER BY name",
    false};

/* --- writing ------------------------------------------------------------- */

static void add_person(apo_store_batch *batch, apo_batch_op *op, const apo_store_person *person)
{
    apo_batch_text(batch, op, person->id);
    apo_batch_number(op, person->is_account);
    apo_batch_text(batch, op, person->name);
    apo_batch_text(batch, op, person->name_key);
    apo_batch_text(batch, op, person->password);
    apo_batch_text(batch, op, person->language);
}

void apo_store_add_person(apo_store_batch *batch, const apo_store_person *person)
{
    apo_batch_op *op = apo_batch_add(batch, &add_person_sql);
    add_person(batch, op, person);
    apo_batch_number(op, person->created_ms);
}

void apo_store_set_person(apo_store_batch *batch, const apo_store_person *person)
{
    add_person(batch, apo_batch_add(batch, &set_person_sql), person);
}

void apo_store_set_password(apo_store_batch *batch, const char *person, const char *password)
{
    apo_batch_op *op = apo_batch_add(batch, &set_password_sql);
    apo_batch_text(batch, op, person);
    apo_batch_text(batch, op, password);
}

void apo_store_renew_password(apo_store_batch *batch, const char *person, const char *old,
                              const char *fresh)
{
    apo_batch_op *op = apo_batch_add(batch, &renew_password_sql);
    apo_batch_text(batch, op, person);
    apo_batch_text(batch, op, old);
    apo_batch_text(batch, op, fresh);
}

void apo_store_set_zone(apo_store_batch *batch, const char *person, const char *zone)
{
    apo_batch_op *op = apo_batch_add(batch, &set_zone_sql);
    apo_batch_text(batch, op, person);
    apo_batch_text(batch, op, zone);
}

void apo_store_set_language(apo_store_batch *batch, const char *person, const char *language)
{
    apo_batch_op *op = apo_batch_add(batch, &set_language_sql);
    apo_batch_text(batch, op, person);
    apo_batch_text(batch, op, language);
}

void apo_store_add_session(apo_store_batch *batch, const apo_store_session *session)
{
    apo_batch_op *op = apo_batch_add(batch, &add_session_sql);
    apo_batch_text(batch, op, session->digest);
    apo_batch_text(batch, op, session->person);
    apo_batch_number(op, session->created_ms);
    apo_batch_number(op, session->seen_ms);
    apo_batch_number(op, session->expires_ms);
    apo_batch_text(batch, op, session->agent);
}

void apo_store_touch_session(apo_store_batch *batch, const char *digest, int64_t seen_ms,
                             int64_t expires_ms)
{
    apo_batch_op *op = apo_batch_add(batch, &touch_session_sql);
    apo_batch_text(batch, op, digest);
    apo_batch_number(op, seen_ms);
    apo_batch_number(op, expires_ms);
}

void apo_store_drop_session(apo_store_batch *batch, const char *digest)
{
    apo_batch_text(batch, apo_batch_add(batch, &drop_session_sql), digest);
}

void apo_store_drop_sessions(apo_store_batch *batch, const char *person, const char *except)
{
    apo_batch_op *op = apo_batch_add(batch, &drop_sessions_sql);
    apo_batch_text(batch, op, person);
    apo_batch_text(batch, op, except);
}

void apo_store_drop_oldest_sessions(apo_store_batch *batch, const char *person, unsigned keep)
{
    apo_batch_op *op = apo_batch_add(batch, &drop_oldest_sessions_sql);
    apo_batch_text(batch, op, person);
    apo_batch_number(op, keep);
}

void apo_store_drop_account_sessions(apo_store_batch *batch)
{
    (void)apo_batch_add(batch, &drop_account_sessions_sql);
}

void apo_store_drop_expired(apo_store_batch *batch, int64_t now_ms)
{
    apo_batch_number(apo_batch_add(batch, &drop_expired_sql), now_ms);
}

/* --- reading ------------------------------------------------------------- */

static void read_person(void *to, apo_statement *row)
{
    apo_store_person *out = to;
    APO_COPY_COLUMN(out->id, row, 0);
    out->is_account = apo_column_int(row, 1) != 0;
    APO_COPY_COLUMN(out->name, row, 2);
    APO_COPY_COLUMN(out->name_key, row, 3);
    APO_COPY_COLUMN(out->password, row, 4);
    APO_COPY_COLUMN(out->language, row, 5);
    out->created_ms = apo_column_number(row, 6);
    out->standing = (unsigned)apo_column_int(row, 7);
    APO_COPY_COLUMN(out->zone, row, 8);
}

static void read_session(void *to, apo_statement *row)
{
    apo_store_session *out = to;
    APO_COPY_COLUMN(out->digest, row, 0);
    APO_COPY_COLUMN(out->person, row, 1);
    out->created_ms = apo_column_number(row, 2);
    out->seen_ms = apo_column_number(row, 3);
    out->expires_ms = apo_column_number(row, 4);
    APO_COPY_COLUMN(out->agent, row, 5);
}

APO_ROW_LIST(list_sessions, apo_store_session, read_session)

apo_status apo_store_find_person(apo_store *store, apo_store_person *out, apo_span id)
{
    return apo_reader_read(store, &find_person_sql, id, apo_span_of(""), read_person, out);
}

apo_status apo_store_find_name(apo_store *store, apo_store_person *out, apo_span name_key)
{
    return apo_reader_read(store, &find_name_sql, name_key, apo_span_of(""), read_person, out);
}

apo_status apo_store_find_session(apo_store *store, apo_store_session *out, apo_span digest)
{
    return apo_reader_read(store, &find_session_sql, digest, apo_span_of(""), read_session,
                           out);
}

apo_status apo_store_list_sessions(apo_store *store, apo_span person,
                                   apo_store_session_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_sessions_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, person);
    return list_sessions(statement, row, context);
}

APO_ROW_LIST(list_accounts, apo_store_person, read_person)

apo_status apo_store_list_accounts(apo_store *store, apo_span start, apo_span after,
                                   unsigned limit, apo_store_account_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_accounts_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, start);
    apo_bind_number(statement, 2, limit);
    apo_bind_span(statement, 3, after);
    return list_accounts(statement, row, context);
}

apo_status apo_store_list_standing(apo_store *store, apo_store_account_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_standing_sql);
    return statement != NULL ? list_accounts(statement, row, context) : APO_E_IO;
}
