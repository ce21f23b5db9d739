#include "net/template.h"

#include <string.h>

#include "net/template_priv.h"

/* --- reading ------------------------------------------------------------- */

enum part_kind {
    PART_TEXT,   /* plain text */
    PART_ESCAPE, /* {{name}} */
    PART_MARKUP, /* {{{name}}} */
    PART_EACH,   /* {{#name}} */
    PART_NONE,   /* {{^name}} */
    PART_END,    /* {{/name}} */
    PART_TR,     /* {{t text}}, {{tc context|text}} */
    PART_COUNT,  /* {{tn name one|many}} */
    PART_VALUE,  /* {{tv name}} */
    PART_PAGE    /* {{>name}} */
};

typedef struct part {
    enum part_kind kind;
    apo_span text;            /* or name; of SAY and COUNT in English */
    apo_span many;            /* of COUNT */
    apo_span context;         /* of SAY; of COUNT the name of the number */
    bool is_markup;           /* of SAY and COUNT */
    size_t end;               /* of EACH and NONE: index of their END */
    const apo_template *page; /* of PAGE, once it is joined; borrowed */
} part;

struct apo_template {
    char *text;
    part *parts;
    size_t count, capacity;
};

typedef struct reader {
    apo_template *page;
    apo_span text;
    size_t at;
    const char *const *names;
    apo_fault_list *faults;
    apo_status status;
    size_t open[APO_TEMPLATE_DEPTH_MAX];
    size_t depth;
    /* The place of the last fault, from which line counting continues. */
    size_t seen;
    uint32_t line, column;
} reader;

static void report(reader *in, size_t at, const char *detail, apo_span name)
{
    if (at < in->seen || in->line == 0) {
        in->seen = 0;
        in->line = in->column = 1;
    }
    for (; in->seen < at; in->seen++) {
        bool is_end = in->text.text[in->seen] == '\n';
        in->column = is_end ? 1 : in->column + 1;
        in->line += is_end;
    }
    apo_fault_add(in->faults, in->line, in->column, name, detail, name);
    in->status = APO_E_SYNTAX;
}

static void append(reader *in, const part *piece)
{
    apo_template *page = in->page;
    if (page->count == page->capacity) {
        size_t capacity = page->capacity > 0 ? page->capacity * 2 : 32;
        part *grown = apo_reallocate(NULL, page->parts, capacity * sizeof *grown);
        if (grown == NULL) {
            in->status = APO_E_MEMORY;
            return;
        }
        page->parts = grown;
        page->capacity = capacity;
    }
    page->parts[page->count++] = *piece;
}

static void add_part(reader *in, enum part_kind kind, apo_span text)
{
    append(in, &(part){.kind = kind, .text = text});
}

static bool is_name(apo_span text)
{
    for (size_t i = 0; i < text.length; i++)
        if (!apo_is_letter(text.text[i]) && !apo_is_digit(text.text[i]) && text.text[i] != '_')
            return false;
    return text.length > 0;
}

static bool is_known(const reader *in, apo_span name)
{
    if (in->names == NULL)
        return true;
    for (size_t i = 0; in->names[i] != NULL; i++)
        if (apo_span_is(name, in->names[i]))
            return true;
    return false;
}

static void close_section(reader *in, size_t at, apo_span name)
{
    if (in->depth == 0) {
        report(in, at, "nothing is open that {{/%s}} could close", name);
        return;
    }
    part *opener = &in->page->parts[in->open[in->depth - 1]];
    if (!apo_span_same(opener->text, name)) {
        report(in, at, "another section is open than {{/%s}} closes", name);
        return;
    }
    in->depth--;
    add_part(in, PART_END, name);
    if (in->status != APO_E_MEMORY)
        in->page->parts[in->open[in->depth]].end = in->page->count - 1;
}

static void open_section(reader *in, size_t at, enum part_kind kind, apo_span name)
{
    if (in->depth == APO_TEMPLATE_DEPTH_MAX) {
        report(in, at, "sections are too deep at %s", name);
        return;
    }
    in->open[in->depth] = in->page->count;
    add_part(in, kind, name);
    if (in->status != APO_E_MEMORY)
        in->depth++;
}

static enum part_kind kind_of(char mark)
{
    if (mark == '#')
        return PART_EACH;
    if (mark == '^')
        return PART_NONE;
    return mark == '/' ? PART_END : PART_ESCAPE;
}

