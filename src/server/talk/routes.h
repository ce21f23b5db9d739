/* The addresses that this folder answers: one table for each file with handlers. */
#ifndef APO_SERVER_TALK_ROUTES_H
#define APO_SERVER_TALK_ROUTES_H

#include "net/http.h"

extern const apo_http_route apo_api_chat_routes[];
extern const apo_http_route apo_api_message_routes[];
extern const apo_http_route apo_api_mute_routes[];
extern const apo_http_route apo_api_report_routes[];
extern const apo_http_route apo_page_message_routes[];

#endif
