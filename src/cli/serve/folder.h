/* Lists files of a folder for the server to read at startup. */
#ifndef APO_CLI_SERVE_FOLDER_H
#define APO_CLI_SERVE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct apo_folder {
    char **paths; /* of the files, sorted */
    size_t count;
} apo_folder;

/* Finds the files whose names end with `suffix` (".po"), without hidden ones. Gives `*out`
 * (free with apo_folder_clear). False after reporting an error on standard error. */
bool apo_folder_list(apo_folder *out, const char *path, const char *suffix);
void apo_folder_clear(apo_folder *folder);

#endif
