/* OAuth 2 for other people's apps: what an app asks for, and the codes that it exchanges for a
 * token (RFC 6749 with PKCE, RFC 7636). An app is registered (store/clients.h), with the
 * addresses that may get its codes; where others are allowed too, an app is identified by the
 * host that gets them. No HTTP. Loop's thread. */
#ifndef APO_SERVER_ACCOUNT_OAUTH_H
#define APO_SERVER_ACCOUNT_OAUTH_H

#include "server/web/token.h"
#include "store/tokens.h"

enum {
    APO_OAUTH_CLIENT_MAX = 41, /* the app's name for itself, with the terminator */
    APO_OAUTH_URI_MAX = 501,   /* with the terminator */
    APO_OAUTH_STATE_MAX = 500, /* bytes */
    APO_OAUTH_HOST_MAX = 80,   /* bytes: it must fit a token's name */
    APO_OAUTH_VERIFIER_MIN = 43,
    APO_OAUTH_VERIFIER_MAX = 128,
    APO_OAUTH_CODES_MAX = 1000, /* of all people, including used ones, */
    APO_OAUTH_CODES_EACH = 5,   /* and of one person: the oldest is dropped */
    APO_OAUTH_CODE_MS = 60000   /* how long a code is valid */
};

/* The address that codes go to. Both spans borrow from it. */
typedef struct apo_oauth_uri {
    apo_span origin; /* "https://example.org:8443" */
    apo_span host;   /* "example.org" */
} apo_oauth_uri;

/* Parses an address to which codes may go: https, or http on this machine; without user
 * information before an "@", without a fragment, and only with characters allowed in
 * addresses. */
bool apo_oauth_read_uri(apo_oauth_uri *out, apo_span text);

/* True if the address is one of `uris`, a line each, letter for letter. One of this machine
 * that is registered without a port fits any port: programs there take a free one (RFC 8252).
 */
bool apo_oauth_is_among(apo_span uris, apo_span text);

/* True for 1 to 40 visible ASCII characters. */
bool apo_oauth_is_client(apo_span text);

/* Reads "read play" as a set of scopes. False: none, an unknown one, or `account`, which no app
 * gets. */
bool apo_oauth_read_scopes(unsigned *out, apo_span text);

/* True for 43 characters of base64url: a SHA-256. */
bool apo_oauth_is_challenge(apo_span text);

/* Adds name=value to the query of an address, the value encoded. */
void apo_oauth_add_field(apo_buffer *url, const char *name, apo_span value);

/* The permissions that somebody has given an app, until the app fetches the token. */
typedef struct apo_oauth_grant {
    char person[APO_STORE_ID_MAX];
    char password[APO_TOKEN_DIGEST_TEXT]; /* digest of the stored one: a new password ends it */
    char client[APO_OAUTH_CLIENT_MAX], uri[APO_OAUTH_URI_MAX];
    char challenge[APO_TOKEN_TEXT];
    char name[APO_STORE_TOKEN_NAME_MAX]; /* of the token to be made */
    unsigned scopes;
    bool is_used;
    char token[APO_STORE_ID_MAX]; /* the token made of it; "": none */
} apo_oauth_grant;

typedef struct apo_oauth apo_oauth;

/* The caller frees it with apo_oauth_free. NULL: out of memory. */
apo_oauth *apo_oauth_new(void);
void apo_oauth_free(apo_oauth *all); /* NULL is allowed */

/* A new code for the grant, which is copied. False: too many codes, or out of memory. */
bool apo_oauth_add(apo_oauth *all, const apo_oauth_grant *grant, int64_t now_ms,
                   char out_code[APO_TOKEN_TEXT]);

/* The grant of a code that is not too old, used or not; NULL: unknown. Borrowed until the next
 * call. */
apo_oauth_grant *apo_oauth_find(apo_oauth *all, apo_span code, int64_t now_ms);

#endif
