#include "store/reminders.h"

#include "store/store_priv.h"

static const apo_sql set_reminders_sql = {
    "INSERT INTO reminder (person, hours) VALUES (?1, ?2)"
    " ON CONFLICT (person) DO UPDATE SET hours = excluded.hours",
    true};
static const apo_sql find_reminders_sql = {"SELECT hours FROM reminder WHERE person = ?1",
                                           false};

void apo_store_set_reminders(apo_store_batch *batch, const char *person, apo_span text)
{
    apo_batch_op *op = apo_batch_add(batch, &set_reminders_sql);
    apo_batch_text(batch, op, person);
    apo_batch_span(batch, op, text);
}

apo_status apo_store_find_reminders(apo_store *store, char out[APO_STORE_REMINDERS_MAX],
                                    apo_span person)
{
    apo_statement *row;
    apo_status status =
        apo_reader_find(store, &find_reminders_sql, person, apo_span_of(""), &row);
    if (status != APO_OK)
        return status;
    apo_copy_column(out, APO_STORE_REMINDERS_MAX, row, 0);
    apo_reset(row);
    return APO_OK;
}
