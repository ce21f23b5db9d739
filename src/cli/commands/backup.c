#include <stdio.h>

#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "cli/serve/data_folder.h"
#include "store/store.h"

enum {
    PATH_MAX_BYTES = 4096
};

static enum apo_exit run_backup(const apo_call *call)
{
    char path[PATH_MAX_BYTES];
    apo_text text = apo_text_start(path, sizeof path);
    apo_error err = {.detail = ""};
    const char *copy = call->operands[0];
    if (!apo_data_folder(&text, apo_call_value(call, "data")))
        return apo_report_usage(call->command, "there is no home folder; use --data DIR");
    apo_text_add(&text, "/apothecary.db");
    if (apo_store_backup(path, copy, &err) != APO_OK)
        return apo_report_failure("backup of %s: %s", path, err.detail);
    printf("%s\n", copy);
    return APO_EXIT_OK;
}

static const apo_command_option options[] = {
    {"data", "DIR", NULL, "Where the server keeps its data."},
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
        "and checks the copy. FILE must not exist. To restore it, stop the server and "
        "replace apothecary.db in the data folder by it; delete the files apothecary.db-* "
        "there.",
    .options = options,
    .examples = examples,
    .operands_min = 1,
    .operands_max = 1,
    .run = run_backup,
};
