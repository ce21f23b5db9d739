/* Legal moves: every pseudo-legal move is made on a copy and checked there. */
#include "slow_inside.h"

#include <string.h>

struct collector {
    const slow_position *pos;
    slow_move *out;
    size_t max;
    size_t count;
};

static bool captures_something(const slow_position *pos, const slow_move *move)
{
    slow_map captured;
    slow_map nothing;
    memset(&nothing, 0, sizeof nothing);
    slow_captured(pos, move, &captured);
    return memcmp(&captured, &nothing, sizeof captured) != 0;
}

/* Rules 4.3, 6.3: neither of Black's two moves may capture; White's two may. */
static bool may_capture_now(const slow_position *pos)
{
    bool is_double =
        pos->turn == SLOW_TURN_FIRST_OF_TWO || pos->turn == SLOW_TURN_SECOND_OF_TWO;
    return !(is_double && pos->side == SLOW_BLACK);
}

static bool is_legal(const slow_position *pos, const slow_move *move)
{
    if (!may_capture_now(pos) && captures_something(pos, move)) {
        return false;
    }
    slow_position after = *pos;
    slow_play(&after, move);
    if (slow_king_attacked(&after, pos->side)) {
        return false; /* rules 1.2 */
    }
    /* rules 4.3: the first move of a double turn may not give check */
    return pos->turn != SLOW_TURN_FIRST_OF_TWO ||
           !slow_king_attacked(&after, slow_other(pos->side));
}

static void offer_as_it_is(struct collector *c, const slow_move *move)
{
    if (!is_legal(c->pos, move)) {
        return;
    }
    if (c->count < c->max) {
        c->out[c->count] = *move;
    }
    c->count++;
}

/* Rules 4, Launch: the same move with and without it. */
static void offer(struct collector *c, const slow_move *move)
{
    offer_as_it_is(c, move);
    if (slow_may_launch_from(c->pos, move->from)) {
        slow_move with_launch = *move;
        with_launch.launch = true;
        offer_as_it_is(c, &with_launch);
    }
}

static slow_move make_move(slow_move_kind kind, slow_square from, slow_square to)
{
    slow_move move;
    memset(&move, 0, sizeof move);
    move.kind = kind;
    move.from = from;
    move.to = to;
    return move;
}

/* --- pawns --------------------------------------------------------------- */

/* Rules 1.6: a piece of a tier that this rank gives, and of the reserve where there is one. */
static void offer_promotions(struct collector *c, slow_move move, const char *letters)
{
    for (const char *letter = letters; *letter != '\0'; letter++) {
        if (!c->pos->game->has_reserve || c->pos->reserve[c->pos->side][*letter - 'A'] > 0) {
            move.promotion = *letter;
            offer(c, &move);
        }
    }
}

/* Rules 1.6: own rank N-2 gives the first tier, N-1 also the second, N also the third; on N
 * promotion is compulsory. */
static void offer_pawn_move(struct collector *c, slow_move_kind kind, slow_square from,
                            slow_square to)
{
    const slow_game *game = c->pos->game;
    int own_rank = slow_own_rank(game, c->pos->side, to.rank);
    slow_move move = make_move(kind, from, to);
    if (own_rank != game->size) {
        offer(c, &move);
    }
    for (int tier = 0; tier < 3; tier++) {
        if (own_rank >= game->size - 2 + tier) {
            offer_promotions(c, move, game->promotions[tier]);
        }
    }
}

/* The farthest own rank a pawn on this own rank may step to (rules 3, 4, 5). */
static int farthest_own_rank(const slow_game *game, int own_rank)
{
    bool is_multiple = own_rank >= game->multi_from_first && own_rank <= game->multi_from_last;
    return is_multiple ? game->multi_to : own_rank + 1;
}

/* Steps without capture along one line while it is empty. */
static void offer_pawn_line(struct collector *c, slow_square from, int side_step)
{
    const slow_game *game = c->pos->game;
    slow_colour colour = c->pos->side;
    int farthest = farthest_own_rank(game, slow_own_rank(game, colour, from.rank));
    slow_square to = from;
    for (;;) {
        to.file += side_step;
        to.rank += slow_forward(colour);
        if (!slow_is_empty(c->pos, to) || slow_own_rank(game, colour, to.rank) > farthest) {
            return;
        }
        offer_pawn_move(c, SLOW_MOVE_PLAIN, from, to);
    }
}

/* The kind of the piece's first power; POWER_NONE for a joker or no piece. */
static slow_power_kind kind_of_piece(const slow_position *pos, slow_square at)
{
    const slow_piece *piece = slow_find_piece(pos->game, slow_type(slow_get(pos, at)));
    return piece == NULL ? POWER_NONE : piece->powers[0].kind;
}

