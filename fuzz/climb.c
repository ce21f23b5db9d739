/* Searches for texts that are expensive for their length. Each fuzz target has one such
 * program, in a build that counts every branch (preset costs). usage: costs_<law> [ROUNDS]
 * FOLDER.
 *
 * A candidate is a start, a unit that is repeated, and an end, all taken from the files of the
 * folder and changed a little at a time; a change stays if a text of LARGE bytes then costs
 * more. What is left is measured with SMALL and with LARGE bytes: work that grows with the
 * square of the length costs 64 times as much for eight times the bytes, work that grows with
 * the length eight times. The exit status is 1 when the growth is above growth_max, and 2 when
 * nothing can be measured. Counts depend on the compiler only, not on the machine, so that the
 * same command finds the same. */
#include <dirent.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SMALL = 4096,
    LARGE = 32768,
    SEEDS_MAX = 400,
    SEED_MAX = 16384,
    PART_MAX = 1024, /* a longer unit would be repeated too rarely */
    ROUNDS = 300,
    STALE = 60, /* rounds without success; then another seed */
    CHUNK = 16  /* bytes that memcpy and the like handle for the cost of a branch */
};

static const double growth_max = 1.45; /* an exponent: 1 is linear, 2 a square */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* --- counting ------------------------------------------------------------ */

static uint64_t steps;

void __sanitizer_cov_trace_pc(void);
void *__wrap_memcpy(void *to, const void *from, size_t size);
void *__wrap_memmove(void *to, const void *from, size_t size);
void *__wrap_memset(void *to, int value, size_t size);
void *__wrap_memchr(const void *text, int value, size_t size);
int __wrap_memcmp(const void *a, const void *b, size_t size);
size_t __wrap_strlen(const char *text);
void *__real_memcpy(void *to, const void *from, size_t size);
void *__real_memmove(void *to, const void *from, size_t size);
void *__real_memset(void *to, int value, size_t size);
void *__real_memchr(const void *text, int value, size_t size);
int __real_memcmp(const void *a, const void *b, size_t size);
size_t __real_strlen(const char *text);

/* The compiler inserts a call at every branch; this function itself is exempt. */
__attribute__((no_sanitize_coverage)) void __sanitizer_cov_trace_pc(void)
{
    steps++;
}

static void count(size_t size)
{
    steps += 1 + size / CHUNK;
}

void *__wrap_memcpy(void *to, const void *from, size_t size)
{
    count(size);
    return __real_memcpy(to, from, size);
}

void *__wrap_memmove(void *to, const void *from, size_t size)
{
    count(size);
    return __real_memmove(to, from, size);
}

void *__wrap_memset(void *to, int value, size_t size)
{
    count(size);
    return __real_memset(to, value, size);
}

void *__wrap_memchr(const void *text, int value, size_t size)
{
    const char *found = __real_memchr(text, value, size);
    count(found != NULL ? (size_t)(found - (const char *)text) : size);
    return (void *)(uintptr_t)found;
}

int __wrap_memcmp(const void *a, const void *b, size_t size)
{
    count(size);
    return __real_memcmp(a, b, size);
}

size_t __wrap_strlen(const char *text)
{
    size_t size = __real_strlen(text);
    count(size);
    return size;
}

/* --- candidates ---------------------------------------------------------- */

typedef struct part {
    uint8_t bytes[PART_MAX];
    size_t length;
} part;

typedef struct candidate {
    part start, unit, end;
    uint64_t cost;
} candidate;

typedef struct seed {
    uint8_t *bytes;
    size_t length;
} seed;

static seed seeds[SEEDS_MAX];
static size_t seed_count;
static uint64_t random_state = 1;

static size_t below(size_t limit)
{
    random_state = random_state * 6364136223846793005U + 1442695040888963407U;
    return limit == 0 ? 0 : (size_t)(random_state >> 33) % limit;
}

static uint64_t measure(const candidate *one, size_t size)
{
    uint8_t *text = malloc(size);
    size_t length = one->start.length;
    if (text == NULL)
        exit(2);
    memcpy(text, one->start.bytes, length);
    while (one->unit.length > 0 && length + one->unit.length + one->end.length <= size) {
        memcpy(text + length, one->unit.bytes, one->unit.length);
        length += one->unit.length;
    }
    memcpy(text + length, one->end.bytes, one->end.length);
    length += one->end.length;
    steps = 0;
    LLVMFuzzerTestOneInput(text, length);
    uint64_t cost = steps;
    free(text);
    return cost;
}

