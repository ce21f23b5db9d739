#include "server/web/cbor.h"

/* The first byte: the major type in three bits, and what is known of the value in five. */
enum {
    MAJOR_UNSIGNED,
    MAJOR_NEGATIVE,
    MAJOR_BYTES,
    MAJOR_TEXT,
    MAJOR_LIST,
    MAJOR_MAP,
    MAJOR_TAG,
    MAJOR_SIMPLE,
    MAJOR_SHIFT = 5,
    SMALL_MAX = 23, /* the value itself */
    WIDTH_FIRST = 24,
    WIDTH_LAST = 27, /* it follows in 1, 2, 4 or 8 bytes */
    SIMPLE_FALSE = 20,
    SIMPLE_NULL = 22
};

static void take(apo_span *rest, size_t length)
{
    *rest = apo_span_part(*rest, length, rest->length);
}

/* Reads the first byte, and the value that belongs to it. */
static bool read_head(apo_span *rest, unsigned *out_major, uint64_t *out_value)
{
    if (rest->length == 0)
        return false;
    uint8_t first = (uint8_t)rest->text[0];
    unsigned known = first & ((1U << MAJOR_SHIFT) - 1);
    *out_major = first >> MAJOR_SHIFT;
    *out_value = known;
    take(rest, 1);
    if (known <= SMALL_MAX)
        return true;
    if (known > WIDTH_LAST)
        return false;
    size_t width = (size_t)1 << (known - WIDTH_FIRST);
    if (width > rest->length)
        return false;
    *out_value = 0;
    for (size_t i = 0; i < width; i++)
        *out_value = *out_value << 8 | (uint8_t)rest->text[i];
    take(rest, width);
    return true;
}

/* A list or map of `count` parts, each of `size` items; an item has at least one byte. */
static bool read_count(apo_cbor_item *out, enum apo_cbor_kind kind, apo_span rest,
                       uint64_t count, size_t size)
{
    out->kind = kind;
    out->count = (size_t)count;
    return count <= rest.length / size;
}

static bool read_string(apo_cbor_item *out, enum apo_cbor_kind kind, apo_span *rest,
                        uint64_t length)
{
    if (length > rest->length)
        return false;
    out->kind = kind;
    out->bytes = apo_span_part(*rest, 0, (size_t)length);
    take(rest, (size_t)length);
    return true;
}

static bool read_item(apo_span *rest, apo_cbor_item *out)
{
    unsigned major;
    uint64_t value;
    *out = (apo_cbor_item){.kind = APO_CBOR_NUMBER};
    if (!read_head(rest, &major, &value))
        return false;
    switch (major) {
    case MAJOR_UNSIGNED: out->number = (int64_t)value; return value <= INT64_MAX;
    case MAJOR_NEGATIVE:
        out->number = value <= INT64_MAX ? -1 - (int64_t)value : 0;
        return value <= INT64_MAX;
    case MAJOR_BYTES: return read_string(out, APO_CBOR_BYTES, rest, value);
    case MAJOR_TEXT: return read_string(out, APO_CBOR_TEXT, rest, value);
    case MAJOR_LIST: return read_count(out, APO_CBOR_LIST, *rest, value, 1);
    case MAJOR_MAP: return read_count(out, APO_CBOR_MAP, *rest, value, 2);
    default: /* tags, and simple values that we do not read */
        out->kind = APO_CBOR_OTHER;
        return major == MAJOR_SIMPLE && value >= SIMPLE_FALSE && value <= SIMPLE_NULL;
    }
}

bool apo_cbor_next(apo_span *rest, apo_cbor_item *out)
{
    apo_span after = *rest;
    if (!read_item(&after, out))
        return false;
    *rest = after;
    return true;
}

bool apo_cbor_skip(apo_span *rest)
{
    apo_span after = *rest;
    apo_cbor_item item;
    /* More items than bytes cannot follow. */
    for (size_t left = 1; left > 0; left--) {
        if (left > after.length || !apo_cbor_next(&after, &item))
            return false;
        left += item.kind == APO_CBOR_MAP ? 2 * item.count : item.count;
    }
    *rest = after;
    return true;
}
