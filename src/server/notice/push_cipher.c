#include "server/notice/push_cipher.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/obj_mac.h>
#include <sodium.h>
#include <string.h>

#include "base/json.h"
#include "server/web/p256.h"

enum {
    HASH = 32, /* bytes of SHA-256 */
    CIPHER_KEY = 16,
    NONCE = 12,
    TAG = 16,
    RECORD = 4096,   /* bytes of a record (RFC 8188): messages are shorter */
    LAST_RECORD = 2, /* the byte after the text of the last one */
    SIGNATURE_PART = 32,
    SIGNATURE_MAX = 80, /* bytes as OpenSSL writes it */
    CLAIMS_MAX = 512,
    BASE64 = sodium_base64_VARIANT_URLSAFE_NO_PADDING,
    BASE64_MAX = sodium_base64_ENCODED_LEN(CLAIMS_MAX, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
};

/* --- base64url ----------------------------------------------------------- */

static void add_base64(apo_buffer *out, const void *bytes, size_t length)
{
    char text[BASE64_MAX];
    sodium_bin2base64(text, sizeof text, bytes, length, BASE64);
    apo_buffer_add(out, text);
}

/* Exactly `length` bytes. */
static bool read_base64(uint8_t *out, size_t length, apo_span text)
{
    size_t read = 0;
    return sodium_base642bin(out, length, text.text, text.length, NULL, &read, NULL, BASE64) ==
               0 &&
           read == length;
}

bool apo_push_browser_read(apo_push_browser *out, apo_span point, apo_span auth)
{
    return read_base64(out->point, sizeof out->point, point) &&
           read_base64(out->auth, sizeof out->auth, auth);
}

bool apo_push_secret_read(uint8_t out[APO_PUSH_SECRET], apo_span text)
{
    return read_base64(out, APO_PUSH_SECRET, text);
}

/* --- keys ---------------------------------------------------------------- */

/* The point of a private key. */
static bool point_of(uint8_t out[APO_PUSH_POINT], const uint8_t secret[APO_PUSH_SECRET])
{
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *point = group != NULL ? EC_POINT_new(group) : NULL;
    BIGNUM *number = BN_bin2bn(secret, APO_PUSH_SECRET, NULL);
    bool is_done = point != NULL && number != NULL && !BN_is_zero(number) &&
                   BN_cmp(number, EC_GROUP_get0_order(group)) < 0 &&
                   EC_POINT_mul(group, point, number, NULL, NULL, NULL) == 1 &&
                   EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, out,
                                      APO_PUSH_POINT, NULL) == APO_PUSH_POINT;
    BN_clear_free(number);
    EC_POINT_free(point);
    EC_GROUP_free(group);
    return is_done;
}

apo_status apo_push_public(char out[APO_PUSH_POINT_TEXT], const uint8_t secret[APO_PUSH_SECRET])
{
    uint8_t point[APO_PUSH_POINT];
    if (!point_of(point, secret))
        return APO_E_RANGE;
    sodium_bin2base64(out, APO_PUSH_POINT_TEXT, point, sizeof point, BASE64);
    return APO_OK;
}

void apo_push_fresh_make(apo_push_fresh *out)
{
    uint8_t point[APO_PUSH_POINT];
    randombytes_buf(out->salt, sizeof out->salt);
    do
        randombytes_buf(out->secret, sizeof out->secret);
    while (!point_of(point, out->secret)); /* one number in four billion is not a key */
}

/* --- encryption ---------------------------------------------------------- */

/* What both sides know: x of the product of one's private and the other's public key. */
static bool agree(uint8_t out[HASH], EVP_PKEY *own, EVP_PKEY *other)
{
    size_t length = HASH;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(own, NULL);
    bool is_done = context != NULL && EVP_PKEY_derive_init(context) == 1 &&
                   EVP_PKEY_derive_set_peer(context, other) == 1 &&
                   EVP_PKEY_derive(context, out, &length) == 1 && length == HASH;
    EVP_PKEY_CTX_free(context);
    return is_done;
}

