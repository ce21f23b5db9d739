#include "server/app/openapi.h"

#include <string.h>

#include "base/json.h"
#include "server/app/json_schema.h"
#include "server/web/operation.h"
#include "server/web/visitor.h"

static const char words[] =
    "Made from the server's table of routes. Bodies are JSON objects with a `key`: a random "
    "name, new for each request; the same request with the same key has one effect. Times are "
    "milliseconds since 1970. Event streams come as text/event-stream, or as a line of JSON for "
    "each event (application/x-ndjson). See docs/http-api.md for explanations.";

/* "/api/games/:id" as "/api/games/{id}". */
static void add_path(apo_buffer *out, const char *pattern)
{
    bool is_inside = false;
    for (const char *at = pattern; *at != '\0'; at++) {
        if (is_inside && *at == '/') {
            apo_buffer_add_char(out, '}');
            is_inside = false;
        }
        if (*at == ':' || *at == '*') {
            apo_buffer_add_char(out, '{');
            is_inside = true;
        } else {
            apo_buffer_add_char(out, *at);
        }
    }
    if (is_inside)
        apo_buffer_add_char(out, '}');
}

/* "getGamesIdEvents" */
static void add_operation_id(apo_buffer *out, const apo_http_route *route)
{
    apo_buffer id;
    bool is_start = true;
    apo_buffer_init(&id, NULL);
    apo_buffer_add(&id, route->method == APO_HTTP_GET ? "get" : "post");
    for (const char *at = route->pattern + strlen("/api"); *at != '\0'; at++) {
        bool is_letter = apo_is_letter(*at) || apo_is_digit(*at);
        if (is_letter)
            apo_buffer_add_char(&id, is_start ? apo_to_upper(*at) : *at);
        is_start = !is_letter;
    }
    apo_json_add_text(out, "operationId", apo_buffer_span(&id));
    apo_buffer_clear(&id);
}

static bool add_parameter(apo_buffer *out, apo_span name, const char *where, bool is_required,
                          apo_span schema)
{
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    apo_buffer_add_span(&text, schema);
    apo_json_open(out, NULL, '{');
    apo_json_add_text(out, "name", name);
    apo_json_add_string(out, "in", where);
    apo_json_add_flag(out, "required", is_required);
    bool is_read = !text.is_failed && apo_json_schema_write(out, "schema", text.bytes);
    apo_json_close(out, '}');
    apo_buffer_clear(&text);
    return is_read;
}

static bool add_parameters(apo_buffer *out, const apo_http_route *route,
                           const apo_operation *operation)
{
    bool is_read = true, is_optional;
    apo_span name, schema, rest = apo_span_of(operation->query);
    apo_json_open(out, "parameters", '[');
    for (const char *at = strpbrk(route->pattern, ":*"); at != NULL; at = strpbrk(at, ":*")) {
        size_t length = strcspn(++at, "/");
        is_read =
            add_parameter(out, (apo_span){at, length}, "path", true, apo_span_of("text")) &&
            is_read;
    }
    while (apo_json_schema_member(&rest, &name, &is_optional, &schema))
        is_read = add_parameter(out, name, "query", !is_optional, schema) && is_read;
    apo_json_close(out, ']');
    return is_read && apo_span_trim(rest).length == 0;
}

static bool add_body(apo_buffer *out, const apo_operation *operation)
{
    apo_json_open(out, "requestBody", '{');
    apo_json_add_flag(out, "required", true);
    apo_json_open(out, "content", '{');
    apo_json_open(out, "application/json", '{');
    bool is_read = apo_json_schema_write_body(
        out, "schema", operation->body != NULL ? operation->body : "", true);
    apo_json_close(out, '}');
    apo_json_close(out, '}');
    apo_json_close(out, '}');
    return is_read;
}

static void add_plain_content(apo_buffer *out, const char *type)
{
    apo_json_open(out, type, '{');
    apo_json_open(out, "schema", '{');
    apo_json_add_string(out, "type", "string");
    apo_json_close(out, '}');
    apo_json_close(out, '}');
}

/* One line of the event stream. */
static bool add_event_content(apo_buffer *out, const apo_operation *operation)
{
    apo_span rest = apo_span_of(operation->events);
    apo_json_open(out, "application/x-ndjson", '{');
    apo_json_open(out, "schema", '{');
    apo_json_add_string(out, "type", "object");
    apo_json_open(out, "properties", '{');
    bool is_read = apo_json_schema_write(out, "id", "int") &&
                   apo_json_schema_write(out, "data", operation->answer);
    apo_json_open(out, "event", '{');
    apo_json_open(out, "enum", '[');
    for (apo_span word = apo_span_word(&rest); word.length > 0; word = apo_span_word(&rest))
        apo_json_add_text(out, NULL, word);
    apo_json_close(out, ']');
    apo_json_close(out, '}');
    apo_json_close(out, '}');
    apo_json_open(out, "required", '[');
    apo_json_add_string(out, NULL, "event");
    apo_json_add_string(out, NULL, "data");
    apo_json_close(out, ']');
    apo_json_close(out, '}');
    apo_json_close(out, '}');
    return is_read;
}

