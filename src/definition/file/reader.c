#include "definition/file/reader.h"

#include "base/mem.h"
#include "base/utf8.h"

static const apo_span nothing = {NULL, 0};

bool apo_reader_is_id(apo_span text)
{
    if (text.length == 0 || text.length >= APO_ID_MAX)
        return false;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.text[i];
        if (!apo_is_lower(c) && !apo_is_digit(c) && c != '-')
            return false;
    }
    return true;
}

bool apo_reader_outcome(const apo_reader *reader, const char *name, apo_span *out_word)
{
    size_t outcome = apo_reader_section(reader, "outcome");
    const apo_tree_key *key =
        outcome != APO_TREE_NONE ? apo_reader_key(reader, outcome, name) : NULL;
    apo_token word;
    if (key == NULL)
        return false;
    apo_cursor cursor = apo_cursor_start(&reader->tree, key);
    if (!apo_cursor_part(&cursor, &word))
        return false;
    *out_word = word.text;
    return true;
}

bool apo_reader_has_other_end(const apo_reader *reader)
{
    static const char *const sections[] = {"goal", "extinction", "royals", "connection"};
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++)
        if (apo_reader_section(reader, sections[i]) != APO_TREE_NONE)
            return true;
    apo_span word;
    return apo_reader_outcome(reader, "stalemate", &word) && !apo_span_is(word, "draw") &&
           !apo_span_is(word, "advantage");
}

size_t apo_reader_section(const apo_reader *reader, const char *name)
{
    return apo_tree_section_of(&reader->tree, apo_span_of(name), nothing);
}

const apo_tree_key *apo_reader_key(const apo_reader *reader, size_t section, const char *name)
{
    const apo_tree_key *key = apo_tree_next(&reader->tree, section, NULL);
    while (key != NULL && !apo_span_is(key->name, name))
        key = apo_tree_next(&reader->tree, section, key);
    return key;
}

bool apo_reader_is_repeated(apo_reader *reader, const apo_tree_key *key)
{
    const apo_tree_key *other = apo_tree_next(&reader->tree, key->section, NULL);
    while (other != key &&
           (!apo_span_same(other->name, key->name) || other->index != key->index))
        other = apo_tree_next(&reader->tree, key->section, other);
    if (other == key)
        return false;
    apo_diagnostics_counts(&reader->diagnostics, &key->place,
                           "\"%s\" was given before, in line %1", key->place.key,
                           other->place.line, 0);
    return true;
}

static const apo_form *find_form(const apo_section_info *info, const apo_tree_key *key,
                                 apo_suggestion *suggestion)
{
    apo_suggestion_start(suggestion, key->written);
    suggestion->is_rule = true;
    suggestion->hint = "docs/variant-format.md lists the keys of each section";
    for (size_t i = 0; i < info->form_count; i++) {
        if (apo_span_is(key->name, info->forms[i].name))
            return &info->forms[i];
        apo_suggestion_offer(suggestion, info->forms[i].name);
    }
    return NULL;
}

static void check_key(apo_reader *reader, const apo_tree_key *key, const apo_section_info *info)
{
    apo_suggestion suggestion;
    const apo_form *form = find_form(info, key, &suggestion);
    if (form == NULL)
        apo_diagnostics_unknown(&reader->diagnostics, &key->place, "key", &suggestion);
    else if (key->has_index)
        apo_diagnostics_add(&reader->diagnostics, &key->place,
                            "\"%s\" takes no number before the \"=\"", key->written);
    else if (!form->is_repeatable)
        (void)apo_reader_is_repeated(reader, key);
}

void apo_reader_check_keys(apo_reader *reader, size_t section, const apo_section_info *info)
{
    const apo_tree_key *key = NULL;
    while ((key = apo_tree_next(&reader->tree, section, key)) != NULL)
        check_key(reader, key, info);
    for (size_t i = 0; i < info->form_count; i++) {
        if (info->forms[i].fallback == NULL &&
            apo_reader_key(reader, section, info->forms[i].name) == NULL)
            apo_diagnostics_add(&reader->diagnostics, &reader->tree.sections[section].place,
                                "the section needs a key \"%s\"",
                                apo_span_of(info->forms[i].name));
    }
}

bool apo_reader_word(apo_reader *reader, const apo_tree_key *key, apo_token *out)
{
    apo_cursor cursor = apo_cursor_start(&reader->tree, key);
    apo_token more;
    if (!apo_cursor_word(&cursor, "", out)) {
        apo_origin place = apo_tree_value_place(&reader->tree, key);
        apo_diagnostics_add(&reader->diagnostics, &place, "expected a word", nothing);
        return false;
    }
    if (apo_cursor_word(&cursor, "", &more)) {
        apo_diagnostics_add(&reader->diagnostics, &more.place,
                            "expected one word, not also \"%s\"", more.text);
        return false;
    }
    return true;
}

