/* The addresses that this folder answers: one table for each file with handlers. */
#ifndef APO_SERVER_WORKSHOP_ROUTES_H
#define APO_SERVER_WORKSHOP_ROUTES_H

#include "net/http.h"

extern const apo_http_route apo_api_draft_routes[];
extern const apo_http_route apo_api_published_routes[];
extern const apo_http_route apo_page_published_routes[];

#endif
