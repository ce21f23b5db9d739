#include "store/game_notes.h"

#include "base/text.h"
#include "store/store_priv.h"

static const apo_sql put_sheet_sql = {
    "INSERT INTO game_note (game, side, kind, version, key, changed_ms, text)"
    " VALUES (?1, ?2, ?3, ?4 + 1, ?5, ?6, ?7)"
    " ON CONFLICT (game, side, kind) DO UPDATE SET version = excluded.version,"
    " key = excluded.key, changed_ms = excluded.changed_ms, text = excluded.text"
    " WHERE game_note.version = ?4",
    true};
static const apo_sql find_sheet_sql = {"SELECT version, key, changed_ms, text FROM game_note"
                                       " WHERE game = ?1 AND side = ?2 AND kind = ?3",
                                       false};

void apo_store_put_sheet(apo_store_batch *batch, const apo_store_sheet *sheet, apo_span text)
{
    apo_batch_op *op = apo_batch_add(batch, &put_sheet_sql);
    apo_batch_text(batch, op, sheet->game);
    apo_batch_number(op, sheet->side);
    apo_batch_text(batch, op, sheet->kind);
    apo_batch_number(op, sheet->version);
    apo_batch_text(batch, op, sheet->key);
    apo_batch_number(op, sheet->changed_ms);
    apo_batch_span(batch, op, text);
}

apo_status apo_store_find_sheet(apo_store *store, apo_store_sheet *out, apo_buffer *text,
                                apo_span game, unsigned side, const char *kind)
{
    apo_statement *row = apo_reader_statement(store, &find_sheet_sql);
    if (row == NULL)
        return APO_E_IO;
    *out = (apo_store_sheet){.side = side};
    apo_text game_text = apo_text_start(out->game, sizeof out->game);
    apo_text kind_text = apo_text_start(out->kind, sizeof out->kind);
    apo_text_add_span(&game_text, game);
    apo_text_add(&kind_text, kind);
    apo_bind_span(row, 1, game);
    apo_bind_number(row, 2, side);
    apo_bind_span(row, 3, apo_span_of(kind));
    enum apo_step code = apo_step(row);
    if (code == APO_STEP_ROW) {
        out->version = apo_column_number(row, 0);
        APO_COPY_COLUMN(out->key, row, 1);
        out->changed_ms = apo_column_number(row, 2);
        if (text != NULL)
            apo_buffer_add_span(text, apo_column_span(row, 3));
    }
    apo_reset(row);
    return apo_reader_status(code);
}
