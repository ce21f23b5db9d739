/* Legal moves: all pseudo-legal moves except those that leave a forbidden position. */
#include "wild.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool wild_is_royal_attacked(const wild_position *pos, int side)
{
    const wild_game *game = pos->game;
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++) {
            int piece = pos->at[rank][file];
            char letter = wild_letter(piece);
            if (!wild_is_piece(piece) || wild_side_of(piece) != side)
                continue;
            bool is_royal = letter == game->royal ||
                            (wild_has_letter(game->royals, letter) &&
                             (game->all_royal || wild_count(pos, side, letter) == 1));
            if (is_royal && wild_is_attacked(pos, wild_at(file, rank), side))
                return true;
        }
    return false;
}

/* The square of the only piece of a letter, if there is one. */
static bool find(const wild_position *pos, int side, char letter, wild_square *out)
{
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++) {
            int piece = pos->at[rank][file];
            if (wild_is_piece(piece) && wild_side_of(piece) == side &&
                wild_letter(piece) == letter) {
                *out = wild_at(file, rank);
                return true;
            }
        }
    return false;
}

static bool are_kings_adjacent(const wild_position *pos)
{
    wild_square a, b;
    return find(pos, 0, 'K', &a) && find(pos, 1, 'K', &b) && abs(a.file - b.file) <= 1 &&
           abs(a.rank - b.rank) <= 1;
}

/* Where captures explode, kings side by side protect each other. */
static bool is_in_danger(const wild_position *pos, int side)
{
    if (pos->game->explodes && are_kings_adjacent(pos))
        return false;
    return wild_is_royal_attacked(pos, side);
}

bool wild_in_check(const wild_position *pos)
{
    return is_in_danger(pos, pos->side);
}

static bool has_legal(const wild_position *pos)
{
    static wild_list list; /* too large for the stack, and not needed afterwards */
    wild_legal(pos, &list);
    return list.count > 0;
}

bool wild_do_kings_face(const wild_position *pos)
{
    wild_square a, b;
    if (!find(pos, 0, 'K', &a) || !find(pos, 1, 'K', &b) ||
        (a.file != b.file && a.rank != b.rank))
        return false;
    int x = (b.file > a.file) - (b.file < a.file), y = (b.rank > a.rank) - (b.rank < a.rank);
    do
        a = wild_at(a.file + x, a.rank + y);
    while (wild_get(pos, a) == WILD_EMPTY);
    return wild_is_same(a, b);
}

static bool captures(const wild_position *pos, const wild_move *move)
{
    wild_map captured, nothing;
    memset(&nothing, 0, sizeof nothing);
    wild_capture_squares(pos, move, &captured);
    return memcmp(&captured, &nothing, sizeof captured) != 0;
}

/* Atomic chess: the mover's king may not explode, and nothing else matters when the enemy's
 * does.
 */
static bool is_allowed_by_explosion(const wild_position *after, int side)
{
    if (wild_count(after, side, 'K') == 0)
        return false;
    return wild_count(after, !side, 'K') == 0 || !is_in_danger(after, side);
}

static bool is_allowed_drop(const wild_position *after, const wild_move *move)
{
    bool may_mate = !wild_has_letter(after->game->no_mate, wild_letter(move->dropped));
    return may_mate || !wild_in_check(after) || has_legal(after);
}

static bool is_legal(const wild_position *pos, const wild_move *move)
{
    const wild_game *game = pos->game;
    wild_position after = *pos;
    if (wild_is_bad_trade(pos, move) || (game->converts && captures(pos, move)))
        return false;
    wild_play(&after, move);
    if (game->explodes && game->royals != NULL)
        return is_allowed_by_explosion(&after, pos->side);
    /* While a side has several royal pieces of a kind, each of them may be lost. */
    bool is_one_of_many =
        game->royals != NULL && !game->all_royal && wild_count(pos, pos->side, 'K') > 1;
    if (!is_one_of_many && is_in_danger(&after, pos->side))
        return false;
    if (game->no_checks && is_in_danger(&after, !pos->side))
        return false;
    if (move->launched != 0) { /* the piece launched does not shield the king */
        wild_move plain = *move;
        plain.launched = 0;
        if (!is_legal(pos, &plain))
            return false;
    }
    return move->dropped == 0 || is_allowed_drop(&after, move);
}

