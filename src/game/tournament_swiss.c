#include "game/tournament_swiss.h"

#include "base/random.h"

enum {
    PRIME = 0x7FFFFFFF, /* 2^31 - 1 */
    WHITE = 1,
    BLACK = -1,
    LIKED = 0, /* how badly the colours of two players would match */
    DISLIKED = 1,
    HATED = 2
};

/* A player to be paired. */
typedef struct seat {
    unsigned player;
    unsigned rank, points, byes;
    int balance;      /* games with White minus games with Black */
    int last, streak; /* colour of the last game, and how often in a row */
} seat;

typedef struct swiss {
    const apo_tournament *tournament;
    enum apo_swiss_way way;
    unsigned round, count;
    seat seats[APO_TOURNAMENT_PLAYERS_MAX]; /* sorted by points and rank */
    unsigned char met[APO_TOURNAMENT_PLAYERS_MAX][APO_TOURNAMENT_PLAYERS_MAX];
    /* players who have met more often are not paired: 0, unless there is no other way */
    unsigned char met_max;
    bool is_free[APO_TOURNAMENT_PLAYERS_MAX]; /* not paired yet */
} swiss;

/* --- matchings ----------------------------------------------------------- */

static uint32_t multiply(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)a * b % PRIME);
}

static uint32_t inverse(uint32_t a)
{
    uint32_t result = 1;
    for (uint32_t power = PRIME - 2; power > 0; power >>= 1) {
        if (power & 1U)
            result = multiply(result, a);
        a = multiply(a, a);
    }
    return result;
}

typedef struct matrix {
    uint32_t cells[APO_TOURNAMENT_PLAYERS_MAX][APO_TOURNAMENT_PLAYERS_MAX];
    unsigned size;
} matrix;

static bool can_meet(const swiss *all, unsigned a, unsigned b)
{
    return all->met[a][b] <= all->met_max;
}

/* The Tutte matrix: skew-symmetric, with arbitrary but fixed numbers where two seats can meet.
 * Its rank is twice the size of a maximum matching (Tutte, Lovasz). */
static void fill_matrix(matrix *out, const swiss *all, const unsigned *seats, unsigned count)
{
    out->size = count;
    for (unsigned i = 0; i < count; i++) {
        out->cells[i][i] = 0;
        for (unsigned j = i + 1; j < count; j++) {
            uint64_t mixed = apo_mix(seats[i] * APO_TOURNAMENT_PLAYERS_MAX + seats[j] + 1);
            uint32_t cell = (uint32_t)(mixed % (PRIME - 1)) + 1;
            bool can = can_meet(all, seats[i], seats[j]);
            out->cells[i][j] = can ? cell : 0;
            out->cells[j][i] = can ? PRIME - cell : 0;
        }
    }
}

static bool move_pivot(matrix *m, unsigned row, unsigned column)
{
    for (unsigned i = row; i < m->size; i++) {
        if (m->cells[i][column] == 0)
            continue;
        for (unsigned j = column; i != row && j < m->size; j++) {
            uint32_t cell = m->cells[i][j];
            m->cells[i][j] = m->cells[row][j];
            m->cells[row][j] = cell;
        }
        return true;
    }
    return false;
}

static void clear_below(matrix *m, unsigned row, unsigned column)
{
    uint32_t scale = inverse(m->cells[row][column]);
    for (unsigned i = row + 1; i < m->size; i++) {
        uint32_t factor = multiply(m->cells[i][column], scale);
        for (unsigned j = column; factor != 0 && j < m->size; j++) {
            uint32_t less = multiply(factor, m->cells[row][j]);
            m->cells[i][j] = (m->cells[i][j] + PRIME - less) % PRIME;
        }
    }
}

static unsigned rank_of(matrix *m)
{
    unsigned row = 0;
    for (unsigned column = 0; column < m->size && row < m->size; column++) {
        if (move_pivot(m, row, column))
            clear_below(m, row++, column);
    }
    return row;
}

/* If everybody can meet at least half of the others, a perfect matching exists (Dirac). That
 * avoids the matrix except in small or late tournaments. */
static bool is_dense(const swiss *all, const unsigned *seats, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned others = 0;
        for (unsigned j = 0; j < count; j++)
            others += j != i && can_meet(all, seats[i], seats[j]);
        if (others * 2 < count)
            return false;
    }
    return true;
}

/* The size of a maximum matching of these seats. */
static unsigned pairs_of(const swiss *all, const unsigned *seats, unsigned count)
{
    matrix m;
    if (is_dense(all, seats, count))
        return count / 2;
    fill_matrix(&m, all, seats, count);
    return rank_of(&m) / 2;
}

