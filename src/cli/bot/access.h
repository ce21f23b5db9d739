/* How programs reach a server: its URL, and a token from a file. */
#ifndef APO_CLI_BOT_ACCESS_H
#define APO_CLI_BOT_ACCESS_H

#include "cli/bot/web.h"
#include "cli/call/command.h"

enum {
    APO_SERVER_URL_MAX = 512 /* bytes, with the terminator */
};

/* Reads --server and --token-file: the URL without a trailing "/", and the first word of the
 * file. A failure is reported on stderr. */
typedef struct apo_access {
    char url[APO_SERVER_URL_MAX], token[APO_BOT_TOKEN_MAX];
} apo_access;
enum apo_exit apo_access_read(apo_access *out, const apo_call *call);

#endif
