/* How pieces move, from their texts. */
#include "wild.h"

#include <stdlib.h>
#include <string.h>

/* One move of a piece: a leap, repeated up to `most` times. */
struct move {
    bool moves, captures;
    bool hops;          /* p: captures or moves over exactly one piece */
    bool lands;         /* g: just behind the first piece, on any line */
    bool is_lame;       /* n: stopped on the way */
    bool is_first;      /* i: unmoved pieces only */
    bool is_ski;        /* j: passes over the first square, whatever is there */
    bool is_royal_hunt; /* k: captures only kings */
    char directions[8];
    int a, b; /* the leap */
    int most;
};

struct walker {
    const wild_position *pos;
    wild_square from;
    int side;
    wild_map *out;
};

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

static bool is_ahead_or_aside(char direction)
{
    return strchr("fb", direction) != NULL;
}

/* Does a leap by (x, y), as its side sees it, go in a direction? */
static bool goes(char direction, int x, int y)
{
    switch (direction) {
    case 'f': return y > 0;
    case 'b': return y < 0;
    case 'l': return x < 0;
    case 'r': return x > 0;
    case 'v': return abs(y) > abs(x);
    default: return abs(x) > abs(y); /* s */
    }
}

/* Letters are alternatives; on diagonals two that differ in kind are one direction, "fl", and
 * "ff" is the narrow one of a knight. */
static bool is_wanted(const struct move *move, int x, int y)
{
    const char *d = move->directions;
    if (*d == '\0')
        return true;
    while (*d != '\0') {
        bool is_pair = d[1] != '\0' && move->b != 0 && strchr("vs", d[0]) == NULL &&
                       strchr("vs", d[1]) == NULL &&
                       is_ahead_or_aside(d[0]) != is_ahead_or_aside(d[1]);
        bool is_narrow = d[0] == d[1];
        bool fits = goes(d[0], x, y) && (!is_pair || goes(d[1], x, y)) &&
                    (!is_narrow || abs(y) > abs(x));
        if (fits)
            return true;
        d += is_pair || is_narrow ? 2 : 1;
    }
    return false;
}

static void mark(const struct walker *w, wild_square to)
{
    w->out->is[to.rank][to.file] = true;
}

static bool is_royal(const wild_game *game, int piece)
{
    return wild_letter(piece) == game->royal ||
           wild_has_letter(game->royals, wild_letter(piece));
}

static bool may_take(const struct walker *w, const struct move *move, int piece)
{
    return move->captures && wild_is_piece(piece) && wild_side_of(piece) != w->side &&
           (!move->is_royal_hunt || is_royal(w->pos->game, piece));
}

static bool is_blocked(const struct walker *w, const struct move *move, wild_square at, int x,
                       int y)
{
    wild_square half = abs(x) == abs(y)  ? wild_at(at.file + x / 2, at.rank + y / 2)
                       : abs(x) > abs(y) ? wild_at(at.file + sign(x), at.rank)
                                         : wild_at(at.file, at.rank + sign(y));
    return move->is_lame && wild_get(w->pos, half) != WILD_EMPTY;
}

/* True if a line of the game joins the two squares. */
static bool is_joined(const wild_game *game, wild_square a, wild_square b)
{
    for (const char *text = game->lines; *text != '\0'; text += *text == ' ' ? 1 : 0) {
        wild_square last, next;
        wild_read_square(&text, &last);
        for (; wild_read_square(&text, &next); last = next)
            if ((wild_is_same(last, a) && wild_is_same(next, b)) ||
                (wild_is_same(last, b) && wild_is_same(next, a)))
                return true;
    }
    return false;
}

/* False for a diagonal step beside the lines of a piece that needs one. */
static bool has_line(const struct walker *w, wild_square at, int x, int y)
{
    const wild_game *game = w->pos->game;
    return abs(x) != 1 || abs(y) != 1 ||
           !wild_has_letter(game->lined, wild_letter(wild_get(w->pos, w->from))) ||
           is_joined(game, at, wild_at(at.file + x, at.rank + y));
}

