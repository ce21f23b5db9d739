#include "store/talk.h"

#include <string.h>

#include "base/text.h"
#include "store/store_priv.h"

#define MESSAGE_COLUMNS "id, room, writer, at_ms, key, preset, text, ply"

static const apo_sql add_sql = {
    "INSERT INTO message (room, writer, at_ms, key, preset, text, ply)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    false};
static const apo_sql note_sql = {
    "INSERT INTO conversation (person, other, room, last_ms, unread) VALUES (?1, ?2, ?3, ?4, ?5)"
    " ON CONFLICT (person, other) DO UPDATE SET last_ms = ?4,"
    " unread = conversation.unread + ?5",
    false};
static const apo_sql read_sql = {
    "UPDATE conversation SET unread = 0 WHERE person = ?1 AND other = ?2", false};
static const apo_sql read_notices_sql = {
    "UPDATE notice SET read_ms = at_ms WHERE person = ?1 AND read_ms = 0 AND kind = 'message'"
    " AND other = ?2",
    false};
static const apo_sql mute_sql = {"INSERT INTO mute (person, muted, at_ms) VALUES (?1, ?2, ?3)"
                                 " ON CONFLICT DO NOTHING",
                                 false};
static const apo_sql unmute_sql = {"DELETE FROM mute WHERE person = ?1 AND muted = ?2", false};
static const apo_sql merge_sql = {
    "UPDATE message SET writer = ?2 WHERE writer = ?1 AND NOT EXISTS (SELECT 1 FROM message m"
    " WHERE m.writer = ?2 AND m.key = message.key)",
    false};
static const apo_sql merge_notices_sql = {
    "UPDATE notice SET person = ?2 WHERE person = ?1 AND NOT EXISTS (SELECT 1 FROM notice n"
    " WHERE n.person = ?2 AND n.cause = notice.cause)",
    false};
static const apo_sql find_sql = {"SELECT " MESSAGE_COLUMNS " FROM message WHERE id = ?1",
                                 false};
static const apo_sql find_key_sql = {
    "SELECT " MESSAGE_COLUMNS " FROM message WHERE writer = ?1 AND key = ?2", false};
static const apo_sql list_sql = {
    "SELECT * FROM (SELECT " MESSAGE_COLUMNS " FROM message WHERE room = ?1"
    " AND id > ?2 AND id < ?3 ORDER BY id DESC LIMIT ?4) AS latest ORDER BY 1",
    false};
static const apo_sql list_comments_sql = {"SELECT " MESSAGE_COLUMNS
                                          " FROM message WHERE room = ?1 AND ply > 0"
                                          " ORDER BY ply, id LIMIT ?2",
                                          false};
static const apo_sql list_commented_sql = {
    "SELECT " MESSAGE_COLUMNS " FROM message WHERE id IN (SELECT max(id) FROM message"
    " WHERE ply > 0 AND room >= ?1 AND room < ?2 OR room >= ?3 AND room < ?4"
    " GROUP BY room ORDER BY max(id) DESC LIMIT ?5) ORDER BY id DESC",
    false};
static const apo_sql list_comments_by_sql = {
    "SELECT " MESSAGE_COLUMNS " FROM message WHERE writer = ?5 AND id < ?6"
    " AND (ply > 0 AND room >= ?1 AND room < ?2 OR room >= ?3 AND room < ?4)"
    " ORDER BY id DESC LIMIT ?7",
    false};
static const apo_sql drop_sql = {"DELETE FROM message WHERE room = ?1", false};
static const apo_sql count_sql = {"SELECT count(*) FROM message WHERE room = ?1", false};
static const apo_sql list_conversations_sql = {
    "SELECT person, other, room, last_ms, unread FROM conversation WHERE person = ?1"
    " ORDER BY last_ms DESC LIMIT ?2",
    false};

static const apo_sql find_mute_sql = {"SELECT at_ms FROM mute WHERE person = ?1 AND muted = ?2",
                                      false};
static const apo_sql find_shunned_sql = {"SELECT EXISTS (SELECT 1 FROM mute WHERE muted = ?1)"
                                         " OR EXISTS (SELECT 1 FROM block WHERE blocked = ?1)",
                                         false};
static const apo_sql list_muted_sql = {
    "SELECT muted, at_ms FROM mute WHERE person = ?1 ORDER BY at_ms DESC", false};

/* --- writing ------------------------------------------------------------- */

void apo_store_add_message(apo_store_batch *batch, const apo_store_message *message)
{
    apo_batch_op *op = apo_batch_add(batch, &add_sql);
    apo_batch_text(batch, op, message->conversation);
    apo_batch_text(batch, op, message->writer);
    apo_batch_number(op, message->at_ms);
    apo_batch_text(batch, op, message->key);
    apo_batch_text(batch, op, message->preset);
    apo_batch_text(batch, op, message->text);
    apo_batch_number(op, message->ply);
}

static void note_side(apo_store_batch *batch, const char *person, const char *other,
                      const apo_store_conversation *row, bool is_unread)
{
    apo_batch_op *op = apo_batch_add(batch, &note_sql);
    apo_batch_text(batch, op, person);
    apo_batch_text(batch, op, other);
    apo_batch_text(batch, op, row->conversation);
    apo_batch_number(op, row->last_ms);
    apo_batch_number(op, is_unread ? 1 : 0);
}

void apo_store_note_conversation(apo_store_batch *batch, const apo_store_conversation *row,
                                 bool is_unread)
{
    note_side(batch, row->person, row->other, row, false);
    note_side(batch, row->other, row->person, row, is_unread);
}

static void add_pair(apo_store_batch *batch, const apo_sql *which, const char *a, const char *b)
{
    apo_batch_op *op = apo_batch_add(batch, which);
    apo_batch_text(batch, op, a);
    apo_batch_text(batch, op, b);
}

void apo_store_read_conversation(apo_store_batch *batch, const char *person, const char *other)
{
    add_pair(batch, &read_sql, person, other);
    add_pair(batch, &read_notices_sql, person, other);
}

void apo_store_mute(apo_store_batch *batch, const char *person, const char *muted,
                    int64_t now_ms)
{
    apo_batch_op *op = apo_batch_add(batch, &mute_sql);
    apo_batch_text(batch, op, person);
    apo_batch_text(batch, op, muted);
    apo_batch_number(op, now_ms);
}

void apo_store_unmute(apo_store_batch *batch, const char *person, const char *muted)
{
    add_pair(batch, &unmute_sql, person, muted);
}

void apo_store_merge_messages(apo_store_batch *batch, const char *guest, const char *account)
{
    add_pair(batch, &merge_sql, guest, account);
    add_pair(batch, &merge_notices_sql, guest, account);
}

void apo_store_drop_messages(apo_store_batch *batch, const char *conversation)
{
    apo_batch_text(batch, apo_batch_add(batch, &drop_sql), conversation);
}

/* --- reading ------------------------------------------------------------- */

static void read_message(void *to, apo_statement *row)
{
    apo_store_message *out = to;
    out->id = apo_column_number(row, 0);
    APO_COPY_COLUMN(out->conversation, row, 1);
    APO_COPY_COLUMN(out->writer, row, 2);
    out->at_ms = apo_column_number(row, 3);
    APO_COPY_COLUMN(out->key, row, 4);
    APO_COPY_COLUMN(out->preset, row, 5);
    APO_COPY_COLUMN(out->text, row, 6);
    out->ply = apo_column_number(row, 7);
}

APO_ROW_LIST(list_messages, apo_store_message, read_message)

static void read_conversation(void *to, apo_statement *row)
{
    apo_store_conversation *out = to;
    APO_COPY_COLUMN(out->person, row, 0);
    APO_COPY_COLUMN(out->other, row, 1);
    APO_COPY_COLUMN(out->conversation, row, 2);
    out->last_ms = apo_column_number(row, 3);
    out->unread = (unsigned)apo_column_number(row, 4);
}

APO_ROW_LIST(list_conversations, apo_store_conversation, read_conversation)

apo_status apo_store_find_message(apo_store *store, apo_store_message *out, int64_t id)
{
    return apo_reader_read_id(store, &find_sql, id, read_message, out);
}

apo_status apo_store_find_message_by_key(apo_store *store, apo_store_message *out,
                                         apo_span writer, apo_span key)
{
    return apo_reader_read(store, &find_key_sql, writer, key, read_message, out);
}

apo_status apo_store_list_messages(apo_store *store, apo_span conversation, int64_t after,
                                   int64_t before, unsigned limit, apo_store_message_row *row,
                                   void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, conversation);
    apo_bind_number(statement, 2, after);
    apo_bind_number(statement, 3, before);
    apo_bind_number(statement, 4, limit);
    return list_messages(statement, row, context);
}

