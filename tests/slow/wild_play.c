/* Squares and pieces, and making a move. */
#include "wild.h"

#include <stdlib.h>
#include <string.h>

wild_square wild_at(int file, int rank)
{
    return (wild_square){file, rank};
}

bool wild_is_same(wild_square a, wild_square b)
{
    return a.file == b.file && a.rank == b.rank;
}

int wild_get(const wild_position *pos, wild_square square)
{
    bool is_inside = square.file >= 0 && square.file < WILD_FILES && square.rank >= 0 &&
                     square.rank < WILD_RANKS;
    return is_inside ? pos->at[square.rank][square.file] : WILD_NOWHERE;
}

bool wild_is_piece(int piece)
{
    return piece != WILD_EMPTY && piece != WILD_NOWHERE;
}

int wild_side_of(int piece)
{
    return (piece & WILD_BLACK) != 0;
}

char wild_letter(int piece)
{
    return (char)(piece & 0x7f);
}

bool wild_has_letter(const char *letters, char letter)
{
    return letters != NULL && letter != '\0' && strchr(letters, letter) != NULL;
}

int wild_own_rank(const wild_game *game, int side, int rank)
{
    return side == 0 ? rank : game->ranks + 1 - rank;
}

bool wild_read_square(const char **text, wild_square *out)
{
    const char *c = *text;
    if (c[0] < 'a' || c[0] > 'z' || c[1] < '0' || c[1] > '9')
        return false;
    char *end;
    *out = wild_at(c[0] - 'a', (int)strtol(c + 1, &end, 10));
    *text = end;
    return true;
}

int wild_count(const wild_position *pos, int side, char letter)
{
    int count = 0;
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++) {
            int piece = pos->at[rank][file];
            count += wild_is_piece(piece) && wild_side_of(piece) == side &&
                     (letter == '\0' || wild_letter(piece) == letter);
        }
    return count;
}

wild_square wild_castling_square(const wild_position *pos, const char *castling, int index,
                                 int side)
{
    wild_square square = {0, 0};
    for (int i = 0; i <= index; i++)
        wild_read_square(&castling, &square);
    square.rank = wild_own_rank(pos->game, side, square.rank);
    return square;
}

bool wild_castling_lives(const wild_position *pos, const char *castling, int side)
{
    if (pos->game->castles != '\0' && pos->game->castles != "WB"[side])
        return false;
    for (int i = 0; i < 2; i++) {
        wild_square at = wild_castling_square(pos, castling, i, side);
        int piece = wild_get(pos, at);
        char wanted = i == 0 ? pos->game->royal : pos->game->castles_with;
        if (pos->game->castles_with != '\0' && wild_letter(piece) != wanted)
            return false;
        if (!wild_is_piece(piece) || wild_side_of(piece) != side ||
            !pos->unmoved.is[at.rank][at.file])
            return false;
    }
    return true;
}

/* --- making a move ---------------------------------------------------------- */

void wild_capture_squares(const wild_position *pos, const wild_move *move, wild_map *out)
{
    int there = wild_get(pos, move->to);
    memset(out, 0, sizeof *out);
    if (move->act == 'R')
        return;
    if (pos->game->has_effects && move->act != 'D')
        wild_effect_captures(pos, move, out);
    wild_mark_burnt(pos, move, out);
    if (move->has_taken)
        out->is[move->taken.rank][move->taken.file] = true;
    if (move->is_en_passant)
        out->is[move->passer.rank][move->passer.file] = true;
    else if (move->act != 'S' && !wild_is_same(move->from, move->to) && wild_is_piece(there) &&
             wild_side_of(there) != pos->side)
        out->is[move->to.rank][move->to.file] = true;
}

/* A captured piece goes to the captor's hand, or to its owner's hand or reserve. */
static void take_off(wild_position *pos, wild_square at)
{
    const wild_game *game = pos->game;
    int piece = wild_get(pos, at);
    char letter = wild_letter(piece);
    int owner = wild_side_of(piece);
    if (piece & WILD_TURNS)
        letter = game->pawns[0];
    if (game->has_hands && !game->keeps_hand && letter != game->royal)
        pos->hand[game->returns_pieces ? owner : !owner][letter - 'A']++;
    if (game->has_reserve && letter != game->royal && !wild_has_letter(game->pawns, letter))
        pos->hand[owner][letter - 'A']++;
    pos->at[at.rank][at.file] = WILD_EMPTY;
    pos->unmoved.is[at.rank][at.file] = false;
}

