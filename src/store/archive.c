#include "store/archive.h"

#include "store/store_priv.h"

#define RECORD_COLUMNS                                                                       \
    "id, game, collection, variant, definition, start_number, start_name, handicap, white, " \
    "black, white_name, black_name, kind, clock, is_rated, quarters, reason, plies, "        \
    "begun_ms, ended_ms, fen, moves, notes"
#define STATS_COLUMNS                                                              \
    "sum(games), sum(quarters0), sum(quarters1), sum(quarters2), sum(quarters3), " \
    "sum(quarters4), sum(plies)"
#define STATS_NAMES "games, quarters0, quarters1, quarters2, quarters3, quarters4, plies"
#define STATS_GROWTH(table)                                  \
    "games = " table ".games + excluded.games,"              \
    " quarters0 = " table ".quarters0 + excluded.quarters0," \
    " quarters1 = " table ".quarters1 + excluded.quarters1," \
    " quarters2 = " table ".quarters2 + excluded.quarters2," \
    " quarters3 = " table ".quarters3 + excluded.quarters3," \
    " quarters4 = " table ".quarters4 + excluded.quarters4," \
    " plies = " table ".plies + excluded.plies"
/* Statistics of one game whose quarters are `n`. */
#define ONE_GAME(n)                                              \
    "1, CAST(" n " = 0 AS INTEGER), CAST(" n " = 1 AS INTEGER)," \
    " CAST(" n " = 2 AS INTEGER), CAST(" n " = 3 AS INTEGER),"   \
    " CAST(" n " = 4 AS INTEGER)"
#define IS_ONE_OF(kinds) "(1 << CAST(kind AS INTEGER)) & " kinds " <> 0"

static const apo_sql add_record_sql = {
    "INSERT INTO archive (" RECORD_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,"
    " NULLIF(?9, ''), NULLIF(?10, ''), ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21,"
    " ?22, ?23)",
    false};
static const apo_sql add_tag_sql = {
    "INSERT INTO archive_tag (tag, id) VALUES (?1, ?2) ON CONFLICT DO NOTHING", false};
static const apo_sql add_line_sql = {
    "INSERT INTO archive_line (tag, move, " STATS_NAMES ") VALUES (?1, ?2, " ONE_GAME(
        "?3") ", ?4)"
              " ON CONFLICT (tag, move) DO UPDATE SET " STATS_GROWTH("archive_line"),
    false};
static const apo_sql drop_record_sql = {"DELETE FROM archive WHERE id = ?1", true};
static const apo_sql drop_tag_sql = {"DELETE FROM archive_tag WHERE tag = ?1 AND id = ?2",
                                     false};
static const apo_sql shrink_line_sql = {
    "UPDATE archive_line SET games = games - 1, quarters0 = quarters0 - CAST(?3 = 0 AS INTEGER),"
    " quarters1 = quarters1 - CAST(?3 = 1 AS INTEGER),"
    " quarters2 = quarters2 - CAST(?3 = 2 AS INTEGER),"
    " quarters3 = quarters3 - CAST(?3 = 3 AS INTEGER),"
    " quarters4 = quarters4 - CAST(?3 = 4 AS INTEGER), plies = plies - ?4"
    " WHERE tag = ?1 AND move = ?2",
    false};
static const apo_sql drop_line_sql = {
    "DELETE FROM archive_line WHERE tag = ?1 AND move = ?2 AND games <= 0", false};
static const apo_sql stage_sql = {
    "INSERT INTO archive_stage (tag, id, move, quarters, plies) VALUES (?1, ?2, ?3, ?4, ?5)",
    false};
static const apo_sql settle_tags_sql = {
    "INSERT INTO archive_tag (tag, id) SELECT tag, id FROM archive_stage"
    " WHERE true ORDER BY tag, id ON CONFLICT DO NOTHING",
    false};
static const apo_sql settle_lines_sql = {
    "INSERT INTO archive_line (tag, move, " STATS_NAMES ")"
    " SELECT tag, move, count(*), count(*) FILTER (WHERE quarters = 0),"
    " count(*) FILTER (WHERE quarters = 1), count(*) FILTER (WHERE quarters = 2),"
    " count(*) FILTER (WHERE quarters = 3), count(*) FILTER (WHERE quarters = 4), sum(plies)"
    " FROM archive_stage WHERE move <> '' GROUP BY tag, move"
    " ON CONFLICT (tag, move) DO UPDATE SET " STATS_GROWTH("archive_line"),
    false};
