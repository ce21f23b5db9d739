/* Rights that need an unmoved piece: which of them are still alive (rules 6.3, unmoved). */
#include "slow_inside.h"

#include <string.h>

/* Rules 3, 4, 5: g1 and g12, f2 and f9. A king that castles starts on its first rank. */
slow_square slow_king_home(const slow_game *game, slow_colour colour)
{
    int own_rank = game->has_kings_jump ? 2 : 1;
    return slow_at_file_rank(game->king_file - 'a', slow_own_rank(game, colour, own_rank));
}

static bool is_unmoved_piece(const slow_position *pos, slow_square square, char piece)
{
    return slow_has(&pos->unmoved, square) && slow_get(pos, square) == piece;
}

/* The number that the next move of a colour will have. */
static int next_move_number(const slow_position *pos, slow_colour colour)
{
    bool has_moved = colour == SLOW_WHITE && pos->side == SLOW_BLACK;
    return has_moved ? pos->fullmove + 1 : pos->fullmove;
}

/* Rules 4, Launch: White in moves 1-12, Black in moves 1-18. */
static bool can_launch_now_or_later(const slow_position *pos, slow_colour colour)
{
    int limit = colour == SLOW_WHITE ? 12 : 18;
    return pos->game->has_launch && pos->pocket[colour] &&
           next_move_number(pos, colour) <= limit;
}

/* Rules 4, Launch: the first move of one of the K Q C A R B N of the starting position. */
bool slow_may_launch_from(const slow_position *pos, slow_square from)
{
    char piece = slow_get(pos, from);
    return slow_has(&pos->unmoved, from) && slow_is_piece(piece) &&
           strchr("KQCARBN", slow_type(piece)) != NULL &&
           can_launch_now_or_later(pos, slow_owner(piece));
}

static bool may_jump_from(const slow_position *pos, slow_square from, slow_colour colour)
{
    return pos->game->has_kings_jump &&
           slow_equal_squares(from, slow_king_home(pos->game, colour)) &&
           is_unmoved_piece(pos, from, slow_letter('K', colour));
}

/* Rules 4.3: only zebras, camels and elephants ever stand unmoved on brouhaha squares. */
static bool has_brouhaha_powers(const slow_position *pos, slow_square from)
{
    char piece = slow_get(pos, from);
    return pos->game->has_brouhaha_powers && slow_has(&pos->unmoved, from) &&
           slow_is_brouhaha(pos->game, from) && slow_is_piece(piece) &&
           strchr("ZLE", slow_type(piece)) != NULL;
}

/* Castling lists the king and the partner together (rules 6.3). */
static void keep_castling_rights(const slow_position *pos, slow_colour colour, slow_map *kept)
{
    slow_square king = slow_king_home(pos->game, colour);
    for (const slow_castling *c = pos->game->castlings; c->partner != 0; c++) {
        slow_square partner = slow_at_file_rank(c->partner_from - 'a', king.rank);
        if (is_unmoved_piece(pos, king, slow_letter('K', colour)) &&
            is_unmoved_piece(pos, partner, slow_letter(c->partner, colour))) {
            slow_mark(kept, king, true);
            slow_mark(kept, partner, true);
        }
    }
}

void slow_settle_rights(slow_position *pos)
{
    slow_map kept;
    memset(&kept, 0, sizeof kept);
    keep_castling_rights(pos, SLOW_WHITE, &kept);
    keep_castling_rights(pos, SLOW_BLACK, &kept);
    for (int rank = 0; rank < SLOW_RANKS; rank++) {
        for (int file = 0; file < SLOW_FILES; file++) {
            slow_square at = slow_at_file_rank(file, rank);
            if (slow_may_launch_from(pos, at) || may_jump_from(pos, at, SLOW_WHITE) ||
                may_jump_from(pos, at, SLOW_BLACK) || has_brouhaha_powers(pos, at)) {
                slow_mark(&kept, at, true);
            }
        }
    }
    pos->unmoved = kept;
}