static void cut(part *out, const seed *from, size_t begin, size_t end)
{
    out->length = end - begin < PART_MAX ? end - begin : PART_MAX;
    memcpy(out->bytes, from->bytes + begin, out->length);
}

/* Cuts a random seed into start, unit and end; the unit is often short, or runs to the end of
 * a line. */
static void split(candidate *out)
{
    const seed *from = &seeds[below(seed_count)];
    size_t begin = below(from->length + 1), longest = below(2) == 0 ? 8 : PART_MAX;
    size_t rest = from->length - begin;
    size_t end = begin + below((rest < longest ? rest : longest) + 1);
    const uint8_t *line = memchr(from->bytes + begin, '\n', rest);
    if (below(3) == 0 && line != NULL)
        end = (size_t)(line - from->bytes) + 1;
    cut(&out->start, from, begin > PART_MAX ? begin - PART_MAX : 0, begin);
    cut(&out->unit, from, begin, end);
    cut(&out->end, from, end, from->length);
}

static void change_part(part *one)
{
    size_t at = below(one->length + 1);
    const seed *from = &seeds[below(seed_count)];
    uint8_t byte = from->length > 0 ? from->bytes[below(from->length)] : (uint8_t)below(256);
    switch (below(3)) {
    case 0:
        if (at < one->length)
            one->bytes[at] = byte;
        break;
    case 1:
        if (one->length < PART_MAX) {
            memmove(one->bytes + at + 1, one->bytes + at, one->length - at);
            one->bytes[at] = byte;
            one->length++;
        }
        break;
    default:
        if (at < one->length) {
            size_t count_out = 1 + below(one->length - at);
            memmove(one->bytes + at, one->bytes + at + count_out, one->length - at - count_out);
            one->length -= count_out;
        }
    }
}

static void change(candidate *one)
{
    part *const parts[] = {&one->start, &one->unit, &one->unit, &one->end};
    switch (below(4)) {
    case 0: split(one); break;
    case 1: {
        candidate other = {.cost = 0};
        split(&other);
        one->unit = other.unit;
        break;
    }
    default: change_part(parts[below(4)]);
    }
}

/* --- the search ---------------------------------------------------------- */

static void climb(candidate *best, unsigned rounds)
{
    candidate here = {.cost = 0};
    unsigned stale = STALE;
    for (unsigned round = 0; round < rounds; round++) {
        candidate next = here;
        if (stale++ >= STALE) {
            split(&next);
            next.cost = here.cost = stale = 0;
        } else {
            change(&next);
        }
        next.cost = measure(&next, LARGE);
        if (next.cost > here.cost) {
            here = next;
            stale = 0;
        }
        if (here.cost > best->cost)
            *best = here;
    }
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void read_seeds(const char *folder)
{
    struct dirent **entries = NULL;
    int found = scandir(folder, &entries, is_visible, alphasort);
    for (int i = 0; i < found; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        FILE *stream = seed_count < SEEDS_MAX ? fopen(path, "rb") : NULL;
        uint8_t *bytes = stream != NULL ? malloc(SEED_MAX) : NULL;
        if (bytes != NULL)
            seeds[seed_count++] = (seed){bytes, fread(bytes, 1, SEED_MAX, stream)};
        if (stream != NULL)
            fclose(stream);
        free(entries[i]);
    }
    free(entries);
}

static void print_part(const char *name, const part *one)
{
    printf("  %s: ", name);
    for (size_t i = 0; i < one->length && i < 200; i++) {
        int c = one->bytes[i];
        if (c >= ' ' && c < 127)
            putchar(c);
        else
            printf("\\x%02x", (unsigned)c);
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    static candidate best;
    unsigned rounds = argc > 2 ? (unsigned)strtoul(argv[1], NULL, 10) : ROUNDS;
    if (argc < 2)
        return 2;
    read_seeds(argv[argc - 1]);
    if (seed_count == 0)
        return 2;
    LLVMFuzzerTestOneInput(seeds[0].bytes, seeds[0].length); /* builds what is kept */
    climb(&best, rounds);
    uint64_t small = measure(&best, SMALL), large = measure(&best, LARGE);
    double growth =
        log((double)large / (double)(small > 0 ? small : 1)) / log((double)LARGE / SMALL);
    const char *name = strrchr(argv[0], '/');
    printf("%-28s %8.0f steps a byte, growth %.2f%s\n", name != NULL ? name + 1 : argv[0],
           (double)large / LARGE, growth, growth > growth_max ? "  TOO MUCH" : "");
    if (growth > growth_max) {
        print_part("start", &best.start);
        print_part("unit", &best.unit);
        print_part("end", &best.end);
    }
    return growth > growth_max;
}