static const apo_sql settle_end_sql = {"DELETE FROM archive_stage", false};
static const apo_sql count_start_sql = {
    "INSERT INTO archive_start (variant, name, number, kind, " STATS_NAMES ")"
    " VALUES (?1, ?2, ?3, ?4, " ONE_GAME(
        "?5") ", ?6)"
              " ON CONFLICT (variant, name, number, kind) DO UPDATE SET " STATS_GROWTH(
                  "archive_start"),
    false};
static const apo_sql count_length_sql = {
    "INSERT INTO archive_length (variant, kind, tens, games) VALUES (?1, ?2, ?3, 1)"
    " ON CONFLICT (variant, kind, tens) DO UPDATE SET games = archive_length.games + 1",
    false};
static const apo_sql read_record_sql = {"SELECT " RECORD_COLUMNS " FROM archive WHERE id = ?1",
                                        false};
static const apo_sql find_record_sql = {
    "SELECT " RECORD_COLUMNS " FROM archive WHERE game = ?1", false};
static const apo_sql list_annotated_sql = {
    "SELECT " RECORD_COLUMNS " FROM archive WHERE collection = '' AND notes <> '' AND id < ?1"
    " ORDER BY id DESC LIMIT ?2",
    false};
static const apo_sql show_sql = {
    "INSERT INTO shown_collection (person, at_ms) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
    false};
static const apo_sql hide_sql = {"DELETE FROM shown_collection WHERE person = ?1", false};
static const apo_sql is_shown_sql = {"SELECT 1 FROM shown_collection WHERE person = ?1", false};
static const apo_sql list_shown_sql = {
    "SELECT person FROM shown_collection ORDER BY at_ms DESC, person LIMIT ?1", false};
static const apo_sql has_record_sql = {"SELECT 1 FROM archive WHERE game = ?1", false};
static const apo_sql seek_tag_sql = {
    "SELECT id FROM archive_tag WHERE tag = ?1 AND id <= ?2 ORDER BY id DESC LIMIT 1", false};
static const apo_sql count_tag_sql = {
    "SELECT count(*) FROM (SELECT 1 FROM archive_tag WHERE tag = ?1 LIMIT ?2) AS counted",
    false};
static const apo_sql list_lines_sql = {"SELECT move, " STATS_NAMES
                                       " FROM archive_line WHERE tag = ?1"
                                       " ORDER BY games DESC, move",
                                       false};
static const apo_sql list_starts_sql = {
    "SELECT name, number, " STATS_COLUMNS " FROM archive_start WHERE variant = ?1"
    " AND " IS_ONE_OF("?2") " GROUP BY name, number ORDER BY name, number",
    false};
static const apo_sql find_stats_sql = {"SELECT " STATS_COLUMNS
                                       " FROM archive_start WHERE variant = ?1"
                                       " AND " IS_ONE_OF("?2"),
                                       false};
static const apo_sql list_lengths_sql = {
    "SELECT tens, sum(games) FROM archive_length WHERE variant = ?1 AND " IS_ONE_OF(
        "?2") " GROUP BY tens ORDER BY tens",
    false};
static const apo_sql is_staged_sql = {"SELECT 1 FROM archive_stage LIMIT 1", false};

/* --- writing ------------------------------------------------------------- */

void apo_store_add_record(apo_store_batch *batch, const apo_store_record *record)
{
    apo_batch_op *op = apo_batch_add(batch, &add_record_sql);
    apo_batch_number(op, record->id);
    apo_batch_text(batch, op, record->game);
    apo_batch_text(batch, op, record->collection);
    apo_batch_text(batch, op, record->variant);
    apo_batch_text(batch, op, record->definition);
    apo_batch_number(op, record->start_number);
    apo_batch_text(batch, op, record->start_name);
    apo_batch_text(batch, op, record->handicap);
    for (unsigned i = 0; i < APO_STORE_SEATS; i++)
        apo_batch_text(batch, op, record->players[i]);
    for (unsigned i = 0; i < APO_STORE_SEATS; i++)
        apo_batch_text(batch, op, record->names[i]);
    apo_batch_number(op, record->kind);
    apo_batch_number(op, record->clock);
    apo_batch_number(op, record->is_rated);
    apo_batch_number(op, record->quarters);
    apo_batch_text(batch, op, record->reason);
    apo_batch_number(op, record->plies);
    apo_batch_number(op, record->begun_ms);
    apo_batch_number(op, record->ended_ms);
    apo_batch_span(batch, op, record->fen);
    apo_batch_span(batch, op, record->moves);
    apo_batch_span(batch, op, record->notes);
}

