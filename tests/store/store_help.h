/* For tests of the store: a database in a folder of its own, made before the test and removed
 * after. */
#ifndef APO_TESTS_STORE_HELP_H
#define APO_TESTS_STORE_HELP_H

#include "test.h"

#include <unistd.h>

#include "store/store.h"

/* Of the running test. */
static char folder[64];
static char path[96];

/* The setup and teardown of each test. */
static inline int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/apo-store-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/data.db", folder);
    return 0;
}

static inline int remove_folder(void **state)
{
    (void)state;
    char command[160];
    snprintf(command, sizeof command, "exec rm -rf %s", folder);
    FILE *shell = popen(command, "r");
    return shell != NULL && pclose(shell) == 0 ? 0 : -1;
}

/* Opens the test's database; fails the test if it cannot be. */
static inline apo_store *open_store(void)
{
    apo_store *store = NULL;
    apo_error err = {.detail = ""};
    const apo_store_options options = {.path = path};
    if (apo_store_open(&store, &options, &err) != APO_OK)
        fail_msg("%s", err.detail);
    return store;
}

#endif
