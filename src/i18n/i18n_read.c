/* Parses gettext's .po format strictly: the catalogues are our own, so anything odd is a
 * mistake. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "i18n/i18n_priv.h"

/* How far the present entry has been read. */
enum stage {
    STAGE_NONE,
    STAGE_CONTEXT,
    STAGE_ENGLISH,
    STAGE_PLURAL,
    STAGE_FORMS
};

typedef struct reader {
    apo_i18n *i18n;
    apo_fault_list *faults;
    apo_status status;
    uint32_t line;
    enum stage stage;
    apo_i18n_entry entry; /* being read */
    apo_span *string;     /* of the entry: continuation lines append to it; NULL: none */
    size_t form_count;    /* msgstr read so far */
    size_t start;         /* of the entry's texts in the block */
    bool is_fuzzy, has_header, is_broken;
} reader;

static void report(reader *in, uint32_t column, const char *detail, apo_span word)
{
    apo_fault_add(in->faults, in->line, column, (apo_span){NULL, 0}, detail, word);
    in->status = APO_E_SYNTAX;
    in->is_broken = true; /* skip further checks of the entry */
}

static void report_error(reader *in, const char *detail)
{
    report(in, 1, detail, (apo_span){NULL, 0});
}

/* --- strings ------------------------------------------------------------- */

/* The block has room for the whole file, and every string has two quotes: one becomes its
 * terminator. */
static void end_string(reader *in)
{
    if (in->string == NULL)
        return;
    in->i18n->texts[in->i18n->texts_length++] = '\0';
    if (in->string->length > APO_I18N_TEXT_MAX)
        report_error(in, "the text is too long");
    in->string = NULL;
}

static void start_string(reader *in, apo_span *string)
{
    end_string(in);
    *string = (apo_span){in->i18n->texts + in->i18n->texts_length, 0};
    in->string = string;
}

static void put(reader *in, const char *bytes, size_t length)
{
    memcpy(in->i18n->texts + in->i18n->texts_length, bytes, length);
    in->i18n->texts_length += length;
    in->string->length += length;
}

/* The character for an escape's letter; 0 if unknown. */
static char escaped(char c)
{
    switch (c) {
    case 'n': return '\n';
    case 't': return '\t';
    case '"':
    case '\\': return c;
    default: return 0;
    }
}

/* One character or escape of a string; returns its length, 0 if faulty. */
static size_t read_char(reader *in, apo_span rest, uint32_t column)
{
    if (rest.text[0] == '\\') {
        char c = rest.length > 1 ? escaped(rest.text[1]) : '\0';
        if (c == '\0') {
            report(in, column, "only \\n, \\t, \\\" and \\\\ are known", (apo_span){NULL, 0});
            return 0;
        }
        put(in, &c, 1);
        return 2;
    }
    size_t length = apo_utf8_measure(rest);
    if (length == 0 || (unsigned char)rest.text[0] < ' ' || rest.text[0] == 0x7F) {
        report(in, column, "this is not valid UTF-8", (apo_span){NULL, 0});
        return 0;
    }
    put(in, rest.text, length);
    return length;
}

/* A quoted string that fills the rest of the line, from `at`. */
static void read_string(reader *in, apo_span line, size_t at)
{
    if (at >= line.length || line.text[at] != '"') {
        report(in, (uint32_t)at + 1, "a text in quotes was expected", (apo_span){NULL, 0});
        return;
    }
    size_t i = at + 1;
    while (i < line.length && line.text[i] != '"') {
        size_t length = read_char(in, apo_span_part(line, i, line.length), (uint32_t)i + 1);
        if (length == 0)
            return;
        i += length;
    }
    if (i >= line.length)
        report(in, (uint32_t)i + 1, "the quotes are not closed", (apo_span){NULL, 0});
    else if (i + 1 < line.length)
        report(in, (uint32_t)i + 2, "nothing may follow the text", (apo_span){NULL, 0});
}

/* --- the header ---------------------------------------------------------- */