struct collector {
    const wild_position *pos;
    wild_list *out;
};

static void keep(struct collector *c, wild_move *move, const char *suffix)
{
    bool is_bikjang = c->pos->game->has_bikjang && wild_do_kings_face(c->pos);
    bool may_stay = is_bikjang && move->is_pass;
    if (c->out->count >= WILD_MOVES || (!may_stay && !is_legal(c->pos, move)))
        return;
    strncat(move->text, suffix, sizeof move->text - strlen(move->text) - 1);
    c->out->of[c->out->count++] = *move;
}

/* --- putting a piece from the pocket -------------------------------------- */

static void keep_launches(struct collector *c, const wild_move *move, wild_square square,
                          const char *suffix)
{
    const wild_position *pos = c->pos;
    for (int i = 0; i < WILD_LETTERS; i++) {
        char text[8] = {(char)('a' + i), '\0'};
        wild_move launch = *move;
        if (pos->hand[pos->side][i] == 0)
            continue;
        launch.launched = ('A' + i) | (pos->side ? WILD_BLACK : 0);
        launch.launch_square = square;
        strcat(text, suffix);
        keep(c, &launch, text);
    }
}

static bool may_launch(const wild_position *pos, wild_square from)
{
    return wild_has_letter(pos->game->launchers, wild_letter(wild_get(pos, from))) &&
           pos->unmoved.is[from.rank][from.file];
}

static void offer(struct collector *c, wild_move move)
{
    wild_move plain = move;
    keep(c, &plain, "");
    if (!may_launch(c->pos, move.from))
        return;
    keep_launches(c, &move, move.from, "");
    if (move.castling != NULL) {
        wild_square partner = wild_castling_square(c->pos, move.castling, 1, c->pos->side);
        char suffix[3] = {(char)('a' + partner.file), (char)('0' + partner.rank), '\0'};
        keep_launches(c, &move, partner, suffix);
    }
}

/* --- promotion ------------------------------------------------------------ */

static void write_squares(wild_move *move)
{
    wild_square squares[2] = {move->from, move->to};
    size_t length = 0;
    for (int i = 0; i < 2; i++) {
        move->text[length++] = (char)('a' + squares[i].file);
        if (squares[i].rank >= 10)
            move->text[length++] = '1';
        move->text[length++] = (char)('0' + squares[i].rank % 10);
    }
    move->text[length] = '\0';
}

static void offer_promotion(struct collector *c, wild_move move, char letter)
{
    const wild_position *pos = c->pos;
    const wild_game *game = pos->game;
    char text[2] = {(char)(letter - 'A' + 'a'), '\0'};
    if (game->has_reserve && pos->hand[pos->side][letter - 'A'] == 0)
        return;
    bool turns = game->has_hands && !game->stays_promoted;
    move.becomes = letter | (pos->side ? WILD_BLACK : 0) | (turns ? WILD_TURNS : 0);
    strcat(move.text, text);
    offer(c, move);
}

static int last_promotion(const wild_game *game)
{
    int last = 0;
    for (int rank = 1; rank < 13; rank++)
        last = game->promotions[rank] != NULL ? rank : last;
    return last;
}

/* Pawns promote on all squares of their ranks, or on those of a list. */
static bool is_promotion_square(const wild_game *game, int side, wild_square at)
{
    const char *text = game->promotes_on;
    wild_square square;
    if (side == 1 && game->black_promotes_on != NULL)
        text = game->black_promotes_on;
    else if (side == 1)
        at.rank = game->ranks + 1 - at.rank;
    if (text == NULL)
        return true;
    while (wild_read_square(&text, &square))
        if (wild_is_same(square, at))
            return true;
    return false;
}

