/* Builds emails (RFC 5322, 2045, 2047, 8058): plain text in UTF-8. Header injection is not
 * possible: line ends and control characters become blanks there. */
#ifndef APO_NET_MIME_H
#define APO_NET_MIME_H

#include "base/buffer.h"
#include "base/status.h"

enum {
    APO_MIME_ADDRESS_MAX = 254, /* bytes, by RFC 5321 */
    APO_MIME_LOCAL_MAX = 64     /* bytes before the "@" */
};

/* All borrowed. */
typedef struct apo_mime_mail {
    apo_span from_name;   /* "Apothecary"; may be empty */
    apo_span from, to;    /* addresses, as apo_mime_is_address wants them */
    apo_span id;          /* the part before the "@" of the Message-ID; the host of `from`
                           * follows */
    apo_span subject;     /* UTF-8 */
    apo_span body;        /* UTF-8, lines ended by LF */
    apo_span unsubscribe; /* URL that accepts a POST; empty: no such headers */
    apo_span lang;        /* "de"; may be empty */
    int64_t date_ms;      /* since 1970 */
} apo_mime_mail;

/* True if mail can be sent to such an address: letters, digits and the usual signs before the
 * "@", a host name with a dot (or "localhost") after it. Quoted names, comments and non-ASCII
 * addresses are refused. */
bool apo_mime_is_address(apo_span address);

/* Adds the email with its headers, lines ended by CR LF. Errors: APO_E_SYNTAX: an invalid
 * address; APO_E_MEMORY. */
apo_status apo_mime_write(apo_buffer *out, const apo_mime_mail *mail);

#endif