static bool header_field(apo_span line, const char *name, apo_span *out)
{
    if (!apo_span_starts_with(line, name))
        return false;
    *out = apo_span_trim(apo_span_part(line, apo_span_of(name).length, line.length));
    return true;
}

static bool is_language(apo_span text)
{
    for (size_t i = 0; i < text.length; i++)
        if (!apo_is_letter(text.text[i]) && text.text[i] != '_' && text.text[i] != '-')
            return false;
    return text.length > 0 && text.length < APO_I18N_LANGUAGE_MAX;
}

/* Browsers write "pt-BR" where gettext has "pt_BR". */
static void take_language(apo_i18n *i18n, apo_span code)
{
    apo_text_copy_span(i18n->language, sizeof i18n->language, code);
    for (char *at = i18n->language; *at != '\0'; at++)
        if (*at == '_')
            *at = '-';
}

static void take_header_line(reader *in, apo_span line, unsigned *seen)
{
    apo_error err = {.detail = ""};
    apo_span value;
    if (header_field(line, "Language:", &value)) {
        *seen |= 1U;
        if (!is_language(value))
            report(in, 0, "\"%s\" is not a language", value);
        else
            take_language(in->i18n, value);
    } else if (header_field(line, "X-Language-Name:", &value)) {
        if (value.length == 0 || value.length >= APO_I18N_NAME_MAX)
            report(in, 0, "X-Language-Name is empty or too long", value);
        else
            apo_text_copy_span(in->i18n->name, sizeof in->i18n->name, value);
    } else if (header_field(line, "X-Direction:", &value)) {
        in->i18n->has_direction = true;
        in->i18n->is_rtl = apo_span_is(value, "rtl");
        if (!in->i18n->is_rtl && !apo_span_is(value, "ltr"))
            report(in, 0, "X-Direction is ltr or rtl, not \"%s\"", value);
    } else if (header_field(line, "Content-Type:", &value)) {
        *seen |= 2U;
        if (!apo_span_is(value, "text/plain; charset=UTF-8"))
            report(in, 0, "the Content-Type must be \"text/plain; charset=UTF-8\"", value);
    } else if (header_field(line, "Plural-Forms:", &value)) {
        *seen |= 4U;
        if (apo_plural_read(&in->i18n->plural, value, &err) != APO_OK)
            report(in, 0, "Plural-Forms: %s", apo_span_of(err.detail));
    }
}

static void take_header(reader *in)
{
    unsigned seen = 0;
    apo_span rest = in->entry.forms[0], line;
    if (in->has_header || in->i18n->count > 0)
        report_error(in, "the header (an empty msgid) must come first, and only once");
    if (in->is_fuzzy)
        report_error(in, "the header must not be fuzzy");
    in->has_header = true;
    while (apo_span_line(&rest, &line))
        take_header_line(in, line, &seen);
    if (seen != 7U)
        report_error(in, "the header needs Language, Content-Type and Plural-Forms");
}

/* --- entries ------------------------------------------------------------- */

static bool has_gap(apo_span text, apo_span name)
{
    apo_span piece;
    bool is_gap;
    while (apo_tr_part(&text, &piece, &is_gap))
        if (is_gap && apo_span_same(piece, name))
            return true;
    return false;
}

static void check_gaps(reader *in, apo_span form)
{
    const apo_i18n_entry *entry = &in->entry;
    apo_span piece;
    bool is_gap;
    while (apo_tr_part(&form, &piece, &is_gap))
        if (is_gap && !has_gap(entry->english, piece) && !has_gap(entry->plural, piece))
            report(in, 0, "the English text has no {%s}", piece);
}

/* True if all forms are present, false if none is; anything else is a fault. */
static bool is_translated(reader *in)
{
    size_t wanted = in->entry.plural.text != NULL ? in->i18n->plural.count : 1, full = 0;
    for (size_t i = 0; i < in->form_count; i++)
        full += in->entry.forms[i].length > 0;
    if (in->form_count != wanted)
        report_error(in, "the entry has the wrong number of plural forms");
    else if (full != 0 && full != wanted)
        report_error(in, "some forms of the entry are empty");
    return full == wanted;
}