/* Does this pawn's capturing step lead to that square? (rules 1.5, 3) */
static bool pawn_could_capture(const slow_position *pos, slow_square pawn, slow_square target)
{
    slow_power_kind kind = kind_of_piece(pos, pawn);
    int across = target.file - pawn.file;
    bool is_aside = across == 1 || across == -1;
    if (target.rank - pawn.rank != slow_forward(slow_owner(slow_get(pos, pawn)))) {
        return false;
    }
    return (kind == POWER_PAWN && is_aside) || (kind == POWER_BEROLINA && across == 0);
}

static void offer_pawn_captures(struct collector *c, slow_square from)
{
    for (int across = -1; across <= 1; across++) {
        slow_square to =
            slow_at_file_rank(from.file + across, from.rank + slow_forward(c->pos->side));
        if (pawn_could_capture(c->pos, from, to) &&
            slow_owns(c->pos, slow_other(c->pos->side), to)) {
            offer_pawn_move(c, SLOW_MOVE_PLAIN, from, to);
        }
    }
}

/* Rules 1.5: by an enemy pawn only; in a double turn the pawn may be one's own. */
static bool can_capture_passer(const slow_position *pos, slow_square from, int passed_index)
{
    return slow_owns(pos, pos->side, from) &&
           slow_owns(pos, slow_other(pos->side), pos->passer) &&
           slow_is_empty(pos, pos->passed[passed_index]) &&
           pawn_could_capture(pos, from, pos->passed[passed_index]);
}

static void offer_en_passant(struct collector *c, slow_square from)
{
    for (int i = 0; i < c->pos->passed_count; i++) {
        if (can_capture_passer(c->pos, from, i)) {
            offer_pawn_move(c, SLOW_MOVE_EN_PASSANT, from, c->pos->passed[i]);
        }
    }
}

void slow_en_passant_squares(const slow_position *pos, slow_map *out)
{
    memset(out, 0, sizeof *out);
    if (!may_capture_now(pos)) {
        return;
    }
    for (int i = 0; i < pos->passed_count; i++) {
        for (int rank = 0; rank < SLOW_RANKS; rank++) {
            for (int file = 0; file < SLOW_FILES; file++) {
                if (can_capture_passer(pos, slow_at_file_rank(file, rank), i)) {
                    slow_mark(out, pos->passed[i], true);
                }
            }
        }
    }
}

static void offer_pawn(struct collector *c, slow_square from)
{
    if (kind_of_piece(c->pos, from) == POWER_BEROLINA) {
        offer_pawn_line(c, from, -1);
        offer_pawn_line(c, from, 1);
    } else {
        offer_pawn_line(c, from, 0);
    }
    offer_pawn_captures(c, from);
    offer_en_passant(c, from);
}

/* --- kings --------------------------------------------------------------- */

