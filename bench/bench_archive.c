/* Fills a new database with people and finished games, to measure the archive on
 * (bench/archive.py):
 *
 *     bench_archive DATA GAMES ACCOUNTS REAL [EVENTS [COPIES]]
 *
 * REAL of the games are played to the end by the engine at levels 1 and 2. The others are
 * random legal moves, with random lengths and results in realistic distributions; in the
 * opening one move of each position is popular, so that many games share positions. Each is
 * stored like a game of the server: its row, its events, its archive record. With EVENTS only
 * that many games have events: the others are in all lists and counts, but have no page. With
 * COPIES each random game is stored that many times, with other players and clocks and on other
 * days, because playing takes longer than storing. Forty games wait in the lobby.
 *
 * Run it again with more GAMES to continue. */
#include "archive_real.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "notation/coordinate.h"
#include "notation/fen.h"
#include "rules/kernel/movegen.h"
#include "server/archive/archive.h"
#include "server/web/game_summary.h"

enum {
    BATCH_GAMES = 400,
    WAITING_MAX = 3, /* batches waiting for the writer */
    REAL_PLIES_MAX = 240,
    POPULAR_PLIES = 14,
    POPULAR_PERCENT = 55,
    OPEN_GAMES = 40,
    YEARS = 5,
    HALF_HOUR_MS = 1800000
};

static const int64_t year_ms = INT64_C(365) * 86400000;

typedef struct filler {
    apo_store *store;
    apo_store_batch *batch;
    apo_variant_map *variants;
    apo_engine *engine;
    apo_random random;
    unsigned games, accounts, real, with_events, copies, done, first;
    int64_t now_ms;
    apo_status status; /* of the last write */
    double began_s;
} filler;

/* A game under construction. */
typedef struct making {
    apo_round round; /* only what its summary needs */
    const apo_variant_entry *entry;
    apo_store_game row;
    apo_archive_walk walk;
    int64_t begun_ms, step_ms;
    unsigned players[APO_SIDES];
} making;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static uint32_t below(filler *all, uint32_t bound)
{
    return apo_random_below(&all->random, bound);
}

#define COPY(field, text) snprintf((field), sizeof(field), "%s", (text))

/* --- writing ------------------------------------------------------------- */

static void note(void *context, apo_status status)
{
    filler *all = context;
    if (status != APO_OK && all->status == APO_OK)
        all->status = status;
}

static const char progress[] = "bench_games";

static void submit(filler *all)
{
    apo_store_set_number(all->batch, progress, all->done);
    apo_store_submit(all->store, all->batch, note, all);
    all->batch = apo_store_batch_new();
    while (apo_store_waiting(all->store) > WAITING_MAX) {
        const struct timespec pause = {0, 2000000};
        nanosleep(&pause, NULL);
        apo_store_collect(all->store);
    }
}

static void flush(filler *all)
{
    submit(all);
    apo_store_flush(all->store);
}

static void print_progress(const filler *all)
{
    double passed = seconds() - all->began_s;
    fprintf(stderr, "\r%u of %u games, %.0f s, %.0f a second   ", all->done, all->games, passed,
            (all->done - all->first) / passed);
}

/* --- people -------------------------------------------------------------- */

static void name_id(char *out, size_t length, uint64_t number, uint64_t salt)
{
    static const char letters[] = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    uint64_t word = apo_mix(apo_mix(number + 1) ^ salt);
    for (size_t i = 0; i < length; i++) {
        if (i == 10)
            word = apo_mix(word);
        out[i] = letters[word % (sizeof letters - 1)];
        word /= sizeof letters - 1;
    }
    out[length] = '\0';
}

static void name_person(apo_store_person *out, unsigned number)
{
    static const char *const first[] = {"amber", "bishop", "cedar", "delta",   "ember", "finch",
                                        "grove", "hazel",  "iris",  "juniper", "kite",  "lark"};
    name_id(out->id, 16, number, 77);
    snprintf(out->name, sizeof out->name, "%s%05u", first[number % 12], number);
    COPY(out->name_key, out->name);
}

static void add_people(filler *all)
{
    for (unsigned i = 0; i < all->accounts; i++) {
        apo_store_person person = {.is_account = true,
                                   .created_ms = all->now_ms - (YEARS + 1) * year_ms};
        name_person(&person, i);
        apo_store_add_person(all->batch, &person);
        if (i % 2000 == 1999)
            submit(all);
    }
    for (size_t i = 0; i < apo_variant_map_count(all->variants); i++) {
        const apo_offered_game *game = apo_variant_map_get(all->variants, i);
        apo_store_add_definition(all->batch, game->digest, game->id,
                                 apo_buffer_span(&game->text));
    }
    flush(all);
}