/* Moves on in one direction until something stops it. */
static void walk(const struct walker *w, const struct move *move, int x, int y)
{
    const char *cannons = w->pos->game->cannons;
    bool is_cannon = wild_has_letter(cannons, wild_letter(wild_get(w->pos, w->from)));
    wild_square at = w->from;
    int screens = 0;
    for (int i = 0; i < move->most; i++) {
        if (is_blocked(w, move, at, x, y) || !has_line(w, at, x, y))
            return;
        at = wild_at(at.file + x, at.rank + y);
        int there = wild_get(w->pos, at);
        if (there == WILD_NOWHERE ||
            (is_cannon && wild_is_piece(there) && wild_has_letter(cannons, wild_letter(there))))
            return;
        if (move->is_ski && i == 0)
            continue;
        bool is_target = move->hops || move->lands ? screens == 1 : true;
        if (is_target && there == WILD_EMPTY && move->moves)
            mark(w, at);
        if (is_target && may_take(w, move, there))
            mark(w, at);
        if ((move->lands && screens == 1) || (wild_is_piece(there) && is_target))
            return;
        screens += wild_is_piece(there) ? 1 : 0;
    }
}

static void walk_all(const struct walker *w, const struct move *move)
{
    int ahead = w->side == 0 ? 1 : -1;
    for (int x = -3; x <= 3; x++)
        for (int y = -3; y <= 3; y++) {
            bool is_leap = (abs(x) == move->a && abs(y) == move->b) ||
                           (abs(x) == move->b && abs(y) == move->a);
            /* Black sits on the other side of the board. */
            if (is_leap && is_wanted(move, x, y))
                walk(w, move, x * ahead, y * ahead);
        }
}

/* The falcon: three king's steps over empty squares to where a camel or a zebra leaps, never
 * backwards. */
static void step_falcon(const struct walker *w, wild_square at, int steps, wild_square toward)
{
    for (int x = -1; x <= 1; x++)
        for (int y = -1; y <= 1; y++) {
            wild_square next = wild_at(at.file + x, at.rank + y);
            int there = wild_get(w->pos, next);
            bool is_out = x * toward.file >= 0 && y * toward.rank >= 0 && (x != 0 || y != 0);
            if (!is_out || there == WILD_NOWHERE)
                continue;
            int far_x = abs(next.file - w->from.file), far_y = abs(next.rank - w->from.rank);
            bool is_end = steps == 2 && far_x != far_y && far_x != 0 && far_y != 0 &&
                          (far_x == 3 || far_y == 3);
            if (is_end && (there == WILD_EMPTY || wild_side_of(there) != w->side))
                mark(w, next);
            if (steps < 2 && there == WILD_EMPTY)
                step_falcon(w, next, steps + 1, toward);
        }
}

static void walk_falcon(const struct walker *w)
{
    for (int x = -1; x <= 1; x += 2)
        for (int y = -1; y <= 1; y += 2)
            step_falcon(w, w->from, 0, wild_at(x, y));
}

/* The elephant of janggi: one step straight and two diagonally, further away; only the last
 * square may be taken. */
static void walk_elephant(const struct walker *w, int x, int y)
{
    for (int aside = -1; aside <= 1; aside += 2) {
        int by_file = x != 0 ? x : aside, by_rank = y != 0 ? y : aside;
        wild_square a = wild_at(w->from.file + x, w->from.rank + y);
        wild_square b = wild_at(a.file + by_file, a.rank + by_rank);
        wild_square to = wild_at(b.file + by_file, b.rank + by_rank);
        int there = wild_get(w->pos, to);
        bool is_target =
            there == WILD_EMPTY || (wild_is_piece(there) && wild_side_of(there) != w->side);
        if (wild_get(w->pos, a) == WILD_EMPTY && wild_get(w->pos, b) == WILD_EMPTY && is_target)
            mark(w, to);
    }
}

