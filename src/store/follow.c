#include "store/follow.h"

#include "store/store_priv.h"

#define FOLLOW_COLUMNS "person, followed, at_ms"

static const apo_sql add_sql = {"INSERT INTO follow (" FOLLOW_COLUMNS ") VALUES (?1, ?2, ?3)"
                                " ON CONFLICT (person, followed) DO NOTHING",
                                false};
static const apo_sql drop_sql = {"DELETE FROM follow WHERE person = ?1 AND followed = ?2",
                                 false};
static const apo_sql find_sql = {
    "SELECT " FOLLOW_COLUMNS " FROM follow WHERE person = ?1 AND followed = ?2", false};
static const apo_sql count_followed_sql = {"SELECT count(*) FROM follow WHERE person = ?1",
                                           false};
static const apo_sql count_followers_sql = {"SELECT count(*) FROM follow WHERE followed = ?1",
                                            false};
static const apo_sql list_followed_sql = {"SELECT " FOLLOW_COLUMNS
                                          " FROM follow WHERE person = ?1"
                                          " ORDER BY at_ms DESC, followed LIMIT ?2",
                                          false};
static const apo_sql list_followers_sql = {"SELECT " FOLLOW_COLUMNS
                                           " FROM follow WHERE followed = ?1"
                                           " ORDER BY at_ms DESC, person LIMIT ?2",
                                           false};

void apo_store_add_follow(apo_store_batch *batch, const apo_store_follow *follow)
{
    apo_batch_op *op = apo_batch_add(batch, &add_sql);
    apo_batch_text(batch, op, follow->person);
    apo_batch_text(batch, op, follow->followed);
    apo_batch_number(op, follow->at_ms);
}

void apo_store_drop_follow(apo_store_batch *batch, const char *person, const char *followed)
{
    apo_batch_op *op = apo_batch_add(batch, &drop_sql);
    apo_batch_text(batch, op, person);
    apo_batch_text(batch, op, followed);
}

static void read_follow(void *to, apo_statement *row)
{
    apo_store_follow *out = to;
    APO_COPY_COLUMN(out->person, row, 0);
    APO_COPY_COLUMN(out->followed, row, 1);
    out->at_ms = apo_column_number(row, 2);
}

APO_ROW_LIST(list_follows, apo_store_follow, read_follow)

bool apo_store_is_following(apo_store *store, apo_span person, apo_span other)
{
    apo_store_follow row;
    return apo_reader_read(store, &find_sql, person, other, read_follow, &row) == APO_OK;
}

static void read_count(void *to, apo_statement *row)
{
    *(unsigned *)to = (unsigned)apo_column_number(row, 0);
}

static unsigned count_of(apo_store *store, const apo_sql *which, apo_span person)
{
    unsigned count = 0;
    (void)apo_reader_read(store, which, person, apo_span_of(""), read_count, &count);
    return count;
}

unsigned apo_store_count_followed(apo_store *store, apo_span person)
{
    return count_of(store, &count_followed_sql, person);
}

unsigned apo_store_count_followers(apo_store *store, apo_span person)
{
    return count_of(store, &count_followers_sql, person);
}

static apo_status list(apo_store *store, const apo_sql *which, apo_span person, unsigned limit,
                       apo_store_follow_row *row, void *context)
{
    apo_statement *statement = apo_reader_ask_number(store, which, person, limit);
    return statement != NULL ? list_follows(statement, row, context) : APO_E_IO;
}

apo_status apo_store_list_followed(apo_store *store, apo_span person, apo_store_follow_row *row,
                                   void *context)
{
    return list(store, &list_followed_sql, person, APO_STORE_FOLLOWED_MAX, row, context);
}

apo_status apo_store_list_followers(apo_store *store, apo_span person, unsigned limit,
                                    apo_store_follow_row *row, void *context)
{
    return list(store, &list_followers_sql, person, limit, row, context);
}
