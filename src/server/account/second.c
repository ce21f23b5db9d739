#include "server/account/second.h"

#include <string.h>

#include "base/text.h"
#include "server/web/person.h"
#include "server/web/token.h"
#include "server/web/totp.h"

enum {
    GROUP = 4, /* letters of a recovery code between two hyphens */
    CODE_LETTERS = 28,
    CODE_MAX = 40 /* of typed text */
};

/* No letters that look alike. */
static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";

static bool find_factor(apo_app *app, apo_store_factor *out, const char *person)
{
    return apo_store_find_factor(app->store, out, apo_span_of(person)) == APO_OK;
}

bool apo_second_is_on(apo_app *app, const char *person)
{
    return apo_person_has_codes(app->store, person);
}

/* --- the secret ---------------------------------------------------------- */

static const char purpose[] = "second factor";

static bool unseal(const apo_app *app, const apo_store_factor *factor, size_t length,
                   apo_totp_secret *out)
{
    out->length = length;
    return apo_token_unseal(out->bytes, length, app->key, purpose, apo_span_of(factor->person),
                            apo_span_of(factor->secret));
}

/* Secrets stored before the introduction of encryption are in base 32. */
static bool read_secret(const apo_app *app, const apo_store_factor *factor,
                        apo_totp_secret *out)
{
    return unseal(app, factor, APO_TOTP_SHA1, out) ||
           unseal(app, factor, APO_TOTP_SHA256, out) ||
           apo_totp_read_secret(out, apo_span_of(factor->secret));
}

bool apo_second_secret(const apo_app *app, const apo_store_factor *factor,
                       char out[APO_TOTP_SECRET_TEXT])
{
    apo_totp_secret secret;
    if (!read_secret(app, factor, &secret))
        return false;
    bool is_written = apo_totp_write_secret(out, &secret);
    memset(&secret, 0, sizeof secret);
    return is_written;
}

typedef struct rekeying {
    apo_app *app;
    const uint8_t *key; /* the new one */
    apo_store_batch *batch;
} rekeying;

static bool rekey_row(void *context, const apo_store_factor *factor)
{
    const rekeying *all = context;
    char text[APO_TOKEN_SEALED_TEXT];
    apo_totp_secret secret;
    if (!read_secret(all->app, factor, &secret))
        return true;
    apo_token_seal(text, all->key, purpose, apo_span_of(factor->person),
                   (apo_span){(const char *)secret.bytes, secret.length});
    apo_store_set_factor_secret(all->batch, factor->person, text);
    memset(&secret, 0, sizeof secret);
    return true;
}

apo_status apo_second_rekey(apo_app *app, const uint8_t key[APO_TOKEN_KEY_BYTES],
                            apo_store_batch *batch)
{
    rekeying all = {app, key, batch};
    return apo_store_list_factors(app->store, rekey_row, &all);
}

/* --- recovery codes ------------------------------------------------------ */

static void make_recovery(char out[APO_RECOVERY_TEXT])
{
    apo_text text = apo_text_start(out, APO_RECOVERY_TEXT);
    for (unsigned i = 0; i < CODE_LETTERS; i++) {
        if (i > 0 && i % GROUP == 0)
            apo_text_add_char(&text, '-');
        apo_text_add_char(&text, letters[apo_token_below(sizeof letters - 1)]);
    }
}

/* The digest of the code without its separators; the person's id, which is random, is the
 * salt. */
static void digest_recovery(char out[APO_TOKEN_DIGEST_TEXT], const char *person, apo_span code)
{
    char buf[APO_STORE_ID_MAX + CODE_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_text_add(&text, person);
    apo_text_add_char(&text, '/');
    for (size_t i = 0; i < code.length && i < CODE_MAX; i++) {
        if (apo_is_letter(apo_to_lower(code.text[i])) || apo_is_digit(code.text[i]))
            apo_text_add_char(&text, apo_to_lower(code.text[i]));
    }
    apo_token_digest(out, apo_text_span(&text));
}

/* Finds the time step of a device's code. */
static bool check_code(int64_t *out_step, const apo_app *app, const apo_totp_secret *secret,
                       apo_span code, int64_t now_ms)
{
    return apo_totp_check(out_step, secret, code, now_ms, app->options.has_short_codes);
}

/* --- codes --------------------------------------------------------------- */

enum apo_second apo_second_use(apo_app *app, apo_store_batch *batch, const char *person,
                               apo_span code)
{
    apo_store_factor factor;
    apo_totp_secret secret;
    char digest[APO_TOKEN_DIGEST_TEXT];
    int64_t step;
    if (!find_factor(app, &factor, person) || factor.confirmed_ms == 0)
        return APO_SECOND_OFF;
    if (apo_span_trim(code).length == 0)
        return APO_SECOND_MISSING;
    if (read_secret(app, &factor, &secret) &&
        check_code(&step, app, &secret, code, apo_http_wall_clock_ms())) {
        apo_store_use_factor(batch, person, step);
        return step > factor.last_step ? APO_SECOND_RIGHT : APO_SECOND_WRONG;
    }
    digest_recovery(digest, person, code);
    if (!apo_store_has_recovery(app->store, apo_span_of(digest), apo_span_of(person)))
        return APO_SECOND_WRONG;
    apo_store_use_recovery(batch, digest, person);
    return APO_SECOND_RIGHT;
}

/* --- switching it on ----------------------------------------------------- */

void apo_second_begin(apo_app *app, apo_store_batch *batch, const char *person)
{
    char text[APO_TOKEN_SEALED_TEXT];
    apo_totp_secret secret;
    secret.length = app->options.has_sha256_codes ? APO_TOTP_SHA256 : APO_TOTP_SHA1;
    for (size_t i = 0; i < secret.length; i++)
        secret.bytes[i] = (uint8_t)apo_token_below(UINT8_MAX + 1);
    apo_token_seal(text, app->key, purpose, apo_span_of(person),
                   (apo_span){(const char *)secret.bytes, secret.length});
    apo_store_begin_factor(batch, person, text);
    memset(&secret, 0, sizeof secret);
}

bool apo_second_confirm(apo_app *app, apo_store_batch *batch, const char *person, apo_span code,
                        char recovery[APO_RECOVERY_CODES][APO_RECOVERY_TEXT])
{
    apo_store_factor factor;
    apo_totp_secret secret;
    int64_t step, now_ms = apo_http_wall_clock_ms();
    if (!find_factor(app, &factor, person) || factor.confirmed_ms > 0 ||
        !read_secret(app, &factor, &secret) || !check_code(&step, app, &secret, code, now_ms))
        return false;
    apo_store_confirm_factor(batch, person, now_ms, step);
    for (unsigned i = 0; i < APO_RECOVERY_CODES; i++) {
        char digest[APO_TOKEN_DIGEST_TEXT];
        make_recovery(recovery[i]);
        digest_recovery(digest, person, apo_span_of(recovery[i]));
        apo_store_add_recovery(batch, digest, person);
    }
    return true;
}

void apo_second_write_uri(apo_buffer *out, const char *name, const char *secret)
{
    apo_buffer_add(out, "otpauth://totp/Apothecary:");
    apo_buffer_add(out, name);
    apo_buffer_add(out, "?secret=");
    apo_buffer_add(out, secret);
    apo_buffer_add(out, "&issuer=Apothecary");
    /* Without it devices take SHA-1. */
    if (strlen(secret) == APO_TOTP_SECRET_TEXT - 1)
        apo_buffer_add(out, "&algorithm=SHA256");
}
