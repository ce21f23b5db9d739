#include "cli/rulebook/rulebook.h"

#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "cli/call/wrap.h"
#include "cli/rulebook/embedded_rules.h"

enum {
    LIST_INDENT = 2,
    TABLE_INDENT = 4
};

bool apo_rulebook_find(const char *id, apo_span *out_page)
{
    *out_page = apo_embedded_bytes_of(apo_embedded_rules, id);
    return out_page->length > 0;
}

/* --- text without marks -------------------------------------------------- */

/* The index of `c` in the span; its length if it is not there. */
static size_t find_char(apo_span span, char c)
{
    const char *found = memchr(span.text, c, span.length);
    return found != NULL ? (size_t)(found - span.text) : span.length;
}

static apo_span skip(apo_span span, size_t length)
{
    return apo_span_part(span, length, span.length);
}

/* Appends Markdown without its marks: of a link only the words, no asterisks, no backticks. */
static void add_plain(apo_buffer *out, apo_span text)
{
    while (text.length > 0) {
        char c = text.text[0];
        size_t label_end = c == '[' ? find_char(text, ']') : text.length;
        if (apo_span_starts_with(skip(text, label_end), "](")) {
            add_plain(out, apo_span_part(text, 1, label_end - 1));
            text = skip(text, label_end);
            text = skip(text, find_char(text, ')') + 1);
            continue;
        }
        if (c == '`') { /* everything between backticks is literal */
            size_t end = find_char(skip(text, 1), '`');
            apo_buffer_add_span(out, apo_span_part(text, 1, end));
            text = skip(text, end + 2);
            continue;
        }
        if (c != '*')
            apo_buffer_add_char(out, c);
        text = skip(text, 1);
    }
}

static void print_plain(apo_span text, size_t width, size_t indent)
{
    apo_buffer plain;
    apo_buffer_init(&plain, NULL);
    add_plain(&plain, text);
    apo_print_wrapped(apo_buffer_span(&plain), width, 0, indent);
    apo_buffer_clear(&plain);
}

/* --- blocks -------------------------------------------------------------- */

/* A paragraph under construction, and the state of printing. */
typedef struct page_writer {
    size_t width;
    apo_buffer paragraph; /* its lines so far; empty between paragraphs */
    size_t indent;        /* of the lines after its first */
    bool is_verbatim;     /* within a drawing or an example */
} page_writer;

static void end_paragraph(page_writer *writer)
{
    if (writer->paragraph.length > 0)
        print_plain(apo_buffer_span(&writer->paragraph), writer->width, writer->indent);
    apo_buffer_rewind(&writer->paragraph);
    writer->indent = 0;
}

static void print_heading(apo_span line, size_t width)
{
    bool is_title = apo_span_starts_with(line, "# ");
    line = apo_span_trim(skip(line, find_char(line, ' ')));
    print_plain(line, width, 0);
    for (size_t i = 0; i < line.length && i < width; i++)
        putchar(is_title ? '=' : '-');
    putchar('\n');
}

/* A row of a table: its cells with bars between them. Skips the row of dashes. */
static void print_row(apo_span line, size_t width)
{
    if (apo_span_starts_with(line, "|--") || apo_span_starts_with(line, "| --"))
        return;
    line = apo_span_trim(line);
    apo_span cells = apo_span_part(line, 1, line.length > 2 ? line.length - 2 : 0);
    print_plain(cells, width, TABLE_INDENT);
}

static bool is_list_item(apo_span line)
{
    size_t digits = 0;
    while (digits < line.length && apo_is_digit(line.text[digits]))
        digits++;
    return apo_span_starts_with(line, "- ") ||
           (digits > 0 && apo_span_starts_with(skip(line, digits), ". "));
}

