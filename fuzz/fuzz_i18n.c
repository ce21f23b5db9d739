/* Law: a valid catalogue has a non-empty form of each text for every number; an invalid one is
 * reported with a reason. Every text is a message that can be translated. The catalogue for
 * scripts is JSON. */
#include "net_laws.h"

#include "i18n/i18n.h"
#include "net/json_in.h"

/* A text with gaps is also a message made from it. */
static void tr_message(const apo_i18n *i18n, apo_span message)
{
    apo_buffer said;
    apo_buffer_init(&said, NULL);
    apo_tr_message(&said, i18n, message);
    assert(!said.is_failed);
    apo_buffer_clear(&said);
    apo_tr_message(&said, NULL, message);
    assert(apo_span_same(apo_buffer_span(&said), message));
    apo_buffer_clear(&said);
}

/* Looks up every quoted string on a msgid line, without unescaping. */
static void look_up_all(const apo_i18n *i18n, apo_span text)
{
    apo_span line;
    while (apo_span_line(&text, &line)) {
        if (!apo_span_starts_with(line, "msgid \"") || line.length < 8)
            continue;
        apo_span english = apo_span_part(line, 7, line.length - 8);
        apo_span said = apo_tr_span(i18n, (apo_span){NULL, 0}, english), piece;
        bool is_gap;
        assert(said.text != NULL && (english.length == 0 || said.length > 0));
        while (apo_tr_part(&said, &piece, &is_gap))
            assert(piece.length > 0);
        tr_message(i18n, english);
        for (int64_t n = -3; n < 230; n++) {
            said = apo_tr_plural_span(i18n, english, english, n);
            assert(english.length == 0 || said.length > 0);
        }
    }
}

static void read_json(const apo_i18n *i18n)
{
    apo_json_in *document = NULL;
    apo_buffer json;
    apo_buffer_init(&json, NULL);
    apo_i18n_json(i18n, &json);
    assert(!json.is_failed);
    apo_status status = apo_json_in_read(&document, apo_buffer_span(&json), NULL);
    assert(status == APO_OK ||
           (status == APO_E_TOO_LARGE && json.length > APO_JSON_IN_SIZE_MAX));
    apo_json_in_free(document);
    apo_buffer_clear(&json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    apo_span text = {(const char *)data, size};
    apo_i18n *i18n = NULL;
    apo_fault_list faults;
    apo_fault_list_init(&faults);
    apo_status status = apo_i18n_read(&i18n, text, &faults);
    if (status != APO_OK) {
        assert(i18n == NULL && (faults.error_count > 0 || status == APO_E_TOO_LARGE));
        return 0;
    }
    assert(faults.error_count == 0);
    assert(apo_i18n_name(i18n)[0] != '\0' && apo_i18n_size(i18n) >= apo_i18n_count(i18n));
    (void)apo_i18n_is_rtl(i18n);
    look_up_all(i18n, text);
    read_json(i18n);
    apo_i18n_free(i18n);
    return 0;
}
