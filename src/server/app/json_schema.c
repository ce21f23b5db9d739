#include "server/app/json_schema.h"

/* The reader's state. */
typedef struct reader {
    apo_span rest;
    apo_buffer *out;
    unsigned depth;
    bool is_faulty;
} reader;

static bool is_word_char(char c)
{
    return apo_is_letter(c) || apo_is_digit(c) || c == '_' || c == '*';
}

static apo_span cut(reader *r, size_t length)
{
    apo_span part = apo_span_part(r->rest, 0, length);
    r->rest = apo_span_part(r->rest, length, r->rest.length);
    return part;
}

static char next(const reader *r)
{
    return r->rest.length > 0 ? r->rest.text[0] : '\0';
}

static bool take(reader *r, char c)
{
    if (next(r) != c)
        return false;
    cut(r, 1);
    return true;
}

static void want(reader *r, char c)
{
    if (!take(r, c))
        r->is_faulty = true;
}

static void skip_blanks(reader *r)
{
    while (next(r) == ' ')
        cut(r, 1);
}

static apo_span cut_word(reader *r)
{
    size_t length = 0;
    while (length < r->rest.length && is_word_char(r->rest.text[length]))
        length++;
    if (length == 0)
        r->is_faulty = true;
    return cut(r, length);
}

/* The end of the schema at the start of `text`: a blank or closing bracket outside all
 * brackets. */
static size_t schema_length(apo_span text)
{
    unsigned depth = 0;
    bool is_quoted = false;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.text[i];
        if (c == '\'')
            is_quoted = !is_quoted;
        if (is_quoted)
            continue;
        if (depth == 0 && (c == ' ' || c == ']' || c == '}'))
            return i;
        if (c == '[' || c == '{')
            depth++;
        if (c == ']' || c == '}')
            depth--;
    }
    return text.length;
}

bool apo_json_schema_member(apo_span *rest, apo_span *name, bool *is_optional, apo_span *schema)
{
    reader r = {.rest = apo_span_trim(*rest)};
    if (r.rest.length == 0)
        return false;
    *name = cut_word(&r);
    *is_optional = take(&r, '?');
    want(&r, ':');
    *schema = cut(&r, schema_length(r.rest));
    if (r.is_faulty || schema->length == 0)
        return false;
    *rest = r.rest;
    return true;
}

static void read_schema(reader *r, const char *name);

/* The required names. */
static void write_required(apo_buffer *out, apo_span members, bool has_key)
{
    apo_span name, schema;
    bool is_optional;
    apo_json_open(out, "required", '[');
    if (has_key)
        apo_json_add_string(out, NULL, "key");
    while (apo_json_schema_member(&members, &name, &is_optional, &schema)) {
        if (!is_optional && !apo_span_is(name, "*"))
            apo_json_add_text(out, NULL, name);
    }
    apo_json_close(out, ']');
}

/* A member's name, as a terminated text.
 * NOLINTNEXTLINE(misc-no-recursion): as deep as APO_JSON_SCHEMA_DEPTH_MAX */
static void read_part(reader *r, apo_span name, apo_span schema)
{
    char text[64];
    reader part = {schema, r->out, r->depth, false};
    if (name.length >= sizeof text) {
        r->is_faulty = true;
        return;
    }
    for (size_t i = 0; i < name.length; i++)
        text[i] = name.text[i];
    text[name.length] = '\0';
    read_schema(&part, apo_span_is(name, "*") ? "additionalProperties" : text);
    if (part.is_faulty || part.rest.length > 0)
        r->is_faulty = true;
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as APO_JSON_SCHEMA_DEPTH_MAX */
static void write_members(reader *r, apo_span members, bool has_key)
{
    apo_span rest = members, name, schema, any = {NULL, 0};
    bool is_optional;
    apo_json_add_string(r->out, "type", "object");
    apo_json_open(r->out, "properties", '{');
    if (has_key)
        read_part(r, apo_span_of("key"), apo_span_of("key"));
    while (apo_json_schema_member(&rest, &name, &is_optional, &schema)) {
        if (apo_span_is(name, "*"))
            any = schema;
        else
            read_part(r, name, schema);
    }
    apo_json_close(r->out, '}');
    if (apo_span_trim(rest).length > 0)
        r->is_faulty = true;
    if (any.length > 0)
        read_part(r, apo_span_of("*"), any);
    write_required(r->out, members, has_key);
}

static void write_type(reader *r, apo_span word)
{
    static const char *const types[][2] = {
        {"text", "string"},  {"id", "string"},     {"key", "string"},   {"int", "integer"},
        {"time", "integer"}, {"number", "number"}, {"flag", "boolean"}, {"null", "null"},
    };
    if (apo_span_is(word, "any"))
        return;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (apo_span_is(word, types[i][0])) {
            apo_json_add_string(r->out, "type", types[i][1]);
            if (apo_span_is(word, "time"))
                apo_json_add_string(r->out, "description", "milliseconds since 1970");
            if (apo_span_is(word, "key"))
                apo_json_add_string(r->out, "pattern", "^[A-Za-z0-9_-]{8,64}$");
            return;
        }
    }
    if (word.length == 0 || !apo_is_upper(word.text[0])) {
        r->is_faulty = true;
        return;
    }
    apo_buffer reference;
    apo_buffer_init(&reference, NULL);
    apo_buffer_add(&reference, "#/components/schemas/");
    apo_buffer_add_span(&reference, word);
    apo_json_add_text(r->out, "$ref", apo_buffer_span(&reference));
    apo_buffer_clear(&reference);
}