/* Cuts the text before `mark` off the front of `*rest`; false if there is no mark. */
static bool cut(apo_span *rest, char mark, apo_span *front)
{
    const char *found = rest->length > 0 ? memchr(rest->text, mark, rest->length) : NULL;
    if (found == NULL)
        return false;
    *front = apo_span_part(*rest, 0, (size_t)(found - rest->text));
    *rest = apo_span_part(*rest, front->length + 1, rest->length);
    return true;
}

/* The names in gaps must be known as well. */
static void check_gaps(reader *in, size_t at, apo_span text)
{
    apo_span piece;
    bool is_gap;
    while (apo_tr_part(&text, &piece, &is_gap))
        if (is_gap && !is_known(in, piece))
            report(in, at, "nothing fills {%s}", piece);
}

/* Fills in the part from the text after its keyword; false if that is faulty. */
static bool read_tr(part *out, apo_span keyword, apo_span rest)
{
    out->kind = PART_TR;
    if (apo_span_is(keyword, "tn")) {
        out->kind = PART_COUNT;
        if (!cut(&rest, ' ', &out->context) || !is_name(out->context) ||
            !cut(&rest, '|', &out->text))
            return false;
        out->many = apo_span_trim(rest);
    } else {
        if (apo_span_is(keyword, "tc") && !cut(&rest, '|', &out->context))
            return false;
        out->text = rest;
    }
    out->text = apo_span_trim(out->text);
    return out->text.length > 0 && (out->kind == PART_TR || out->many.length > 0) &&
           memchr(out->text.text, '\n', out->text.length) == NULL;
}

static void take_value(reader *in, size_t at, apo_span name)
{
    if (!is_name(name))
        report(in, at, "this is no name: %s", name);
    else if (!is_known(in, name))
        report(in, at, "nothing fills {{tv %s}}", name);
    else
        add_part(in, PART_VALUE, name);
}

/* A text for people; false if the tag is of another kind. */
static bool take_tr(reader *in, size_t at, apo_span inside, bool is_markup)
{
    part piece = {.is_markup = is_markup};
    apo_span keyword, rest = inside;
    if (!cut(&rest, ' ', &keyword))
        return false;
    if (apo_span_is(keyword, "tv") && !is_markup) {
        take_value(in, at, apo_span_trim(rest));
        return true;
    }
    if (!(apo_span_is(keyword, "t") || apo_span_is(keyword, "tc") ||
          apo_span_is(keyword, "tn")))
        return false;
    if (!read_tr(&piece, keyword, apo_span_trim(rest)))
        report(in, at, "this text has the wrong form: %s", inside);
    check_gaps(in, at, piece.text);
    check_gaps(in, at, piece.many);
    if (piece.kind == PART_COUNT && !is_known(in, piece.context))
        report(in, at, "nothing fills %s", piece.context);
    append(in, &piece);
    return true;
}

/* Another template; false if the tag is of another kind. */
static bool take_page(reader *in, size_t at, apo_span inside)
{
    if (inside.length == 0 || inside.text[0] != '>')
        return false;
    apo_span name = apo_span_trim(apo_span_part(inside, 1, inside.length));
    if (is_name(name))
        add_part(in, PART_PAGE, name);
    else
        report(in, at, "this is no name: %s", name);
    return true;
}

/* Parses the text between the braces. */
static void take_tag(reader *in, size_t at, apo_span inside, bool is_markup)
{
    if (inside.length > 0 && inside.text[0] == '!')
        return;
    if (take_tr(in, at, inside, is_markup) || (!is_markup && take_page(in, at, inside)))
        return;
    enum part_kind kind =
        is_markup ? PART_MARKUP : kind_of(inside.length > 0 ? *inside.text : ' ');
    bool has_mark = kind == PART_EACH || kind == PART_NONE || kind == PART_END;
    apo_span name = apo_span_trim(apo_span_part(inside, has_mark, inside.length));
    if (!is_name(name))
        report(in, at, "this is no name: %s", name);
    else if (!is_known(in, name))
        report(in, at, "nothing fills {{%s}}", name);
    else if (kind == PART_END)
        close_section(in, at, name);
    else if (has_mark)
        open_section(in, at, kind, name);
    else
        add_part(in, kind, name);
}

/* Position of `mark` from `at`; the end of the text if there is none. */
static size_t find(const reader *in, size_t at, const char *mark)
{
    size_t length = strlen(mark);
    for (; at + length <= in->text.length; at++)
        if (memcmp(in->text.text + at, mark, length) == 0)
            return at;
    return in->text.length;
}

static bool has_open_gap(const reader *in, size_t start, size_t end)
{
    while (end > start && in->text.text[end - 1] != '{' && in->text.text[end - 1] != '}')
        end--;
    return end > start && in->text.text[end - 1] == '{';
}

