#include "server/app/openapi.h"

#include "base/alloc.h"
#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "cli/io/print_buffer.h"
#include "server/app/routes.h"

static enum apo_exit run_openapi(const apo_call *call)
{
    apo_buffer out;
    apo_http_route *routes = NULL;
    (void)call;
    apo_buffer_init(&out, NULL);
    apo_status status = apo_routes_join(&routes);
    if (status != APO_OK)
        return apo_report_failure("openapi: %s", apo_status_message(status));
    bool is_written = apo_openapi_write(&out, routes, NULL);
    apo_free(NULL, routes);
    if (!is_written) {
        apo_buffer_clear(&out);
        return apo_report_failure("openapi: %s", "the table of routes cannot be described");
    }
    apo_buffer_add_char(&out, '\n');
    return apo_buffer_print(&out);
}

static const apo_command_option options[] = {
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"openapi > openapi.json", "For client generators."},
    {NULL, NULL},
};

const apo_command apo_command_openapi = {
    .name = "openapi",
    .operands = "",
    .summary = "Describe the server's interface for programs",
    .about =
        "Prints the OpenAPI 3.1 description of `apothecary serve`: every route below /api/, "
        "its request and response, and the scope that a token needs. A server has the same "
        "at /api/openapi.json; docs/http-api.md explains it.",
    .options = options,
    .examples = examples,
    .run = run_openapi,
};
