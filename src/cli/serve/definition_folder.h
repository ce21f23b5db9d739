/* All definition files of a folder, as the server offers them. */
#ifndef APO_CLI_SERVE_DEFINITION_FOLDER_H
#define APO_CLI_SERVE_DEFINITION_FOLDER_H

#include "base/buffer.h"
#include "cli/call/command.h"
#include "rules/rules/program_view.h"
#include "server/web/options.h"

typedef struct apo_definition_folder {
    apo_server_definition *definitions; /* by id; this and the rest are owned */
    char (*ids)[APO_ID_MAX];            /* the ids and texts that the definitions point to */
    apo_buffer *bundles;
    size_t count;
} apo_definition_folder;

/* Reads each "ID.variant" in the folder. Gives `*out` (free with apo_definition_folder_clear).
 * Errors in a file or the folder are reported on standard error; then nothing is given. */
enum apo_exit apo_definition_folder_read(apo_definition_folder *out, const char *path);
void apo_definition_folder_clear(apo_definition_folder *folder);

#endif