static bool add_content(apo_buffer *out, const apo_operation *operation)
{
    bool is_read = true;
    apo_json_open(out, "content", '{');
    if (operation->answer == NULL) {
        add_plain_content(out, operation->type != NULL ? operation->type : "text/plain");
    } else if (operation->events != NULL) {
        add_plain_content(out, "text/event-stream");
        is_read = add_event_content(out, operation);
    } else {
        apo_json_open(out, "application/json", '{');
        is_read = apo_json_schema_write(out, "schema", operation->answer);
        apo_json_close(out, '}');
    }
    apo_json_close(out, '}');
    return is_read;
}

/* The possible errors, each with a body of the schema Error. */
typedef struct failure {
    const char *status, *name, *description;
} failure;

static const failure failures[] = {
    {"400", "BadRequest", "The request is malformed: the message says where and why"},
    {"401", "Unauthorized", "No session, or no valid token"},
    {"403", "Forbidden", "The token lacks the scope, or this is not yours to do"},
    {"404", "NotFound", "It does not exist"},
    {"409", "Conflict", "The state has changed meanwhile, or the name is taken"},
    {"422", "Unprocessable", "Well-formed, but not possible: an illegal move, say"},
    {"429", "TooMany", "Too many requests; Retry-After says when to try again"},
    {"503", "Unavailable",
     "The server is busy or stopping; Retry-After says when to try again"},
    {NULL, "Failure", "Any other error; the schema is the same"},
};

static bool can_fail(const failure *at, const apo_http_route *route,
                     const apo_operation *operation)
{
    switch (at->status[2]) {
    case '1': return operation->scope != APO_SCOPE_PUBLIC;
    case '4': return strpbrk(route->pattern, ":*") != NULL;
    case '2': return route->method == APO_HTTP_POST;
    default:
        return at->status[0] == '5' || strcmp(at->status, "429") == 0 ||
               strcmp(at->status, "400") == 0 || route->method == APO_HTTP_POST ||
               (strcmp(at->status, "403") == 0 && operation->scope != APO_SCOPE_PUBLIC);
    }
}

static void add_failures(apo_buffer *out, const apo_http_route *route,
                         const apo_operation *operation)
{
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        if (failures[i].status == NULL || !can_fail(&failures[i], route, operation))
            continue;
        char reference[64];
        apo_text text = apo_text_start(reference, sizeof reference);
        apo_text_add(&text, "#/components/responses/");
        apo_text_add(&text, failures[i].name);
        apo_json_open(out, failures[i].status, '{');
        apo_json_add_string(out, "$ref", reference);
        apo_json_close(out, '}');
    }
}

static bool add_failure_responses(apo_buffer *out)
{
    bool is_read = true;
    apo_json_open(out, "responses", '{');
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        apo_json_open(out, failures[i].name, '{');
        apo_json_add_string(out, "description", failures[i].description);
        apo_json_open(out, "content", '{');
        apo_json_open(out, "application/json", '{');
        is_read = apo_json_schema_write(out, "schema", "Error") && is_read;
        apo_json_close(out, '}');
        apo_json_close(out, '}');
        apo_json_close(out, '}');
    }
    apo_json_close(out, '}');
    return is_read;
}

static bool add_responses(apo_buffer *out, const apo_http_route *route,
                          const apo_operation *operation)
{
    apo_json_open(out, "responses", '{');
    apo_json_open(out, operation->status == 201 ? "201" : "200", '{');
    apo_json_add_string(out, "description", operation->summary);
    bool is_read = add_content(out, operation);
    apo_json_close(out, '}');
    if (operation->may_be_empty) {
        apo_json_open(out, "204", '{');
        apo_json_add_string(out, "description", "There is none.");
        apo_json_close(out, '}');
    }
    add_failures(out, route, operation);
    apo_json_open(out, "default", '{');
    apo_json_add_string(out, "$ref", "#/components/responses/Failure");
    apo_json_close(out, '}');
    apo_json_close(out, '}');
    return is_read;
}