/* A border square exists only while a piece stands on it; in some games every square does. */
static void leave(wild_position *pos, wild_square at)
{
    bool is_border = at.rank == 0 || at.rank == pos->game->ranks + 1;
    bool is_gone = is_border || pos->game->leaves_walls;
    pos->at[at.rank][at.file] = is_gone ? WILD_NOWHERE : WILD_EMPTY;
    pos->unmoved.is[at.rank][at.file] = false;
}

static void put(wild_position *pos, wild_square at, int piece)
{
    pos->at[at.rank][at.file] = piece;
    pos->unmoved.is[at.rank][at.file] = false;
}

int wild_enclose(const wild_position *pos, wild_square at, wild_map *out)
{
    int total = 0;
    memset(out, 0, sizeof *out);
    for (int direction = 0; direction < 9; direction++) {
        int file = direction / 3 - 1, rank = direction % 3 - 1, count = 0;
        for (int i = 1; direction != 4; i++) {
            int piece = wild_get(pos, wild_at(at.file + i * file, at.rank + i * rank));
            bool is_piece = wild_is_piece(piece);
            if (is_piece && wild_side_of(piece) != pos->side) {
                count++;
                continue;
            }
            for (int k = 1; is_piece && k <= count; k++)
                out->is[at.rank + k * rank][at.file + k * file] = true;
            total += is_piece ? count : 0;
            break;
        }
    }
    return total;
}

/* Before the other side is to move. */
static void flip(wild_position *pos, const wild_move *move)
{
    wild_map rows;
    bool is_touching = false;
    if (pos->game->flips == '\0')
        return;
    wild_enclose(pos, move->to, &rows);
    for (int rank = move->to.rank - 1; rank <= move->to.rank + 1; rank++)
        for (int file = move->to.file - 1; file <= move->to.file + 1; file++) {
            int piece = wild_get(pos, wild_at(file, rank));
            is_touching =
                is_touching || (wild_is_piece(piece) && wild_side_of(piece) == pos->side &&
                                !wild_is_same(wild_at(file, rank), move->to));
        }
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++) {
            int piece = pos->at[rank][file];
            bool is_near = abs(rank - move->to.rank) <= 1 && abs(file - move->to.file) <= 1;
            bool is_flipped =
                pos->game->flips == 'R'
                    ? rows.is[rank][file]
                    : is_near && (pos->game->flips == 'N' || move->dropped == 0 || is_touching);
            if (is_flipped && wild_is_piece(piece) && wild_side_of(piece) != pos->side)
                put(pos, wild_at(file, rank), piece ^ WILD_BLACK);
        }
}

static void explode(wild_position *pos, wild_square center)
{
    for (int rank = center.rank - 1; rank <= center.rank + 1; rank++)
        for (int file = center.file - 1; file <= center.file + 1; file++) {
            wild_square at = wild_at(file, rank);
            int piece = wild_get(pos, at);
            bool survives = wild_letter(piece) == 'P' && !wild_is_same(at, center);
            if (wild_is_piece(piece) && !survives)
                put(pos, at, WILD_EMPTY);
        }
}

static void remember_passing(wild_position *pos, const wild_move *move, bool is_pawn)
{
    int up = move->to.rank - move->from.rank, across = move->to.file - move->from.file;
    int own_rank = wild_own_rank(pos->game, pos->side, move->from.rank);
    pos->passed_count = 0;
    if (!is_pawn || move->dropped != 0 || abs(up) < 2 || own_rank == pos->game->no_trail)
        return;
    for (int i = 1; i < abs(up) && i <= WILD_PASSED; i++)
        pos->passed[pos->passed_count++] =
            wild_at(move->from.file + i * across / abs(up), move->from.rank + i * up / abs(up));
    pos->passer = move->to;
}

/* Which enemies the piece there could capture now. */
static void mark_prey(const wild_position *pos, wild_square from, wild_map *out)
{
    wild_map reach;
    wild_reach(pos, from, &reach);
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++) {
            int there = pos->at[rank][file];
            if (reach.is[rank][file] && wild_is_piece(there) &&
                wild_side_of(there) != pos->side)
                out->is[rank][file] = true;
        }
}

