/* Writes files with functions that Windows lacks; the engine for Windows is built without this
 * file. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/io/file.h"

enum {
    FILE_MODE = 0666
};

static bool write_all(int descriptor, apo_span text)
{
    size_t done = 0;
    while (done < text.length) {
        ssize_t count = write(descriptor, text.text + done, text.length - done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return false;
        done += (size_t)count;
    }
    return true;
}

/* The file's name is on disk only once its folder is synced. */
static void sync_folder_of(const char *path)
{
    char folder[APO_PATH_MAX];
    const char *slash = strrchr(path, '/');
    apo_text text = apo_text_start(folder, sizeof folder);
    if (slash == NULL)
        apo_text_add(&text, ".");
    else
        apo_text_add_span(&text, (apo_span){path, (size_t)(slash - path) + 1});
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    fsync(descriptor);
    close(descriptor);
}

static bool write_new(const char *path, apo_span text)
{
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, FILE_MODE);
    if (descriptor < 0)
        return false;
    bool is_written = write_all(descriptor, text) && fsync(descriptor) == 0;
    int reason = errno;
    if (close(descriptor) != 0 && is_written) {
        is_written = false;
        reason = errno;
    }
    errno = reason;
    return is_written;
}

static apo_status put_in_place(const char *path, const char *neighbour, apo_span text,
                               bool may_replace)
{
    int reason;
    if (!write_new(neighbour, text))
        goto fail;
    /* link() rejects an existing name, rename() replaces it; both are atomic. */
    if (may_replace ? rename(neighbour, path) != 0 : link(neighbour, path) != 0)
        goto fail;
    if (!may_replace)
        unlink(neighbour);
    sync_folder_of(path);
    return APO_OK;
fail:
    reason = errno;
    unlink(neighbour);
    errno = reason;
    return APO_E_IO;
}

apo_status apo_file_write(const char *path, apo_span text, bool may_replace)
{
    char buf[APO_PATH_MAX];
    apo_text neighbour = apo_text_start(buf, sizeof buf);
    struct stat known;
    /* Anything but a regular file (a terminal, a pipe) is written in place. */
    if (stat(path, &known) == 0 && !S_ISREG(known.st_mode))
        return write_new(path, text) ? APO_OK : APO_E_IO;
    apo_text_add(&neighbour, path);
    apo_text_add(&neighbour, ".");
    apo_text_add_number(&neighbour, getpid());
    apo_text_add(&neighbour, ".tmp");
    if (neighbour.is_overflowed) {
        errno = ENAMETOOLONG;
        return APO_E_IO;
    }
    return put_in_place(path, buf, text, may_replace);
}
