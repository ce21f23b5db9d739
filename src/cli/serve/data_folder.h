/* Where the server keeps its data. */
#ifndef APO_CLI_SERVE_DATA_FOLDER_H
#define APO_CLI_SERVE_DATA_FOLDER_H

#include "base/text.h"

/* Appends the folder: `given`, or $XDG_DATA_HOME/apothecary/server, or
 * ~/.local/share/apothecary/server. Creates its parent folders. False: no folder, or the path
 * is too long. */
bool apo_data_folder(apo_text *out, const char *given);

#endif
