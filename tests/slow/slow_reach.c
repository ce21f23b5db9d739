/* Where a piece could go or capture by its plain power, and so which king is attacked. */
#include "slow_inside.h"

#include <string.h>

const slow_square slow_circle[8] = {
    {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1},
};

/* The reach of one piece, to which all functions below add. */
struct reaching {
    const slow_position *pos;
    slow_square from;
    slow_colour colour;
    int mode;
    slow_map *out;
};

static slow_square step(slow_square from, slow_square by)
{
    return slow_at_file_rank(from.file + by.file, from.rank + by.rank);
}

/* Rules 1.8: '*' is no square, so nothing lands there. */
static void reach_square(const struct reaching *r, slow_square to)
{
    char there = slow_get(r->pos, to);
    if (there == '*') {
        return;
    }
    bool is_move = there == '.' && (r->mode & MAY_MOVE) != 0;
    bool is_capture =
        slow_is_piece(there) && slow_owner(there) != r->colour && (r->mode & MAY_CAPTURE) != 0;
    if (is_move || is_capture) {
        slow_mark(r->out, to, true);
    }
}

/* Goes on by the same step while the squares landed on exist and are empty (rules 1.8, 3). */
static void reach_line(const struct reaching *r, slow_square start, slow_square by)
{
    slow_square to = step(start, by);
    while (slow_is_empty(r->pos, to)) {
        reach_square(r, to);
        to = step(to, by);
    }
    reach_square(r, to);
}

/* The cannon's capture: over exactly one piece of either side, onto an enemy (rules 3). */
static void reach_hop(const struct reaching *r, slow_square by)
{
    slow_square to = step(r->from, by);
    while (slow_is_empty(r->pos, to)) {
        to = step(to, by);
    }
    if (!slow_is_piece(slow_get(r->pos, to))) {
        return;
    }
    to = step(to, by);
    while (slow_is_empty(r->pos, to)) {
        to = step(to, by);
    }
    reach_square(r, to);
}

static void reach_all_hops(const struct reaching *r)
{
    for (int i = 0; i < 8; i += 2) {
        reach_hop(r, slow_circle[i]);
    }
}

/* Writes the 4 or 8 directions of an (a,b) leap. */
static int list_directions(int a, int b, slow_square out[8])
{
    int count = 0;
    for (int x = -a; x <= a; x++) {
        for (int y = -a; y <= a; y++) {
            int ax = x < 0 ? -x : x;
            int ay = y < 0 ? -y : y;
            if ((ax == a && ay == b) || (ax == b && ay == a)) {
                out[count++] = slow_at_file_rank(x, y);
            }
        }
    }
    return count;
}

static void reach_leaps(const struct reaching *r, int a, int b)
{
    slow_square directions[8];
    int count = list_directions(a, b, directions);
    for (int i = 0; i < count; i++) {
        reach_square(r, step(r->from, directions[i]));
    }
}

static void reach_rides(const struct reaching *r, int a, int b)
{
    slow_square directions[8];
    int count = list_directions(a, b, directions);
    for (int i = 0; i < count; i++) {
        reach_line(r, r->from, directions[i]);
    }
}

/* Osprey (rules 3): (2,0) leap, then the two diagonals further outward. Griffin and dragon
 * (rules 4.1): one step, then the two lines 45 degrees off it. All stop on the first square if
 * it is not empty. */
static void reach_bents(const struct reaching *r, int a, int b)
{
    for (int i = (b == 0 ? 0 : 1); i < 8; i += 2) {
        slow_square first =
            step(r->from, slow_at_file_rank(a * slow_circle[i].file, a * slow_circle[i].rank));
        reach_square(r, first);
        if (slow_is_empty(r->pos, first)) {
            reach_line(r, first, slow_circle[(i + 1) % 8]);
            reach_line(r, first, slow_circle[(i + 7) % 8]);
        }
    }
}

/* One path of the vulture: three steps by `three`, and one by `one` as number `when` of 0..3.
 * The three squares before the target must exist and be empty (rules 3). */
static void reach_vulture_path(const struct reaching *r, slow_square three, slow_square one,
                               int when)
{
    slow_square at = r->from;
    for (int i = 0; i < 4; i++) {
        at = step(at, i == when ? one : three);
        if (i < 3 && !slow_is_empty(r->pos, at)) {
            return;
        }
    }
    reach_square(r, at);
}

