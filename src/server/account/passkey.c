#include "server/account/passkey.h"

#include <sodium.h>
#include <string.h>

#include "base/text.h"

enum {
    GOOD_MS = 5 * 60 * 1000,
    CHANCE = 22, /* letters: 128 bits */
    NUMBER = 19, /* digits: the time is written with all of them */
    PROOF_AT = NUMBER + CHANCE,
    BASE64 = sodium_base64_VARIANT_URLSAFE_NO_PADDING,
    PARTS_MAX = 8192 /* bytes of a part of an answer */
};

static const char purpose[] = "passkey";

bool apo_passkey_site_of(apo_passkey_site *out, apo_span origin)
{
    size_t at = 0;
    while (at + 3 <= origin.length && memcmp(origin.text + at, "://", 3) != 0)
        at++;
    size_t start = at + 3, end = start;
    while (end < origin.length && origin.text[end] != ':')
        end++;
    *out = (apo_passkey_site){origin, apo_span_part(origin, start, end - start)};
    return start < end;
}

/* --- challenges ---------------------------------------------------------- */

/* The proof of the text before it, for this person. */
static void prove(char out[APO_TOKEN_TEXT], const apo_app *app, apo_span text,
                  const char *person)
{
    char buf[PROOF_AT + 1 + APO_STORE_ID_MAX];
    apo_text whole = apo_text_start(buf, sizeof buf);
    apo_text_add_span(&whole, text);
    apo_text_add_char(&whole, ' ');
    apo_text_add(&whole, person);
    apo_token_derive(out, app->key, purpose, apo_text_span(&whole));
}

void apo_passkey_challenge(char out[APO_PASSKEY_CHALLENGE_TEXT], const apo_app *app,
                           const char *person)
{
    char proof[APO_TOKEN_TEXT];
    int64_t now_ms = apo_http_wall_clock_ms();
    for (unsigned i = NUMBER; i-- > 0; now_ms /= 10)
        out[i] = (char)('0' + now_ms % 10);
    apo_token_name(out + NUMBER, CHANCE);
    prove(proof, app, (apo_span){out, PROOF_AT}, person);
    memcpy(out + PROOF_AT, proof, sizeof proof);
}

static apo_status check_challenge(int64_t *out_made_ms, const apo_app *app,
                                  const apo_webauthn_client *client, const char *person)
{
    char proof[APO_TOKEN_TEXT];
    apo_span text = {client->challenge, client->challenge_length};
    int64_t made_ms = 0, now_ms = apo_http_wall_clock_ms();
    if (text.length != APO_PASSKEY_CHALLENGE_TEXT - 1)
        return APO_E_FINISHED;
    prove(proof, app, apo_span_part(text, 0, PROOF_AT), person);
    if (!apo_token_same(apo_span_of(proof), apo_span_part(text, PROOF_AT, text.length)))
        return APO_E_FINISHED;
    for (unsigned i = 0; i < NUMBER; i++)
        made_ms = made_ms * 10 + (text.text[i] - '0');
    *out_made_ms = made_ms;
    return made_ms <= now_ms && now_ms - made_ms <= GOOD_MS ? APO_OK : APO_E_FINISHED;
}

/* --- answers ------------------------------------------------------------- */

/* Decodes into bytes of the buffer. */
static bool decode(apo_buffer *out, apo_span text)
{
    uint8_t bytes[PARTS_MAX];
    size_t length = 0;
    if (sodium_base642bin(bytes, sizeof bytes, text.text, text.length, NULL, &length, NULL,
                          BASE64) != 0)
        return false;
    apo_buffer_add_span(out, (apo_span){(const char *)bytes, length});
    return !out->is_failed;
}

static bool encode(char *out, size_t size, apo_span bytes)
{
    if (size < sodium_base64_encoded_len(bytes.length, BASE64))
        return false;
    sodium_bin2base64(out, size, (const uint8_t *)bytes.text, bytes.length, BASE64);
    return true;
}

