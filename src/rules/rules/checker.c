/* Rule: checker
 * Also called: draughtsman, custodian capture
 * Section: checker
 * Text: A checker steps orthogonally to an empty square, or makes orthogonal jumps over pieces
 *   of its own side, capturing nothing, or diagonal jumps over enemy pieces, capturing them. On
 *   its last square it also captures every enemy piece between it and a piece of its own side.
 *   It never captures a king; it gives check if it could end on the king's square, were that
 *   empty.
 * Source: rules, section 5; the [decided]s there
 * Keys: piece
 * State: none
 * Tests: tests/rules/checker.spec
 *
 * A series of diagonal jumps is kept in a move's `arg`: the number of jumps in the low six
 * bits, then two bits per jump for its direction. Directions are tried in the order of their
 * landing squares, so the first series found for a target and a set of captured pieces is the
 * canonical one. */
#include "rules/rules/checker.h"

#include "base/random.h"
#include "rules/kernel/make.h"
#include "rules/kernel/object.h"
#include "rules/rules/checker_priv.h"
#include "rules/rules/facts.h"
#include "rules/rules/list.h"
#include "rules/tables/spec.h"

enum {
    KEY_PIECE
};

static const apo_key keys[] = {
    [KEY_PIECE] =
        {.name = "piece",
         .kind = APO_KEY_TYPES,
         .is_required = true,
         .minimum = 1,
         .maximum = 1,
         .doc = APO_DOC(
             "The type that moves as a checker; its own line has \"none\" for its moves.")},
};

enum {
    SERIES_COUNT_BITS = 6
};

/* The most pieces that one series can jump over: one for each inner square of the right
 * parity. */
static unsigned longest_series(const apo_geometry *geo)
{
    unsigned ranks = apo_geometry_ranks(geo);
    if (geo->files < 3 || ranks < 3)
        return 0;
    return ((geo->files - 1U) / 2) * ((ranks - 1U) / 2);
}

static void build_checker(apo_build *build)
{
    const apo_value *value = apo_build_value(build, KEY_PIECE);
    apo_variant *var = build->var;
    if (value == NULL)
        return;
    if (longest_series(&var->geometry) >= APO_SERIES_MAX)
        apo_build_fault(build, value, "the board is too large for checkers (12 x 12 at most)",
                        apo_span_of(""));
    if (value->items[0] == var->royal || var->changing != APO_TYPE_NONE)
        apo_build_fault(build, value,
                        "a checker is neither royal nor to be imitated by a joker",
                        apo_span_of(""));
    if (build->spec->types[value->items[0]].moves.move_count > 0)
        apo_build_fault(build, value, "the checker may have no moves of its own",
                        apo_span_of(""));
    var->untabled = (uint8_t)value->items[0];
}

/* --- captures ------------------------------------------------------------ */

static apo_square series_step(const apo_variant *var, apo_square sq, uint64_t arg, unsigned i,
                              apo_square *out_middle)
{
    unsigned by = diagonals[arg >> (SERIES_COUNT_BITS + 2 * i) & 3U];
    *out_middle = square_towards(var, sq, by, 1);
    return square_towards(var, sq, by, 2);
}

static unsigned series_count(uint64_t arg)
{
    return (unsigned)(arg & ((1U << SERIES_COUNT_BITS) - 1));
}

/* Adds the pieces that a checker ending on `to` captures by enclosing them. */
static void add_enclosed(const journey *trip, apo_square to, apo_set *captured)
{
    const apo_variant *var = trip->pos->var;
    for (unsigned by = 0; by < APO_DIRECTIONS; by++) {
        apo_square prey = square_towards(var, to, by, 1);
        if (is_jumpable(trip, prey) && is_screen(trip, square_towards(var, to, by, 2)))
            apo_set_add(captured, prey);
    }
}

/* True if a checker that has captured nothing on its way encloses a piece on `to`. */
static bool encloses(const journey *trip, apo_square to)
{
    const apo_variant *var = trip->pos->var;
    for (unsigned by = 0; by < APO_DIRECTIONS; by++)
        if (is_screen(trip, square_towards(var, to, by, 2)) &&
            is_prey(trip->pos, square_towards(var, to, by, 1), trip->side ^ 1U))
            return true;
    return false;
}

static apo_set captured_by(const journey *trip, apo_square to)
{
    apo_set captured = trip->jumped;
    add_enclosed(trip, to, &captured);
    return captured;
}

