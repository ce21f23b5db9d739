#include "cli/serve/language_folder.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buffer.h"
#include "cli/call/message.h"
#include "cli/io/file.h"
#include "cli/serve/folder.h"
#include "net/hash.h"

enum {
    LANGUAGES_MAX = 100, /* people must find theirs in the menu */
    FIELDS = 4
};

static bool list(apo_folder *out, const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && apo_folder_list(out, path, ".po");
}

/* Names, sizes and times. */
static uint64_t look(void *context)
{
    static const apo_hash_key key = {{0x666f, 0x6c64}};
    apo_folder folder = {.count = 0};
    apo_buffer all;
    apo_buffer_init(&all, NULL);
    if (list(&folder, context))
        apo_buffer_add_char(&all, '/');
    for (size_t i = 0; i < folder.count; i++) {
        struct stat about = {.st_size = 0};
        (void)stat(folder.paths[i], &about);
        const int64_t fields[FIELDS] = {about.st_size, (int64_t)about.st_ino,
                                        about.st_mtim.tv_sec, about.st_mtim.tv_nsec};
        apo_buffer_add(&all, folder.paths[i]);
        for (size_t k = 0; k < FIELDS; k++) {
            apo_buffer_add_char(&all, ' ');
            apo_buffer_add_number(&all, fields[k]);
        }
        apo_buffer_add_char(&all, '\n');
    }
    apo_folder_clear(&folder);
    uint64_t state = apo_hash_span(&key, apo_buffer_span(&all));
    apo_buffer_clear(&all);
    return state;
}

static void read_file(const char *path, apo_language_take *take, void *into)
{
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    apo_status status = apo_file_read(&text, path);
    if (status == APO_OK)
        take(into, path, apo_buffer_span(&text));
    else
        apo_report_error("%s: %s", path,
                         status == APO_E_IO ? strerror(errno) : apo_status_message(status));
    apo_buffer_clear(&text);
}

static void read_all(void *context, apo_language_take *take, void *into)
{
    const char *path = context;
    apo_folder folder = {.count = 0};
    if (!list(&folder, path))
        return;
    if (folder.count > LANGUAGES_MAX)
        apo_report_error("%s: only the first %d languages are read", path, LANGUAGES_MAX);
    for (size_t i = 0; i < folder.count && i < LANGUAGES_MAX; i++)
        read_file(folder.paths[i], take, into);
    apo_folder_clear(&folder);
}

apo_language_source apo_language_folder(char *path)
{
    return (apo_language_source){path, look, read_all};
}
