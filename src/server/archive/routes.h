/* The addresses that this folder answers: one table for each file with handlers. */
#ifndef APO_SERVER_ARCHIVE_ROUTES_H
#define APO_SERVER_ARCHIVE_ROUTES_H

#include "net/http.h"

extern const apo_http_route apo_api_archive_routes[];
extern const apo_http_route apo_api_download_routes[];
extern const apo_http_route apo_api_import_routes[];
extern const apo_http_route apo_api_collection_routes[];
extern const apo_http_route apo_api_comment_routes[];
extern const apo_http_route apo_api_review_routes[];
extern const apo_http_route apo_page_archive_routes[];
extern const apo_http_route apo_page_starts_routes[];

#endif
