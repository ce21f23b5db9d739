/* The part of bench/legal_moves.py that is in C: legal moves from FEN through the front door of
 * the library.
 *
 * usage: bench_moves GAME FILE
 *
 * FILE has one FEN on each line. Each line on stdin starts a round, after which the program
 * prints, for each way of listing moves, its name, the positions, the seconds of processor
 * time, and the moves. */
#include <apothecary/apothecary.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    LINE_SIZE = 4096
};

typedef struct bench {
    apo_variant *var;
    apo_position *pos;
    char **fens; /* owned, with their texts */
    size_t count, capacity;
    apo_moves moves;
    apo_buffer text;
} bench;

static void fail(const char *what)
{
    fprintf(stderr, "bench_moves: %s\n", what);
    exit(2);
}

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
    return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

static void read_fens(bench *b, const char *path)
{
    char line[LINE_SIZE];
    FILE *stream = fopen(path, "r");
    if (stream == NULL)
        fail(path);
    while (fgets(line, sizeof line, stream) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (b->count == b->capacity) {
            b->capacity = b->capacity > 0 ? 2 * b->capacity : 1024;
            char **fens = realloc(b->fens, b->capacity * sizeof *fens);
            if (fens == NULL)
                fail("out of memory");
            b->fens = fens;
        }
        b->fens[b->count] = strdup(line);
        if (b->fens[b->count++] == NULL)
            fail("out of memory");
    }
    fclose(stream);
}

static uint64_t count_moves(bench *b)
{
    apo_move_list *list = apo_moves_start(&b->moves);
    if (apo_moves_legal(list, b->pos) != APO_OK)
        fail("too many moves");
    return list->count;
}

/* Counts the moves by the blanks between them. */
static uint64_t write_moves(bench *b, enum apo_notation notation)
{
    b->text.length = 0; /* emptied, but keeps its memory */
    if (apo_moves_write(&b->text, b->pos, notation) != APO_OK)
        fail("the moves cannot be written");
    uint64_t count = b->text.length > 0;
    for (size_t i = 0; i < b->text.length; i++)
        count += b->text.bytes[i] == ' ';
    return count;
}

static uint64_t write_coordinates(bench *b)
{
    return write_moves(b, APO_NOTATION_COORDINATE);
}

static uint64_t write_san(bench *b)
{
    return write_moves(b, APO_NOTATION_SAN);
}

static void measure(bench *b, const char *what, uint64_t (*answer)(bench *))
{
    double began = now();
    uint64_t sum = 0;
    for (size_t i = 0; i < b->count; i++) {
        if (apo_fen_read(b->pos, b->var, apo_span_of(b->fens[i]), NULL) != APO_OK)
            fail(b->fens[i]);
        sum += answer(b);
    }
    printf("%s %zu %.9f %llu\n", what, b->count, now() - began, (unsigned long long)sum);
}

int main(int count, char **words)
{
    static bench b;
    char line[LINE_SIZE];
    if (count != 3)
        fail("usage: bench_moves GAME FILE");
    if (apo_definition_open(&b.var, apo_span_of(words[1]), NULL, NULL) != APO_OK)
        fail("there is no such game");
    b.pos = apo_position_new(b.var);
    if (b.pos == NULL)
        fail("out of memory");
    apo_buffer_init(&b.text, NULL);
    read_fens(&b, words[2]);
    while (fgets(line, sizeof line, stdin) != NULL) {
        measure(&b, "C list", count_moves);
        measure(&b, "C text", write_coordinates);
        measure(&b, "C SAN", write_san);
        printf("\n");
        fflush(stdout);
    }
    apo_buffer_clear(&b.text);
    apo_position_free(b.pos);
    apo_variant_free(b.var);
    for (size_t i = 0; i < b.count; i++)
        free(b.fens[i]);
    free(b.fens);
    return 0;
}
