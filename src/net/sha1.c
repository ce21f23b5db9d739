#include "net/sha1.h"

#include <string.h>

enum {
    BLOCK = 64,
    WORDS = 80,
    LENGTH_AT = 56 /* in the last block */
};

static uint32_t turn(uint32_t word, unsigned bits)
{
    return word << bits | word >> (32 - bits);
}

static void spread(uint32_t words[WORDS], const uint8_t block[BLOCK])
{
    for (unsigned i = 0; i < 16; i++)
        words[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
                   (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (unsigned i = 16; i < WORDS; i++)
        words[i] = turn(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
}

static void add_block(uint32_t state[5], const uint8_t block[BLOCK])
{
    static const uint32_t constants[] = {0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6};
    uint32_t words[WORDS], a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    spread(words, block);
    for (unsigned i = 0; i < WORDS; i++) {
        uint32_t mixed = i < 20              ? (b & c) | (~b & d)
                         : i >= 40 && i < 60 ? (b & c) | (b & d) | (c & d)
                                             : b ^ c ^ d;
        uint32_t next = turn(a, 5) + mixed + e + constants[i / 20] + words[i];
        e = d;
        d = c;
        c = turn(b, 30);
        b = a;
        a = next;
    }
    const uint32_t sums[] = {a, b, c, d, e};
    for (unsigned i = 0; i < 5; i++)
        state[i] += sums[i];
}

void apo_sha1(uint8_t out[APO_SHA1_BYTES], apo_span text)
{
    uint32_t state[] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
    uint8_t last[2 * BLOCK] = {0};
    size_t whole = text.length / BLOCK * BLOCK, rest = text.length - whole;
    size_t size = rest < LENGTH_AT ? BLOCK : 2 * BLOCK;
    uint64_t bits = (uint64_t)text.length * 8;
    for (size_t at = 0; at < whole; at += BLOCK)
        add_block(state, (const uint8_t *)text.text + at);
    if (rest > 0)
        memcpy(last, text.text + whole, rest);
    last[rest] = 0x80;
    for (unsigned i = 0; i < 8; i++)
        last[size - 1 - i] = (uint8_t)(bits >> (8 * i));
    for (size_t at = 0; at < size; at += BLOCK)
        add_block(state, last + at);
    for (unsigned i = 0; i < APO_SHA1_BYTES; i++)
        out[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
}
