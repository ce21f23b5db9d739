#include "store/games.h"

#include "store/store_priv.h"

#define GAME_COLUMNS                                                                      \
    "id, kind, definition, creator, key, seat0, seat1, state, is_open, has_job, secret, " \
    "due_ms, created_ms, changed_ms, summary, turn"

static const apo_sql add_definition_sql = {
    "INSERT INTO definition (digest, kind, text) VALUES (?1, ?2, ?3)"
    " ON CONFLICT DO NOTHING",
    false};
static const apo_sql find_definition_sql = {"SELECT text FROM definition WHERE digest = ?1",
                                            false};
static const apo_sql add_game_sql = {
    "INSERT INTO game (" GAME_COLUMNS ") VALUES (?1, ?2, ?3, ?4, NULLIF(?5, ''),"
    " NULLIF(?6, ''), NULLIF(?7, ''), ?8, ?9, ?10, NULLIF(?11, ''), NULLIF(?12, 0), ?13, ?14,"
    " ?15, NULLIF(?16, ''))",
    false};
static const apo_sql set_game_sql = {
    "UPDATE game SET seat0 = NULLIF(?2, ''), seat1 = NULLIF(?3, ''), state = ?4,"
    " is_open = ?5, has_job = ?6, due_ms = NULLIF(?7, 0), changed_ms = ?8, summary = ?9,"
    " turn = NULLIF(?10, '') WHERE id = ?1",
    true};
static const apo_sql add_event_sql = {
    "INSERT INTO event (game, seq, at_ms, who, kind, key, data) VALUES"
    " (?1, ?2, ?3, ?4, ?5, NULLIF(?6, ''), ?7)",
    false};
static const apo_sql find_game_sql = {"SELECT " GAME_COLUMNS " FROM game WHERE id = ?1", false};
static const apo_sql find_secret_sql = {"SELECT " GAME_COLUMNS " FROM game WHERE secret = ?1",
                                        false};
static const apo_sql find_key_sql = {
    "SELECT " GAME_COLUMNS " FROM game WHERE creator = ?1 AND key = ?2", false};
static const apo_sql list_events_sql = {"SELECT seq, at_ms, who, kind, key, data FROM event"
                                        " WHERE game = ?1 AND seq > ?2 ORDER BY seq",
                                        false};
static const apo_sql list_open_sql = {"SELECT " GAME_COLUMNS
                                      " FROM game WHERE is_open = 1 AND state = 0"
                                      " ORDER BY created_ms DESC LIMIT ?1",
                                      false};
static const apo_sql list_playing_sql = {
    "SELECT " GAME_COLUMNS
    " FROM game WHERE is_open = 1 AND state = 1 ORDER BY changed_ms DESC LIMIT ?1",
    false};
static const apo_sql list_jobs_sql = {
    "SELECT " GAME_COLUMNS " FROM game WHERE has_job = 1 ORDER BY changed_ms LIMIT ?1", false};
static const apo_sql list_own_sql = {"SELECT " GAME_COLUMNS
                                     " FROM game WHERE seat0 = ?1 OR seat1 = ?1"
                                     " ORDER BY state <= 1 DESC, changed_ms DESC LIMIT ?2",
                                     false};
/* Each seat by its own index, and no more rows of either than needed. */
#define FINISHED_OF(seat)                                          \
    "SELECT * FROM (SELECT " GAME_COLUMNS " FROM game WHERE " seat \
    " = ?1 AND state = 2 AND changed_ms < ?2 ORDER BY changed_ms DESC LIMIT ?3) AS " seat
static const apo_sql list_finished_sql = {
    FINISHED_OF("seat0") " UNION ALL " FINISHED_OF("seat1") " ORDER BY 14 DESC LIMIT ?3",
    false};
/* Games without a deadline come last; among equals, the one that has waited longest comes
 * first. */
#define URGENCY "(COALESCE(due_ms, 9223372036854775807), changed_ms, id)"
#define CURRENT                                            \
    "(SELECT id FROM game WHERE seat0 = ?1 AND state <= 1" \
    " UNION SELECT id FROM game WHERE seat1 = ?1 AND state <= 1)"
static const apo_sql list_turn_sql = {
    "SELECT " GAME_COLUMNS " FROM game WHERE turn = ?1 AND (?2 = '' OR " URGENCY
    " > (SELECT COALESCE(due_ms, 9223372036854775807), changed_ms, id FROM game WHERE id = ?2))"
    " ORDER BY COALESCE(due_ms, 9223372036854775807), changed_ms, id LIMIT ?3",
    false};
