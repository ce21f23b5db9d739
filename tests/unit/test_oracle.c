/* The library against the slow rules of tests/slow, over seeded random games.
 *
 *     APO_ORACLE_POSITIONS=200000   how many positions (some thousands if not said)
 *     APO_ORACLE_SEED=7             repeats a run; the seed of each run is printed */
#include "playout.h"
#include "slow.h"
#include "test.h"

#include <inttypes.h>
#include <time.h>

#include "notation/coordinate.h"
#include "rules/rules/checker.h"
#include "rules/rules/list.h"

enum {
    POSITIONS = 3000 / GAMES_STEP, /* a few seconds */
    GAME_PLIES = 80, /* then the next game: openings and middle games are the richest */
    MEMORY = 16,     /* earlier positions of the game to compare for sameness */
    TEXT_SIZE = SLOW_TEXT_SIZE
};

typedef char move_text[TEXT_SIZE];

struct counts {
    uint64_t positions, moves, checks, mates, stalemates, bare, same, different;
    uint64_t captures, en_passant, castlings, kings_jumps, launches, promotions, series;
    uint64_t border_captures;
};

struct oracle {
    playout p;
    slow_position slow;
    slow_move slow_moves[SLOW_MOVES];
    size_t slow_count;
    move_text fast_texts[SLOW_MOVES], slow_texts[SLOW_MOVES];
    apo_position fast_memory[MEMORY];
    slow_position slow_memory[MEMORY];
    struct counts counts;
};

static struct oracle oracle;

static uint64_t number_of(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text != NULL && text[0] != '\0' ? strtoull(text, NULL, 10) : otherwise;
}

static void disagree(const char *what, const char *fast, const char *slow)
{
    const apo_position *pos = &oracle.p.pos;
    print_error("%s %s\n", apo_variant_info_of(apo_position_variant(pos))->id,
                playout_fen(pos));
    print_error("%s: the library says %s, the slow rules say %s\n", what, fast, slow);
    fail();
}

static void compare_numbers(const char *what, long fast, long slow)
{
    char texts[2][32];
    if (fast == slow)
        return;
    snprintf(texts[0], sizeof texts[0], "%ld", fast);
    snprintf(texts[1], sizeof texts[1], "%ld", slow);
    disagree(what, texts[0], texts[1]);
}

static void compare_texts(const char *what, const char *fast, const char *slow)
{
    if (strcmp(fast, slow) != 0)
        disagree(what, fast, slow);
}

static void write_move(move_text out, const apo_position *pos, const apo_move *mv)
{
    apo_text text = apo_text_start(out, TEXT_SIZE);
    apo_coordinate_write(&text, pos, mv);
}

static int compare_move_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* --- one position -------------------------------------------------------- */

static void compare_moves(struct oracle *o)
{
    const apo_move_list *list = &o->p.legal.list;
    o->slow_count = slow_legal(&o->slow, o->slow_moves, SLOW_MOVES);
    assert_true(list->count <= SLOW_MOVES && o->slow_count <= SLOW_MOVES);
    for (size_t i = 0; i < list->count; i++)
        write_move(o->fast_texts[i], &o->p.pos, &list->moves[i]);
    for (size_t i = 0; i < o->slow_count; i++)
        slow_move_text(&o->slow_moves[i], o->slow_texts[i], TEXT_SIZE);
    qsort(o->fast_texts, list->count, TEXT_SIZE, compare_move_texts);
    qsort(o->slow_texts, o->slow_count, TEXT_SIZE, compare_move_texts);
    for (size_t i = 0; i < list->count || i < o->slow_count; i++)
        compare_texts("next move in byte order", i < list->count ? o->fast_texts[i] : "(none)",
                      i < o->slow_count ? o->slow_texts[i] : "(none)");
    compare_numbers("count", (long)apo_perft(&o->p.pos, 1), (long)o->slow_count);
    o->counts.moves += list->count;
}

