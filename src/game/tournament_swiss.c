/* Points groups are paired from the highest to the lowest. Each bracket (the players moved down
 * into a group, then its residents) is a matching of least cost, whose levels are the criteria
 * of FIDE in their order; all players below take part in it, so that everybody can be paired in
 * the end. */
#include "game/tournament_swiss.h"

#include "base/alloc.h"
#include "game/matching.h"
#include "game/swiss_seat.h"

enum {
    SEATS_MAX = APO_TOURNAMENT_PLAYERS_MAX + 1, /* and the bye */
    SPARES = 3, /* places below the next group when that part is cut off */
    /* With fewer players left all of them take part. */
    FEW = 64,
    POINT = APO_TOURNAMENT_WIN,
    DIGIT = 9, /* bits of a count of players */
    SUM = 12,  /* bits of a sum of differences */
    DIFFERENCES_MAX = 16
};

/* The dense levels of a cost. The numbers are those of FIDE's criteria. */
enum {
    BROKEN,    /* C.1 to C.3: absolute criteria, broken only if nothing else is possible */
    UNPAIRED,  /* C.5, C.6 */
    FOLLOWING, /* C.7 */
    COLORS,    /* C.8 to C.11 */
    FLOATS,    /* C.12 to C.15 */
    DISTANCES, /* C.16 to C.19 */
    CHOICE     /* D: which of those moved down are paired; exchanges */
};

typedef struct swiss {
    const apo_tournament *tournament;
    enum apo_swiss_way way;
    bool is_last;
    apo_swiss_seat seats[SEATS_MAX];
    unsigned count;           /* of seats */
    unsigned bye;             /* the seat of nobody; `count` if there is none */
    const unsigned char *met; /* by players; borrowed */
    /* seats not paired yet; the first `moved` of them have been moved down into the bracket,
     * which ends before `cur` */
    unsigned left[SEATS_MAX], left_count, moved, cur;
    apo_tournament_pair *pairs;
    unsigned pair_count;
} swiss;

/* Differences of points that occur, the largest first: C.6 compares how often each occurs. */
typedef struct differences {
    int of[DIFFERENCES_MAX];
    unsigned count;
} differences;

/* A bracket to be solved: the first `cur` of the seats, those moved down first; then the next
 * group; then others. */
typedef struct bracket {
    const swiss *all;
    unsigned seats[SEATS_MAX + SPARES], count, real; /* `count` with spares */
    unsigned moved, cur, next;                       /* ends of the first groups */
    int points, next_points;
    differences here, following;
    bool is_by_moved; /* the order of opponents of those moved down; else of residents */
    unsigned half;    /* residents of the upper half */
    unsigned bits;    /* of a digit of the order */
    unsigned levels;
    apo_matching_cost *costs;
    apo_matching_unit units[SEATS_MAX + SPARES];
    unsigned mates[SEATS_MAX + SPARES];
} bracket;

/* --- two players --------------------------------------------------------- */

static bool is_top(const swiss *all, const apo_swiss_seat *seat)
{
    return all->is_last && seat->points * 2 > POINT * (int)all->tournament->games_each *
                                                  ((int)all->tournament->rounds - 1);
}

static bool prefer_same_color(const swiss *all, const apo_swiss_seat *a,
                              const apo_swiss_seat *b)
{
    return all->tournament->games_each == 1 && apo_swiss_preference(a) != APO_SWISS_NO_COLOR &&
           apo_swiss_preference(a) == apo_swiss_preference(b);
}

/* How badly a pair breaks the absolute criteria: repetition, then a second bye, then colours.
 */
static int64_t broken_by(const swiss *all, unsigned a, unsigned b)
{
    const apo_swiss_seat *one = &all->seats[a], *other = &all->seats[b];
    if (a == all->bye || b == all->bye)
        return (int64_t)(a == all->bye ? other : one)->byes << SUM;
    int64_t met = all->met[one->player * all->tournament->player_count + other->player];
    bool is_clash = prefer_same_color(all, one, other) &&
                    apo_swiss_strength_of(one) == APO_SWISS_ABSOLUTE &&
                    apo_swiss_strength_of(other) == APO_SWISS_ABSOLUTE && !is_top(all, one) &&
                    !is_top(all, other);
    return (met << 2 * SUM) + is_clash;
}

