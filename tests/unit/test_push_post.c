/* Which addresses of push services may be asked: no others, whatever a browser sends. */
#include "test.h"

#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

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

/* --- redirects ----------------------------------------------------------- */

/* A push service that sends everybody to another address of its own. */
typedef struct service {
    int socket, port;
    unsigned asked;
} service;

static void *redirect(void *context)
{
    service *s = context;
    char request[4096], answer[256];
    for (int from; (from = accept(s->socket, NULL, NULL)) >= 0; close(from)) {
        s->asked++;
        (void)recv(from, request, sizeof request, 0);
        int length =
            snprintf(answer, sizeof answer,
                     "HTTP/1.1 307 Elsewhere\r\nLocation: http://127.0.0.1:%d/inner\r\n"
                     "Content-Length: 0\r\nConnection: close\r\n\r\n",
                     s->port);
        (void)send(from, answer, (size_t)length, MSG_NOSIGNAL);
    }
    return NULL;
}

static void test_redirects_are_not_followed(void **state)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof address;
    service s = {.socket = socket(AF_INET, SOCK_STREAM, 0)};
    pthread_t thread;
    char endpoint[64];
    (void)state;
    if (!apo_push_is_there())
        skip();
    assert_int_equal(bind(s.socket, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(s.socket, 4), 0);
    assert_int_equal(getsockname(s.socket, (struct sockaddr *)&address, &size), 0);
    s.port = ntohs(address.sin_port);
    assert_int_equal(pthread_create(&thread, NULL, redirect, &s), 0);
    snprintf(endpoint, sizeof endpoint, "http://127.0.0.1:%d/push", s.port);
    (void)apo_push_post(endpoint, "vapid t=x, k=y", apo_span_of("body"));
    shutdown(s.socket, SHUT_RDWR);
    pthread_join(thread, NULL);
    close(s.socket);
    assert_int_equal(s.asked, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_origins),
        cmocka_unit_test(test_redirects_are_not_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