static void walk_elephants(const struct walker *w)
{
    for (int by = -1; by <= 1; by += 2) {
        walk_elephant(w, by, 0);
        walk_elephant(w, 0, by);
    }
}

/* The area: up to three steps of a king, over empty squares. */
static void step_area(const struct walker *w, wild_square at, int steps)
{
    for (int x = -1; x <= 1; x++)
        for (int y = -1; y <= 1; y++) {
            wild_square next = wild_at(at.file + x, at.rank + y);
            int there = wild_get(w->pos, next);
            if (there == WILD_NOWHERE || wild_is_same(next, w->from))
                continue;
            if (there == WILD_EMPTY || wild_side_of(there) != w->side)
                mark(w, next);
            if (there == WILD_EMPTY && steps > 1)
                step_area(w, next, steps - 1);
        }
}

static void read_modifiers(const char **text, const char *end, struct move *move)
{
    size_t directions = 0;
    for (; *text < end && strchr("mcehjpgnikfblrvs", **text) != NULL; ++*text)
        switch (**text) {
        case 'm': move->moves = true; break;
        case 'c': move->captures = true; break;
        case 'e': break; /* captures en passant too: wild_moves.c */
        case 'p': move->hops = true; break;
        case 'g': move->lands = true; break;
        case 'n': move->is_lame = true; break;
        case 'i': move->is_first = true; break;
        case 'j': move->is_ski = true; break;
        case 'k': move->is_royal_hunt = true; break;
        default: move->directions[directions++] = **text; break;
        }
    if (move->is_royal_hunt)
        move->captures = true;
    if (!move->moves && !move->captures)
        move->moves = move->captures = true;
}

static void walk_leap(const struct walker *w, struct move *move, char atom)
{
    static const struct {
        char letter;
        int a, b;
    } leaps[] = {{'W', 1, 0}, {'F', 1, 1}, {'D', 2, 0}, {'N', 2, 1}, {'A', 2, 2},
                 {'H', 3, 0}, {'C', 3, 1}, {'Z', 3, 2}, {'G', 3, 3}};

    for (size_t i = 0; i < sizeof leaps / sizeof *leaps; i++)
        if (leaps[i].letter == atom) {
            move->a = leaps[i].a;
            move->b = leaps[i].b;
            walk_all(w, move);
        }
}

/* Reads one atom with what is before and after it. */
static void walk_atom(const struct walker *w, const char **text, const char *end)
{
    struct move move;
    memset(&move, 0, sizeof move);
    read_modifiers(text, end, &move);
    char atom = *(*text)++;
    bool is_line = strchr("RBQ", atom) != NULL;
    move.most = is_line ? WILD_RANKS : 1;
    if (*text < end && **text == atom) {
        move.most = WILD_RANKS;
        ++*text;
    } else if (*text < end && **text >= '2' && **text <= '9') {
        move.most = *(*text)++ - '0';
    }
    if (move.is_first && !w->pos->unmoved.is[w->from.rank][w->from.file])
        return;
    if (atom == '%')
        step_area(w, w->from, 3);
    if (atom == '$')
        walk_falcon(w);
    if (atom == '&')
        walk_elephants(w);
    if (strchr("KRQ", atom) != NULL)
        walk_leap(w, &move, 'W');
    if (strchr("KBQ", atom) != NULL)
        walk_leap(w, &move, 'F');
    walk_leap(w, &move, atom);
}

const char *wild_power(const wild_game *game, int piece, size_t *out_length)
{
    const char *text = game->pieces;
    *out_length = 0;
    while (*text != '\0') {
        const char *moves = strchr(text, ':') + 1;
        size_t length = strcspn(moves, " ");
        if (wild_is_named(text, piece)) {
            *out_length = length;
            return moves;
        }
        text = moves + length;
        text += *text == ' ' ? 1 : 0;
    }
    return "";
}

