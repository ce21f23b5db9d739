/* `apothecary work`: leases work from a server, has each piece done by a child process of this
 * program, and hands in the results. A worker that is killed loses nothing: its leases end, and
 * the work goes to others. */
#ifndef APO_CLI_WORK_WORKER_H
#define APO_CLI_WORK_WORKER_H

#include "base/status.h"
#include "cli/bot/web.h"

enum {
    APO_WORKER_SLOTS_MAX = 64
};

typedef struct apo_worker_options {
    const char *program; /* the path of this program */
    unsigned slots;      /* pieces done at once */
    unsigned pieces;     /* ends after this many; 0: never */
    bool is_quiet;       /* prints errors only */
} apo_worker_options;

/* Works until Ctrl-C or the last piece. Errors, already reported: APO_E_UNSUPPORTED: the server
 * rejects the token, the account or this version; APO_E_MEMORY. */
apo_status apo_worker_run(apo_bot_web *web, const apo_worker_options *options);

#endif
