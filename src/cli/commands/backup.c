#include <stdio.h>

#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "cli/serve/data_folder.h"
#include "store/move.h"

static enum apo_exit copy_key(const apo_saved_files *files)
{
    apo_error err = {.detail = ""};
    apo_status status = apo_store_copy_file(files->key, files->copied_key, &err);
    if (status == APO_E_UNKNOWN)
        apo_report_error("there is no %s: the copy has no key", files->key);
    else if (status != APO_OK)
        return apo_report_failure("backup of %s: %s", files->key, err.detail);
    return APO_EXIT_OK;
}

static enum apo_exit run_backup(const apo_call *call)
{
    apo_saved_files files;
    apo_error err = {.detail = ""};
    const char *copy = call->operands[0];
    enum apo_exit result = apo_saved_files_find(&files, call, copy, ".key");
    const char *url = apo_call_value(call, "store");
    if (url != NULL && !apo_store_is_url(url))
        return apo_report_usage(call->command, APO_STORE_URL_USAGE);
    if (result != APO_EXIT_OK)
        return result;
    if (url != NULL && apo_store_save(url, copy, &err) != APO_OK)
        return apo_report_failure("backup of the database: %s", err.detail);
    if (url == NULL && apo_store_backup(files.database, copy, &err) != APO_OK)
        return apo_report_failure("backup of %s: %s", files.database, err.detail);
    result = copy_key(&files);
    if (result == APO_EXIT_OK)
        printf("%s\n", copy);
    return result;
}

static const apo_command_option options[] = {
    {"data", "DIR", NULL, "Where the server keeps its data."},
    {"store", "URL", NULL, "The database of PostgreSQL that the server uses, as for serve."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"backup monday.db", "A copy of all games and accounts, while the server runs."},
    {NULL, NULL},
};

const apo_command apo_command_backup = {
    .name = "backup",
    .operands = "FILE",
    .summary = "Copy the server's database",
    .about =
        "Copies a consistent snapshot of the server's database, even while the server runs, "
        "and checks the copy; the server's key goes beside it, into FILE.key, because second "
        "factors are of no use without it. Neither file may exist yet. Only you can read them; "
        "if others can read the place where you keep the copy, keep the key elsewhere. "
        "`apothecary restore` puts both back.\n\n"
        "With --store the snapshot is taken from PostgreSQL, and FILE is a database of SQLite: "
        "each row is copied, read back and compared.",
    .options = options,
    .examples = examples,
    .operands_min = 1,
    .operands_max = 1,
    .run = run_backup,
};
