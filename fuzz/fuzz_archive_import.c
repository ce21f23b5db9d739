/* Law: a game that is read for the archive, written in either form and read again is the same
 * game, by the id derived from its contents. */
#include "the_variants.h"

#include "server/archive/import.h"
#include "server/archive/text.h"

static void start(apo_import *import, apo_span text)
{
    const apo_import_options options = {.collection = "", .now_ms = 0};
    apo_import_start(import, &options, the_variants(), NULL, text);
}

static void check_text(const apo_store_record *record, enum apo_archive_form form)
{
    const apo_variant_entry *entry =
        apo_variant_map_find(the_variants(), NULL, apo_span_of(record->variant));
    const apo_archive_labels labels = {record->names[0], record->names[1], "", NULL};
    apo_buffer text;
    apo_import again;
    apo_store_record read;
    apo_archive_walk walk;
    apo_import_fault fault;
    apo_buffer_init(&text, NULL);
    apo_archive_walk_init(&walk);
    apo_status status = apo_archive_write(&text, form, entry->var, record, &labels);
    assert(status == APO_OK);
    start(&again, apo_buffer_span(&text));
    enum apo_import_step step = apo_import_next(&again, &read, &walk, &fault);
    assert(step == APO_IMPORT_GAME);
    assert(strcmp(read.game, record->game) == 0);
    step = apo_import_next(&again, &read, &walk, &fault);
    assert(step == APO_IMPORT_END);
    apo_archive_walk_clear(&walk);
    apo_buffer_clear(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    apo_import import;
    apo_store_record record;
    apo_archive_walk walk;
    apo_import_fault fault;
    enum apo_import_step step;
    apo_archive_walk_init(&walk);
    start(&import, span_of_bytes(data, size));
    while ((step = apo_import_next(&import, &record, &walk, &fault)) != APO_IMPORT_END) {
        assert(step != APO_IMPORT_FAULT || fault.line > 0);
        if (step != APO_IMPORT_GAME)
            continue;
        record.plies = walk.plies;
        record.moves = apo_buffer_span(&walk.moves);
        check_text(&record, APO_ARCHIVE_PGN);
        check_text(&record, APO_ARCHIVE_COURIER);
    }
    apo_archive_walk_clear(&walk);
    return 0;
}