static void read_tag(reader *in)
{
    size_t at = in->at;
    bool is_markup = apo_span_starts_with(apo_span_part(in->text, at, 3), "{{{");
    size_t start = at + (is_markup ? 3 : 2);
    const char *closing = is_markup ? "}}}" : "}}";
    size_t end = find(in, start, closing);
    if (end == in->text.length) {
        report(in, at, "these braces are not closed", (apo_span){"", 0});
        in->at = end;
        return;
    }
    /* A text may end with a gap, whose brace comes first. */
    size_t after = end + strlen(closing);
    if (has_open_gap(in, start, end) && after < in->text.length && in->text.text[after] == '}')
        end++;
    take_tag(in, at, apo_span_part(in->text, start, end - start), is_markup);
    in->at = end + strlen(closing);
}

static void read_all(reader *in)
{
    while (in->at < in->text.length && in->status != APO_E_MEMORY) {
        size_t brace = find(in, in->at, "{{");
        if (brace > in->at)
            add_part(in, PART_TEXT, apo_span_part(in->text, in->at, brace - in->at));
        in->at = brace;
        if (brace < in->text.length)
            read_tag(in);
    }
    if (in->depth > 0)
        report(in, in->text.length, "section %s is not closed",
               in->page->parts[in->open[in->depth - 1]].text);
}

apo_status apo_template_new(apo_template **out, apo_span text, const char *const *names,
                            apo_fault_list *faults)
{
    if (text.length > APO_TEMPLATE_SIZE_MAX)
        return APO_E_TOO_LARGE;
    apo_template *page = apo_allocate_zero(NULL, sizeof *page);
    char *copy = page == NULL ? NULL : apo_allocate(NULL, text.length + 1);
    if (copy == NULL) {
        apo_free(NULL, page);
        return APO_E_MEMORY;
    }
    if (text.length > 0)
        memcpy(copy, text.text, text.length);
    page->text = copy;
    reader in = {.page = page, .text = {copy, text.length}, .names = names, .faults = faults};
    read_all(&in);
    if (in.status != APO_OK) {
        apo_template_free(page);
        return in.status;
    }
    *out = page;
    return APO_OK;
}

void apo_template_free(apo_template *page)
{
    if (page == NULL)
        return;
    apo_free(NULL, page->parts);
    apo_free(NULL, page->text);
    apo_free(NULL, page);
}

static bool has_pages(const apo_template *page)
{
    for (size_t i = 0; i < page->count; i++)
        if (page->parts[i].kind == PART_PAGE)
            return true;
    return false;
}

apo_status apo_template_join(apo_template *page, apo_template_find *known, const void *context,
                             apo_span *missing)
{
    for (size_t i = 0; i < page->count; i++) {
        part *place = &page->parts[i];
        if (place->kind != PART_PAGE)
            continue;
        const apo_template *found = known(context, place->text);
        if (found == NULL || has_pages(found)) {
            *missing = place->text;
            return APO_E_UNKNOWN;
        }
        place->page = found;
    }
    return APO_OK;
}

static const char *entity_of(char c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return NULL;
    }
}

void apo_html_add(apo_buffer *out, apo_span text)
{
    size_t start = 0;
    for (size_t i = 0; i < text.length; i++) {
        const char *entity = entity_of(text.text[i]);
        if (entity == NULL)
            continue;
        apo_buffer_add_span(out, apo_span_part(text, start, i - start));
        apo_buffer_add(out, entity);
        start = i + 1;
    }
    apo_buffer_add_span(out, apo_span_part(text, start, text.length - start));
}

/* A section being written: its rows, and the current one. */
typedef struct level {
    size_t start;        /* index of its EACH or NONE */
    const apo_fill *row; /* NULL: none of its own */
} level;

typedef struct writer {
    const apo_template *page;
    const apo_template *outer; /* the page that includes `page`, if any */
    size_t after;              /* index of the part after it there */
    const apo_fill *fill;
    level levels[2 * APO_TEMPLATE_DEPTH_MAX]; /* those of a page, and of one within it */
    size_t depth;
} writer;

static const apo_fill_gap *look_up(const writer *out, apo_span name)
{
    for (size_t i = out->depth; i > 0; i--) {
        const apo_fill *row = out->levels[i - 1].row;
        const apo_fill_gap *found = row == NULL ? NULL : apo_fill_find(row, name);
        if (found != NULL)
            return found;
    }
    return out->fill == NULL ? NULL : apo_fill_find(out->fill, name);
}

