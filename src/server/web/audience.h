/* Open streams by topic: the id of a person or a tournament. Loop's thread. */
#ifndef APO_SERVER_WEB_AUDIENCE_H
#define APO_SERVER_WEB_AUDIENCE_H

#include "net/http.h"
#include "store/store.h"

typedef struct apo_audience apo_audience;

/* The caller frees it with apo_audience_free (after the loop). NULL when out of memory. */
apo_audience *apo_audience_new(void);
void apo_audience_free(apo_audience *audience); /* NULL is allowed */

/* Opens a stream for the topic `name`, and answers the request. NULL: it was answered with an
 * error. The audience owns the stream; use it only before returning to the loop. */
apo_http_stream *apo_audience_join(apo_audience *audience, apo_http_request *req,
                                   apo_span name);

/* Sends the event to all listeners of the topic. */
void apo_audience_tell(apo_audience *audience, apo_span name, apo_http_event *event);

/* True if the topic has listeners, so that it is worth building an event. */
bool apo_audience_has(const apo_audience *audience, apo_span name);

/* Calls for each stream. */
typedef void apo_audience_visit(void *context, apo_http_stream *stream, apo_span name);
void apo_audience_each(const apo_audience *audience, apo_audience_visit *visit, void *context);

size_t apo_audience_count(const apo_audience *audience);

#endif
