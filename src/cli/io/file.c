#include "cli/io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum {
    CHUNK_BYTES = 16384
};

static apo_status read_descriptor(apo_buffer *out, int descriptor)
{
    static char chunk[CHUNK_BYTES];
    for (;;) {
        ssize_t count = read(descriptor, chunk, sizeof chunk);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return APO_E_IO;
        if (count == 0)
            return APO_OK;
        apo_buffer_add_span(out, (apo_span){chunk, (size_t)count});
        if (out->is_failed)
            return APO_E_MEMORY;
        if (out->length > APO_FILE_SIZE_MAX)
            return APO_E_TOO_LARGE;
    }
}

apo_status apo_file_read(apo_buffer *out, const char *path)
{
    if (strcmp(path, "-") == 0)
        return read_descriptor(out, STDIN_FILENO);
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return APO_E_IO;
    apo_status status = read_descriptor(out, descriptor);
    int reason = errno;
    close(descriptor);
    errno = reason;
    return status;
}