/* A pawn's move, with the promotions that its rank gives, and those of the ranks before. */
static void offer_pawn(struct collector *c, wild_move move)
{
    const wild_game *game = c->pos->game;
    int own_rank = wild_own_rank(game, c->pos->side, move.to.rank), last = last_promotion(game);
    int compulsory = game->compulsory != 0 ? game->compulsory : last;
    bool is_there = is_promotion_square(game, c->pos->side, move.to);
    if (last == 0 || own_rank < compulsory || !is_there)
        offer(c, move);
    if (!is_there)
        return;
    for (int rank = 1; rank <= own_rank && rank < 13; rank++) {
        const char *letter = game->promotions[rank];
        if (letter != NULL && c->pos->side == 1 && game->black_last != NULL)
            letter = game->black_last;
        for (; letter != NULL && *letter != '\0'; letter++)
            offer_promotion(c, move, *letter);
    }
}

/* True if the piece could go nowhere from there on an empty board. */
static bool is_stuck(const wild_position *pos, int piece, wild_square at)
{
    wild_position empty = *pos;
    wild_map reach, nothing;
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++)
            if (wild_is_piece(empty.at[rank][file]))
                empty.at[rank][file] = WILD_EMPTY;
    empty.at[at.rank][at.file] = piece;
    memset(&nothing, 0, sizeof nothing);
    wild_reach(&empty, at, &reach);
    return memcmp(&reach, &nothing, sizeof reach) == 0;
}

static bool has_form(const wild_game *game, int piece)
{
    size_t length;
    wild_power(game, piece ^ WILD_FORM, &length);
    return length > 0;
}

/* True if a move changes the piece, by where it begins and ends and what it captures. */
static bool is_form_move(const wild_position *pos, const wild_move *move)
{
    const wild_game *game = pos->game;
    int to = wild_own_rank(game, pos->side, move->to.rank);
    bool begins_inside = wild_own_rank(game, pos->side, move->from.rank) >= game->form_rank;
    if (to == game->ranks &&
        wild_has_letter(game->last_rank_forms, wild_letter(wild_get(pos, move->from))))
        return true;
    if (game->form_by_capture || (game->inside_by_capture && begins_inside))
        return captures(pos, move) && (begins_inside || to >= game->form_rank);
    return begins_inside || to >= game->form_rank;
}

/* A move of a piece that can turn into its form, or back. */
static void offer_form(struct collector *c, wild_move move)
{
    const wild_position *pos = c->pos;
    const wild_game *game = pos->game;
    int piece = wild_get(pos, move.from);
    bool is_form = (piece & WILD_FORM) != 0;
    bool can_change = game->form_rank != 0 && has_form(game, piece) &&
                      (!is_form || game->turns_back) && is_form_move(pos, &move);
    if (can_change) {
        wild_move change = move;
        change.becomes = piece ^ WILD_FORM;
        /* What is captured on the way comes last. */
        size_t length = strcspn(move.text, "*");
        snprintf(change.text + length, sizeof change.text - length, "%c%.*s",
                 is_form ? '-' : '+', WILD_TEXT / 2, move.text + length);
        offer(c, change);
    }
    if (!can_change || game->never_form ||
        (!game->always_form && !is_stuck(pos, piece, move.to)))
        offer(c, move);
}

/* --- changes on certain squares --------------------------------------------- */

static bool is_listed(const char *text, wild_square at)
{
    wild_square square;
    while (wild_read_square(&text, &square))
        if (wild_is_same(square, at))
            return true;
    return false;
}

/* What the piece becomes on a square: upper-case letters up to the colon, or NULL. */
static const char *find_morph(const wild_game *game, int side, char letter, wild_square at)
{
    for (int i = 0; i < 8 && game->morphs[i] != NULL; i++) {
        const char *arrow = strchr(game->morphs[i], '>'),
                   *from = strchr(game->morphs[i], letter);
        const char *squares = strchr(arrow, ':') + 1, *black = strchr(squares, '/');
        wild_square seen = at;
        if (side == 1 && black != NULL)
            squares = black + 1;
        else if (side == 1)
            seen.rank = game->ranks + 1 - at.rank;
        if (from != NULL && from < arrow && is_listed(squares, seen))
            return arrow + 1;
    }
    return NULL;
}

/* A move that changes the piece; false if it does not. */
static bool offer_morph(struct collector *c, wild_move move)
{
    int side = c->pos->side;
    char letter = wild_letter(wild_get(c->pos, move.from));
    const char *becomes = find_morph(c->pos->game, side, letter, move.to);
    for (const char *b = becomes; b != NULL && *b != ':'; b++)
        if (*b == letter)
            offer(c, move);
        else
            offer_promotion(c, move, *b);
    return becomes != NULL;
}

