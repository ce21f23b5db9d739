/* The addresses that this folder answers: one table for each file with handlers. */
#ifndef APO_SERVER_TOURNAMENT_ROUTES_H
#define APO_SERVER_TOURNAMENT_ROUTES_H

#include "net/http.h"

extern const apo_http_route apo_api_tournament_routes[];
extern const apo_http_route apo_api_series_routes[];
extern const apo_http_route apo_api_tournament_act_routes[];
extern const apo_http_route apo_page_tournaments_routes[];
extern const apo_http_route apo_page_tournament_routes[];

#endif