/* Lists the free seats with these points (negative: any points), except two of them. */
static unsigned gather(unsigned *out, const swiss *all, int points, unsigned a, unsigned b)
{
    unsigned count = 0;
    for (unsigned i = 0; i < all->count; i++) {
        bool fits = points < 0 || all->seats[i].points == (unsigned)points;
        if (all->is_free[i] && fits && i != a && i != b)
            out[count++] = i;
    }
    return count;
}

static unsigned pairs_without(const swiss *all, int points, unsigned a, unsigned b)
{
    unsigned seats[APO_TOURNAMENT_PLAYERS_MAX];
    unsigned count = gather(seats, all, points, a, b);
    return pairs_of(all, seats, count);
}

static bool can_all_without(const swiss *all, unsigned a, unsigned b)
{
    unsigned seats[APO_TOURNAMENT_PLAYERS_MAX];
    unsigned count = gather(seats, all, -1, a, b);
    return count % 2 == 0 && pairs_of(all, seats, count) == count / 2;
}

/* --- colours ------------------------------------------------------------- */

static int preference_of(const seat *one)
{
    if (one->balance != 0)
        return one->balance > 0 ? BLACK : WHITE;
    return -one->last;
}

/* The strength of the colour preference: 3 after two more games of one colour, 2 after the same
 * colour twice. */
static unsigned strength_of(const seat *one)
{
    if (one->balance > 1 || one->balance < -1)
        return 3;
    if (one->streak > 1)
        return 2;
    return one->last != 0;
}

static unsigned clash_of(const swiss *all, unsigned a, unsigned b)
{
    const seat *first = &all->seats[a], *second = &all->seats[b];
    if (all->tournament->games_each > 1 || preference_of(first) == 0 ||
        preference_of(first) != preference_of(second))
        return LIKED;
    return strength_of(first) >= 2 && strength_of(second) >= 2 ? HATED : DISLIKED;
}

/* True if `a`, the higher of two, has White, on board number `board` from 0. */
static bool has_white(const swiss *all, unsigned a, unsigned b, unsigned board)
{
    const seat *first = &all->seats[a], *second = &all->seats[b];
    int preference = preference_of(first), other = preference_of(second);
    if (all->tournament->games_each > 1)
        return true;
    if (preference == 0 && other == 0)
        return board % 2 == 0;
    if (preference == 0 || (preference == other && strength_of(second) > strength_of(first)))
        return other == BLACK;
    return preference == WHITE;
}

/* --- choosing ------------------------------------------------------------ */

/* The offset of the ideal opponent of the first of `count` in a score group (the next seat is
 * 1). */
static unsigned ideal_of(const swiss *all, unsigned count)
{
    if (all->way == APO_SWISS_SLIDE)
        return count / 2;
    return count % 2 == 0 ? count - 1 : count - 2;
}

typedef struct candidate {
    unsigned seat;
    unsigned group; /* 0: as many points, 1: the next lower, ... */
    unsigned clash, distance;
} candidate;

static bool is_before(const candidate *a, const candidate *b)
{
    if (a->group != b->group)
        return a->group < b->group;
    if (a->clash != b->clash)
        return a->clash < b->clash;
    return a->distance < b->distance;
}

/* Lists all possible opponents of `top`, best first. */
static unsigned list_candidates(candidate *out, const swiss *all, unsigned top)
{
    unsigned same[APO_TOURNAMENT_PLAYERS_MAX];
    unsigned ideal = ideal_of(all, gather(same, all, (int)all->seats[top].points, ~0U, ~0U));
    unsigned count = 0, group = 0, index = 0, points = all->seats[top].points;
    for (unsigned i = top + 1; i < all->count; i++) {
        if (!all->is_free[i])
            continue;
        if (all->seats[i].points != points) {
            points = all->seats[i].points;
            group++;
            index = 0;
            ideal = 1; /* a floater meets the first of the lower group */
        }
        index++;
        candidate one = {i, group, clash_of(all, top, i),
                         index > ideal ? index - ideal : ideal - index};
        if (!can_meet(all, top, i))
            continue;
        unsigned at = count++;
        for (; at > 0 && is_before(&one, &out[at - 1]); at--)
            out[at] = out[at - 1];
        out[at] = one;
    }
    return count;
}

/* The opponent of the highest free seat: the best one that lets all others be paired and, if
 * possible, loses no pair within the score group. */
