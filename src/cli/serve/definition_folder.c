#include "cli/serve/definition_folder.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/call/message.h"
#include "cli/io/input.h"
#include "cli/serve/folder.h"

enum {
    GAMES_MAX =
        500 /* every file is compiled at start-up, and people must find a game among them */
};

static const char suffix[] = ".variant";

/* Returns false after reporting an error. */
static bool read_bundle(apo_buffer *out, const char *path)
{
    static apo_fault_list faults;
    apo_variant *var = NULL;
    apo_fault_list_init(&faults);
    apo_status status = apo_variant_bundle_file(&var, out, apo_span_of(path), &faults);
    apo_variant_free(var);
    if (status == APO_OK)
        return true;
    if (status != APO_E_IO) {
        apo_report_faults(path, &faults);
        if (faults.count == 0)
            apo_report_error("%s: %s", path, apo_status_message(status));
    }
    return false;
}

static bool add_file(apo_definition_folder *out, const char *path)
{
    const char *name = strrchr(path, '/') + 1;
    apo_buffer *bundle = &out->bundles[out->count];
    apo_buffer_init(bundle, NULL);
    out->count++;
    if (!read_bundle(bundle, path))
        return false;
    char *id = out->ids[out->count - 1];
    apo_text_copy_span(id, sizeof out->ids[0],
                       apo_span_part(apo_span_of(name), 0, strlen(name) - (sizeof suffix - 1)));
    out->definitions[out->count - 1] = (apo_server_definition){id, apo_buffer_span(bundle)};
    return true;
}

static enum apo_exit read_files(apo_definition_folder *out, const char *path,
                                const apo_folder *files)
{
    if (files->count > GAMES_MAX)
        return apo_report_failure("%s: more than %d definitions", path, GAMES_MAX);
    out->definitions = calloc(files->count + 1, sizeof *out->definitions);
    out->ids = calloc(files->count + 1, sizeof *out->ids);
    out->bundles = calloc(files->count + 1, sizeof *out->bundles);
    if (out->definitions == NULL || out->ids == NULL || out->bundles == NULL)
        return apo_report_failure("out of memory");
    for (size_t i = 0; i < files->count; i++) {
        if (!add_file(out, files->paths[i]))
            return APO_EXIT_NO;
    }
    return APO_EXIT_OK;
}

enum apo_exit apo_definition_folder_read(apo_definition_folder *out, const char *path)
{
    apo_definition_folder folder = {.count = 0};
    apo_folder files;
    if (!apo_folder_list(&files, path, suffix))
        return APO_EXIT_NO;
    enum apo_exit result = read_files(&folder, path, &files);
    apo_folder_clear(&files);
    if (result == APO_EXIT_OK)
        *out = folder;
    else
        apo_definition_folder_clear(&folder);
    return result;
}

void apo_definition_folder_clear(apo_definition_folder *folder)
{
    for (size_t i = 0; i < folder->count; i++)
        apo_buffer_clear(&folder->bundles[i]);
    free(folder->definitions);
    free(folder->ids);
    free(folder->bundles);
    *folder = (apo_definition_folder){.count = 0};
}
