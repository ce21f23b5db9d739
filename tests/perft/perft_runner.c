/* Counts move sequences and compares: perft_runner FILE.tsv... [--nodes N]
 *
 * A row is variant, FEN, depth, number of sequences, with tabs between; a first row of headings
 * is skipped. Rows are counted as long as they fit into the budget, cheapest first, so that a
 * small budget still looks at every kind of position. Without a budget from outside, rows of
 * more than 100 million are left out. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "definition/file/definition.h"
#include "notation/fen.h"
#include "rules/kernel/perft.h"

enum {
    LINE_SIZE = 8192,
    ROWS_MAX = 4096,
    COLUMNS = 4,
    GAMES_MAX = 256,
    ID_SIZE = 64
};

/* About a minute of a slow core for all rows of one file; one row takes at most this share. */
static const uint64_t default_budget = 1500U * 1000 * 1000;
static const uint64_t default_row_max = 100U * 1000 * 1000;

typedef struct {
    long line;
    char *id, *fen; /* owned: one block, `id` its start */
    unsigned depth;
    uint64_t nodes;
} perft_row;

typedef struct {
    perft_row rows[ROWS_MAX];
    size_t count;
    size_t game_count;
    apo_variant *games[GAMES_MAX]; /* owned */
    long passed, failed, left_out;
} runner;

static const apo_variant *open_game(runner *r, const char *id)
{
    for (size_t i = 0; i < r->game_count; i++)
        if (strcmp(apo_variant_info_of(r->games[i])->id, id) == 0)
            return r->games[i];
    if (r->game_count == GAMES_MAX ||
        apo_definition_open(&r->games[r->game_count], apo_span_of(id), NULL, NULL) != APO_OK)
        return NULL;
    return r->games[r->game_count++];
}

/* Runs one row; prints what is wrong and returns false if it fails. */
static bool run_row(runner *r, const perft_row *row, const char *path)
{
    char id[ID_SIZE];
    snprintf(id, sizeof id, "%.*s", (int)strcspn(row->id, ":"), row->id);
    const apo_variant *var = open_game(r, id);
    apo_position pos;
    apo_error err = {.detail = "unknown game"};
    if (var == NULL || apo_fen_read(&pos, var, apo_span_of(row->fen), &err) != APO_OK) {
        printf("%s:%ld: %s: %s\n", path, row->line, row->id, err.detail);
        return false;
    }
    uint64_t nodes = apo_perft(&pos, row->depth);
    if (nodes == row->nodes)
        return true;
    printf("%s:%ld: %s %s depth %u: wanted %" PRIu64 ", has %" PRIu64 "\n", path, row->line,
           row->id, row->fen, row->depth, row->nodes, nodes);
    return false;
}

static bool parse_row(perft_row *out, const char *line, long number)
{
    char *copy = strdup(line), *column[COLUMNS];
    char *rest = copy;
    for (int i = 0; copy != NULL && i < COLUMNS; i++) {
        column[i] = rest;
        size_t length = strcspn(rest, "\t\r\n");
        rest += length + (rest[length] != '\0');
        column[i][length] = '\0';
    }
    if (copy == NULL || column[COLUMNS - 1][0] < '0' || column[COLUMNS - 1][0] > '9') {
        free(copy);
        return false;
    }
    *out = (perft_row){number, column[0], column[1], (unsigned)strtoul(column[2], NULL, 10),
                       strtoull(column[3], NULL, 10)};
    return true;
}

static int compare_rows(const void *a, const void *b)
{
    const perft_row *x = a, *y = b;
    return x->nodes < y->nodes ? -1 : x->nodes > y->nodes;
}

static bool run_file(runner *r, const char *path, uint64_t budget, uint64_t row_max)
{
    static char line[LINE_SIZE];
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        return false;
    }
    r->count = 0;
    for (long number = 1; fgets(line, sizeof line, file) != NULL; number++)
        if (r->count < ROWS_MAX && parse_row(&r->rows[r->count], line, number))
            r->count++;
    fclose(file);
    qsort(r->rows, r->count, sizeof r->rows[0], compare_rows);
    for (size_t i = 0; i < r->count; i++) {
        const perft_row *row = &r->rows[i];
        bool fits = row->nodes <= budget && row->nodes <= row_max;
        budget -= fits ? row->nodes : 0;
        if (!fits)
            r->left_out++;
        else if (run_row(r, row, path))
            r->passed++;
        else
            r->failed++;
        free(row->id);
    }
    return true;
}

int main(int argc, char **argv)
{
    static runner r;
    uint64_t budget = default_budget, row_max = default_row_max;
    const char *from_outside = getenv("APO_PERFT_NODES");
    bool is_read = true;
    if (from_outside != NULL && from_outside[0] != '\0')
        row_max = budget = strtoull(from_outside, NULL, 10);
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], "--nodes") == 0)
            row_max = budget = strtoull(argv[i + 1], NULL, 10);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--nodes") == 0)
            i++;
        else
            is_read = run_file(&r, argv[i], budget, row_max) && is_read;
    }
    for (size_t i = 0; i < r.game_count; i++)
        apo_variant_free(r.games[i]);
    if (r.left_out > 0)
        printf("%ld left out, over the budget of nodes (--nodes N)\n", r.left_out);
    printf("%ld passed, %ld failed\n", r.passed, r.failed);
    return !is_read || r.failed > 0 || r.passed == 0;
}
