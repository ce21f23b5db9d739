/* Where the server's key comes from, if not from the data folder. */
#ifndef APO_CLI_SERVE_KEY_OPTIONS_H
#define APO_CLI_SERVE_KEY_OPTIONS_H

#include "cli/call/command.h"
#include "cli/serve/data_folder.h"
#include "server/web/options.h"

/* Paths that the options point to. */
typedef struct apo_key_paths {
    char key[APO_DATA_PATH_MAX], old[APO_DATA_PATH_MAX];
} apo_key_paths;

/* Reads --key-file and --old-key-file. Without them systemd's credentials "apothecary.key" and
 * "apothecary.old-key" count, if there are any: files of the folder $CREDENTIALS_DIRECTORY. */
enum apo_exit apo_key_options(apo_server_options *out, apo_key_paths *paths,
                              const apo_call *call);

#endif
