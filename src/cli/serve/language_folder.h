/* All message catalogues in a folder, as the server offers them. */
#ifndef APO_CLI_SERVE_LANGUAGE_FOLDER_H
#define APO_CLI_SERVE_LANGUAGE_FOLDER_H

#include "base/buffer.h"
#include "cli/call/command.h"
#include "cli/serve/folder.h"
#include "server/web/options.h"

typedef struct apo_language_folder {
    apo_folder folder;              /* paths that the languages point to, like the texts */
    apo_server_language *languages; /* by path; this and the rest are owned */
    apo_buffer *texts;
    size_t count;
} apo_language_folder;

/* Reads each "*.po" of the folder. Gives `*out` (free with apo_language_folder_clear). A file
 * that cannot be read is reported on standard error and left out; so are those beyond a
 * hundred. Errors of the folder are reported; then nothing is given. */
enum apo_exit apo_language_folder_read(apo_language_folder *out, const char *path);
void apo_language_folder_clear(apo_language_folder *folder);

#endif
