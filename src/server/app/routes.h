/* The addresses that this folder answers: one table for each file with handlers. */
#ifndef APO_SERVER_APP_ROUTES_H
#define APO_SERVER_APP_ROUTES_H

#include "net/http.h"

extern const apo_http_route apo_api_server_routes[];
extern const apo_http_route apo_api_people_routes[];
extern const apo_http_route apo_page_embed_routes[];
extern const apo_http_route apo_page_site_routes[];
extern const apo_http_route apo_page_games_routes[];
extern const apo_http_route apo_page_operator_routes[];

/* Joins the tables of all folders: the first route that fits a request is taken. Gives `*out`,
 * ended by a NULL pattern (free with apo_free); the context of all handlers is the apo_app.
 * Errors: APO_E_MEMORY. */
apo_status apo_routes_join(apo_http_route **out);

#endif
