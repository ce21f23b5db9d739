#include <stdio.h>

#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "cli/serve/data_folder.h"
#include "store/store.h"

enum {
    PATH_MAX_BYTES = 4096
};

static bool join(char out[PATH_MAX_BYTES], const char *first, const char *last)
{
    apo_text text = apo_text_start(out, PATH_MAX_BYTES);
    apo_text_add(&text, first);
    apo_text_add(&text, last);
    return !text.is_overflowed;
}

/* The key that was saved with the copy. Copies of older versions have none: then the present
 * key stays. */
static enum apo_exit restore_key(const char *folder, const char *copy)
{
    char from[PATH_MAX_BYTES], to[PATH_MAX_BYTES];
    apo_error err = {.detail = ""};
    if (!join(from, copy, ".key") || !join(to, folder, "/key"))
        return apo_report_failure("restore: the path is too long");
    apo_status status = apo_store_copy_file(from, to, &err);
    if (status == APO_E_UNKNOWN)
        apo_report_error("there is no %s: the key of the data folder stays", from);
    else if (status != APO_OK)
        return apo_report_failure("restore of %s: %s", to, err.detail);
    return APO_EXIT_OK;
}

static enum apo_exit run_restore(const apo_call *call)
{
    char folder[PATH_MAX_BYTES], path[PATH_MAX_BYTES];
    apo_text text = apo_text_start(folder, sizeof folder);
    apo_error err = {.detail = ""};
    const char *copy = call->operands[0];
    if (!apo_data_folder(&text, apo_call_value(call, "data")))
        return apo_report_usage(call->command, "there is no home folder; use --data DIR");
    if (!join(path, folder, "/apothecary.db"))
        return apo_report_failure("restore: the path is too long");
    if (apo_store_restore(path, copy, &err) != APO_OK)
        return apo_report_failure("restore of %s: %s", path, err.detail);
    enum apo_exit result = restore_key(folder, copy);
    if (result == APO_EXIT_OK)
        printf("%s\n", path);
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
