/* The addresses that this folder answers: one table for each file with handlers. */
#ifndef APO_SERVER_INVITE_ROUTES_H
#define APO_SERVER_INVITE_ROUTES_H

#include "net/http.h"

extern const apo_http_route apo_api_seat_routes[];
extern const apo_http_route apo_api_block_routes[];
extern const apo_http_route apo_api_invite_routes[];

#endif