/* One kind of credentials that is accepted; `scope` is for those that have scopes, or NULL. */
static void add_credentials(apo_buffer *out, const char *scheme, const char *scope)
{
    apo_json_open(out, NULL, '{');
    apo_json_open(out, scheme, '[');
    if (scope != NULL)
        apo_json_add_string(out, NULL, scope);
    apo_json_close(out, ']');
    apo_json_close(out, '}');
}

/* The accepted credentials: none, a session, a token with the scope. A personal token is a
 * bearer's, whose scopes OpenAPI cannot list: `x-scope` has it. */
static void add_security(apo_buffer *out, const apo_operation *operation)
{
    const char *scope = apo_scope_word(operation->scope);
    apo_json_open(out, "security", '[');
    if (operation->scope == APO_SCOPE_PUBLIC) {
        apo_json_open(out, NULL, '{');
        apo_json_close(out, '}');
    }
    add_credentials(out, "session", NULL);
    if (operation->scope != APO_SCOPE_SESSION)
        add_credentials(out, "token", NULL);
    if (apo_scope_is_for_apps(operation->scope))
        add_credentials(out, "app", scope);
    apo_json_close(out, ']');
    if (*scope != '\0')
        apo_json_add_string(out, "x-scope", scope);
}

/* Who may send the request, and the kind of answer. */
static void add_description(apo_buffer *out, const apo_operation *operation)
{
    char bytes[200];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    const char *scope = apo_scope_word(operation->scope);
    if (*scope != '\0') {
        apo_text_add(&text, "For a session, or a token with the scope ");
        apo_text_add(&text, scope);
        apo_text_add(&text, ".");
    } else if (operation->scope == APO_SCOPE_SESSION) {
        apo_text_add(&text, "For a session; no token is enough.");
    } else {
        apo_text_add(&text, "For all; no session or token is needed.");
    }
    if (operation->events != NULL)
        apo_text_add(&text, " The answer is a stream of events.");
    apo_json_add_string(out, "description", bytes);
}

/* "games" of "/api/games/:id": the tag that groups operations. */
static apo_span tag_of(const apo_http_route *route)
{
    const char *word = route->pattern + strlen("/api/");
    return (apo_span){word, strcspn(word, "/.")};
}

static void add_tag_of(apo_buffer *out, const apo_http_route *route)
{
    apo_json_open(out, "tags", '[');
    apo_json_add_text(out, NULL, tag_of(route));
    apo_json_close(out, ']');
}

static bool add_operation(apo_buffer *out, const apo_http_route *route)
{
    const apo_operation *operation = route->operation;
    apo_json_open(out, route->method == APO_HTTP_GET ? "get" : "post", '{');
    add_operation_id(out, route);
    add_tag_of(out, route);
    apo_json_add_string(out, "summary", operation->summary);
    add_description(out, operation);
    add_security(out, operation);
    bool is_read = add_parameters(out, route, operation);
    if (route->method == APO_HTTP_POST)
        is_read = add_body(out, operation) && is_read;
    is_read = add_responses(out, route, operation) && is_read;
    apo_json_close(out, '}');
    return is_read;
}

static bool is_described(const apo_http_route *route)
{
    const apo_operation *operation = route->operation;
    return operation != NULL && !operation->is_foreign &&
           apo_span_starts_with(apo_span_of(route->pattern), "/api/");
}

/* Both methods of a path are described together, where the first is. */
static bool add_path_item(apo_buffer *out, const apo_http_route *routes, size_t first)
{
    bool is_read = true;
    apo_buffer path;
    for (size_t i = 0; i < first; i++) {
        if (is_described(&routes[i]) && strcmp(routes[i].pattern, routes[first].pattern) == 0)
            return true;
    }
    apo_buffer_init(&path, NULL);
    add_path(&path, routes[first].pattern);
    apo_json_open(out, path.is_failed ? "" : path.bytes, '{');
    apo_buffer_clear(&path);
    for (size_t i = first; routes[i].pattern != NULL; i++) {
        if (is_described(&routes[i]) && strcmp(routes[i].pattern, routes[first].pattern) == 0)
            is_read = add_operation(out, &routes[i]) && is_read;
    }
    apo_json_close(out, '}');
    return is_read;
}

static bool is_first_of_tag(const apo_http_route *routes, size_t number)
{
    apo_span tag = tag_of(&routes[number]);
    for (size_t i = 0; i < number; i++) {
        if (is_described(&routes[i]) && apo_span_same(tag_of(&routes[i]), tag))
            return false;
    }
    return true;
}

