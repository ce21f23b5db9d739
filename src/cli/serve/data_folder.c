#include "cli/serve/data_folder.h"

#include <stdlib.h>
#include <sys/stat.h>

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
