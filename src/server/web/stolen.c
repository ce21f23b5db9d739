#include "server/web/stolen.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "net/sha1.h"

enum {
    LINE_MAX_BYTES = 1000,
    BITS_EACH = 16, /* with six probes, one in 1,700 is mistaken */
    PROBES = 6,
    HEX_DIGITS = 2 * APO_SHA1_BYTES
};

struct apo_stolen {
    uint64_t bit_count;
    uint8_t *bits;
};

/* The digest's halves give all probes. */
static uint64_t probe(const apo_stolen *stolen, const uint8_t digest[APO_SHA1_BYTES],
                      unsigned number)
{
    uint64_t first, second;
    memcpy(&first, digest, sizeof first);
    memcpy(&second, digest + sizeof first, sizeof second);
    return (first + number * (second | 1)) % stolen->bit_count;
}

static void add(apo_stolen *stolen, const uint8_t digest[APO_SHA1_BYTES])
{
    for (unsigned i = 0; i < PROBES; i++) {
        uint64_t bit = probe(stolen, digest, i);
        stolen->bits[bit / 8] |= (uint8_t)(1U << (bit % 8));
    }
}

static int digit_of(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c != '\0' ? strchr(digits, apo_to_lower(c)) : NULL;
    return at != NULL ? (int)(at - digits) : -1;
}

/* "5BAA61E4...68FD8" or "5BAA61E4...68FD8:3861493" */
static bool read_digest(uint8_t out[APO_SHA1_BYTES], apo_span line)
{
    if (line.length < HEX_DIGITS || (line.length > HEX_DIGITS && line.text[HEX_DIGITS] != ':'))
        return false;
    for (size_t i = 0; i < APO_SHA1_BYTES; i++) {
        int high = digit_of(line.text[2 * i]), low = digit_of(line.text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        out[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

/* The next line without its end; lines that are too long are left out. False: the end. */
static bool next_line(FILE *file, char buf[LINE_MAX_BYTES + 2], apo_span *out)
{
    bool is_rest = false;
    while (fgets(buf, LINE_MAX_BYTES + 2, file) != NULL) {
        size_t length = strlen(buf);
        bool is_whole = length > 0 && (buf[length - 1] == '\n' || feof(file) != 0);
        bool is_line = is_whole && !is_rest;
        is_rest = !is_whole;
        while (length > 0 && (buf[length - 1] == '\n' || buf[length - 1] == '\r'))
            length--;
        *out = (apo_span){buf, length};
        if (is_line && length > 0)
            return true;
    }
    return false;
}

static apo_status count_lines(FILE *file, uint64_t *out, apo_error *err)
{
    char buf[LINE_MAX_BYTES + 2];
    apo_span line;
    for (*out = 0; next_line(file, buf, &line); ++*out) {
        if (*out == APO_STOLEN_MAX)
            return apo_fail(
                err, APO_E_TOO_LARGE, 0,
                "the list of stolen passwords is too long: keep the 16,777,216 most "
                "common",
                apo_span_of(""));
    }
    return APO_OK;
}

static void add_lines(apo_stolen *stolen, FILE *file)
{
    char buf[LINE_MAX_BYTES + 2];
    uint8_t digest[APO_SHA1_BYTES];
    apo_span line;
    while (next_line(file, buf, &line)) {
        if (!read_digest(digest, line))
            apo_sha1(digest, line);
        add(stolen, digest);
    }
}

static apo_status read_all(apo_stolen **out, FILE *file, apo_error *err)
{
    uint64_t lines;
    apo_status status = count_lines(file, &lines, err);
    if (status != APO_OK)
        return status;
    apo_stolen *stolen = apo_allocate_zero(NULL, sizeof *stolen);
    if (stolen == NULL)
        return apo_fail(err, APO_E_MEMORY, 0, "out of memory", apo_span_of(""));
    stolen->bit_count = (lines + 1) * BITS_EACH;
    stolen->bits = apo_allocate_zero(NULL, stolen->bit_count / 8);
    if (stolen->bits == NULL) {
        apo_stolen_free(stolen);
        return apo_fail(err, APO_E_MEMORY, 0, "out of memory", apo_span_of(""));
    }
    rewind(file);
    add_lines(stolen, file);
    *out = stolen;
    return APO_OK;
}

apo_status apo_stolen_read(apo_stolen **out, const char *path, apo_error *err)
{
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return apo_fail(err, APO_E_IO, 0, strerror(errno), apo_span_of(""));
    apo_status status = read_all(out, file, err);
    if (status == APO_OK && ferror(file) != 0) {
        apo_stolen_free(*out);
        *out = NULL;
        status = apo_fail(err, APO_E_IO, 0, "it cannot be read", apo_span_of(""));
    }
    fclose(file);
    return status;
}

void apo_stolen_free(apo_stolen *stolen)
{
    if (stolen == NULL)
        return;
    apo_free(NULL, stolen->bits);
    apo_free(NULL, stolen);
}

size_t apo_stolen_bytes(const apo_stolen *stolen)
{
    return stolen != NULL ? sizeof *stolen + stolen->bit_count / 8 : 0;
}

bool apo_stolen_has(const apo_stolen *stolen, apo_span password)
{
    uint8_t digest[APO_SHA1_BYTES];
    bool is_in = stolen != NULL;
    if (is_in)
        apo_sha1(digest, password);
    for (unsigned i = 0; is_in && i < PROBES; i++) {
        uint64_t bit = probe(stolen, digest, i);
        is_in = (stolen->bits[bit / 8] >> (bit % 8) & 1U) != 0;
    }
    return is_in;
}
