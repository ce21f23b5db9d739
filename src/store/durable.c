#include "store/durable.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

enum {
    PATH_MAX_BYTES = 4096
};

bool apo_durable_write(int file, apo_span bytes)
{
    size_t at = 0;
    while (at < bytes.length) {
        ssize_t written = write(file, bytes.text + at, bytes.length - at);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        at += (size_t)written;
    }
    return true;
}

bool apo_durable_sync(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool is_done = file >= 0 && fsync(file) == 0;
    int reason = errno;
    if (file >= 0)
        close(file);
    errno = reason;
    return is_done;
}

bool apo_durable_sync_folder_of(const char *path)
{
    char folder[PATH_MAX_BYTES];
    const char *end = strrchr(path, '/');
    apo_text_copy_span(folder, sizeof folder,
                       end != NULL ? (apo_span){path, (size_t)(end - path) + 1}
                                   : apo_span_of("."));
    return apo_durable_sync(folder);
}

static bool write_new(const char *path, apo_span bytes)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return false;
    bool is_written = apo_durable_write(file, bytes) && fsync(file) == 0;
    int reason = errno;
    if (close(file) != 0 && is_written)
        return false;
    errno = reason;
    return is_written;
}

bool apo_durable_replace(const char *path, apo_span bytes)
{
    char part[PATH_MAX_BYTES];
    apo_text text = apo_text_start(part, sizeof part);
    apo_text_add(&text, path);
    apo_text_add(&text, ".part");
    if (text.is_overflowed) {
        errno = ENAMETOOLONG;
        return false;
    }
    (void)unlink(part); /* left by an interrupted attempt */
    return write_new(part, bytes) && rename(part, path) == 0;
}

apo_status apo_fail_by_errno(apo_error *err)
{
    return apo_fail(err, APO_E_IO, 0, "%s", apo_span_of(strerror(errno)));
}