/* Some accounts play much, most play little. */
static unsigned choose_player(filler *all)
{
    uint64_t a = below(all, 1 << 16), b = below(all, 1 << 16);
    return (unsigned)((a * b >> 16) * all->accounts >> 16);
}

/* --- a game's frame ------------------------------------------------------ */

static void set_clock(filler *all, making *game)
{
    apo_time_control *controls = game->round.start.controls;
    unsigned kind = below(all, 10);
    game->step_ms = 4000 + below(all, 20000);
    controls[0] = (apo_time_control){.kind = APO_CLOCK_NONE};
    if (kind < 4) {
        controls[0] = (apo_time_control){
            .kind = APO_CLOCK_LIVE, .base_ms = 600000, .increment_ms = 10000};
    } else if (kind < 8) {
        controls[0] = (apo_time_control){.kind = APO_CLOCK_DAYS, .days = 3};
        game->step_ms = 3600000 + below(all, 86400000);
    }
    controls[1] = controls[0];
}

static void seat_players(filler *all, making *game, unsigned level)
{
    unsigned computer = level > 0 ? below(all, 2) : APO_NOBODY;
    game->players[0] = choose_player(all);
    do {
        game->players[1] = choose_player(all);
    } while (game->players[1] == game->players[0]);
    for (unsigned side = 0; side < APO_SIDES; side++) {
        apo_store_person person = {.id = ""};
        apo_seat *seat = &game->round.seats[side];
        *seat = (apo_seat){.kind = APO_SEAT_COMPUTER, .level = level};
        if (side == computer)
            continue;
        name_person(&person, game->players[side]);
        seat->kind = APO_SEAT_PERSON;
        COPY(seat->person, person.id);
        COPY(seat->name, person.name);
    }
    game->round.start.is_rated =
        level == 0 && game->round.start.controls[0].kind != APO_CLOCK_NONE && below(all, 3) > 0;
}

/* All but the start and the moves. The day is that of the game's end; the rest follows when its
 * length is known. */
static void frame_game(filler *all, making *game)
{
    game->row = (apo_store_game){.is_open = true};
    game->round.seq = 0;
    name_id(game->round.id, 10, all->done, 5);
    set_clock(all, game);
    seat_players(all, game, below(all, 10) < 3 ? 1 + below(all, 8) : 0);
    game->begun_ms =
        all->now_ms - (int64_t)(apo_random_next(&all->random) % (YEARS * (uint64_t)year_ms));
}

static bool begin_game(filler *all, making *game, apo_position *pos)
{
    static const unsigned char share[] = {0, 0, 0, 0, 1, 1, 1, 2, 3, 4};
    apo_text fen = apo_text_start(game->round.start.fen, sizeof game->round.start.fen);
    const char *id = apo_variant_map_get(all->variants, share[below(all, sizeof share)])->id;
    *game = (making){.entry = apo_variant_map_find(all->variants, NULL, apo_span_of(id))};
    apo_round_start *start = &game->round.start;
    if (game->entry == NULL)
        return false;
    start->number = 1 + below(all, apo_variant_info_of(game->entry->var)->start_count);
    COPY(start->variant, game->entry->id);
    COPY(start->definition, game->entry->digest);
    frame_game(all, game);
    apo_archive_walk_init(&game->walk);
    if (apo_position_start(pos, game->entry->var, 0, start->number) != APO_OK)
        return false;
    apo_fen_write(&fen, pos);
    return true;
}

/* --- moves --------------------------------------------------------------- */

/* The popular move of the position, or a random one. */
static apo_move choose_move(filler *all, const apo_position *pos, const apo_move_list *list)
{
    uint64_t best = UINT64_MAX;
    size_t at = below(all, (uint32_t)list->count);
    if (below(all, 100) >= POPULAR_PERCENT)
        return list->moves[at];
    for (size_t i = 0; i < list->count; i++) {
        const apo_move *mv = &list->moves[i];
        uint64_t rank = apo_mix(apo_position_key(pos) ^ (uint64_t)(mv->from << 10 | mv->to) ^
                                (uint64_t)mv->promoted << 40 ^ (uint64_t)mv->launched << 50);
        if (rank < best) {
            best = rank;
            at = i;
        }
    }
    return list->moves[at];
}

