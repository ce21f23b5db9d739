#include "server/archive/comment.h"

#include "base/text.h"
#include "server/archive/text.h"

apo_comments_place apo_archive_comments_place(char page[APO_ARCHIVE_PATH_MAX],
                                              const apo_store_record *record)
{
    apo_text text = apo_text_start(page, APO_ARCHIVE_PATH_MAX);
    apo_text_add(&text, "/archive/games/");
    apo_text_add(&text, record->game);
    return (apo_comments_place){.kind = APO_TALK_ARCHIVE,
                                .id = apo_span_of(record->game),
                                .page = page,
                                .owner = record->collection,
                                .plies = record->plies,
                                .kind_of_notice = APO_NOTICE_COMMENT,
                                .title = ""};
}

/* Finds the half-move in "12. Nf3 Nf6", and writes "12... Nf6". */
static void write_label(void *context, apo_buffer *out, int64_t ply)
{
    const apo_buffer *words = context;
    apo_span rest = apo_buffer_span(words), word, number = apo_span_of("");
    bool follows_number = false;
    while ((word = apo_span_word(&rest)).length > 0) {
        if (word.text[word.length - 1] == '.') {
            number = word;
            follows_number = true;
            continue;
        }
        if (--ply == 0)
            break;
        follows_number = false;
    }
    while (!follows_number && number.length > 0 && number.text[number.length - 1] == '.')
        number.length--;
    apo_buffer_add_span(out, number);
    apo_buffer_add(out, follows_number ? " " : "... ");
    apo_buffer_add_span(out, word);
}

void apo_archive_fill_comments(apo_fill *fill, apo_app *app, apo_http_request *req,
                               const apo_variant *var, const apo_store_record *record)
{
    char page[APO_ARCHIVE_PATH_MAX];
    apo_buffer words;
    apo_comments_place place = apo_archive_comments_place(page, record);
    apo_buffer_init(&words, NULL);
    if (var != NULL)
        apo_archive_write_opening(&words, var, record, UINT32_MAX);
    else
        place.plies = 0;
    apo_fill_flag(fill, "has_remarks", true);
    apo_comments_fill(fill, app, req, &place, write_label, &words);
    apo_buffer_clear(&words);
}
