/* Reads archive searches from requests. Loop's thread. */
#ifndef APO_SERVER_ARCHIVE_FILTER_H
#define APO_SERVER_ARCHIVE_FILTER_H

#include "server/archive/search.h"
#include "server/web/visitor.h"

/* X(field of apo_archive_filter, name in a query): the search fields. */
#define APO_ARCHIVE_FILTER_LIST(X) \
    X(player, "player")            \
    X(opponent, "opponent")        \
    X(variant, "variant")          \
    X(start, "start")              \
    X(result, "result")            \
    X(since, "since")              \
    X(until, "until")              \
    X(moves, "moves")              \
    X(fen, "fen")                  \
    X(clock, "clock")              \
    X(rated, "rated")              \
    X(cursor, "cursor")

/* The query of the request's address; "mine=yes" searches the requester's own collection.
 * Errors as apo_archive_read_filter; APO_E_UNKNOWN too for a stranger's collection. */
apo_status apo_archive_read_request(apo_archive_query *out, apo_app *app, apo_http_request *req,
                                    apo_error *err);

/* The filter as given in the URL, for a form that shows it again; borrowed from the request. */
void apo_archive_filter_of(apo_archive_filter *out, const apo_http_request *req);

/* The id of the requester; empty for a stranger. Borrowed from the request. */
apo_span apo_archive_asker(apo_app *app, apo_http_request *req);

/* "kind=people|computer|imported|all" as a set of enum apo_record_kind; all if missing. */
bool apo_archive_read_kinds(unsigned *out, const apo_http_request *req);

#endif
