#include "server/archive/remarks.h"

#include "server/talk/conversation.h"
#include "server/talk/preset.h"
#include "server/talk/talk.h"
#include "server/web/person.h"

typedef struct listing {
    apo_archive_remarks *out;
    apo_store *store;
    apo_span reader;
} listing;

static bool add_remark(void *context, const apo_store_message *message)
{
    listing *all = context;
    apo_archive_remarks *out = all->out;
    apo_person_label by;
    apo_preset preset;
    if (apo_person_is_hidden(all->store, all->reader, message->writer))
        return true;
    if (out->count == APO_ARCHIVE_REMARKS)
        return false;
    apo_archive_remark *remark = &out->of[out->count++];
    *remark = (apo_archive_remark){.ply = message->ply, .begin = out->text.length};
    apo_person_label_of(&by, all->store, NULL, message->writer, 0);
    apo_buffer_add(&out->text, by.name);
    apo_buffer_add(&out->text, ": ");
    apo_buffer_add(&out->text, apo_preset_find(&preset, apo_span_of(message->preset))
                                   ? preset.text
                                   : message->text);
    remark->length = out->text.length - remark->begin;
    return true;
}

static void read_channel(listing *all, const apo_store_record *record,
                         enum apo_conversation_kind kind)
{
    char conversation[APO_STORE_KEY_MAX];
    apo_conversation_of_game(conversation, kind, apo_span_of(record->game));
    apo_store_list_comments(all->store, apo_span_of(conversation), APO_ARCHIVE_REMARKS,
                            add_remark, all);
}

void apo_archive_remarks_read(apo_archive_remarks *out, apo_store *store,
                              const apo_store_record *record, apo_span reader)
{
    listing all = {out, store, reader};
    apo_buffer_init(&out->text, NULL);
    out->count = 0;
    if (record->kind == APO_RECORD_IMPORTED)
        read_channel(&all, record, APO_TALK_ARCHIVE);
    else if (reader.length > 0 && (apo_span_is(reader, record->players[0]) ||
                                   apo_span_is(reader, record->players[1])))
        read_channel(&all, record, APO_TALK_PLAYERS);
    if (record->kind != APO_RECORD_IMPORTED)
        read_channel(&all, record, APO_TALK_SPECTATORS);
    if (out->text.is_failed)
        out->count = 0;
}

void apo_archive_remarks_clear(apo_archive_remarks *remarks)
{
    apo_buffer_clear(&remarks->text);
    remarks->count = 0;
}

apo_span apo_archive_remark_text(const apo_archive_remarks *remarks, size_t index)
{
    return apo_span_part(apo_buffer_span(&remarks->text), remarks->of[index].begin,
                         remarks->of[index].length);
}
