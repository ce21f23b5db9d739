#include "store/reviews.h"

#include "base/text.h"
#include "store/store_priv.h"

static const apo_sql put_review_sql = {
    "INSERT INTO review (game, person, made_ms, nodes, text) VALUES (?1, ?2, ?3, ?4, ?5)"
    " ON CONFLICT (game) DO UPDATE SET person = excluded.person, made_ms = excluded.made_ms,"
    " nodes = excluded.nodes, text = excluded.text",
    true};
static const apo_sql find_review_sql = {
    "SELECT person, made_ms, nodes, text FROM review WHERE game = ?1", false};

void apo_store_put_review(apo_store_batch *batch, const apo_store_review *review, apo_span text)
{
    apo_batch_op *op = apo_batch_add(batch, &put_review_sql);
    apo_batch_text(batch, op, review->game);
    apo_batch_text(batch, op, review->person);
    apo_batch_number(op, review->made_ms);
    apo_batch_number(op, review->nodes);
    apo_batch_span(batch, op, text);
}

apo_status apo_store_find_review(apo_store *store, apo_store_review *out, apo_buffer *text,
                                 apo_span game)
{
    apo_statement *row;
    apo_status status = apo_reader_find(store, &find_review_sql, game, apo_span_of(""), &row);
    if (status != APO_OK)
        return status;
    apo_text_copy_span(out->game, sizeof out->game, game);
    APO_COPY_COLUMN(out->person, row, 0);
    out->made_ms = apo_column_number(row, 1);
    out->nodes = apo_column_number(row, 2);
    if (text != NULL)
        apo_buffer_add_span(text, apo_column_span(row, 3));
    apo_reset(row);
    return APO_OK;
}
