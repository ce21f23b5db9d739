/* Views of problems for pages and the API, and queries for lists. */
#ifndef APO_SERVER_PROBLEM_VIEW_H
#define APO_SERVER_PROBLEM_VIEW_H

#include "server/web/app.h"
#include "store/problems.h"

/* A list requested with variant=, aim=, theme=, moves=, unsolved=yes and before=. */
typedef struct apo_problem_query {
    apo_store_problem_filter filter; /* borrows from what follows */
    char variant[APO_STORE_VARIANT_MAX], aim[APO_STORE_AIM_MAX], person[APO_STORE_ID_MAX];
    char theme[APO_STORE_THEMES_MAX];
    apo_store_problem before;
} apo_problem_query;

/* Reads it from the request's query; `person` is the requester. False: there is no such
 * list. */
bool apo_problem_query_read(apo_problem_query *out, apo_app *app, apo_http_request *req,
                            apo_span person);

/* Finds a problem that this person may see: a public one, or their own. */
bool apo_problem_find_seen(apo_store_problem *out, apo_app *app, apo_span id, apo_span person);

/* An object, as an element of a list or alone. */
void apo_problem_view_write(apo_buffer *out, apo_app *app, const apo_store_problem *problem,
                            apo_span person);

/* The name of the author; "" for the collection. Borrowed from `buf`. */
const char *apo_problem_author(apo_app *app, const apo_store_problem *problem,
                               apo_store_person *buf);

/* True if White is to move in it. */
bool apo_problem_is_white(const apo_store_problem *problem);

#endif
