#include "cli/serve/data_folder.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "cli/call/message.h"

enum {
    FOLDER_MODE = 0700
};

/* Errors show when the last folder is used. */
static void make_parents(char *path)
{
    for (char *at = path + 1; *at != '\0'; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        (void)mkdir(path, FOLDER_MODE);
        *at = '/';
    }
}

bool apo_data_folder(apo_text *out, const char *given)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (given != NULL) {
        apo_text_add(out, given);
    } else if (data != NULL && data[0] == '/') {
        apo_text_add(out, data);
        apo_text_add(out, "/apothecary/server");
    } else if (home != NULL && home[0] == '/') {
        apo_text_add(out, home);
        apo_text_add(out, "/.local/share/apothecary/server");
    }
    if (out->length == 0 || out->is_overflowed)
        return false;
    make_parents(out->bytes);
    return true;
}

static bool join(char out[APO_DATA_PATH_MAX], const char *first, const char *last)
{
    apo_text text = apo_text_start(out, APO_DATA_PATH_MAX);
    apo_text_add(&text, first);
    apo_text_add(&text, last);
    return !text.is_overflowed;
}

enum apo_exit apo_saved_files_find(apo_saved_files *out, const apo_call *call, const char *copy,
                                   const char *suffix)
{
    apo_text text = apo_text_start(out->folder, sizeof out->folder);
    if (!apo_data_folder(&text, apo_call_value(call, "data")))
        return apo_report_usage(call->command, "there is no home folder; use --data DIR");
    if (!join(out->database, out->folder, "/apothecary.db") ||
        !join(out->key, out->folder, "/key") || !join(out->copied_key, copy, suffix))
        return apo_report_failure("%s: the path is too long", call->command->name);
    return APO_EXIT_OK;
}