apo_status apo_store_list_comments(apo_store *store, apo_span conversation, unsigned limit,
                                   apo_store_message_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_comments_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, conversation);
    apo_bind_number(statement, 2, limit);
    return list_messages(statement, row, context);
}

/* "spectators/" up to "spectators0", the next character. */
static void end_of(char out[APO_STORE_KEY_MAX], const char *start)
{
    apo_text_copy(out, APO_STORE_KEY_MAX, start);
    if (out[0] != '\0')
        out[strlen(out) - 1]++;
}

/* Kept until the statement has run, which borrows them. */
typedef struct ends {
    char of_moves[APO_STORE_KEY_MAX], all[APO_STORE_KEY_MAX];
} ends;

/* Binds the first four values: the names that begin with either start. */
static void bind_starts(apo_statement *statement, ends *buf, const apo_store_comments *which)
{
    end_of(buf->of_moves, which->of_moves);
    end_of(buf->all, which->all);
    apo_bind_span(statement, 1, apo_span_of(which->of_moves));
    apo_bind_span(statement, 2, apo_span_of(buf->of_moves));
    apo_bind_span(statement, 3, apo_span_of(which->all));
    apo_bind_span(statement, 4, apo_span_of(buf->all));
}

apo_status apo_store_list_comments_by(apo_store *store, apo_span writer,
                                      const apo_store_comments *which, int64_t before,
                                      unsigned limit, apo_store_message_row *row, void *context)
{
    ends buf;
    apo_statement *statement = apo_reader_statement(store, &list_comments_by_sql);
    if (statement == NULL)
        return APO_E_IO;
    bind_starts(statement, &buf, which);
    apo_bind_span(statement, 5, writer);
    apo_bind_number(statement, 6, before);
    apo_bind_number(statement, 7, limit);
    return list_messages(statement, row, context);
}

