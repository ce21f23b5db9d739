/* The OpenAPI 3.1 description of the API, generated from the routes. */
#ifndef APO_SERVER_APP_OPENAPI_H
#define APO_SERVER_APP_OPENAPI_H

#include "base/buffer.h"
#include "net/http.h"

/* Adds the document. `url` is the server's URL; NULL: left out. False: a route has a malformed
 * schema. Any thread. */
bool apo_openapi_write(apo_buffer *out, const apo_http_route *routes, const char *url);

/* A named schema. */
typedef struct apo_named_schema {
    const char *name, *schema; /* NULL ends a list */
} apo_named_schema;

/* Static. */
const apo_named_schema *apo_openapi_schemas(void);

#endif
