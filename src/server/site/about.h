/* What the table of routes says of a route of the interface for programs: who may use it, and what
 * is needed to describe it (server/front/openapi.h).
 *
 * Bodies and answers are written as shapes: members with blanks between, each "name:shape".
 *     name?:shape      may be left out
 *     text int number flag time id key any     a value; `time` is milliseconds since 1970
 *     'a'|'b'          one of these texts
 *     shape|null       or null
 *     [shape]          a list
 *     {name:shape}     an object
 *     Name             a shape that has a name (server/front/openapi_shapes.c) */
#ifndef APO_SERVER_SITE_ABOUT_H
#define APO_SERVER_SITE_ABOUT_H

#include "server/site/scope.h"

typedef struct apo_about {
    enum apo_scope scope;
    const char *summary; /* a few words, without a full stop */
    const char *answer;  /* shape of the answer; NULL: the text of a file */
    const char *body;    /* of a POST: its members beside "key"; NULL: none */
    const char *query;   /* behind the "?"; NULL: nothing */
    unsigned status;     /* of the answer; 0: 200 */
    const char *events;  /* names of events, with blanks between, if it is a stream */
    const char *type;    /* of an answer without shape; NULL: text/plain */
} apo_about;

#endif
