/* `apothecary bot`: plays for an account on a server. It waits for events of the account, then
 * requests the games where it is to move, its invitations, and (optionally) the open seats of
 * the lobby. */
#ifndef APO_CLI_BOT_BOT_H
#define APO_CLI_BOT_BOT_H

#include "cli/bot/brain.h"
#include "cli/bot/web.h"

typedef struct apo_bot_options {
    const char *variants; /* ids separated by commas; NULL: all games */
    bool is_inviting;     /* accepts invitations to these games; others are declined */
    bool is_joining;      /* takes seats in the lobby */
    unsigned games_max;   /* plays no more games than this at once */
    unsigned pause_ms;    /* between two rounds, without a stream or with the lobby */
    unsigned rounds;      /* ends after this many; 0: never */
    bool is_quiet;        /* prints errors only */
} apo_bot_options;

/* Plays until Ctrl-C or the end of the rounds. Errors, already reported: APO_E_UNSUPPORTED: the
 * server rejects the token, or the token lacks a scope. */
apo_status apo_bot_run(apo_bot_web *web, apo_bot_brain *brain, const apo_bot_options *options);

#endif