static apo_set captures_of_move(const apo_position *pos, const apo_move *mv)
{
    journey trip = {
        .pos = pos, .side = pos->state.side, .start = mv->from, .opened = APO_SQUARE_NONE};
    apo_square sq = mv->from, middle;
    for (unsigned i = 0; i < series_count(mv->arg); i++) {
        sq = series_step(pos->var, sq, mv->arg, i, &middle);
        apo_set_add(&trip.jumped, middle);
    }
    return captured_by(&trip, mv->to);
}

unsigned apo_move_series(const apo_position *pos, const apo_move *mv, apo_square *out)
{
    apo_square sq = mv->from, middle;
    unsigned count = mv->kind == APO_MOVE_CHECKER ? series_count(mv->arg) : 0;
    for (unsigned i = 0; i < count; i++)
        out[i] = sq = series_step(pos->var, sq, mv->arg, i, &middle);
    return count;
}

static bool is_ordinary(const apo_position *pos, const apo_move *mv)
{
    const journey trip = {
        .pos = pos, .side = pos->state.side, .start = mv->from, .opened = APO_SQUARE_NONE};
    return mv->arg == 0 && !encloses(&trip, mv->to);
}

/* Enclosed pieces are found on the board after the move. */
static void apply(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    apo_make_relocate(pos, mv, undo);
    journey trip = {.pos = pos,
                    .side = undo->state.side,
                    .start = APO_SQUARE_NONE,
                    .opened = APO_SQUARE_NONE};
    apo_square sq = mv->from, middle;
    for (unsigned i = 0; i < series_count(mv->arg); i++) {
        sq = series_step(pos->var, sq, mv->arg, i, &middle);
        apo_make_capture(pos, undo, middle);
    }
    apo_set enclosed = captured_by(&trip, mv->to);
    for (unsigned i = 0; i < APO_SET_WORDS_MAX; i++)
        for (uint64_t word = enclosed.words[i]; word != 0;)
            apo_make_capture(pos, undo, apo_word_pop(&word, i * 64));
}

static void captures(const apo_position *pos, const apo_move *mv, apo_set *out)
{
    *out = captures_of_move(pos, mv);
}

bool apo_type_is_checker(const apo_variant *var, unsigned type)
{
    return type != APO_TYPE_NONE && type == var->untabled;
}

/* --- generation ---------------------------------------------------------- */

/* The moves of one checker, each with a hash of its target and captured pieces. */
typedef struct harvest {
    apo_move_list *list;
    size_t first; /* index in the list of this checker's first jump over enemies */
    uint64_t hashes[APO_MOVE_LIST_MAX];
} harvest;

static uint64_t hash_of(apo_square to, const apo_set *captured)
{
    uint64_t hash = apo_mix(to + 1U);
    for (unsigned i = 0; i < APO_SET_WORDS_MAX; i++)
        hash = apo_mix(hash ^ captured->words[i]);
    return hash;
}

static void add_series(harvest *crop, const journey *trip, apo_square to, uint64_t arg)
{
    apo_move_list *list = crop->list;
    apo_set captured = captured_by(trip, to);
    uint64_t hash = hash_of(to, &captured);
    for (size_t i = crop->first; i < list->count; i++)
        if (crop->hashes[i - crop->first] == hash)
            return;
    apo_move_list_add(
        list, (apo_move){.from = trip->start, .to = to, .kind = APO_MOVE_CHECKER, .arg = arg});
    if (list->count - crop->first > APO_MOVE_LIST_MAX)
        list->is_overflowed = true;
    if (!list->is_overflowed)
        crop->hashes[list->count - 1 - crop->first] = hash;
}

/* Adds all series of jumps over enemy pieces, depth first, without recursion. */
static void add_jumps(harvest *crop, journey *trip)
{
    const apo_variant *var = trip->pos->var;
    stop stops[APO_SERIES_MAX + 1]; /* filled as far as the series goes */
    uint64_t arg = 0;
    unsigned depth = 0;
    stops[0] = (stop){.square = trip->start};
    while (!crop->list->is_overflowed) {
        stop *here = &stops[depth];
        if (here->next == DIAGONALS) {
            if (depth == 0)
                return;
            apo_set_remove(&trip->jumped, here->middle);
            depth--;
            continue;
        }
        unsigned way = here->next++;
        apo_square middle = square_towards(var, here->square, diagonals[way], 1);
        apo_square landing = square_towards(var, here->square, diagonals[way], 2);
        if (!is_free(trip, landing) || !is_jumpable(trip, middle))
            continue;
        if (++trip->work > WORK_MAX) {
            crop->list->is_overflowed = true;
            return;
        }
        unsigned shift = SERIES_COUNT_BITS + 2 * depth;
        arg = (arg & (((uint64_t)1 << shift) - 1)) >> SERIES_COUNT_BITS << SERIES_COUNT_BITS;
        arg |= (uint64_t)way << shift | (depth + 1);
        apo_set_add(&trip->jumped, middle);
        stops[++depth] = (stop){landing, middle, 0};
        if (landing != trip->start)
            add_series(crop, trip, landing, arg);
    }
}

