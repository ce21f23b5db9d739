/* Hands emails to a mail server with libcurl. Blocks, so it needs its own thread. */
#ifndef APO_NET_SMTP_H
#define APO_NET_SMTP_H

#include <stdatomic.h>

#include "base/span.h"
#include "base/status.h"

typedef struct apo_smtp apo_smtp;

/* All borrowed for its life. */
typedef struct apo_smtp_options {
    const char *url;      /* "smtp://localhost:25", "smtps://mail.example.org" */
    const char *user;     /* NULL: no login */
    const char *password; /* with `user` */
    const char *from;     /* the envelope's sender: where failures are reported */
    /* Set to true from another thread to abort the current transfer. NULL: never. */
    const atomic_bool *is_stopping;
} apo_smtp_options;

enum apo_smtp_outcome {
    APO_SMTP_SENT,   /* the server has accepted it */
    APO_SMTP_LATER,  /* try again later: no connection, a full mailbox, a wrong login */
    APO_SMTP_REFUSED /* never: no such mailbox, or the like */
};

enum {
    APO_SMTP_REPLY_MAX = 160 /* bytes of the server's reply, with the terminator */
};

/* The caller frees it with apo_smtp_free. Errors: APO_E_UNSUPPORTED: built without libcurl;
 * APO_E_MEMORY. The connection must be encrypted, unless the server is this machine. */
apo_status apo_smtp_new(apo_smtp **out, const apo_smtp_options *options);
void apo_smtp_free(apo_smtp *smtp); /* NULL is allowed */

/* Hands over an email with its headers. The server's last reply, or what else went wrong, is
 * left in `reply`. Connections are reused for the next mail. One thread at a time. */
enum apo_smtp_outcome apo_smtp_send(apo_smtp *smtp, const char *to, apo_span mail,
                                    char reply[APO_SMTP_REPLY_MAX]);

#endif
