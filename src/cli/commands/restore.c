#include <stdio.h>
#include <sys/stat.h>
#include <time.h>

#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "cli/serve/data_folder.h"
#include "server/archive/search.h"
#include "store/move.h"
#include "store/replica.h"

/* Finds the files, and makes the data folder if a lost disk took it too; whatever then writes
 * there reports why it cannot. */
static enum apo_exit find_files(apo_saved_files *out, const apo_call *call, const char *copy,
                                const char *suffix)
{
    enum apo_exit result = apo_saved_files_find(out, call, copy, suffix);
    if (result == APO_EXIT_OK)
        (void)mkdir(out->folder, 0700);
    return result;
}

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

/* A moment in UTC: "2026-11-22T19:40:00Z". */
static bool read_moment(apo_span text, int64_t *out_ms)
{
    enum {
        LENGTH = 20
    };

    int64_t day;
    uint32_t hour, minute, second;
    if (text.length != LENGTH || text.text[10] != 'T' || text.text[13] != ':' ||
        text.text[16] != ':' || text.text[19] != 'Z' ||
        !apo_archive_read_day(&day, apo_span_part(text, 0, 10)) ||
        !apo_span_number(apo_span_part(text, 11, 2), 23, &hour) ||
        !apo_span_number(apo_span_part(text, 14, 2), 59, &minute) ||
        !apo_span_number(apo_span_part(text, 17, 2), 59, &second))
        return false;
    *out_ms = ((day * 24 + hour) * 60 + minute) * 60000 + (int64_t)second * 1000;
    return true;
}

static void print_moment(int64_t at_ms)
{
    char text[32];
    struct tm parts;
    time_t seconds = (time_t)(at_ms / 1000);
    if (gmtime_r(&seconds, &parts) != NULL &&
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts) > 0)
        printf(", as it was at %s.%03dZ", text, (int)(at_ms % 1000));
}

static enum apo_exit restore_replica(const apo_call *call, const char *folder)
{
    apo_saved_files files;
    apo_replica_restored restored;
    apo_error err = {.detail = ""};
    const char *at = apo_call_value(call, "at");
    int64_t at_ms = INT64_MAX;
    if (at != NULL && !read_moment(apo_span_of(at), &at_ms))
        return apo_report_usage(call->command,
                                "--at is a moment in UTC like 2026-11-22T19:40:00Z");
    enum apo_exit result = find_files(&files, call, folder, "/key");
    if (result != APO_EXIT_OK)
        return result;
    if (apo_replica_restore(&restored, files.database, folder, at_ms, &err) != APO_OK)
        return apo_report_failure("restore of %s: %s", files.database, err.detail);
    result = restore_key(&files);
    if (result == APO_EXIT_OK) {
        printf("%s", files.database);
        print_moment(restored.at_ms);
        putchar('\n');
    }
    return result;
}

static void report_nothing(void *context, const apo_store_moved *table)
{
    (void)context;
    (void)table;
}

static enum apo_exit restore_into(const apo_call *call, const char *url, const char *copy)
{
    apo_saved_files files;
    apo_error err = {.detail = ""};
    enum apo_exit result = find_files(&files, call, copy, ".key");
    if (result != APO_EXIT_OK)
        return result;
    if (apo_store_move(copy, url, report_nothing, NULL, &err) != APO_OK)
        return apo_report_failure("restore of the database: %s", err.detail);
    result = restore_key(&files);
    if (result == APO_EXIT_OK)
        printf("%s is in the database\n", copy);
    return result;
}

static enum apo_exit restore_copy(const apo_call *call, const char *copy)
{
    apo_saved_files files;
    apo_error err = {.detail = ""};
    enum apo_exit result = find_files(&files, call, copy, ".key");
    if (result != APO_EXIT_OK)
        return result;
    if (apo_store_restore(files.database, copy, &err) != APO_OK)
        return apo_report_failure("restore of %s: %s", files.database, err.detail);
    result = restore_key(&files);
    if (result == APO_EXIT_OK)
        printf("%s\n", files.database);
    return result;
}

static enum apo_exit run_restore(const apo_call *call)
{
    const char *folder = apo_call_value(call, "replica"), *url = apo_call_value(call, "store");
    if (url != NULL && !apo_store_is_url(url))
        return apo_report_usage(call->command, APO_STORE_URL_USAGE);
    if (url != NULL && folder != NULL)
        return apo_report_usage(call->command, "--store and --replica exclude each other");
    if ((folder != NULL) == (call->operand_count > 0))
        return apo_report_usage(call->command, "either FILE or --replica DIR is needed");
    if (folder == NULL && apo_call_value(call, "at") != NULL)
        return apo_report_usage(call->command, "--at needs --replica");
    if (url != NULL)
        return restore_into(call, url, call->operands[0]);
    return folder != NULL ? restore_replica(call, folder)
                          : restore_copy(call, call->operands[0]);
}

static const apo_command_option options[] = {
    {"data", "DIR", NULL, "Where the server keeps its data."},
    {"store", "URL", NULL,
     "Into this database of PostgreSQL (postgresql://...), which must be empty."},
    {"replica", "DIR", NULL, "From the folder that `serve --replica` has filled."},
    {"at", "TIME", NULL,
     "With --replica: as it was at that moment, in UTC, like 2026-11-22T19:40:00Z; default the "
     "latest."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"restore monday.db", "Go back to Monday's copy; the server is stopped."},
    {"restore --replica /mnt/other/apothecary",
     "After a lost disk: everything that had arrived in the replica."},
    {NULL, NULL},
};

const apo_command apo_command_restore = {
    .name = "restore",
    .operands = "[FILE]",
    .summary = "Put a copy of the server's database back",
    .about =
        "Checks a copy that `apothecary backup` has made, and puts it and the server's key, "
        "FILE.key, into the data folder; or, with --replica, restores what `apothecary "
        "serve --replica` has saved: the latest state, or that of a moment. The server must be "
        "stopped. "
        "The database that was there is kept as apothecary.db.old.",
    .options = options,
    .examples = examples,
    .operands_min = 0,
    .operands_max = 1,
    .run = run_restore,
};
