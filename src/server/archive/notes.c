#include "server/archive/notes.h"

#include "net/plain_text.h"

/* The glyphs that have a sign: "$1" is "!". */
static const char *const glyphs[] = {NULL, "!", "?", "!!", "??", "!?", "?!"};

static void add_row(apo_fill *fill, const apo_buffer *text, bool is_comment)
{
    apo_span words = apo_span_trim(apo_buffer_span(text));
    if (words.length == 0)
        return;
    apo_fill *row = apo_fill_row(fill, "notes");
    apo_fill_text(row, "text", words);
    apo_fill_flag(row, "is_comment", is_comment);
}

/* The length of "[%clk 0:03:00]" where the text begins with such a command; else 0. */
static size_t measure_command(apo_span text)
{
    size_t length = 0;
    if (!apo_span_starts_with(text, "[%"))
        return 0;
    while (length < text.length && text.text[length] != ']')
        length++;
    return length < text.length ? length + 1 : 0;
}

static void add_comment(apo_fill *fill, apo_span comment)
{
    apo_buffer said, clean;
    apo_buffer_init(&said, NULL);
    apo_buffer_init(&clean, NULL);
    for (size_t i = 0; i < comment.length;) {
        size_t command = measure_command(apo_span_part(comment, i, comment.length));
        if (command == 0)
            apo_buffer_add_char(&said, comment.text[i]);
        i += command > 0 ? command : 1;
    }
    if (apo_plain_text_add(&clean, apo_buffer_span(&said), comment.length, false) == APO_OK)
        add_row(fill, &clean, true);
    apo_buffer_clear(&said);
    apo_buffer_clear(&clean);
}

/* Moves, numbers and brackets. " $1" joins the move before it as "!". */
static void add_moves(apo_fill *fill, apo_span moves)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    for (apo_span rest = moves, word; (word = apo_span_word(&rest)).length > 0;) {
        uint32_t number = 0;
        bool is_glyph = word.text[0] == '$';
        if (is_glyph && apo_span_number(apo_span_part(word, 1, 1), 6, &number) &&
            word.length == 2 && number > 0) {
            apo_buffer_add(&out, glyphs[number]);
        } else if (!is_glyph) {
            apo_buffer_add(&out, out.length > 0 ? " " : "");
            apo_buffer_add_span(&out, word);
        }
    }
    add_row(fill, &out, false);
    apo_buffer_clear(&out);
}

void apo_archive_fill_notes(apo_fill *fill, apo_span notes)
{
    size_t begin = 0;
    for (size_t i = 0; i < notes.length; i++) {
        char end = notes.text[i] == '{' ? '}' : notes.text[i] == ';' ? '\n' : '\0';
        if (end == '\0')
            continue;
        size_t start = i + 1;
        add_moves(fill, apo_span_part(notes, begin, i - begin));
        while (i < notes.length && notes.text[i] != end)
            i++;
        add_comment(fill, apo_span_part(notes, start, i - start));
        begin = i + 1;
    }
    add_moves(fill, apo_span_part(notes, begin, notes.length));
}