static void play_random_moves(filler *all, making *game, apo_position *pos)
{
    static const uint8_t quarters[] = {0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2,
                                       2, 3, 3, 4, 4, 4, 4, 4, 4, 4};
    unsigned length = 12 + below(all, 24) + below(all, 24);
    apo_moves moves;
    for (unsigned i = 0; i < length; i++) {
        apo_move_list *list = apo_moves_start(&moves);
        apo_undo undo;
        if (apo_moves_legal(list, pos) != APO_OK || list->count == 0)
            break;
        apo_move mv = i < POPULAR_PLIES ? choose_move(all, pos, list)
                                        : list->moves[below(all, (uint32_t)list->count)];
        apo_archive_walk_add(&game->walk, pos, &mv);
        apo_make(pos, &mv, &undo);
    }
    /* Each start slightly favours one side. */
    unsigned lean = (unsigned)(apo_mix(game->round.start.number * 31 +
                                       apo_variant_info_of(game->entry->var)->start_count) %
                               3);
    game->round.white_quarters = quarters[lean * 2 + below(all, sizeof quarters - 4)];
    COPY(game->round.reason, game->round.white_quarters % 4 == 0 ? "resignation" : "agreement");
}

/* True if the game was played. */
static bool play_by_engine(filler *all, making *game, apo_position *pos)
{
    apo_game *record;
    if (apo_game_new(&record, pos, NULL) != APO_OK)
        return false;
    bool is_good = archive_play(all->engine, record, REAL_PLIES_MAX, &all->random);
    apo_outcome end = apo_game_info_of(record).outcome;
    game->round.white_quarters = end.ending != APO_ENDING_NONE ? end.white_quarters : 2;
    COPY(game->round.reason,
         end.ending != APO_ENDING_NONE ? apo_ending_word(end.ending) : "agreement");
    *pos = *apo_game_position(record);
    apo_archive_walk_game(&game->walk, record);
    apo_game_free(record);
    return is_good;
}

/* --- storing ------------------------------------------------------------- */

static void add_event(filler *all, making *game, unsigned by, const char *kind, apo_span data,
                      int64_t at_ms)
{
    const apo_store_event event = {.seq = ++game->round.seq,
                                   .at_ms = at_ms,
                                   .by = by,
                                   .kind = apo_span_of(kind),
                                   .key = apo_span_of(""),
                                   .data = data};
    apo_store_add_event(all->batch, game->round.id, &event);
}

static void add_joins(filler *all, making *game, unsigned count)
{
    for (unsigned side = 0; side < count; side++) {
        const apo_seat *seat = &game->round.seats[side];
        char text[160];
        if (seat->kind == APO_SEAT_COMPUTER)
            snprintf(text, sizeof text, "computer %u", seat->level);
        else
            snprintf(text, sizeof text, "person %s %s", seat->person, seat->name);
        add_event(all, game, side, "join", apo_span_of(text), game->begun_ms);
    }
}

static void add_create(filler *all, making *game)
{
    apo_buffer data;
    apo_buffer_init(&data, NULL);
    apo_round_start_write(&data, &game->round.start);
    add_event(all, game, APO_NOBODY, "create", apo_buffer_span(&data), game->begun_ms);
    apo_buffer_clear(&data);
}

static void add_moves(filler *all, making *game)
{
    apo_span rest = apo_buffer_span(&game->walk.moves);
    unsigned ply = 0;
    for (apo_span word = apo_span_word(&rest); word.length > 0; word = apo_span_word(&rest)) {
        add_event(all, game, ply % 2, "move", word, game->begun_ms + game->step_ms * ply);
        ply++;
    }
}

/* Adds the row and the events of the round's state. */
static void add_game(filler *all, making *game, int64_t ended_ms)
{
    uint64_t count = game->round.seq;
    apo_round_note stamp = {.at_ms = ended_ms};
    COPY(game->row.id, game->round.id);
    COPY(game->row.variant, game->round.start.variant);
    COPY(game->row.definition, game->round.start.definition);
    COPY(game->row.creator,
         game->round.seats[game->round.seats[0].kind != APO_SEAT_PERSON].person);
    game->row.created_ms = game->begun_ms;
    game->round.notes = &stamp;
    game->round.seq = 1;
    apo_game_summary_to_row(&game->row, &game->round);
    game->round.notes = NULL;
    game->round.seq = count;
    apo_store_add_game(all->batch, &game->row);
}

static void store_game(filler *all, making *game)
{
    char text[48];
    apo_store_record record;
    int64_t ended_ms = game->begun_ms;
    game->begun_ms -= game->step_ms * game->walk.plies;
    game->round.state = APO_ROUND_FINISHED;
    game->round.ply_count = (size_t)game->walk.plies;
    add_game(all, game, ended_ms);
    if (all->done < all->with_events) {
        add_create(all, game);
        add_joins(all, game, APO_SIDES);
        add_moves(all, game);
        snprintf(text, sizeof text, "%d %s", game->round.white_quarters, game->round.reason);
        add_event(all, game, APO_NOBODY, "end", apo_span_of(text), ended_ms);
    }
    apo_archive_of_round(&record, &game->round, all->store, ended_ms);
    record.begun_ms = game->begun_ms;
    apo_archive_add(all->batch, &record, &game->walk, true);
}