apo_status apo_store_list_commented(apo_store *store, const apo_store_comments *which,
                                    unsigned limit, apo_store_message_row *row, void *context)
{
    ends buf;
    apo_statement *statement = apo_reader_statement(store, &list_commented_sql);
    if (statement == NULL)
        return APO_E_IO;
    bind_starts(statement, &buf, which);
    apo_bind_number(statement, 5, limit);
    return list_messages(statement, row, context);
}

static unsigned count(apo_store *store, const apo_sql *which, apo_span name)
{
    apo_statement *row;
    if (apo_reader_find(store, which, name, apo_span_of(""), &row) != APO_OK)
        return 0;
    unsigned number = (unsigned)apo_column_number(row, 0);
    apo_reset(row);
    return number;
}

unsigned apo_store_count_messages(apo_store *store, apo_span conversation)
{
    return count(store, &count_sql, conversation);
}

apo_status apo_store_list_conversations(apo_store *store, apo_span person, unsigned limit,
                                        apo_store_conversation_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_conversations_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, person);
    apo_bind_number(statement, 2, limit);
    return list_conversations(statement, row, context);
}

bool apo_store_is_muted(apo_store *store, apo_span person, apo_span other)
{
    apo_statement *row;
    bool is_found = apo_reader_find(store, &find_mute_sql, person, other, &row) == APO_OK;
    if (is_found)
        apo_reset(row);
    return is_found;
}

bool apo_store_is_shunned(apo_store *store, apo_span person)
{
    return count(store, &find_shunned_sql, person) != 0;
}

apo_status apo_store_list_muted(apo_store *store, apo_span person, apo_store_muted_row *row,
                                void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_muted_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, person);
    enum apo_step code;
    while ((code = apo_step(statement)) == APO_STEP_ROW) {
        char muted[APO_STORE_ID_MAX];
        APO_COPY_COLUMN(muted, statement, 0);
        if (!row(context, muted, apo_column_number(statement, 1)))
            break;
    }
    return apo_reader_end(statement, code);
}
