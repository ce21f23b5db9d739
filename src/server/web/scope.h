/* What a program may do on behalf of an account: the scopes of its token. */
#ifndef APO_SERVER_WEB_SCOPE_H
#define APO_SERVER_WEB_SCOPE_H

#include "base/span.h"

/* The scope that a route requires. */
enum apo_scope {
    APO_SCOPE_SESSION, /* no token is accepted: only a logged-in session */
    APO_SCOPE_PUBLIC,  /* any */
    APO_SCOPE_READ,    /* the account's private data */
    APO_SCOPE_PLAY,    /* moves, offers, resigning */
    APO_SCOPE_INVITE,  /* new games, taking seats, invitations */
    APO_SCOPE_ACCOUNT, /* profile and settings; never password, email address, tokens */
    APO_SCOPE_WORK,    /* computing for the server; nothing else */
    APO_SCOPES
};

/* "read"; "" for the first two. Static. */
const char *apo_scope_word(enum apo_scope scope);

/* True if an app may ask a person for it (docs/http-api.md, "Apps"): the others are for tokens
 * that people make for themselves. */
bool apo_scope_is_for_apps(enum apo_scope scope);

/* What it allows, in words for people. Static. */
const char *apo_scope_sentence(enum apo_scope scope);

/* Finds a token's scope by name; false: unknown. */
bool apo_scope_find(apo_span word, enum apo_scope *out);

/* Scopes of a token are a set of bits. */
unsigned apo_scope_bit(enum apo_scope scope);
bool apo_scope_allows(unsigned scopes, enum apo_scope wanted);

#endif
