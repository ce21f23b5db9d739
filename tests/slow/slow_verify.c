#include "slow_verify.h"

#include "slow.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_SIZE = 65536,
    COLUMNS = 8
};

struct counts {
    long passed;
    long failed;
    long skipped;
    long line;
};

/* Reads one line without its newline; false at the end of the file. */
static bool read_line(FILE *file, char line[LINE_SIZE], struct counts *counts)
{
    if (fgets(line, LINE_SIZE, file) == NULL) {
        return false;
    }
    line[strcspn(line, "\r\n")] = '\0';
    counts->line++;
    return true;
}

static int split_columns(char *line, char *out[COLUMNS])
{
    int count = 0;
    for (char *at = line; at != NULL && count < COLUMNS; count++) {
        out[count] = at;
        at = strchr(at, '\t');
        if (at != NULL) {
            *at++ = '\0';
        }
    }
    return count;
}

static void count_row(struct counts *counts, const char *fault)
{
    if (fault == NULL) {
        counts->passed++;
        return;
    }
    counts->failed++;
    printf("line %ld: %s\n", counts->line, fault);
    fflush(stdout);
}

static long print_counts(const struct counts *counts)
{
    if (counts->skipped > 0) {
        printf("%ld skipped, over the budget\n", counts->skipped);
    }
    printf("%ld passed, %ld failed\n", counts->passed, counts->failed);
    return counts->failed;
}

/* Does the position write the FEN it was read from? */
static bool writes(const slow_position *pos, const char *fen)
{
    char text[SLOW_FEN_SIZE];
    slow_write(pos, text, sizeof text);
    if (strcmp(text, fen) != 0) {
        printf("  wanted %s\n  has    %s\n", fen, text);
        return false;
    }
    return true;
}

/* --- perft: variant, fen, depth, nodes ----------------------------------- */

static const char *check_perft(char *const column[COLUMNS])
{
    slow_position pos;
    if (slow_read(&pos, column[0], column[1]) != 0 || !writes(&pos, column[1])) {
        return "FEN";
    }
    uint64_t wanted = strtoull(column[3], NULL, 10);
    uint64_t nodes = slow_perft(&pos, (int)strtol(column[2], NULL, 10));
    if (nodes != wanted) {
        printf("  %s %s depth %s: wanted %" PRIu64 ", has %" PRIu64 "\n", column[0], column[1],
               column[2], wanted, nodes);
        return "nodes";
    }
    return NULL;
}

long slow_verify_perft(FILE *file, uint64_t node_budget)
{
    static char line[LINE_SIZE];
    struct counts counts = {0, 0, 0, 0};
    while (read_line(file, line, &counts)) {
        char *column[COLUMNS];
        if (split_columns(line, column) < 4 || strcmp(column[0], "variant") == 0) {
            continue;
        }
        if (strtoull(column[3], NULL, 10) > node_budget) {
            counts.skipped++;
        } else {
            count_row(&counts, check_perft(column));
        }
    }
    return print_counts(&counts);
}

/* --- positions: variant, fen, move, after, san, ... ---------------------- */

/* Rules 6.2, 6.5: the row may give a checker's series in another order than the canonical one,
 * which its SAN then has: "Cc5xe7xg9*d4+". */
static bool is_canonical(const slow_move *move, const char *wanted, const char *san)
{
    char text[SLOW_TEXT_SIZE];
    size_t length = slow_move_text(move, text, sizeof text);
    bool is_in_san = san[0] == 'C' && strncmp(san + 1, text, length) == 0;
    return strcmp(text, wanted) == 0 || (move->kind == SLOW_MOVE_SERIES && is_in_san);
}

static const char *check_position(char *const column[COLUMNS])
{
    slow_position pos;
    slow_move move;
    if (slow_read(&pos, column[0], column[1]) != 0 || !writes(&pos, column[1])) {
        return "FEN";
    }
    if (!slow_find(&pos, column[2], &move)) {
        printf("  %s %s %s\n", column[0], column[1], column[2]);
        return "move is not legal";
    }
    if (!is_canonical(&move, column[2], column[4])) {
        return "move text";
    }
    slow_play(&pos, &move);
    return writes(&pos, column[3]) ? NULL : "FEN after the move";
}

long slow_verify_positions(FILE *file)
{
    static char line[LINE_SIZE];
    struct counts counts = {0, 0, 0, 0};
    while (read_line(file, line, &counts)) {
        char *column[COLUMNS];
        if (split_columns(line, column) >= 5 && strcmp(column[0], "variant") != 0) {
            count_row(&counts, check_position(column));
        }
    }
    return print_counts(&counts);
}

/* --- games: blocks of "key value" lines ---------------------------------- */

struct game_block {
    char variant[64];
    char begin[SLOW_FEN_SIZE];
    char moves[LINE_SIZE];
    char result[16];
    char reason[16];
    char points[32];
    char final[SLOW_FEN_SIZE];
};

static void keep(char *out, size_t size, const char *line, const char *key)
{
    size_t length = strlen(key);
    if (strncmp(line, key, length) == 0 && line[length] == ' ') {
        snprintf(out, size, "%s", line + length + 1);
    }
}

static void keep_line(struct game_block *game, const char *line)
{
    keep(game->variant, sizeof game->variant, line, "variant");
    keep(game->begin, sizeof game->begin, line, "begin");
    keep(game->moves, sizeof game->moves, line, "moves");
    keep(game->result, sizeof game->result, line, "result");
    keep(game->reason, sizeof game->reason, line, "reason");
    keep(game->points, sizeof game->points, line, "points");
    keep(game->final, sizeof game->final, line, "final");
}

static bool has_points(const slow_position *pos, const char *wanted)
{
    int points[2];
    char text[32];
    slow_points(pos, points);
    snprintf(text, sizeof text, "%d-%d", points[SLOW_WHITE], points[SLOW_BLACK]);
    return wanted[0] == '\0' || strcmp(text, wanted) == 0;
}

static const char *check_game(const struct game_block *game)
{
    slow_replay_report report;
    if (slow_replay(&report, game->variant, game->begin, game->moves) != 0) {
        return "FEN";
    }
    if (!report.legal) {
        printf("  %s: half-move %zu refused, reason so far %s\n", game->variant, report.played,
               report.reason);
        return "illegal move";
    }
    if (strcmp(report.result, game->result) != 0 || strcmp(report.reason, game->reason) != 0) {
        printf("  %s: has %s %s\n", game->variant, report.result, report.reason);
        return "result";
    }
    if (!has_points(&report.last, game->points)) {
        return "points";
    }
    return writes(&report.last, game->final) ? NULL : "final FEN";
}

static void end_block(struct game_block *game, struct counts *counts)
{
    if (game->variant[0] != '\0') {
        count_row(counts, check_game(game));
    }
    memset(game, 0, sizeof *game);
}

long slow_verify_games(FILE *file)
{
    static char line[LINE_SIZE];
    static struct game_block game;
    struct counts counts = {0, 0, 0, 0};
    memset(&game, 0, sizeof game);
    while (read_line(file, line, &counts)) {
        if (line[0] == '\0') {
            end_block(&game, &counts);
        } else {
            keep_line(&game, line);
        }
    }
    end_block(&game, &counts);
    return print_counts(&counts);
}
