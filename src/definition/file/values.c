/* The sections of the rules: keys and values by the tables of the rules. */
#include "base/text.h"
#include "definition/file/reader.h"
#include "rules/rules/list.h"

static const apo_span nothing = {NULL, 0};

static const apo_key *find_key(const apo_rule_info *rule, const apo_tree_key *key,
                               apo_suggestion *suggestion)
{
    apo_suggestion_start(suggestion, key->written);
    suggestion->is_rule = true;
    suggestion->hint = "docs/variant-format.md lists the keys of each section";
    for (size_t i = 0; i < rule->key_count; i++) {
        if (apo_span_is(key->name, rule->keys[i].name))
            return &rule->keys[i];
        apo_suggestion_offer(suggestion, rule->keys[i].name);
    }
    return NULL;
}

/* The table's entry for a key, or NULL (reported) if it is not allowed in this form. */
static const apo_key *check_key(apo_reader *reader, const apo_rule_info *rule,
                                const apo_tree_key *key)
{
    apo_suggestion suggestion;
    const apo_key *info = find_key(rule, key, &suggestion);
    if (info == NULL) {
        apo_diagnostics_unknown(&reader->diagnostics, &key->place, "key", &suggestion);
        return NULL;
    }
    if (info->is_indexed != key->has_index) {
        apo_diagnostics_add(&reader->diagnostics, &key->place,
                            info->is_indexed ? "\"%s\" needs a number before the \"=\""
                                             : "\"%s\" takes no number before the \"=\"",
                            key->written);
        return NULL;
    }
    bool may_repeat = info->is_repeatable && !info->is_indexed;
    return may_repeat || !apo_reader_is_repeated(reader, key) ? info : NULL;
}