/* Three orthogonal steps and one diagonal, or the reverse, 45 degrees apart (rules 3). */
static void reach_vulture(const struct reaching *r)
{
    for (int i = 0; i < 8; i++) {
        for (int when = 0; when < 4; when++) {
            reach_vulture_path(r, slow_circle[i], slow_circle[(i + 1) % 8], when);
            reach_vulture_path(r, slow_circle[i], slow_circle[(i + 7) % 8], when);
        }
    }
}

/* One step only: a joker has no more of a pawn (rules 2.4), and it gives check (rules 1.2). */
static void reach_pawn(const struct reaching *r, bool is_berolina)
{
    int forward = slow_forward(r->colour);
    struct reaching straight = *r;
    struct reaching diagonal = *r;
    straight.mode = is_berolina ? MAY_CAPTURE : MAY_MOVE;
    diagonal.mode = is_berolina ? MAY_MOVE : MAY_CAPTURE;
    reach_square(&straight, step(r->from, slow_at_file_rank(0, forward)));
    reach_square(&diagonal, step(r->from, slow_at_file_rank(-1, forward)));
    reach_square(&diagonal, step(r->from, slow_at_file_rank(1, forward)));
}

static void reach_by_power(struct reaching *r, const slow_power *power)
{
    r->mode = power->mode;
    switch (power->kind) {
    case POWER_NONE: break;
    case POWER_LEAP: reach_leaps(r, power->a, power->b); break;
    case POWER_RIDE: reach_rides(r, power->a, power->b); break;
    case POWER_HOP: reach_all_hops(r); break;
    case POWER_BENT: reach_bents(r, power->a, power->b); break;
    case POWER_VULTURE: reach_vulture(r); break;
    case POWER_PAWN: reach_pawn(r, false); break;
    case POWER_BEROLINA: reach_pawn(r, true); break;
    case POWER_CHECKER: slow_checker_reach(r->pos, r->from, r->out); break;
    }
}

/* Rules 2.2: a joker of colour c has the power of imit(other(c)). */
char slow_power_of(const slow_position *pos, slow_square from)
{
    char piece = slow_get(pos, from);
    char type = slow_type(piece);
    return type == 'J' ? pos->imit[slow_other(slow_owner(piece))] : type;
}

void slow_reach(const slow_position *pos, slow_square from, slow_map *out)
{
    memset(out, 0, sizeof *out);
    const slow_piece *piece = slow_find_piece(pos->game, slow_power_of(pos, from));
    if (piece == NULL) {
        return; /* rules 2.1: a joker before its opponent has moved */
    }
    struct reaching r = {pos, from, slow_owner(slow_get(pos, from)), 0, out};
    for (const slow_power *power = piece->powers; power->kind != POWER_NONE; power++) {
        reach_by_power(&r, power);
    }
}

/* Rules 5, "Checkers and kings": could it end a move on the king's square, were that empty? */
static bool checker_attacks(const slow_position *pos, slow_square from, slow_square king)
{
    slow_position without_king = *pos;
    slow_map ends;
    slow_put(&without_king, king, '.');
    slow_reach(&without_king, from, &ends);
    return slow_has(&ends, king);
}

static bool attacks_king(const slow_position *pos, slow_square from, slow_square king)
{
    const slow_piece *piece = slow_find_piece(pos->game, slow_power_of(pos, from));
    slow_map reach;
    if (piece != NULL && piece->powers[0].kind == POWER_CHECKER) {
        return checker_attacks(pos, from, king);
    }
    slow_reach(pos, from, &reach);
    return slow_has(&reach, king);
}

/* Rules 1.2; e.p. and castling are no plain powers, so they never count. */
bool slow_king_attacked(const slow_position *pos, slow_colour colour)
{
    slow_square king;
    if (!slow_find_king(pos, colour, &king)) {
        return false;
    }
    for (int rank = 0; rank < SLOW_RANKS; rank++) {
        for (int file = 0; file < SLOW_FILES; file++) {
            slow_square from = slow_at_file_rank(file, rank);
            if (slow_owns(pos, slow_other(colour), from) && attacks_king(pos, from, king)) {
                return true;
            }
        }
    }
    return false;
}
