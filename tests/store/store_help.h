/* For tests of the store: a database in a folder of its own, made before the test and removed
 * after. With APO_STORE in the environment it is the PostgreSQL of that URL, emptied before
 * each test. */
#ifndef APO_TESTS_STORE_HELP_H
#define APO_TESTS_STORE_HELP_H

#include "test.h"

#include <stdlib.h>
#include <unistd.h>

#include "store/store.h"

/* Of the running test. */
static char folder[64];
static char path[256];

/* Ends the test unless the database is SQLite's: it is about its files. */
static inline void need_files(void)
{
    if (getenv("APO_STORE") != NULL)
        skip();
}

static inline int run_command(const char *command)
{
    FILE *shell = popen(command, "r");
    return shell != NULL && pclose(shell) == 0 ? 0 : -1;
}

/* The setup and teardown of each test. */
static inline int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/apo-store-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    const char *url = getenv("APO_STORE");
    if (url == NULL) {
        snprintf(path, sizeof path, "%s/data.db", folder);
        return 0;
    }
    snprintf(path, sizeof path, "%s", url);
    return run_command("exec psql -qw \"$APO_STORE\" -c 'SET client_min_messages = error'"
                       " -c 'DROP SCHEMA public CASCADE' -c 'CREATE SCHEMA public'");
}

static inline int remove_folder(void **state)
{
    (void)state;
    char command[160];
    snprintf(command, sizeof command, "exec rm -rf %s", folder);
    return run_command(command);
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

/* The end of a batch, for apo_store_submit; `context` is an apo_status. */
static inline void note_status(void *context, apo_status status)
{
    *(apo_status *)context = status;
}

/* Stores the batch, which it takes, and waits. */
static inline apo_status write_now(apo_store *store, apo_store_batch *batch)
{
    apo_status status = APO_STATUSES;
    apo_store_submit(store, batch, note_status, &status);
    apo_store_flush(store);
    return status;
}

#endif