static bool is_set(const apo_fill_gap *place)
{
    return place != NULL && (place->first != NULL || place->length > 0);
}

/* Enters a section or skips it; returns the next index. */
static size_t enter(writer *out, size_t index)
{
    const part *opener = &out->page->parts[index];
    const apo_fill_gap *place = look_up(out, opener->text);
    if (is_set(place) != (opener->kind == PART_EACH))
        return opener->end + 1;
    const apo_fill *row = opener->kind == PART_EACH ? place->first : NULL;
    out->levels[out->depth++] = (level){index, row};
    return index + 1;
}

/* At the end of a section: the next row, or out of it. */
static size_t leave(writer *out, size_t index)
{
    level *top = &out->levels[out->depth - 1];
    if (top->row != NULL && top->row->next != NULL) {
        top->row = top->row->next;
        return top->start + 1;
    }
    out->depth--;
    return index + 1;
}

static void write_gap(const writer *out, const part *piece, apo_buffer *to)
{
    const apo_fill_gap *place = look_up(out, piece->text);
    if (place == NULL)
        return;
    apo_span value = {place->text, place->length};
    if (piece->kind == PART_MARKUP)
        apo_buffer_add_span(to, value);
    else
        apo_html_add(to, value);
}

/* The value of a gap is never markup. */
static void write_said(const writer *out, apo_span text, bool is_markup, apo_buffer *to)
{
    apo_span piece;
    bool is_gap;
    while (apo_tr_part(&text, &piece, &is_gap)) {
        const apo_fill_gap *place = is_gap ? look_up(out, piece) : NULL;
        if (place != NULL)
            apo_html_add(to, (apo_span){place->text, place->length});
        else if (!is_gap && is_markup)
            apo_buffer_add_span(to, piece);
        else if (!is_gap)
            apo_html_add(to, piece);
    }
}

static void write_value(const writer *out, apo_span name, apo_buffer *to)
{
    const apo_i18n *i18n = out->fill == NULL ? NULL : out->fill->root->i18n;
    const apo_fill_gap *place = look_up(out, name);
    apo_buffer said;
    if (place == NULL)
        return;
    apo_buffer_init(&said, NULL);
    apo_tr_message(&said, i18n, (apo_span){place->text, place->length});
    apo_html_add(to, apo_buffer_span(&said));
    apo_buffer_clear(&said);
}

/* The number that a name is filled with; 0 if it is not a number. */
static int64_t number_of(const apo_fill_gap *place)
{
    uint32_t number = 0;
    if (place != NULL)
        (void)apo_span_number((apo_span){place->text, place->length}, UINT32_MAX, &number);
    return number;
}

static void write_tr(const writer *out, const part *piece, apo_buffer *to)
{
    const apo_i18n *i18n = out->fill == NULL ? NULL : out->fill->root->i18n;
    apo_span text = piece->kind == PART_TR
                        ? apo_tr_span(i18n, piece->context, piece->text)
                        : apo_tr_plural_span(i18n, piece->text, piece->many,
                                             number_of(look_up(out, piece->context)));
    write_said(out, text, piece->is_markup, to);
}

/* Enters an included page; returns the next index. */
static size_t step_in(writer *at, size_t index)
{
    const apo_template *inner = at->page->parts[index].page;
    if (inner == NULL)
        return index + 1;
    at->outer = at->page;
    at->after = index + 1;
    at->page = inner;
    return 0;
}

static size_t step_out(writer *at)
{
    at->page = at->outer;
    at->outer = NULL;
    return at->after;
}

/* Writes one part; returns the next index. */
static size_t write_part(writer *at, size_t index, apo_buffer *out)
{
    const part *piece = &at->page->parts[index];
    switch (piece->kind) {
    case PART_EACH:
    case PART_NONE: return enter(at, index);
    case PART_END: return leave(at, index);
    case PART_PAGE: return step_in(at, index);
    case PART_TEXT: apo_buffer_add_span(out, piece->text); break;
    case PART_ESCAPE:
    case PART_MARKUP: write_gap(at, piece, out); break;
    case PART_TR:
    case PART_COUNT: write_tr(at, piece, out); break;
    case PART_VALUE: write_value(at, piece->text, out); break;
    }
    return index + 1;
}

void apo_template_write(const apo_template *page, const apo_fill *fill, apo_buffer *out)
{
    writer at = {.page = page, .fill = fill};
    size_t index = 0;
    while (!out->is_failed && (index < at.page->count || at.outer != NULL))
        index = index < at.page->count ? write_part(&at, index, out) : step_out(&at);
}
