#include "base/json.h"

static void add_name(apo_buffer *out, const char *name)
{
    char last = out->length > 0 ? out->bytes[out->length - 1] : '[';
    if (last != '{' && last != '[' && last != '\n')
        apo_buffer_add_char(out, ',');
    if (name != NULL) {
        apo_buffer_add_json(out, apo_span_of(name));
        apo_buffer_add_char(out, ':');
    }
}

void apo_json_open(apo_buffer *out, const char *name, char bracket)
{
    add_name(out, name);
    apo_buffer_add_char(out, bracket);
}

void apo_json_close(apo_buffer *out, char bracket)
{
    apo_buffer_add_char(out, bracket);
}

void apo_json_add_text(apo_buffer *out, const char *name, apo_span value)
{
    add_name(out, name);
    apo_buffer_add_json(out, value);
}

void apo_json_add_string(apo_buffer *out, const char *name, const char *value)
{
    apo_json_add_text(out, name, apo_span_of(value));
}

void apo_json_add_number(apo_buffer *out, const char *name, int64_t value)
{
    add_name(out, name);
    apo_buffer_add_number(out, value);
}

void apo_json_add_flag(apo_buffer *out, const char *name, bool value)
{
    add_name(out, name);
    apo_buffer_add(out, value ? "true" : "false");
}

void apo_json_add_optional(apo_buffer *out, const char *name, const char *value)
{
    if (value != NULL && value[0] != '\0')
        apo_json_add_string(out, name, value);
    else
        apo_json_add_null(out, name);
}

void apo_json_add_null(apo_buffer *out, const char *name)
{
    add_name(out, name);
    apo_buffer_add(out, "null");
}
