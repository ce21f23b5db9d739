/* Prints the server's table of routes, and the named schemas that their descriptions use, as
 * one JSON object, for tests that must not forget any route. usage: http_routes */
#include "server/app/routes.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/json.h"
#include "server/app/openapi.h"
#include "server/web/operation.h"

static void add_route(apo_buffer *out, const apo_http_route *route)
{
    const apo_operation *operation = route->operation;
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "method", route->method == APO_HTTP_GET ? "GET" : "POST");
    apo_json_add_string(out, "pattern", route->pattern);
    apo_json_add_number(out, "body_max", (int64_t)route->body_max);
    apo_json_add_flag(out, "is_aside", (route->flags & APO_HTTP_ASIDE) != 0);
    if (operation != NULL && operation->body != NULL)
        apo_json_add_string(out, "body", operation->body);
    if (operation != NULL && operation->query != NULL)
        apo_json_add_string(out, "query", operation->query);
    apo_json_close(out, '}');
}

int main(void)
{
    apo_buffer out;
    apo_http_route *routes = NULL;
    if (apo_routes_join(&routes) != APO_OK)
        return 1;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "routes", '[');
    for (const apo_http_route *route = routes; route->pattern != NULL; route++)
        add_route(&out, route);
    apo_json_close(&out, ']');
    apo_json_open(&out, "schemas", '{');
    for (const apo_named_schema *at = apo_openapi_schemas(); at->name != NULL; at++)
        apo_json_add_string(&out, at->name, at->schema);
    apo_json_close(&out, '}');
    apo_json_close(&out, '}');
    apo_free(NULL, routes);
    apo_span text = apo_buffer_span(&out);
    bool is_written =
        !out.is_failed && fwrite(text.text, 1, text.length, stdout) == text.length;
    apo_buffer_clear(&out);
    return is_written && fflush(stdout) == 0 ? 0 : 1;
}
