/* Passkeys: the examples that the standard publishes, and variants that differ from them by a
 * byte. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "server/web/cbor.h"
#include "server/web/webauthn.h"

/* From section 16 of Web Authentication, level 3, in hexadecimal: the credential's id;
 * challenge, client data and attestation object of the registration; challenge, authenticator
 * data, client data and signature of the log-in. The host is example.org. */
static const struct {
    const char *name;
    const char *id;
    const char *made_challenge, *made_client, *attestation;
    const char *challenge, *data, *client, *signature;
} vectors[] = {
    /* clang-format off */
    {"ES256, no attestation",
     "f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4",
     "00c30fb78531c464d2b6771dab8d7b603c01162f2fa486bea70f283ae556e130",
     "7b2274797065223a22776562617574686e2e637265617465222c226368616c6c656e6765223a22414d4d"
     "507434557878475453746e63647134313759447742466938767049612d7077386f4f755657345441222c"
     "226f726967696e223a2268747470733a2f2f6578616d706c652e6f7267222c2263726f73734f72696769"
     "6e223a66616c73652c22657874726144617461223a22636c69656e74446174614a534f4e206d61792062"
     "6520657874656e6465642077697468206164646974696f6e616c206669656c647320696e207468652066"
     "75747572652c207375636820617320746869733a20426b5165446a646354427258426941774a544c4535"
     "51227d",
     "a363666d74646e6f6e656761747453746d74a068617574684461746158a4bfabc37432958b063360d3ad"
     "6461c9c4735ae7f8edd46592a5e0f01452b2e4b559000000008446ccb9ab1db374750b2367ff6f3a1f00"
     "20f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4a50102032620012158"
     "20afefa16f97ca9b2d23eb86ccb64098d20db90856062eb249c33a9b672f26df61225820930a56b87a2f"
     "ca66334b03458abf879717c12cc68ed73290af2e2664796b9220",
     "39c0e7521417ba54d43e8dc95174f423dee9bf3cd804ff6d65c857c9abf4d408",
     "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b51900000000",
     "7b2274797065223a22776562617574686e2e676574222c226368616c6c656e6765223a224f63446e5568"
     "5158756c5455506f334a5558543049393770767a7a59425039745a63685879617630314167222c226f72"
     "6967696e223a2268747470733a2f2f6578616d706c652e6f7267222c2263726f73734f726967696e223a"
     "66616c73657d",
     "3046022100f50a4e2e4409249c4a853ba361282f09841df4dd4547a13a87780218deffcd380221008480"
     "ac0f0b93538174f575bf11a1dd5d78c6e486013f937295ea13653e331e87"},
    {"ES256, a long id",
     "3a761a4e1674ad6c4305869435c0eee9c286172c229bb91b48b4ada140c0863417031305cce5b4a27a88"
     "d7fe728a5f5a627de771b4b40e77f187980c124f9fe832d7136010436a056cce716680587d23187cf1fc"
     "2c62ae86fc3e508ee9617ffc74fbc10488ec16ec5e9096328669a898709b655e549738c666c1ae6281dc"
     "3b5f733c251d3eefb76ee70a3805ca91bcc18e49c8dc7f63ebcb486ba8c3d6ab52b88ff72c6a5bb47c32"
     "f3ee8683a3ddc8abf60870448ec8a21b5bdcb183c7dead870255575a6df96eb1b6a2a1019780cba9e488"
     "7b17ff1164bbbcc10eb0d86ed75984cd3fa3419103024507dfd9ce8f92c56af7914cb0bb50b87ba82a31"
     "2bb7dcd93028dbdcd6adb266979667158335171e3682d37755701edbf9d872846a291d49e57ef09da1ec"
     "637f5052ed2aa7407f7e61827468e94b461844f4c67be5fa9c6055a566f8fdfc29d4bf78a9ff275f552c"
     "c68ba543fa3962eea36fd1ea8453764577d021d0a181efc1f6100ab2e4110039e21ee16970bda7432b61"
     "34492155afc126295b3a2eccd12c66a68e340969e995e3e8c9c476e395cfc21203414110779474f1c979"
     "7406637dbe414f132519d3bf0ce4f01734ef0e1a12c3ad604ff15d766b1624db6a5a7ccbff7bc35c9908"
     "df94aba277e0af48f04ff3d16381c47e5a37ed3988a67a3b1ecaa926336b33391fff04128f869991c9fa"
     "bd905b6fe3ceef5f8b630ec1c5d2636d5b1961ad5ca5004170f6f5e482792aad989b0287fe91e5c47940"
     "3397152f1fa56aa79b156eb47e6c8ea3eb175c34cfb38ad8e772874639b1023d4d01395c94e55831671c"
     "c022aa6fa1e02a02c2e4abc776f6960e51f83b71a8c0f207b6a347573977812c9aa5480b0011aa739bd4"
     "b76c18c000cc4757cceccb920f007c40c00e37e5ab21476cd9f6054a8fffb55a108f5c706e2cea2049d8"
     "1fd321ff47d2a5761b0800955ab1d4f4889f55a84e2601c684f17a4ade7453ea49591d0b59c8d9a76505"
     "2f62219cf6ef4a5dd9539f0617d6ebbebce7c000455475d18449e25c49ef9a1e3efe18c09082ebe2058d"
     "7c347defaa92f0664553b805c7d76bbfce5f330aca220ac90a789380fc479ea0d8793205813cca590a91"
     "2f699ad52f991a1bc0a503c3ec4b2a696719e3c26591a87127f7305cc7e72f4c8e39355ebb06a5b10429"
     "90f38710ee7aa612ee4374bb82e878585a70a96c2a6b47f101a4ff154be4fd76a3167577a5cc54d9167c"
     "154c69ac35485e44cc898b719e1be3cc9c0fb5624b8f8a0dae10947a41bf848b6c1bb33d1006ec077d7e"
     "286e3f2a7b4843716390119449fe2721e81a5ed2333d331c7120765da58fadae73c19d9a8c4509cf8ac1"
     "e9d98b799a5274509069739b5823f3fb496663820033426988eefca53e580e0f9e0dfe0992fc2e53a97e"
     "053639f98577058f995bdbd41cefdb",
     "1113c7265ccf5e65124282fa1d7819a7a14cb8539aa4cdbec7487e5f35d8ec6c",
     "7b2274797065223a22776562617574686e2e637265617465222c226368616c6c656e6765223a22455250"
     "484a6c7a50586d5553516f4c364858675a7036464d75464f61704d322d7830682d587a5859374777222c"
     "226f726967696e223a2268747470733a2f2f6578616d706c652e6f7267222c2263726f73734f72696769"
     "6e223a66616c73657d",
     "a363666d74646e6f6e656761747453746d74a0686175746844617461590483bfabc37432958b063360d3"
     "ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b549000000008f3360c2cd1b0ac14ffe0795c5d2638e"
     "03ff3a761a4e1674ad6c4305869435c0eee9c286172c229bb91b48b4ada140c0863417031305cce5b4a2"
     "7a88d7fe728a5f5a627de771b4b40e77f187980c124f9fe832d7136010436a056cce716680587d23187c"
     "f1fc2c62ae86fc3e508ee9617ffc74fbc10488ec16ec5e9096328669a898709b655e549738c666c1ae62"
     "81dc3b5f733c251d3eefb76ee70a3805ca91bcc18e49c8dc7f63ebcb486ba8c3d6ab52b88ff72c6a5bb4"
     "7c32f3ee8683a3ddc8abf60870448ec8a21b5bdcb183c7dead870255575a6df96eb1b6a2a1019780cba9"
     "e4887b17ff1164bbbcc10eb0d86ed75984cd3fa3419103024507dfd9ce8f92c56af7914cb0bb50b87ba8"
     "2a312bb7dcd93028dbdcd6adb266979667158335171e3682d37755701edbf9d872846a291d49e57ef09d"
     "a1ec637f5052ed2aa7407f7e61827468e94b461844f4c67be5fa9c6055a566f8fdfc29d4bf78a9ff275f"
     "552cc68ba543fa3962eea36fd1ea8453764577d021d0a181efc1f6100ab2e4110039e21ee16970bda743"
     "2b6134492155afc126295b3a2eccd12c66a68e340969e995e3e8c9c476e395cfc21203414110779474f1"
     "c9797406637dbe414f132519d3bf0ce4f01734ef0e1a12c3ad604ff15d766b1624db6a5a7ccbff7bc35c"
     "9908df94aba277e0af48f04ff3d16381c47e5a37ed3988a67a3b1ecaa926336b33391fff04128f869991"
     "c9fabd905b6fe3ceef5f8b630ec1c5d2636d5b1961ad5ca5004170f6f5e482792aad989b0287fe91e5c4"
     "79403397152f1fa56aa79b156eb47e6c8ea3eb175c34cfb38ad8e772874639b1023d4d01395c94e55831"
     "671cc022aa6fa1e02a02c2e4abc776f6960e51f83b71a8c0f207b6a347573977812c9aa5480b0011aa73"
     "9bd4b76c18c000cc4757cceccb920f007c40c00e37e5ab21476cd9f6054a8fffb55a108f5c706e2cea20"
     "49d81fd321ff47d2a5761b0800955ab1d4f4889f55a84e2601c684f17a4ade7453ea49591d0b59c8d9a7"
     "65052f62219cf6ef4a5dd9539f0617d6ebbebce7c000455475d18449e25c49ef9a1e3efe18c09082ebe2"
     "058d7c347defaa92f0664553b805c7d76bbfce5f330aca220ac90a789380fc479ea0d8793205813cca59"
     "0a912f699ad52f991a1bc0a503c3ec4b2a696719e3c26591a87127f7305cc7e72f4c8e39355ebb06a5b1"
     "042990f38710ee7aa612ee4374bb82e878585a70a96c2a6b47f101a4ff154be4fd76a3167577a5cc54d9"
     "167c154c69ac35485e44cc898b719e1be3cc9c0fb5624b8f8a0dae10947a41bf848b6c1bb33d1006ec07"
     "7d7e286e3f2a7b4843716390119449fe2721e81a5ed2333d331c7120765da58fadae73c19d9a8c4509cf"
     "8ac1e9d98b799a5274509069739b5823f3fb496663820033426988eefca53e580e0f9e0dfe0992fc2e53"
     "a97e053639f98577058f995bdbd41cefdba50102032620012158203b8176b7504489cc593046d7988abb"
     "7905a742de6ac2cdc748a873c663e90cb12258201436d5edc9a75f23999eef9d5950a5c2455514ee1014"
     "084720f841a06b828a11",
     "ef1deba56dce48f674a447ccf63b9599258ce87648e5c396f2ef0ca1da460e3b",
     "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b50d00000000",
     "7b2274797065223a22776562617574686e2e676574222c226368616c6c656e6765223a22377833727057"
     "334f53505a307045664d396a75566d53574d36485a4935634f573875384d6f647047446a73222c226f72"
     "6967696e223a2268747470733a2f2f6578616d706c652e6f7267222c2263726f73734f726967696e223a"
     "66616c73657d",
     "304502203ecef83fb12a0cae7841055f9f87103a99fd14b424194bbf06c4623d3ee6e3fd022100d2ace3"
     "46db262b1374a6b70faa51f518a42ddca13a4125ce6f5052a75bac9fb6"},
    {"EdDSA",
     "ce9f840ed96599580cd140fbc7bb3230633f50f61041aff73308ae71caa8a2bd",
     "a8abf9dabdc6b0df63466b39bda9e8a34a34e185337a59f1c579990676d3b3bd",
     "7b2274797065223a22776562617574686e2e637265617465222c226368616c6c656e6765223a22714b76"
     "3532723347734e396a526d733576616e6f6f306f303459557a656c6e7878586d5a426e6254733730222c"
     "226f726967696e223a2268747470733a2f2f6578616d706c652e6f7267222c2263726f73734f72696769"
     "6e223a66616c73652c22657874726144617461223a22636c69656e74446174614a534f4e206d61792062"
     "6520657874656e6465642077697468206164646974696f6e616c206669656c647320696e207468652066"
     "75747572652c207375636820617320746869733a20425f44543567375a445f2d394f544c595835497645"
     "51227d",
     "a363666d74667061636b65646761747453746d74a363616c67266373696758483046022100d83f60bd80"
     "269537583218858aefb03ac57d45fa06e42feaae332d187f62da9f022100a02bd3cb6f7e1d283c93bad1"
     "f3f4b5a4c0494463da7fdbf256949116754d1f17637835638159022730820223308201c8a00302010202"
     "1100b2cfc9ea33c8643b0e1a760463eaf164300a06082a8648ce3d0403023062311e301c06035504030c"
     "15576562417574686e207465737420766563746f7273310c300a060355040a0c03573343312530230603"
     "55040b0c1c41757468656e74696361746f72204174746573746174696f6e204341310b30090603550406"
     "130241413020170d3234303130313030303030305a180f33303234303130313030303030305a305f311e"
     "301c06035504030c15576562417574686e207465737420766563746f7273310c300a060355040a0c0357"
     "334331223020060355040b0c1941757468656e74696361746f72204174746573746174696f6e310b3009"
     "0603550406130241413059301306072a8648ce3d020106082a8648ce3d03010703420004dd2b7a564b73"
     "b8c0b81c4c62e521925c4d1198ec9f583dbf1eebe364b65cd9c29a9bdf346aaa81fb6b9507e5249a52fd"
     "af8e39e26b0b7dc45992a7e233b70f70a360305e300c0603551d130101ff04023000300e0603551d0f01"
     "01ff040403020780301d0603551d0e041604140ae27546bc7eccb1b4b597bd354f0c0b1f1f8f8e301f06"
     "03551d2304183016801445aff715b0dd786741fee996ebc16547a3931b1e300a06082a8648ce3d040302"
     "0349003046022100a0d434ecb5fc3bfd7da5f41904517ad2836249f561bd834ba7a438a8ab7a4ce80221"
     "00fac845bb7a02513b58e9f319654dbe49b0f02b95835bac568c71f8a18cdde9ab686175746844617461"
     "5881bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b54100000000d5aa33"
     "581e8ca478e20fe713f5d32ff20020ce9f840ed96599580cd140fbc7bb3230633f50f61041aff73308ae"
     "71caa8a2bda401010327200621582044e06ddd331c36a8dc667bab52bcae63486c916aa5e339e6acebaa"
     "84934bf832",
     "895957e01c633a698348a2d8a31a54b7db27e8c1c43b2080d79ae2190267bfd2",
     "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b50100000000",
     "7b2274797065223a22776562617574686e2e676574222c226368616c6c656e6765223a2269566c583442"
     "786a4f6d6d44534b4c596f7870557439736e364d48454f7943413135726947514a6e763949222c226f72"
     "6967696e223a2268747470733a2f2f6578616d706c652e6f7267222c2263726f73734f726967696e223a"
     "66616c73657d",
     "f5c59c7e46c34f6f8cc197101ddf9934fa2595f68eb1913a637e8419eb9ba4cfdfc48f85393bc0d40b01"
     "1f0d6fecb097d6607525713223a0dc0d453993dae00b"},
    /* clang-format on */
};