/* --- the pieces ------------------------------------------------------------ */

static wild_move make_move(wild_square from, wild_square to)
{
    wild_move move;
    memset(&move, 0, sizeof move);
    move.from = from;
    move.to = to;
    write_squares(&move);
    return move;
}

static void offer_any(struct collector *c, wild_move move)
{
    const wild_game *game = c->pos->game;
    int piece = wild_get(c->pos, move.from);
    if (offer_morph(c, move))
        return;
    if (game->form_rank == 0 && (piece & WILD_FORM) == 0 &&
        wild_has_letter(game->pawns, wild_letter(piece)))
        offer_pawn(c, move);
    else
        offer_form(c, move);
}

/* Moves of pieces that do more than change squares. */
static void offer_effects(struct collector *c, wild_square from)
{
    wild_list moves;
    wild_effect_moves(c->pos, from, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        wild_move move = make_move(from, moves.of[i].to);
        move.act = moves.of[i].act;
        if (move.act == 'D') {
            char target[WILD_TEXT] = "*";
            strcat(target, make_move(move.to, move.to).text);
            target[1 + strlen(target + 1) / 2] = '\0';
            strcat(move.text, target);
        }
        if (move.act == 'R')
            offer(c, move);
        else if (wild_may_end_there(c->pos, &move))
            offer_any(c, move);
    }
}

/* Moves in two steps; the piece captured on the way is written after a star. */
static void offer_double_steps(struct collector *c, wild_square from)
{
    static wild_list moves; /* too large for the stack, and not needed afterwards */
    wild_double_steps(c->pos, from, &moves);
    for (size_t i = 0; i < moves.count; i++) {
        wild_move move = make_move(from, moves.of[i].to);
        wild_move square = make_move(moves.of[i].taken, moves.of[i].taken);
        move.has_taken = moves.of[i].has_taken;
        move.taken = moves.of[i].taken;
        if (move.has_taken) {
            strcat(move.text, "*");
            square.text[strlen(square.text) / 2] = '\0';
            strcat(move.text, square.text);
        }
        offer_any(c, move);
    }
}

static void offer_reach(struct collector *c, wild_square from)
{
    wild_map reach;
    wild_reach(c->pos, from, &reach);
    wild_mark_jumps(c->pos, from, &reach);
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++)
            if (reach.is[rank][file])
                offer_any(c, make_move(from, wild_at(file, rank)));
}

/* Where pawns step straight or, in Berolina chess, diagonally. */
static bool steps_diagonally(const wild_game *game, int piece)
{
    size_t length;
    return strncmp(wild_power(game, piece, &length), "mfF", 3) == 0;
}

static void offer_steps(struct collector *c, wild_square from)
{
    const wild_position *pos = c->pos;
    int own_rank = wild_own_rank(pos->game, pos->side, from.rank);
    int most = own_rank < 8 ? pos->game->steps[own_rank] : 0;
    bool is_diagonal = steps_diagonally(pos->game, wild_get(pos, from));
    for (int across = is_diagonal ? -1 : 0; across <= (is_diagonal ? 1 : 0); across++) {
        wild_square to = from;
        for (int i = 1; i <= most && (!is_diagonal || across != 0); i++) {
            to = wild_at(to.file + across, to.rank + (pos->side == 0 ? 1 : -1));
            if (wild_get(pos, to) != WILD_EMPTY)
                break;
            if (i > 1)
                offer_any(c, make_move(from, to));
        }
    }
}

static void offer_passed(struct collector *c, wild_square from, const wild_square *passed,
                         int count, wild_square passer)
{
    const wild_position *pos = c->pos;
    int pawn = wild_get(pos, passer);
    for (int i = 0; i < count && wild_is_piece(pawn) && wild_side_of(pawn) != pos->side; i++) {
        wild_square to = passed[i];
        int across = abs(to.file - from.file);
        bool is_ahead = to.rank - from.rank == (pos->side == 0 ? 1 : -1);
        int wanted = steps_diagonally(pos->game, wild_get(pos, from)) ? 0 : 1;
        if (is_ahead && across == wanted && wild_get(pos, to) == WILD_EMPTY) {
            wild_move move = make_move(from, to);
            move.is_en_passant = true;
            move.passer = passer;
            offer_any(c, move);
        }
    }
}

