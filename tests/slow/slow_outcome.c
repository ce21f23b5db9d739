/* The end of a game and its result (rules 1.3, 1.4, 1.9 to 1.11). */
#include "slow_inside.h"

#include <stdlib.h>
#include <string.h>

/* --- mate, stalemate, bare kings ----------------------------------------- */

/* Rules 1.4. */
static bool has_bare_kings(const slow_position *pos)
{
    for (int rank = 0; rank < SLOW_RANKS; rank++) {
        for (int file = 0; file < SLOW_FILES; file++) {
            char there = pos->at[rank][file];
            if (slow_is_piece(there) && slow_type(there) != 'K') {
                return false;
            }
        }
    }
    return true;
}

/* Rules 1.9: mate or stalemate before bare kings. */
slow_end_kind slow_end(const slow_position *pos)
{
    if (slow_legal(pos, NULL, 0) == 0) {
        return slow_in_check(pos) ? SLOW_END_MATE : SLOW_END_STALEMATE;
    }
    return has_bare_kings(pos) ? SLOW_END_BARE : SLOW_END_NONE;
}

/* --- the point count ----------------------------------------------------- */

static bool is_weak(const slow_game *game, slow_class class)
{
    return class == CLASS_LIGHT || (class == CLASS_AVERAGE && game->average_is_weak);
}

/* Rules 1.10: 5 if the joker's opponent has strictly more strong pieces than weak ones. */
static int joker_points(const slow_position *pos, slow_colour opponent)
{
    int strong = 0;
    int weak = 0;
    for (int rank = 0; rank < SLOW_RANKS; rank++) {
        for (int file = 0; file < SLOW_FILES; file++) {
            slow_square at = slow_at_file_rank(file, rank);
            if (slow_owns(pos, opponent, at)) {
                const slow_piece *piece =
                    slow_find_piece(pos->game, slow_type(slow_get(pos, at)));
                strong += piece->class == CLASS_HEAVY ? 1 : 0;
                weak += is_weak(pos->game, piece->class) ? 1 : 0;
            }
        }
    }
    return strong > weak ? 5 : 4;
}

/* Rules 4.2, 4.3: 1; 4 on own rank 8; 7 on own rank 9. Elsewhere 1 on every rank. */
static int pawn_points(const slow_game *game, int own_rank)
{
    if (game->pawn_grows && own_rank == 8) {
        return 4;
    }
    return game->pawn_grows && own_rank == 9 ? 7 : 1;
}

static int piece_points(const slow_position *pos, slow_square at)
{
    char piece = slow_get(pos, at);
    slow_colour colour = slow_owner(piece);
    switch (slow_type(piece)) {
    case 'J': return joker_points(pos, slow_other(colour));
    case 'P': return pawn_points(pos->game, slow_own_rank(pos->game, colour, at.rank));
    default: return slow_find_piece(pos->game, slow_type(piece))->points;
    }
}

bool slow_points(const slow_position *pos, int out[2])
{
    out[SLOW_WHITE] = 0;
    out[SLOW_BLACK] = 0;
    if (!pos->game->has_points) {
        return false;
    }
    for (int rank = 0; rank < SLOW_RANKS; rank++) {
        for (int file = 0; file < SLOW_FILES; file++) {
            slow_square at = slow_at_file_rank(file, rank);
            if (slow_is_piece(slow_get(pos, at))) {
                out[slow_owner(slow_get(pos, at))] += piece_points(pos, at);
            }
        }
    }
    return true;
}

/* --- the same position (rules 1.9) --------------------------------------- */

static bool has_reserve_joker(const slow_position *pos)
{
    int joker = 'J' - 'A';
    return pos->reserve[SLOW_WHITE][joker] > 0 || pos->reserve[SLOW_BLACK][joker] > 0;
}

/* On the board, in a reserve, or still to be launched. */
static bool has_joker_in_play(const slow_position *pos)
{
    for (int rank = 0; rank < SLOW_RANKS; rank++) {
        for (int file = 0; file < SLOW_FILES; file++) {
            if (slow_type(pos->at[rank][file]) == 'J' ||
                slow_may_launch_from(pos, slow_at_file_rank(file, rank))) {
                return true;
            }
        }
    }
    return has_reserve_joker(pos);
}

/* E.p. squares count only if a pseudo-legal e.p. move goes there. */
static bool has_same_en_passant(const slow_position *a, const slow_position *b)
{
    slow_map none;
    slow_map of_a;
    slow_map of_b;
    memset(&none, 0, sizeof none);
    slow_en_passant_squares(a, &of_a);
    slow_en_passant_squares(b, &of_b);
    if (memcmp(&of_a, &of_b, sizeof of_a) != 0) {
        return false;
    }
    return memcmp(&of_a, &none, sizeof of_a) == 0 || slow_equal_squares(a->passer, b->passer);
}