static void add_tags(apo_buffer *out, const apo_http_route *routes)
{
    apo_json_open(out, "tags", '[');
    for (size_t i = 0; routes[i].pattern != NULL; i++) {
        if (!is_described(&routes[i]) || !is_first_of_tag(routes, i))
            continue;
        apo_span tag = tag_of(&routes[i]);
        char bytes[80];
        apo_text text = apo_text_start(bytes, sizeof bytes);
        apo_text_add(&text, "Addresses that begin with /api/");
        apo_text_add_span(&text, tag);
        apo_json_open(out, NULL, '{');
        apo_json_add_text(out, "name", tag);
        apo_json_add_string(out, "description", bytes);
        apo_json_close(out, '}');
    }
    apo_json_close(out, ']');
}

static void add_address(apo_buffer *out, const char *name, const char *url, const char *path)
{
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    apo_buffer_add(&text, url != NULL ? url : "");
    apo_buffer_add(&text, path);
    apo_json_add_text(out, name, apo_buffer_span(&text));
    apo_buffer_clear(&text);
}

/* The scheme for apps that act for other people: docs/http-api.md, "Apps". */
static void add_app_scheme(apo_buffer *out, const char *url)
{
    apo_json_open(out, "app", '{');
    apo_json_add_string(out, "type", "oauth2");
    apo_json_add_string(out, "description", "For apps, with PKCE (S256) and without a secret.");
    apo_json_open(out, "flows", '{');
    apo_json_open(out, "authorizationCode", '{');
    add_address(out, "authorizationUrl", url, "/oauth/authorize");
    add_address(out, "tokenUrl", url, "/oauth/token");
    apo_json_open(out, "scopes", '{');
    for (enum apo_scope scope = APO_SCOPE_READ; scope < APO_SCOPES; scope++) {
        if (apo_scope_is_for_apps(scope))
            apo_json_add_string(out, apo_scope_word(scope), apo_scope_sentence(scope));
    }
    apo_json_close(out, '}');
    apo_json_close(out, '}');
    apo_json_close(out, '}');
    apo_json_close(out, '}');
}

static void add_schemes(apo_buffer *out, const char *url)
{
    apo_json_open(out, "securitySchemes", '{');
    apo_json_open(out, "token", '{');
    apo_json_add_string(out, "type", "http");
    apo_json_add_string(out, "scheme", "bearer");
    apo_json_add_string(out, "description",
                        "A personal token, made on the page /account/tokens.");
    apo_json_close(out, '}');
    apo_json_open(out, "session", '{');
    apo_json_add_string(out, "type", "apiKey");
    apo_json_add_string(out, "in", "cookie");
    apo_json_add_string(out, "name", APO_SESSION_COOKIE);
    apo_json_close(out, '}');
    add_app_scheme(out, url);
    apo_json_close(out, '}');
}

static bool add_components(apo_buffer *out, const char *url)
{
    apo_json_open(out, "components", '{');
    add_schemes(out, url);
    bool is_read = add_failure_responses(out);
    apo_json_open(out, "schemas", '{');
    for (const apo_named_schema *at = apo_openapi_schemas(); at->name != NULL; at++)
        is_read = apo_json_schema_write(out, at->name, at->schema) && is_read;
    apo_json_close(out, '}');
    apo_json_close(out, '}');
    return is_read;
}

static void add_info(apo_buffer *out, const char *url)
{
    apo_json_add_string(out, "openapi", "3.1.0");
    apo_json_open(out, "info", '{');
    apo_json_add_string(out, "title", "Apothecary");
    apo_json_add_string(out, "version", "1");
    apo_json_add_string(out, "description", words);
    apo_json_open(out, "contact", '{');
    apo_json_add_string(out, "name", "The apothecary contributors");
    apo_json_close(out, '}');
    apo_json_open(out, "license", '{');
    apo_json_add_string(out, "name", "GPL-3.0-or-later");
    apo_json_add_string(out, "identifier", "GPL-3.0-or-later");
    apo_json_close(out, '}');
    apo_json_close(out, '}');
    apo_json_open(out, "servers", '[');
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "url", url != NULL ? url : "/");
    apo_json_close(out, '}');
    apo_json_close(out, ']');
}

bool apo_openapi_write(apo_buffer *out, const apo_http_route *routes, const char *url)
{
    bool is_read = true;
    apo_json_open(out, NULL, '{');
    add_info(out, url);
    add_tags(out, routes);
    apo_json_open(out, "paths", '{');
    for (size_t i = 0; routes[i].pattern != NULL; i++) {
        if (is_described(&routes[i]))
            is_read = add_path_item(out, routes, i) && is_read;
    }
    apo_json_close(out, '}');
    is_read = add_components(out, url) && is_read;
    apo_json_close(out, '}');
    return is_read && !out->is_failed;
}
