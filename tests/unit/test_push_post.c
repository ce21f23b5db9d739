/* Which addresses of push services may be asked: no others, whatever a browser sends. */
#include "test.h"

#include "net/push_post.h"

static void test_origins(void **state)
{
    (void)state;

    static const struct {
        const char *endpoint, *origin; /* "": refused */
    } cases[] = {
        {"https://fcm.googleapis.com/fcm/send/abc", "https://fcm.googleapis.com"},
        {"https://updates.push.services.mozilla.com/wpush/v2/abc",
         "https://updates.push.services.mozilla.com"},
        {"https://web.push.apple.com/abc", "https://web.push.apple.com"},
        {"https://db5p.notify.windows.com/w/?token=abc", "https://db5p.notify.windows.com"},
        {"http://here:1/abc", "http://here:1"},
        {"http://here:12/abc", ""},
        {"http://here:1", ""},
        {"http://fcm.googleapis.com/abc", ""},
        {"https://.push.apple.com/abc", ""},
        {"https://evilpush.apple.com.example.org/abc", ""},
        {"https://fcm.googleapis.com@example.org/abc", ""},
        {"https://fcm.googleapis.com:8443/abc", ""},
        {"https://localhost?.push.apple.com/abc", ""},
        {"https://localhost#.push.apple.com/abc", ""},
        {"https://localhost\\.push.apple.com/abc", ""},
        {"https://localhost:22?.push.apple.com/abc", ""},
        {"https://user@web.push.apple.com/abc", ""},
        {"https://web.push.apple.com?abc", ""},
        {"https://localhost/abc", ""},
        {"https://", ""},
        {"", ""},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        apo_span origin = apo_push_origin(apo_span_of(cases[i].endpoint), "http://here:1");
        assert_true(apo_span_is(origin, cases[i].origin));
    }
    assert_int_equal(apo_push_origin(apo_span_of("http://here:1/abc"), NULL).length, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_origins)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
