/* The file that records a game while it is played. Each change writes a complete new file
 * beside it, syncs it to disk, and renames it over the old one, so that there is always a
 * complete record. */
#ifndef APO_CLI_PLAY_JOURNAL_H
#define APO_CLI_PLAY_JOURNAL_H

#include "cli/io/file.h"

typedef struct apo_journal {
    char path[APO_PATH_MAX]; /* "" if there is none */
    bool is_new;             /* nothing worth keeping has been written yet */
    bool has_failed;         /* the last write failed: `reason` says why */
    int reason;              /* an errno */
} apo_journal;

/* Chooses and creates a new file for a game of the variant, in $XDG_DATA_HOME/apothecary or
 * ~/.local/share/apothecary, or else in the folder for temporary files. If none of them is
 * writable, `path` is "". */
void apo_journal_open_default(apo_journal *out, const char *id);

/* Uses this file, which must not exist unless `may_exist`. Errors: APO_E_IO, with errno. */
apo_status apo_journal_open(apo_journal *out, const char *path, bool may_exist);

/* Replaces the contents of the file. Errors: APO_E_IO, also stored in the journal. */
apo_status apo_journal_write(apo_journal *journal, apo_span text);

/* Closes the journal; removes the file if nothing worth keeping was written. */
void apo_journal_close(apo_journal *journal);

#endif
