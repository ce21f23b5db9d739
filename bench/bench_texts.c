/* Tries the law of tests/text_law.h on very many moves: each legal move, written in each
 * notation, must be read back as exactly that move.
 *
 *     bench_texts STATE MOVES [THREADS [SEED [DEFINITION ...]]]
 *
 * STATE is a file to which every finished block of a million moves adds a line; run it again to
 * resume. The games are the built-in ones, or the definition files. Exit status 1, with the
 * position and the text, if the law is broken. docs/notations.md has the figures. */
#include "text_law.h"

#include <inttypes.h>
#include <pthread.h>

enum {
    BLOCK_MOVES = 1000000,
    BLOCKS_MAX = 1 << 20,
    THREADS_MAX = 64,
    ALONE_EVERY = 64, /* one position in so many is also read in the form of other programs */
    LINE_MAX_BYTES = 256
};

enum count {
    COUNT_MOVES,
    COUNT_POSITIONS,
    COUNT_EN_PASSANT,
    COUNT_CASTLING,
    COUNT_PROMOTION,
    COUNT_LAUNCH,
    COUNT_SERIES, /* checkers and captures in passing */
    COUNTS
};

static const char *const count_names[COUNTS] = {
    "moves", "positions", "en passant", "castling", "promotions", "launches", "series"};

/* What the threads share; `lock` guards all that changes. */
typedef struct trial {
    pthread_mutex_t lock;
    FILE *state;
    uint64_t seed;
    uint32_t block_count;
    uint32_t next; /* the next block to look at */
    bool is_done[BLOCKS_MAX];
    bool is_broken;
    uint64_t counts[COUNTS];
    apo_variant *games[PLAYOUT_GAMES_MAX];
    size_t game_count;
} trial;

static trial all;

static void count_move(uint64_t counts[COUNTS], const apo_move *mv)
{
    counts[COUNT_MOVES]++;
    counts[COUNT_EN_PASSANT] += mv->kind == APO_MOVE_EN_PASSANT;
    counts[COUNT_CASTLING] += mv->kind == APO_MOVE_CASTLING || mv->kind == APO_MOVE_LEAP;
    counts[COUNT_PROMOTION] += mv->promoted != APO_TYPE_NONE;
    counts[COUNT_LAUNCH] += mv->launched != APO_TYPE_NONE;
    counts[COUNT_SERIES] += mv->kind == APO_MOVE_CHECKER || mv->kind == APO_MOVE_PATH;
}

/* Tries a million moves; false if the law is broken. */
static bool try_block(playout *p, text_law *law, uint32_t block, uint64_t counts[COUNTS])
{
    apo_random_seed(&p->random, apo_mix(all.seed) ^ block);
    memset(counts, 0, COUNTS * sizeof counts[0]);
    for (playout_begin_any(p); counts[COUNT_MOVES] < BLOCK_MOVES; text_law_next(p)) {
        if (!text_law_holds(law, p, counts[COUNT_POSITIONS] % ALONE_EVERY == 0))
            return false;
        counts[COUNT_POSITIONS]++;
        for (size_t i = 0; i < p->legal.list.count; i++)
            count_move(counts, &p->legal.list.moves[i]);
    }
    return true;
}

static void note_block(uint32_t block, const uint64_t counts[COUNTS])
{
    fprintf(all.state, "%" PRIu32, block);
    for (unsigned i = 0; i < COUNTS; i++) {
        fprintf(all.state, " %" PRIu64, counts[i]);
        all.counts[i] += counts[i];
    }
    fprintf(all.state, "\n");
    fflush(all.state);
}

/* The next block nobody has tried; false if there is none. */
static bool take_block(uint32_t *out)
{
    while (all.next < all.block_count && all.is_done[all.next])
        all.next++;
    *out = all.next;
    return !all.is_broken && all.next++ < all.block_count;
}

static void *work(void *unused)
{
    playout *p = calloc(1, sizeof *p);
    text_law *law = calloc(1, sizeof *law);
    uint64_t counts[COUNTS];
    uint32_t block;
    (void)unused;
    if (p == NULL || law == NULL)
        abort();
    memcpy(p->games, all.games, sizeof p->games);
    p->game_count = all.game_count;
    pthread_mutex_lock(&all.lock);
    while (take_block(&block)) {
        pthread_mutex_unlock(&all.lock);
        bool holds = try_block(p, law, block, counts);
        pthread_mutex_lock(&all.lock);
        if (holds) {
            note_block(block, counts);
        } else {
            all.is_broken = true;
            printf("block %" PRIu32 ": %s\n", block, law->fault);
        }
    }
    pthread_mutex_unlock(&all.lock);
    free(p);
    free(law);
    return NULL;
}

/* Reads which blocks are done, and opens the file for more. */
static bool open_state(const char *path)
{
    char line[LINE_MAX_BYTES];
    FILE *old = fopen(path, "r");
    while (old != NULL && fgets(line, sizeof line, old) != NULL) {
        char *at = line;
        unsigned long block = strtoul(at, &at, 10);
        if (block >= BLOCKS_MAX || all.is_done[block])
            continue;
        all.is_done[block] = true;
        for (unsigned i = 0; i < COUNTS; i++)
            all.counts[i] += strtoull(at, &at, 10);
    }
    if (old != NULL)
        fclose(old);
    all.state = fopen(path, "a");
    return all.state != NULL;
}

static bool read_file(const char *path, char *out, size_t capacity, size_t *out_length)
{
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    *out_length = fread(out, 1, capacity, file);
    fclose(file);
    return *out_length < capacity;
}

static void open_definitions(char **paths, size_t count)
{
    static char text[1 << 20];
    size_t length = 0;
    for (size_t i = 0; i < count && i < PLAYOUT_GAMES_MAX; i++) {
        apo_span span;
        if (!read_file(paths[i], text, sizeof text, &length))
            playout_stop(paths[i]);
        span = (apo_span){text, length};
        if (apo_definition_compile(&all.games[i], apo_span_of("own"), span, NULL, NULL, NULL) !=
            APO_OK)
            playout_stop(paths[i]);
        all.game_count = i + 1;
    }
}

static void open_builtins(void)
{
    static playout games;
    playout_open(&games, 0);
    memcpy(all.games, games.games, sizeof all.games);
    all.game_count = games.game_count;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS_MAX];
    unsigned long thread_count = argc > 3 ? strtoul(argv[3], NULL, 10) : 1;
    if (argc < 3 || thread_count < 1 || thread_count > THREADS_MAX) {
        fprintf(stderr, "bench_texts STATE MOVES [THREADS [SEED [DEFINITION ...]]]\n");
        return 2;
    }
    uint64_t blocks = (strtoull(argv[2], NULL, 10) + BLOCK_MOVES - 1) / BLOCK_MOVES;
    all.block_count = (uint32_t)(blocks < BLOCKS_MAX ? blocks : BLOCKS_MAX);
    all.seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 1;
    pthread_mutex_init(&all.lock, NULL);
    if (!open_state(argv[1])) {
        perror(argv[1]);
        return 2;
    }
    if (argc > 5)
        open_definitions(argv + 5, (size_t)argc - 5);
    else
        open_builtins();
    for (unsigned long i = 0; i < thread_count; i++)
        if (pthread_create(&threads[i], NULL, work, NULL) != 0)
            abort();
    for (unsigned long i = 0; i < thread_count; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < COUNTS; i++)
        printf("%12" PRIu64 " %s\n", all.counts[i], count_names[i]);
    fclose(all.state);
    return all.is_broken;
}
