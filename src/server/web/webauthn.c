#include "server/web/webauthn.h"

#include <openssl/evp.h>
#include <sodium.h>
#include <string.h>

#include "base/buffer.h"
#include "net/json_in.h"
#include "server/web/cbor.h"
#include "server/web/p256.h"

enum {
    DIGEST = crypto_hash_sha256_BYTES,
    COUNT_AT = DIGEST + 1, /* after the host's digest and the flags */
    HEAD = COUNT_AT + 4,
    MODEL = 16, /* bytes that name the authenticator's model */
    FLAG_PRESENT = 1,
    FLAG_VERIFIED = 1 << 2,
    FLAG_CREDENTIAL = 1 << 6, /* there is a new credential */
    FLAG_EXTENSIONS = 1 << 7
};

static void digest_of(uint8_t out[DIGEST], apo_span text)
{
    crypto_hash_sha256(out, (const uint8_t *)text.text, text.length);
}

/* --- the client ---------------------------------------------------------- */

static bool read_challenge(apo_webauthn_client *out, const apo_json_value *client)
{
    apo_span text;
    return apo_json_in_text(apo_json_in_member(client, "challenge"), &text) &&
           sodium_base642bin((uint8_t *)out->challenge, sizeof out->challenge, text.text,
                             text.length, NULL, &out->challenge_length, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0;
}

/* Ignores unknown members, as browsers add some. */
static apo_status read_client(apo_webauthn_client *out, const apo_json_value *client,
                              const char *type, apo_span origin)
{
    apo_span own_type, own_origin;
    bool is_framed = false;
    (void)apo_json_in_flag(apo_json_in_member(client, "crossOrigin"), &is_framed);
    if (!apo_json_in_text(apo_json_in_member(client, "type"), &own_type) ||
        !apo_json_in_text(apo_json_in_member(client, "origin"), &own_origin) ||
        !read_challenge(out, client))
        return APO_E_SYNTAX;
    return apo_span_is(own_type, type) && apo_span_same(own_origin, origin) && !is_framed
               ? APO_OK
               : APO_E_UNSUPPORTED;
}

apo_status apo_webauthn_read_client(apo_webauthn_client *out, apo_span json, const char *type,
                                    apo_span origin)
{
    apo_json_in *document;
    apo_webauthn_client client = {.challenge_length = 0};
    apo_status status = apo_json_in_read(&document, json, NULL);
    if (status != APO_OK)
        return status == APO_E_MEMORY ? status : APO_E_SYNTAX;
    status = read_client(&client, apo_json_in_root(document), type, origin);
    apo_json_in_free(document);
    digest_of(client.digest, json);
    if (status == APO_OK)
        *out = client;
    return status;
}

/* --- keys ---------------------------------------------------------------- */

/* A public key. */
typedef struct cose_key {
    int64_t kind, algorithm, curve;
    apo_span x, y;
} cose_key;

/* The labels of a key's parts (COSE, RFC 9053). */
enum {
    LABEL_KIND = 1,
    LABEL_ALGORITHM = 3,
    LABEL_CURVE = -1,
    LABEL_X = -2,
    LABEL_Y = -3,
    KIND_OKP = 1,
    KIND_EC2 = 2,
    CURVE_P256 = 1,
    CURVE_ED25519 = 6
};

static bool set_part(cose_key *key, int64_t label, const apo_cbor_item *item)
{
    bool is_number = item->kind == APO_CBOR_NUMBER, is_bytes = item->kind == APO_CBOR_BYTES;
    switch (label) {
    case LABEL_KIND: key->kind = item->number; return is_number;
    case LABEL_ALGORITHM: key->algorithm = item->number; return is_number;
    case LABEL_CURVE: key->curve = item->number; return is_number;
    case LABEL_X: key->x = item->bytes; return is_bytes;
    case LABEL_Y: key->y = item->bytes; return is_bytes;
    default: /* optional parts must not be there */ return false;
    }
}

static bool read_parts(cose_key *out, apo_span *rest, size_t count)
{
    apo_cbor_item label, item;
    for (size_t i = 0; i < count; i++) {
        if (!apo_cbor_next(rest, &label) || label.kind != APO_CBOR_NUMBER ||
            !apo_cbor_next(rest, &item) || !set_part(out, label.number, &item))
            return false;
    }
    return true;
}

static bool is_known(const cose_key *key)
{
    if (key->algorithm == APO_WEBAUTHN_ES256)
        return key->kind == KIND_EC2 && key->curve == CURVE_P256 &&
               key->x.length == APO_P256_COORDINATE && key->y.length == APO_P256_COORDINATE;
    return key->algorithm == APO_WEBAUTHN_EDDSA && key->kind == KIND_OKP &&
           key->curve == CURVE_ED25519 && key->x.length == crypto_sign_PUBLICKEYBYTES &&
           key->y.length == 0;
}

/* Takes a key from `rest`. */
static apo_status read_key(cose_key *out, apo_span *rest)
{
    apo_cbor_item map;
    cose_key key = {.kind = 0};
    if (!apo_cbor_next(rest, &map) || map.kind != APO_CBOR_MAP ||
        !read_parts(&key, rest, map.count))
        return APO_E_SYNTAX;
    *out = key;
    return is_known(&key) ? APO_OK : APO_E_UNSUPPORTED;
}

/* --- the authenticator's data -------------------------------------------- */

static uint32_t read_number(const char *at, size_t length)
{
    uint32_t number = 0;
    for (size_t i = 0; i < length; i++)
        number = number << 8 | (uint8_t)at[i];
    return number;
}

static apo_status read_credential(apo_webauthn_facts *out, apo_span *rest)
{
    cose_key key;
    if (rest->length < MODEL + 2)
        return APO_E_SYNTAX;
    size_t length = read_number(rest->text + MODEL, 2);
    apo_span after = apo_span_part(*rest, MODEL + 2, rest->length);
    if (length == 0 || length > APO_WEBAUTHN_ID_MAX || length > after.length)
        return APO_E_SYNTAX;
    out->id = apo_span_part(after, 0, length);
    after = apo_span_part(after, length, after.length);
    apo_span from = after;
    apo_status status = read_key(&key, &after);
    out->key = apo_span_part(from, 0, from.length - after.length);
    *rest = after;
    return status == APO_OK && out->key.length > APO_WEBAUTHN_KEY_MAX ? APO_E_UNSUPPORTED
                                                                      : status;
}

static apo_status read_data(apo_webauthn_facts *out, apo_span data, apo_span host)
{
    uint8_t digest[DIGEST];
    *out = (apo_webauthn_facts){.count = 0};
    if (data.length < HEAD)
        return APO_E_SYNTAX;
    unsigned flags = (uint8_t)data.text[DIGEST];
    apo_span rest = apo_span_part(data, HEAD, data.length);
    out->is_present = (flags & FLAG_PRESENT) != 0;
    out->is_verified = (flags & FLAG_VERIFIED) != 0;
    out->count = read_number(data.text + COUNT_AT, 4);
    apo_status status = (flags & FLAG_CREDENTIAL) != 0 ? read_credential(out, &rest) : APO_OK;
    if (status != APO_OK)
        return status;
    if ((flags & FLAG_EXTENSIONS) != 0 && !apo_cbor_skip(&rest))
        return APO_E_SYNTAX;
    if (rest.length > 0)
        return APO_E_SYNTAX;
    digest_of(digest, host);
    return memcmp(digest, data.text, DIGEST) == 0 ? APO_OK : APO_E_UNSUPPORTED;
}

/* --- making -------------------------------------------------------------- */

/* The member `name` of an attestation object, a string of bytes. `object` must hold nothing
 * else. */
static bool find_bytes(apo_span *out, apo_span object, const char *name)
{
    apo_cbor_item map, label, item;
    bool is_found = false;
    if (!apo_cbor_next(&object, &map) || map.kind != APO_CBOR_MAP)
        return false;
    for (size_t i = 0; i < map.count; i++) {
        if (!apo_cbor_next(&object, &label) || label.kind != APO_CBOR_TEXT)
            return false;
        if (!apo_span_is(label.bytes, name)) {
            if (!apo_cbor_skip(&object))
                return false;
            continue;
        }
        if (is_found || !apo_cbor_next(&object, &item) || item.kind != APO_CBOR_BYTES)
            return false;
        *out = item.bytes;
        is_found = true;
    }
    return is_found && object.length == 0;
}

apo_status apo_webauthn_read_made(apo_webauthn_facts *out, apo_span attestation, apo_span host)
{
    apo_span data;
    apo_webauthn_facts facts;
    if (!find_bytes(&data, attestation, "authData"))
        return APO_E_SYNTAX;
    apo_status status = read_data(&facts, data, host);
    if (status == APO_OK && facts.id.length == 0)
        status = APO_E_SYNTAX;
    if (status == APO_OK)
        *out = facts;
    return status;
}

/* --- signatures ---------------------------------------------------------- */

static bool verify_es256(const cose_key *key, apo_span text, apo_span signature)
{
    uint8_t point[APO_P256_POINT] = {APO_P256_MARK};
    memcpy(point + 1, key->x.text, APO_P256_COORDINATE);
    memcpy(point + 1 + APO_P256_COORDINATE, key->y.text, APO_P256_COORDINATE);
    EVP_PKEY *own = apo_p256_key(NULL, point);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool is_right = own != NULL && context != NULL &&
                    EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, own) > 0 &&
                    EVP_DigestVerify(context, (const uint8_t *)signature.text, signature.length,
                                     (const uint8_t *)text.text, text.length) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(own);
    return is_right;
}