enum {
    VECTORS = sizeof vectors / sizeof vectors[0]
};

static const char origin[] = "https://example.org";
static const char host[] = "example.org";

/* Bytes of a vector. */
typedef struct bytes {
    char *text;
    apo_span span;
} bytes;

static unsigned digit_of(char c)
{
    static const char digits[] = "0123456789abcdef";
    return (unsigned)(strchr(digits, c) - digits);
}

static bytes read_hex(const char *hex)
{
    size_t length = strlen(hex) / 2;
    char *text = malloc(length + 1);
    assert_non_null(text);
    for (size_t i = 0; i < length; i++)
        text[i] = (char)(digit_of(hex[2 * i]) << 4 | digit_of(hex[2 * i + 1]));
    return (bytes){text, {text, length}};
}

static void check_client(apo_webauthn_client *out, const char *hex, const char *type,
                         const char *challenge)
{
    bytes json = read_hex(hex), wanted = read_hex(challenge);
    assert_int_equal(apo_webauthn_read_client(out, json.span, type, apo_span_of(origin)),
                     APO_OK);
    assert_int_equal(out->challenge_length, wanted.span.length);
    assert_memory_equal(out->challenge, wanted.text, wanted.span.length);
    free(json.text);
    free(wanted.text);
}

static void published_registrations(void **state)
{
    (void)state;
    for (size_t i = 0; i < VECTORS; i++) {
        apo_webauthn_client client;
        apo_webauthn_facts facts;
        bytes made = read_hex(vectors[i].attestation), id = read_hex(vectors[i].id);
        check_client(&client, vectors[i].made_client, "webauthn.create",
                     vectors[i].made_challenge);
        assert_int_equal(apo_webauthn_read_made(&facts, made.span, apo_span_of(host)), APO_OK);
        assert_true(apo_span_same(facts.id, id.span));
        assert_true(facts.is_present && facts.key.length > 0);
        free(made.text);
        free(id.text);
    }
}

