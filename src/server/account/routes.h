/* The addresses that this folder answers: one table for each file with handlers. */
#ifndef APO_SERVER_ACCOUNT_ROUTES_H
#define APO_SERVER_ACCOUNT_ROUTES_H

#include "net/http.h"

extern const apo_http_route apo_api_vacation_routes[];
extern const apo_http_route apo_api_account_routes[];
extern const apo_http_route apo_api_second_routes[];
extern const apo_http_route apo_api_passkey_routes[];
extern const apo_http_route apo_api_password_routes[];
extern const apo_http_route apo_api_browser_key_routes[];
extern const apo_http_route apo_api_token_routes[];
extern const apo_http_route apo_api_oauth_routes[];
extern const apo_http_route apo_api_app_routes[];
extern const apo_http_route apo_api_profile_routes[];
extern const apo_http_route apo_api_lessons_routes[];
extern const apo_http_route apo_api_own_routes[];
extern const apo_http_route apo_page_token_routes[];
extern const apo_http_route apo_page_oauth_routes[];
extern const apo_http_route apo_page_app_routes[];
extern const apo_http_route apo_page_profile_routes[];

extern const apo_http_route apo_page_players_routes[];
extern const apo_http_route apo_api_follow_routes[];
extern const apo_http_route apo_page_moderation_routes[];

#endif