bool slow_same(const slow_position *a, const slow_position *b)
{
    return a->game == b->game && memcmp(a->at, b->at, sizeof a->at) == 0 &&
           a->side == b->side && a->turn == b->turn &&
           memcmp(a->reserve, b->reserve, sizeof a->reserve) == 0 &&
           memcmp(a->pocket, b->pocket, sizeof a->pocket) == 0 &&
           memcmp(&a->unmoved, &b->unmoved, sizeof a->unmoved) == 0 &&
           has_same_en_passant(a, b) &&
           (!has_joker_in_play(a) || memcmp(a->imit, b->imit, sizeof a->imit) == 0);
}

/* --- a whole game -------------------------------------------------------- */

/* All positions of a game so far. */
struct history {
    slow_position *at;
    size_t count;
    size_t capacity;
};

static bool add_position(struct history *history, const slow_position *pos)
{
    if (history->count == history->capacity) {
        size_t capacity = history->capacity * 2 + 64;
        slow_position *at = realloc(history->at, capacity * sizeof *at);
        if (at == NULL) {
            return false;
        }
        history->at = at;
        history->capacity = capacity;
    }
    history->at[history->count++] = *pos;
    return true;
}

static int count_same(const struct history *history, const slow_position *pos)
{
    int count = 0;
    for (size_t i = 0; i < history->count; i++) {
        count += slow_same(&history->at[i], pos) ? 1 : 0;
    }
    return count;
}

/* Advantage to the colour that leads by 4 or more (rules 1.10); Prequel knows only draws. */
static const char *result_by_points(const slow_position *pos)
{
    int points[2];
    slow_points(pos, points);
    int lead = points[SLOW_WHITE] - points[SLOW_BLACK];
    if (lead >= 4) {
        return "3/4-1/4";
    }
    return lead <= -4 ? "1/4-3/4" : "1/2-1/2";
}

/* Rules 1.3: an advantage to the opponent of the side without a move; in Prequel a draw. */
static const char *result_of_stalemate(const slow_position *pos)
{
    if (!pos->game->has_points) {
        return "1/2-1/2";
    }
    return pos->side == SLOW_WHITE ? "1/4-3/4" : "3/4-1/4";
}

static void set_end(slow_replay_report *out, const char *reason, const char *result)
{
    out->reason = reason;
    out->result = result;
}

/* Rules 1.9: mate or stalemate, then bare kings, then repetition, then the move count. */
static void look_for_end(slow_replay_report *out, const struct history *history)
{
    const slow_position *pos = &out->last;
    set_end(out, "-", "*");
    switch (slow_end(pos)) {
    case SLOW_END_MATE: set_end(out, "mate", pos->side == SLOW_WHITE ? "0-1" : "1-0"); return;
    case SLOW_END_STALEMATE: set_end(out, "stalemate", result_of_stalemate(pos)); return;
    case SLOW_END_BARE: set_end(out, "bare", "1/2-1/2"); return;
    case SLOW_END_NONE: break;
    }
    if (count_same(history, pos) >= 3) {
        set_end(out, "repetition", result_by_points(pos));
    } else if (pos->halfmove >= 2 * pos->game->move_limit) {
        set_end(out, "movecount", result_by_points(pos));
    }
}

/* Copies the next word of the list; false at its end. */
static bool next_word(const char **text, char out[SLOW_TEXT_SIZE])
{
    *text += strspn(*text, " ");
    size_t length = strcspn(*text, " ");
    size_t kept = length < SLOW_TEXT_SIZE ? length : SLOW_TEXT_SIZE - 1;
    memcpy(out, *text, kept);
    out[kept] = '\0';
    *text += length;
    return length > 0;
}

static bool play_text(slow_replay_report *out, const char *text)
{
    slow_move move;
    if (strcmp(out->result, "*") != 0 || !slow_find(&out->last, text, &move)) {
        return false;
    }
    slow_play(&out->last, &move);
    out->played++;
    return true;
}

static int replay_all(slow_replay_report *out, struct history *history, const char *moves)
{
    char word[SLOW_TEXT_SIZE];
    while (next_word(&moves, word)) {
        if (!play_text(out, word)) {
            out->legal = false;
            return 0;
        }
        if (!add_position(history, &out->last)) {
            return -1;
        }
        look_for_end(out, history);
    }
    return 0;
}

int slow_replay(slow_replay_report *out, const char *variant_id, const char *fen,
                const char *moves)
{
    struct history history = {NULL, 0, 0};
    memset(out, 0, sizeof *out);
    out->legal = true;
    if (slow_read(&out->last, variant_id, fen) != 0 || !add_position(&history, &out->last)) {
        return -1;
    }
    look_for_end(out, &history);
    int status = replay_all(out, &history, moves);
    free(history.at);
    return status;
}