static bool grow(reader *in)
{
    apo_i18n *i18n = in->i18n;
    if (i18n->count < i18n->capacity)
        return true;
    size_t capacity = i18n->capacity > 0 ? i18n->capacity * 2 : 256;
    apo_i18n_entry *grown =
        apo_reallocate(NULL, i18n->entries, capacity * sizeof *i18n->entries);
    if (grown == NULL) {
        in->status = APO_E_MEMORY;
        return false;
    }
    i18n->entries = grown;
    i18n->capacity = capacity;
    return true;
}

static void take_entry(reader *in)
{
    if (!in->has_header) {
        report_error(in, "the header (an empty msgid) must come first");
        in->has_header = true; /* reported once */
        in->i18n->plural.count = 1;
    }
    bool is_used = is_translated(in) && !in->is_fuzzy;
    in->i18n->size++;
    for (size_t i = 0; is_used && i < in->form_count; i++)
        check_gaps(in, in->entry.forms[i]);
    if (!is_used || in->is_broken)
        in->i18n->texts_length = in->start;
    else if (in->i18n->count >= APO_I18N_ENTRIES_MAX)
        report_error(in, "there are too many entries");
    else if (grow(in))
        in->i18n->entries[in->i18n->count++] = in->entry;
}

static void end_entry(reader *in)
{
    if (in->stage == STAGE_NONE)
        return;
    end_string(in);
    if (in->stage != STAGE_FORMS)
        report_error(in, "the entry ends without msgstr");
    else if (!in->is_broken && in->entry.english.length > 0)
        take_entry(in);
    else if (!in->is_broken &&
             (in->entry.context.text != NULL || in->entry.plural.text != NULL))
        report_error(in, "the msgid is empty");
    else if (!in->is_broken)
        take_header(in);
    in->entry = (apo_i18n_entry){.line = 0};
    in->stage = STAGE_NONE;
    in->form_count = 0;
    in->is_fuzzy = in->is_broken = false;
    in->start = in->i18n->texts_length;
}

/* The library's messages appear in pages too, so they come with the scripts' texts. */
static bool is_for_scripts(apo_span file)
{
    return (file.length > 3 && apo_span_is(apo_span_part(file, file.length - 3, 3), ".js")) ||
           apo_span_starts_with(file, "src/base/") ||
           apo_span_starts_with(file, "src/notation/") ||
           apo_span_starts_with(file, "src/rules/");
}

/* --- lines --------------------------------------------------------------- */

static void take_comment(reader *in, apo_span line)
{
    apo_span word, rest = apo_span_part(line, 2, line.length);
    if (in->stage != STAGE_NONE && in->stage != STAGE_FORMS)
        report_error(in, "a comment inside an entry");
    if (in->stage == STAGE_FORMS)
        end_entry(in);
    if (apo_span_starts_with(line, "#,")) {
        for (word = apo_span_word(&rest); word.length > 0; word = apo_span_word(&rest))
            in->is_fuzzy =
                in->is_fuzzy || apo_span_is(word, "fuzzy") || apo_span_is(word, "fuzzy,");
    } else if (apo_span_starts_with(line, "#:")) {
        for (word = apo_span_word(&rest); word.length > 0; word = apo_span_word(&rest))
            in->entry.is_for_scripts = in->entry.is_for_scripts || is_for_scripts(word);
    }
}

/* "msgstr[2]": 2; -1 if malformed. */
static int form_index(apo_span keyword)
{
    if (keyword.length != 9 || !apo_span_starts_with(keyword, "msgstr[") ||
        !apo_is_digit(keyword.text[7]) || keyword.text[8] != ']')
        return -1;
    return keyword.text[7] - '0';
}

static void start_form(reader *in, int index)
{
    if (in->form_count >= APO_PLURAL_FORMS_MAX || index != (int)in->form_count) {
        report_error(in, "the forms must be in order");
        return;
    }
    start_string(in, &in->entry.forms[in->form_count++]);
    in->stage = STAGE_FORMS;
}

