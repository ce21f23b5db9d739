#include "server/web/token.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <string.h>
#include <unistd.h>

#include "store/durable.h"

apo_status apo_token_init(void)
{
    return sodium_init() < 0 ? APO_E_UNSUPPORTED : APO_OK;
}

void apo_token_name(char *out, size_t length)
{
    /* Without letters that look alike. */
    static const char letters[] = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ";
    for (size_t i = 0; i < length; i++)
        out[i] = letters[randombytes_uniform(sizeof letters - 1)];
    out[length] = '\0';
}

static void write_secret(char out[APO_TOKEN_TEXT], const uint8_t bytes[32])
{
    sodium_bin2base64(out, APO_TOKEN_TEXT, bytes, 32, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void apo_token_secret(char out[APO_TOKEN_TEXT])
{
    uint8_t bytes[32];
    randombytes_buf(bytes, sizeof bytes);
    write_secret(out, bytes);
    sodium_memzero(bytes, sizeof bytes);
}

void apo_token_derive(char out[APO_TOKEN_TEXT], const uint8_t key[APO_TOKEN_KEY_BYTES],
                      const char *purpose, apo_span text)
{
    uint8_t bytes[32];
    crypto_generichash_state state;
    crypto_generichash_init(&state, key, APO_TOKEN_KEY_BYTES, sizeof bytes);
    crypto_generichash_update(&state, (const uint8_t *)purpose, strlen(purpose) + 1);
    crypto_generichash_update(&state, (const uint8_t *)text.text, text.length);
    crypto_generichash_final(&state, bytes, sizeof bytes);
    write_secret(out, bytes);
    sodium_memzero(bytes, sizeof bytes);
}

/* --- sealing ------------------------------------------------------------- */

/* Another cipher becomes another form, which this writes and reads; it still reads form 1 until
 * `serve --change-key` has encrypted all anew. */
static const char form[] = "1:";

enum {
    NONCE = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES, /* long enough that random ones never
                                                           * collide */
    SEAL = crypto_aead_xchacha20poly1305_ietf_ABYTES,
    SEALED_MAX = NONCE + SEAL + APO_TOKEN_SEALED_MAX
};

static void derive_key(uint8_t out[crypto_aead_xchacha20poly1305_ietf_KEYBYTES],
                       const uint8_t key[APO_TOKEN_KEY_BYTES], const char *purpose)
{
    crypto_generichash(out, crypto_aead_xchacha20poly1305_ietf_KEYBYTES,
                       (const uint8_t *)purpose, strlen(purpose), key, APO_TOKEN_KEY_BYTES);
}

void apo_token_seal(char out[APO_TOKEN_SEALED_TEXT], const uint8_t key[APO_TOKEN_KEY_BYTES],
                    const char *purpose, apo_span owner, apo_span secret)
{
    uint8_t bytes[SEALED_MAX], own[crypto_aead_xchacha20poly1305_ietf_KEYBYTES];
    size_t length = secret.length < APO_TOKEN_SEALED_MAX ? secret.length : APO_TOKEN_SEALED_MAX;
    derive_key(own, key, purpose);
    randombytes_buf(bytes, NONCE);
    crypto_aead_xchacha20poly1305_ietf_encrypt(
        bytes + NONCE, NULL, (const uint8_t *)secret.text, length, (const uint8_t *)owner.text,
        owner.length, NULL, bytes, own);
    memcpy(out, form, sizeof form);
    sodium_bin2hex(out + sizeof form - 1, APO_TOKEN_SEALED_TEXT - (sizeof form - 1), bytes,
                   NONCE + SEAL + length);
    sodium_memzero(own, sizeof own);
}

bool apo_token_unseal(uint8_t *out, size_t length, const uint8_t key[APO_TOKEN_KEY_BYTES],
                      const char *purpose, apo_span owner, apo_span sealed)
{
    uint8_t bytes[SEALED_MAX], own[crypto_aead_xchacha20poly1305_ietf_KEYBYTES];
    size_t count = 0;
    if (apo_span_starts_with(sealed, form))
        sealed = apo_span_part(sealed, sizeof form - 1, sealed.length);
    if (length > APO_TOKEN_SEALED_MAX || sealed.length != 2 * (NONCE + SEAL + length) ||
        sodium_hex2bin(bytes, sizeof bytes, sealed.text, sealed.length, NULL, &count, NULL) !=
            0 ||
        count != NONCE + SEAL + length)
        return false;
    derive_key(own, key, purpose);
    int status = crypto_aead_xchacha20poly1305_ietf_decrypt(
        out, NULL, NULL, bytes + NONCE, count - NONCE, (const uint8_t *)owner.text,
        owner.length, bytes, own);
    sodium_memzero(own, sizeof own);
    return status == 0;
}

/* --- digests ------------------------------------------------------------- */

void apo_token_digest(char out[APO_TOKEN_DIGEST_TEXT], apo_span secret)
{
    uint8_t bytes[crypto_hash_sha256_BYTES];
    const uint8_t *text = (const uint8_t *)(secret.length > 0 ? secret.text : "");
    crypto_hash_sha256(bytes, text, secret.length);
    sodium_bin2hex(out, APO_TOKEN_DIGEST_TEXT, bytes, sizeof bytes);
}

void apo_token_challenge(char out[APO_TOKEN_TEXT], apo_span secret)
{
    uint8_t bytes[crypto_hash_sha256_BYTES];
    const uint8_t *text = (const uint8_t *)(secret.length > 0 ? secret.text : "");
    crypto_hash_sha256(bytes, text, secret.length);
    write_secret(out, bytes);
}

bool apo_token_same(apo_span a, apo_span b)
{
    return a.length == b.length &&
           (a.length == 0 || sodium_memcmp(a.text, b.text, a.length) == 0);
}

uint32_t apo_token_below(uint32_t bound)
{
    return randombytes_uniform(bound);
}

apo_status apo_token_read_key(uint8_t out[APO_TOKEN_KEY_BYTES], const char *path)
{
    uint8_t bytes[APO_TOKEN_KEY_BYTES + 1];
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return errno == ENOENT ? APO_E_UNKNOWN : APO_E_IO;
    ssize_t length = read(file, bytes, sizeof bytes);
    close(file);
    if (length < 0)
        return APO_E_IO;
    if (length == APO_TOKEN_KEY_BYTES && !sodium_is_zero(bytes, APO_TOKEN_KEY_BYTES)) {
        memcpy(out, bytes, APO_TOKEN_KEY_BYTES);
        sodium_memzero(bytes, sizeof bytes);
        return APO_OK;
    }
    return APO_E_SYNTAX;
}

apo_status apo_token_make_key(uint8_t out[APO_TOKEN_KEY_BYTES], const char *path)
{
    randombytes_buf(out, APO_TOKEN_KEY_BYTES);
    apo_span key = {(const char *)out, APO_TOKEN_KEY_BYTES};
    return apo_durable_replace(path, key) ? APO_OK : APO_E_IO;
}