static const apo_sql list_others_sql = {
    "SELECT " GAME_COLUMNS " FROM game WHERE id IN " CURRENT
    " AND turn IS DISTINCT FROM ?1 AND (?2 = '' OR (changed_ms, id) <"
    " (SELECT changed_ms, id FROM game WHERE id = ?2))"
    " ORDER BY changed_ms DESC, id DESC LIMIT ?3",
    false};
static const apo_sql count_turn_sql = {
    "SELECT (SELECT count(*) FROM game WHERE turn = ?1), (SELECT count(*) FROM " CURRENT
    " AS current)",
    false};
static const apo_sql list_due_sql = {
    "SELECT " GAME_COLUMNS " FROM game WHERE due_ms <= ?1 ORDER BY due_ms LIMIT ?2", false};

/* --- writing ------------------------------------------------------------- */

void apo_store_add_definition(apo_store_batch *batch, const char *digest, const char *variant,
                              apo_span text)
{
    apo_batch_op *op = apo_batch_add(batch, &add_definition_sql);
    apo_batch_text(batch, op, digest);
    apo_batch_text(batch, op, variant);
    apo_batch_span(batch, op, text);
}

void apo_store_add_game(apo_store_batch *batch, const apo_store_game *game)
{
    apo_batch_op *op = apo_batch_add(batch, &add_game_sql);
    apo_batch_text(batch, op, game->id);
    apo_batch_text(batch, op, game->variant);
    apo_batch_text(batch, op, game->definition);
    apo_batch_text(batch, op, game->creator);
    apo_batch_text(batch, op, game->key);
    apo_batch_text(batch, op, game->seats[0]);
    apo_batch_text(batch, op, game->seats[1]);
    apo_batch_number(op, game->state);
    apo_batch_number(op, game->is_open);
    apo_batch_number(op, game->has_job);
    apo_batch_text(batch, op, game->secret);
    apo_batch_number(op, game->due_ms);
    apo_batch_number(op, game->created_ms);
    apo_batch_number(op, game->changed_ms);
    apo_batch_text(batch, op, game->summary);
    apo_batch_text(batch, op, game->turn);
}

void apo_store_set_game(apo_store_batch *batch, const apo_store_game *game)
{
    apo_batch_op *op = apo_batch_add(batch, &set_game_sql);
    apo_batch_text(batch, op, game->id);
    apo_batch_text(batch, op, game->seats[0]);
    apo_batch_text(batch, op, game->seats[1]);
    apo_batch_number(op, game->state);
    apo_batch_number(op, game->is_open);
    apo_batch_number(op, game->has_job);
    apo_batch_number(op, game->due_ms);
    apo_batch_number(op, game->changed_ms);
    apo_batch_text(batch, op, game->summary);
    apo_batch_text(batch, op, game->turn);
}

void apo_store_add_event(apo_store_batch *batch, const char *game, const apo_store_event *event)
{
    apo_batch_op *op = apo_batch_add(batch, &add_event_sql);
    apo_batch_text(batch, op, game);
    apo_batch_number(op, (int64_t)event->seq);
    apo_batch_number(op, event->at_ms);
    apo_batch_number(op, event->by);
    apo_batch_span(batch, op, event->kind);
    apo_batch_span(batch, op, event->key);
    apo_batch_span(batch, op, event->data);
}

/* --- reading ------------------------------------------------------------- */

static void read_game(void *to, apo_statement *row)
{
    apo_store_game *out = to;
    APO_COPY_COLUMN(out->id, row, 0);
    APO_COPY_COLUMN(out->variant, row, 1);
    APO_COPY_COLUMN(out->definition, row, 2);
    APO_COPY_COLUMN(out->creator, row, 3);
    APO_COPY_COLUMN(out->key, row, 4);
    APO_COPY_COLUMN(out->seats[0], row, 5);
    APO_COPY_COLUMN(out->seats[1], row, 6);
    out->state = (enum apo_store_state)apo_column_int(row, 7);
    out->is_open = apo_column_int(row, 8) != 0;
    out->has_job = apo_column_int(row, 9) != 0;
    APO_COPY_COLUMN(out->secret, row, 10);
    out->due_ms = apo_column_number(row, 11);
    out->created_ms = apo_column_number(row, 12);
    out->changed_ms = apo_column_number(row, 13);
    APO_COPY_COLUMN(out->summary, row, 14);
    APO_COPY_COLUMN(out->turn, row, 15);
}

APO_ROW_LIST(list_games, apo_store_game, read_game)

apo_status apo_store_find_game(apo_store *store, apo_store_game *out, apo_span id)
{
    return apo_reader_read(store, &find_game_sql, id, apo_span_of(""), read_game, out);
}

