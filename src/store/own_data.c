#include "store/own_data.h"

#include <stdio.h>
#include <string.h>

#include "base/copy.h"
#include "base/json.h"
#include "base/text.h"
#include "store/store_priv.h"

#define OWN_GAMES "(SELECT id FROM game WHERE seat0 = ?1 OR seat1 = ?1)"
#define OWN_SEAT(side)                                           \
    "((game IN (SELECT id FROM game WHERE seat0 = ?1) AND " side \
    " = 0) OR (game IN (SELECT id FROM game WHERE seat1 = ?1) AND " side " = 1))"
#define OWN_INVITATIONS "(SELECT id FROM invitation WHERE asker = ?1 OR asked = ?1)"
#define DELETED         "'" APO_STORE_DELETED_NAME "'"

/* Columns that are secrets or lead to them; some in one table only. */
static const char secrets[] =
    " password name_key digest key secret address_key mail.data mail.cause "
    "push.session push.auth work.lease ";

/* The tables, in the order of the export, with the condition for the person's rows; NULL:
 * none. */
static const struct {
    apo_own_rule rule;
    const char *where;
} rules[] = {
    {{"person", "",
      "a row without name, password, language and time zone, so that games have players"},
     "id = ?1"},
    {{"session", "person", "nothing"}, "person = ?1"},
    {{"push", "", "nothing"}, "session IN (SELECT digest FROM session WHERE person = ?1)"},
    {{"token", "person", "nothing"}, "person = ?1"},
    {{"client", "person", "nothing"}, "person = ?1"},
    {{"second_factor", "person", "nothing"}, "person = ?1"},
    {{"recovery", "person", "nothing"}, "person = ?1"},
    {{"passkey", "person", "nothing"}, "person = ?1"},
    {{"former_name", "person", "nothing"}, "person = ?1"},
    {{"moderation", "person", "what was done and why, without a name"}, "person = ?1"},
    {{"game", "creator seat0 seat1 turn", "the game"}, "seat0 = ?1 OR seat1 = ?1"},
    {{"event", "", "the game, with another name in it"}, OWN_SEAT("who")},
    {{"archive", "white black", "the game, with another name; the own collection goes"},
     "game IN " OWN_GAMES " OR id IN (SELECT id FROM archive_tag WHERE tag = ?2)"},
    {{"review", "person", "the review, without a name"}, "person = ?1"},
    {{"archive_tag", "", "the game is no longer found by the name"}, NULL},
    {{"rating", "person", "nothing"}, "person = ?1"},
    {{"rated", "person opponent", "what the opponents' ratings came from"}, "person = ?1"},
    {{"score", "person opponent", "what the opponents have scored"}, "person = ?1"},
    {{"tournament", "organiser", "the tournament"}, "organiser = ?1"},
    {{"entry", "person", "the place in the table"}, "person = ?1"},
    {{"team", "captain", "the team"}, "captain = ?1"},
    {{"series", "organiser", "the series"}, "organiser = ?1"},
    {{"series_tournament", "", "the series' tournaments"},
     "series IN (SELECT id FROM series WHERE organiser = ?1)"},
    {{"final_place", "person", "the place"}, "person = ?1"},
    {{"season_place", "person", "the place"}, "person = ?1"},
    {{"pairing", "white black", "the result"}, "white = ?1 OR black = ?1"},
    {{"vacation", "person", "nothing"}, "person = ?1"},
    {{"game_note", "", "nothing"}, OWN_SEAT("side")},
    {{"invitation", "asker asked", "nothing"}, "asker = ?1 OR asked = ?1"},
    {{"invitation_step", "person", "nothing"}, "invitation IN " OWN_INVITATIONS},
    {{"block", "person blocked", "nothing"}, "person = ?1"},
    {{"mailbox", "person", "nothing"}, "person = ?1"},
    {{"mail", "person", "nothing"}, "person = ?1"},
    {{"mail_secret", "person", "nothing"}, "person = ?1"},
    {{"reminder", "person", "nothing"}, "person = ?1"},
    {{"problem", "author", "problems that are public"}, "author = ?1"},
    {{"solved", "person", "nothing"}, "person = ?1"},
    {{"problem_rating", "person", "nothing"}, "person = ?1"},
    {{"problem_try", "person", "nothing"}, "person = ?1"},
    {{"published", "author", "the game, without a name; others play it"}, "author = ?1"},
    {{"published_version", "", "the rules of games that were played"},
     "kind IN (SELECT kind FROM published WHERE author = ?1)"},
    {{"study", "owner", "nothing"}, "owner = ?1"},
    {{"shown_collection", "person", "nothing"}, "person = ?1"},
    {{"study_member", "person", "nothing"},
     "person = ?1 OR study IN (SELECT id FROM study WHERE owner = ?1)"},
    {{"draft", "owner", "nothing"}, "owner = ?1"},
    {{"lesson", "person", "nothing"}, "person = ?1"},
    {{"message", "writer", "nothing"},
     "writer = ?1 OR room IN (SELECT room FROM conversation WHERE person = ?1)"},
    {{"conversation", "person other", "nothing"}, "person = ?1"},
    {{"mute", "person muted", "nothing"}, "person = ?1"},
    {{"follow", "person followed", "nothing"}, "person = ?1"},
    {{"report", "person about", "nothing"}, "person = ?1"},
    {{"notice", "person other", "nothing"}, "person = ?1"},
    {{"notice_choice", "person", "nothing"}, "person = ?1"},
    {{"work", "person worker first_by second_by", "nothing"}, "person = ?1"},
    {{"worker", "person", "nothing"}, "person = ?1"},
    {{"work_fault", "person", "nothing"}, "person = ?1"},
    {{"project", "person", "the project, without a name"}, "person = ?1"},
    {{"job", "", "nothing"}, NULL},
    /* Tables without personal data. */
    {{"definition", "", ""}, NULL},
    {{"number", "", ""}, NULL},
    {{"setting", "", ""}, NULL},
    {{"archive_line", "", ""}, NULL},
    {{"archive_stage", "", ""}, NULL},
    {{"archive_start", "", ""}, NULL},
    {{"archive_length", "", ""}, NULL},
    {{"project_count", "", ""}, NULL},
    {{"project_part", "", ""}, NULL},
};