void apo_store_add_tag(apo_store_batch *batch, int64_t tag, int64_t id)
{
    apo_batch_op *op = apo_batch_add(batch, &add_tag_sql);
    apo_batch_number(op, tag);
    apo_batch_number(op, id);
}

static void put_line(apo_store_batch *batch, const apo_sql *which, int64_t tag, apo_span move,
                     int quarters, int64_t plies)
{
    apo_batch_op *op = apo_batch_add(batch, which);
    apo_batch_number(op, tag);
    apo_batch_span(batch, op, move);
    apo_batch_number(op, quarters);
    apo_batch_number(op, plies);
}

void apo_store_add_line(apo_store_batch *batch, int64_t tag, apo_span move, int quarters,
                        int64_t plies)
{
    put_line(batch, &add_line_sql, tag, move, quarters, plies);
}

void apo_store_drop_record(apo_store_batch *batch, int64_t id)
{
    apo_batch_number(apo_batch_add(batch, &drop_record_sql), id);
}

void apo_store_drop_tag(apo_store_batch *batch, int64_t tag, int64_t id)
{
    apo_batch_op *op = apo_batch_add(batch, &drop_tag_sql);
    apo_batch_number(op, tag);
    apo_batch_number(op, id);
}

void apo_store_drop_line(apo_store_batch *batch, int64_t tag, apo_span move, int quarters,
                         int64_t plies)
{
    put_line(batch, &shrink_line_sql, tag, move, quarters, plies);
    apo_batch_op *op = apo_batch_add(batch, &drop_line_sql);
    apo_batch_number(op, tag);
    apo_batch_span(batch, op, move);
}

void apo_store_stage(apo_store_batch *batch, int64_t tag, apo_span move,
                     const apo_store_record *record)
{
    apo_batch_op *op = apo_batch_add(batch, &stage_sql);
    apo_batch_number(op, tag);
    apo_batch_number(op, record->id);
    apo_batch_span(batch, op, move);
    apo_batch_number(op, record->quarters);
    apo_batch_number(op, record->plies);
}

void apo_store_settle(apo_store_batch *batch)
{
    apo_batch_add(batch, &settle_tags_sql);
    apo_batch_add(batch, &settle_lines_sql);
    apo_batch_add(batch, &settle_end_sql);
}

void apo_store_count_start(apo_store_batch *batch, const apo_store_record *record)
{
    apo_batch_op *op = apo_batch_add(batch, &count_start_sql);
    apo_batch_text(batch, op, record->variant);
    apo_batch_text(batch, op, record->start_name);
    apo_batch_number(op, record->start_number);
    apo_batch_number(op, record->kind);
    apo_batch_number(op, record->quarters);
    apo_batch_number(op, record->plies);
    op = apo_batch_add(batch, &count_length_sql);
    apo_batch_text(batch, op, record->variant);
    apo_batch_number(op, record->kind);
    apo_batch_number(op, record->plies / 10);
}

/* --- records ------------------------------------------------------------- */