/* --- costs --------------------------------------------------------------- */

static void note_difference(differences *out, int value)
{
    unsigned at = 0;
    while (at < out->count && out->of[at] > value)
        at++;
    if (out->count == DIFFERENCES_MAX || (at < out->count && out->of[at] == value))
        return;
    for (unsigned i = out->count++; i > at; i--)
        out->of[i] = out->of[i - 1];
    out->of[at] = value;
}

/* A player short of an opponent, or a difference of points: one more in its digit of the level,
 * of which the highest counts players without an opponent. */
static int64_t difference_cost(const differences *of, int value)
{
    const unsigned digits = APO_MATCHING_BITS / DIGIT - 1;
    unsigned at = 0;
    while (at + 1 < of->count && at + 1 < digits && of->of[at] > value)
        at++;
    return (int64_t)1 << DIGIT * (digits - 1 - at);
}

static int64_t unpaired_cost(const differences *of, int value)
{
    const unsigned digits = APO_MATCHING_BITS / DIGIT - 1;
    return ((int64_t)1 << DIGIT * digits) + difference_cost(of, value);
}

static bool is_moved(const bracket *on, unsigned i)
{
    return i < on->moved;
}

static const apo_swiss_seat *seat_at(const bracket *on, unsigned i)
{
    return &on->all->seats[on->seats[i]];
}

/* A number of `bits` at place `index` of a row of numbers on one level: the first weighs
 * most. */
static int64_t digit(int64_t number, unsigned bits, unsigned index)
{
    return number << bits * (APO_MATCHING_BITS / bits - 1 - index);
}

static void add_colors(apo_matching_cost *cost, const swiss *all, const apo_swiss_seat *a,
                       const apo_swiss_seat *b)
{
    if (!prefer_same_color(all, a, b))
        return;
    enum apo_swiss_strength one = apo_swiss_strength_of(a), other = apo_swiss_strength_of(b);
    bool is_absolute = one == APO_SWISS_ABSOLUTE && other == APO_SWISS_ABSOLUTE;
    bool is_wide = (a->balance > 1 && b->balance > 1) || (a->balance < -1 && b->balance < -1);
    cost->dense[COLORS] = digit(is_absolute && is_wide, DIGIT, 0) +
                          digit(is_absolute, DIGIT, 1) + digit(1, DIGIT, 2) +
                          digit(one >= APO_SWISS_STRONG && other >= APO_SWISS_STRONG, DIGIT, 3);
}

/* A player moved down meets a resident: adds the cost of the same floats in earlier rounds. */
static void add_floats(apo_matching_cost *cost, const apo_swiss_seat *moved,
                       const apo_swiss_seat *resident)
{
    int64_t difference = moved->points - resident->points;
    for (unsigned i = 0; i < 2; i++) {
        bool is_down = moved->floats[i] == APO_SWISS_DOWN;
        bool is_up = resident->floats[i] == APO_SWISS_UP;
        cost->dense[FLOATS] += digit(is_up, DIGIT, 2 * i + 1);
        cost->dense[DISTANCES] += digit(is_down ? difference : 0, SUM, 2 * i) +
                                  digit(is_up ? difference : 0, SUM, 2 * i + 1);
    }
}

/* The order of transpositions (D): the opponents of the first, the second, ... are compared. */
static void add_order(apo_matching_cost *cost, const bracket *on, unsigned index,
                      unsigned value)
{
    unsigned each = APO_MATCHING_BITS / on->bits;
    cost->place = APO_MATCHING_DENSE + index / each;
    cost->sparse = digit(value, on->bits, index % each);
}

/* The order of exchanges: players of the upper half who go to the lower, and how far. */
static int64_t exchange_cost(int64_t players, int64_t distance)
{
    return (players << 2 * SUM) + distance;
}