static void compare_status(struct oracle *o)
{
    static const char *const ends[] = {"none", "mate", "stalemate", "bare"};
    const apo_position *pos = &o->p.pos;
    int fast_points[APO_SIDES] = {0, 0}, slow_points_now[2] = {0, 0};
    slow_end_kind end = slow_end(&o->slow);
    bool is_check = slow_in_check(&o->slow);
    compare_numbers("check", apo_position_is_check(pos), is_check);
    compare_texts("ending", apo_ending_word(apo_position_outcome(pos).ending), ends[end]);
    compare_numbers("has points", apo_position_points(pos, fast_points),
                    slow_points(&o->slow, slow_points_now));
    compare_numbers("points of White", fast_points[0], slow_points_now[0]);
    compare_numbers("points of Black", fast_points[1], slow_points_now[1]);
    o->counts.checks += is_check;
    o->counts.mates += end == SLOW_END_MATE;
    o->counts.stalemates += end == SLOW_END_STALEMATE;
    o->counts.bare += end == SLOW_END_BARE;
}

/* The library's key must be right, and equal keys must mean equal positions. */
static void compare_sameness(struct oracle *o, const apo_position *fast_a,
                             const slow_position *slow_a, const apo_position *fast_b,
                             const slow_position *slow_b)
{
    bool is_same = slow_same(slow_a, slow_b);
    compare_numbers("same position", apo_position_same(fast_a, fast_b), is_same);
    compare_numbers("same key", apo_position_key(fast_a) == apo_position_key(fast_b), is_same);
    o->counts.same += is_same;
    o->counts.different += !is_same;
}

static void compare_with_memory(struct oracle *o)
{
    unsigned count = o->p.ply < MEMORY ? o->p.ply : MEMORY, slot = o->p.ply % MEMORY;
    for (unsigned i = 0; i < count; i++)
        compare_sameness(o, &o->p.pos, &o->slow, &o->fast_memory[i], &o->slow_memory[i]);
    o->fast_memory[slot] = o->p.pos;
    o->slow_memory[slot] = o->slow;
}

/* A position with one small change, which the repetition rule may have to ignore. */
static void compare_with_neighbour(struct oracle *o)
{
    apo_setup setup;
    apo_position neighbour;
    slow_position slow_neighbour;
    const apo_variant *var = apo_position_variant(&o->p.pos);
    apo_side side = playout_percent(&o->p, 50) ? APO_WHITE : APO_BLACK;
    apo_position_to_setup(&o->p.pos, &setup);
    switch (playout_below(&o->p, 4)) {
    case 0: setup.rules.trail.count = 0; break;
    case 1: setup.rules.imitated[side] = (uint8_t)(1 + playout_below(&o->p, 15)); break;
    case 2: setup.rules.pocket[side] = APO_TYPE_NONE; break;
    default:
        setup.unmoved.words[playout_below(&o->p, 3)] &= apo_random_next(&o->p.random);
        break;
    }
    if (apo_position_from_setup(&neighbour, &setup, var, NULL) != APO_OK)
        return;
    assert_int_equal(
        slow_read(&slow_neighbour, apo_variant_info_of(var)->id, playout_fen(&neighbour)), 0);
    compare_sameness(o, &o->p.pos, &o->slow, &neighbour, &slow_neighbour);
}

/* --- what moves do ------------------------------------------------------- */

static void compare_fens(const char *what, const apo_position *pos, const slow_position *slow)
{
    char fast_fen[APO_FEN_MAX], slow_fen[SLOW_FEN_SIZE];
    apo_text text = apo_text_start(fast_fen, sizeof fast_fen);
    apo_fen_write(&text, pos);
    slow_write(slow, slow_fen, sizeof slow_fen);
    compare_texts(what, fast_fen, slow_fen);
}

static const slow_move *find_slow_move(const struct oracle *o, const char *text)
{
    for (size_t i = 0; i < o->slow_count; i++) {
        move_text other;
        slow_move_text(&o->slow_moves[i], other, sizeof other);
        if (strcmp(text, other) == 0)
            return &o->slow_moves[i];
    }
    disagree("move", text, "(none)");
    return NULL;
}

