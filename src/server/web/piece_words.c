#include "server/web/piece_words.h"

#include "base/text.h"
#include "definition/file/bundle.h"

enum {
    PHRASE_MAX = 400 /* bytes; the longest of our games has 158 */
};

/* --- writing ------------------------------------------------------------- */

/* Adds the phrases of a type; `words` are the lines of apo_bundle_words. */
static void add_phrases(apo_buffer *out, apo_span words, const char *type)
{
    apo_span line;
    size_t length = apo_span_of(type).length;
    while (apo_span_line(&words, &line)) {
        if (line.length <= length || line.text[length] != '\t' ||
            !apo_span_is(apo_span_part(line, 0, length), type))
            continue;
        apo_buffer_add_char(out, '\t');
        apo_buffer_add_span(out, apo_span_part(line, length + 1, line.length));
    }
}

apo_status apo_piece_words_write(apo_buffer *out, const apo_variant *var, apo_span bundle)
{
    apo_buffer words;
    apo_buffer_init(&words, NULL);
    const apo_variant_info *info = apo_variant_info_of(var);
    apo_status status = apo_bundle_words(&words, apo_span_of(info->id), bundle);
    for (unsigned type = 1; type <= info->type_count; type++) {
        char text[APO_TYPE_TEXT_MAX];
        apo_buffer_add(out, apo_type_text(text, var, APO_WHITE, type));
        apo_buffer_add_char(out, '\t');
        apo_buffer_add(out, apo_type_info_of(var, type)->name);
        add_phrases(out, apo_buffer_span(&words), text);
        apo_buffer_add_char(out, '\n');
    }
    bool is_failed = words.is_failed || out->is_failed;
    apo_buffer_clear(&words);
    return status == APO_OK && is_failed ? APO_E_MEMORY : status;
}

/* --- showing ------------------------------------------------------------- */

/* Cuts the part before the next tab off a line; false: nothing is left. */
static bool cut(apo_span *line, apo_span *out)
{
    size_t length = 0;
    while (length < line->length && line->text[length] != '\t')
        length++;
    if (line->length == 0)
        return false;
    *out = apo_span_part(*line, 0, length);
    *line = apo_span_part(*line, length + 1, line->length);
    return true;
}

/* "slides orthogonally; leaps (2,1) like a knight". */
static void fill_moves(apo_fill *row, const apo_i18n *i18n, apo_span phrases)
{
    apo_buffer text;
    apo_span phrase;
    apo_buffer_init(&text, NULL);
    while (cut(&phrases, &phrase)) {
        char words[PHRASE_MAX];
        apo_text_copy_span(words, sizeof words, phrase);
        apo_buffer_add(&text, text.length > 0 ? "; " : "");
        apo_buffer_add(&text, apo_tr(i18n, words));
    }
    apo_fill_text(row, "moves", apo_buffer_span(&text));
    apo_buffer_clear(&text);
}

unsigned apo_piece_words_fill(apo_fill *fill, const apo_i18n *i18n, apo_span lines)
{
    unsigned count = 0;
    apo_span line;
    for (; apo_span_line(&lines, &line); count++) {
        apo_span letter = {NULL, 0}, name = {NULL, 0};
        apo_fill *row = apo_fill_row(fill, "pieces");
        (void)(cut(&line, &letter) && cut(&line, &name));
        apo_fill_text(row, "letter", letter);
        apo_fill_text(row, "name", name);
        fill_moves(row, i18n, line);
    }
    return count;
}
