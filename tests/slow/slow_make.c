/* Making a move. */
#include "slow_inside.h"

#include <string.h>

static slow_square midway(slow_square a, slow_square b)
{
    return slow_at_file_rank((a.file + b.file) / 2, (a.rank + b.rank) / 2);
}

static bool is_pawn_type(const slow_game *game, char type)
{
    const slow_piece *piece = slow_find_piece(game, type);
    return piece != NULL &&
           (piece->powers[0].kind == POWER_PAWN || piece->powers[0].kind == POWER_BEROLINA);
}

static bool is_checker(const slow_game *game, char type)
{
    const slow_piece *piece = slow_find_piece(game, type);
    return piece != NULL && piece->powers[0].kind == POWER_CHECKER;
}

/* Rules 5: jumped pieces first, then the custodian capture as things then stand. */
static void add_checker_captures(const slow_position *pos, const slow_move *move, slow_map *out)
{
    slow_position after = *pos;
    slow_square at = move->from;
    for (int i = 0; i < move->leg_count; i++) {
        slow_square jumped = midway(at, move->leg[i]);
        slow_mark(out, jumped, true);
        slow_put(&after, jumped, '.');
        at = move->leg[i];
    }
    slow_put(&after, move->from, '.');
    slow_put(&after, move->to, slow_get(pos, move->from));
    slow_custodian(&after, move->to, out);
}

void slow_captured(const slow_position *pos, const slow_move *move, slow_map *out)
{
    memset(out, 0, sizeof *out);
    if (move->kind == SLOW_MOVE_EN_PASSANT) {
        slow_mark(out, pos->passer, true);
    } else if (slow_owns(pos, slow_other(pos->side), move->to)) {
        slow_mark(out, move->to, true);
    }
    if (is_checker(pos->game, slow_type(slow_get(pos, move->from)))) {
        add_checker_captures(pos, move, out);
    }
}

/* Rules 1.7: a captured piece joins its owner's reserve as what it was; pawns do not. */
static void take_off(slow_position *pos, slow_square square)
{
    char piece = slow_get(pos, square);
    char type = slow_type(piece);
    if (pos->game->has_reserve && type != 'K' && !is_pawn_type(pos->game, type)) {
        pos->reserve[slow_owner(piece)][type - 'A']++;
    }
    slow_put(pos, square, '.');
    slow_mark(&pos->unmoved, square, false);
}

static bool take_off_all(slow_position *pos, const slow_map *captured)
{
    bool is_capture = false;
    for (int rank = 0; rank < SLOW_RANKS; rank++) {
        for (int file = 0; file < SLOW_FILES; file++) {
            if (captured->is[rank][file]) {
                take_off(pos, slow_at_file_rank(file, rank));
                is_capture = true;
            }
        }
    }
    return is_capture;
}

/* Rules 1.8: a brouhaha square exists exactly while a piece stands on it. */
static void leave(slow_position *pos, slow_square square)
{
    slow_put(pos, square, slow_is_brouhaha(pos->game, square) ? '*' : '.');
    slow_mark(&pos->unmoved, square, false);
}

static void place(slow_position *pos, slow_square square, char piece)
{
    slow_put(pos, square, piece);
    slow_mark(&pos->unmoved, square, false);
}

/* The castling that brings the king to that file with the partner still at home: rook and
 * cannon are never possible together (rules 3). */
static void move_partner(slow_position *pos, slow_square king_to)
{
    for (const slow_castling *c = pos->game->castlings; c->partner != 0; c++) {
        slow_square from = slow_at_file_rank(c->partner_from - 'a', king_to.rank);
        slow_square to = slow_at_file_rank(c->partner_to - 'a', king_to.rank);
        char partner = slow_letter(c->partner, pos->side);
        if (c->king_to - 'a' == king_to.file && slow_has(&pos->unmoved, from) &&
            slow_get(pos, from) == partner) {
            leave(pos, from);
            place(pos, to, partner);
            return;
        }
    }
}

/* Rules 1.5, 6.3: the squares a pawn passed, after every multiple step. */
static void remember_passing(slow_position *pos, const slow_move *move, bool is_pawn)
{
    int across = (move->to.file > move->from.file) - (move->to.file < move->from.file);
    int ahead = slow_forward(pos->side);
    pos->passed_count = 0;
    if (!is_pawn) {
        return;
    }
    for (int rank = move->from.rank + ahead, file = move->from.file + across;
         rank != move->to.rank && pos->passed_count < SLOW_PASSED;
         rank += ahead, file += across) {
        pos->passed[pos->passed_count++] = slow_at_file_rank(file, rank);
    }
    pos->passer = move->to;
}

/* Rules 2.2, 2.3. `type` is the piece's before any promotion. */
static void remember_type(slow_position *pos, char type)
{
    if (!pos->game->has_joker) {
        return;
    }
    pos->imit[pos->side] = type == 'J' ? pos->imit[slow_other(pos->side)] : type;
}

static void end_turn(slow_position *pos)
{
    if (pos->side == SLOW_BLACK) {
        pos->fullmove++;
    }
    pos->side = slow_other(pos->side);
}

/* Rules 6.3, side. */
static void pass_turn(slow_position *pos)
{
    switch (pos->turn) {
    case SLOW_TURN_ORDINARY: end_turn(pos); break;
    case SLOW_TURN_BEFORE_DOUBLE:
        end_turn(pos);
        pos->turn = SLOW_TURN_FIRST_OF_TWO;
        break;
    case SLOW_TURN_FIRST_OF_TWO: pos->turn = SLOW_TURN_SECOND_OF_TWO; break;
    case SLOW_TURN_SECOND_OF_TWO:
        end_turn(pos);
        pos->turn = SLOW_TURN_ORDINARY;
        break;
    }
}

/* Lifts the piece, puts down what it becomes, and the joker on the square it left. */
static void move_piece(slow_position *pos, const slow_move *move)
{
    char piece = slow_get(pos, move->from);
    leave(pos, move->from);
    if (move->promotion != 0) {
        piece = slow_letter(move->promotion, pos->side);
        if (pos->game->has_reserve) {
            pos->reserve[pos->side][move->promotion - 'A']--; /* rules 1.6 */
        }
    }
    place(pos, move->to, piece);
    if (move->launch) {
        place(pos, move->from, slow_letter('J', pos->side));
        pos->pocket[pos->side] = false;
    }
}

void slow_play(slow_position *pos, const slow_move *move)
{
    char type = slow_type(slow_get(pos, move->from));
    bool is_pawn = is_pawn_type(pos->game, type);
    slow_map captured;
    slow_captured(pos, move, &captured);
    bool is_capture = take_off_all(pos, &captured);
    move_piece(pos, move);
    if (move->kind == SLOW_MOVE_CASTLING) {
        move_partner(pos, move->to);
    }
    remember_passing(pos, move, is_pawn);
    remember_type(pos, type);
    /* Rules 1.9: only a capture or a pawn's own move resets the count. */
    pos->halfmove = is_capture || is_pawn ? 0 : pos->halfmove + 1;
    pass_turn(pos);
    slow_settle_rights(pos);
}