/* HKDF with SHA-256 (RFC 5869). */
static bool derive(uint8_t *out, size_t size, const uint8_t salt[APO_PUSH_SALT],
                   const uint8_t secret[HASH], apo_span info)
{
    size_t length = size;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, NULL);
    bool is_done = context != NULL && EVP_PKEY_derive_init(context) == 1 &&
                   EVP_PKEY_CTX_set_hkdf_md(context, EVP_sha256()) == 1 &&
                   EVP_PKEY_CTX_set1_hkdf_salt(context, salt, APO_PUSH_SALT) == 1 &&
                   EVP_PKEY_CTX_set1_hkdf_key(context, secret, HASH) == 1 &&
                   EVP_PKEY_CTX_add1_hkdf_info(context, (const uint8_t *)info.text,
                                               (int)info.length) == 1 &&
                   EVP_PKEY_derive(context, out, &length) == 1;
    EVP_PKEY_CTX_free(context);
    return is_done;
}

/* The secret of the message (RFC 8291, 3.4). */
static bool derive_secret(uint8_t out[HASH], const apo_push_browser *browser,
                          const uint8_t point[APO_PUSH_POINT], const uint8_t secret[])
{
    static const char word[] = "WebPush: info";
    uint8_t shared[HASH];
    char info[sizeof word + 2 * APO_PUSH_POINT];
    EVP_PKEY *own = apo_p256_key(secret, point), *other = apo_p256_key(NULL, browser->point);
    memcpy(info, word, sizeof word);
    memcpy(info + sizeof word, browser->point, APO_PUSH_POINT);
    memcpy(info + sizeof word + APO_PUSH_POINT, point, APO_PUSH_POINT);
    bool is_done = own != NULL && other != NULL && agree(shared, own, other) &&
                   derive(out, HASH, browser->auth, shared, (apo_span){info, sizeof info});
    EVP_PKEY_free(own);
    EVP_PKEY_free(other);
    sodium_memzero(shared, sizeof shared);
    return is_done;
}

/* One record: the text and the mark of the last record, then the tag. */
static bool seal(uint8_t *out, const uint8_t *key, const uint8_t *nonce, apo_span text)
{
    static const uint8_t end[] = {LAST_RECORD};
    int count = 0, more = 0, last = 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    bool is_done =
        context != NULL &&
        EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
        EVP_EncryptUpdate(context, out, &count, (const uint8_t *)text.text, (int)text.length) ==
            1 &&
        EVP_EncryptUpdate(context, out + count, &more, end, sizeof end) == 1 &&
        EVP_EncryptFinal_ex(context, out + count + more, &last) == 1 &&
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TAG, out + count + more + last) == 1;
    EVP_CIPHER_CTX_free(context);
    return is_done;
}

static void add_bytes(apo_buffer *out, const void *bytes, size_t length)
{
    apo_buffer_add_span(out, (apo_span){bytes, length});
}

apo_status apo_push_encrypt(apo_buffer *out, const apo_push_browser *browser,
                            const apo_push_fresh *fresh, apo_span text)
{
    static const char key_info[] = "Content-Encoding: aes128gcm",
                      nonce_info[] = "Content-Encoding: nonce";
    static const uint8_t size[] = {RECORD >> 24, RECORD >> 16 & 255, RECORD >> 8 & 255,
                                   RECORD & 255, APO_PUSH_POINT};
    uint8_t point[APO_PUSH_POINT], secret[HASH], key[CIPHER_KEY], nonce[NONCE];
    uint8_t sealed[APO_PUSH_MESSAGE_MAX + 1 + TAG];
    if (text.length > APO_PUSH_MESSAGE_MAX)
        return APO_E_TOO_LARGE;
    /* The infos include their terminating zeros. */
    bool is_done =
        point_of(point, fresh->secret) &&
        derive_secret(secret, browser, point, fresh->secret) &&
        derive(key, sizeof key, fresh->salt, secret, (apo_span){key_info, sizeof key_info}) &&
        derive(nonce, sizeof nonce, fresh->salt, secret,
               (apo_span){nonce_info, sizeof nonce_info}) &&
        seal(sealed, key, nonce, text);
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(key, sizeof key);
    if (!is_done)
        return APO_E_RANGE;
    add_bytes(out, fresh->salt, sizeof fresh->salt);
    add_bytes(out, size, sizeof size);
    add_bytes(out, point, sizeof point);
    add_bytes(out, sealed, text.length + 1 + TAG);
    return out->is_failed ? APO_E_MEMORY : APO_OK;
}

