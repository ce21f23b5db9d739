/* The kinds of notices. One table gives the text of each, the page it leads to, and its default
 * channels. */
#ifndef APO_SERVER_NOTICE_KIND_H
#define APO_SERVER_NOTICE_KIND_H

#include "base/span.h"

/* Channels are a set of bits. */
enum apo_notice_channel {
    APO_NOTICE_PAGE = 1,   /* the bell, and the page /notices */
    APO_NOTICE_MAIL = 2,   /* a mail of its own, unless it is read first */
    APO_NOTICE_DIGEST = 4, /* in the daily mail, unless it is read first */
    APO_NOTICE_PUSH = 8    /* to the browsers in which the person has allowed it */
};

enum apo_notice_kind {
    APO_NOTICE_TURN,
    APO_NOTICE_BEGIN,
    APO_NOTICE_DRAW_OFFER,
    APO_NOTICE_ADVANTAGE_OFFER,
    APO_NOTICE_TAKEBACK_OFFER,
    APO_NOTICE_DECLINED,
    APO_NOTICE_GAME_END,
    APO_NOTICE_TIME_OUT,
    APO_NOTICE_CANCELLED,
    APO_NOTICE_REMATCH_OFFER,
    APO_NOTICE_REMATCH,
    APO_NOTICE_INVITATION,
    APO_NOTICE_INVITATION_ACCEPTED,
    APO_NOTICE_INVITATION_DECLINED,
    APO_NOTICE_INVITATION_COUNTER,
    APO_NOTICE_INVITATION_EXPIRED,
    APO_NOTICE_TOURNAMENT_INVITATION,
    APO_NOTICE_TOURNAMENT_ROUND,
    APO_NOTICE_TOURNAMENT_END,
    APO_NOTICE_TOURNAMENT_CANCELLED,
    APO_NOTICE_TOURNAMENT_ANNOUNCED,
    APO_NOTICE_FOLLOWER,
    APO_NOTICE_MESSAGE,
    APO_NOTICE_CHAT,
    APO_NOTICE_MENTION,
    APO_NOTICE_COMMENT,
    APO_NOTICE_STUDY_COMMENT,
    APO_NOTICE_REPORT_ANSWERED,
    APO_NOTICE_MODERATION,
    APO_NOTICE_WARNING,
    APO_NOTICE_KINDS
};

/* All texts are static, in English, to be translated by apo_tr. */
typedef struct apo_notice_row {
    const char *word;     /* "draw-offer" */
    const char *choice;   /* for the settings: "When somebody offers a draw" */
    const char *sentence; /* with the gaps {name}, {text} and {more} */
    const char *page;     /* path of the page it leads to, without the subject at its end */
    unsigned usual;       /* channels */
    bool has_own_mail;    /* mails of this kind are chosen on the page /account/mail */
    bool is_joined;       /* no second notice from a person while one is unread */
    bool is_about_person; /* the path ends with the other person's name instead */
} apo_notice_row;

/* Static. */
const apo_notice_row *apo_notice_row_of(enum apo_notice_kind kind);

/* By its word; APO_NOTICE_KINDS: unknown. */
enum apo_notice_kind apo_notice_find(apo_span word);

#endif
