/* Law: an accepted moderation line has its fields inside it, all but the last without tabs;
 * written and read again, it is the same line. */
#include "net_laws.h"

#include "server/account/moderate.h"

static void check_field(apo_span field, apo_span line)
{
    assert(is_inside(field, line));
    assert(!has_byte(field, '\t'));
}

static void check_again(const apo_moderation *what)
{
    apo_moderation again;
    apo_buffer text, second;
    apo_span rest, line;
    apo_buffer_init(&text, NULL);
    apo_buffer_init(&second, NULL);
    apo_moderation_write(&text, what);
    rest = apo_buffer_span(&text);
    bool has_line = apo_span_line(&rest, &line);
    assert(has_line && rest.length == 0);
    apo_status status = apo_moderation_read(&again, line);
    assert(status == APO_OK && again.action == what->action);
    apo_moderation_write(&second, &again);
    assert(apo_span_same(apo_buffer_span(&text), apo_buffer_span(&second)));
    apo_buffer_clear(&text);
    apo_buffer_clear(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    apo_span rest = {(const char *)data, size}, line;
    apo_moderation what;
    if (!apo_span_line(&rest, &line) || apo_moderation_read(&what, line) != APO_OK)
        return 0;
    assert(what.action < APO_MODERATION_ACTIONS);
    check_field(what.name, line);
    check_field(what.to, line);
    check_field(what.who, line);
    assert(is_inside(what.reason, line));
    check_again(&what);
    return 0;
}
