/* The kinds of emails, and people's choices of them. */
#ifndef APO_SERVER_LIVE_EMAIL_KIND_H
#define APO_SERVER_LIVE_EMAIL_KIND_H

#include "server/web/app.h"
#include "store/mail.h"

enum apo_email_kind {
    APO_EMAIL_TURN,       /* data: game, number of moves */
    APO_EMAIL_REMINDER,   /* the same */
    APO_EMAIL_INVITATION, /* data: who invites, path of the page; for a game: the message, for a
                           * tournament: its name */
    APO_EMAIL_DIGEST,
    APO_EMAIL_EVENT,   /* data: the cause of a notice */
    APO_EMAIL_CONFIRM, /* all further kinds are always sent */
    APO_EMAIL_RESET,
    APO_EMAIL_CHANGED, /* data: "password" or "address" */
    APO_EMAIL_KINDS
};

enum {
    /* The kinds that can be switched off come first, and are stored as bits. */
    APO_EMAILS_OPTIONAL = (1U << APO_EMAIL_CONFIRM) - 1,
    /* The default preferences. */
    APO_EMAILS_USUAL = APO_EMAILS_OPTIONAL & ~(1U << APO_EMAIL_DIGEST),
    APO_RESET_MS = 30 * 60 * 1000,       /* lifetime of a reset link */
    APO_RESET_SHORT_MS = 10 * 60 * 1000, /* with short codes */
    APO_CONFIRM_MS = 24 * 60 * 60 * 1000 /* and of a confirmation link */
};

/* "turn"; static. */
const char *apo_email_word(enum apo_email_kind kind);
bool apo_email_find(apo_span word, enum apo_email_kind *out);

/* True if its data begins with the id of a game. */
bool apo_email_is_of_game(enum apo_email_kind kind);

/* A description for the settings page: "When it is your turn". Static; to be translated by
 * apo_tr. */
const char *apo_email_sentence(enum apo_email_kind kind);

/* The mailbox of a person who wants such emails and has confirmed the address. False: no
 * mail. */
bool apo_email_may(apo_app *app, apo_store_mailbox *out, apo_span person,
                   enum apo_email_kind kind);

#endif
