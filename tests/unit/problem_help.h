/* The problems of tests/mates/problems.tsv, which has a line for each: game, kind, moves,
 * nodes, FEN. */
#ifndef APO_TESTS_PROBLEM_HELP_H
#define APO_TESTS_PROBLEM_HELP_H

#include "notation_help.h"

enum {
    PROBLEMS_LEAST = 60
};

typedef struct problem {
    char game[32], fen[APO_FEN_MAX];
    bool may_stalemate; /* else: mate */
    unsigned moves;
    uint64_t nodes; /* in which the engine solves it */
} problem;

static inline bool problem_read(problem *out, char *line)
{
    char *fields[5];
    for (unsigned i = 0; i < 5; i++) {
        fields[i] = line;
        line += strcspn(line, "\t\n");
        if (*line == '\0')
            return false;
        *line++ = '\0';
    }
    snprintf(out->game, sizeof out->game, "%s", fields[0]);
    snprintf(out->fen, sizeof out->fen, "%s", fields[4]);
    out->may_stalemate = strcmp(fields[1], "stalemate") == 0;
    out->moves = (unsigned)strtoul(fields[2], NULL, 10);
    out->nodes = strtoull(fields[3], NULL, 10);
    return out->moves >= 1 && (out->may_stalemate || strcmp(fields[1], "mate") == 0);
}

/* Calls `check` for every problem of the file; returns how many there are. */
static inline unsigned problem_each(void (*check)(const problem *, const apo_variant *))
{
    static const char path[] = "tests/mates/problems.tsv";
    static char line[HELP_LINE_MAX];
    FILE *file = fopen(path, "r");
    unsigned count = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        problem one;
        if (line[0] == '#' || line[0] == '\n')
            continue;
        if (!problem_read(&one, line))
            fail_msg("%s: problem %u cannot be read", path, count + 1);
        apo_variant *var = help_open(one.game);
        check(&one, var);
        apo_variant_free(var);
        count++;
    }
    fclose(file);
    return count;
}

#endif
