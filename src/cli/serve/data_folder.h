/* Where the server keeps its data. */
#ifndef APO_CLI_SERVE_DATA_FOLDER_H
#define APO_CLI_SERVE_DATA_FOLDER_H

#include "base/text.h"
#include "cli/call/command.h"

enum {
    APO_DATA_PATH_MAX = 4096 /* bytes */
};

/* The message for an invalid value of --store. */
#define APO_STORE_URL_USAGE "--store is a URL like postgresql://HOST/NAME"

/* Appends the folder: `given`, or $XDG_DATA_HOME/apothecary/server, or
 * ~/.local/share/apothecary/server. Creates its parent folders. False: no folder, or the path
 * is too long. */
bool apo_data_folder(apo_text *out, const char *given);

/* The files that `backup` and `restore` copy between the folder and a safe place. */
typedef struct apo_saved_files {
    char folder[APO_DATA_PATH_MAX]; /* the server's, with the next two */
    char database[APO_DATA_PATH_MAX], key[APO_DATA_PATH_MAX];
    char copied_key[APO_DATA_PATH_MAX]; /* beside the copy of the database */
} apo_saved_files;

/* Finds them from the option --data, and the copy of the key as `copy` and `suffix` together:
 * "monday.db" and ".key", or a replica's folder and "/key". Errors are reported on stderr. */
enum apo_exit apo_saved_files_find(apo_saved_files *out, const apo_call *call, const char *copy,
                                   const char *suffix);

#endif
