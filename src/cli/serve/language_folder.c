#include "cli/serve/language_folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/call/message.h"
#include "cli/io/file.h"

enum {
    LANGUAGES_MAX = 100 /* people must find theirs in the menu */
};

static void add_file(apo_language_folder *out, const char *path)
{
    apo_buffer *text = &out->texts[out->count];
    apo_buffer_init(text, NULL);
    apo_status status = apo_file_read(text, path);
    if (status == APO_OK) {
        out->languages[out->count++] = (apo_server_language){path, apo_buffer_span(text)};
        return;
    }
    apo_report_error("%s: %s", path,
                     status == APO_E_IO ? strerror(errno) : apo_status_message(status));
    apo_buffer_clear(text);
}

enum apo_exit apo_language_folder_read(apo_language_folder *out, const char *path)
{
    apo_language_folder found = {.count = 0};
    if (!apo_folder_list(&found.folder, path, ".po"))
        return APO_EXIT_NO;
    found.languages = calloc(found.folder.count + 1, sizeof *found.languages);
    found.texts = calloc(found.folder.count + 1, sizeof *found.texts);
    if (found.languages == NULL || found.texts == NULL) {
        apo_language_folder_clear(&found);
        return apo_report_failure("out of memory");
    }
    if (found.folder.count > LANGUAGES_MAX)
        apo_report_error("%s: only the first %d languages are read", path, LANGUAGES_MAX);
    for (size_t i = 0; i < found.folder.count && i < LANGUAGES_MAX; i++)
        add_file(&found, found.folder.paths[i]);
    *out = found;
    return APO_EXIT_OK;
}

void apo_language_folder_clear(apo_language_folder *folder)
{
    for (size_t i = 0; i < folder->count; i++)
        apo_buffer_clear(&folder->texts[i]);
    free(folder->languages);
    free(folder->texts);
    apo_folder_clear(&folder->folder);
    *folder = (apo_language_folder){.count = 0};
}
