/* The message catalogues in a folder, as the server offers them. */
#ifndef APO_CLI_SERVE_LANGUAGE_FOLDER_H
#define APO_CLI_SERVE_LANGUAGE_FOLDER_H

#include "server/web/options.h"

/* The catalogues "*.po" of the folder, which need not exist; `path` is borrowed. A file that
 * cannot be read is reported on standard error and left out; so are those beyond a hundred. */
apo_language_source apo_language_folder(char *path);

#endif
