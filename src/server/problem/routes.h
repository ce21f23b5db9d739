/* The addresses that this folder answers: one table for each file with handlers. */
#ifndef APO_SERVER_PROBLEM_ROUTES_H
#define APO_SERVER_PROBLEM_ROUTES_H

#include "net/http.h"

extern const apo_http_route apo_api_problem_routes[];
extern const apo_http_route apo_api_solving_routes[];
extern const apo_http_route apo_page_problem_routes[];

#endif
