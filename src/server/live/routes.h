/* The addresses that this folder answers: one table for each file with handlers. */
#ifndef APO_SERVER_LIVE_ROUTES_H
#define APO_SERVER_LIVE_ROUTES_H

#include "net/http.h"

extern const apo_http_route apo_api_queue_routes[];
extern const apo_http_route apo_api_notes_routes[];
extern const apo_http_route apo_api_game_routes[];
extern const apo_http_route apo_page_game_routes[];

#endif