/* Starts the string of a keyword. */
static void take_keyword(reader *in, apo_span keyword)
{
    int index = form_index(keyword);
    bool is_context = apo_span_is(keyword, "msgctxt"),
         is_english = apo_span_is(keyword, "msgid");
    if ((is_context || is_english) && in->stage == STAGE_FORMS)
        end_entry(in);
    if (is_context && in->stage == STAGE_NONE) {
        in->stage = STAGE_CONTEXT;
        start_string(in, &in->entry.context);
    } else if (is_english && in->stage <= STAGE_CONTEXT) {
        in->stage = STAGE_ENGLISH;
        in->entry.line = in->line;
        start_string(in, &in->entry.english);
    } else if (apo_span_is(keyword, "msgid_plural") && in->stage == STAGE_ENGLISH) {
        in->stage = STAGE_PLURAL;
        start_string(in, &in->entry.plural);
    } else if (apo_span_is(keyword, "msgstr") && in->stage == STAGE_ENGLISH) {
        start_form(in, 0);
    } else if (index >= 0 && (in->stage == STAGE_PLURAL || in->stage == STAGE_FORMS) &&
               in->entry.plural.text != NULL) {
        start_form(in, index);
    } else {
        report(in, 1, "\"%s\" does not belong here", keyword);
    }
}

static void take_line(reader *in, apo_span line)
{
    if (apo_span_trim(line).length == 0) {
        end_entry(in);
    } else if (line.text[0] == '#') {
        take_comment(in, line);
    } else if (line.text[0] == '"') {
        if (in->string == NULL && !in->is_broken)
            report_error(in, "this text belongs to no keyword");
        else if (!in->is_broken)
            read_string(in, line, 0);
    } else {
        apo_span rest = line, keyword = apo_span_word(&rest);
        take_keyword(in, keyword);
        if (!in->is_broken)
            read_string(in, line, (size_t)(apo_span_trim(rest).text - line.text));
    }
}

static int compare_entries(const void *left, const void *right)
{
    const apo_i18n_entry *a = left, *b = right;
    int order = apo_i18n_compare(a->context, a->english, b);
    if (order != 0)
        return order;
    return a->line < b->line ? -1 : a->line > b->line;
}

static void sort(reader *in)
{
    apo_i18n *i18n = in->i18n;
    if (i18n->count > 0)
        qsort(i18n->entries, i18n->count, sizeof *i18n->entries, compare_entries);
    for (size_t i = 1; i < i18n->count; i++) {
        const apo_i18n_entry *entry = &i18n->entries[i];
        in->line = entry->line;
        if (apo_i18n_compare(entry->context, entry->english, entry - 1) == 0)
            report(in, 1, "\"%s\" is repeated", entry->english);
    }
}

static void read_all(reader *in, apo_span text)
{
    apo_span line;
    while (in->status != APO_E_MEMORY && apo_span_line(&text, &line)) {
        in->line++;
        take_line(in, line);
    }
    end_entry(in);
    if (!in->has_header)
        report_error(in, "there is no header");
    if (in->status == APO_OK)
        sort(in);
}

apo_status apo_i18n_read(apo_i18n **out, apo_span text, apo_fault_list *faults)
{
    if (text.length > APO_I18N_SIZE_MAX)
        return APO_E_TOO_LARGE;
    apo_i18n *i18n = apo_allocate_zero(NULL, sizeof *i18n);
    if (i18n == NULL)
        return APO_E_MEMORY;
    i18n->texts = apo_allocate(NULL, text.length + 1);
    reader in = {.i18n = i18n, .faults = faults};
    if (i18n->texts == NULL)
        in.status = APO_E_MEMORY;
    else
        read_all(&in, text);
    if (in.status != APO_OK) {
        apo_i18n_free(i18n);
        return in.status;
    }
    *out = i18n;
    return APO_OK;
}