/* Reads one of the table's words; stores its index in `number`. */
static bool read_word(apo_reader *reader, const apo_tree_key *key, const apo_key *info,
                      apo_value *out)
{
    apo_token token;
    apo_span rest = apo_span_of(info->words);
    if (!apo_reader_word(reader, key, &token))
        return false;
    for (out->number = 0;; out->number++) {
        apo_span word = apo_span_word(&rest);
        if (word.length == 0)
            break;
        if (apo_span_same(word, token.text))
            return true;
    }
    char buf[APO_ERROR_DETAIL_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_text_add(&text, "expected one of: ");
    apo_text_add(&text, info->words);
    apo_text_add(&text, "; not \"%s\"");
    apo_diagnostics_add(&reader->diagnostics, &token.place, buf, token.text);
    return false;
}

/* Adds the items of one word of a list; false (reported) if it has no meaning. */
static bool add_items(apo_reader *reader, const apo_token *word, const apo_key *info,
                      apo_value *out)
{
    uint8_t types[APO_VALUE_ITEMS_MAX];
    size_t count = 0;
    size_t left = (size_t)info->maximum - out->count;
    if (info->kind == APO_KEY_TYPES) {
        if (!apo_reader_types(reader, word, types, left, &count))
            return false;
        for (size_t i = 0; i < count; i++)
            out->items[out->count++] = types[i];
        return true;
    }
    apo_square sq = apo_reader_square(reader, &reader->spec->geometry, word);
    if (sq == APO_SQUARE_NONE)
        return false;
    if (left == 0) {
        apo_diagnostics_counts(&reader->diagnostics, &word->place,
                               "expected at most %1 squares", nothing, (uint64_t)info->maximum,
                               0);
        return false;
    }
    out->items[out->count++] = sq;
    return true;
}

static bool read_list(apo_reader *reader, const apo_tree_key *key, const apo_key *info,
                      apo_value *out)
{
    apo_cursor cursor = apo_cursor_start(&reader->tree, key);
    apo_token word;
    while (apo_cursor_word(&cursor, "", &word)) {
        if (!add_items(reader, &word, info, out))
            return false;
    }
    if (out->count >= info->minimum)
        return true;
    apo_origin place = apo_tree_value_place(&reader->tree, key);
    apo_diagnostics_counts(
        &reader->diagnostics, &place, "expected at least %1 %s, not %2",
        apo_span_of(info->kind == APO_KEY_TYPES ? "letters of pieces" : "squares"),
        (uint64_t)info->minimum, out->count);
    return false;
}

enum {
    PIECE_NUMBER_MAX = 9999
};

/* Adds a signed integer as an item. */
static bool add_number(apo_reader *reader, const apo_token *word, apo_value *out)
{
    uint32_t number = 0;
    bool is_negative = apo_span_starts_with(word->text, "-");
    apo_token digits = apo_token_after(word, is_negative ? 1 : 0);
    if (!apo_span_number(digits.text, PIECE_NUMBER_MAX, &number)) {
        apo_diagnostics_counts(&reader->diagnostics, &word->place,
                               "expected a whole number from -%1 to %2, not \"%s\"", word->text,
                               PIECE_NUMBER_MAX, PIECE_NUMBER_MAX);
        return false;
    }
    out->items[out->count++] = (uint16_t)(is_negative ? 0U - number : number);
    return true;
}

/* Adds numbers up to the end; those beyond the limit are only counted. False (reported) if one
 * is not a number. */
static bool add_numbers(apo_reader *reader, apo_cursor *cursor, const apo_key *info,
                        size_t *out_count, apo_value *out)
{
    apo_token word;
    for (*out_count = 0; apo_cursor_word(cursor, "", &word);)
        if (++*out_count <= (size_t)info->maximum && !add_number(reader, &word, out))
            return false;
    return true;
}

static bool read_numbers(apo_reader *reader, const apo_tree_key *key, const apo_key *info,
                         apo_value *out)
{
    apo_cursor cursor = apo_cursor_start(&reader->tree, key);
    size_t count;
    if (!add_numbers(reader, &cursor, info, &count, out))
        return false;
    if (count == (size_t)info->maximum)
        return true;
    apo_origin place = apo_tree_value_place(&reader->tree, key);
    apo_diagnostics_counts(&reader->diagnostics, &place, "expected %1 numbers, not %2", nothing,
                           (uint64_t)info->maximum, count);
    return false;
}

static bool read_piece_numbers(apo_reader *reader, const apo_tree_key *key, const apo_key *info,
                               apo_value *out)
{
    apo_cursor cursor = apo_cursor_start(&reader->tree, key);
    apo_token word;
    size_t count = 0, numbers = 0;
    uint8_t type;
    if (apo_cursor_word(&cursor, "", &word)) {
        if (!apo_reader_types(reader, &word, &type, 1, &count))
            return false;
        out->items[out->count++] = type;
    }
    if (!add_numbers(reader, &cursor, info, &numbers, out))
        return false;
    if (count == 1 && numbers >= (size_t)info->minimum && numbers <= (size_t)info->maximum)
        return true;
    apo_origin place = apo_tree_value_place(&reader->tree, key);
    apo_diagnostics_counts(&reader->diagnostics, &place,
                           "expected the letter of a piece and %1 to %2 numbers", nothing,
                           (uint64_t)info->minimum, (uint64_t)info->maximum);
    return false;
}

static bool read_value(apo_reader *reader, const apo_tree_key *key, const apo_key *info,
                       apo_value *out)
{
    bool flag = false;
    switch ((enum apo_key_kind)info->kind) {
    case APO_KEY_NUMBER:
        return apo_reader_number(reader, key, info->minimum, info->maximum, &out->number);
    case APO_KEY_FLAG:
        if (!apo_reader_flag(reader, key, &flag))
            return false;
        out->number = flag;
        return true;
    case APO_KEY_WORD: return read_word(reader, key, info, out);
    case APO_KEY_SQUARES: return reader->has_geometry && read_list(reader, key, info, out);
    case APO_KEY_TYPES: return read_list(reader, key, info, out);
    case APO_KEY_PIECE_NUMBERS: return read_piece_numbers(reader, key, info, out);
    case APO_KEY_NUMBERS: return read_numbers(reader, key, info, out);
    case APO_KEY_KINDS: break;
    }
    return false;
}

static void check_required(apo_reader *reader, const apo_rule_info *rule, size_t section)
{
    for (size_t i = 0; i < rule->key_count; i++) {
        if (rule->keys[i].is_required &&
            apo_reader_key(reader, section, rule->keys[i].name) == NULL)
            apo_diagnostics_add(&reader->diagnostics, &reader->tree.sections[section].place,
                                "the section needs a key \"%s\"",
                                apo_span_of(rule->keys[i].name));
    }
}

/* Reads a rule's section into `values`; returns how many there are, and whether some could not
 * be read. */
static size_t read_section(apo_reader *reader, const apo_rule_info *rule, size_t section,
                           apo_value *values, bool *out_is_broken)
{
    const apo_tree_key *key = NULL;
    size_t count = 0, before = reader->diagnostics.fault_count;
    while ((key = apo_tree_next(&reader->tree, section, key)) != NULL) {
        const apo_key *info = check_key(reader, rule, key);
        if (info == NULL)
            continue;
        apo_value *value = &values[count];
        *value = (apo_value){
            .key = (uint16_t)(info - rule->keys),
            .index = (int32_t)key->index,
            .line = apo_diagnostics_line(&reader->diagnostics, &key->place),
            .column =
                key->place.level > 0 ? reader->diagnostics.base.column : key->place.column,
        };
        if (read_value(reader, key, info, value))
            count++;
    }
    check_required(reader, rule, section);
    *out_is_broken = reader->diagnostics.fault_count > before;
    return count;
}

apo_status apo_reader_rules(apo_reader *reader)
{
    size_t used = 0;
    if (reader->tree.key_count == 0)
        return APO_OK;
    reader->values =
        apo_allocate_zero(reader->alloc, reader->tree.key_count * sizeof *reader->values);
    if (reader->values == NULL)
        return APO_E_MEMORY;
    for (size_t i = 0; i < apo_rule_count() && i < APO_RULES_MAX; i++) {
        const apo_rule_info *rule = apo_rule_at(i);
        size_t section = apo_reader_section(reader, rule->section);
        if (section == APO_TREE_NONE)
            continue;
        apo_values *values = &reader->spec->rules[i];
        size_t count =
            read_section(reader, rule, section, reader->values + used, &values->is_broken);
        values->values = reader->values + used;
        values->count = count;
        values->line =
            apo_diagnostics_line(&reader->diagnostics, &reader->tree.sections[section].place);
        used += count;
    }
    return APO_OK;
}