bool apo_reader_number(apo_reader *reader, const apo_tree_key *key, int32_t minimum,
                       int32_t maximum, int32_t *out)
{
    apo_token token;
    uint32_t number = 0;
    if (!apo_reader_word(reader, key, &token))
        return false;
    bool is_negative = minimum < 0 && apo_span_starts_with(token.text, "-");
    apo_token digits = apo_token_after(&token, is_negative ? 1 : 0);
    bool is_number = apo_span_number(digits.text, INT32_MAX, &number);
    int32_t value = is_negative ? -(int32_t)number : (int32_t)number;
    if (!is_number || value < minimum || value > maximum) {
        const char *detail = minimum < 0 ? "expected a whole number from -%1 to %2, not \"%s\""
                                         : "expected a whole number from %1 to %2, not \"%s\"";
        uint64_t lowest = minimum < 0 ? 0 - (uint64_t)minimum : (uint64_t)minimum;
        apo_diagnostics_counts(&reader->diagnostics, &token.place, detail, token.text, lowest,
                               (uint64_t)maximum);
        return false;
    }
    *out = value;
    return true;
}

bool apo_reader_flag(apo_reader *reader, const apo_tree_key *key, bool *out)
{
    apo_token token;
    if (!apo_reader_word(reader, key, &token))
        return false;
    if (!apo_span_is(token.text, "yes") && !apo_span_is(token.text, "no")) {
        apo_diagnostics_add(&reader->diagnostics, &token.place,
                            "expected \"yes\" or \"no\", not \"%s\"", token.text);
        return false;
    }
    *out = apo_span_is(token.text, "yes");
    return true;
}

bool apo_reader_text(apo_reader *reader, const apo_token *token, char *out, size_t size)
{
    size_t at = 0;
    while (at < token->text.length) {
        apo_token here = apo_token_after(token, at);
        size_t length = apo_utf8_measure(here.text);
        unsigned char byte = (unsigned char)here.text.text[0];
        if (length == 0 || byte < 0x20U || byte == 0x7FU) {
            apo_diagnostics_add(&reader->diagnostics, &here.place,
                                length == 0 ? "this is not valid UTF-8" : "a control character",
                                nothing);
            return false;
        }
        at += length;
    }
    if (token->text.length >= size) {
        apo_diagnostics_counts(&reader->diagnostics, &token->place,
                               "the text has %1 bytes; at most %2 fit", nothing,
                               token->text.length, size - 1);
        return false;
    }
    memcpy(out, token->text.text, token->text.length);
    out[token->text.length] = '\0';
    return true;
}

apo_square apo_reader_square(apo_reader *reader, const apo_geometry *geo,
                             const apo_token *token)
{
    apo_span rest = token->text;
    apo_square sq = apo_geometry_read_square(geo, &rest);
    if (sq == APO_SQUARE_NONE || rest.length > 0) {
        apo_diagnostics_add(&reader->diagnostics, &token->place,
                            "\"%s\" is not a square of the board", token->text);
        return APO_SQUARE_NONE;
    }
    return sq;
}

static unsigned find_type(const apo_reader *reader, char letter, char accent, unsigned mark)
{
    for (unsigned type = 1; type <= reader->spec->type_count; type++) {
        const apo_type_spec *spec = &reader->spec->types[type];
        if (spec->letter == letter && spec->accent == accent && spec->mark == mark)
            return type;
    }
    return APO_TYPE_NONE;
}

unsigned apo_reader_type(const apo_reader *reader, char letter)
{
    return find_type(reader, letter, '\0', APO_MARK_NONE);
}

unsigned apo_reader_sign(const apo_reader *reader, apo_span text, size_t *out_length)
{
    size_t plus = text.length > 1 && text.text[0] == '+';
    char letter = text.length > 0 ? apo_to_upper(text.text[plus]) : '\0';
    bool has_accent = text.length > plus + 1 && apo_is_accent(text.text[plus + 1]);
    *out_length = plus + 1 + has_accent;
    return find_type(reader, letter, has_accent ? text.text[plus + 1] : '\0',
                     plus != 0 ? APO_MARK_PROMOTED : APO_MARK_NONE);
}

static void report_letter(apo_reader *reader, const apo_token *token, size_t length)
{
    size_t plus = token->text.text[0] == '+' && length > 1;
    bool is_lower = apo_is_lower(token->text.text[plus]);
    const char *detail = is_lower ? "write the letters of pieces in upper case, not \"%s\""
                                  : "no piece has the letter \"%s\"";
    apo_token here = apo_token_after(token, plus);
    apo_diagnostics_add(&reader->diagnostics, &here.place, detail,
                        apo_span_part(here.text, 0, length - plus));
}

bool apo_reader_types(apo_reader *reader, const apo_token *token, uint8_t *out, size_t capacity,
                      size_t *count)
{
    size_t length = 0;
    for (size_t i = 0; i < token->text.length; i += length) {
        apo_token here = apo_token_after(token, i);
        unsigned type = apo_reader_sign(reader, here.text, &length);
        size_t plus = here.text.text[0] == '+' && length > 1;
        if (type == APO_TYPE_NONE || apo_is_lower(here.text.text[plus])) {
            report_letter(reader, &here, length);
            return false;
        }
        if (*count == capacity) {
            apo_diagnostics_counts(&reader->diagnostics, &here.place,
                                   "expected at most %1 letters of pieces", nothing, capacity,
                                   0);
            return false;
        }
        out[(*count)++] = (uint8_t)type;
    }
    return true;
}