/* An attestation object is refused wherever it is cut off, and by all hosts but its own. */
static void damaged_registrations(void **state)
{
    (void)state;
    for (size_t i = 0; i < VECTORS; i++) {
        apo_webauthn_facts facts;
        bytes made = read_hex(vectors[i].attestation);
        for (size_t length = 0; length < made.span.length; length++) {
            char *part = malloc(length + 1);
            assert_non_null(part);
            memcpy(part, made.text, length);
            assert_int_not_equal(
                apo_webauthn_read_made(&facts, (apo_span){part, length}, apo_span_of(host)),
                APO_OK);
            free(part);
        }
        assert_int_equal(apo_webauthn_read_made(&facts, made.span, apo_span_of("example.com")),
                         APO_E_UNSUPPORTED);
        free(made.text);
    }
}

/* A log-in of a vector, and the facts of its registration. */
typedef struct login {
    bytes made, data, client, signature;
    apo_webauthn_facts made_facts;
} login;

static login open_login(size_t i)
{
    login one = {read_hex(vectors[i].attestation),
                 read_hex(vectors[i].data),
                 read_hex(vectors[i].client),
                 read_hex(vectors[i].signature),
                 {.count = 0}};
    assert_int_equal(apo_webauthn_read_made(&one.made_facts, one.made.span, apo_span_of(host)),
                     APO_OK);
    return one;
}