static void offer_en_passant(struct collector *c, wild_square from)
{
    const wild_position *pos = c->pos;
    offer_passed(c, from, pos->passed, pos->passed_count, pos->passer);
    offer_passed(c, from, pos->earlier, pos->earlier_count, pos->earlier_passer);
}

static bool takes_en_passant(const wild_game *game, int piece)
{
    size_t length;
    const char *text = wild_power(game, piece, &length);
    return memchr(text, 'e', length) != NULL;
}

/* --- castling --------------------------------------------------------------- */

/* All squares between and including two on a rank, but those of king and partner, are empty. */
static bool is_free(const wild_position *pos, wild_square a, wild_square b,
                    const wild_square own[2])
{
    int from = a.file < b.file ? a.file : b.file, to = a.file < b.file ? b.file : a.file;
    for (int file = from; file <= to; file++) {
        wild_square at = wild_at(file, a.rank);
        if (wild_get(pos, at) != WILD_EMPTY && !wild_is_same(at, own[0]) &&
            !wild_is_same(at, own[1]))
            return false;
    }
    return true;
}

/* The king passes no square on which it would be in danger, nor leaves one. */
static bool passes_safely(const wild_position *pos, wild_square from, wild_square to)
{
    int by = to.file > from.file ? 1 : -1;
    if (is_in_danger(pos, pos->side))
        return false;
    for (int file = from.file; file != to.file; file += by) {
        wild_position passing = *pos;
        passing.at[from.rank][from.file] = WILD_EMPTY;
        passing.at[from.rank][file] = wild_get(pos, from);
        if (is_in_danger(&passing, pos->side))
            return false;
    }
    return true;
}

static void offer_castling(struct collector *c, const char *castling)
{
    const wild_position *pos = c->pos;
    const wild_game *game = pos->game;
    wild_square at[4];
    for (int i = 0; i < 4; i++)
        at[i] = wild_castling_square(pos, castling, i, pos->side);
    char king = game->castler != '\0' ? game->castler : game->royal;
    int piece = wild_get(pos, at[0]);
    if (!wild_castling_lives(pos, castling, pos->side) || wild_letter(piece) != king ||
        !is_free(pos, at[0], at[1], at) || !is_free(pos, at[0], at[2], at) ||
        !is_free(pos, at[1], at[3], at) || !passes_safely(pos, at[0], at[2]))
        return;
    /* A king that moves one square or none castles by moving onto its partner. */
    wild_move move = make_move(at[0], abs(at[2].file - at[0].file) <= 1 ? at[1] : at[2]);
    move.to = at[2];
    move.castling = castling;
    offer(c, move);
}

/* --- drops ------------------------------------------------------------------- */

static bool is_file_full(const wild_position *pos, int piece, wild_square at)
{
    int count = 0, most = pos->game->file_most != 0 ? pos->game->file_most : 1;
    for (int rank = 0; rank < WILD_RANKS; rank++)
        count += pos->at[rank][at.file] == piece ? 1 : 0;
    return wild_has_letter(pos->game->file_types, wild_letter(piece)) && count >= most;
}

static bool is_near(const wild_position *pos, wild_square at, int side, bool is_straight)
{
    for (int file = -1; file <= 1; file++)
        for (int rank = -1; rank <= 1; rank++) {
            int piece = wild_get(pos, wild_at(at.file + file, at.rank + rank));
            if (wild_is_piece(piece) && wild_side_of(piece) == side &&
                (!is_straight || file == 0 || rank == 0))
                return true;
        }
    return false;
}

static bool is_allowed_by_neighbours(const wild_position *pos, wild_square at)
{
    wild_map rows;
    switch (pos->game->drops) {
    case 'R': return wild_enclose(pos, at, &rows) > 0;
    case 'B': return is_near(pos, at, pos->side, false);
    case 'A': return !is_near(pos, at, !pos->side, true);
    default: return true;
    }
}