/* The same moves, played again by others. */
static void store_copy(filler *all, making *game)
{
    all->done++;
    frame_game(all, game);
    store_game(all, game);
}

static bool make_game(filler *all)
{
    making game;
    apo_position pos;
    bool is_real = all->done < all->real;
    if (!begin_game(all, &game, &pos))
        return false;
    if (!is_real || !play_by_engine(all, &game, &pos)) {
        if (is_real)
            return false;
        play_random_moves(all, &game, &pos);
    }
    apo_archive_walk_end(&game.walk, &pos);
    if (game.walk.plies > 0) {
        store_game(all, &game);
        for (unsigned i = 1; !is_real && i < all->copies; i++)
            store_copy(all, &game);
    }
    apo_archive_walk_clear(&game.walk);
    return true;
}

/* Adds a game that waits for an opponent. */
static bool make_open(filler *all)
{
    making game;
    apo_position pos;
    if (!begin_game(all, &game, &pos))
        return false;
    game.begun_ms = all->now_ms - HALF_HOUR_MS;
    game.round.start.controls[0] = game.round.start.controls[1] =
        (apo_time_control){.kind = APO_CLOCK_DAYS, .days = 3};
    game.round.start.is_rated = false;
    game.round.state = APO_ROUND_WAITING;
    game.round.seats[1] = (apo_seat){.kind = APO_SEAT_OPEN};
    if (game.round.seats[0].kind != APO_SEAT_PERSON)
        return true;
    add_game(all, &game, game.begun_ms);
    add_create(all, &game);
    add_joins(all, &game, 1);
    return true;
}

/* Counts the games already there. */
static unsigned find_progress(filler *all)
{
    int64_t count;
    return apo_store_find_number(all->store, &count, apo_span_of(progress)) == APO_OK
               ? (unsigned)count
               : 0;
}

static bool fill(filler *all)
{
    all->first = all->done = find_progress(all);
    if (all->done == 0)
        add_people(all);
    apo_random_seed(&all->random, all->done + 1);
    unsigned next = all->done + BATCH_GAMES;
    for (; all->done < all->games && all->status == APO_OK; all->done++) {
        if (all->done >= next) {
            submit(all);
            print_progress(all);
            next = all->done + BATCH_GAMES;
        }
        if (!make_game(all))
            return false;
    }
    for (unsigned i = 0; all->first == 0 && i < OPEN_GAMES; i++, all->done++) {
        if (!make_open(all))
            return false;
    }
    flush(all);
    print_progress(all);
    double settle_s = seconds();
    apo_store_settle(all->batch);
    flush(all);
    fprintf(stderr, "\nsettled in %.0f s, all in %.0f s\n", seconds() - settle_s,
            seconds() - all->began_s);
    return all->status == APO_OK;
}

static bool open_all(filler *all, const char *folder)
{
    char path[4096];
    apo_error err = {.detail = ""};
    const apo_store_options options = {.path = path};
    snprintf(path, sizeof path, "%s/apothecary.db", folder);
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        return false;
    if (apo_store_open(&all->store, &options, &err) != APO_OK) {
        fprintf(stderr, "%s: %s\n", path, err.detail);
        return false;
    }
    all->batch = apo_store_batch_new();
    all->engine = archive_engine();
    return all->engine != NULL &&
           apo_variant_map_new(&all->variants, NULL, 0, SIZE_MAX) == APO_OK;
}

int main(int argc, char **argv)
{
    filler all = {.status = APO_OK};
    if (argc < 5) {
        fprintf(stderr, "usage: bench_archive DATA GAMES ACCOUNTS REAL [EVENTS [COPIES]]\n");
        return 2;
    }
    all.games = (unsigned)strtoul(argv[2], NULL, 10);
    all.accounts = (unsigned)strtoul(argv[3], NULL, 10);
    all.real = (unsigned)strtoul(argv[4], NULL, 10);
    all.with_events = argc > 5 ? (unsigned)strtoul(argv[5], NULL, 10) : all.games;
    all.copies = argc > 6 ? (unsigned)strtoul(argv[6], NULL, 10) : 1;
    all.now_ms = (int64_t)time(NULL) * 1000;
    all.began_s = seconds();
    bool is_done = all.accounts >= 2 && open_all(&all, argv[1]) && fill(&all);
    if (!is_done)
        fprintf(stderr, "\nstopped: %s\n", apo_status_message(all.status));
    apo_store_batch_free(all.batch);
    apo_store_close(all.store);
    apo_variant_map_free(all.variants);
    archive_engine_free(all.engine);
    return is_done ? 0 : 1;
}