static unsigned choose(const swiss *all, unsigned top)
{
    candidate list[APO_TOURNAMENT_PLAYERS_MAX];
    unsigned count = list_candidates(list, all, top);
    int points = (int)all->seats[top].points;
    unsigned pairs = pairs_without(all, points, ~0U, ~0U);
    for (unsigned i = 0; i < count; i++) {
        bool is_kept =
            pairs_without(all, points, top, list[i].seat) + (list[i].group == 0) == pairs;
        if (is_kept && can_all_without(all, top, list[i].seat))
            return list[i].seat;
    }
    for (unsigned i = 0; i < count; i++) {
        if (can_all_without(all, top, list[i].seat))
            return list[i].seat;
    }
    return top;
}

/* --- before and after ---------------------------------------------------- */

static void note_color(seat *one, int color)
{
    one->balance += color;
    one->streak = one->last == color ? one->streak + 1 : 1;
    one->last = color;
}

static unsigned seat_of(const swiss *all, unsigned player)
{
    unsigned i = 0;
    while (i < all->count && all->seats[i].player != player)
        i++;
    return i;
}

static void note_game(swiss *all, const apo_tournament_game *game)
{
    unsigned a = seat_of(all, game->white);
    bool is_game = game->how == APO_TOURNAMENT_PLAYED || game->how == APO_TOURNAMENT_RUNNING;
    if (game->how == APO_TOURNAMENT_BYE) {
        if (a < all->count)
            all->seats[a].byes++;
        return;
    }
    unsigned b = seat_of(all, game->black);
    if (is_game && a < all->count)
        note_color(&all->seats[a], WHITE);
    if (is_game && b < all->count)
        note_color(&all->seats[b], BLACK);
    if (game->how != APO_TOURNAMENT_DROPPED && a < all->count && b < all->count) {
        all->met[a][b]++;
        all->met[b][a]++;
    }
}

static void take_seats(swiss *all)
{
    apo_tournament_line lines[APO_TOURNAMENT_PLAYERS_MAX];
    apo_tournament plain = *all->tournament;
    plain.break_count = 0;
    apo_tournament_table(lines, &plain);
    for (size_t i = 0; i < plain.player_count; i++) {
        const apo_tournament_player *player = &plain.players[lines[i].player];
        if (!player->has_left)
            all->seats[all->count++] = (seat){
                .player = lines[i].player, .rank = player->rank, .points = lines[i].points};
    }
    for (unsigned round = 1; round < all->round; round++) {
        for (size_t i = 0; i < plain.game_count; i++) {
            if (plain.games[i].round == round)
                note_game(all, &plain.games[i]);
        }
    }
    for (unsigned i = 0; i < all->count; i++)
        all->is_free[i] = true;
}

/* Gives the bye to the lowest seat among those with the fewest byes, so that the others can be
 * paired; false if there is no such seat. */
static bool give_bye(swiss *all, unsigned *out)
{
    for (unsigned byes = 0; byes <= all->round; byes++) {
        for (unsigned i = all->count; i-- > 0;) {
            if (all->seats[i].byes != byes || !can_all_without(all, i, ~0U))
                continue;
            *out = i;
            return true;
        }
    }
    return false;
}

/* Finds how often players must have met so that all can be paired: nearly always 0. */
static unsigned settle(swiss *all)
{
    unsigned bye = ~0U;
    for (;; all->met_max += (unsigned char)all->tournament->games_each) {
        bool is_done =
            all->count % 2 == 0 ? can_all_without(all, ~0U, ~0U) : give_bye(all, &bye);
        if (is_done)
            return bye;
    }
}

unsigned apo_swiss_pair(apo_tournament_pair *out, const apo_tournament *tournament,
                        enum apo_swiss_way way, unsigned round)
{
    swiss all = {.tournament = tournament, .way = way, .round = round};
    unsigned count = 0;
    take_seats(&all);
    unsigned bye = settle(&all);
    if (bye < all.count)
        all.is_free[bye] = false;
    for (unsigned top = 0; top < all.count; top++) {
        if (!all.is_free[top])
            continue;
        unsigned other = choose(&all, top);
        all.is_free[top] = all.is_free[other] = false;
        bool is_white = has_white(&all, top, other, count);
        out[count++] = (apo_tournament_pair){all.seats[is_white ? top : other].player,
                                             all.seats[is_white ? other : top].player};
    }
    if (bye < all.count)
        out[count++] = (apo_tournament_pair){all.seats[bye].player, APO_TOURNAMENT_NOBODY};
    return count;
}