bool apo_own_rule_at(apo_own_rule *out, size_t index)
{
    if (index >= sizeof rules / sizeof rules[0])
        return false;
    *out = rules[index].rule;
    return true;
}

/* --- deleting ------------------------------------------------------------ */

/* Run in this order: rows that refer to others come before those. ?1 is the person. */
static const apo_sql deletions[] = {
    {"DELETE FROM session WHERE person = ?1", false},
    {"DELETE FROM token WHERE person = ?1", false},
    {"DELETE FROM client WHERE person = ?1", false},
    {"DELETE FROM second_factor WHERE person = ?1", false},
    {"DELETE FROM recovery WHERE person = ?1", false},
    {"DELETE FROM passkey WHERE person = ?1", false},
    {"DELETE FROM solved WHERE person = ?1", false},
    {"DELETE FROM problem_rating WHERE person = ?1", false},
    {"DELETE FROM problem_try WHERE person = ?1", false},
    {"DELETE FROM problem WHERE author = ?1 AND state <> 1", false},
    {"UPDATE problem SET key = NULL WHERE author = ?1", false},
    {"UPDATE published_version SET key = NULL WHERE kind IN"
     " (SELECT kind FROM published WHERE author = ?1)",
     false},
    {"DELETE FROM study WHERE owner = ?1", false},
    {"DELETE FROM shown_collection WHERE person = ?1", false},
    {"DELETE FROM study_member WHERE person = ?1", false},
    {"DELETE FROM draft WHERE owner = ?1", false},
    {"DELETE FROM lesson WHERE person = ?1", false},
    {"DELETE FROM mail_secret WHERE person = ?1", false},
    {"DELETE FROM mail WHERE person = ?1", false},
    {"DELETE FROM mailbox WHERE person = ?1", false},
    {"DELETE FROM former_name WHERE person = ?1", false},
    {"UPDATE moderation SET name = " DELETED " WHERE person = ?1", false},
    {"UPDATE game SET key = NULL WHERE creator = ?1 AND key IS NOT NULL", false},
    {"UPDATE event SET data = 'person ' || ?1 || ' " APO_STORE_DELETED_NAME "'"
     " WHERE game IN " OWN_GAMES " AND kind = 'join' AND data LIKE 'person ' || ?1 || ' %'",
     false},
    {"UPDATE event SET data = ?1 || ' " APO_STORE_DELETED_NAME "'"
     " WHERE game IN " OWN_GAMES " AND kind = 'heir' AND data LIKE ?1 || ' %'",
     false},
    {"UPDATE event SET key = NULL WHERE key IS NOT NULL AND " OWN_SEAT("who"), false},
    {"UPDATE archive SET white_name = " DELETED " WHERE game IN " OWN_GAMES " AND white = ?1",
     false},
    {"UPDATE archive SET black_name = " DELETED " WHERE game IN " OWN_GAMES " AND black = ?1",
     false},
    {"DELETE FROM rating WHERE person = ?1", false},
    {"DELETE FROM rated WHERE person = ?1", false},
    {"DELETE FROM score WHERE person = ?1", false},
    {"DELETE FROM vacation WHERE person = ?1", false},
    {"DELETE FROM game_note WHERE " OWN_SEAT("side"), false},
    {"DELETE FROM reminder WHERE person = ?1", false},
    {"DELETE FROM job WHERE kind = 'invitation' AND subject IN " OWN_INVITATIONS, false},
    {"DELETE FROM invitation_step WHERE invitation IN " OWN_INVITATIONS, false},
    {"DELETE FROM invitation WHERE asker = ?1 OR asked = ?1", false},
    {"DELETE FROM block WHERE person = ?1 OR blocked = ?1", false},
    {"DELETE FROM message WHERE writer = ?1 OR room IN"
     " (SELECT room FROM conversation WHERE person = ?1)",
     false},
    {"DELETE FROM notice WHERE person = ?1 OR other = ?1", false},
    {"DELETE FROM notice_choice WHERE person = ?1", false},
    {"DELETE FROM job WHERE kind IN ('notice-mail', 'notice-push') AND subject = ?1", false},
    {"DELETE FROM conversation WHERE person = ?1 OR other = ?1", false},
    {"DELETE FROM mute WHERE person = ?1 OR muted = ?1", false},
    {"DELETE FROM follow WHERE person = ?1 OR followed = ?1", false},
    {"DELETE FROM report WHERE person = ?1 OR about = ?1", false},
    {"DELETE FROM work WHERE person = ?1", false},
    {"UPDATE work SET worker = '', lease = '', until_ms = 0 WHERE worker = ?1", false},
    {"UPDATE work SET state = 0, first_by = '', second_by = '', first_result = '',"
     " second_result = '' WHERE first_by = ?1 OR second_by = ?1",
     false},
    {"DELETE FROM worker WHERE person = ?1", false},
    {"DELETE FROM work_fault WHERE person = ?1", false},
    {"DELETE FROM job WHERE kind IN ('digest', 'vacation') AND subject = ?1", false},
    {"UPDATE person SET is_account = 0, name = " DELETED
     ", name_key = NULL, password = NULL, language = '', zone = '', standing = 4 WHERE id = ?1",
     true},
};
static const apo_sql drop_tag_sql = {"DELETE FROM archive_tag WHERE tag = ?2 AND id IN"
                                     " (SELECT id FROM archive WHERE game IN " OWN_GAMES ")",
                                     false};