/* --- the sender ---------------------------------------------------------- */

/* ES256: the numbers r and s, one after the other. */
static bool sign(uint8_t out[2 * SIGNATURE_PART], EVP_PKEY *key, apo_span text)
{
    uint8_t written[SIGNATURE_MAX];
    size_t length = sizeof written;
    const uint8_t *rest = written;
    ECDSA_SIG *pair = NULL;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (context != NULL && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
        EVP_DigestSign(context, written, &length, (const uint8_t *)text.text, text.length) == 1)
        pair = d2i_ECDSA_SIG(NULL, &rest, (long)length);
    bool is_done =
        pair != NULL && BN_bn2binpad(ECDSA_SIG_get0_r(pair), out, SIGNATURE_PART) > 0 &&
        BN_bn2binpad(ECDSA_SIG_get0_s(pair), out + SIGNATURE_PART, SIGNATURE_PART) > 0;
    ECDSA_SIG_free(pair);
    EVP_MD_CTX_free(context);
    return is_done;
}

/* Header and claims of the token (RFC 7519). False: too long. */
static bool add_claims(apo_buffer *out, apo_span origin, apo_span contact, int64_t expires_s)
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    apo_buffer claims;
    apo_buffer_init(&claims, NULL);
    apo_json_open(&claims, NULL, '{');
    apo_json_add_text(&claims, "aud", origin);
    apo_json_add_number(&claims, "exp", expires_s);
    apo_json_add_text(&claims, "sub", contact);
    apo_json_close(&claims, '}');
    apo_span text = apo_buffer_span(&claims);
    bool is_short = !claims.is_failed && text.length <= CLAIMS_MAX;
    add_base64(out, head, sizeof head - 1);
    apo_buffer_add_char(out, '.');
    if (is_short)
        add_base64(out, text.text, text.length);
    apo_buffer_clear(&claims);
    return is_short;
}

apo_status apo_push_authorize(apo_buffer *out, const uint8_t secret[APO_PUSH_SECRET],
                              apo_span origin, apo_span contact, int64_t expires_s)
{
    uint8_t point[APO_PUSH_POINT], signature[2 * SIGNATURE_PART];
    apo_buffer token;
    EVP_PKEY *key = point_of(point, secret) ? apo_p256_key(secret, point) : NULL;
    apo_buffer_init(&token, NULL);
    bool is_done = add_claims(&token, origin, contact, expires_s) && key != NULL &&
                   sign(signature, key, apo_buffer_span(&token));
    EVP_PKEY_free(key);
    if (is_done) {
        apo_buffer_add(out, "vapid t=");
        apo_buffer_add_span(out, apo_buffer_span(&token));
        apo_buffer_add_char(out, '.');
        add_base64(out, signature, sizeof signature);
        apo_buffer_add(out, ", k=");
        add_base64(out, point, sizeof point);
    }
    out->is_failed = out->is_failed || token.is_failed;
    apo_buffer_clear(&token);
    if (!is_done)
        return APO_E_RANGE;
    return out->is_failed ? APO_E_MEMORY : APO_OK;
}