static void read_record(apo_store_record *out, apo_statement *row)
{
    out->id = apo_column_number(row, 0);
    APO_COPY_COLUMN(out->game, row, 1);
    APO_COPY_COLUMN(out->collection, row, 2);
    APO_COPY_COLUMN(out->variant, row, 3);
    APO_COPY_COLUMN(out->definition, row, 4);
    out->start_number = apo_column_number(row, 5);
    APO_COPY_COLUMN(out->start_name, row, 6);
    APO_COPY_COLUMN(out->handicap, row, 7);
    APO_COPY_COLUMN(out->players[0], row, 8);
    APO_COPY_COLUMN(out->players[1], row, 9);
    APO_COPY_COLUMN(out->names[0], row, 10);
    APO_COPY_COLUMN(out->names[1], row, 11);
    out->kind = (enum apo_record_kind)apo_column_int(row, 12);
    out->clock = (enum apo_record_clock)apo_column_int(row, 13);
    out->is_rated = apo_column_int(row, 14) != 0;
    out->quarters = apo_column_int(row, 15);
    APO_COPY_COLUMN(out->reason, row, 16);
    out->plies = apo_column_number(row, 17);
    out->begun_ms = apo_column_number(row, 18);
    out->ended_ms = apo_column_number(row, 19);
    out->fen = apo_column_span(row, 20);
    out->moves = apo_column_span(row, 21);
    out->notes = apo_column_span(row, 22);
}

APO_ROW_LIST(list_records, apo_store_record, read_record)

/* The statement is bound; its first row, if there is one, is given to `row`. */
static apo_status give_record(apo_statement *statement, apo_store_record_row *row,
                              void *context)
{
    apo_store_record record;
    apo_status status = apo_reader_status(apo_step(statement));
    if (status == APO_OK) {
        read_record(&record, statement);
        row(context, &record);
    }
    apo_reset(statement);
    return status;
}