static void add_resident_order(apo_matching_cost *cost, const bracket *on, unsigned i,
                               unsigned j)
{
    unsigned size = on->cur - on->moved, upper = i - on->moved, lower = j - on->moved;
    unsigned value = on->all->way == APO_SWISS_SLIDE ? lower : size - lower;
    if (lower < on->half)
        cost->dense[CHOICE] = exchange_cost(1, -(int64_t)lower);
    if (upper < on->half) {
        add_order(cost, on, upper, value);
        return;
    }
    cost->dense[CHOICE] = exchange_cost(0, upper);
    cost->place = on->levels - 1;
    cost->sparse = value;
}

static void cost_pair(apo_matching_cost *cost, const bracket *on, unsigned i, unsigned j)
{
    const apo_swiss_seat *upper = seat_at(on, i), *lower = seat_at(on, j);
    add_colors(cost, on->all, upper, lower);
    if (!is_moved(on, i)) {
        if (!on->is_by_moved)
            add_resident_order(cost, on, i, j);
        return;
    }
    cost->dense[UNPAIRED] = difference_cost(&on->here, upper->points - lower->points);
    add_floats(cost, upper, lower);
    if (on->is_by_moved)
        add_order(cost, on, i, j);
}

/* The cost of moving player `i` of the bracket down. */
static void cost_down(apo_matching_cost *cost, const bracket *on, unsigned i)
{
    const apo_swiss_seat *seat = seat_at(on, i);
    cost->dense[UNPAIRED] = unpaired_cost(&on->here, seat->points - on->points + POINT);
    if (is_moved(on, i)) {
        if (on->is_by_moved) {
            cost->dense[CHOICE] = i < APO_MATCHING_BITS ? digit(1, 1, i) : 1;
            add_order(cost, on, i, on->cur);
        }
        return;
    }
    for (unsigned k = 0; k < 2; k++) {
        bool is_again = seat->floats[k] == APO_SWISS_DOWN;
        cost->dense[FLOATS] += digit(is_again, DIGIT, 2 * k);
    }
    if (!on->is_by_moved && i - on->moved < on->half)
        cost->dense[CHOICE] = exchange_cost(1, -(int64_t)(i - on->moved));
}

/* The cost of pairing player `i`, of the bracket or the next group, with a player below
 * both. */
static int64_t cost_below(const bracket *on, unsigned i)
{
    return unpaired_cost(&on->following, seat_at(on, i)->points - on->next_points + POINT);
}

static void fill_cost(apo_matching_cost *cost, const bracket *on, unsigned i, unsigned j)
{
    *cost = (apo_matching_cost){.place = 0};
    if (j < on->real)
        cost->dense[BROKEN] = broken_by(on->all, on->seats[i], on->seats[j]);
    if (j < on->cur) {
        cost_pair(cost, on, i, j);
        return;
    }
    if (i < on->cur)
        cost_down(cost, on, i);
    if (i < on->next && j >= on->next)
        cost->dense[FOLLOWING] = cost_below(on, i);
    else if (i < on->cur)
        cost->dense[FOLLOWING] =
            difference_cost(&on->following, seat_at(on, i)->points - on->next_points);
}

/* --- a bracket ----------------------------------------------------------- */

static void find_differences(bracket *on)
{
    on->here.count = on->following.count = 0;
    note_difference(&on->here, POINT);
    note_difference(&on->following, POINT);
    for (unsigned i = 0; i < on->next; i++) {
        int points = seat_at(on, i)->points;
        if (i < on->moved) {
            note_difference(&on->here, points - on->points);
            note_difference(&on->here, points - on->points + POINT);
        }
        note_difference(&on->following, points - on->next_points);
        note_difference(&on->following, points - on->next_points + POINT);
    }
}

/* True if all below the next group can be paired, no matter who comes down from above:
 * everybody can meet more than half of them (Dirac). */
