/* Notices when the files of an open database are deleted or replaced: after that, all writes
 * are lost. */
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "store/sqlite_priv.h"

static bool add_file(apo_guard *guard, const char *path, const char *suffix)
{
    apo_guard_file *file = &guard->files[guard->count];
    apo_text text = apo_text_start(file->path, sizeof file->path);
    struct stat info;
    apo_text_add(&text, path);
    apo_text_add(&text, suffix);
    if (text.is_overflowed || stat(file->path, &info) != 0)
        return false;
    file->device = info.st_dev;
    file->inode = info.st_ino;
    guard->count++;
    return true;
}

bool apo_guard_open(apo_guard *guard, const char *path)
{
    guard->count = 0;
    return add_file(guard, path, "") && add_file(guard, path, "-wal") &&
           add_file(guard, path, ".lock");
}

bool apo_guard_is_sound(const apo_guard *guard)
{
    for (unsigned i = 0; i < guard->count; i++) {
        const apo_guard_file *file = &guard->files[i];
        struct stat info;
        if (stat(file->path, &info) != 0 || info.st_dev != file->device ||
            info.st_ino != file->inode)
            return false;
    }
    return true;
}