void apo_own_delete(apo_store_batch *batch, const char *person, int64_t name_tag)
{
    apo_batch_op *op = apo_batch_add(batch, &drop_tag_sql);
    apo_batch_text(batch, op, person);
    apo_batch_number(op, name_tag);
    for (size_t i = 0; i < sizeof deletions / sizeof deletions[0]; i++)
        apo_batch_text(batch, apo_batch_add(batch, &deletions[i]), person);
}

/* --- exporting ----------------------------------------------------------- */

static bool is_named(const char *table, const char *dot, const char *column)
{
    char word[APO_STORE_KEY_MAX];
    apo_text text = apo_text_start(word, sizeof word);
    apo_text_add_char(&text, ' ');
    apo_text_add(&text, table);
    apo_text_add(&text, dot);
    apo_text_add(&text, column);
    apo_text_add_char(&text, ' ');
    return strstr(secrets, word) != NULL;
}

static bool is_secret(const char *table, const char *column)
{
    return is_named("", "", column) || is_named(table, ".", column);
}

static void add_value(apo_buffer *out, const char *table, apo_statement *row, int column)
{
    const char *name = row->driver->column_name(row, column);
    char number[32];
    if (is_secret(table, name))
        return;
    switch (row->driver->column_kind(row, column)) {
    case APO_COLUMN_NUMBER:
        apo_json_add_number(out, name, apo_column_number(row, column));
        return;
    case APO_COLUMN_REAL:
        snprintf(number, sizeof number, "%.6g", apo_column_real(row, column));
        apo_json_add_string(out, name, number);
        return;
    case APO_COLUMN_NULL: apo_json_add_null(out, name); return;
    case APO_COLUMN_TEXT: apo_json_add_text(out, name, apo_column_span(row, column));
    }
}