/* What is listed of a position. */
typedef struct order {
    apo_move_list *list;
    enum apo_selection which;
    apo_set traps; /* unless all is listed: where a piece of the side may enclose something */
    bool has_traps;
} order;

/* A move that jumps over no enemy piece. */
static void add_plain(const order *wanted, const journey *trip, apo_square to)
{
    if (wanted->which != APO_SELECT_ALL) {
        bool is_capture = apo_set_has(&wanted->traps, to) && encloses(trip, to);
        if (is_capture != (wanted->which == APO_SELECT_CAPTURES))
            return;
    }
    apo_move_list_add(wanted->list,
                      (apo_move){.from = trip->start, .to = to, .kind = APO_MOVE_CHECKER});
}

static void add_steps(const order *wanted, const journey *trip)
{
    for (unsigned d = 0; d < 4; d++) {
        apo_square to = square_towards(trip->pos->var, trip->start, orthogonals[d], 1);
        if (trip->pos->board[to] == APO_PIECE_EMPTY)
            add_plain(wanted, trip, to);
    }
}

static void generate_from(const apo_position *pos, apo_square from, const order *wanted)
{
    harvest crop;
    journey trip = {
        .pos = pos, .side = pos->state.side, .start = from, .opened = APO_SQUARE_NONE};
    if (wanted->which != APO_SELECT_CAPTURES || wanted->has_traps) {
        add_steps(wanted, &trip);
        apo_set landings = apo_checker_squares_by_screens(&trip);
        for (unsigned i = 0; i < APO_SET_WORDS_MAX; i++)
            for (uint64_t word = landings.words[i]; word != 0;)
                add_plain(wanted, &trip, apo_word_pop(&word, i * 64));
    }
    if (wanted->which == APO_SELECT_QUIET)
        return;
    crop.list = wanted->list;
    crop.first = wanted->list->count;
    add_jumps(&crop, &trip);
}

/* The empty squares next to an enemy piece that has one of `side` on its other side. */
static void find_traps(order *wanted, const apo_position *pos, unsigned side)
{
    const apo_variant *var = pos->var;
    for (unsigned i = 0; i < var->words; i++)
        for (uint64_t word = pos->pieces[side ^ 1U].words[i]; word != 0;) {
            apo_square prey = apo_word_pop(&word, i * 64);
            for (unsigned by = 0; by < APO_DIRECTIONS; by++) {
                apo_square trap = square_towards(var, prey, by, 1);
                apo_square screen = square_towards(var, prey, opposite_of(by), 1);
                if (trap >= var->squares || pos->board[trap] != APO_PIECE_EMPTY ||
                    !is_piece_of(pos, screen, side))
                    continue;
                apo_set_add(&wanted->traps, trap);
                wanted->has_traps = true;
            }
        }
}

static void generate(apo_position *pos, apo_move_list *list, apo_check *check,
                     enum apo_selection which)
{
    (void)check;
    const apo_variant *var = pos->var;
    order wanted = {.list = list, .which = which};
    const uint64_t *pieces =
        apo_position_type_set(pos, pos->state.side, var->untabled, var->words);
    if (which != APO_SELECT_ALL)
        find_traps(&wanted, pos, pos->state.side);
    for (unsigned i = 0; i < var->words; i++)
        for (uint64_t word = pieces[i]; word != 0;)
            generate_from(pos, apo_word_pop(&word, i * 64), &wanted);
}

/* --- why not --------------------------------------------------------------- */

static const apo_ground
    not_onto =
        APO_GROUND("checker_step", "checker", "5",
                   "the checker steps only to an empty square, and the %{there} stands on "
                   "%{at}; it captures by jumping over and by enclosing"),
    no_screen =
        APO_GROUND("checker_own_jump", "checker", "5",
                   "along a rank or file the checker jumps only over a piece of its own "
                   "side next to it, to an empty square"),
    no_prey =
        APO_GROUND("checker_jump", "checker", "5",
                   "diagonally the checker jumps only over an enemy piece next to it, not "
                   "the king, to an empty square"),
    no_series =
        APO_GROUND("checker_series", "checker", "5",
                   "no step and no series of jumps brings the checker from %{square} to "
                   "%{target}");