static void close_login(login *one)
{
    free(one->made.text);
    free(one->data.text);
    free(one->client.text);
    free(one->signature.text);
}

static apo_status verify(const login *one)
{
    apo_webauthn_client client;
    apo_webauthn_facts facts;
    apo_status status = apo_webauthn_read_client(&client, one->client.span, "webauthn.get",
                                                 apo_span_of(origin));
    return status != APO_OK
               ? status
               : apo_webauthn_verify(&facts, &client, one->data.span, one->signature.span,
                                     one->made_facts.key, apo_span_of(host));
}

static void published_logins(void **state)
{
    (void)state;
    for (size_t i = 0; i < VECTORS; i++) {
        apo_webauthn_client client;
        login one = open_login(i);
        check_client(&client, vectors[i].client, "webauthn.get", vectors[i].challenge);
        assert_int_equal(verify(&one), APO_OK);
        close_login(&one);
    }
}

static void a_changed_byte_is_noticed(void **state)
{
    (void)state;
    for (size_t i = 0; i < VECTORS; i++) {
        login one = open_login(i);
        const bytes parts[] = {
            one.data,
            one.client,
            one.signature,
            {(char *)(uintptr_t)one.made_facts.key.text, one.made_facts.key}};
        for (size_t part = 0; part < sizeof parts / sizeof parts[0]; part++) {
            for (size_t at = 0; at < parts[part].span.length; at++) {
                parts[part].text[at] ^= 1;
                assert_int_not_equal(verify(&one), APO_OK);
                parts[part].text[at] ^= 1;
            }
        }
        assert_int_equal(verify(&one), APO_OK);
        close_login(&one);
    }
}

