/* Shared by the fuzz targets of src/net/. A broken law aborts. */
#ifndef APO_FUZZ_NET_LAWS_H
#define APO_FUZZ_NET_LAWS_H

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "net/fields.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* True if `part` is a piece of `whole`. */
static inline bool is_inside(apo_span part, apo_span whole)
{
    return part.length == 0 ||
           (part.text >= whole.text && part.text + part.length <= whole.text + whole.length);
}

static inline bool has_byte(apo_span text, char c)
{
    return text.length > 0 && memchr(text.text, c, text.length) != NULL;
}

/* Appends a name or value as in a form, with every byte escaped. */
static inline void add_encoded(apo_buffer *out, apo_span text)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.text[i];
        apo_buffer_add_char(out, '%');
        apo_buffer_add_char(out, digits[c >> 4]);
        apo_buffer_add_char(out, digits[c & 15U]);
    }
}

/* Fields that are written and read again are the same. */
static inline void check_fields_law(const apo_fields *fields)
{
    static apo_fields again;
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    for (size_t i = 0; i < fields->count; i++) {
        if (i > 0)
            apo_buffer_add_char(&text, '&');
        add_encoded(&text, fields->list[i].name);
        apo_buffer_add_char(&text, '=');
        add_encoded(&text, fields->list[i].value);
    }
    char *buf = malloc(text.length + 1);
    assert(buf != NULL);
    apo_status status = apo_fields_decode(&again, apo_buffer_span(&text), buf);
    assert(status == APO_OK && again.count == fields->count);
    for (size_t i = 0; i < fields->count; i++) {
        assert(apo_span_same(again.list[i].name, fields->list[i].name));
        assert(apo_span_same(again.list[i].value, fields->list[i].value));
        assert(!has_byte(again.list[i].value, '\0'));
    }
    free(buf);
    apo_buffer_clear(&text);
}

#endif