/* True if the halved type can still come to stand on both colours once the piece is there. */
static bool leaves_halves(const wild_position *pos, int piece, wild_square at)
{
    const wild_game *game = pos->game;
    int stand[2] = {0, 0}, room[2] = {0, 0};
    int own = game->halved | (pos->side ? WILD_BLACK : 0);
    int all = game->halved != '\0' ? pos->hand[pos->side][game->halved - 'A'] : 0;
    for (int rank = 1; rank <= game->ranks; rank++)
        for (int file = 0; file < game->files; file++) {
            wild_square to = wild_at(file, rank);
            int there = wild_is_same(to, at) ? piece : wild_get(pos, to);
            stand[(file + rank) % 2] += there == own ? 1 : 0;
            room[(file + rank) % 2] +=
                there == WILD_EMPTY && wild_own_rank(game, pos->side, rank) == game->only_rank
                    ? 1
                    : 0;
        }
    all += stand[0] + stand[1] - (piece == own ? 1 : 0);
    if (game->halved == '\0')
        return true;
    if (piece == own)
        return stand[(at.file + at.rank) % 2] <= (all + 1) / 2;
    return stand[0] + room[0] >= all / 2 && stand[1] + room[1] >= all / 2;
}

static bool may_drop(const wild_position *pos, int piece, wild_square at)
{
    const wild_game *game = pos->game;
    int own_rank = wild_own_rank(game, pos->side, at.rank);
    if (wild_get(pos, at) != WILD_EMPTY || is_file_full(pos, piece, at) ||
        (own_rank < 13 && wild_has_letter(game->not_on[own_rank], wild_letter(piece))) ||
        (game->only_rank != 0 && own_rank != game->only_rank) ||
        !is_allowed_by_neighbours(pos, at) || !leaves_halves(pos, piece, at) ||
        !wild_may_stand(game, wild_letter(piece), pos->side, at))
        return false;
    if (game->falls && at.rank > 1 &&
        wild_get(pos, wild_at(at.file, at.rank - 1)) == WILD_EMPTY)
        return false;
    return !game->no_stuck_drops || !is_stuck(pos, piece, at);
}

static void offer_drop(struct collector *c, int piece)
{
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++) {
            wild_square at = wild_at(file, rank);
            if (!may_drop(c->pos, piece, at))
                continue;
            wild_move move = make_move(at, at);
            char squares[WILD_TEXT];
            move.dropped = piece;
            strcpy(squares, move.text + strlen(move.text) / 2);
            move.text[0] = '\0';
            strcat(move.text, piece & WILD_FORM ? "+" : "");
            strncat(move.text, &(char){wild_letter(piece)}, 1);
            strcat(move.text, "@");
            strcat(move.text, squares);
            offer(c, move);
        }
}

static void offer_drops(struct collector *c)
{
    const wild_position *pos = c->pos;
    for (int i = 0; i < WILD_LETTERS; i++) {
        int piece = ('A' + i) | (pos->side ? WILD_BLACK : 0);
        if (pos->hand[pos->side][i] == 0 &&
            !wild_has_letter(pos->game->endless, wild_letter(piece)))
            continue;
        offer_drop(c, piece);
        if (pos->game->drops_forms && has_form(pos->game, piece))
            offer_drop(c, piece | WILD_FORM);
    }
}

/* --- all --------------------------------------------------------------------- */

static void offer_piece(struct collector *c, wild_square from)
{
    const wild_game *game = c->pos->game;
    int piece = wild_get(c->pos, from);
    if (game->has_effects) {
        offer_effects(c, from);
        return;
    }
    offer_reach(c, from);
    if (game->lions != NULL)
        offer_double_steps(c, from);
    if (game->pawns != NULL && wild_letter(piece) == game->pawns[0])
        offer_steps(c, from);
    if (takes_en_passant(game, piece))
        offer_en_passant(c, from);
}

static void keep_captures(const wild_position *pos, wild_list *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (captures(pos, &list->of[i]))
            list->of[kept++] = list->of[i];
    list->count = kept != 0 ? kept : list->count;
}

static void keep_drops(wild_list *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (list->of[i].dropped != 0)
            list->of[kept++] = list->of[i];
    list->count = kept != 0 ? kept : list->count;
}

