#include "server/web/totp.h"

#include <string.h>

enum {
    BLOCK = 64,
    DIGEST = 20,
    ROUNDS = 80,
    LENGTH_AT = 56, /* in the last block */
    MESSAGE_MAX =
        BLOCK + DIGEST, /* of those that are hashed here: a key's block and a digest */
    DIGITS = 6,
    CODES = 1000000
};

static const char base32[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/* --- SHA-1 (FIPS 180-4), for short messages ------------------------------ */

static uint32_t rotate(uint32_t word, unsigned bits)
{
    return word << bits | word >> (32 - bits);
}

static uint32_t read_word(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
           bytes[3];
}

static void write_word(uint8_t *bytes, uint32_t word)
{
    for (unsigned i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(word >> (24 - 8 * i));
}

static uint32_t mix(unsigned round, const uint32_t s[5])
{
    if (round < 20)
        return ((s[1] & s[2]) | (~s[1] & s[3])) + 0x5A827999U;
    if (round >= 40 && round < 60)
        return ((s[1] & s[2]) | (s[1] & s[3]) | (s[2] & s[3])) + 0x8F1BBCDCU;
    return (s[1] ^ s[2] ^ s[3]) + (round < 40 ? 0x6ED9EBA1U : 0xCA62C1D6U);
}

static void add_block(uint32_t state[5], const uint8_t block[BLOCK])
{
    uint32_t words[ROUNDS], s[5];
    for (unsigned i = 0; i < 16; i++)
        words[i] = read_word(block + 4 * (size_t)i);
    for (unsigned i = 16; i < ROUNDS; i++)
        words[i] = rotate(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    memcpy(s, state, sizeof s);
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint32_t next = rotate(s[0], 5) + mix(i, s) + s[4] + words[i];
        s[4] = s[3];
        s[3] = s[2];
        s[2] = rotate(s[1], 30);
        s[1] = s[0];
        s[0] = next;
    }
    for (unsigned i = 0; i < 5; i++)
        state[i] += s[i];
}

/* At most MESSAGE_MAX bytes. */
static void hash(uint8_t out[DIGEST], const uint8_t *message, size_t length)
{
    uint32_t state[5] = {0x67452301U, 0xEFCDAB89U, 0x98BADCFEU, 0x10325476U, 0xC3D2E1F0U};
    uint8_t padded[2 * BLOCK] = {0};
    size_t size = length < LENGTH_AT ? BLOCK : 2 * BLOCK;
    memcpy(padded, message, length);
    padded[length] = 0x80;
    write_word(padded + size - 4, (uint32_t)length * 8);
    for (size_t at = 0; at < size; at += BLOCK)
        add_block(state, padded + at);
    for (unsigned i = 0; i < 5; i++)
        write_word(out + 4 * (size_t)i, state[i]);
}

/* HMAC (RFC 2104) of eight bytes. */
static void sign(uint8_t out[DIGEST], const uint8_t key[APO_TOTP_SECRET], const uint8_t text[8])
{
    uint8_t message[MESSAGE_MAX];
    memset(message, 0x36, BLOCK);
    for (size_t i = 0; i < APO_TOTP_SECRET; i++)
        message[i] ^= key[i];
    memcpy(message + BLOCK, text, 8);
    hash(out, message, BLOCK + 8);
    memset(message, 0x5C, BLOCK);
    for (size_t i = 0; i < APO_TOTP_SECRET; i++)
        message[i] ^= key[i];
    memcpy(message + BLOCK, out, DIGEST);
    hash(out, message, BLOCK + DIGEST);
    memset(message, 0, sizeof message);
}

/* --- secrets ------------------------------------------------------------- */

void apo_totp_write_secret(char out[APO_TOTP_SECRET_TEXT],
                           const uint8_t secret[APO_TOTP_SECRET])
{
    for (size_t i = 0; i + 1 < APO_TOTP_SECRET_TEXT; i++) {
        size_t bit = i * 5;
        unsigned pair = (unsigned)secret[bit / 8] << 8;
        if (bit / 8 + 1 < APO_TOTP_SECRET)
            pair |= secret[bit / 8 + 1];
        out[i] = base32[pair >> (11 - bit % 8) & 31U];
    }
    out[APO_TOTP_SECRET_TEXT - 1] = '\0';
}

bool apo_totp_read_secret(uint8_t out[APO_TOTP_SECRET], apo_span text)
{
    uint8_t bytes[APO_TOTP_SECRET] = {0};
    if (text.length != APO_TOTP_SECRET_TEXT - 1)
        return false;
    for (size_t i = 0; i < text.length; i++) {
        const char *at = memchr(base32, text.text[i], sizeof base32 - 1);
        size_t bit = i * 5;
        if (at == NULL)
            return false;
        unsigned pair = (unsigned)(at - base32) << (11 - bit % 8);
        bytes[bit / 8] |= (uint8_t)(pair >> 8);
        if (bit / 8 + 1 < APO_TOTP_SECRET)
            bytes[bit / 8 + 1] |= (uint8_t)pair;
    }
    memcpy(out, bytes, sizeof bytes);
    return true;
}

/* --- codes --------------------------------------------------------------- */

uint32_t apo_totp_code(const uint8_t secret[APO_TOTP_SECRET], uint64_t step)
{
    uint8_t text[8], digest[DIGEST];
    write_word(text, (uint32_t)(step >> 32));
    write_word(text + 4, (uint32_t)step);
    sign(digest, secret, text);
    return (read_word(digest + (digest[DIGEST - 1] & 15U)) & 0x7FFFFFFFU) % CODES;
}

/* Six digits, with blanks among them perhaps. */
static bool read_code(uint32_t *out, apo_span text)
{
    unsigned count = 0;
    uint32_t code = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.text[i] == ' ')
            continue;
        if (!apo_is_digit(text.text[i]) || ++count > DIGITS)
            return false;
        code = code * 10 + (uint32_t)(text.text[i] - '0');
    }
    *out = code;
    return count == DIGITS;
}

bool apo_totp_check(int64_t *out_step, const uint8_t secret[APO_TOTP_SECRET], apo_span text,
                    int64_t now_ms)
{
    uint32_t code;
    int64_t now = now_ms / APO_TOTP_STEP_MS;
    bool is_found = false;
    if (now < 1 || !read_code(&code, text))
        return false;
    /* All are looked at, so that the time taken tells nothing. */
    for (int64_t step = now - 1; step <= now + 1; step++) {
        if (apo_totp_code(secret, (uint64_t)step) != code)
            continue;
        *out_step = step;
        is_found = true;
    }
    return is_found;
}
