#include "store/store_priv.h"

enum {
    FIRST_OPS = 4 /* a move that ends a game: two events and the game's new state */
};

apo_store_batch *apo_store_batch_new(void)
{
    apo_store_batch *batch = apo_allocate_zero(NULL, sizeof *batch);
    if (batch != NULL)
        apo_buffer_init(&batch->texts, NULL);
    return batch;
}

void apo_store_batch_free(apo_store_batch *batch)
{
    if (batch == NULL)
        return;
    apo_buffer_clear(&batch->texts);
    apo_free(NULL, batch->ops);
    apo_free(NULL, batch);
}

apo_batch_op *apo_batch_add(apo_store_batch *batch, const apo_sql *statement)
{
    if (batch == NULL)
        return NULL;
    if (batch->op_count == batch->op_capacity) {
        apo_batch_op *ops =
            apo_grow(NULL, batch->ops, &batch->op_capacity, FIRST_OPS, sizeof *ops);
        if (ops == NULL) {
            batch->is_failed = true;
            return NULL;
        }
        batch->ops = ops;
    }
    apo_batch_op *op = &batch->ops[batch->op_count++];
    op->statement = statement;
    op->count = 0;
    return op;
}

void apo_batch_number(apo_batch_op *op, int64_t number)
{
    if (op != NULL)
        op->values[op->count++] = (apo_batch_value){.kind = APO_BATCH_NUMBER, .number = number};
}

void apo_batch_real(apo_batch_op *op, double number)
{
    if (op != NULL)
        op->values[op->count++] = (apo_batch_value){.kind = APO_BATCH_REAL, .real = number};
}

void apo_batch_span(apo_store_batch *batch, apo_batch_op *op, apo_span text)
{
    if (op == NULL)
        return;
    op->values[op->count++] = (apo_batch_value){
        .kind = APO_BATCH_TEXT, .number = (int64_t)batch->texts.length, .length = text.length};
    apo_buffer_add_span(&batch->texts, text);
}

void apo_batch_text(apo_store_batch *batch, apo_batch_op *op, const char *text)
{
    apo_batch_span(batch, op, apo_span_of(text));
}
