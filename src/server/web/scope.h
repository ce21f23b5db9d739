/* What a program may do in the name of an account: the scopes of its token. */
#ifndef APO_SERVER_WEB_SCOPE_H
#define APO_SERVER_WEB_SCOPE_H

#include "base/span.h"

/* What a route asks of a token. */
enum apo_scope {
    APO_SCOPE_SESSION, /* no token will do: only somebody who has logged in */
    APO_SCOPE_PUBLIC,  /* any */
    APO_SCOPE_READ,    /* what the account alone sees */
    APO_SCOPE_PLAY,    /* moves, offers, resigning */
    APO_SCOPE_INVITE,  /* new games, taking seats, invitations */
    APO_SCOPE_ACCOUNT, /* profile and settings; never password, mail address, tokens */
    APO_SCOPES
};

/* "read"; "" for the first two. Static. */
const char *apo_scope_word(enum apo_scope scope);

/* What it allows, for people. Static. */
const char *apo_scope_sentence(enum apo_scope scope);

/* Finds a scope that a token can have by its word; false: there is none. */
bool apo_scope_find(apo_span word, enum apo_scope *out);

/* Scopes of a token are a set of bits. */
unsigned apo_scope_bit(enum apo_scope scope);
bool apo_scope_allows(unsigned scopes, enum apo_scope wanted);

#endif