/* The other ceremony, another site, a page in another's frame. */
static void the_client_is_believed_only_here(void **state)
{
    apo_webauthn_client client;
    (void)state;
    static const char text[] = "{\"type\":\"webauthn.get\",\"challenge\":\"AAAA\",\"origin\":"
                               "\"https://example.org\",\"crossOrigin\":false,\"new\":[1]}";
    static const char framed[] = "{\"type\":\"webauthn.get\",\"challenge\":\"AAAA\",\"origin\":"
                                 "\"https://example.org\",\"crossOrigin\":true}";
    apo_span json = apo_span_of(text), own = apo_span_of(origin);
    assert_int_equal(apo_webauthn_read_client(&client, json, "webauthn.get", own), APO_OK);
    assert_int_equal(apo_webauthn_read_client(&client, json, "webauthn.create", own),
                     APO_E_UNSUPPORTED);
    assert_int_equal(apo_webauthn_read_client(&client, json, "webauthn.get",
                                              apo_span_of("https://example.org:8080")),
                     APO_E_UNSUPPORTED);
    assert_int_equal(
        apo_webauthn_read_client(&client, apo_span_of(framed), "webauthn.get", own),
        APO_E_UNSUPPORTED);
    assert_int_equal(
        apo_webauthn_read_client(&client, apo_span_of("{\"type\":1}"), "webauthn.get", own),
        APO_E_SYNTAX);
    assert_int_equal(apo_webauthn_read_client(&client, apo_span_of("["), "webauthn.get", own),
                     APO_E_SYNTAX);
}

