/* The addresses that this folder answers: one table for each file with handlers. */
#ifndef APO_SERVER_EMAIL_ROUTES_H
#define APO_SERVER_EMAIL_ROUTES_H

#include "net/http.h"

extern const apo_http_route apo_api_zone_routes[];
extern const apo_http_route apo_api_reminders_routes[];
extern const apo_http_route apo_api_mail_routes[];
extern const apo_http_route apo_api_reset_routes[];
extern const apo_http_route apo_page_mail_routes[];

#endif
