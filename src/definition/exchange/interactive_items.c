#include "definition/exchange/interactive_priv.h"

/* Items are lines, or words where the line breaks have been lost (xbetza.md 2). */

enum {
    PIECE_COLONS = 4
};

static char lower_at(apo_span text, size_t at)
{
    return at < text.length ? apo_to_lower(text.text[at]) : '\0';
}

static bool has_word(apo_span text, size_t at, const char *word)
{
    for (size_t i = 0; word[i] != '\0'; i++)
        if (lower_at(text, at + i) != word[i])
            return false;
    return true;
}

/* True if a word or line is a parameter: letters and then '='. */
static bool is_parameter(apo_span word)
{
    size_t i = 0;
    while (i < word.length && apo_is_letter(word.text[i]))
        i++;
    return i > 0 && i < word.length && word.text[i] == '=';
}

static bool is_piece(apo_span word)
{
    unsigned colons = 0;
    for (size_t i = 0; i < word.length; i++)
        colons += word.text[i] == ':';
    return colons >= PIECE_COLONS;
}

static bool is_start(apo_span word)
{
    return is_parameter(word) || is_piece(word);
}

/* Cuts the next word from `*at` on. */
static bool cut_word(apo_span text, size_t *at, apo_span *out)
{
    while (*at < text.length && apo_is_blank(text.text[*at]))
        (*at)++;
    size_t start = *at;
    while (*at < text.length && !apo_is_blank(text.text[*at]))
        (*at)++;
    *out = apo_span_part(text, start, *at - start);
    return *at > start;
}

/* The contents of the element with class or id "idiagram" or "diagram"; the text itself if
 * there is none. */
static void find_element(apo_span text, size_t *out_start, size_t *out_end)
{
    *out_start = 0;
    *out_end = text.length;
    for (size_t i = 0; i < text.length; i++) {
        if (text.text[i] != '<')
            continue;
        bool is_diagram = false;
        for (; i < text.length && text.text[i] != '>'; i++)
            is_diagram = is_diagram || has_word(text, i, "diagram");
        if (!is_diagram || i == text.length)
            continue;
        *out_start = i + 1;
        size_t end = i + 1;
        while (end < text.length && !has_word(text, end, "</"))
            end++;
        *out_end = end;
        return;
    }
}

/* True if some line holds the beginnings of two items. */
static bool has_joined_items(apo_span text)
{
    apo_span line;
    while (apo_span_line(&text, &line)) {
        unsigned starts = 0;
        size_t at = 0;
        apo_span word;
        while (cut_word(line, &at, &word))
            starts += is_start(word);
        if (starts > 1)
            return true;
    }
    return false;
}

apo_item_reader apo_items_start(apo_span text)
{
    apo_item_reader reader = {.line = 1};
    size_t start, end;
    find_element(text, &start, &end);
    reader.whole = apo_span_part(text, 0, end);
    reader.is_blank_mode = has_joined_items(apo_span_part(text, start, end - start));
    for (; reader.at < start; reader.at++) {
        if (text.text[reader.at] == '\n') {
            reader.line++;
            reader.line_start = reader.at + 1;
        }
    }
    return reader;
}

/* Goes to `at`, counting lines. */
static void go_to(apo_item_reader *reader, size_t at)
{
    for (; reader->at < at; reader->at++) {
        if (reader->whole.text[reader->at] == '\n') {
            reader->line++;
            reader->line_start = reader->at + 1;
        }
    }
}

/* Text from "<br" on is dropped. */
static apo_span without_break(apo_span text)
{
    for (size_t i = 0; i < text.length; i++)
        if (has_word(text, i, "<br"))
            return apo_span_trim(apo_span_part(text, 0, i));
    return apo_span_trim(text);
}

static void fill_item(apo_item_reader *reader, size_t start, size_t end, apo_item *out)
{
    go_to(reader, start);
    out->line = reader->line;
    out->column = (uint32_t)(start - reader->line_start + 1);
    out->text = without_break(apo_span_part(reader->whole, start, end - start));
    out->is_parameter = is_parameter(out->text);
    go_to(reader, end);
}

static bool next_line(apo_item_reader *reader, apo_item *out)
{
    while (reader->at < reader->whole.length) {
        size_t start = reader->at;
        while (start < reader->whole.length && apo_is_blank(reader->whole.text[start]))
            start++;
        size_t end = start;
        while (end < reader->whole.length && reader->whole.text[end] != '\n')
            end++;
        fill_item(reader, start, end, out);
        if (out->text.length > 0)
            return true;
    }
    return false;
}

/* Words that start no item belong to the name of the next piece. */
static bool next_words(apo_item_reader *reader, apo_item *out)
{
    size_t at = reader->at, start = reader->whole.length;
    apo_span word;
    while (cut_word(reader->whole, &at, &word)) {
        size_t word_start = at - word.length;
        if (is_parameter(word) && start < word_start) {
            fill_item(reader, start, word_start, out); /* they belong to no item */
            return true;
        }
        if (start > word_start)
            start = word_start;
        if (is_start(word)) {
            fill_item(reader, start, at, out);
            return true;
        }
    }
    if (start >= reader->whole.length)
        return false;
    fill_item(reader, start, reader->whole.length, out);
    return out->text.length > 0;
}

bool apo_items_next(apo_item_reader *reader, apo_item *out)
{
    return reader->is_blank_mode ? next_words(reader, out) : next_line(reader, out);
}
