#include "server/web/totp.h"

#include <liboath/oath.h>
#include <stdlib.h>
#include <string.h>

enum {
    DIGITS = 6,
    CODES = 1000000,
    STEP_S = APO_TOTP_STEP_MS / 1000
};

apo_status apo_totp_init(void)
{
    return oath_init() == OATH_OK ? APO_OK : APO_E_UNSUPPORTED;
}

/* --- secrets --- */

/* Of base 32: five bits a letter, without the signs that fill up the last group. */
static size_t letters_of(size_t bytes)
{
    return (8 * bytes + 4) / 5;
}

bool apo_totp_write_secret(char out[APO_TOTP_SECRET_TEXT], const apo_totp_secret *secret)
{
    char *text = NULL;
    size_t length = 0, letters = letters_of(secret->length);
    if (oath_base32_encode((const char *)secret->bytes, secret->length, &text, &length) !=
        OATH_OK)
        return false;
    bool is_whole = length >= letters && letters < APO_TOTP_SECRET_TEXT;
    if (is_whole) {
        memcpy(out, text, letters);
        out[letters] = '\0';
    }
    free(text);
    return is_whole;
}

bool apo_totp_read_secret(apo_totp_secret *out, apo_span text)
{
    char *bytes = NULL;
    size_t length = 0;
    if ((text.length != letters_of(APO_TOTP_SHA1) &&
         text.length != letters_of(APO_TOTP_SHA256)) ||
        oath_base32_decode(text.text, text.length, &bytes, &length) != OATH_OK)
        return false;
    bool is_whole = length == APO_TOTP_SHA1 || length == APO_TOTP_SHA256;
    if (is_whole) {
        memcpy(out->bytes, bytes, length);
        out->length = length;
    }
    free(bytes);
    return is_whole;
}

/* --- codes --- */

uint32_t apo_totp_code(const apo_totp_secret *secret, uint64_t step)
{
    char digits[DIGITS + 1];
    uint32_t code = APO_TOTP_NONE;
    int flags = secret->length == APO_TOTP_SHA256 ? OATH_TOTP_HMAC_SHA256 : 0;
    if (oath_totp_generate2((const char *)secret->bytes, secret->length,
                            (time_t)(step * STEP_S), STEP_S, 0, DIGITS, flags,
                            digits) == OATH_OK)
        apo_span_number(apo_span_of(digits), CODES, &code);
    return code;
}

/* Six digits, perhaps with blanks among them. */
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

bool apo_totp_check(int64_t *out_step, const apo_totp_secret *secret, apo_span text,
                    int64_t now_ms, bool is_strict)
{
    uint32_t code;
    int64_t now = now_ms / APO_TOTP_STEP_MS, around = is_strict ? 0 : 1;
    bool is_found = false;
    if (now < 1 || !read_code(&code, text))
        return false;
    /* Checks all steps, so that the timing reveals nothing. */
    for (int64_t step = now - around; step <= now + around; step++) {
        if (apo_totp_code(secret, (uint64_t)step) != code)
            continue;
        *out_step = step;
        is_found = true;
    }
    return is_found;
}
