/* What a checker attacks, and what one move could open to it. The rule is in checker.c. */
#include "rules/rules/checker_priv.h"

apo_set apo_checker_squares_by_screens(const journey *trip)
{
    const apo_variant *var = trip->pos->var;
    apo_square queue[APO_SQUARES_MAX];
    unsigned head = 0, tail = 0;
    apo_set found = {{0}};
    queue[tail++] = trip->start;
    while (head < tail) {
        apo_square sq = queue[head++];
        for (unsigned d = 0; d < 4; d++) {
            apo_square middle = square_towards(var, sq, orthogonals[d], 1);
            apo_square landing = square_towards(var, sq, orthogonals[d], 2);
            if (landing == trip->start || !is_free(trip, landing) || !is_screen(trip, middle) ||
                apo_set_has(&found, landing))
                continue;
            apo_set_add(&found, landing);
            queue[tail++] = landing;
        }
    }
    return found;
}

/* True if jumps over enemy pieces lead from the start to `goal`. */
static bool reaches_by_jumps(journey *trip, apo_square goal)
{
    const apo_variant *var = trip->pos->var;
    stop stops[APO_SERIES_MAX + 1] = {{.square = trip->start}};
    unsigned depth = 0;
    for (;;) {
        stop *here = &stops[depth];
        if (here->next == DIAGONALS) {
            if (depth == 0)
                return false;
            apo_set_remove(&trip->jumped, here->middle);
            depth--;
            continue;
        }
        unsigned by = diagonals[here->next++];
        apo_square middle = square_towards(var, here->square, by, 1);
        apo_square landing = square_towards(var, here->square, by, 2);
        if (!is_free(trip, landing) || !is_jumpable(trip, middle))
            continue;
        if (landing == goal)
            return true;
        if (++trip->work > WORK_MAX)
            return false;
        apo_set_add(&trip->jumped, middle);
        stops[++depth] = (stop){landing, middle, 0};
    }
}

static bool is_even_distance(const apo_variant *var, apo_square a, apo_square b)
{
    int files = var->geometry.files;
    return (a % files - b % files) % 2 == 0 && (a / files - b / files) % 2 == 0;
}

/* True if a last jump onto `sq` is possible at all: a piece to jump over next to it and a place
 * behind that. */
static bool has_last_jump(const apo_position *pos, apo_square sq, unsigned by)
{
    for (unsigned d = 0; d < 4; d++) {
        apo_square screen = square_towards(pos->var, sq, orthogonals[d], 1);
        apo_square prey = square_towards(pos->var, sq, diagonals[d], 1);
        apo_square behind = square_towards(pos->var, sq, orthogonals[d], 2);
        apo_square beyond = square_towards(pos->var, sq, diagonals[d], 2);
        if (is_piece_of(pos, screen, by) &&
            (pos->board[behind] == APO_PIECE_EMPTY || is_piece_of(pos, behind, by)))
            return true;
        if (is_prey(pos, prey, by ^ 1U) &&
            (pos->board[beyond] == APO_PIECE_EMPTY || is_piece_of(pos, beyond, by)))
            return true;
    }
    return false;
}

/* One of these checkers that is orthogonally adjacent to the square, or APO_SQUARE_NONE. */
static apo_square stepper_beside(const apo_variant *var, apo_square sq, const uint64_t *pieces)
{
    for (unsigned d = 0; d < 4; d++) {
        apo_square from = square_towards(var, sq, orthogonals[d], 1);
        if (from < var->squares && (pieces[from >> 6] >> (from & 63U) & 1U) != 0)
            return from;
    }
    return APO_SQUARE_NONE;
}

static bool attacks_by_series(const apo_position *pos, apo_square from, apo_square sq,
                              unsigned by)
{
    journey trip = {.pos = pos, .side = by, .start = from, .opened = sq};
    apo_set landings = apo_checker_squares_by_screens(&trip);
    return apo_set_has(&landings, sq) || reaches_by_jumps(&trip, sq);
}

