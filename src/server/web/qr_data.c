#include <string.h>

#include "server/web/qr_priv.h"

/* Table 9 of the standard, level M. */
static const apo_qr_kind kinds[APO_QR_VERSION_MAX + 1] = {
    [1] = {16, 1, 10},  [2] = {28, 1, 16},  [3] = {44, 1, 26},
    [4] = {64, 2, 18},  [5] = {86, 2, 24},  [6] = {108, 4, 16},
    [7] = {124, 4, 18}, [8] = {154, 4, 22}, [9] = {182, 5, 22},
};

enum {
    HEADER_BYTES = 2, /* with the half byte that ends the text: kind and length of the text */
    KIND_BYTES = 4,   /* the kind of text: bytes */
    PAD_ONE = 0xEC,
    PAD_OTHER = 0x11,
    FIELD = 0x11D /* x^8 + x^4 + x^3 + x^2 + 1 */
};

const apo_qr_kind *apo_qr__kind(unsigned version)
{
    return &kinds[version];
}

unsigned apo_qr__version_for(size_t length)
{
    for (unsigned version = 1; version <= APO_QR_VERSION_MAX; version++) {
        if (length + HEADER_BYTES <= kinds[version].data)
            return version;
    }
    return 0;
}

/* --- correction ---------------------------------------------------------- */

/* Product in the field of 256 elements. */
static uint8_t multiply(uint8_t a, uint8_t b)
{
    unsigned product = 0;
    for (unsigned bit = 8; bit-- > 0;) {
        product <<= 1;
        if (product & 0x100U)
            product ^= FIELD;
        if (b >> bit & 1U)
            product ^= a;
    }
    return (uint8_t)product;
}

/* The polynomial whose roots are the first `count` powers of 2, without its leading 1. */
static void make_divisor(uint8_t *out, unsigned count)
{
    uint8_t root = 1;
    memset(out, 0, count);
    out[count - 1] = 1;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = 0; j < count; j++) {
            out[j] = multiply(out[j], root);
            if (j + 1 < count)
                out[j] ^= out[j + 1];
        }
        root = multiply(root, 2);
    }
}

void apo_qr__correct(uint8_t *out, unsigned count, const uint8_t *data, size_t length)
{
    uint8_t divisor[APO_QR_CORRECTION_MAX];
    make_divisor(divisor, count);
    memset(out, 0, count);
    for (size_t i = 0; i < length; i++) {
        uint8_t factor = data[i] ^ out[0];
        memmove(out, out + 1, count - 1);
        out[count - 1] = 0;
        for (unsigned j = 0; j < count; j++)
            out[j] ^= multiply(divisor[j], factor);
    }
}

/* --- codewords ----------------------------------------------------------- */

/* Kind and length take 12 bits, so each byte of the text lies across two codewords. */
static void write_data(uint8_t *out, const apo_qr_kind *kind, apo_span text)
{
    size_t at = text.length + HEADER_BYTES;
    memset(out, 0, kind->data);
    out[0] = (uint8_t)(KIND_BYTES << 4 | text.length >> 4);
    out[1] = (uint8_t)(text.length << 4);
    for (size_t i = 0; i < text.length; i++) {
        uint8_t byte = (uint8_t)text.text[i];
        out[i + 1] |= (uint8_t)(byte >> 4);
        out[i + 2] = (uint8_t)(byte << 4);
    }
    for (uint8_t pad = PAD_ONE; at < kind->data; pad = pad ^ PAD_ONE ^ PAD_OTHER)
        out[at++] = pad;
}

size_t apo_qr__encode(uint8_t out[APO_QR_CODEWORDS_MAX], unsigned version, apo_span text)
{
    uint8_t data[APO_QR_CODEWORDS_MAX];
    const apo_qr_kind *kind = &kinds[version];
    unsigned long_count = kind->data % kind->blocks, short_count = kind->blocks - long_count;
    size_t length = kind->data / kind->blocks, start = 0;
    write_data(data, kind, text);
    for (unsigned block = 0; block < kind->blocks; block++) {
        uint8_t extra[APO_QR_CORRECTION_MAX];
        size_t own = length + (block >= short_count);
        apo_qr__correct(extra, kind->correction, data + start, own);
        /* One codeword of each block in turn; short blocks are left out of the last round. */
        for (size_t i = 0; i < own; i++)
            out[i * kind->blocks + block - (i == length ? short_count : 0)] = data[start + i];
        for (size_t i = 0; i < kind->correction; i++)
            out[kind->data + i * kind->blocks + block] = extra[i];
        start += own;
    }
    return kind->data + (size_t)kind->correction * kind->blocks;
}

/* --- what the code says of itself ---------------------------------------- */

/* `value` with the rest of its division by `divisor`, whose highest bit is number `degree`. */
static uint32_t with_rest(uint32_t value, uint32_t divisor, unsigned degree)
{
    uint32_t rest = value << degree;
    for (unsigned bit = 31; bit >= degree; bit--) {
        if (rest >> bit & 1U)
            rest ^= divisor << (bit - degree);
    }
    return value << degree | rest;
}

uint32_t apo_qr__format_bits(unsigned mask)
{
    /* Level M is 00. Turned over with a pattern, so that no format is all light. */
    return with_rest(mask, 0x537, 10) ^ 0x5412;
}

uint32_t apo_qr__version_bits(unsigned version)
{
    return with_rest(version, 0x1F25, 12);
}