struct apo_own_export {
    apo_database *db;
    char *person; /* owned */
    int64_t collection_tag;
    size_t table;       /* index of the present rule */
    apo_statement *row; /* of the present table; NULL: not begun */
    bool has_rows;      /* a row of the present table has been written */
};

apo_status apo_own_export_open(apo_own_export **out, apo_store *store, apo_span person,
                               int64_t collection_tag)
{
    apo_own_export *all = apo_allocate_zero(NULL, sizeof *all);
    if (all == NULL)
        return APO_E_MEMORY;
    all->collection_tag = collection_tag;
    all->person = apo_copy_span(NULL, person);
    apo_status status = all->person != NULL ? APO_OK : APO_E_MEMORY;
    if (status == APO_OK)
        status = apo_database_open(&all->db, store->address, true, NULL);
    if (status == APO_OK && !apo_sql_run(all->db, "BEGIN"))
        status = APO_E_IO;
    if (status == APO_OK)
        *out = all;
    else
        apo_own_export_close(all);
    return status;
}

static void finish_row(apo_own_export *all)
{
    if (all->row != NULL)
        all->row->driver->finish(all->row);
    all->row = NULL;
}

void apo_own_export_close(apo_own_export *all)
{
    if (all == NULL)
        return;
    finish_row(all);
    apo_database_close(all->db);
    apo_free(NULL, all->person);
    apo_free(NULL, all);
}

static apo_status begin_table(apo_own_export *all, apo_buffer *out)
{
    apo_buffer sql;
    const char *table = rules[all->table].rule.table;
    apo_buffer_init(&sql, NULL);
    apo_buffer_add(&sql, "SELECT * FROM ");
    apo_buffer_add(&sql, table);
    apo_buffer_add(&sql, " WHERE ");
    apo_buffer_add(&sql, rules[all->table].where);
    if (!sql.is_failed)
        all->row = all->db->driver->prepare(all->db, sql.bytes, true);
    apo_buffer_clear(&sql);
    if (all->row == NULL)
        return APO_E_IO;
    apo_bind_span(all->row, 1, apo_span_of(all->person));
    if (all->row->driver->value_count(all->row) > 1)
        apo_bind_number(all->row, 2, all->collection_tag);
    all->has_rows = false;
    apo_buffer_add(out, ",\"");
    apo_buffer_add(out, table);
    apo_buffer_add(out, "\":[");
    return APO_OK;
}

static void end_table(apo_own_export *all, apo_buffer *out)
{
    apo_buffer_add(out, "]");
    finish_row(all);
    all->table++;
}

static void add_row(apo_own_export *all, apo_buffer *out)
{
    apo_buffer_add(out, all->has_rows ? ",{" : "{");
    all->has_rows = true;
    for (int i = 0; i < all->row->driver->column_count(all->row); i++)
        add_value(out, rules[all->table].rule.table, all->row, i);
    apo_buffer_add_char(out, '}');
}

apo_status apo_own_export_more(apo_own_export *all, apo_buffer *out, unsigned rows,
                               bool *out_has_more)
{
    const size_t tables = sizeof rules / sizeof rules[0];
    apo_status status = APO_OK;
    while (status == APO_OK && rows > 0 && all->table < tables) {
        if (rules[all->table].where == NULL) {
            all->table++;
            continue;
        }
        if (all->row == NULL)
            status = begin_table(all, out);
        if (status != APO_OK)
            break;
        enum apo_step code = apo_step(all->row);
        if (code == APO_STEP_ROW)
            add_row(all, out);
        else if (code == APO_STEP_DONE)
            end_table(all, out);
        else
            status = APO_E_IO;
        rows--;
    }
    *out_has_more = all->table < tables;
    return status;
}
