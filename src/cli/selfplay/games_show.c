#include "cli/selfplay/games_show.h"

#include <stdlib.h>

#include "cli/call/message.h"
#include "cli/io/print_buffer.h"
#include "notation/coordinate.h"
#include "notation/move_number.h"
#include "training/training_start.h"

enum {
    OUTCOMES = APO_QUARTERS_WIN + 1,
    BINS = 5
};

/* Upper bounds of the scores that are counted together; mates come last. */
static const int bounds[BINS] = {50, 200, 800, APO_SCORE_MATE_LEAST, 32768};
static const char *const bound_names[BINS] = {"0-49", "50-199", "200-799", "800-", "mate"};

typedef struct statistics {
    uint32_t games;
    uint64_t positions, random_plies;
    uint32_t results[OUTCOMES]; /* by White's quarters */
    uint64_t bins[BINS];        /* positions by the size of their score */
} statistics;

static void count_game(statistics *all, const apo_training_game *record)
{
    all->games++;
    all->random_plies += record->random_count;
    all->positions += record->ply_count - record->random_count;
    all->results[record->white_quarters]++;
    for (uint32_t i = record->random_count; i < record->ply_count; i++) {
        int score = record->plies[i].score, bin = 0;
        score = score < 0 ? -score : score;
        while (score >= bounds[bin])
            bin++;
        all->bins[bin]++;
    }
}

/* game 17 start 3 white 2 random 4: e2e4 e7e5 g1f3 b8c6 | f1b5 25 a7a6 -20 ... */
static apo_status write_game(apo_buffer *out, const apo_games_map *map,
                             const apo_training_game *record, const apo_variant *var)
{
    apo_position pos;
    char buf[APO_COORDINATE_MAX + 128];
    snprintf(buf, sizeof buf, "game %u start %u white %u random %u:", (unsigned)record->number,
             (unsigned)record->start, record->white_quarters, (unsigned)record->random_count);
    apo_buffer_add(out, buf);
    apo_status status = apo_training_start(&pos, var, &map->head, record);
    for (uint32_t i = 0; status == APO_OK && i < record->ply_count; i++) {
        apo_move mv;
        apo_text text = apo_text_start(buf, sizeof buf);
        status = apo_move_of_number(&mv, &pos, record->plies[i].move);
        if (status != APO_OK)
            break;
        apo_text_add(&text, i == record->random_count ? " | " : " ");
        apo_coordinate_write(&text, &pos, &mv);
        apo_buffer_add(out, buf);
        if (i >= record->random_count) {
            apo_buffer_add_char(out, ' ');
            apo_buffer_add_number(out, record->plies[i].score);
        }
        status = apo_play(&pos, &mv);
    }
    apo_buffer_add_char(out, '\n');
    return status;
}

static double percent(uint64_t part, uint64_t all)
{
    return all > 0 ? 100.0 * (double)part / (double)all : 0;
}

static void print_statistics(const apo_games_map *map, const statistics *all)
{
    const apo_training_head *head = &map->head;
    printf("%s, %u nodes a move, %u random plies within %u centipawns, seed %llu", head->id,
           (unsigned)head->nodes, (unsigned)head->plies, (unsigned)head->balance_cp,
           (unsigned long long)head->seed);
    if (head->net != 0)
        printf(", net %016llx", (unsigned long long)head->net);
    if (head->starts != 0)
        printf(", starts %016llx", (unsigned long long)head->starts);
    printf("\n%u games, %llu positions, %.1f a game\n", (unsigned)all->games,
           (unsigned long long)all->positions,
           all->games > 0 ? (double)all->positions / all->games : 0);
    printf("White's quarters:");
    for (int i = APO_QUARTERS_WIN; i >= 0; i--)
        printf("  %d %.1f %%", i, percent(all->results[i], all->games));
    printf("\nscores:");
    for (int i = 0; i < BINS; i++)
        printf("  %s %.1f %%", bound_names[i], percent(all->bins[i], all->positions));
    printf("\n");
}

static void add_digest(apo_buffer *out, const char *key, uint64_t digest)
{
    char text[20];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)digest);
    apo_json_add_string(out, key, text);
}

static enum apo_exit print_json(const apo_games_map *map, const statistics *all)
{
    const apo_training_head *head = &map->head;
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_string(&out, "variant", head->id);
    apo_json_add_number(&out, "nodes", head->nodes);
    apo_json_add_number(&out, "plies", head->plies);
    apo_json_add_number(&out, "balance_cp", head->balance_cp);
    apo_json_add_number(&out, "seed", (int64_t)head->seed);
    if (head->net != 0)
        add_digest(&out, "net", head->net);
    if (head->starts != 0)
        add_digest(&out, "starts", head->starts);
    apo_json_add_number(&out, "games", all->games);
    apo_json_add_number(&out, "positions", (int64_t)all->positions);
    apo_json_open(&out, "results", '[');
    for (int i = 0; i < OUTCOMES; i++)
        apo_json_add_number(&out, NULL, all->results[i]);
    apo_json_close(&out, ']');
    apo_json_open(&out, "scores", '{');
    for (int i = 0; i < BINS; i++)
        apo_json_add_number(&out, bound_names[i], (int64_t)all->bins[i]);
    apo_json_close(&out, '}');
    apo_json_close(&out, '}');
    return apo_buffer_print_line(&out);
}

/* Prints a game, if games are wanted. */
static enum apo_exit show_game(const apo_games_map *map, const apo_training_game *record,
                               const apo_variant *var)
{
    apo_buffer line;
    if (var == NULL)
        return APO_EXIT_OK;
    apo_buffer_init(&line, NULL);
    apo_status status = write_game(&line, map, record, var);
    enum apo_exit result = apo_buffer_print(&line);
    if (status != APO_OK)
        return apo_report_failure("%s: game %u: a move does not fit the rules: %s", map->path,
                                  (unsigned)record->number, apo_status_message(status));
    return result;
}

enum apo_exit apo_games_show(const apo_games_map *map, const apo_games_look *look)
{
    statistics all = {0};
    apo_training_game *record = malloc(sizeof *record);
    apo_span rest = map->games;
    apo_error err = {.detail = ""};
    apo_status status = APO_E_UNKNOWN;
    enum apo_exit result = APO_EXIT_OK;
    if (record == NULL)
        return apo_report_failure("%s: %s", map->path, apo_status_message(APO_E_MEMORY));
    while (result == APO_EXIT_OK && (look->game_limit == 0 || all.games < look->game_limit) &&
           (status = apo_training_game_read(record, &rest, &err)) == APO_OK) {
        count_game(&all, record);
        result = show_game(map, record, look->var);
    }
    free(record);
    if (result == APO_EXIT_OK && look->is_json)
        result = print_json(map, &all);
    else if (result == APO_EXIT_OK)
        print_statistics(map, &all);
    if (result == APO_EXIT_OK && status != APO_OK && status != APO_E_UNKNOWN)
        result =
            apo_report_failure("%s: byte %zu: %s", map->path,
                               map->bytes.length - rest.length + err.position + 1, err.detail);
    return result;
}
