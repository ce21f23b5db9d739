#include "server/live/definition_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "apothecary/variant.h"
#include "base/text.h"
#include "store/durable.h"

enum {
    PATH_MAX_BYTES = 4096
};

static bool write_path(char *out, size_t size, const char *data, const char *digest,
                       const char *suffix)
{
    apo_text path = apo_text_start(out, size);
    apo_text_add(&path, data);
    apo_text_add(&path, "/engine");
    if (digest != NULL) {
        apo_text_add_char(&path, '/');
        apo_text_add_span(&path, apo_span_part(apo_span_of(digest), 0, APO_ID_MAX - 1));
        apo_text_add(&path, suffix);
    }
    return !path.is_overflowed;
}

/* The file's name is the digest of its text, and it is renamed into place when complete. */
static bool exists(const char *path, apo_span text)
{
    struct stat found;
    return stat(path, &found) == 0 && found.st_size == (off_t)text.length;
}

static bool write_text(const char *path, apo_span text)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0)
        return false;
    bool is_written = apo_durable_write(file, text);
    return close(file) == 0 && is_written;
}

apo_status apo_definition_file(char *out, size_t size, const char *data, const char *digest,
                               apo_span text)
{
    char folder[PATH_MAX_BYTES], draft[PATH_MAX_BYTES];
    if (!write_path(folder, sizeof folder, data, NULL, NULL) ||
        !write_path(draft, sizeof draft, data, digest, ".new") ||
        !write_path(out, size, data, digest, ".variant"))
        return APO_E_TOO_LARGE;
    if (exists(out, text))
        return APO_OK;
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        return APO_E_IO;
    if (write_text(draft, text) && rename(draft, out) == 0)
        return APO_OK;
    (void)unlink(draft);
    return APO_E_IO;
}
