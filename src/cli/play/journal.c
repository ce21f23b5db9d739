#include "cli/play/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"

enum {
    FOLDER_MODE = 0700,
    FILE_MODE = 0666,
    NAME_TRIES = 100
};

/* --- the record ---------------------------------------------------------- */

/* Makes the folders of a path, as mkdir -p. */
static void make_folders(const char *path)
{
    char part[APO_PATH_MAX];
    apo_text text = apo_text_start(part, sizeof part);
    for (const char *c = path; *c != '\0'; c++) {
        if (*c == '/' && text.length > 0)
            mkdir(part, FOLDER_MODE);
        apo_text_add_char(&text, *c);
    }
    mkdir(part, FOLDER_MODE);
}

static bool reserve(apo_journal *out, const char *path)
{
    int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, FILE_MODE);
    if (descriptor < 0)
        return false;
    close(descriptor);
    apo_text text = apo_text_start(out->path, sizeof out->path);
    apo_text_add(&text, path);
    out->is_new = true;
    return !text.is_overflowed;
}

/* "modern-2024-05-01-201500.pgn", with -2, -3 if it exists already. */
static bool reserve_in(apo_journal *out, const char *folder, const char *id)
{
    char path[APO_PATH_MAX], stamp[32];
    struct tm now;
    time_t seconds = time(NULL);
    localtime_r(&seconds, &now);
    strftime(stamp, sizeof stamp, "%Y-%m-%d-%H%M%S", &now);
    for (unsigned i = 1; i <= NAME_TRIES; i++) {
        apo_text text = apo_text_start(path, sizeof path);
        apo_text_add(&text, folder);
        apo_text_add(&text, "/");
        apo_text_add(&text, id);
        apo_text_add(&text, "-");
        apo_text_add(&text, stamp);
        if (i > 1) {
            apo_text_add(&text, "-");
            apo_text_add_number(&text, i);
        }
        apo_text_add(&text, ".pgn");
        if (text.is_overflowed)
            return false;
        if (reserve(out, path))
            return true;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

/* The data folder by the XDG rules; false if there is no home. */
static bool find_data_folder(apo_text *out)
{
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    if (data != NULL && data[0] == '/') {
        apo_text_add(out, data);
    } else {
        if (home == NULL || home[0] != '/')
            return false;
        apo_text_add(out, home);
        apo_text_add(out, "/.local/share");
    }
    apo_text_add(out, "/apothecary");
    return !out->is_overflowed;
}

void apo_journal_open_default(apo_journal *out, const char *id)
{
    char folder[APO_PATH_MAX];
    apo_text text = apo_text_start(folder, sizeof folder);
    *out = (apo_journal){.is_new = true};
    if (find_data_folder(&text)) {
        make_folders(folder);
        if (reserve_in(out, folder, id))
            return;
    }
    const char *temporary = getenv("TMPDIR");
    if (!reserve_in(out, temporary != NULL && temporary[0] != '\0' ? temporary : "/tmp", id))
        out->path[0] = '\0';
}

apo_status apo_journal_open(apo_journal *out, const char *path, bool may_exist)
{
    *out = (apo_journal){.is_new = true};
    if (may_exist && access(path, F_OK) == 0) {
        apo_text text = apo_text_start(out->path, sizeof out->path);
        apo_text_add(&text, path);
        out->is_new = false;
        return text.is_overflowed ? APO_E_IO : APO_OK;
    }
    return reserve(out, path) ? APO_OK : APO_E_IO;
}

apo_status apo_journal_write(apo_journal *journal, apo_span text)
{
    if (journal->path[0] == '\0')
        return APO_E_IO;
    apo_status status = apo_file_write(journal->path, text, true);
    journal->has_failed = status != APO_OK;
    journal->reason = errno;
    if (status == APO_OK)
        journal->is_new = false;
    return status;
}

void apo_journal_close(apo_journal *journal)
{
    if (journal->path[0] != '\0' && journal->is_new)
        unlink(journal->path);
    journal->path[0] = '\0';
}
