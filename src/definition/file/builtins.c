/* The definitions that are part of the library. */
#include "definition/file/definition.h"
#include "definition/file/embedded.h"

size_t apo_definition_builtin_count(void)
{
    return apo_embedded_variants_count;
}

const char *apo_definition_builtin_id(size_t index)
{
    return index < apo_definition_builtin_count() ? apo_embedded_variants[index].name : NULL;
}

apo_span apo_definition_builtin_text(size_t index)
{
    if (index >= apo_definition_builtin_count())
        return apo_span_of(NULL);
    return (apo_span){apo_embedded_variants[index].text, apo_embedded_variants[index].size};
}

bool apo_definition_find_builtin(apo_span id, apo_span *out_text)
{
    for (size_t i = 0; i < apo_definition_builtin_count(); i++) {
        if (apo_span_is(id, apo_definition_builtin_id(i))) {
            *out_text = apo_definition_builtin_text(i);
            return true;
        }
    }
    return false;
}

/* --- names --------------------------------------------------------------- */

/* The value of "key = value" with this key; empty for other lines. */
static apo_span value_of(apo_span line, const char *key)
{
    apo_span rest = line;
    size_t length = 0;
    while (length < line.length && line.text[length] != '#')
        length++;
    rest.length = length;
    apo_span word = apo_span_word(&rest);
    rest = apo_span_trim(rest);
    if (!apo_span_is(word, key) || rest.length == 0 || rest.text[0] != '=')
        return (apo_span){NULL, 0};
    return apo_span_trim(apo_span_part(rest, 1, rest.length));
}

/* The value of a key of [game], which is the first section of every built-in definition and has
 * its names on one line. Reading these lines takes less than a microsecond, which avoids
 * reading the whole file of each game that is not the one sought. */
static apo_span game_value(size_t index, const char *key)
{
    apo_span rest = apo_definition_builtin_text(index);
    bool is_inside = false;
    for (apo_span line; apo_span_line(&rest, &line);) {
        line = apo_span_trim(line);
        if (line.length > 0 && line.text[0] == '[') {
            if (is_inside)
                break;
            is_inside = true;
            continue;
        }
        apo_span value = value_of(line, key);
        if (is_inside && value.text != NULL)
            return value;
    }
    return (apo_span){NULL, 0};
}

static apo_span next_name(apo_span *rest)
{
    size_t length = 0;
    while (length < rest->length && rest->text[length] != ',')
        length++;
    apo_span name = apo_span_part(*rest, 0, length);
    *rest = apo_span_part(*rest, length + (length < rest->length), rest->length);
    return apo_span_trim(name);
}

/* The next letter or digit at `*at` or after it, in lower case; 0 at the end. */
static char next_char(apo_span name, size_t *at)
{
    while (*at < name.length) {
        char c = name.text[(*at)++];
        if (apo_is_letter(c) || apo_is_digit(c))
            return apo_to_lower(c);
    }
    return 0;
}

/* Case, blanks and punctuation do not count: "S-Chess", "schess". */
static bool is_same_name(apo_span a, apo_span b)
{
    size_t at_a = 0, at_b = 0;
    for (;;) {
        char x = next_char(a, &at_a), y = next_char(b, &at_b);
        if (x != y)
            return false;
        if (x == 0)
            return true;
    }
}

static bool is_in_list(apo_span list, apo_span name)
{
    while (list.length > 0) {
        if (is_same_name(next_name(&list), name))
            return true;
    }
    return false;
}

static bool is_name_of(size_t index, apo_span name, bool has_fen)
{
    if (is_in_list(game_value(index, "names-with-fen"), name))
        return has_fen;
    return is_same_name(apo_span_of(apo_definition_builtin_id(index)), name) ||
           is_same_name(game_value(index, "name"), name) ||
           is_in_list(game_value(index, "names"), name);
}

static bool has_sign(apo_span name)
{
    size_t at = 0;
    return name.length <= APO_NAME_MAX && next_char(name, &at) != 0;
}

const char *apo_definition_find_id(apo_span name, bool has_fen)
{
    for (size_t i = 0; i < apo_definition_builtin_count(); i++) {
        if (apo_span_is(name, apo_definition_builtin_id(i)))
            return apo_definition_builtin_id(i);
    }
    for (size_t i = 0; has_sign(name) && i < apo_definition_builtin_count(); i++) {
        if (is_name_of(i, name, has_fen))
            return apo_definition_builtin_id(i);
    }
    return NULL;
}

apo_span apo_definition_name_elsewhere(apo_span id)
{
    for (size_t i = 0; i < apo_definition_builtin_count(); i++) {
        if (!apo_span_is(id, apo_definition_builtin_id(i)))
            continue;
        apo_span names = game_value(i, "names");
        if (names.length == 0)
            names = game_value(i, "names-with-fen");
        if (names.length > 0)
            return next_name(&names);
    }
    return id;
}

bool apo_definition_needs_fen(apo_span id)
{
    for (size_t i = 0; i < apo_definition_builtin_count(); i++)
        if (apo_span_is(id, apo_definition_builtin_id(i)))
            return game_value(i, "names").length == 0 &&
                   game_value(i, "names-with-fen").length > 0;
    return false;
}
