#include "cli/serve/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/call/message.h"

enum {
    PATH_MAX_BYTES = 4096
};

static bool is_wanted(const char *name, const char *suffix)
{
    size_t length = strlen(name), end = strlen(suffix);
    return name[0] != '.' && length > end && strcmp(name + length - end, suffix) == 0;
}

/* Returns false after reporting an error. */
static bool add(apo_folder *out, const char *folder, const char *name)
{
    char path[PATH_MAX_BYTES];
    apo_text text = apo_text_start(path, sizeof path);
    apo_text_add(&text, folder);
    apo_text_add_char(&text, '/');
    apo_text_add(&text, name);
    if (text.is_overflowed) {
        apo_report_error("%s: the path is too long", name);
        return false;
    }
    char *copy = strdup(path);
    if (copy == NULL) {
        apo_report_error("out of memory");
        return false;
    }
    out->paths[out->count++] = copy;
    return true;
}

bool apo_folder_list(apo_folder *out, const char *path, const char *suffix)
{
    apo_folder found = {.count = 0};
    struct dirent **names = NULL;
    int count = scandir(path, &names, NULL, alphasort);
    if (count < 0) {
        apo_report_error("%s: %s", path, strerror(errno));
        return false;
    }
    found.paths = calloc((size_t)count + 1, sizeof *found.paths);
    bool is_good = found.paths != NULL;
    for (int i = 0; i < count; i++) {
        if (is_good && is_wanted(names[i]->d_name, suffix))
            is_good = add(&found, path, names[i]->d_name);
        free(names[i]);
    }
    free(names);
    if (is_good)
        *out = found;
    else
        apo_folder_clear(&found);
    return is_good;
}

void apo_folder_clear(apo_folder *folder)
{
    for (size_t i = 0; i < folder->count; i++)
        free(folder->paths[i]);
    free(folder->paths);
    *folder = (apo_folder){.count = 0};
}
