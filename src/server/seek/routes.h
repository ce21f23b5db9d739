/* The addresses that this folder answers: one table for each file with handlers. */
#ifndef APO_SERVER_SEEK_ROUTES_H
#define APO_SERVER_SEEK_ROUTES_H

#include "net/http.h"

extern const apo_http_route apo_api_variants_routes[];
extern const apo_http_route apo_api_positions_routes[];
extern const apo_http_route apo_api_create_routes[];

#endif
