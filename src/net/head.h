/* The head of an HTTP/1 request: request line and headers, parsed strictly. */
#ifndef APO_NET_HEAD_H
#define APO_NET_HEAD_H

#include "net/fields.h"

enum {
    APO_HEAD_TARGET_MAX = 4096, /* bytes; our longest URL has some 200, a FEN included */
    APO_HEADERS_MAX = 64        /* a browser sends some 20; at most APO_FIELDS_MAX */
};

typedef struct apo_head {
    apo_span method; /* all borrowed from the text */
    apo_span target; /* path and query, without "http://host" */
    apo_span path;   /* still encoded */
    apo_span query;  /* still encoded, without "?" */
    apo_span host;   /* empty if there is none, as HTTP/1.0 allows */
    apo_fields headers;
    uint64_t body_length; /* 0 without a body */
    bool has_length;      /* Content-Length was there */
    bool is_keep_alive;   /* the client wants to keep the connection */
    bool wants_continue;  /* Expect: 100-continue */
} apo_head;

/* Reads a head, with the empty line at its end. Returns 0, or the status to answer: 400
 * malformed, 411 a body without Content-Length, 414 target too long, 417 unknown Expect, 431
 * too many headers, 501 a transfer coding, 505 another version. After a failure the connection
 * must be closed, because the start of the next request is unknown. */
unsigned apo_head_read(apo_head *out, apo_span text);

#endif
