/* What the tables of routes are made of. Each file with handlers ends with its table:
 *
 *     const apo_http_route apo_api_zone_routes[] = {
 *         {APO_HTTP_POST, "/api/zone", api_zone, 0, APO_BODY_SMALL,
 *          APO_OPERATION(.scope = APO_SCOPE_SESSION,
 *                        .summary = "Chooses the time zone of emails",
 *                        .answer = "{}", .body = "zone:text")},
 *         {APO_HTTP_POST, "/zone", api_zone, 0, APO_BODY_SMALL, NULL},
 *         APO_ROUTES_END,
 *     };
 *
 * server/app/routes.c joins them. Rows for programs (below /api/) also have an APO_OPERATION,
 * which says who may use the route and describes it (see server/web/operation.h). A row without
 * one cannot be used with a token, and is not part of the description at /api/openapi.json; a
 * test demands one for each row below /api/. Pages have none. */
#ifndef APO_SERVER_WEB_ROUTE_H
#define APO_SERVER_WEB_ROUTE_H

#include "net/http.h"
#include "server/web/operation.h"

enum {
    APO_BODY_SMALL = 4096 /* bytes; a game setup with a FEN has at most 3 kB */
};

#define APO_OPERATION(...) (&(const apo_operation){__VA_ARGS__})
#define APO_ROUTES_END                       \
    {                                        \
        APO_HTTP_GET, NULL, NULL, 0, 0, NULL \
    }

#endif
