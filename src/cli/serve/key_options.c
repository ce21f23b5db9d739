#include "cli/serve/key_options.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/call/message.h"

/* The path of a credential; NULL if there is none. */
static const char *find_credential(char out[APO_DATA_PATH_MAX], const char *name)
{
    const char *folder = getenv("CREDENTIALS_DIRECTORY");
    apo_text text = apo_text_start(out, APO_DATA_PATH_MAX);
    if (folder == NULL || folder[0] != '/')
        return NULL;
    apo_text_add(&text, folder);
    apo_text_add_char(&text, '/');
    apo_text_add(&text, name);
    return !text.is_overflowed && access(out, F_OK) == 0 ? out : NULL;
}

enum apo_exit apo_key_options(apo_server_options *out, apo_key_paths *paths,
                              const apo_call *call)
{
    out->key_file = apo_call_value(call, "key-file");
    out->old_key_file = apo_call_value(call, "old-key-file");
    if (out->key_file == NULL)
        out->key_file = find_credential(paths->key, "apothecary.key");
    if (out->old_key_file == NULL && out->key_file != NULL)
        out->old_key_file = find_credential(paths->old, "apothecary.old-key");
    if (out->old_key_file != NULL && out->key_file == NULL)
        return apo_report_usage(call->command, "--old-key-file needs --key-file");
    return APO_EXIT_OK;
}