apo_status apo_store_find_secret(apo_store *store, apo_store_game *out, apo_span digest)
{
    return apo_reader_read(store, &find_secret_sql, digest, apo_span_of(""), read_game, out);
}

apo_status apo_store_find_key(apo_store *store, apo_store_game *out, apo_span creator,
                              apo_span key)
{
    return apo_reader_read(store, &find_key_sql, creator, key, read_game, out);
}

apo_status apo_store_find_definition(apo_store *store, apo_buffer *out, apo_span digest)
{
    apo_statement *row;
    apo_status status =
        apo_reader_find(store, &find_definition_sql, digest, apo_span_of(""), &row);
    if (status != APO_OK)
        return status;
    apo_buffer_add_span(out, apo_column_span(row, 0));
    apo_reset(row);
    return APO_OK;
}

apo_status apo_store_list_events(apo_store *store, apo_span game, uint64_t after,
                                 apo_store_event_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_events_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, game);
    apo_bind_number(statement, 2, (int64_t)after);
    enum apo_step code;
    while ((code = apo_step(statement)) == APO_STEP_ROW) {
        const apo_store_event event = {
            .seq = (uint64_t)apo_column_number(statement, 0),
            .at_ms = apo_column_number(statement, 1),
            .by = (unsigned)apo_column_int(statement, 2),
            .kind = apo_column_span(statement, 3),
            .key = apo_column_span(statement, 4),
            .data = apo_column_span(statement, 5),
        };
        if (!row(context, &event))
            break;
    }
    return apo_reader_end(statement, code);
}

apo_status apo_store_list_games(apo_store *store, enum apo_store_list list, unsigned limit,
                                apo_store_game_row *row, void *context)
{
    static const apo_sql *const statements[APO_STORE_LISTS] = {
        &list_open_sql, &list_playing_sql, &list_jobs_sql};

    apo_statement *statement = apo_reader_statement(store, statements[list]);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_number(statement, 1, limit);
    return list_games(statement, row, context);
}

apo_status apo_store_list_own(apo_store *store, apo_span person, unsigned limit,
                              apo_store_game_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_own_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, person);
    apo_bind_number(statement, 2, limit);
    return list_games(statement, row, context);
}

apo_status apo_store_list_finished(apo_store *store, apo_span person, int64_t before_ms,
                                   unsigned limit, apo_store_game_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_finished_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_span(statement, 1, person);
    apo_bind_number(statement, 2, before_ms);
    apo_bind_number(statement, 3, limit);
    return list_games(statement, row, context);
}

/* A statement for a page of a person's games after the game `after`; NULL on failure. */
static apo_statement *open_page(apo_store *store, const apo_sql *which, apo_span person,
                                apo_span after, unsigned limit)
{
    apo_statement *statement = apo_reader_statement(store, which);
    if (statement == NULL)
        return NULL;
    apo_bind_span(statement, 1, person);
    apo_bind_span(statement, 2, after);
    apo_bind_number(statement, 3, limit);
    return statement;
}

apo_status apo_store_list_turn(apo_store *store, apo_span person, apo_span after,
                               unsigned limit, apo_store_game_row *row, void *context)
{
    apo_statement *page = open_page(store, &list_turn_sql, person, after, limit);
    return page != NULL ? list_games(page, row, context) : APO_E_IO;
}

apo_status apo_store_list_others(apo_store *store, apo_span person, apo_span after,
                                 unsigned limit, apo_store_game_row *row, void *context)
{
    apo_statement *page = open_page(store, &list_others_sql, person, after, limit);
    return page != NULL ? list_games(page, row, context) : APO_E_IO;
}

apo_status apo_store_count_turn(apo_store *store, apo_span person, int64_t *out_turn,
                                int64_t *out_others)
{
    apo_statement *row;
    apo_status status = apo_reader_find(store, &count_turn_sql, person, apo_span_of(""), &row);
    if (status != APO_OK)
        return status;
    *out_turn = apo_column_number(row, 0);
    *out_others = apo_column_number(row, 1) - *out_turn;
    apo_reset(row);
    return APO_OK;
}

apo_status apo_store_list_due(apo_store *store, int64_t now_ms, unsigned limit,
                              apo_store_game_row *row, void *context)
{
    apo_statement *statement = apo_reader_statement(store, &list_due_sql);
    if (statement == NULL)
        return APO_E_IO;
    apo_bind_number(statement, 1, now_ms);
    apo_bind_number(statement, 2, limit);
    return list_games(statement, row, context);
}
