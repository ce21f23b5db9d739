#include "cli/selfplay/games_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/call/message.h"

enum {
    MODE = 0644,
    KNOWN_FIRST = 1024 /* bytes: 8,192 games */
};

static enum apo_exit fail(const char *path)
{
    return apo_report_failure("%s: %s", path, strerror(errno));
}

/* --- reading ------------------------------------------------------------- */

/* The contents of an open file; empty if the file is. */
static enum apo_exit map_bytes(apo_span *out, const char *path, int fd)
{
    struct stat about;
    *out = (apo_span){NULL, 0};
    if (fstat(fd, &about) != 0)
        return fail(path);
    if (!S_ISREG(about.st_mode))
        return apo_report_failure("%s: not a file", path);
    if (about.st_size == 0)
        return APO_EXIT_OK;
    void *bytes = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_SHARED, fd, 0);
    if (bytes == MAP_FAILED)
        return fail(path);
    *out = (apo_span){bytes, (size_t)about.st_size};
    return APO_EXIT_OK;
}

static void unmap(apo_span bytes)
{
    union {
        const char *text;
        void *block;
    } start = {.text = bytes.text};

    if (bytes.length > 0)
        munmap(start.block, bytes.length);
}

enum apo_exit apo_games_map_open(apo_games_map *out, const char *path)
{
    apo_games_map map = {.path = path};
    apo_error err = {.detail = ""};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return fail(path);
    enum apo_exit result = map_bytes(&map.bytes, path, fd);
    close(fd);
    if (result != APO_EXIT_OK)
        return result;
    map.games = map.bytes;
    if (apo_training_head_read(&map.head, &map.games, &err) != APO_OK) {
        unmap(map.bytes);
        return apo_report_failure("%s: byte %zu: %s", path, err.position + 1, err.detail);
    }
    *out = map;
    return APO_EXIT_OK;
}

void apo_games_map_close(apo_games_map *map)
{
    unmap(map->bytes);
}

/* --- which games there are ----------------------------------------------- */

bool apo_games_file_has(const apo_games_file *file, uint32_t number)
{
    return number / 8 < file->known_bytes && (file->known[number / 8] >> number % 8 & 1) != 0;
}

static bool note(apo_games_file *file, const apo_training_game *record)
{
    size_t at = record->number / 8;
    if (at >= file->known_bytes) {
        size_t bytes = at < KNOWN_FIRST ? KNOWN_FIRST : 2 * at;
        uint8_t *known = realloc(file->known, bytes);
        if (known == NULL)
            return false;
        memset(known + file->known_bytes, 0, bytes - file->known_bytes);
        file->known = known;
        file->known_bytes = bytes;
    }
    file->known[at] |= (uint8_t)(1U << record->number % 8);
    file->games++;
    file->positions += record->ply_count - record->random_count;
    return true;
}

/* --- writing ------------------------------------------------------------- */

