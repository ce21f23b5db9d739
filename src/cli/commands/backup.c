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

static enum apo_exit copy_key(const char *folder, const char *copy)
{
    char from[PATH_MAX_BYTES], to[PATH_MAX_BYTES];
    apo_error err = {.detail = ""};
    if (!join(from, folder, "/key") || !join(to, copy, ".key"))
        return apo_report_failure("backup: the path is too long");
    apo_status status = apo_store_copy_file(from, to, &err);
    if (status == APO_E_UNKNOWN)
        apo_report_error("there is no %s: the copy has no key", from);
    else if (status != APO_OK)
        return apo_report_failure("backup of %s: %s", from, err.detail);
    return APO_EXIT_OK;
}

static enum apo_exit run_backup(const apo_call *call)
{
    char folder[PATH_MAX_BYTES], path[PATH_MAX_BYTES];
    apo_text text = apo_text_start(folder, sizeof folder);
    apo_error err = {.detail = ""};
    const char *copy = call->operands[0];
    if (!apo_data_folder(&text, apo_call_value(call, "data")))
        return apo_report_usage(call->command, "there is no home folder; use --data DIR");
    if (!join(path, folder, "/apothecary.db"))
        return apo_report_failure("backup: the path is too long");
    if (apo_store_backup(path, copy, &err) != APO_OK)
        return apo_report_failure("backup of %s: %s", path, err.detail);
    enum apo_exit result = copy_key(folder, copy);
    if (result == APO_EXIT_OK)
        printf("%s\n", copy);
    return result;
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
        "and checks the copy; the server's key goes beside it, into FILE.key, because second "
        "factors are of no use without it. Neither may exist. Only you can read them; keep "
        "the key apart from the copy if others can read where you keep that. `apothecary "
        "restore` puts both back.",
    .options = options,
    .examples = examples,
    .operands_min = 1,
    .operands_max = 1,
    .run = run_backup,
};
