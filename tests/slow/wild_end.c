/* How the games end. */
#include "wild.h"

#include <stdlib.h>
#include <string.h>

static wild_end end_for(const wild_position *pos, const char *reason, int quarters)
{
    return (wild_end){reason, pos->side == 0 ? quarters : 4 - quarters};
}

/* The side to move wins or loses by what the pieces of the two sides count. */
static int quarters_by_points(const wild_position *pos)
{
    int lead = 0;
    for (const char *text = pos->game->points; text != NULL && *text != '\0';) {
        char *end;
        char letter = *text;
        int worth = (int)strtol(text + 1, &end, 10);
        lead += worth * (wild_count(pos, 0, letter) - wild_count(pos, 1, letter));
        text = end;
    }
    return (lead >= pos->game->white_lead) == (pos->side == 0) ? 4 : 0;
}

static int quarters_of(const wild_position *pos, wild_result result)
{
    int difference = wild_count(pos, pos->side, '\0') - wild_count(pos, !pos->side, '\0');
    switch (result) {
    case WILD_LOSS: return 0;
    case WILD_WIN: return 4;
    case WILD_WHITE_LOSS: return pos->side == 0 ? 0 : 4;
    case WILD_FEWER_WINS: return difference == 0 ? 2 : difference < 0 ? 4 : 0;
    case WILD_MORE_WINS: return difference == 0 ? 2 : difference > 0 ? 4 : 0;
    case WILD_POINTS: return quarters_by_points(pos);
    case WILD_DRAW: break;
    }
    return 2;
}

/* --- goals --------------------------------------------------------------------- */

static bool has_arrived(const wild_position *pos, int side)
{
    const wild_game *game = pos->game;
    const char *text = game->goal;
    wild_square square;
    while (wild_read_square(&text, &square)) {
        if (side == 1 && !game->is_race)
            square.rank = wild_own_rank(game, side, square.rank);
        int piece = wild_get(pos, square);
        if (wild_is_piece(piece) && wild_side_of(piece) == side &&
            (game->goal_piece == '\0' || wild_letter(piece) == game->goal_piece))
            return true;
    }
    return false;
}

/* Racing kings: Black, who was second to begin, still has the move that arrives too. */
static bool can_arrive_now(const wild_position *pos)
{
    static wild_list list; /* too large for the stack */
    wild_legal(pos, &list);
    for (size_t i = 0; i < list.count; i++) {
        wild_position after = *pos;
        wild_play(&after, &list.of[i]);
        if (has_arrived(&after, pos->side))
            return true;
    }
    return false;
}

static bool ends_by_goal(const wild_position *pos, wild_end *out)
{
    bool is_here = has_arrived(pos, pos->side), is_there = has_arrived(pos, !pos->side);
    if (pos->game->is_race && is_here && is_there) {
        *out = end_for(pos, "goal", 2);
        return true;
    }
    if (is_here) { /* the opponent has had its move */
        *out = end_for(pos, "goal", 4);
        return true;
    }
    if (!is_there || (pos->game->is_race && pos->side == 1 && can_arrive_now(pos)))
        return false;
    *out = end_for(pos, "goal", 0);
    return true;
}

/* --- extinction ------------------------------------------------------------------ */

static int count_in_hand(const wild_position *pos, int side)
{
    int count = 0;
    for (int i = 0; i < WILD_LETTERS && pos->game->has_hands; i++)
        count += pos->hand[side][i];
    return count;
}

static bool is_extinct(const wild_position *pos, int side)
{
    const wild_game *game = pos->game;
    for (const char *letter = game->extinction; letter != NULL && *letter != '\0'; letter++)
        if (wild_count(pos, side, *letter) <= game->left)
            return true;
    if (game->kings != NULL && wild_count_named(pos, side, game->kings) == 0)
        return true;
    int all = wild_count(pos, side, '\0') + count_in_hand(pos, side);
    return game->needs_any && all <= game->left;
}

static bool ends_by_extinction(const wild_position *pos, wild_end *out)
{
    int quarters = pos->game->extinct == WILD_WIN ? 4 : 0;
    if (is_extinct(pos, !pos->side))
        *out = end_for(pos, "extinction", 4 - quarters);
    else if (is_extinct(pos, pos->side))
        *out = end_for(pos, "extinction", quarters);
    else
        return false;
    return true;
}

/* --- connected pieces --------------------------------------------------------------- */

static bool counts(const wild_position *pos, int side, int file, int rank)
{
    int piece = wild_get(pos, wild_at(file, rank));
    return wild_is_piece(piece) && wild_side_of(piece) == side &&
           (pos->game->connected == NULL ||
            wild_has_letter(pos->game->connected, wild_letter(piece)));
}

