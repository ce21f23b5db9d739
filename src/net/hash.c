#include "net/hash.h"

#include <string.h>
#include <sys/random.h>
#include <time.h>

typedef struct sip {
    uint64_t v0, v1, v2, v3;
} sip;

static uint64_t rotate(uint64_t word, unsigned bits)
{
    return (word << bits) | (word >> (64U - bits));
}

static void mix(sip *s)
{
    s->v0 += s->v1;
    s->v2 += s->v3;
    s->v1 = rotate(s->v1, 13) ^ s->v0;
    s->v3 = rotate(s->v3, 16) ^ s->v2;
    s->v0 = rotate(s->v0, 32);
    s->v2 += s->v1;
    s->v0 += s->v3;
    s->v1 = rotate(s->v1, 17) ^ s->v2;
    s->v3 = rotate(s->v3, 21) ^ s->v0;
    s->v2 = rotate(s->v2, 32);
}

static void take(sip *s, uint64_t word)
{
    s->v3 ^= word;
    mix(s);
    mix(s);
    s->v0 ^= word;
}

/* Up to eight bytes, little-endian. */
static uint64_t load(const char *bytes, size_t count)
{
    uint64_t word = 0;
    for (size_t i = 0; i < count; i++)
        word |= (uint64_t)(unsigned char)bytes[i] << (8U * i);
    return word;
}

apo_hash_key apo_hash_key_random(void)
{
    apo_hash_key key;
    if (getrandom(key.words, sizeof key.words, 0) != (ssize_t)sizeof key.words) {
        /* Only on systems that lack the call; the time is better than nothing. */
        struct timespec now = {0, 0};
        clock_gettime(CLOCK_REALTIME, &now);
        key.words[0] = (uint64_t)now.tv_nsec;
        key.words[1] = (uint64_t)now.tv_sec;
    }
    return key;
}

uint64_t apo_hash_span(const apo_hash_key *key, apo_span span)
{
    sip s = {key->words[0] ^ 0x736f6d6570736575U, key->words[1] ^ 0x646f72616e646f6dU,
             key->words[0] ^ 0x6c7967656e657261U, key->words[1] ^ 0x7465646279746573U};
    size_t at = 0;
    for (; at + 8 <= span.length; at += 8)
        take(&s, load(span.text + at, 8));
    uint64_t last = (uint64_t)(span.length & 0xFFU) << 56;
    if (at < span.length)
        last |= load(span.text + at, span.length - at);
    take(&s, last);
    s.v2 ^= 0xFF;
    for (int i = 0; i < 4; i++)
        mix(&s);
    return s.v0 ^ s.v1 ^ s.v2 ^ s.v3;
}
