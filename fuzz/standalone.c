/* Runs a fuzz target over files: a corpus as an ordinary test, or one input that a fuzzer
 * found. usage: corpus_<law> FILE|FOLDER... A folder means its files, sorted by name. The empty
 * input is always tried first. A broken law calls abort(); the last name printed is the
 * culprit. */
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    PATH_SIZE = 4096,        /* limit of paths in Linux */
    INPUT_SIZE_MAX = 1 << 24 /* 16 MiB; libFuzzer's own inputs stay below 1 MiB */
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t input_count;

static int fail(const char *path)
{
    fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return 1;
}

/* The input is copied into a block of its exact size, so that a sanitizer detects reads beyond
 * it. */
static int try_stream(FILE *stream, size_t size)
{
    uint8_t *data = malloc(size > 0 ? size : 1);
    if (data == NULL)
        return 1;
    int failed = fread(data, 1, size, stream) != size;
    if (!failed) {
        LLVMFuzzerTestOneInput(data, size);
        input_count++;
    }
    free(data);
    return failed;
}

static int try_file(const char *path, const struct stat *about)
{
    if (about->st_size > INPUT_SIZE_MAX) {
        errno = EFBIG;
        return fail(path);
    }
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        return fail(path);
    printf("%s\n", path);
    fflush(stdout);
    int failed = try_stream(stream, (size_t)about->st_size);
    fclose(stream);
    return failed ? fail(path) : 0;
}

static int try_path(const char *path);

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int try_folder(const char *path)
{
    struct dirent **entries = NULL;
    int count = scandir(path, &entries, is_visible, alphasort);
    if (count < 0)
        return fail(path);
    int failures = 0;
    for (int i = 0; i < count; i++) {
        char inner[PATH_SIZE];
        int length = snprintf(inner, sizeof inner, "%s/%s", path, entries[i]->d_name);
        failures += length < 0 || length >= PATH_SIZE ? 1 : try_path(inner);
        free(entries[i]);
    }
    free(entries);
    return failures;
}

static int try_path(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return fail(path);
    return S_ISDIR(about.st_mode) ? try_folder(path) : try_file(path, &about);
}

int main(int argc, char **argv)
{
    int failures = 0;
    static const uint8_t nothing[1] = {0};
    LLVMFuzzerTestOneInput(nothing, 0);
    for (int i = 1; i < argc; i++)
        failures += try_path(argv[i]);
    printf("%zu inputs tried, %d unreadable\n", input_count + 1, failures);
    return failures > 0;
}
