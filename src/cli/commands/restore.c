#include <stdio.h>

#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "cli/serve/data_folder.h"
#include "store/store.h"

/* The key that was saved with the copy. Copies made by older versions have none: then the
 * current key stays. */
static enum apo_exit restore_key(const apo_saved_files *files)
{
    apo_error err = {.detail = ""};
    apo_status status = apo_store_copy_file(files->copied_key, files->key, &err);
    if (status == APO_E_UNKNOWN)
        apo_report_error("there is no %s: the key of the data folder stays", files->copied_key);
    else if (status != APO_OK)
        return apo_report_failure("restore of %s: %s", files->key, err.detail);
    return APO_EXIT_OK;
}

static enum apo_exit run_restore(const apo_call *call)
{
    apo_saved_files files;
    apo_error err = {.detail = ""};
    enum apo_exit result = apo_saved_files_find(&files, call);
    if (result != APO_EXIT_OK)
        return result;
    if (apo_store_restore(files.database, call->operands[0], &err) != APO_OK)
        return apo_report_failure("restore of %s: %s", files.database, err.detail);
    result = restore_key(&files);
    if (result == APO_EXIT_OK)
        printf("%s\n", files.database);
    return result;
}

static const apo_command_option options[] = {
    {"data", "DIR", NULL, "Where the server keeps its data."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"restore monday.db", "Back to the copy of Monday; the server is stopped."},
    {NULL, NULL},
};

const apo_command apo_command_restore = {
    .name = "restore",
    .operands = "FILE",
    .summary = "Put a copy of the server's database back",
    .about =
        "Checks a copy that `apothecary backup` has made, and puts it and the server's key, "
        "FILE.key, into the data folder. The server must be stopped. The database that was "
        "there is kept as apothecary.db.old.",
    .options = options,
    .examples = examples,
    .operands_min = 1,
    .operands_max = 1,
    .run = run_restore,
};