/* A jump to a square two steps away needs a piece of `by` between, and the square empty. */
static void object_jump(const apo_position *pos, const apo_move *mv, apo_square middle,
                        unsigned by, apo_objection *out)
{
    apo_mending trial = {.count = 0};
    if (apo_piece_is_real(pos->board[mv->to]))
        apo_mending_add(&trial, apo_change_clear(pos, mv->to));
    bool is_royal = is_piece_of(pos, middle, pos->state.side ^ 1U) &&
                    apo_piece_type(pos->board[middle]) == pos->var->royal;
    if (is_royal)
        apo_mending_add(&trial, apo_change_clear(pos, middle));
    bool is_there =
        by == pos->state.side ? is_piece_of(pos, middle, by) : is_prey(pos, middle, by);
    if (is_there)
        apo_object_try_all(out, &trial);
    else
        apo_object_try_pieces(out, &trial, pos, by, middle);
}

static void object(const apo_position *pos, const apo_move *mv, apo_verdict verdict,
                   apo_objection *out)
{
    const apo_variant *var = pos->var;
    unsigned side = pos->state.side;
    bool is_power =
        verdict.reason == APO_ILLEGAL_POWER || verdict.reason == APO_ILLEGAL_OWN_PIECE;
    if (!is_power || var->untabled == APO_TYPE_NONE ||
        apo_piece_type(pos->board[mv->from]) != var->untabled)
        return;
    for (unsigned by = 0; by < APO_DIRECTIONS; by++) {
        bool is_diagonal = by >= 4;
        apo_square middle = square_towards(var, mv->from, by, 1);
        if (middle == mv->to && !is_diagonal && apo_piece_is_real(pos->board[mv->to])) {
            apo_object(out, &not_onto, mv->to);
            apo_object_try(out, NULL, apo_change_clear(pos, mv->to));
        } else if (square_towards(var, mv->from, by, 2) == mv->to) {
            apo_object(out, is_diagonal ? &no_prey : &no_screen, middle);
            object_jump(pos, mv, middle, is_diagonal ? side ^ 1U : side, out);
        }
    }
    apo_object(out, &no_series, mv->from);
}

/* --- one series, jump by jump -------------------------------------------- */

/* The direction from one landing square to the next, as an index of `diagonals`. */
static unsigned way_between(const apo_variant *var, apo_square from, apo_square to)
{
    unsigned way = 0;
    while (way + 1 < DIAGONALS && square_towards(var, from, diagonals[way], 2) != to)
        way++;
    return way;
}

unsigned apo_checker_jumps(const apo_position *pos, apo_square from, const apo_square *series,
                           unsigned count, apo_square out[4])
{
    const apo_variant *var = pos->var;
    journey trip = {
        .pos = pos, .side = pos->state.side, .start = from, .opened = APO_SQUARE_NONE};
    unsigned found = 0;
    apo_square sq = from;
    for (unsigned i = 0; i < count; i++) {
        unsigned by = diagonals[way_between(var, sq, series[i])];
        apo_set_add(&trip.jumped, square_towards(var, sq, by, 1));
        sq = series[i];
    }
    for (unsigned way = 0; way < DIAGONALS; way++) {
        apo_square landing = square_towards(var, sq, diagonals[way], 2);
        if (is_free(&trip, landing) &&
            is_jumpable(&trip, square_towards(var, sq, diagonals[way], 1)))
            out[found++] = landing;
    }
    return found;
}

apo_move apo_checker_move(const apo_position *pos, apo_square from, const apo_square *series,
                          unsigned count)
{
    uint64_t arg = count;
    apo_square sq = from;
    for (unsigned i = 0; i < count; i++) {
        arg |= (uint64_t)way_between(pos->var, sq, series[i]) << (SERIES_COUNT_BITS + 2 * i);
        sq = series[i];
    }
    return (apo_move){.from = from, .to = sq, .kind = APO_MOVE_CHECKER, .arg = arg};
}

static const apo_kind kind = {.number = APO_MOVE_CHECKER,
                              .is_unbounded = true,
                              .apply = apply,
                              .captures = captures,
                              .is_ordinary = is_ordinary};

const apo_rule apo_rule_checker = {
    .info = {"checker", APO_DOC("A piece that jumps and captures like a draughtsman."), keys,
             sizeof keys / sizeof *keys},
    .build = build_checker,
    .kind = &kind,
    .generate = generate,
    .attacker = apo_checker_attacker,
    .watch = apo_checker_watch,
    .object = object,
};