/* Reads what the client says, and the time of its challenge. */
static apo_status read_client(apo_webauthn_client *out, int64_t *out_made_ms,
                              const apo_app *app, apo_span text, const char *type,
                              const char *person, const apo_passkey_site *site)
{
    apo_buffer json;
    apo_buffer_init(&json, NULL);
    apo_status status =
        decode(&json, text)
            ? apo_webauthn_read_client(out, apo_buffer_span(&json), type, site->origin)
            : APO_E_SYNTAX;
    apo_buffer_clear(&json);
    return status == APO_OK ? check_challenge(out_made_ms, app, out, person) : status;
}

static apo_status fill_new(apo_store_passkey *out, apo_span attestation,
                           const apo_passkey_site *site)
{
    apo_webauthn_facts facts;
    apo_status status = apo_webauthn_read_made(&facts, attestation, site->host);
    if (status != APO_OK)
        return status;
    if (!facts.is_verified)
        return APO_E_UNSUPPORTED;
    if (!encode(out->id, sizeof out->id, facts.id) ||
        !encode(out->public_key, sizeof out->public_key, facts.key))
        return APO_E_SYNTAX;
    out->count = facts.count;
    out->created_ms = apo_http_wall_clock_ms();
    out->used_ms = 0;
    return APO_OK;
}

apo_status apo_passkey_make(apo_store_passkey *out, const apo_app *app,
                            const apo_passkey_answer *answer, const apo_passkey_site *site)
{
    apo_webauthn_client client;
    apo_buffer attestation;
    int64_t made_ms;
    apo_status status = read_client(&client, &made_ms, app, answer->client, "webauthn.create",
                                    out->person, site);
    if (status != APO_OK)
        return status;
    apo_buffer_init(&attestation, NULL);
    status = decode(&attestation, answer->attestation)
                 ? fill_new(out, apo_buffer_span(&attestation), site)
                 : APO_E_SYNTAX;
    apo_buffer_clear(&attestation);
    return status;
}

/* The parts of a log-in that are verified together. */
enum {
    PART_DATA,
    PART_SIGNATURE,
    PART_KEY,
    PARTS
};

static apo_status verify(apo_webauthn_facts *out, const apo_webauthn_client *client,
                         const apo_span texts[PARTS], const apo_passkey_site *site)
{
    apo_buffer parts[PARTS];
    bool is_decoded = true;
    for (unsigned i = 0; i < PARTS; i++) {
        apo_buffer_init(&parts[i], NULL);
        is_decoded = is_decoded && decode(&parts[i], texts[i]);
    }
    apo_status status =
        is_decoded ? apo_webauthn_verify(out, client, apo_buffer_span(&parts[PART_DATA]),
                                         apo_buffer_span(&parts[PART_SIGNATURE]),
                                         apo_buffer_span(&parts[PART_KEY]), site->host)
                   : APO_E_SYNTAX;
    for (unsigned i = 0; i < PARTS; i++)
        apo_buffer_clear(&parts[i]);
    return status;
}

apo_status apo_passkey_check(apo_store_passkey *out, apo_store_batch *batch, const apo_app *app,
                             const apo_passkey_answer *answer, const apo_passkey_site *site)
{
    apo_webauthn_client client;
    apo_webauthn_facts facts;
    int64_t made_ms;
    apo_status status =
        read_client(&client, &made_ms, app, answer->client, "webauthn.get", "", site);
    if (status == APO_OK)
        status = apo_store_find_passkey(app->store, out, answer->id);
    if (status != APO_OK)
        return status;
    const apo_span texts[PARTS] = {answer->data, answer->signature,
                                   apo_span_of(out->public_key)};
    status = verify(&facts, &client, texts, site);
    if (status == APO_OK && !(facts.is_present && facts.is_verified))
        status = APO_E_UNSUPPORTED;
    if (status == APO_OK)
        apo_store_use_passkey(batch, out->id, made_ms, facts.count);
    return status;
}
