#include "cli/train/checkpoint.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/random.h"
#include "cli/call/message.h"

static const char magic[8] = "APOTRAI1";

enum {
    CHUNK_BYTES = 1 << 20,
    SIZE_MAX_BYTES = 1 << 30 /* the largest net has a fifth of it */
};

/* In the machine's own format: such a file is not portable. */
typedef struct file_head {
    char magic[sizeof magic];
    uint64_t sum; /* of what follows */
    apo_checkpoint checkpoint;
} file_head;

static uint64_t checksum(const char *bytes, size_t length)
{
    uint64_t sum = apo_mix(length);
    for (size_t at = 0; at < length; at += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + at, length - at < 8 ? length - at : 8);
        sum = apo_mix(sum ^ word);
    }
    return sum;
}

/* --- reading ------------------------------------------------------------- */

static enum apo_exit fail(const char *path)
{
    return apo_report_failure("%s: %s", path, strerror(errno));
}

static enum apo_exit read_all(apo_buffer *out, const char *path, FILE *file)
{
    size_t count = 1;
    while (count > 0 && out->length <= SIZE_MAX_BYTES) {
        char *chunk = apo_buffer_reserve(out, CHUNK_BYTES);
        if (chunk == NULL)
            return apo_report_failure("%s: %s", path, apo_status_message(APO_E_MEMORY));
        count = fread(chunk, 1, CHUNK_BYTES, file);
        out->length += count;
        out->bytes[out->length] = '\0';
    }
    return ferror(file) ? fail(path) : APO_EXIT_OK;
}

enum apo_exit apo_checkpoint_read(apo_checkpoint *out, apo_buffer *out_trainer,
                                  bool *out_is_there, const char *path)
{
    file_head head;
    const size_t sum_end = offsetof(file_head, checkpoint);
    FILE *file = fopen(path, "rb");
    *out_is_there = file != NULL;
    if (file == NULL)
        return errno == ENOENT ? APO_EXIT_OK : fail(path);
    enum apo_exit result = read_all(out_trainer, path, file);
    fclose(file);
    if (result != APO_EXIT_OK)
        return result;
    apo_span bytes = apo_buffer_span(out_trainer);
    if (bytes.length < sizeof magic || memcmp(bytes.text, magic, sizeof magic) != 0)
        return apo_report_failure("%s: this is not a checkpoint", path);
    if (bytes.length >= sizeof head)
        memcpy(&head, bytes.text, sizeof head);
    if (bytes.length < sizeof head ||
        head.sum != checksum(bytes.text + sum_end, bytes.length - sum_end) ||
        head.checkpoint.file_count > APO_RECIPE_FILES_MAX)
        return apo_report_failure("%s: the checkpoint is damaged", path);
    *out = head.checkpoint;
    memmove(out_trainer->bytes, bytes.text + sizeof head, bytes.length - sizeof head + 1);
    out_trainer->length -= sizeof head;
    return APO_EXIT_OK;
}

/* --- writing ------------------------------------------------------------- */

static bool write_bytes(FILE *file, apo_span bytes)
{
    bool is_written = fwrite(bytes.text, 1, bytes.length, file) == bytes.length &&
                      fflush(file) == 0 && fsync(fileno(file)) == 0;
    int why = errno;
    if (fclose(file) != 0 && is_written)
        return false;
    if (!is_written)
        errno = why;
    return is_written;
}

static enum apo_exit replace(const char *path, const char *draft, apo_span bytes)
{
    FILE *file = fopen(draft, "wb");
    if (file == NULL)
        return fail(draft);
    if (write_bytes(file, bytes) && rename(draft, path) == 0)
        return APO_EXIT_OK;
    enum apo_exit result = fail(path);
    (void)remove(draft);
    return result;
}

enum apo_exit apo_checkpoint_write(const apo_checkpoint *checkpoint, const apo_trainer *trainer,
                                   const char *path)
{
    const size_t sum_end = offsetof(file_head, checkpoint);
    file_head head;
    apo_buffer bytes, draft;
    enum apo_exit result;
    apo_buffer_init(&bytes, NULL);
    apo_buffer_init(&draft, NULL);
    memset(&head, 0, sizeof head);
    memcpy(head.magic, magic, sizeof magic);
    head.checkpoint = *checkpoint;
    apo_buffer_add_span(&bytes, (apo_span){(const char *)&head, sizeof head});
    apo_trainer_write(&bytes, trainer);
    apo_buffer_add(&draft, path);
    apo_buffer_add(&draft, ".new");
    if (bytes.is_failed || draft.is_failed) {
        result = apo_report_failure("%s: %s", path, apo_status_message(APO_E_MEMORY));
    } else {
        head.sum = checksum(bytes.bytes + sum_end, bytes.length - sum_end);
        memcpy(bytes.bytes, &head, sizeof head);
        result = replace(path, draft.bytes, apo_buffer_span(&bytes));
    }
    apo_buffer_clear(&bytes);
    apo_buffer_clear(&draft);
    return result;
}
