/* The description of the interface for programs, made from the table of routes: OpenAPI 3.1. */
#ifndef APO_SERVER_FRONT_OPENAPI_H
#define APO_SERVER_FRONT_OPENAPI_H

#include "base/buffer.h"
#include "net/http.h"

/* Adds the document. `url` is where the server is; NULL: not said. False: the table has a shape that cannot be
 * read. Any thread. */
bool apo_openapi_write(apo_buffer *out, const apo_http_route *routes, const char *url);

/* A shape that has a name. */
typedef struct apo_named_shape {
    const char *name, *shape; /* NULL ends a list */
} apo_named_shape;

/* Static. */
const apo_named_shape *apo_openapi_shapes(void);

#endif
