#include "cli/betza/json_read.h"

enum {
    DEPTH_MAX = 32,
    NUMBER_MAX = 1000000
};

static void skip_blanks(apo_span *rest)
{
    while (rest->length > 0 && apo_is_blank(rest->text[0]))
        *rest = apo_span_part(*rest, 1, rest->length);
}

/* Bytes of the string at the front, quotes included; 0 if it does not end. */
static size_t measure_string(apo_span text)
{
    for (size_t i = 1; i < text.length; i++) {
        if (text.text[i] == '"')
            return i + 1;
        if ((unsigned char)text.text[i] < ' ')
            return 0;
        if (text.text[i] == '\\')
            i++;
    }
    return 0;
}

static bool is_word_byte(char c)
{
    return apo_is_letter(c) || apo_is_digit(c) || c == '-' || c == '+' || c == '.';
}

/* Bytes of the list or object at the front; 0 if its brackets do not match. */
static size_t measure_brackets(apo_span text)
{
    char closing[DEPTH_MAX];
    size_t depth = 0;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.text[i];
        if (c == '"') {
            size_t length = measure_string(apo_span_part(text, i, text.length));
            if (length == 0)
                return 0;
            i += length - 1;
        } else if (c == '{' || c == '[') {
            if (depth == DEPTH_MAX)
                return 0;
            closing[depth++] = c == '{' ? '}' : ']';
        } else if (c == '}' || c == ']') {
            if (closing[--depth] != c)
                return 0;
            if (depth == 0)
                return i + 1;
        } else if (!is_word_byte(c) && !apo_is_blank(c) && c != ',' && c != ':') {
            return 0;
        }
    }
    return 0;
}

bool apo_json_read_value(apo_span *rest, apo_span *out)
{
    apo_span text = *rest;
    size_t length = 0;
    skip_blanks(&text);
    if (text.length == 0)
        return false;
    if (text.text[0] == '{' || text.text[0] == '[')
        length = measure_brackets(text);
    else if (text.text[0] == '"')
        length = measure_string(text);
    else
        while (length < text.length && is_word_byte(text.text[length]))
            length++;
    if (length == 0)
        return false;
    *out = apo_span_part(text, 0, length);
    *rest = apo_span_part(text, length, text.length);
    return true;
}

bool apo_json_read_element(apo_span *rest, apo_span *out)
{
    apo_span text = *rest;
    skip_blanks(&text);
    if (text.length == 0)
        return false;
    char before = text.text[0];
    apo_span behind = apo_span_part(text, 1, text.length);
    skip_blanks(&behind);
    bool is_empty_list = before == '[' && behind.length > 0 && behind.text[0] == ']';
    if (before == ']' || is_empty_list) {
        *rest = (apo_span){NULL, 0};
        return false;
    }
    if ((before != '[' && before != ',') || !apo_json_read_value(&behind, out))
        return false;
    *rest = behind;
    return true;
}

bool apo_json_find(apo_span object, const char *name, apo_span *out)
{
    apo_span rest = object, key, value;
    skip_blanks(&rest);
    if (rest.length == 0 || rest.text[0] != '{')
        return false;
    for (;;) {
        rest = apo_span_part(rest, 1, rest.length);
        if (!apo_json_read_value(&rest, &key) || !apo_json_as_string(key, &key))
            return false;
        skip_blanks(&rest);
        if (rest.length == 0 || rest.text[0] != ':')
            return false;
        rest = apo_span_part(rest, 1, rest.length);
        if (!apo_json_read_value(&rest, &value))
            return false;
        if (apo_span_is(key, name)) {
            *out = value;
            return true;
        }
        skip_blanks(&rest);
        if (rest.length == 0 || rest.text[0] != ',')
            return false;
    }
}

bool apo_json_as_string(apo_span value, apo_span *out)
{
    if (value.length < 2 || value.text[0] != '"')
        return false;
    *out = apo_span_part(value, 1, value.length - 2);
    return true;
}

bool apo_json_as_number(apo_span value, int *out)
{
    uint32_t number;
    bool is_negative = value.length > 0 && value.text[0] == '-';
    if (is_negative)
        value = apo_span_part(value, 1, value.length);
    if (!apo_span_number(value, NUMBER_MAX, &number))
        return false;
    *out = is_negative ? -(int)number : (int)number;
    return true;
}

bool apo_json_as_flag(apo_span value, bool *out)
{
    *out = apo_span_is(value, "true");
    return *out || apo_span_is(value, "false");
}
