#include "server/web/totp.h"

#include <liboath/oath.h>
#include <stdlib.h>
#include <string.h>

enum {
    DIGITS = 6,
    CODES = 1000000
};

apo_status apo_totp_init(void)
{
    return oath_init() == OATH_OK ? APO_OK : APO_E_UNSUPPORTED;
}

/* --- secrets --- */

static const char *as_text(const uint8_t *bytes)
{
    return (const char *)bytes;
}

bool apo_totp_write_secret(char out[APO_TOTP_SECRET_TEXT],
                           const uint8_t secret[APO_TOTP_SECRET])
{
    char *text = NULL;
    size_t length = 0;
    if (oath_base32_encode(as_text(secret), APO_TOTP_SECRET, &text, &length) != OATH_OK)
        return false;
    bool is_whole = length == APO_TOTP_SECRET_TEXT - 1;
    if (is_whole)
        memcpy(out, text, APO_TOTP_SECRET_TEXT);
    free(text);
    return is_whole;
}

bool apo_totp_read_secret(uint8_t out[APO_TOTP_SECRET], apo_span text)
{
    char *bytes = NULL;
    size_t length = 0;
    if (text.length != APO_TOTP_SECRET_TEXT - 1 ||
        oath_base32_decode(text.text, text.length, &bytes, &length) != OATH_OK)
        return false;
    bool is_whole = length == APO_TOTP_SECRET;
    if (is_whole)
        memcpy(out, bytes, APO_TOTP_SECRET);
    free(bytes);
    return is_whole;
}

/* --- codes --- */

uint32_t apo_totp_code(const uint8_t secret[APO_TOTP_SECRET], uint64_t step)
{
    char digits[DIGITS + 1];
    uint32_t code = APO_TOTP_NONE;
    if (oath_hotp_generate(as_text(secret), APO_TOTP_SECRET, step, DIGITS, false,
                           OATH_HOTP_DYNAMIC_TRUNCATION, digits) == OATH_OK)
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

bool apo_totp_check(int64_t *out_step, const uint8_t secret[APO_TOTP_SECRET], apo_span text,
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
