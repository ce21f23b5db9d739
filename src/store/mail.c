#include "store/mail.h"

#include "store/store_priv.h"

#define BOX_COLUMNS \
    "person, address, address_key, confirmed_ms, wanted, digest_hour, refused_ms, refusal"
#define MAIL_COLUMNS                                                                         \
    "id, kind, person, address, cause, data, state, tries, due_ms, created_ms, changed_ms, " \
    "reply"
#define SECRET_COLUMNS "digest, person, kind, address, expires_ms"

static const apo_sql set_box_sql = {"INSERT INTO mailbox (" BOX_COLUMNS ")"
                                    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
                                    " ON CONFLICT (person) DO UPDATE SET address = ?2,"
                                    " address_key = ?3, confirmed_ms = ?4, wanted = ?5,"
                                    " digest_hour = ?6, refused_ms = ?7, refusal = ?8",
                                    false};
static const apo_sql note_address_sql = {
    "UPDATE mailbox SET refused_ms = ?3, refusal = ?4 WHERE person = ?1 AND address = ?2"
    " AND refused_ms <> ?3",
    false};
static const apo_sql confirm_box_sql = {
    "UPDATE mailbox SET confirmed_ms = ?3 WHERE person = ?1 AND address = ?2", true};
static const apo_sql unwant_sql = {"UPDATE mailbox SET wanted = wanted & ~?2 WHERE person = ?1",
                                   false};
static const apo_sql drop_box_sql = {"DELETE FROM mailbox WHERE person = ?1", false};
static const apo_sql drop_all_secrets_sql = {"DELETE FROM mail_secret WHERE person = ?1",
                                             false};
static const apo_sql drop_unsent_sql = {"DELETE FROM mail WHERE person = ?1 AND state = 0",
                                        false};
static const apo_sql add_mail_sql = {
    "INSERT INTO mail (" MAIL_COLUMNS ") VALUES"
    " (?1, ?2, ?3, ?4, NULLIF(?5, ''), ?6, 0, 0, ?7, ?8, ?8, '')",
    false};
static const apo_sql set_mail_sql = {"UPDATE mail SET state = ?2, tries = ?3, due_ms = ?4,"
                                     " changed_ms = ?5, reply = ?6 WHERE id = ?1",
                                     true};
static const apo_sql resume_sql = {
    "UPDATE mail SET state = 0, due_ms = ?1, changed_ms = ?1 WHERE state = 1", false};
static const apo_sql sweep_mail_sql = {"DELETE FROM mail WHERE state >= 2 AND changed_ms < ?1",
                                       false};
static const apo_sql sweep_secrets_sql = {"DELETE FROM mail_secret WHERE expires_ms <= ?1",
                                          false};
static const apo_sql add_secret_sql = {
    "INSERT INTO mail_secret (" SECRET_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5)", false};
static const apo_sql use_secret_sql = {"DELETE FROM mail_secret WHERE digest = ?1", true};
static const apo_sql drop_secrets_sql = {
    "DELETE FROM mail_secret WHERE person = ?1 AND kind = ?2", false};
static const apo_sql find_box_sql = {"SELECT " BOX_COLUMNS " FROM mailbox WHERE person = ?1",
                                     false};
static const apo_sql find_cause_sql = {"SELECT " MAIL_COLUMNS " FROM mail WHERE cause = ?1",
                                       false};
static const apo_sql find_secret_sql = {
    "SELECT " SECRET_COLUMNS " FROM mail_secret WHERE digest = ?1", false};
static const apo_sql list_boxes_sql = {
    "SELECT " BOX_COLUMNS " FROM mailbox WHERE address_key = ?1 AND confirmed_ms > 0", false};
static const apo_sql list_due_sql = {"SELECT " MAIL_COLUMNS " FROM mail"
                                     " WHERE state = 0 AND due_ms <= ?1 ORDER BY due_ms",
                                     false};

/* --- writing ------------------------------------------------------------- */

void apo_store_set_mailbox(apo_store_batch *batch, const apo_store_mailbox *box)
{
    apo_batch_op *op = apo_batch_add(batch, &set_box_sql);
    apo_batch_text(batch, op, box->person);
    apo_batch_text(batch, op, box->address);
    apo_batch_text(batch, op, box->address_key);
    apo_batch_number(op, box->confirmed_ms);
    apo_batch_number(op, box->wanted);
    apo_batch_number(op, box->digest_hour);
    apo_batch_number(op, box->refused_ms);
    apo_batch_text(batch, op, box->refusal);
}

void apo_store_note_address(apo_store_batch *batch, const char *person, const char *address,
                            int64_t refused_ms, const char *refusal)
{
    apo_batch_op *op = apo_batch_add(batch, &note_address_sql);
    apo_batch_text(batch, op, person);
    apo_batch_text(batch, op, address);
    apo_batch_number(op, refused_ms);
    apo_batch_text(batch, op, refusal);
}

void apo_store_confirm_mailbox(apo_store_batch *batch, const char *person, const char *address,
                               int64_t confirmed_ms)
{
    apo_batch_op *op = apo_batch_add(batch, &confirm_box_sql);
    apo_batch_text(batch, op, person);
    apo_batch_text(batch, op, address);
    apo_batch_number(op, confirmed_ms);
}

void apo_store_unwant_mail(apo_store_batch *batch, const char *person, unsigned bits)
{
    apo_batch_op *op = apo_batch_add(batch, &unwant_sql);
    apo_batch_text(batch, op, person);
    apo_batch_number(op, bits);
}

void apo_store_drop_mailbox(apo_store_batch *batch, const char *person)
{
    apo_batch_text(batch, apo_batch_add(batch, &drop_all_secrets_sql), person);
    apo_batch_text(batch, apo_batch_add(batch, &drop_unsent_sql), person);
    apo_batch_text(batch, apo_batch_add(batch, &drop_box_sql), person);
}

