/* Law: an accepted text is an object or a list, as asked; an object that is accepted is no
 * deeper than allowed, its texts are UTF-8 without a byte 0, and one that our writer makes of a
 * name and a text is read as these. */
#include "net_laws.h"

#include "base/json.h"
#include "base/utf8.h"
#include "net/json_in.h"

static void check_utf8(apo_span text)
{
    for (size_t at = 0; at < text.length;) {
        size_t length = apo_utf8_measure(apo_span_part(text, at, text.length));
        assert(length > 0 && text.text[at] != '\0');
        at += length;
    }
}

static void check_writing(apo_span name, apo_span value)
{
    apo_buffer text;
    apo_json_in *document = NULL;
    apo_span again;
    char *key = malloc(name.length + 1);
    assert(key != NULL);
    memcpy(key, name.text, name.length);
    key[name.length] = '\0';
    apo_buffer_init(&text, NULL);
    apo_json_open(&text, NULL, '{');
    apo_json_add_text(&text, key, value);
    apo_json_close(&text, '}');
    apo_status status = apo_json_in_read(&document, apo_buffer_span(&text), NULL);
    assert(status == APO_OK);
    const apo_json_value *member = apo_json_in_member(apo_json_in_root(document), key);
    bool is_text = apo_json_in_text(member, &again);
    assert(is_text && apo_span_same(again, value));
    apo_json_in_free(document);
    apo_buffer_clear(&text);
    free(key);
}

/* Checks that a text is never both a list and an object. */
static void check_list(apo_span text, bool is_object)
{
    apo_json_in *document = NULL;
    apo_error err;
    if (apo_json_in_read_list(&document, text, &err) != APO_OK) {
        assert(document == NULL && err.detail[0] != '\0' && err.position <= text.length);
        return;
    }
    assert(!is_object && apo_json_in_is_list(apo_json_in_root(document)));
    apo_json_in_free(document);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    apo_json_in *document = NULL;
    apo_error err;
    apo_span name, value;
    int64_t number;
    bool flag;
    apo_span text = {(const char *)data, size};
    apo_status status = apo_json_in_read(&document, text, &err);
    check_list(text, status == APO_OK);
    if (status != APO_OK) {
        assert(document == NULL && err.detail[0] != '\0' && err.position <= size);
        return 0;
    }
    const apo_json_value *root = apo_json_in_root(document);
    assert(apo_json_in_is_object(root));
    if (!apo_json_in_only(root, "key ply move", &name)) {
        check_utf8(name);
        value = name;
        check_writing(name, value);
    }
    const apo_json_value *move = apo_json_in_member(root, "move");
    if (apo_json_in_text(move, &value)) {
        check_utf8(value);
        check_writing(apo_span_of("move"), value);
    }
    if (apo_json_in_number(apo_json_in_member(root, "ply"), 0, 1000, &number))
        assert(number >= 0 && number <= 1000);
    apo_json_in_flag(apo_json_in_member(root, "accept"), &flag);
    for (size_t i = 0; i < apo_json_in_count(move); i++)
        assert(apo_json_in_element(move, i) != NULL);
    apo_json_in_free(document);
    return 0;
}
