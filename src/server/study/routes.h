/* The addresses that this folder answers: one table for each file with handlers. */
#ifndef APO_SERVER_STUDY_ROUTES_H
#define APO_SERVER_STUDY_ROUTES_H

#include "net/http.h"

extern const apo_http_route apo_api_study_comment_routes[];
extern const apo_http_route apo_api_study_routes[];
extern const apo_http_route apo_page_study_routes[];

#endif