/* Looks from a square in one direction: for a row without gaps, and for pieces on the line. */
static bool is_row(const wild_position *pos, int side, wild_square at, wild_square by)
{
    int unbroken = 0, all = 0;
    bool is_unbroken = true;
    for (int i = 0; i < WILD_RANKS; i++) {
        bool is_here = counts(pos, side, at.file + i * by.file, at.rank + i * by.rank);
        is_unbroken = is_unbroken && is_here;
        unbroken += is_unbroken ? 1 : 0;
        all += is_here ? 1 : 0;
    }
    return (pos->game->row > 0 && unbroken >= pos->game->row) ||
           (pos->game->line > 0 && all >= pos->game->line);
}

static bool is_square(const wild_position *pos, int side, wild_square at)
{
    int count = 0, size = pos->game->square;
    for (int file = 0; file < size; file++)
        for (int rank = 0; rank < size; rank++)
            count += counts(pos, side, at.file + file, at.rank + rank) ? 1 : 0;
    return size > 0 && count == size * size;
}

/* Spreads from one edge to the neighbours until nothing is new. */
static bool joins_edges(const wild_position *pos, int side)
{
    const wild_game *game = pos->game;
    wild_map joined;
    bool is_new = true;
    memset(&joined, 0, sizeof joined);
    while (is_new) {
        is_new = false;
        for (int rank = 1; rank <= game->ranks; rank++)
            for (int file = 0; file < game->files; file++) {
                bool is_begun = side == 0 ? file == 0 : rank == 1;
                bool is_next = joined.is[rank - 1][file] || joined.is[rank + 1][file] ||
                               (file > 0 && joined.is[rank][file - 1]) ||
                               joined.is[rank][file + 1];
                if (joined.is[rank][file] || (!is_begun && !is_next) ||
                    !counts(pos, side, file, rank))
                    continue;
                joined.is[rank][file] = is_new = true;
                if (side == 0 ? file == game->files - 1 : rank == game->ranks)
                    return true;
            }
    }
    return false;
}

static bool is_connected(const wild_position *pos, int side)
{
    static const wild_square directions[] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int most = pos->game->no_diagonals ? 2 : 4;
    if (pos->game->joins_edges && joins_edges(pos, side))
        return true;
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++) {
            if (is_square(pos, side, wild_at(file, rank)))
                return true;
            for (int i = 0; i < most; i++)
                if (is_row(pos, side, wild_at(file, rank), directions[i]))
                    return true;
        }
    return false;
}

/* --- dead positions -------------------------------------------------------------- */

/* Chess, and the games made from it in which nothing but mate decides. */
static const char *const with_dead_draws =
    " chess active almost amazon berolina capablanca centaur chancellor chess-on-12x12 "
    "chess960 chigorin corners corners-black corners-free cwda embassy falcon falcon-xboard "
    "gardner georgian gothic grasshopper "
    "gustav-iii hoppel-poppel indian-great janus knightmate los-alamos microchess misere "
    "modern-9x9 new-zealand nightrider paradigm peasants-revolt perfect petty raazuvaa shako "
    "sort-of-almost torpedo upside-down weak ";

static bool knows_dead_draws(const wild_game *game)
{
    size_t length = strlen(game->id);
    for (const char *at = with_dead_draws; (at = strstr(at, game->id)) != NULL; at++)
        if (at[-1] == ' ' && at[length] == ' ')
            return true;
    return false;
}

/* All pieces but the kings stand on squares of one colour and move like bishops, ferzes, alfils
 * or dabbabas, which never leave it. */
static bool has_one_colour(const wild_position *pos)
{
    int colours = 0;
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++) {
            size_t length;
            int piece = pos->at[rank][file];
            if (!wild_is_piece(piece) || wild_letter(piece) == pos->game->royal)
                continue;
            const char *text = wild_power(pos->game, piece, &length);
            for (size_t i = 0; i < length; i++)
                if (text[i] >= 'A' && text[i] <= 'Z' && strchr("BFAD", text[i]) == NULL)
                    return false;
            colours |= 1 << ((file + rank) & 1);
        }
    return colours == 1 || colours == 2;
}