apo_square apo_checker_attacker(const apo_position *pos, apo_square sq, unsigned by,
                                const uint64_t *pieces, uint8_t *out_power)
{
    const apo_variant *var = pos->var;
    *out_power = var->untabled;
    apo_square stepper = stepper_beside(var, sq, pieces);
    if (stepper != APO_SQUARE_NONE || !has_last_jump(pos, sq, by))
        return stepper;
    for (unsigned i = 0; i < var->words; i++)
        for (uint64_t word = pieces[i]; word != 0;) {
            apo_square from = apo_word_pop(&word, i * 64);
            if (is_even_distance(var, from, sq) && attacks_by_series(pos, from, sq, by))
                return from;
        }
    return APO_SQUARE_NONE;
}

/* --- what one move could open -------------------------------------------- */

/* A search backwards from a king, over squares that a checker might pass. One ordinary move of
 * the king's side empties one square and fills one, so a path may need at most one of each. */
typedef struct approach {
    const apo_position *pos;
    unsigned by;
    apo_set seen[4]; /* by what is used up: bit 0 the filled square, bit 1 the emptied one */

    struct {
        apo_square square;
        uint8_t used;
    } queue[4 * APO_SQUARES_MAX];

    unsigned head, tail;
} approach;

/* Goes back to `landing` with `used` used up; true if a checker stands there. */
static bool step_back(approach *way, apo_square landing, unsigned used)
{
    apo_piece piece = way->pos->board[landing];
    if (piece == apo_piece_of((apo_side)way->by, way->pos->var->untabled))
        return true;
    if (piece != APO_PIECE_EMPTY) {
        if (is_piece_of(way->pos, landing, way->by) || used & 2U || !apo_piece_is_real(piece))
            return false;
        used |= 2U;
    }
    if (apo_set_has(&way->seen[used], landing))
        return false;
    apo_set_add(&way->seen[used], landing);
    way->queue[way->tail].square = landing;
    way->queue[way->tail++].used = (uint8_t)used;
    return false;
}

static bool back_over_prey(approach *way, apo_square sq, unsigned used, unsigned by)
{
    apo_square middle = square_towards(way->pos->var, sq, by, 1);
    apo_square landing = square_towards(way->pos->var, sq, by, 2);
    if (!is_prey(way->pos, middle, way->by ^ 1U)) {
        if (used & 1U || is_piece_of(way->pos, middle, way->by ^ 1U))
            return false;
        used |= 1U;
    }
    return step_back(way, landing, used);
}

static bool back_over_screen(approach *way, apo_square sq, unsigned used, unsigned by)
{
    apo_square middle = square_towards(way->pos->var, sq, by, 1);
    apo_square landing = square_towards(way->pos->var, sq, by, 2);
    if (!is_piece_of(way->pos, middle, way->by))
        return false;
    return step_back(way, landing, used);
}

typedef bool go_back(approach *way, apo_square sq, unsigned used, unsigned by);

static bool may_come(const apo_position *pos, apo_square sq, unsigned by, go_back *back,
                     const uint8_t directions[4])
{
    approach way;
    way.pos = pos;
    way.by = by;
    way.head = way.tail = 0;
    for (unsigned i = 0; i < 4; i++)
        way.seen[i] = (apo_set){{0}};
    for (unsigned d = 0; d < 4; d++)
        if (back(&way, sq, 0, directions[d]))
            return true;
    while (way.head < way.tail) {
        apo_square from = way.queue[way.head].square;
        unsigned used = way.queue[way.head++].used;
        for (unsigned d = 0; d < 4; d++)
            if (back(&way, from, used, directions[d]))
                return true;
    }
    return false;
}

/* False only if no single move of the other side can make a checker of `by` attack `sq`. */
static bool may_attack(const apo_position *pos, apo_square sq, unsigned by)
{
    const apo_variant *var = pos->var;
    const uint64_t *checkers = apo_position_type_set(pos, by, var->untabled, var->words);
    return stepper_beside(var, sq, checkers) != APO_SQUARE_NONE ||
           may_come(pos, sq, by, back_over_screen, orthogonals) ||
           may_come(pos, sq, by, back_over_prey, diagonals);
}

void apo_checker_watch(apo_watch *at)
{
    if (apo_has_type(at->pos, at->by, at->pos->var->untabled) &&
        may_attack(at->pos, at->king, at->by))
        at->out->is_all_suspect = true;
}