/* Appends the buffer's bytes, all or none. */
static bool append(apo_games_file *file)
{
    size_t done = 0, length = file->bytes.length;
    if (file->bytes.is_failed)
        errno = ENOMEM;
    while (!file->bytes.is_failed && done < length) {
        ssize_t count = pwrite(file->fd, file->bytes.bytes + done, length - done,
                               (off_t)(file->size + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        done += (size_t)count;
    }
    if (length > 0 && done == length) {
        file->size += length;
        return true;
    }
    apo_report_error("%s: %s; it keeps its %u games", file->path, strerror(errno),
                     (unsigned)file->games);
    if (ftruncate(file->fd, (off_t)file->size) != 0)
        (void)fail(file->path);
    return false;
}

bool apo_games_file_add(apo_games_file *file, const apo_training_game *record)
{
    apo_buffer_rewind(&file->bytes);
    apo_training_game_write(&file->bytes, record);
    return append(file) && note(file, record);
}

/* --- opening ------------------------------------------------------------- */

static void describe(char *out, size_t size, const apo_training_head *head)
{
    char net[40] = "", starts[40] = "";
    if (head->net != 0)
        snprintf(net, sizeof net, ", net %016llx", (unsigned long long)head->net);
    if (head->starts != 0)
        snprintf(starts, sizeof starts, ", starts %016llx", (unsigned long long)head->starts);
    snprintf(out, size, "%s (start name %u), %u nodes, %u plies within %u, seed %llu%s%s",
             head->id, (unsigned)head->name_index, (unsigned)head->nodes, (unsigned)head->plies,
             (unsigned)head->balance_cp, (unsigned long long)head->seed, net, starts);
}

static enum apo_exit compare_heads(const char *path, const apo_training_head *found,
                                   const apo_training_head *wanted)
{
    enum {
        TEXT_MAX = 256
    };

    char there[TEXT_MAX], here[TEXT_MAX];
    describe(there, sizeof there, found);
    describe(here, sizeof here, wanted);
    if (strcmp(there, here) != 0)
        return apo_report_failure("%s belongs to another series: %s; not %s", path, there,
                                  here);
    if (found->digest != wanted->digest)
        return apo_report_failure("%s has games of %s by other rules or starts", path,
                                  wanted->id);
    return APO_EXIT_OK;
}

/* Records the games after the head, and drops an incomplete one at the end. */
static enum apo_exit read_games(apo_games_file *file, apo_span bytes, apo_span rest)
{
    apo_training_game *record = malloc(sizeof *record);
    apo_error err = {.detail = ""};
    apo_status status = APO_OK;
    bool is_noted = record != NULL;
    while (is_noted && (status = apo_training_game_read(record, &rest, &err)) == APO_OK)
        is_noted = note(file, record);
    free(record);
    if (!is_noted)
        return apo_report_failure("%s: %s", file->path, apo_status_message(APO_E_MEMORY));
    file->size = bytes.length - rest.length;
    if (status == APO_E_UNKNOWN)
        return APO_EXIT_OK;
    if (rest.length > APO_TRAINING_FRAME_BYTES + APO_TRAINING_BODY_MAX)
        return apo_report_failure(
            "%s: byte %llu: %s, and more than a game follows; go on with another file (%u games "
            "before it can be read)",
            file->path, (unsigned long long)(file->size + err.position + 1), err.detail,
            (unsigned)file->games);
    apo_report_error("%s: an unfinished game at the end is cut off (%zu bytes)", file->path,
                     rest.length);
    return ftruncate(file->fd, (off_t)file->size) == 0 ? APO_EXIT_OK : fail(file->path);
}

/* Reads the existing contents of the file. Writes the head if it is missing or cut off. */
static enum apo_exit resume(apo_games_file *file, const apo_training_head *head)
{
    apo_span bytes;
    apo_training_head found;
    apo_error err = {.detail = ""};
    enum apo_exit result = map_bytes(&bytes, file->path, file->fd);
    if (result != APO_EXIT_OK)
        return result;
    apo_training_head_write(&file->bytes, head);
    apo_span rest = bytes;
    if (bytes.length < file->bytes.length && !file->bytes.is_failed &&
        (bytes.length == 0 || memcmp(bytes.text, file->bytes.bytes, bytes.length) == 0))
        result = append(file) ? APO_EXIT_OK : APO_EXIT_NO;
    else if (apo_training_head_read(&found, &rest, &err) != APO_OK)
        result =
            apo_report_failure("%s: byte %zu: %s", file->path, err.position + 1, err.detail);
    else if ((result = compare_heads(file->path, &found, head)) == APO_EXIT_OK)
        result = read_games(file, bytes, rest);
    unmap(bytes);
    return result;
}

enum apo_exit apo_games_file_open(apo_games_file *out, const char *path,
                                  const apo_training_head *head)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    *out = (apo_games_file){.fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, MODE), .path = path};
    apo_buffer_init(&out->bytes, NULL);
    if (out->fd < 0)
        return fail(path);
    enum apo_exit result;
    if (fcntl(out->fd, F_SETLK, &lock) != 0)
        result = errno == EACCES || errno == EAGAIN
                     ? apo_report_failure("%s: another program is writing it", path)
                     : fail(path);
    else
        result = resume(out, head);
    if (result != APO_EXIT_OK)
        apo_games_file_close(out);
    return result;
}

void apo_games_file_close(apo_games_file *file)
{
    apo_buffer_clear(&file->bytes);
    free(file->known);
    file->known = NULL;
    if (file->fd >= 0)
        close(file->fd);
    file->fd = -1;
}
