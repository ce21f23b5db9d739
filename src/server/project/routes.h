/* The addresses that this folder answers: one table for each file with handlers. */
#ifndef APO_SERVER_PROJECT_ROUTES_H
#define APO_SERVER_PROJECT_ROUTES_H

#include "net/http.h"

extern const apo_http_route apo_api_project_routes[];

#endif
