/* The file in which a game is recorded while it is played. Each time it is written whole to a
 * neighbour, forced to the disk, and put in place of the old one, so that there is always a
 * complete record whatever happens. */
#ifndef APO_CLI_PLAY_JOURNAL_H
#define APO_CLI_PLAY_JOURNAL_H

#include "base/span.h"
#include "base/status.h"

enum {
    APO_PATH_MAX = 4096
};

typedef struct apo_journal {
    char path[APO_PATH_MAX]; /* "" if there is none */
    bool is_new;             /* nothing of worth was written to it yet */
    bool has_failed;         /* the last writing failed: `reason` says why */
    int reason;              /* an errno */
} apo_journal;

/* Chooses and creates a new file for a game of the variant, in $XDG_DATA_HOME/apothecary or
 * ~/.local/share/apothecary, or, if that cannot be, in the folder for temporary files. `path`
 * is "" afterwards if none of them can be written to. */
void apo_journal_open_default(apo_journal *out, const char *id);

/* Takes this file, which must not exist unless `may_exist`. Errors: APO_E_IO, with errno. */
apo_status apo_journal_open(apo_journal *out, const char *path, bool may_exist);

/* Replaces what the file holds. Errors: APO_E_IO, remembered. */
apo_status apo_journal_write(apo_journal *journal, apo_span text);

/* Removes the file if nothing of worth was written to it. */
void apo_journal_close(apo_journal *journal);

/* Writes a file in the same way, as a whole or not at all. Errors: APO_E_IO, with errno (EEXIST
 * if it exists and `may_replace` is false). */
apo_status apo_file_write(const char *path, apo_span text, bool may_replace);

#endif