static bool is_open_below(const bracket *on)
{
    const swiss *all = on->all;
    unsigned below = all->left_count - on->next;
    for (unsigned i = 0; i < all->left_count; i++) {
        unsigned others = 0;
        for (unsigned k = on->next; k < all->left_count; k++)
            others += k != i && broken_by(all, all->left[i], all->left[k]) == 0;
        if (others * 2 < below + 2 * SPARES)
            return false;
    }
    return true;
}

static unsigned end_of_group(const swiss *all, unsigned from)
{
    unsigned end = from;
    while (end < all->left_count &&
           all->seats[all->left[end]].points == all->seats[all->left[from]].points)
        end++;
    return end;
}

static void take_bracket(bracket *on, const swiss *all)
{
    on->all = all;
    on->moved = all->moved;
    on->cur = all->cur;
    on->next = all->cur < all->left_count ? end_of_group(all, all->cur) : all->cur;
    on->next_points = all->seats[all->left[on->next - 1]].points;
    on->count = on->real = all->left_count;
    for (unsigned i = 0; i < all->left_count; i++)
        on->seats[i] = all->left[i];
    find_differences(on);
}

/* Leaves the players below the next group out; spare places stand for them. */
static void cut_below(bracket *on)
{
    on->real = on->next;
    on->count = on->real + SPARES - (on->real + SPARES) % 2;
}

/* Makes room for the opponents of `count` players in the order, and for one level more. */
static void set_levels(bracket *on, unsigned count)
{
    on->bits = 2; /* twice the size that the numbers need */
    while (2 * (on->cur + 1U) > 1U << on->bits)
        on->bits++;
    unsigned each = APO_MATCHING_BITS / on->bits;
    on->levels = APO_MATCHING_DENSE + (count + each - 1) / each + 1;
}

static void set_units(bracket *on)
{
    const unsigned from = on->is_by_moved ? 0 : on->moved;
    const unsigned end = on->is_by_moved ? on->moved : on->moved + on->half;
    for (unsigned i = 0; i < on->count; i++) {
        apo_matching_cost cost = {.place = 0};
        if (i >= from && i < end)
            add_order(&cost, on, i - from, 1);
        on->units[i] = (apo_matching_unit){cost.place, cost.sparse};
    }
}

static apo_status solve(bracket *on)
{
    set_levels(on, on->is_by_moved ? on->moved : on->half);
    const apo_matching problem = {on->count, on->levels, on->costs, on->units};
    set_units(on);
    for (unsigned i = 0; i < on->count; i++) {
        for (unsigned j = i + 1; j < on->count; j++)
            fill_cost(&on->costs[i * on->count + j], on, i, j);
    }
    return apo_matching_solve(on->mates, &problem);
}

/* True if a solution without the players below also holds with them. */
static bool is_sound(const bracket *on)
{
    unsigned used = 0;
    for (unsigned i = 0; i < on->real; i++) {
        used += on->mates[i] >= on->real;
        if (on->mates[i] < on->real &&
            broken_by(on->all, on->seats[i], on->seats[on->mates[i]]) > 0)
            return false;
    }
    return used < on->count - on->real;
}

static unsigned resident_pairs(const bracket *on)
{
    unsigned pairs = 0;
    for (unsigned i = on->moved; i < on->cur; i++)
        pairs += on->mates[i] > i && on->mates[i] < on->cur;
    return pairs;
}

/* Solves it for one of the two orders. */
static apo_status solve_order(bracket *on)
{
    bool is_cut =
        on->all->left_count > FEW && on->next < on->all->left_count && is_open_below(on);
    if (is_cut)
        cut_below(on);
    apo_status status = solve(on);
    if (status == APO_OK && is_cut && !is_sound(on)) {
        on->count = on->real = on->all->left_count;
        status = solve(on);
    }
    return status;
}

/* --- rounds -------------------------------------------------------------- */

static void add_pair(swiss *all, unsigned a, unsigned b)
{
    if (b == all->bye) {
        all->pairs[all->pair_count++] =
            (apo_tournament_pair){all->seats[a].player, APO_TOURNAMENT_NOBODY};
        return;
    }
    bool is_white =
        all->tournament->games_each > 1 || apo_swiss_has_white(&all->seats[a], &all->seats[b]);
    all->pairs[all->pair_count++] = (apo_tournament_pair){all->seats[is_white ? a : b].player,
                                                          all->seats[is_white ? b : a].player};
}

