/* The description of the interface for programs, made from the table of routes: OpenAPI 3.1. */
#ifndef APO_SERVER_APP_OPENAPI_H
#define APO_SERVER_APP_OPENAPI_H

#include "base/buffer.h"
#include "net/http.h"

/* Adds the document. `url` is where the server is; NULL: not said. False: the table has a
 * schema that cannot be read. Any thread. */
bool apo_openapi_write(apo_buffer *out, const apo_http_route *routes, const char *url);

/* A schema that has a name. */
typedef struct apo_named_schema {
    const char *name, *schema; /* NULL ends a list */
} apo_named_schema;

/* Static. */
const apo_named_schema *apo_openapi_schemas(void);

#endif