static void write_quoted(reader *r)
{
    size_t length = 0;
    want(r, '\'');
    while (length < r->rest.length && r->rest.text[length] != '\'')
        length++;
    apo_json_add_text(r->out, "const", cut(r, length));
    want(r, '\'');
}

/* The content of one schema. NOLINTNEXTLINE(misc-no-recursion): as deep as
 * APO_JSON_SCHEMA_DEPTH_MAX */
static void read_atom(reader *r)
{
    if (++r->depth > APO_JSON_SCHEMA_DEPTH_MAX) {
        r->is_faulty = true;
    } else if (take(r, '[')) {
        apo_json_add_string(r->out, "type", "array");
        read_schema(r, "items");
        want(r, ']');
    } else if (take(r, '{')) {
        size_t length = 0;
        for (reader inner = {r->rest, NULL, 0, false};
             next(&inner) != '\0' && next(&inner) != '}';) {
            size_t part = schema_length(inner.rest);
            cut(&inner, part > 0 ? part : 1);
            length = r->rest.length - inner.rest.length;
        }
        write_members(r, cut(r, length), false);
        want(r, '}');
    } else if (next(r) == '\'') {
        write_quoted(r);
    } else {
        write_type(r, cut_word(r));
    }
    r->depth--;
}

static bool has_choice(const reader *r)
{
    unsigned depth = 0;
    size_t length = schema_length(r->rest);
    for (size_t i = 0; i < length; i++) {
        char c = r->rest.text[i];
        depth += c == '[' || c == '{';
        depth -= c == ']' || c == '}';
        if (depth == 0 && c == '|')
            return true;
    }
    return false;
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as APO_JSON_SCHEMA_DEPTH_MAX */
static void read_schema(reader *r, const char *name)
{
    apo_json_open(r->out, name, '{');
    if (!has_choice(r)) {
        read_atom(r);
    } else {
        apo_json_open(r->out, "anyOf", '[');
        do {
            apo_json_open(r->out, NULL, '{');
            read_atom(r);
            apo_json_close(r->out, '}');
        } while (!r->is_faulty && take(r, '|'));
        apo_json_close(r->out, ']');
    }
    apo_json_close(r->out, '}');
}

bool apo_json_schema_write(apo_buffer *out, const char *name, const char *schema)
{
    reader r = {.rest = apo_span_trim(apo_span_of(schema)), .out = out};
    read_schema(&r, name);
    skip_blanks(&r);
    return !r.is_faulty && r.rest.length == 0;
}

/* True if it is a name or a bracket, and not a list of members. */
static bool is_single(apo_span text)
{
    for (size_t i = 0; i < text.length; i++) {
        if (!is_word_char(text.text[i]))
            return false;
    }
    return text.length > 0;
}

bool apo_json_schema_write_body(apo_buffer *out, const char *name, const char *members,
                                bool has_key)
{
    reader r = {.rest = apo_span_trim(apo_span_of(members)), .out = out};
    if (is_single(r.rest) && !has_key)
        return apo_json_schema_write(out, name, members);
    apo_json_open(out, name, '{');
    if (is_single(r.rest)) {
        apo_json_open(out, "allOf", '[');
        apo_json_open(out, NULL, '{');
        read_atom(&r);
        apo_json_close(out, '}');
        apo_json_open(out, NULL, '{');
        write_members(&r, (apo_span){NULL, 0}, true);
        apo_json_close(out, '}');
        apo_json_close(out, ']');
    } else {
        write_members(&r, r.rest, has_key);
    }
    apo_json_close(out, '}');
    return !r.is_faulty;
}