/* Rules 4, King's jump: over anything, to an empty square; not out of check. */
static void offer_kings_jump(struct collector *c, slow_square from)
{
    slow_colour colour = c->pos->side;
    if (!c->pos->game->has_kings_jump || !slow_has(&c->pos->unmoved, from) ||
        !slow_equal_squares(from, slow_king_home(c->pos->game, colour)) ||
        slow_in_check(c->pos)) {
        return;
    }
    for (const char *file = "cdhi"; *file != '\0'; file++) {
        int rank = slow_own_rank(c->pos->game, colour, 1);
        slow_square to = slow_at_file_rank(*file - 'a', rank);
        if (slow_is_empty(c->pos, to)) {
            slow_move move = make_move(SLOW_MOVE_KINGS_JUMP, from, to);
            offer(c, &move);
        }
    }
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

static bool is_empty_between(const slow_position *pos, slow_square a, slow_square b)
{
    int by = sign(b.file - a.file);
    for (int file = a.file + by; file != b.file; file += by) {
        if (!slow_is_empty(pos, slow_at_file_rank(file, a.rank))) {
            return false;
        }
    }
    return true;
}

/* Rules 3, Castling: a square passed is tested with the king on it, its start square empty and
 * the partner still at home; rules 2.6: with the joker's present power. */
static bool passes_attack(const slow_position *pos, slow_square king, slow_square to)
{
    int by = sign(to.file - king.file);
    for (int file = king.file + by; file != to.file; file += by) {
        slow_position passing = *pos;
        slow_put(&passing, king, '.');
        slow_put(&passing, slow_at_file_rank(file, king.rank), slow_letter('K', pos->side));
        if (slow_king_attacked(&passing, pos->side)) {
            return true;
        }
    }
    return false;
}

static void offer_castling(struct collector *c, slow_square king, const slow_castling *castling)
{
    const slow_position *pos = c->pos;
    slow_square partner = slow_at_file_rank(castling->partner_from - 'a', king.rank);
    slow_square to = slow_at_file_rank(castling->king_to - 'a', king.rank);
    if (slow_has(&pos->unmoved, king) && slow_has(&pos->unmoved, partner) &&
        slow_get(pos, partner) == slow_letter(castling->partner, pos->side) &&
        is_empty_between(pos, king, partner) && !slow_in_check(pos) &&
        !passes_attack(pos, king, to)) {
        slow_move move = make_move(SLOW_MOVE_CASTLING, king, to);
        offer(c, &move);
    }
}

static void offer_castlings(struct collector *c, slow_square from)
{
    if (!slow_equal_squares(from, slow_king_home(c->pos->game, c->pos->side))) {
        return;
    }
    for (const slow_castling *it = c->pos->game->castlings; it->partner != 0; it++) {
        offer_castling(c, from, it);
    }
}

/* --- all pieces ---------------------------------------------------------- */

static void offer_reach(struct collector *c, slow_square from, const slow_map *reach)
{
    for (int rank = 0; rank < SLOW_RANKS; rank++) {
        for (int file = 0; file < SLOW_FILES; file++) {
            if (reach->is[rank][file]) {
                slow_square to = slow_at_file_rank(file, rank);
                slow_move move = make_move(SLOW_MOVE_PLAIN, from, to);
                offer(c, &move);
            }
        }
    }
}

/* Adds an empty square `across` files aside and `ahead` ranks forward. */
static void add_leap(const slow_position *pos, slow_square from, int across, int ahead,
                     slow_map *reach)
{
    slow_square to =
        slow_at_file_rank(from.file + across, from.rank + ahead * slow_forward(pos->side));
    if (slow_is_empty(pos, to)) {
        slow_mark(reach, to, true);
    }
}

/* Rules 4.3, Brouhaha powers. */
static void add_brouhaha_powers(const slow_position *pos, slow_square from, slow_map *reach)
{
    char type = slow_type(slow_get(pos, from));
    if (!pos->game->has_brouhaha_powers || !slow_is_brouhaha(pos->game, from) ||
        !slow_has(&pos->unmoved, from)) {
        return;
    }
    if (type == 'Z' || type == 'L') {
        add_leap(pos, from, -2, 2, reach);
        add_leap(pos, from, 2, 2, reach);
        add_leap(pos, from, -3, 3, reach);
        add_leap(pos, from, 3, 3, reach);
    } else if (type == 'E') {
        add_leap(pos, from, -1, 4, reach);
        add_leap(pos, from, 0, 4, reach);
        add_leap(pos, from, 1, 4, reach);
    }
}

static void offer_checker(struct collector *c, slow_square from)
{
    slow_map reach;
    slow_series_list list;
    slow_checker_steps(c->pos, from, &reach);
    offer_reach(c, from, &reach);
    slow_checker_series(c->pos, from, &list);
    for (size_t i = 0; i < list.count; i++) {
        offer(c, &list.move[i]);
    }
}

static void offer_piece(struct collector *c, slow_square from)
{
    slow_map reach;
    slow_reach(c->pos, from, &reach);
    add_brouhaha_powers(c->pos, from, &reach);
    offer_reach(c, from, &reach);
    if (slow_get(c->pos, from) == slow_letter('K', c->pos->side)) {
        offer_kings_jump(c, from);
        offer_castlings(c, from);
    }
}

static void offer_from(struct collector *c, slow_square from)
{
    switch (kind_of_piece(c->pos, from)) {
    case POWER_PAWN:
    case POWER_BEROLINA: offer_pawn(c, from); break;
    case POWER_CHECKER: offer_checker(c, from); break;
    case POWER_NONE: /* the joker */
    case POWER_LEAP:
    case POWER_RIDE:
    case POWER_HOP:
    case POWER_BENT:
    case POWER_VULTURE: offer_piece(c, from); break;
    }
}

size_t slow_legal(const slow_position *pos, slow_move *out, size_t max)
{
    struct collector c = {pos, out, max, 0};
    for (int rank = 0; rank < SLOW_RANKS; rank++) {
        for (int file = 0; file < SLOW_FILES; file++) {
            slow_square from = slow_at_file_rank(file, rank);
            if (slow_owns(pos, pos->side, from)) {
                offer_from(&c, from);
            }
        }
    }
    return c.count;
}

bool slow_in_check(const slow_position *pos)
{
    return slow_king_attacked(pos, pos->side);
}

uint64_t slow_perft(const slow_position *pos, int depth)
{
    if (depth <= 0) {
        return 1;
    }
    if (depth == 1) {
        return slow_legal(pos, NULL, 0);
    }
    slow_move moves[SLOW_MOVES];
    size_t count = slow_legal(pos, moves, SLOW_MOVES);
    uint64_t nodes = 0;
    for (size_t i = 0; i < count && i < SLOW_MOVES; i++) {
        slow_position after = *pos;
        slow_play(&after, &moves[i]);
        nodes += slow_perft(&after, depth - 1);
    }
    return nodes;
}
