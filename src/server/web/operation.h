/* An operation of the API, in OpenAPI's sense: its entry in the table of routes, who may use
 * it, and its description (server/app/openapi.h).
 *
 * Bodies and answers are schemas in a short form: members separated by blanks, each
 * "name:schema".
 *     name?:schema      may be left out
 *     text int number flag time id key any     a value; `time` is milliseconds since 1970
 *     'a'|'b'          one of these texts
 *     schema|null       or null
 *     [schema]          a list
 *     {name:schema}     an object
 *     Name             a named schema (server/app/openapi_schemas.c) */
#ifndef APO_SERVER_WEB_OPERATION_H
#define APO_SERVER_WEB_OPERATION_H

#include "server/web/scope.h"

typedef struct apo_operation {
    enum apo_scope scope;
    const char *summary; /* a few words, without a full stop */
    const char *answer;  /* schema of the answer; NULL: the text of a file */
    const char *body;    /* of a POST: its members besides "key"; NULL: none */
    const char *query;   /* after the "?"; NULL: none */
    unsigned status;     /* of the answer; 0: 200 */
    bool may_be_empty;   /* 204 answers that there is none */
    const char *events;  /* names of events, separated by blanks, for a stream */
    bool is_foreign;     /* of another site's API: not part of our description */
    const char *type;    /* of an answer without schema; NULL: text/plain */
} apo_operation;

#endif
