/* Coordinate moves (rules 6.2). */
#include "slow_inside.h"

#include <stdio.h>
#include <string.h>

size_t slow_move_text(const slow_move *move, char *buffer, size_t size)
{
    char text[SLOW_TEXT_SIZE];
    size_t length = slow_square_text(move->from, text);
    if (move->kind != SLOW_MOVE_SERIES) {
        length += slow_square_text(move->to, text + length);
    }
    for (int i = 0; i < move->leg_count; i++) {
        text[length++] = 'x';
        length += slow_square_text(move->leg[i], text + length);
    }
    if (move->promotion != 0) {
        text[length++] = (char)(move->promotion - 'A' + 'a');
    }
    if (move->launch) {
        text[length++] = 'j';
    }
    text[length] = '\0';
    snprintf(buffer, size, "%s", text);
    return length;
}

/* Reads "c5xe7xg9" into a move that is not checked yet. */
static bool read_series(const slow_game *game, const char *text, slow_move *out)
{
    memset(out, 0, sizeof *out);
    out->kind = SLOW_MOVE_SERIES;
    if (!slow_read_square(game, &text, &out->from)) {
        return false;
    }
    while (*text == 'x' && out->leg_count < SLOW_LEGS) {
        text++;
        if (!slow_read_square(game, &text, &out->to)) {
            return false;
        }
        out->leg[out->leg_count++] = out->to;
    }
    return *text == '\0' && out->leg_count > 0;
}

/* Are these jumps over enemies, each over another one, onto empty squares? (rules 5) */
static bool is_possible_series(const slow_position *pos, const slow_move *move)
{
    slow_map jumped;
    slow_square at = move->from;
    memset(&jumped, 0, sizeof jumped);
    for (int i = 0; i < move->leg_count; i++) {
        slow_square to = move->leg[i];
        int across = to.file - at.file;
        int ahead = to.rank - at.rank;
        slow_square over = slow_at_file_rank(at.file + across / 2, at.rank + ahead / 2);
        bool is_diagonal = (across == 2 || across == -2) && (ahead == 2 || ahead == -2);
        bool is_free = slow_is_empty(pos, to) || slow_equal_squares(to, move->from);
        if (!is_diagonal || !is_free || !slow_owns(pos, slow_other(pos->side), over) ||
            slow_type(slow_get(pos, over)) == 'K' || slow_has(&jumped, over)) {
            return false;
        }
        slow_mark(&jumped, over, true);
        at = to;
    }
    return true;
}

/* Rules 5, 6.2: any order of jumps is accepted for the move with the same captures. */
static bool is_other_order(const slow_position *pos, const slow_move *series,
                           const slow_move *move)
{
    slow_map a;
    slow_map b;
    if (move->kind != SLOW_MOVE_SERIES || !slow_equal_squares(series->from, move->from) ||
        !slow_equal_squares(series->to, move->to)) {
        return false;
    }
    slow_captured(pos, series, &a);
    slow_captured(pos, move, &b);
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool has_text(const slow_move *move, const char *text)
{
    char own[SLOW_TEXT_SIZE];
    slow_move_text(move, own, sizeof own);
    return strcmp(own, text) == 0;
}

bool slow_find(const slow_position *pos, const char *text, slow_move *out)
{
    slow_move moves[SLOW_MOVES];
    size_t count = slow_legal(pos, moves, SLOW_MOVES);
    slow_move series;
    bool is_series = read_series(pos->game, text, &series) && is_possible_series(pos, &series);
    for (size_t i = 0; i < count && i < SLOW_MOVES; i++) {
        if (has_text(&moves[i], text) ||
            (is_series && is_other_order(pos, &series, &moves[i]))) {
            *out = moves[i];
            return true;
        }
    }
    return false;
}
