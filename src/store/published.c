#include "store/published.h"

#include "store/store_priv.h"

#define COLUMNS                                                                        \
    "p.kind, p.author, p.id, p.remix, p.remix_version, p.hidden, p.version, p.games,"  \
    " p.created_ms, v.version, v.key, v.definition, v.name, v.files, v.ranks, v.rows," \
    " v.starts, v.bytes, v.at_ms"
#define ANY_VERSION \
    "SELECT " COLUMNS " FROM published p JOIN published_version v ON v.kind = p.kind"
#define NEWEST ANY_VERSION " AND v.version = p.version"

static const apo_sql add_game_sql = {
    "INSERT INTO published (kind, author, id, name, remix, remix_version, hidden, version,"
    " games, created_ms) VALUES (?1, ?2, ?3, ?4, NULLIF(?5, ''), ?6, 0, 1, 0, ?7)",
    false};
static const apo_sql add_version_sql = {
    "INSERT INTO published_version (kind, version, key, definition, name, files, ranks, rows,"
    " starts, bytes, pieces, at_ms)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    false};
static const apo_sql set_newest_sql = {
    "UPDATE published SET version = ?2, name = ?3 WHERE kind = ?1", true};
static const apo_sql hide_sql = {"UPDATE published SET hidden = ?2 WHERE kind = ?1", true};
static const apo_sql count_sql = {"UPDATE published SET games = games + 1 WHERE kind = ?1",
                                  false};
static const apo_sql find_sql = {NEWEST " WHERE p.kind = ?1", false};
static const apo_sql find_id_sql = {NEWEST " WHERE p.author = ?1 AND p.id = ?2", false};
static const apo_sql find_version_sql = {ANY_VERSION " WHERE p.kind = ?1 AND v.version = ?2",
                                         false};
static const apo_sql find_definition_sql = {
    ANY_VERSION " WHERE p.kind = ?1 AND v.definition = ?2 ORDER BY v.version DESC LIMIT 1",
    false};
static const apo_sql find_pieces_sql = {
    "SELECT pieces FROM published_version WHERE kind = ?1 AND version = ?2", false};
static const apo_sql count_by_sql = {"SELECT count(*) FROM published WHERE author = ?1", false};
static const apo_sql list_newest_sql = {
    NEWEST " WHERE p.hidden = 0 AND (p.created_ms, p.kind) < (?1, ?2)"
           " AND (?3 = '' OR instr(lower(p.name), ?3) > 0)"
           " ORDER BY p.created_ms DESC, p.kind DESC LIMIT ?4",
    false};
static const apo_sql list_played_sql = {NEWEST
                                        " WHERE p.hidden = 0 AND (p.games, p.kind) < (?1, ?2)"
                                        " AND (?3 = '' OR instr(lower(p.name), ?3) > 0)"
                                        " ORDER BY p.games DESC, p.kind DESC LIMIT ?4",
                                        false};
static const apo_sql list_by_sql = {
    NEWEST " WHERE p.author = ?1 ORDER BY p.created_ms DESC, p.kind DESC LIMIT ?2", false};
static const apo_sql list_remixes_sql = {NEWEST
                                         " WHERE p.remix = ?1 AND p.hidden = 0"
                                         " ORDER BY p.created_ms DESC, p.kind DESC LIMIT ?2",
                                         false};
static const apo_sql list_versions_sql = {
    ANY_VERSION " WHERE p.kind = ?1 ORDER BY v.version DESC LIMIT ?2", false};

/* --- writing ------------------------------------------------------------- */

void apo_store_add_published(apo_store_batch *batch, const apo_store_published *game)
{
    apo_batch_op *op = apo_batch_add(batch, &add_game_sql);
    apo_batch_text(batch, op, game->variant);
    apo_batch_text(batch, op, game->author);
    apo_batch_text(batch, op, game->id);
    apo_batch_text(batch, op, game->name);
    apo_batch_text(batch, op, game->remix);
    apo_batch_number(op, game->remix_version);
    apo_batch_number(op, game->created_ms);
}

void apo_store_add_version(apo_store_batch *batch, const apo_store_published *game,
                           apo_span pieces)
{
    apo_batch_op *op = apo_batch_add(batch, &add_version_sql);
    apo_batch_text(batch, op, game->variant);
    apo_batch_number(op, game->version);
    apo_batch_text(batch, op, game->key);
    apo_batch_text(batch, op, game->definition);
    apo_batch_text(batch, op, game->name);
    apo_batch_number(op, game->files);
    apo_batch_number(op, game->ranks);
    apo_batch_number(op, game->rows);
    apo_batch_number(op, game->starts);
    apo_batch_number(op, game->bytes);
    apo_batch_span(batch, op, pieces);
    apo_batch_number(op, game->at_ms);
    op = apo_batch_add(batch, &set_newest_sql);
    apo_batch_text(batch, op, game->variant);
    apo_batch_number(op, game->version);
    apo_batch_text(batch, op, game->name);
}

void apo_store_hide_published(apo_store_batch *batch, const char *variant,
                              enum apo_store_hidden hidden)
{
    apo_batch_op *op = apo_batch_add(batch, &hide_sql);
    apo_batch_text(batch, op, variant);
    apo_batch_number(op, hidden);
}

void apo_store_count_published(apo_store_batch *batch, const char *variant)
{
    apo_batch_op *op = apo_batch_add(batch, &count_sql);
    apo_batch_text(batch, op, variant);
}

/* --- reading ------------------------------------------------------------- */

static void read_published(void *to, apo_statement *row)
{
    apo_store_published *out = to;
    APO_COPY_COLUMN(out->variant, row, 0);
    APO_COPY_COLUMN(out->author, row, 1);
    APO_COPY_COLUMN(out->id, row, 2);
    APO_COPY_COLUMN(out->remix, row, 3);
    out->remix_version = (unsigned)apo_column_int(row, 4);
    out->hidden = (enum apo_store_hidden)apo_column_int(row, 5);
    out->latest = (unsigned)apo_column_int(row, 6);
    out->games = apo_column_number(row, 7);
    out->created_ms = apo_column_number(row, 8);
    out->version = (unsigned)apo_column_int(row, 9);
    APO_COPY_COLUMN(out->key, row, 10);
    APO_COPY_COLUMN(out->definition, row, 11);
    APO_COPY_COLUMN(out->name, row, 12);
    out->files = (unsigned)apo_column_int(row, 13);
    out->ranks = (unsigned)apo_column_int(row, 14);
    out->rows = (unsigned)apo_column_int(row, 15);
    out->starts = (unsigned)apo_column_int(row, 16);
    out->bytes = apo_column_number(row, 17);
    out->at_ms = apo_column_number(row, 18);
}

APO_ROW_LIST(list_rows, apo_store_published, read_published)

apo_status apo_store_find_published(apo_store *store, apo_store_published *out,
                                    apo_span variant)
{
    return apo_reader_read(store, &find_sql, variant, apo_span_of(""), read_published, out);
}

apo_status apo_store_find_published_id(apo_store *store, apo_store_published *out,
                                       apo_span author, apo_span id)
{
    return apo_reader_read(store, &find_id_sql, author, id, read_published, out);
}

apo_status apo_store_find_version(apo_store *store, apo_store_published *out, apo_span variant,
                                  unsigned version)
{
    return apo_reader_read_number(store, &find_version_sql, variant, version, read_published,
                                  out);
}

apo_status apo_store_find_version_of(apo_store *store, apo_store_published *out,
                                     apo_span variant, apo_span definition)
{
    return apo_reader_read(store, &find_definition_sql, variant, definition, read_published,
                           out);
}

static void read_pieces(void *to, apo_statement *row)
{
    apo_buffer_add_span(to, apo_column_span(row, 0));
}

apo_status apo_store_find_pieces(apo_store *store, apo_buffer *out, apo_span variant,
                                 unsigned version)
{
    return apo_reader_read_number(store, &find_pieces_sql, variant, version, read_pieces, out);
}

unsigned apo_store_count_published_by(apo_store *store, apo_span author)
{
    apo_statement *row;
    if (apo_reader_find(store, &count_by_sql, author, apo_span_of(""), &row) != APO_OK)
        return 0;
    unsigned count = (unsigned)apo_column_int(row, 0);
    apo_reset(row);
    return count;
}

apo_status apo_store_list_published(apo_store *store, const apo_store_published_filter *filter,
                                    unsigned limit, apo_store_published_row *row, void *context)
{
    const apo_store_published *before = filter->before;
    apo_statement *statement =
        apo_reader_statement(store, filter->is_by_games ? &list_played_sql : &list_newest_sql);
    if (statement == NULL)
        return APO_E_IO;
    int64_t after = INT64_MAX;
    if (before != NULL)
        after = filter->is_by_games ? before->games : before->created_ms;
    apo_bind_number(statement, 1, after);
    apo_bind_span(statement, 2, apo_span_of(before != NULL ? before->variant : ""));
    apo_bind_span(statement, 3, filter->search);
    apo_bind_number(statement, 4, limit);
    return list_rows(statement, row, context);
}

static apo_status list_of(apo_store *store, const apo_sql *which, apo_span text, unsigned limit,
                          apo_store_published_row *row, void *context)
{
    apo_statement *statement = apo_reader_ask_number(store, which, text, limit);
    return statement != NULL ? list_rows(statement, row, context) : APO_E_IO;
}

apo_status apo_store_list_published_by(apo_store *store, apo_span author, unsigned limit,
                                       apo_store_published_row *row, void *context)
{
    return list_of(store, &list_by_sql, author, limit, row, context);
}

apo_status apo_store_list_remixes(apo_store *store, apo_span variant, unsigned limit,
                                  apo_store_published_row *row, void *context)
{
    return list_of(store, &list_remixes_sql, variant, limit, row, context);
}

apo_status apo_store_list_versions(apo_store *store, apo_span variant, unsigned limit,
                                   apo_store_published_row *row, void *context)
{
    return list_of(store, &list_versions_sql, variant, limit, row, context);
}
