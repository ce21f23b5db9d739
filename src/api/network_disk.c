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