static bool verify_eddsa(const cose_key *key, apo_span text, apo_span signature)
{
    return signature.length == crypto_sign_BYTES &&
           crypto_sign_verify_detached((const uint8_t *)signature.text,
                                       (const uint8_t *)text.text, text.length,
                                       (const uint8_t *)key->x.text) == 0;
}

apo_status apo_webauthn_verify(apo_webauthn_facts *out, const apo_webauthn_client *client,
                               apo_span data, apo_span signature, apo_span key, apo_span host)
{
    cose_key own;
    apo_webauthn_facts facts = {0};
    apo_buffer text;
    apo_status status = read_key(&own, &key);
    if (status == APO_OK)
        status = read_data(&facts, data, host);
    if (status != APO_OK)
        return status;
    apo_buffer_init(&text, NULL);
    apo_buffer_add_span(&text, data);
    apo_buffer_add_span(&text, (apo_span){(const char *)client->digest, DIGEST});
    bool is_right =
        !text.is_failed && (own.algorithm == APO_WEBAUTHN_ES256
                                ? verify_es256(&own, apo_buffer_span(&text), signature)
                                : verify_eddsa(&own, apo_buffer_span(&text), signature));
    status = text.is_failed ? APO_E_MEMORY : is_right ? APO_OK : APO_E_ILLEGAL;
    apo_buffer_clear(&text);
    if (status == APO_OK)
        *out = facts;
    return status;
}