/* What the pieces that have just moved could capture from their new squares changes sides. */
static void convert(wild_position *pos, const wild_move *move)
{
    wild_map prey;
    memset(&prey, 0, sizeof prey);
    mark_prey(pos, move->to, &prey);
    if (move->castling != NULL)
        mark_prey(pos, wild_castling_square(pos, move->castling, 3, pos->side), &prey);
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++)
            if (prey.is[rank][file]) {
                pos->at[rank][file] ^= WILD_BLACK;
                pos->unmoved.is[rank][file] = false;
            }
}

/* Two moves make a turn, unless the first gives check. What a pawn of either move has passed is
 * remembered for the enemy's first move, if the pawn stays; if that captures one such pawn, his
 * second move may capture the other. Called with the other side to move, so that check can be
 * seen. */
static void end_half_turn(wild_position *pos, const wild_position *before,
                          const wild_move *move)
{
    bool is_over = before->is_second || wild_in_check(pos);
    pos->earlier_count = 0;
    if (before->is_second && !wild_is_same(move->from, before->passer)) {
        memcpy(pos->earlier, before->passed, sizeof pos->earlier);
        pos->earlier_count = before->passed_count;
        pos->earlier_passer = before->passer;
    } else if (!is_over && move->is_en_passant) {
        bool is_later = before->passed_count > 0 && wild_is_same(move->passer, before->passer);
        memcpy(pos->earlier, is_later ? before->earlier : before->passed, sizeof pos->earlier);
        pos->earlier_count = is_later ? before->earlier_count : before->passed_count;
        pos->earlier_passer = is_later ? before->earlier_passer : before->passer;
    }
    pos->is_second = !is_over;
    pos->side = is_over ? !before->side : before->side;
}

/* --- makruk's count ---------------------------------------------------------- */

static int find_limit(const wild_game *game, const wild_position *pos, int enemy)
{
    int best = 0;
    for (const char *text = game->counts; text != NULL && *text != '\0';) {
        char letter = *text++;
        int needed = 1;
        while (*text == letter) {
            needed++;
            text++;
        }
        char *end;
        int limit = (int)strtol(text + 1, &end, 10);
        if (wild_count(pos, enemy, letter) >= needed && (best == 0 || limit < best))
            best = limit;
        text = *end == ' ' ? end + 1 : end;
    }
    return best != 0 ? best : game->bare_honour;
}

static bool has_pawns(const wild_position *pos)
{
    return wild_count(pos, 0, 'P') + wild_count(pos, 1, 'P') > 0;
}

/* The limit in moves that holds for a side; 0: none. Somebody must be there to mate. */
static int limit_for(const wild_position *pos, int side)
{
    if (has_pawns(pos) || wild_count(pos, !side, '\0') == 1)
        return 0;
    return wild_count(pos, side, '\0') > 1 ? pos->game->board_honour
                                           : find_limit(pos->game, pos, !side);
}

/* After a move, with the other side to move. `taken` is the letter captured, or 0. */
static void count_moves(wild_position *pos, char taken, bool has_promoted)
{
    const wild_game *game = pos->game;
    int us = pos->side, them = !us;
    int all = wild_count(pos, 0, '\0') + wild_count(pos, 1, '\0');
    if (game->board_honour == 0 && game->counts == NULL)
        return;
    pos->counted += pos->limit != 0 ? 1 : 0;
    if (has_pawns(pos))
        return;
    /* A bare king that has taken the last pawn counts at once, this move among it. */
    bool has_bared = taken == 'P' && wild_count(pos, them, '\0') == 1;
    if (has_bared && !game->counts_from_zero && limit_for(pos, them) != 0) {
        pos->limit = 2 * limit_for(pos, them);
        pos->counted = 2 * all - 1;
    }
    bool is_bare = wild_count(pos, us, '\0') == 1;
    bool begins = pos->limit == 0 || (is_bare && (taken != '\0' || has_promoted));
    if (limit_for(pos, us) != 0 && begins) {
        pos->limit = 2 * limit_for(pos, us);
        pos->counted = is_bare && !game->counts_from_zero ? 2 * all : 0;
    }
}

/* --- all ----------------------------------------------------------------------- */

static void castle(wild_position *pos, const wild_move *move)
{
    wild_square from = wild_castling_square(pos, move->castling, 1, pos->side);
    wild_square to = wild_castling_square(pos, move->castling, 3, pos->side);
    int king = wild_get(pos, move->from), partner = wild_get(pos, from);
    leave(pos, move->from);
    leave(pos, from);
    put(pos, move->to, king);
    put(pos, to, partner);
}

