#include "test.h"

#include <string.h>

#include "base/alloc.h"
#include "server/app/routes.h"
#include "server/web/operation.h"

static apo_span cut_segment(apo_span *rest)
{
    size_t length = strcspn(rest->text + 1, "/") + 1;
    apo_span segment = apo_span_part(*rest, 0, length);
    *rest = apo_span_part(*rest, length, rest->length);
    return segment;
}

/* True if every address that fits `narrow` fits `wide` too. */
static bool covers(const apo_http_route *wide, const apo_http_route *narrow)
{
    apo_span a = apo_span_of(wide->pattern), b = apo_span_of(narrow->pattern);
    if (wide->method != narrow->method)
        return false;
    while (a.length > 0 && b.length > 0) {
        apo_span in_a = cut_segment(&a), in_b = cut_segment(&b);
        if (in_a.length > 1 && in_a.text[1] == '*')
            return true;
        if (!(in_a.length > 1 && in_a.text[1] == ':') && !apo_span_same(in_a, in_b))
            return false;
    }
    return a.length == 0 && b.length == 0;
}

static void the_check_sees_what_is_hidden(void **state)
{
    const apo_http_route one = {APO_HTTP_GET, "/a/:id", NULL, 0, 0, NULL};
    const apo_http_route two = {APO_HTTP_GET, "/a/new", NULL, 0, 0, NULL};
    const apo_http_route rest = {APO_HTTP_GET, "/a/*rest", NULL, 0, 0, NULL};
    const apo_http_route longer = {APO_HTTP_GET, "/a/new/b", NULL, 0, 0, NULL};
    const apo_http_route other = {APO_HTTP_POST, "/a/new", NULL, 0, 0, NULL};
    (void)state;
    assert_true(covers(&one, &two));
    assert_false(covers(&two, &one));
    assert_true(covers(&one, &one));
    assert_true(covers(&rest, &longer));
    assert_false(covers(&one, &longer));
    assert_false(covers(&longer, &two));
    assert_false(covers(&one, &other));
}

static void no_route_hides_a_later_one(void **state)
{
    apo_http_route *routes = NULL;
    (void)state;
    assert_int_equal(apo_routes_join(&routes), APO_OK);
    for (const apo_http_route *later = routes; later->pattern != NULL; later++)
        for (const apo_http_route *route = routes; route != later; route++)
            if (covers(route, later))
                fail_msg("%s hides %s", route->pattern, later->pattern);
    apo_free(NULL, routes);
}

static void each_route_has_what_it_needs(void **state)
{
    apo_http_route *routes = NULL;
    (void)state;
    assert_int_equal(apo_routes_join(&routes), APO_OK);
    assert_non_null(routes[0].pattern);
    for (const apo_http_route *route = routes; route->pattern != NULL; route++) {
        bool is_api = strncmp(route->pattern, "/api/", 5) == 0;
        assert_non_null(route->handler);
        if (is_api != (route->operation != NULL))
            fail_msg("%s: operations are described below /api/, and only there",
                     route->pattern);
    }
    apo_free(NULL, routes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_check_sees_what_is_hidden),
        cmocka_unit_test(no_route_hides_a_later_one),
        cmocka_unit_test(each_route_has_what_it_needs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
