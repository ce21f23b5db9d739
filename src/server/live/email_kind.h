/* The kinds of mails, and who wants them. */
#ifndef APO_SERVER_LIVE_EMAIL_KIND_H
#define APO_SERVER_LIVE_EMAIL_KIND_H

#include "server/web/app.h"
#include "store/mail.h"

enum apo_email_kind {
    APO_EMAIL_TURN,       /* data: game, number of moves */
    APO_EMAIL_REMINDER,   /* the same */
    APO_EMAIL_INVITATION, /* data: who invites, address of the page; to a game: message, to a
                              tournament: its name */
    APO_EMAIL_DIGEST,
    APO_EMAIL_CONFIRM, /* the rest is sent whatever somebody wants */
    APO_EMAIL_RESET,
    APO_EMAIL_CHANGED, /* data: "password" or "address" */
    APO_EMAIL_KINDS
};

enum {
    /* Everything that one can do without. */
    APO_EMAILS_OPTIONAL = 1U << APO_EMAIL_TURN | 1U << APO_EMAIL_REMINDER |
                          1U << APO_EMAIL_INVITATION | 1U << APO_EMAIL_DIGEST,
    /* What is wanted by those who have said nothing else. */
    APO_EMAILS_USUAL =
        1U << APO_EMAIL_TURN | 1U << APO_EMAIL_REMINDER | 1U << APO_EMAIL_INVITATION,
    APO_RESET_MS = 30 * 60 * 1000,       /* how long the link of a reset is good for */
    APO_CONFIRM_MS = 24 * 60 * 60 * 1000 /* and that of a confirmation */
};

/* "turn"; static. */
const char *apo_email_word(enum apo_email_kind kind);
bool apo_email_find(apo_span word, enum apo_email_kind *out);

/* What such mails are, for the page where they are chosen: "When it is your turn". Static; to
 * be said by apo_tr. */
const char *apo_email_sentence(enum apo_email_kind kind);

/* The mailbox of a person who wants such mails and has confirmed the address. False: no
 * mail. */
bool apo_email_may(apo_app *app, apo_store_mailbox *out, apo_span person,
                   enum apo_email_kind kind);

#endif
