/* Law: the parts read from an attestation object lie inside it; a credential that is accepted
 * has an id and a key that can be used to verify, and a text that nobody has signed is refused.
 * CBOR is read the same however it is cut: an item that is skipped is skipped alone too. */
#include "net_laws.h"

#include "server/web/cbor.h"
#include "server/web/webauthn.h"

static void check_skipping(apo_span text)
{
    apo_span rest = text;
    if (!apo_cbor_skip(&rest)) {
        assert(rest.text == text.text && rest.length == text.length);
        return;
    }
    apo_span first = apo_span_part(text, 0, text.length - rest.length);
    bool is_skipped = apo_cbor_skip(&first);
    assert(is_skipped && first.length == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    apo_span text = {(const char *)data, size}, host = apo_span_of("example.org");
    apo_webauthn_facts facts;
    apo_webauthn_client client = {.challenge_length = 0};
    check_skipping(text);
    if (apo_webauthn_read_made(&facts, text, host) == APO_OK) {
        assert(facts.id.length > 0 && facts.id.length <= APO_WEBAUTHN_ID_MAX);
        assert(facts.key.length > 0 && facts.key.length <= APO_WEBAUTHN_KEY_MAX);
        assert(is_inside(facts.id, text) && is_inside(facts.key, text));
        apo_status status = apo_webauthn_verify(&facts, &client, text, text, facts.key, host);
        assert(status != APO_OK);
    }
    (void)apo_webauthn_read_client(&client, text, "webauthn.get", apo_span_of("https://e.org"));
    return 0;
}