apo_status apo_store_read_record(apo_store *store, int64_t id, apo_store_record_row *row,
                                 void *context)
{
    apo_statement *statement = apo_reader_statement(store, &read_record_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_number(statement, 1, id);
    return give_record(statement, row, context);
}

apo_status apo_store_find_record(apo_store *store, apo_span game, apo_store_record_row *row,
                                 void *context)
{
    apo_statement *statement = apo_reader_statement(store, &find_record_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, game);
    return give_record(statement, row, context);
}

apo_status apo_store_list_annotated(apo_store *store, int64_t before, unsigned limit,
                                    apo_store_record_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_annotated_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_number(statement, 1, before);
    apo_bind_number(statement, 2, limit);
    return list_records(statement, row, context);
}

/* --- collections that everybody may see ---------------------------------- */

void apo_store_show_collection(apo_store_batch *batch, const char *person, int64_t now_ms)
{
    apo_batch_op *op = apo_batch_add(batch, &show_sql);
    apo_batch_text(batch, op, person);
    apo_batch_number(op, now_ms);
}

void apo_store_hide_collection(apo_store_batch *batch, const char *person)
{
    apo_batch_text(batch, apo_batch_add(batch, &hide_sql), person);
}

static bool has_row(apo_store *store, const apo_sql *which, apo_span key)
{
    apo_statement *statement = apo_reader_statement(store, which);
    if (statement == NULL)
        return false;
    apo_bind_span(statement, 1, key);
    bool is_there = apo_step(statement) == APO_STEP_ROW;
    apo_reset(statement);
    return is_there;
}

bool apo_store_is_collection_shown(apo_store *store, apo_span person)
{
    return person.length > 0 && has_row(store, &is_shown_sql, person);
}

bool apo_store_may_see_record(apo_store *store, const apo_store_record *record, apo_span person)
{
    return record->collection[0] == '\0' || apo_span_is(person, record->collection) ||
           apo_store_is_collection_shown(store, apo_span_of(record->collection));
}

typedef struct owner {
    char person[APO_STORE_ID_MAX];
} owner;

static void read_owner(void *to, apo_statement *row)
{
    owner *out = to;
    APO_COPY_COLUMN(out->person, row, 0);
}

typedef struct naming {
    apo_store_owner_row *row;
    void *context;
} naming;

typedef bool owner_row(void *context, const owner *one);

static bool name_owner(void *context, const owner *one)
{
    const naming *all = context;
    return all->row(all->context, one->person);
}

APO_ROW_LIST(list_owners, owner, read_owner)

apo_status apo_store_list_collections(apo_store *store, unsigned limit,
                                      apo_store_owner_row *row, void *context)
{
    naming all = {row, context};
    apo_statement *statement = apo_reader_statement(store, &list_shown_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_number(statement, 1, limit);
    return list_owners(statement, name_owner, &all);
}

bool apo_store_has_record(apo_store *store, apo_span game)
{
    return has_row(store, &has_record_sql, game);
}

/* --- tags ---------------------------------------------------------------- */

/* One number of a statement with two bound numbers. */
static apo_status ask_number(apo_store *store, int64_t *out, const apo_sql *which, int64_t a,
                             int64_t b)
{
    apo_statement *statement = apo_reader_statement(store, which);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_number(statement, 1, a);
    apo_bind_number(statement, 2, b);
    enum apo_step code = apo_step(statement);
    if (code == APO_STEP_ROW)
        *out = apo_column_number(statement, 0);
    apo_reset(statement);
    return apo_reader_status(code);
}

/* Cycles through the tags. Each accepts the candidate or lowers it; once all accept it, it is a
 * match. So the shortest list sets the pace. */
apo_status apo_store_meet_tags(apo_store *store, int64_t *out, const int64_t *tags,
                               unsigned count, int64_t at_most, unsigned *budget)
{
    int64_t candidate = at_most;
    for (unsigned agreed = 0, at = 0; agreed < count; at = (at + 1) % count) {
        int64_t found;
        if (*budget == 0) {
            *out = candidate;
            return APO_E_OVERFLOW;
        }
        --*budget;
        apo_status status = ask_number(store, &found, &seek_tag_sql, tags[at], candidate);
        if (status != APO_OK)
            return status;
        agreed = found == candidate ? agreed + 1 : 1;
        candidate = found;
    }
    *out = candidate;
    return APO_OK;
}

apo_status apo_store_count_tag(apo_store *store, int64_t *out, int64_t tag, unsigned limit)
{
    return ask_number(store, out, &count_tag_sql, tag, limit);
}

bool apo_store_is_staged(apo_store *store)
{
    apo_statement *statement = apo_reader_statement(store, &is_staged_sql);
    bool is_staged = statement != NULL && apo_step(statement) == APO_STEP_ROW;
    if (statement != NULL)
        apo_reset(statement);
    return is_staged;
}

/* --- sums ---------------------------------------------------------------- */

static void read_stats(apo_store_stats *out, apo_statement *row, int column)
{
    out->games = apo_column_number(row, column);
    for (int i = 0; i < APO_STORE_RESULTS; i++)
        out->results[i] = apo_column_number(row, column + 1 + i);
    out->plies = apo_column_number(row, column + 1 + APO_STORE_RESULTS);
}

apo_status apo_store_list_lines(apo_store *store, int64_t tag, apo_store_line_row *row,
                                void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_lines_sql);
    enum apo_step code;
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_number(statement, 1, tag);
    while ((code = apo_step(statement)) == APO_STEP_ROW) {
        apo_store_stats stats;
        read_stats(&stats, statement, 1);
        if (!row(context, apo_column_span(statement, 0), &stats))
            break;
    }
    return apo_reader_end(statement, code);
}

apo_status apo_store_list_starts(apo_store *store, apo_span variant, unsigned kinds,
                                 apo_store_start_row *row, void *context)
{
    apo_statement *statement = apo_reader_ask_number(store, &list_starts_sql, variant, kinds);
    enum apo_step code;
    if (statement == NULL)
        return APO_E_IO;
    while ((code = apo_step(statement)) == APO_STEP_ROW) {
        apo_store_stats stats;
        read_stats(&stats, statement, 2);
        if (!row(context, apo_column_span(statement, 0), apo_column_number(statement, 1),
                 &stats))
            break;
    }
    return apo_reader_end(statement, code);
}

static void read_stats_only(void *to, apo_statement *row)
{
    read_stats(to, row, 0);
}

apo_status apo_store_find_stats(apo_store *store, apo_store_stats *out, apo_span variant,
                                unsigned kinds)
{
    return apo_reader_read_number(store, &find_stats_sql, variant, kinds, read_stats_only, out);
}

apo_status apo_store_list_lengths(apo_store *store, apo_span variant, unsigned kinds,
                                  apo_store_length_row *row, void *context)
{
    apo_statement *statement = apo_reader_ask_number(store, &list_lengths_sql, variant, kinds);
    enum apo_step code;
    if (statement == NULL)
        return APO_E_IO;
    while ((code = apo_step(statement)) == APO_STEP_ROW) {
        if (!row(context, apo_column_number(statement, 0), apo_column_number(statement, 1)))
            break;
    }
    return apo_reader_end(statement, code);
}