static bool is_in_area(const char *area, wild_square at, const wild_game *game, int side)
{
    const char *text = strchr(area, ':') + 1;
    wild_square square;
    while (wild_read_square(&text, &square))
        if (square.file == at.file && wild_own_rank(game, side, square.rank) == at.rank)
            return true;
    return false;
}

bool wild_may_stand(const wild_game *game, char letter, int side, wild_square at)
{
    for (int i = 0; i < 4 && game->areas[i] != NULL; i++)
        if (wild_has_letter(game->areas[i], letter) &&
            !is_in_area(game->areas[i], at, game, side))
            return false;
    return true;
}

/* Takes away what the game's areas and its river forbid. A general that sees the other one
 * (power with k) does so from its own palace. */
static void limit(const struct walker *w, char letter, bool sees_royal)
{
    const wild_game *game = w->pos->game;
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++) {
            wild_square to = wild_at(file, rank);
            if (sees_royal && is_royal(game, wild_get(w->pos, to)))
                continue;
            if (!wild_may_stand(game, letter, w->side, to))
                w->out->is[rank][file] = false;
            bool is_this_side = game->river != 0 && wild_has_letter(game->pawns, letter) &&
                                wild_own_rank(game, w->side, w->from.rank) < game->river;
            if (is_this_side && rank == w->from.rank)
                w->out->is[rank][file] = false;
        }
}

static bool is_knight_away(wild_square a, wild_square b)
{
    int x = abs(a.file - b.file), y = abs(a.rank - b.rank);
    return (x == 1 && y == 2) || (x == 2 && y == 1);
}

/* Is a piece guarded by a knight of its side? */
static bool is_guarded(const struct walker *w)
{
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++) {
            int piece = wild_get(w->pos, wild_at(file, rank));
            if (wild_is_piece(piece) && wild_letter(piece) == 'N' &&
                wild_side_of(piece) == w->side && is_knight_away(wild_at(file, rank), w->from))
                return true;
        }
    return false;
}

/* Knight relay chess: all but kings and knights move like knights, too, while a knight guards
 * them; pawns may not reach either last rank that way. Knights take nothing, and nothing takes
 * them.
 */
static void relay(const struct walker *w, char letter)
{
    bool gets = strchr("KN", letter) == NULL && is_guarded(w);
    for (int rank = 1; rank <= 8; rank++)
        for (int file = 0; file < 8; file++) {
            int there = wild_get(w->pos, wild_at(file, rank));
            bool is_end = letter == 'P' && (rank == 1 || rank == 8);
            bool is_own = wild_is_piece(there) && wild_side_of(there) == w->side;
            if (gets && !is_end && !is_own && is_knight_away(w->from, wild_at(file, rank)))
                w->out->is[rank][file] = true;
            if (wild_is_piece(there) && (letter == 'N' || wild_letter(there) == 'N'))
                w->out->is[rank][file] = false;
        }
}

void wild_reach(const wild_position *pos, wild_square from, wild_map *out)
{
    int piece = wild_get(pos, from);
    struct walker w = {pos, from, wild_side_of(piece), out};
    size_t length;
    const char *text = wild_power(pos->game, piece, &length);
    const char *end = text + length;
    bool sees_royal = memchr(text, 'k', length) != NULL;
    memset(out, 0, sizeof *out);
    while (text < end)
        walk_atom(&w, &text, end);
    if (pos->game->areas[0] != NULL || pos->game->river != 0)
        limit(&w, wild_letter(piece), sees_royal);
    if (pos->game->relays)
        relay(&w, wild_letter(piece));
}

bool wild_is_attacked(const wild_position *pos, wild_square square, int side)
{
    if (pos->game->has_effects)
        return wild_is_taken_by_effect(pos, square, side);
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++) {
            int piece = pos->at[rank][file];
            wild_map reach;
            if (!wild_is_piece(piece) || wild_side_of(piece) == side)
                continue;
            wild_reach(pos, wild_at(file, rank), &reach);
            if (reach.is[square.rank][square.file])
                return true;
        }
    return false;
}
