/* Law: a head that is accepted has its parts inside the text, without line ends, and has the
 * same meaning when it is written again; its path, decoded, encoded and decoded again, is
 * unchanged. */
#include "net_laws.h"

#include "net/address.h"
#include "net/head.h"

static void check_parts(const apo_head *head, apo_span text)
{
    assert(is_inside(head->method, text) && is_inside(head->target, text));
    assert(is_inside(head->path, head->target) && is_inside(head->query, head->target));
    assert(head->target.length <= APO_HEAD_TARGET_MAX);
    for (size_t i = 0; i < head->headers.count; i++) {
        const apo_field *field = &head->headers.list[i];
        assert(is_inside(field->name, text) && is_inside(field->value, text));
        assert(!has_byte(field->value, '\r') && !has_byte(field->value, '\n') &&
               !has_byte(field->value, '\0') && !has_byte(field->name, ':'));
    }
}

static void check_rewriting(const apo_head *head)
{
    static apo_head again;
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    apo_buffer_add_span(&text, head->method);
    apo_buffer_add(&text, " ");
    apo_buffer_add_span(&text, head->target);
    /* HTTP 1.0 may lack a Host. */
    apo_buffer_add(&text, head->host.length > 0 ? " HTTP/1.1\r\n" : " HTTP/1.0\r\n");
    for (size_t i = 0; i < head->headers.count; i++) {
        apo_buffer_add_span(&text, head->headers.list[i].name);
        apo_buffer_add(&text, ":");
        apo_buffer_add_span(&text, head->headers.list[i].value);
        apo_buffer_add(&text, "\r\n");
    }
    apo_buffer_add(&text, "\r\n");
    unsigned status = apo_head_read(&again, apo_buffer_span(&text));
    assert(status == 0);
    assert(apo_span_same(again.path, head->path) && apo_span_same(again.query, head->query));
    assert(again.headers.count == head->headers.count);
    assert(again.body_length == head->body_length && again.has_length == head->has_length);
    apo_buffer_clear(&text);
}

static void check_path(apo_span encoded)
{
    char *buf = malloc(encoded.length + 1);
    apo_span path, again;
    assert(buf != NULL);
    if (apo_path_decode(&path, encoded, buf) == APO_OK) {
        apo_buffer text;
        apo_buffer_init(&text, NULL);
        for (size_t i = 0; i < path.length; i++) {
            if (path.text[i] == '/')
                apo_buffer_add_char(&text, '/');
            else
                add_encoded(&text, apo_span_part(path, i, 1));
        }
        char *more = malloc(text.length + 1);
        assert(more != NULL);
        apo_status status = apo_path_decode(&again, apo_buffer_span(&text), more);
        assert(status == APO_OK && apo_span_same(path, again));
        assert(!has_byte(path, '\\') && !has_byte(path, '\0') && !has_byte(path, '\n'));
        free(more);
        apo_buffer_clear(&text);
    }
    free(buf);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static apo_head head;
    apo_span text = {(const char *)data, size}, value, element;
    apo_address address;
    if (apo_head_read(&head, text) != 0)
        return 0;
    check_parts(&head, text);
    check_rewriting(&head);
    check_path(head.path);
    if (apo_fields_find_header(&head.headers, "X-Forwarded-For", &value))
        while (apo_header_element(&value, ',', &element))
            if (apo_address_read(&address, element))
                assert(strlen(address.text) < sizeof address.text);
    return 0;
}