static void move_pieces(wild_position *pos, const wild_move *move)
{
    int piece = wild_get(pos, move->from);
    if (move->castling != NULL) {
        castle(pos, move);
    } else if (move->dropped != 0) {
        put(pos, move->to, move->dropped);
        if (!wild_has_letter(pos->game->endless, wild_letter(move->dropped)))
            pos->hand[pos->side][wild_letter(move->dropped) - 'A']--;
    } else if (move->act == 'S') {
        put(pos, move->from, wild_get(pos, move->to));
        put(pos, move->to, piece);
    } else if (move->act != '\0') {
        take_off(pos, move->from);
    } else {
        leave(pos, move->from);
        put(pos, move->to, move->becomes != 0 ? move->becomes : piece);
    }
    if (move->becomes != 0 && pos->game->has_reserve)
        pos->hand[pos->side][wild_letter(move->becomes) - 'A']--;
    if (move->launched != 0) {
        put(pos, move->launch_square, move->launched);
        pos->hand[pos->side][wild_letter(move->launched) - 'A']--;
    }
}

/* A king and a partner, the later of which has just been dropped, may castle. */
static void allow_castling(wild_position *pos, const wild_move *move)
{
    for (size_t i = 0; pos->game->castlings[i] != NULL; i++) {
        wild_square king = wild_castling_square(pos, pos->game->castlings[i], 0, pos->side);
        wild_square partner = wild_castling_square(pos, pos->game->castlings[i], 1, pos->side);
        int side = pos->side ? WILD_BLACK : 0;
        if ((!wild_is_same(move->to, king) && !wild_is_same(move->to, partner)) ||
            wild_get(pos, king) != ('K' | side) || wild_get(pos, partner) != ('R' | side))
            continue;
        pos->unmoved.is[king.rank][king.file] = true;
        pos->unmoved.is[partner.rank][partner.file] = true;
    }
}

static void pass(wild_position *pos)
{
    pos->passes++;
    pos->halfmoves++;
    pos->passed_count = 0;
    pos->side = !pos->side;
}

static void put_wall(wild_position *pos, wild_square at)
{
    for (int rank = 1; rank <= pos->game->ranks && pos->game->walls == 'D'; rank++)
        for (int file = 0; file < pos->game->files; file++)
            if (pos->at[rank][file] == WILD_NOWHERE)
                pos->at[rank][file] = WILD_EMPTY;
    pos->at[at.rank][at.file] = WILD_NOWHERE;
}

void wild_play(wild_position *pos, const wild_move *move)
{
    if (move->is_pass) {
        pass(pos);
        return;
    }
    pos->passes = 0;
    wild_position before = *pos;
    int piece = move->dropped != 0 ? move->dropped : wild_get(pos, move->from);
    bool is_pawn =
        wild_has_letter(pos->game->pawns, wild_letter(piece)) && (piece & WILD_FORM) == 0;
    wild_map captured;
    char taken = '\0';
    wild_capture_squares(pos, move, &captured);
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++)
            if (captured.is[rank][file]) {
                taken = wild_letter(pos->at[rank][file]);
                take_off(pos, wild_at(file, rank));
            }
    move_pieces(pos, move);
    if (pos->game->castles_dropped && move->dropped != 0)
        allow_castling(pos, move);
    if (wild_is_burnt(pos, move->to, pos->side))
        take_off(pos, move->to);
    if (pos->game->explodes && taken != '\0')
        explode(pos, move->to);
    flip(pos, move);
    if (pos->game->converts)
        convert(pos, move);
    if (move->has_wall)
        put_wall(pos, move->wall);
    if (pos->game->has_effects)
        wild_note_swap(pos, move);
    wild_note_lion(&before, move, pos);
    remember_passing(pos, move, is_pawn);
    pos->halfmoves = taken != '\0' || move->act == 'R' ||
                             (is_pawn && move->dropped == 0 && !pos->game->relays)
                         ? 0
                         : pos->halfmoves + 1;
    pos->side = !pos->side;
    if (pos->game->checks != 0 && wild_in_check(pos))
        pos->checks[!pos->side]++;
    count_moves(pos, taken, move->becomes != 0);
    if (pos->game->double_moves)
        end_half_turn(pos, &before, move);
}