static void compare_after(struct oracle *o, const apo_move *mv)
{
    move_text text;
    apo_position after = o->p.pos;
    slow_position slow_after = o->slow;
    apo_undo undo;
    write_move(text, &o->p.pos, mv);
    apo_make(&after, mv, &undo);
    slow_play(&slow_after, find_slow_move(o, text));
    compare_fens(text, &after, &slow_after);
}

static void note_move(struct oracle *o, const apo_move *mv)
{
    apo_square squares[APO_UNDO_SQUARES_MAX];
    struct counts *counts = &o->counts;
    counts->captures += playout_fits(&o->p.pos, mv, PLAYOUT_CAPTURE);
    counts->border_captures += playout_fits(&o->p.pos, mv, PLAYOUT_BORDER_CAPTURE);
    counts->en_passant += mv->kind == APO_MOVE_EN_PASSANT;
    counts->castlings += mv->kind == APO_MOVE_CASTLING;
    counts->kings_jumps += mv->kind == APO_MOVE_LEAP;
    counts->launches += mv->launched != 0;
    counts->promotions += mv->promoted != 0;
    counts->series += apo_move_series(&o->p.pos, mv, squares) > 1;
}

static void step(struct oracle *o)
{
    move_text text;
    apo_move mv = playout_choose(&o->p);
    for (size_t i = 0; i < o->p.legal.list.count; i++) {
        compare_after(o, &o->p.legal.list.moves[i]);
        note_move(o, &o->p.legal.list.moves[i]);
    }
    write_move(text, &o->p.pos, &mv);
    slow_play(&o->slow, find_slow_move(o, text));
    playout_make(&o->p, &mv);
}

/* Games that the slow rules do not know are passed over. */
static void begin(struct oracle *o)
{
    const char *id;
    do {
        playout_begin_any(&o->p);
        id = apo_variant_info_of(apo_position_variant(&o->p.pos))->id;
    } while (slow_read(&o->slow, id, playout_fen(&o->p.pos)) != 0);
    compare_fens("FEN read", &o->p.pos, &o->slow);
}

static void print_counts(const struct counts *counts)
{
    print_message("%" PRIu64 " positions, %" PRIu64 " moves; checks %" PRIu64 ", mates %" PRIu64
                  ", stalemates %" PRIu64 ", bare kings %" PRIu64 "\n",
                  counts->positions, counts->moves, counts->checks, counts->mates,
                  counts->stalemates, counts->bare);
    print_message("of these captures %" PRIu64 " (on brouhaha squares %" PRIu64
                  "), en passant %" PRIu64 ", castlings %" PRIu64 ", king's jumps %" PRIu64
                  ", launches %" PRIu64 ", promotions %" PRIu64 ", series %" PRIu64 "\n",
                  counts->captures, counts->border_captures, counts->en_passant,
                  counts->castlings, counts->kings_jumps, counts->launches, counts->promotions,
                  counts->series);
    print_message("pairs compared: same %" PRIu64 ", different %" PRIu64 "\n", counts->same,
                  counts->different);
}

static void test_agrees_with_the_slow_rules(void **state)
{
    (void)state;
    struct oracle *o = &oracle;
    uint64_t wanted = number_of("APO_ORACLE_POSITIONS", POSITIONS);
    uint64_t seed = number_of("APO_ORACLE_SEED", (uint64_t)time(NULL));
    print_message("APO_ORACLE_SEED=%" PRIu64 "\n", seed);
    playout_open(&o->p, seed);
    while (o->counts.positions < wanted) {
        begin(o);
        for (;;) {
            compare_moves(o);
            compare_status(o);
            compare_with_memory(o);
            compare_with_neighbour(o);
            o->counts.positions++;
            if (!playout_goes_on(&o->p) || o->p.ply >= GAME_PLIES ||
                o->counts.positions >= wanted)
                break;
            step(o);
        }
    }
    print_counts(&o->counts);
    playout_close(&o->p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agrees_with_the_slow_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
