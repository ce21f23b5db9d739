#include "cli/io/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum {
    CHUNK_BYTES = 16384
};

static apo_status read_stream(apo_buffer *out, FILE *file)
{
    static char chunk[CHUNK_BYTES];
    for (;;) {
        size_t count = fread(chunk, 1, sizeof chunk, file);
        if (count == 0)
            return ferror(file) ? APO_E_IO : APO_OK;
        apo_buffer_add_span(out, (apo_span){chunk, count});
        if (out->is_failed)
            return APO_E_MEMORY;
        if (out->length > APO_FILE_SIZE_MAX)
            return APO_E_TOO_LARGE;
    }
}

apo_status apo_file_read(apo_buffer *out, const char *path)
{
    if (strcmp(path, "-") == 0)
        return read_stream(out, stdin);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return APO_E_IO;
    apo_status status = read_stream(out, file);
    int reason = errno;
    fclose(file);
    errno = reason;
    return status;
}
