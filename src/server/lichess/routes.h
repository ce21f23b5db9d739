/* The addresses that this folder answers: one table for each file with handlers. */
#ifndef APO_SERVER_LICHESS_ROUTES_H
#define APO_SERVER_LICHESS_ROUTES_H

#include "net/http.h"

extern const apo_http_route apo_api_lichess_routes[];
extern const apo_http_route apo_api_lichess_play_routes[];

#endif
