/* The actions open to people in a tournament: join, leave, begin it, remove somebody, found a
 * team and so on. Loop's thread. */
#ifndef APO_SERVER_TOURNAMENT_PETITION_H
#define APO_SERVER_TOURNAMENT_PETITION_H

#include "server/tournament/book.h"
#include "server/web/ask.h"

enum apo_petition_action {
    APO_PETITION_JOIN,
    APO_PETITION_LEAVE,
    APO_PETITION_REST,
    APO_PETITION_BEGIN,
    APO_PETITION_CANCEL,
    APO_PETITION_REMOVE,
    APO_PETITION_INVITE,
    APO_PETITION_FOUND,   /* a team */
    APO_PETITION_RAISE,   /* a player, to the board before */
    APO_PETITION_RELEASE, /* a player from a team */
    APO_PETITION_LOCK,
    APO_PETITION_UNLOCK /* the captain's team */
};

/* Why a petition is refused: the status and the error code of the reply, and a sentence. */
typedef struct apo_petition_denial {
    unsigned status;
    const char *code, *words; /* static */
} apo_petition_denial;

/* A person's requested action in a tournament. */
typedef struct apo_petition {
    apo_ask ask;
    enum apo_petition_action action;
    bool is_resigning;
    bool is_resting; /* asks for a half-point bye; else takes that back */
    char tournament[APO_STORE_ID_MAX], person[APO_STORE_ID_MAX];
    char other[APO_STORE_ID_MAX]; /* the person to remove, invite, raise or release */
    unsigned team;                /* to join; its number */
    char team_name[APO_STORE_TEAM_NAME_MAX];
    apo_tournament_book *book; /* owned */
    unsigned tries;
    apo_petition_denial denial;
} apo_petition;

/* The verdict on a petition. */
enum apo_petition_verdict {
    APO_PETITION_MAY,
    APO_PETITION_DONE, /* nothing is left to do, as for a repeated request */
    APO_PETITION_REFUSED
};

/* Judges a petition by the tournament in its `book`. Sets its `denial` where it is refused, and
 * its `team` where the action is a captain's. */
enum apo_petition_verdict apo_petition_judge(apo_petition *petition);

#endif
