/* Every address of the server, in one table. */
#ifndef APO_SERVER_APP_ROUTES_H
#define APO_SERVER_APP_ROUTES_H

#include "net/http.h"

/* Static; ended by a NULL pattern. The context of all handlers is the apo_app. */
const apo_http_route *apo_routes(void);

#endif