void apo_store_add_mail(apo_store_batch *batch, const apo_store_mail *mail)
{
    apo_batch_op *op = apo_batch_add(batch, &add_mail_sql);
    apo_batch_text(batch, op, mail->id);
    apo_batch_text(batch, op, mail->kind);
    apo_batch_text(batch, op, mail->person);
    apo_batch_text(batch, op, mail->address);
    apo_batch_text(batch, op, mail->cause);
    apo_batch_text(batch, op, mail->data);
    apo_batch_number(op, mail->due_ms);
    apo_batch_number(op, mail->created_ms);
}

void apo_store_set_mail(apo_store_batch *batch, const apo_store_mail *mail)
{
    apo_batch_op *op = apo_batch_add(batch, &set_mail_sql);
    apo_batch_text(batch, op, mail->id);
    apo_batch_number(op, mail->state);
    apo_batch_number(op, mail->tries);
    apo_batch_number(op, mail->due_ms);
    apo_batch_number(op, mail->changed_ms);
    apo_batch_text(batch, op, mail->reply);
}

void apo_store_resume_mail(apo_store_batch *batch, int64_t now_ms)
{
    apo_batch_number(apo_batch_add(batch, &resume_sql), now_ms);
}

void apo_store_sweep_mail(apo_store_batch *batch, int64_t before_ms, int64_t now_ms)
{
    apo_batch_number(apo_batch_add(batch, &sweep_mail_sql), before_ms);
    apo_batch_number(apo_batch_add(batch, &sweep_secrets_sql), now_ms);
}

void apo_store_add_mail_secret(apo_store_batch *batch, const apo_store_mail_secret *secret)
{
    apo_batch_op *op = apo_batch_add(batch, &add_secret_sql);
    apo_batch_text(batch, op, secret->digest);
    apo_batch_text(batch, op, secret->person);
    apo_batch_text(batch, op, secret->kind);
    apo_batch_text(batch, op, secret->address);
    apo_batch_number(op, secret->expires_ms);
}

void apo_store_use_mail_secret(apo_store_batch *batch, const char *digest)
{
    apo_batch_text(batch, apo_batch_add(batch, &use_secret_sql), digest);
}

void apo_store_drop_mail_secrets(apo_store_batch *batch, const char *person, const char *kind)
{
    apo_batch_op *op = apo_batch_add(batch, &drop_secrets_sql);
    apo_batch_text(batch, op, person);
    apo_batch_text(batch, op, kind);
}

/* --- reading ------------------------------------------------------------- */

static void read_box(void *to, apo_statement *row)
{
    apo_store_mailbox *out = to;
    APO_COPY_COLUMN(out->person, row, 0);
    APO_COPY_COLUMN(out->address, row, 1);
    APO_COPY_COLUMN(out->address_key, row, 2);
    out->confirmed_ms = apo_column_number(row, 3);
    out->wanted = (unsigned)apo_column_int(row, 4);
    out->digest_hour = (unsigned)apo_column_int(row, 5);
    out->refused_ms = apo_column_number(row, 6);
    APO_COPY_COLUMN(out->refusal, row, 7);
}

APO_ROW_LIST(list_boxes, apo_store_mailbox, read_box)

static void read_mail(void *to, apo_statement *row)
{
    apo_store_mail *out = to;
    APO_COPY_COLUMN(out->id, row, 0);
    APO_COPY_COLUMN(out->kind, row, 1);
    APO_COPY_COLUMN(out->person, row, 2);
    APO_COPY_COLUMN(out->address, row, 3);
    APO_COPY_COLUMN(out->cause, row, 4);
    APO_COPY_COLUMN(out->data, row, 5);
    out->state = (enum apo_mail_state)apo_column_int(row, 6);
    out->tries = (unsigned)apo_column_int(row, 7);
    out->due_ms = apo_column_number(row, 8);
    out->created_ms = apo_column_number(row, 9);
    out->changed_ms = apo_column_number(row, 10);
    APO_COPY_COLUMN(out->reply, row, 11);
}

APO_ROW_LIST(list_mail, apo_store_mail, read_mail)

apo_status apo_store_find_mailbox(apo_store *store, apo_store_mailbox *out, apo_span person)
{
    return apo_reader_read(store, &find_box_sql, person, apo_span_of(""), read_box, out);
}

apo_status apo_store_find_mail_cause(apo_store *store, apo_store_mail *out, apo_span cause)
{
    return apo_reader_read(store, &find_cause_sql, cause, apo_span_of(""), read_mail, out);
}

static void read_secret(void *to, apo_statement *row)
{
    apo_store_mail_secret *out = to;
    APO_COPY_COLUMN(out->digest, row, 0);
    APO_COPY_COLUMN(out->person, row, 1);
    APO_COPY_COLUMN(out->kind, row, 2);
    APO_COPY_COLUMN(out->address, row, 3);
    out->expires_ms = apo_column_number(row, 4);
}

apo_status apo_store_find_mail_secret(apo_store *store, apo_store_mail_secret *out,
                                      apo_span digest)
{
    return apo_reader_read(store, &find_secret_sql, digest, apo_span_of(""), read_secret, out);
}

apo_status apo_store_list_mailboxes(apo_store *store, apo_span address_key,
                                    apo_store_mailbox_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_boxes_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, address_key);
    return list_boxes(statement, row, context);
}

apo_status apo_store_list_due_mail(apo_store *store, int64_t now_ms, apo_store_mail_row *row,
                                   void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_due_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_number(statement, 1, now_ms);
    return list_mail(statement, row, context);
}
