#include "api/network_disk.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"

#ifdef _WIN32
#    include <io.h>
#    define fsync _commit /* the same under another name */
#endif

enum {
    PATH_BYTES_MAX = 4096
};

static apo_status fail(apo_error *err, apo_status status, const char *detail)
{
    return apo_fail(err, status, 0, detail, (apo_span){NULL, 0});
}

static apo_status read_stream(apo_buffer *out, FILE *file)
{
    enum {
        CHUNK_BYTES = 1 << 16
    };

    size_t count = 1;
    while (count > 0 && out->length <= APO_NETWORK_FILE_MAX) {
        char *chunk = apo_buffer_reserve(out, CHUNK_BYTES);
        if (chunk == NULL)
            return APO_E_MEMORY;
        count = fread(chunk, 1, CHUNK_BYTES, file);
        out->length += count;
        out->bytes[out->length] = '\0';
    }
    return ferror(file) ? APO_E_IO : APO_OK;
}

apo_status apo_network_load(apo_network **out, const apo_variant *var, const char *path,
                            const apo_alloc *alloc, apo_error *err)
{
    apo_buffer bytes;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return fail(err, APO_E_IO, "the file cannot be opened");
    apo_buffer_init(&bytes, alloc);
    apo_status status = read_stream(&bytes, file);
    fclose(file);
    if (status == APO_OK)
        status = apo_network_read(out, var, apo_buffer_span(&bytes), alloc, err);
    else
        fail(err, status, status == APO_E_IO ? "the file cannot be read" : "out of memory");
    apo_buffer_clear(&bytes);
    return status;
}

apo_status apo_network_save(const apo_network *network, const char *path)
{
    static const char suffix[] = ".new";
    char draft[PATH_BYTES_MAX];
    apo_buffer bytes;
    size_t length = strlen(path);
    if (length + sizeof suffix > sizeof draft)
        return APO_E_TOO_LARGE;
    memcpy(draft, path, length);
    memcpy(draft + length, suffix, sizeof suffix);
    apo_buffer_init(&bytes, network->alloc);
    apo_status status = apo_network_write(&bytes, network);
    FILE *file = status == APO_OK ? fopen(draft, "wb") : NULL;
    if (file != NULL) {
        bool is_written = fwrite(bytes.bytes, 1, bytes.length, file) == bytes.length;
        is_written = is_written && fflush(file) == 0 && fsync(fileno(file)) == 0;
        is_written = fclose(file) == 0 && is_written;
        if (!is_written || rename(draft, path) != 0) {
            (void)remove(draft);
            status = APO_E_IO;
        }
    } else if (status == APO_OK) {
        status = APO_E_IO;
    }
    apo_buffer_clear(&bytes);
    return status;
}
