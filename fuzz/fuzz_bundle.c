/* Laws: a bundle that compiles has its own text, and a new bundle of its parts is the same
 * game; the outline of any text is whole. */
#include "laws.h"

#include "definition/file/bundle.h"
#include "notation/fen.h"

static bool find_part(void *context, apo_span id, apo_span *out_text)
{
    const apo_span *bundle = context;
    return id.length > 0 && apo_bundle_find(*bundle, id, out_text);
}

static void write_start(apo_text *out, const apo_variant *var)
{
    apo_position pos;
    if (apo_position_start(&pos, var, 0, 1) == APO_OK)
        apo_fen_write(out, &pos);
}

static void check_again(const apo_variant *var, apo_span bundle)
{
    char a[APO_FEN_MAX] = "", b[APO_FEN_MAX] = "";
    apo_text one = apo_text_start(a, sizeof a), two = apo_text_start(b, sizeof b);
    apo_span own = bundle;
    const apo_definition_loader loader = {&bundle, find_part};
    apo_variant *again = NULL;
    apo_buffer text;
    bool has_own = bundle.length == 0 || apo_bundle_find(bundle, (apo_span){NULL, 0}, &own);
    assert(has_own);
    apo_buffer_init(&text, NULL);
    apo_status status = apo_bundle_make(&again, &text, apo_span_of("mine"), own, &loader, NULL);
    assert(status == APO_OK);
    apo_variant_free(again);
    again = NULL;
    status =
        apo_bundle_compile(&again, apo_span_of("mine"), apo_buffer_span(&text), NULL, NULL);
    assert(status == APO_OK);
    write_start(&one, var);
    write_start(&two, again);
    assert(strcmp(a, b) == 0);
    apo_variant_free(again);
    apo_buffer_clear(&text);
}

static void check_outline(apo_span bundle)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_status status = apo_bundle_outline(&out, bundle);
    assert(status == APO_OK ? out.bytes[out.length - 1] == '}' : out.length == 0);
    apo_buffer_clear(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    apo_span bundle = span_of_bytes(data, size);
    apo_variant *var = NULL;
    check_outline(bundle);
    if (apo_bundle_compile(&var, apo_span_of("mine"), bundle, NULL, NULL) != APO_OK)
        return 0;
    check_again(var, bundle);
    apo_variant_free(var);
    return 0;
}