/* Goes through all places of two kings and a piece. */
static bool can_mate_alone(const wild_game *game, int piece)
{
    int count = game->files * game->ranks, side = wild_side_of(piece);
    int royal = game->royal | (side == 1 ? WILD_BLACK : 0);
    int enemy = game->royal | (side == 0 ? WILD_BLACK : 0);
    for (int i = 0; i < count * count * count; i++) {
        static wild_list list;
        wild_square at[3];
        int places[3] = {i % count, i / count % count, i / count / count};
        wild_position pos;
        memset(&pos, 0, sizeof pos);
        pos.game = game;
        pos.side = !side;
        for (int rank = 0; rank < WILD_RANKS; rank++)
            for (int file = 0; file < WILD_FILES; file++)
                pos.at[rank][file] = file < game->files && rank >= 1 && rank <= game->ranks
                                         ? WILD_EMPTY
                                         : WILD_NOWHERE;
        for (int k = 0; k < 3; k++)
            at[k] = wild_at(places[k] % game->files, 1 + places[k] / game->files);
        if (places[0] == places[1] || places[0] == places[2] || places[1] == places[2])
            continue;
        pos.at[at[0].rank][at[0].file] = enemy;
        pos.at[at[1].rank][at[1].file] = piece;
        if (!wild_in_check(&pos))
            continue;
        pos.at[at[2].rank][at[2].file] = royal;
        if (!wild_in_check(&pos) || wild_is_royal_attacked(&pos, side))
            continue;
        wild_legal(&pos, &list);
        if (list.count == 0)
            return true;
    }
    return false;
}

static bool is_dead(const wild_position *pos)
{
    int others = 0, last = WILD_EMPTY;
    if (!knows_dead_draws(pos->game))
        return false;
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++) {
            int piece = pos->at[rank][file];
            if (!wild_is_piece(piece) || wild_letter(piece) == pos->game->royal)
                continue;
            others++;
            last = piece;
            if (wild_has_letter(pos->game->pawns, wild_letter(piece)))
                return false;
        }
    return has_one_colour(pos) || (others == 1 && !can_mate_alone(pos->game, last));
}

/* --- the position alone ---------------------------------------------------------- */

/* A side has only its king left, on the board and in hand; where no piece is royal, only one
 * piece.
 */
static bool is_bare(const wild_position *pos, int side)
{
    char royal = pos->game->royal;
    if (royal == '\0' && pos->game->bare_loses)
        return wild_count(pos, side, '\0') == 1 && count_in_hand(pos, side) == 0;
    return royal != '\0' && wild_count(pos, side, '\0') == 1 &&
           wild_count(pos, side, royal) == 1 && count_in_hand(pos, side) == 0;
}

wild_end wild_position_end(const wild_position *pos)
{
    static wild_list list; /* too large for the stack */
    const wild_game *game = pos->game;
    wild_end end;
    if (game->checks != 0 && pos->checks[!pos->side] >= game->checks)
        return end_for(pos, "checks", 0);
    if (game->goal != NULL && ends_by_goal(pos, &end))
        return end;
    if ((game->extinction != NULL || game->kings != NULL || game->needs_any) &&
        ends_by_extinction(pos, &end))
        return end;
    if (game->has_bikjang && pos->passes > 0 && wild_do_kings_face(pos))
        return end_for(pos, "bikjang", quarters_of(pos, game->stalemate));
    if (pos->passes == 2)
        return end_for(pos, "passes", quarters_of(pos, game->stalemate));
    if (is_connected(pos, !pos->side))
        return end_for(pos, "goal", game->connection_loses ? 4 : 0);
    wild_legal(pos, &list);
    if (list.count == 0 && wild_in_check(pos))
        return end_for(pos, "mate", game->mate == WILD_DRAW ? 0 : quarters_of(pos, game->mate));
    if (list.count == 0)
        return end_for(pos, "stalemate", quarters_of(pos, game->stalemate));
    /* Bare kings can still race for a goal. */
    if (is_bare(pos, 0) && is_bare(pos, 1) && game->goal == NULL && !game->has_bikjang)
        return end_for(pos, "bare", 2);
    if (game->bare_loses && is_bare(pos, !pos->side))
        return end_for(pos, "bare", 4);
    if (is_dead(pos))
        return end_for(pos, "dead", 2);
    return (wild_end){"none", -1};
}

/* --- the history ------------------------------------------------------------------ */

static bool has_same_hands(const wild_position *a, const wild_position *b)
{
    return memcmp(a->hand, b->hand, sizeof a->hand) == 0;
}