static bool is_full(const wild_position *pos)
{
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++)
            if (pos->at[rank][file] == WILD_EMPTY)
                return false;
    return true;
}

/* A pass is written with the first of the side's pieces, or the royal one. */
static void offer_pass(struct collector *c)
{
    const wild_position *pos = c->pos;
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++) {
            int piece = pos->at[rank][file];
            char royal = pos->game->royal;
            if ((c->out->count > 0 && !pos->game->passes_at_will) || is_full(pos) ||
                !wild_is_piece(piece) || wild_side_of(piece) != pos->side ||
                (royal != '\0' && wild_letter(piece) != royal))
                continue;
            wild_move pass = make_move(wild_at(file, rank), wild_at(file, rank));
            pass.is_pass = true;
            keep(c, &pass, "");
        }
}

/* While the kings face each other, only moves that part them are left. */
static void keep_parting(const wild_position *pos, wild_list *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        wild_position after = *pos;
        wild_play(&after, &list->of[i]);
        if (!wild_do_kings_face(&after))
            list->of[kept++] = list->of[i];
    }
    list->count = kept;
}

static bool is_spared(const wild_game *game, wild_square at)
{
    const char *text = game->spared;
    wild_square square;
    while (text != NULL && wild_read_square(&text, &square))
        if (wild_is_same(square, at))
            return true;
    return false;
}

/* The move with a wall on each square that is empty once it has been made. */
static void offer_walls(const wild_position *pos, const wild_move *move, wild_list *out)
{
    wild_position after = *pos;
    wild_map reach;
    wild_play(&after, move);
    wild_reach(&after, move->to, &reach);
    for (int rank = 1; rank <= pos->game->ranks; rank++)
        for (int file = 0; file < pos->game->files; file++) {
            wild_move with = *move;
            wild_square at = wild_at(file, rank);
            bool is_aimed = pos->game->walls != 'R' || reach.is[rank][file];
            if (after.at[rank][file] != WILD_EMPTY || !is_aimed || is_spared(pos->game, at) ||
                out->count >= WILD_MOVES)
                continue;
            with.has_wall = true;
            with.wall = at;
            strncat(with.text, ",", sizeof with.text - strlen(with.text) - 1);
            strncat(with.text, make_move(move->to, at).text,
                    sizeof with.text - strlen(with.text) - 1);
            out->of[out->count++] = with;
        }
}

static void add_walls(const wild_position *pos, wild_list *list)
{
    static wild_list bare; /* too large for the stack */
    bare = *list;
    list->count = 0;
    for (size_t i = 0; i < bare.count; i++)
        offer_walls(pos, &bare.of[i], list);
}

/* A king that is mated changes places with an heir of its side, wherever that stands. */
static void offer_succession(struct collector *c)
{
    const wild_position *pos = c->pos;
    wild_square king;
    if (c->out->count > 0 || !wild_in_check(pos) ||
        !find(pos, pos->side, pos->game->royal, &king))
        return;
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++) {
            int piece = pos->at[rank][file];
            if (!wild_is_piece(piece) || wild_side_of(piece) != pos->side ||
                !wild_is_named(pos->game->heirs, piece))
                continue;
            wild_move exchange = make_move(king, wild_at(file, rank));
            exchange.act = 'S';
            keep(c, &exchange, "");
        }
}

void wild_legal(const wild_position *pos, wild_list *out)
{
    const wild_game *game = pos->game;
    struct collector c = {pos, out};
    out->count = 0;
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++) {
            int piece = pos->at[rank][file];
            if (wild_is_piece(piece) && wild_side_of(piece) == pos->side)
                offer_piece(&c, wild_at(file, rank));
        }
    for (int i = 0; game->castlings[i] != NULL; i++)
        offer_castling(&c, game->castlings[i]);
    if (game->has_hands)
        offer_drops(&c);
    if (game->must_drop)
        keep_drops(out);
    if (game->must_capture)
        keep_captures(pos, out);
    if (game->walls != '\0')
        add_walls(pos, out);
    if (game->has_bikjang && wild_do_kings_face(pos))
        keep_parting(pos, out);
    if (game->passes)
        offer_pass(&c);
    if (game->heirs != NULL)
        offer_succession(&c);
}
