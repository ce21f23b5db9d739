#include "net/json_in.h"

#include <jansson.h>
#include <string.h>

/* A document is the root value of jansson, and so is each value in it. */
static json_t *root_of(const apo_json_in *document)
{
    union {
        const apo_json_in *document;
        json_t *root;
    } as = {document};

    return as.root;
}

static const json_t *json_of(const apo_json_value *value)
{
    return (const json_t *)(const void *)value;
}

static const apo_json_value *value_of(const json_t *json)
{
    return (const apo_json_value *)(const void *)json;
}

/* jansson would recurse 2048 levels deep, and it creates all values at once, so depth and
 * number of values are checked first, ignoring the contents of strings. Gives the position of
 * the excess. */
static bool is_too_much(apo_span text, size_t values_max, size_t *position)
{
    size_t depth = 0, values = 1;
    bool is_string = false;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.text[i];
        if (is_string && c == '\\')
            i++;
        else if (c == '"')
            is_string = !is_string;
        else if (!is_string && (c == '[' || c == '{'))
            depth++;
        else if (!is_string && (c == ']' || c == '}') && depth > 0)
            depth--;
        values += !is_string && (c == '[' || c == '{' || c == ',');
        *position = i;
        if (depth > APO_JSON_IN_DEPTH_MAX || values > values_max)
            return true;
    }
    return false;
}

static apo_status fail_of(apo_error *err, const json_error_t *fault)
{
    size_t position = fault->position > 0 ? (size_t)fault->position : 0;
    if (json_error_code(fault) == json_error_out_of_memory)
        return apo_fail(err, APO_E_MEMORY, 0, "out of memory", apo_span_of(NULL));
    if (json_error_code(fault) == json_error_duplicate_key)
        return apo_fail(err, APO_E_SYNTAX, position, "a member is repeated", apo_span_of(NULL));
    return apo_fail(err, APO_E_SYNTAX, position, "this is not JSON", apo_span_of(NULL));
}

/* `what` names the required kind of value. */
static apo_status read_root(apo_json_in **out, apo_span text, json_type type, size_t values_max,
                            const char *what, apo_error *err)
{
    json_error_t fault;
    size_t position = 0;
    if (is_too_much(text, values_max, &position))
        return apo_fail(err, APO_E_TOO_LARGE, position,
                        "the nesting is too deep, or there are too many values",
                        apo_span_of(NULL));
    if (text.length == 0)
        return apo_fail(err, APO_E_SYNTAX, 0, what, apo_span_of(NULL));
    json_t *root = json_loadb(text.text, text.length, JSON_REJECT_DUPLICATES, &fault);
    if (root == NULL)
        return fail_of(err, &fault);
    if (json_typeof(root) != type) {
        json_decref(root);
        return apo_fail(err, APO_E_SYNTAX, 0, what, apo_span_of(NULL));
    }
    *out = (apo_json_in *)(void *)root;
    return APO_OK;
}

apo_status apo_json_in_read(apo_json_in **out, apo_span text, apo_error *err)
{
    if (text.length > APO_JSON_IN_SIZE_MAX)
        return apo_fail(err, APO_E_TOO_LARGE, APO_JSON_IN_SIZE_MAX, "the text is too long",
                        apo_span_of(NULL));
    return read_root(out, text, JSON_OBJECT, APO_JSON_IN_VALUES_MAX, "an object is missing",
                     err);
}

apo_status apo_json_in_read_list(apo_json_in **out, apo_span text, apo_error *err)
{
    return read_root(out, text, JSON_ARRAY, SIZE_MAX, "a list is missing", err);
}

void apo_json_in_free(apo_json_in *document)
{
    json_decref(root_of(document));
}

const apo_json_value *apo_json_in_root(const apo_json_in *document)
{
    return value_of(root_of(document));
}

static bool is_named(apo_span names, const char *name)
{
    for (apo_span word; (word = apo_span_word(&names)).length > 0;)
        if (apo_span_is(word, name))
            return true;
    return false;
}

bool apo_json_in_only(const apo_json_value *object, const char *names, apo_span *out)
{
    union {
        const apo_json_value *value;
        json_t *json;
    } as = {object};

    for (void *at = json_object_iter(as.json); at != NULL;
         at = json_object_iter_next(as.json, at)) {
        const char *name = json_object_iter_key(at);
        if (!is_named(apo_span_of(names), name)) {
            *out = apo_span_of(name);
            return false;
        }
    }
    return true;
}

const apo_json_value *apo_json_in_member(const apo_json_value *object, const char *name)
{
    const json_t *found = object == NULL ? NULL : json_object_get(json_of(object), name);
    return found == NULL || json_is_null(found) ? NULL : value_of(found);
}

size_t apo_json_in_count(const apo_json_value *list)
{
    return list == NULL ? 0 : json_array_size(json_of(list));
}

const apo_json_value *apo_json_in_element(const apo_json_value *list, size_t index)
{
    return list == NULL ? NULL : value_of(json_array_get(json_of(list), index));
}

bool apo_json_in_text(const apo_json_value *value, apo_span *out)
{
    const json_t *json = json_of(value);
    if (json == NULL || !json_is_string(json))
        return false;
    *out = (apo_span){json_string_value(json), json_string_length(json)};
    return true;
}

bool apo_json_in_number(const apo_json_value *value, int64_t minimum, int64_t maximum,
                        int64_t *out)
{
    const json_t *json = json_of(value);
    if (json == NULL || !json_is_integer(json))
        return false;
    json_int_t number = json_integer_value(json);
    if (number < minimum || number > maximum)
        return false;
    *out = number;
    return true;
}

bool apo_json_in_flag(const apo_json_value *value, bool *out)
{
    const json_t *json = json_of(value);
    if (json == NULL || !json_is_boolean(json))
        return false;
    *out = json_is_true(json);
    return true;
}

bool apo_json_in_is_object(const apo_json_value *value)
{
    return value != NULL && json_is_object(json_of(value));
}

bool apo_json_in_is_list(const apo_json_value *value)
{
    return value != NULL && json_is_array(json_of(value));
}
