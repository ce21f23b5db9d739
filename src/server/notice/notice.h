/* Tells people what others have done. A notice is stored in the same batch as its cause, so a
 * crash leaves both or neither, and nobody is told twice. Loop's thread. */
#ifndef APO_SERVER_NOTICE_NOTICE_H
#define APO_SERVER_NOTICE_NOTICE_H

#include "i18n/i18n.h"
#include "server/notice/kind.h"
#include "server/web/app.h"
#include "store/notices.h"

/* The job that mails a notice: the subject is the person, the data its cause. */
#define APO_NOTICE_JOB "notice-mail"

/* The job that brings it to the person's browsers (server/notice/push.h): likewise. */
#define APO_PUSH_JOB "notice-push"

typedef struct apo_notice {
    enum apo_notice_kind kind;
    const char *person;  /* who is told; "" or NULL: nobody */
    const char *other;   /* who has caused it; "" or NULL: the server */
    const char *subject; /* a game, a tournament ... */
    const char *text;    /* fills the gap {text}; the part after a line end is for {more} */
    const char *cause;   /* a person is told once for each */
    int64_t at_ms;
    bool is_seen; /* the person is looking at it now: it is stored as read */
} apo_notice;

/* Adds the notice, and the jobs that mail and push it, as the person has chosen. */
void apo_notice_add(apo_app *app, apo_store_batch *batch, const apo_notice *notice);

/* The same for moderation, which may run without a server: the next server finds the jobs.
 * Blocks are ignored. */
void apo_notice_add_by_command(apo_store *store, apo_store_batch *batch,
                               const apo_notice *notice);

/* The channels of a kind for a person: chosen, or the usual ones. */
unsigned apo_notice_channels(apo_store *store, apo_span person, enum apo_notice_kind kind);

/* Adds the text of a stored notice; and the path of the page it leads to. */
void apo_notice_words(apo_buffer *out, const apo_app *app, const apo_i18n *i18n,
                      const apo_store_notice *row);
void apo_notice_path(apo_buffer *out, const apo_app *app, const apo_store_notice *row);

#endif
