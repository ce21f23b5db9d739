/* The slow rules on the command line; see usage(). */
#include "slow.h"
#include "slow_verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int usage(void)
{
    fputs("usage: slow moves VARIANT FEN            legal moves, one a line\n"
          "       slow perft VARIANT FEN DEPTH      number of leaves\n"
          "       slow divide VARIANT FEN DEPTH     the same for each move\n"
          "       slow apply VARIANT FEN MOVE...    FEN after the moves\n"
          "       slow replay VARIANT FEN MOVE...   result, reason and FEN\n"
          "       slow status VARIANT FEN           check, moves, end, points\n"
          "       slow same VARIANT FEN FEN         1 if they repeat each other, else 0\n"
          "       slow verify perft FILE [BUDGET]   rows of at most BUDGET nodes\n"
          "       slow verify positions FILE\n"
          "       slow verify games FILE\n",
          stderr);
    return 2;
}

static int fail(const char *what, const char *text)
{
    fprintf(stderr, "slow: %s: %s\n", what, text);
    return 1;
}

static void print_fen(const slow_position *pos)
{
    char text[SLOW_FEN_SIZE];
    slow_write(pos, text, sizeof text);
    puts(text);
}

static int print_moves(const slow_position *pos)
{
    slow_move moves[SLOW_MOVES];
    char text[SLOW_TEXT_SIZE];
    size_t count = slow_legal(pos, moves, SLOW_MOVES);
    for (size_t i = 0; i < count && i < SLOW_MOVES; i++) {
        slow_move_text(&moves[i], text, sizeof text);
        puts(text);
    }
    return 0;
}

static int print_perft(const slow_position *pos, const char *depth)
{
    printf("%" PRIu64 "\n", slow_perft(pos, (int)strtol(depth, NULL, 10)));
    return 0;
}

static int print_divide(const slow_position *pos, const char *depth)
{
    slow_move moves[SLOW_MOVES];
    char text[SLOW_TEXT_SIZE];
    size_t count = slow_legal(pos, moves, SLOW_MOVES);
    for (size_t i = 0; i < count && i < SLOW_MOVES; i++) {
        slow_position after = *pos;
        slow_play(&after, &moves[i]);
        slow_move_text(&moves[i], text, sizeof text);
        printf("%s %" PRIu64 "\n", text, slow_perft(&after, (int)strtol(depth, NULL, 10) - 1));
    }
    return 0;
}

static int apply_moves(slow_position *pos, int count, char **texts)
{
    for (int i = 0; i < count; i++) {
        slow_move move;
        if (!slow_find(pos, texts[i], &move)) {
            return fail("illegal move", texts[i]);
        }
        slow_play(pos, &move);
    }
    print_fen(pos);
    return 0;
}

static char *join_words(int count, char **words)
{
    size_t size = 1;
    for (int i = 0; i < count; i++) {
        size += strlen(words[i]) + 1;
    }
    char *text = calloc(size, 1);
    size_t length = 0;
    for (int i = 0; text != NULL && i < count; i++) {
        length += (size_t)snprintf(text + length, size - length, "%s ", words[i]);
    }
    return text;
}

static int replay_moves(const char *variant, const char *fen, int count, char **texts)
{
    slow_replay_report report;
    char *moves = join_words(count, texts);
    if (moves == NULL) {
        return fail("no memory", "replay");
    }
    int status = slow_replay(&report, variant, fen, moves);
    free(moves);
    if (status != 0) {
        return fail("cannot replay", fen);
    }
    printf("%s played=%zu result=%s reason=%s\n", report.legal ? "legal" : "illegal",
           report.played, report.result, report.reason);
    print_fen(&report.last);
    return report.legal ? 0 : 1;
}

static int print_status(const slow_position *pos)
{
    static const char *const ends[] = {"none", "mate", "stalemate", "bare"};
    int points[2];
    bool has_points = slow_points(pos, points);
    printf("check=%d moves=%zu end=%s points=", slow_in_check(pos) ? 1 : 0,
           slow_legal(pos, NULL, 0), ends[slow_end(pos)]);
    if (has_points) {
        printf("%d-%d\n", points[SLOW_WHITE], points[SLOW_BLACK]);
    } else {
        puts("-");
    }
    return 0;
}

static int print_same(const slow_position *pos, const char *variant, const char *fen)
{
    slow_position other;
    if (slow_read(&other, variant, fen) != 0) {
        return fail("cannot read", fen);
    }
    printf("%d\n", slow_same(pos, &other) ? 1 : 0);
    return 0;
}

static int verify(int argc, char **argv)
{
    FILE *file = argc >= 4 ? fopen(argv[3], "r") : NULL;
    long failed = -1;
    if (file == NULL) {
        return usage();
    }
    if (strcmp(argv[2], "perft") == 0) {
        failed = slow_verify_perft(file, argc > 4 ? strtoull(argv[4], NULL, 10) : UINT64_MAX);
    } else if (strcmp(argv[2], "positions") == 0) {
        failed = slow_verify_positions(file);
    } else if (strcmp(argv[2], "games") == 0) {
        failed = slow_verify_games(file);
    }
    fclose(file);
    return failed < 0 ? usage() : failed > 0;
}

static int look_at_position(int argc, char **argv)
{
    const char *verb = argv[1];
    slow_position pos;
    if (slow_read(&pos, argv[2], argv[3]) != 0) {
        return fail("cannot read", argv[3]);
    }
    if (strcmp(verb, "moves") == 0) {
        return print_moves(&pos);
    }
    if (strcmp(verb, "status") == 0) {
        return print_status(&pos);
    }
    if (strcmp(verb, "apply") == 0) {
        return apply_moves(&pos, argc - 4, argv + 4);
    }
    if (strcmp(verb, "replay") == 0) {
        return replay_moves(argv[2], argv[3], argc - 4, argv + 4);
    }
    if (strcmp(verb, "perft") == 0 && argc == 5) {
        return print_perft(&pos, argv[4]);
    }
    if (strcmp(verb, "divide") == 0 && argc == 5) {
        return print_divide(&pos, argv[4]);
    }
    if (strcmp(verb, "same") == 0 && argc == 5) {
        return print_same(&pos, argv[2], argv[4]);
    }
    return usage();
}

int main(int argc, char **argv)
{
    if (argc >= 2 && strcmp(argv[1], "verify") == 0) {
        return verify(argc, argv);
    }
    return argc >= 4 ? look_at_position(argc, argv) : usage();
}
