/* `apothecary bot`: plays an account of a server. It listens to what happens to the account,
 * and then asks where it is to move, whether it is invited, and (if it is told to) who waits in
 * the lobby. */
#ifndef APO_CLI_BOT_BOT_H
#define APO_CLI_BOT_BOT_H

#include "cli/bot/brain.h"
#include "cli/bot/web.h"

typedef struct apo_bot_options {
    const char *variants; /* ids with commas between; NULL: all games */
    bool is_inviting;     /* accepts invitations to these games; others are declined */
    bool is_joining;      /* takes seats in the lobby */
    unsigned games_max;   /* takes no more games than that at once */
    unsigned pause_ms;    /* between two rounds, without a stream or with the lobby */
    unsigned rounds;      /* then it ends; 0: never */
    bool is_quiet;        /* says only what goes wrong */
} apo_bot_options;

/* Plays until Ctrl-C, or the rounds are over. Errors, which have been told: APO_E_UNSUPPORTED:
 * the server does not take the token, or it lacks a scope. */
apo_status apo_bot_run(apo_bot_web *web, apo_bot_brain *brain, const apo_bot_options *options);

#endif