/* An unmoved piece matters while it can castle, launch, or make a first move of its own. */
static bool matters(const wild_position *pos, wild_square at)
{
    int piece = wild_get(pos, at), side = wild_side_of(piece);
    const wild_game *game = pos->game;
    if (!pos->unmoved.is[at.rank][at.file] || !wild_is_piece(piece))
        return false;
    for (int i = 0; game->castlings[i] != NULL; i++)
        for (int k = 0; k < 2; k++)
            if (wild_castling_lives(pos, game->castlings[i], side) &&
                wild_is_same(wild_castling_square(pos, game->castlings[i], k, side), at))
                return true;
    size_t length;
    const char *text = wild_power(game, piece, &length);
    bool has_pocket = false;
    for (int i = 0; i < WILD_LETTERS; i++)
        has_pocket = has_pocket || pos->hand[side][i] > 0;
    return memchr(text, 'i', length) != NULL ||
           (has_pocket && wild_has_letter(game->launchers, wild_letter(piece)));
}

static bool has_same_rights(const wild_position *a, const wild_position *b)
{
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++)
            if (matters(a, wild_at(file, rank)) != matters(b, wild_at(file, rank)))
                return false;
    return true;
}

/* True if a pawn stands so that it could take the one that has just passed. */
static bool can_be_taken_in_passing(const wild_position *pos)
{
    static wild_list list; /* too large for the stack */
    wild_position bold = *pos;
    wild_legal(&bold, &list);
    for (size_t i = 0; i < list.count; i++)
        if (list.of[i].is_en_passant)
            return true;
    return false;
}

static bool is_same_position(const wild_position *a, const wild_position *b)
{
    return a->side == b->side && a->is_second == b->is_second && a->passes == b->passes &&
           a->is_swapped == b->is_swapped &&
           (!a->is_swapped || memcmp(a->swapped, b->swapped, sizeof a->swapped) == 0) &&
           memcmp(a->at, b->at, sizeof a->at) == 0 && has_same_hands(a, b) &&
           has_same_rights(a, b) && memcmp(a->checks, b->checks, sizeof a->checks) == 0 &&
           can_be_taken_in_passing(a) == can_be_taken_in_passing(b);
}

/* Has the side that moves next, or the other, given check with each of its moves since? */
static bool has_always_checked(const wild_position *from, const wild_position *to, int side)
{
    for (const wild_position *at = from + 1; at <= to; at++)
        if (at->side != side && !wild_in_check(at))
            return false;
    return true;
}

static wild_end end_by_repetition(const wild_position *first, const wild_position *pos)
{
    if (pos->game->perpetual_loses) {
        bool is_own = has_always_checked(first, pos, pos->side);
        bool is_enemy = has_always_checked(first, pos, !pos->side);
        if (is_own && is_enemy)
            return end_for(pos, "repetition",
                           pos->game->repetition == WILD_POINTS ? quarters_by_points(pos) : 2);
        if (is_own || is_enemy)
            return end_for(pos, "repetition", is_own ? 0 : 4);
    }
    if (pos->game->chasers != NULL) {
        bool is_own = wild_has_always_chased(first, pos, pos->side);
        bool is_enemy = wild_has_always_chased(first, pos, !pos->side);
        if (is_own || is_enemy)
            return end_for(pos, "repetition", is_own && is_enemy ? 2 : is_own ? 0 : 4);
    }
    return end_for(pos, "repetition", quarters_of(pos, pos->game->repetition));
}

/* Half-moves left out of the count: for each check of a side beyond those that count, two. */
static int count_left_out(const wild_position *positions, size_t count)
{
    const wild_position *last = &positions[count - 1];
    int checks[2] = {0, 0}, counted = last->game->checks_counted;
    for (size_t i = 0; counted > 0 && i < (size_t)last->halfmoves && i < count - 1; i++)
        if (wild_in_check(last - i))
            checks[(last - i)->side]++;
    int most = checks[0] > checks[1] ? checks[0] : checks[1];
    return counted > 0 && most > counted ? 2 * (most - counted) : 0;
}

wild_end wild_game_end(const wild_position *positions, size_t count)
{
    const wild_position *pos = &positions[count - 1];
    const wild_game *game = pos->game;
    wild_end end = wild_position_end(pos);
    int needed = game->repetitions != 0 ? game->repetitions : 3, found = 0;
    int limit = game->move_limit != 0 ? game->move_limit : 50;
    if (end.white_quarters >= 0)
        return end;
    for (size_t i = count; i > 0; i--)
        if (is_same_position(&positions[i - 1], pos) && ++found == needed)
            return end_by_repetition(&positions[i - 1], pos);
    bool is_count_over = pos->limit != 0 && pos->counted > pos->limit;
    bool is_long = limit > 0 && pos->halfmoves >= 2 * limit;
    if ((is_long && pos->halfmoves - count_left_out(positions, count) >= 2 * limit) ||
        is_count_over)
        return end_for(pos, "movecount",
                       game->repetition == WILD_POINTS ? quarters_by_points(pos) : 2);
    return (wild_end){"none", -1};
}