static bool reads(const char *hex, apo_cbor_item *out)
{
    bytes text = read_hex(hex);
    apo_span rest = text.span;
    bool is_read = apo_cbor_next(&rest, out) && (out->kind == APO_CBOR_LIST ||
                                                 out->kind == APO_CBOR_MAP || rest.length == 0);
    free(text.text);
    return is_read;
}

static bool skips(const char *hex)
{
    bytes text = read_hex(hex);
    apo_span rest = text.span;
    bool is_skipped = apo_cbor_skip(&rest) && rest.length == 0;
    free(text.text);
    return is_skipped;
}

static void numbers_and_counts(void **state)
{
    (void)state;

    static const struct {
        const char *hex;
        int64_t number;
    } numbers[] = {{"00", 0},
                   {"17", 23},
                   {"1818", 24},
                   {"1903e8", 1000},
                   {"1a000f4240", 1000000},
                   {"20", -1},
                   {"3863", -100},
                   {"1b7fffffffffffffff", INT64_MAX},
                   {"3b7fffffffffffffff", INT64_MIN}};

    apo_cbor_item item;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        assert_true(reads(numbers[i].hex, &item));
        assert_int_equal(item.kind, APO_CBOR_NUMBER);
        assert_true(item.number == numbers[i].number);
    }
    static const char *const refused[] = {"",
                                          "18",
                                          "1c",
                                          "1b8000000000000000",
                                          "3bffffffffffffffff",
                                          "42ff",
                                          "5f",
                                          "9f",
                                          "81",
                                          "a1",
                                          "a100",
                                          "c000",
                                          "f0",
                                          "fb0000000000000000",
                                          "9bffffffffffffffff",
                                          "bb8000000000000000"};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        assert_false(skips(refused[i]));
    static const char *const whole[] = {"80", "a0", "8201820203", "a26161016162820304",
                                        "f4", "f6"};
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
        assert_true(skips(whole[i]));
}

/* A hundred thousand nested lists. */
static void deep_nesting_costs_nothing(void **state)
{
    enum {
        DEPTH = 100000
    };

    char *text = malloc(DEPTH + 1);
    (void)state;
    assert_non_null(text);
    memset(text, 0x81, DEPTH);
    apo_span rest = {text, DEPTH};
    assert_false(apo_cbor_skip(&rest));
    assert_int_equal(rest.length, DEPTH);
    text[DEPTH] = 0;
    rest.length++;
    assert_true(apo_cbor_skip(&rest));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_registrations),
        cmocka_unit_test(damaged_registrations),
        cmocka_unit_test(published_logins),
        cmocka_unit_test(a_changed_byte_is_noticed),
        cmocka_unit_test(the_client_is_believed_only_here),
        cmocka_unit_test(numbers_and_counts),
        cmocka_unit_test(deep_nesting_costs_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