/* Takes the pairs of the first `count` players with others of the bracket. */
static void take_pairs(swiss *all, const bracket *on, unsigned count)
{
    bool is_gone[SEATS_MAX] = {false};
    unsigned kept = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned j = on->mates[i];
        if (j >= on->cur || is_gone[i])
            continue;
        add_pair(all, on->seats[i], on->seats[j]);
        is_gone[i] = is_gone[j] = true;
    }
    for (unsigned i = 0; i < on->all->left_count; i++) {
        all->moved -= is_gone[i] && i < on->moved;
        all->cur -= is_gone[i];
        if (!is_gone[i])
            all->left[kept++] = all->left[i];
    }
    all->left_count = kept;
}

/* Gives opponents to those moved down. */
static apo_status pair_moved(swiss *all, bracket *on)
{
    on->is_by_moved = true;
    apo_status status = solve_order(on);
    if (status != APO_OK)
        return status;
    on->half = resident_pairs(on);
    take_pairs(all, on, on->moved);
    return APO_OK;
}

/* Gives opponents to the residents that are left; `on->half` is a guess at the number of their
 * pairs. */
static apo_status pair_residents(swiss *all, bracket *on)
{
    take_bracket(on, all);
    on->is_by_moved = false;
    apo_status status = solve_order(on);
    if (status == APO_OK && resident_pairs(on) < on->half) {
        on->half = resident_pairs(on);
        status = solve_order(on);
    }
    if (status == APO_OK)
        take_pairs(all, on, on->cur);
    return status;
}

/* Pairs the highest group left and those moved down into it; the rest are moved down. */
static apo_status pair_bracket(swiss *all, bracket *on)
{
    apo_status status = APO_OK;
    all->cur = end_of_group(all, all->moved);
    on->points = all->seats[all->left[all->cur - 1]].points;
    take_bracket(on, all);
    on->half = (on->cur - on->moved) / 2;
    if (on->moved > 0)
        status = pair_moved(all, on);
    if (status == APO_OK && on->half > 0)
        status = pair_residents(all, on);
    all->moved = all->cur;
    return status;
}

static void add_bye(swiss *all)
{
    all->bye = all->count;
    if (all->count % 2 == 1)
        all->seats[all->count++] = (apo_swiss_seat){.points = -POINT};
}

static apo_status pair_all(swiss *all, bracket *on)
{
    apo_status status = APO_OK;
    add_bye(all);
    on->costs = apo_allocate(NULL, (size_t)(all->count + SPARES) * (all->count + SPARES) *
                                       sizeof *on->costs);
    if (on->costs == NULL)
        return APO_E_MEMORY;
    for (unsigned i = 0; i < all->count; i++)
        all->left[all->left_count++] = i;
    while (status == APO_OK && all->left_count > 0)
        status = pair_bracket(all, on);
    apo_free(NULL, on->costs);
    return status;
}

apo_status apo_swiss_pair(apo_tournament_pair *out, unsigned *count,
                          const apo_tournament *tournament, enum apo_swiss_way way,
                          unsigned round)
{
    apo_status status = APO_E_MEMORY;
    const size_t players = tournament->player_count;
    swiss *all = apo_allocate_zero(NULL, sizeof *all);
    bracket *on = apo_allocate_zero(NULL, sizeof *on);
    unsigned char *met = apo_allocate_zero(NULL, players * players + 1);
    if (all == NULL || on == NULL || met == NULL)
        goto done;
    *all = (swiss){.tournament = tournament, .way = way, .pairs = out, .met = met};
    all->is_last = round == tournament->rounds;
    all->count = apo_swiss_take_seats(all->seats, met, tournament, round);
    status = pair_all(all, on);
    *count = all->pair_count;
done:
    apo_free(NULL, met);
    apo_free(NULL, on);
    apo_free(NULL, all);
    return status;
}
