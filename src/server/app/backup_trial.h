/* Proves that a backup of the running server can be made and restored: copies the database,
 * restores the copy under another name, opens it, counts its contents, and removes both. */
#ifndef APO_SERVER_APP_BACKUP_TRIAL_H
#define APO_SERVER_APP_BACKUP_TRIAL_H

#include "server/web/app.h"
#include "store/overview.h"

enum apo_backup_trial_state {
    APO_BACKUP_TRIAL_RUNNING,
    APO_BACKUP_TRIAL_GOOD,
    APO_BACKUP_TRIAL_FAILED
};

typedef struct apo_backup_trial {
    enum apo_backup_trial_state state;
    int64_t begun_ms; /* wall clock */
    int64_t took_ms;
    apo_store_overview held; /* the contents of the restored copy */
    apo_error err;           /* why it failed */
    apo_app *app;
} apo_backup_trial;

/* Begins a trial in a worker's thread unless one is under way; the result is app->backup_trial.
 * False if it cannot begin now. Loop's thread. */
bool apo_backup_trial_begin(apo_app *app);

void apo_backup_trial_free(apo_backup_trial *trial); /* NULL is allowed */

#endif