static void add_line(page_writer *writer, apo_span line)
{
    bool is_fence = apo_span_starts_with(line, "```");
    if (writer->is_verbatim && !is_fence) {
        printf("  %.*s\n", (int)line.length, line.text);
        return;
    }
    bool is_item = is_list_item(line), is_row = apo_span_starts_with(line, "|");
    if (is_fence || is_item || is_row || line.length == 0 || apo_span_starts_with(line, "#"))
        end_paragraph(writer);
    if (is_fence) {
        writer->is_verbatim = !writer->is_verbatim;
    } else if (line.length == 0) {
        putchar('\n');
    } else if (is_row) {
        print_row(line, writer->width);
    } else if (apo_span_starts_with(line, "#")) {
        print_heading(line, writer->width);
    } else {
        apo_buffer_add_span(&writer->paragraph, line);
        apo_buffer_add_char(&writer->paragraph, ' ');
        if (is_item)
            writer->indent = LIST_INDENT;
    }
}

void apo_rulebook_print(apo_span page, size_t width)
{
    page_writer writer = {.width = width};
    apo_span line;
    apo_buffer_init(&writer.paragraph, NULL);
    page = apo_span_trim(page);
    while (apo_span_line(&page, &line))
        add_line(&writer, line);
    end_paragraph(&writer);
    apo_buffer_clear(&writer.paragraph);
}

/* --- parts --------------------------------------------------------------- */

typedef struct page_part {
    apo_span title, text; /* the text begins with the title */
} page_part;

/* The title of the part that begins with this line; empty if none begins. */
static apo_span title_of(apo_span line)
{
    if (apo_span_starts_with(line, "#"))
        return apo_span_trim(skip(line, find_char(line, ' ')));
    if (!apo_span_starts_with(line, "**"))
        return (apo_span){"", 0};
    line = skip(line, 2);
    return apo_span_part(line, 0, find_char(line, '*'));
}

/* Takes the first part from `rest`; false if nothing is left. */
static bool take_part(apo_span *rest, page_part *out)
{
    apo_span from = *rest, line;
    bool is_verbatim = false, is_after_blank = true;
    *out = (page_part){{"", 0}, from};
    while (rest->length > 0) {
        apo_span here = *rest;
        apo_span_line(rest, &line);
        if (apo_span_starts_with(line, "```"))
            is_verbatim = !is_verbatim;
        apo_span title = is_verbatim || !is_after_blank ? (apo_span){"", 0} : title_of(line);
        is_after_blank = line.length == 0;
        if (title.length == 0)
            continue;
        if (out->title.length > 0) {
            *rest = here;
            break;
        }
        out->title = title;
    }
    out->text.length = from.length - rest->length;
    return out->text.length > 0;
}

static bool contains(apo_span text, apo_span words)
{
    for (size_t at = 0; at + words.length <= text.length; at++) {
        size_t same = 0;
        while (same < words.length &&
               apo_to_lower(text.text[at + same]) == apo_to_lower(words.text[same]))
            same++;
        if (same == words.length)
            return true;
    }
    return false;
}

void apo_rulebook_print_contents(apo_span page, size_t width)
{
    page_part part;
    apo_buffer titles;
    apo_buffer_init(&titles, NULL);
    if (take_part(&page, &part))
        apo_rulebook_print(part.text, width);
    while (take_part(&page, &part)) {
        apo_buffer_add(&titles, titles.length == 0 ? "Parts: " : "; ");
        size_t length = part.title.length;
        if (length > 0 && part.title.text[length - 1] == '.')
            length--;
        apo_buffer_add_span(&titles, apo_span_part(part.title, 0, length));
    }
    apo_buffer_add_char(&titles, '.');
    putchar('\n');
    print_plain(apo_buffer_span(&titles), width, 0);
    apo_buffer_clear(&titles);
}

bool apo_rulebook_print_parts(apo_span page, apo_span words, size_t width)
{
    for (unsigned by_text = 0; by_text < 2; by_text++) {
        apo_span rest = page;
        page_part part;
        bool is_found = false;
        while (take_part(&rest, &part)) {
            if (!contains(by_text ? part.text : part.title, words))
                continue;
            if (is_found)
                putchar('\n');
            apo_rulebook_print(part.text, width);
            is_found = true;
        }
        if (is_found)
            return true;
    }
    return false;
}
