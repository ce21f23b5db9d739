/* Lions and what else moves twice in a turn, and what they may not do. From the text: a lion
 * makes two steps of a king, one after the other, and may capture with each; it may come back
 * to where it began, and leap over what is beside it. Horned falcons do so straight ahead,
 * soaring eagles diagonally ahead, along one line. */
#include "wild.h"

#include <stdlib.h>
#include <string.h>

enum power {
    NOTHING,
    LION,
    FALCON,
    EAGLE,
    FREE_EAGLE, /* diagonally in any directions */
    SHOOTER,    /* back to where it began, and only if it captures */
    RESTER      /* stays where it is, without a capture */
};

bool wild_is_named(const char *text, int piece)
{
    int form = piece & WILD_FORM, accent = piece & (WILD_PRIME | WILD_BANG);
    while (text != NULL && (*text == '+' || (*text >= 'A' && *text <= 'Z'))) {
        int has_form = *text == '+' ? WILD_FORM : 0;
        text += has_form ? 1 : 0;
        char letter = *text++;
        int has_accent = *text == '!' ? WILD_BANG : *text == '\'' ? WILD_PRIME : 0;
        text += has_accent ? 1 : 0;
        if (letter == wild_letter(piece) && form == has_form && accent == has_accent)
            return true;
    }
    return false;
}

int wild_count_named(const wild_position *pos, int side, const char *text)
{
    int count = 0;
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++) {
            int piece = pos->at[rank][file];
            count += wild_is_piece(piece) && wild_side_of(piece) == side &&
                     wild_is_named(text, piece);
        }
    return count;
}

static enum power power_of(const wild_game *game, int piece)
{
    if (wild_is_named(game->lions, piece))
        return LION;
    if (wild_is_named(game->falcons, piece))
        return FALCON;
    if (wild_is_named(game->free_eagles, piece))
        return FREE_EAGLE;
    if (wild_is_named(game->shooters, piece))
        return SHOOTER;
    if (wild_is_named(game->resting, piece))
        return RESTER;
    return wild_is_named(game->eagles, piece) ? EAGLE : NOTHING;
}

/* Does the power have a double step that begins by (file, rank), seen by its side? */
static bool begins(enum power power, int file, int rank)
{
    switch (power) {
    case LION:
    case SHOOTER:
    case RESTER: return file != 0 || rank != 0;
    case FREE_EAGLE: return file != 0 && rank != 0;
    case FALCON: return file == 0 && rank == 1;
    case EAGLE: return file != 0 && rank == 1;
    case NOTHING: break;
    }
    return false;
}

/* May it go on by (file, rank) after such a first step? */
static bool goes_on(enum power power, wild_square first, int file, int rank)
{
    if (file == 0 && rank == 0)
        return false;
    bool is_on = file == first.file && rank == first.rank;
    bool is_back = file == -first.file && rank == -first.rank;
    if (power == SHOOTER)
        return is_back;
    if (power == FREE_EAGLE)
        return file != 0 && rank != 0;
    return power == LION || is_on || is_back;
}

static wild_move *add(wild_list *out, wild_square from, wild_square to)
{
    wild_move *move = &out->of[out->count];
    memset(move, 0, sizeof *move);
    move->from = from;
    move->to = to;
    out->count += out->count + 1 < WILD_MOVES ? 1 : 0;
    return move;
}

/* All second steps after the capture on `middle`. */
static void add_after_capture(const wild_position *pos, wild_square from, wild_square by,
                              wild_list *out)
{
    int piece = wild_get(pos, from), ahead = pos->side == 0 ? 1 : -1;
    enum power power = power_of(pos->game, piece);
    wild_square middle = wild_at(from.file + by.file * ahead, from.rank + by.rank * ahead);
    for (int file = -1; file <= 1; file++)
        for (int rank = -1; rank <= 1; rank++) {
            wild_square to = wild_at(middle.file + file * ahead, middle.rank + rank * ahead);
            int there = wild_get(pos, to);
            bool is_free = there == WILD_EMPTY || wild_is_same(to, from) ||
                           (wild_is_piece(there) && wild_side_of(there) != pos->side);
            if (!goes_on(power, by, file, rank) || !is_free)
                continue;
            wild_move *move = add(out, from, to);
            move->has_taken = true;
            move->taken = middle;
        }
}

void wild_double_steps(const wild_position *pos, wild_square from, wild_list *out)
{
    int piece = wild_get(pos, from), ahead = pos->side == 0 ? 1 : -1;
    enum power power = power_of(pos->game, piece);
    bool may_stay = false;
    out->count = 0;
    for (int file = -1; file <= 1; file++)
        for (int rank = -1; rank <= 1; rank++) {
            int there =
                wild_get(pos, wild_at(from.file + file * ahead, from.rank + rank * ahead));
            if (!begins(power, file, rank))
                continue;
            may_stay = may_stay || (there == WILD_EMPTY && power != SHOOTER);
            if (power != RESTER && wild_is_piece(there) && wild_side_of(there) != pos->side)
                add_after_capture(pos, from, wild_at(file, rank), out);
        }
    if (may_stay)
        add(out, from, from);
}

/* --- lions are not traded ------------------------------------------------------ */

static bool is_lion(const wild_position *pos, wild_square at)
{
    return wild_is_named(pos->game->lions, wild_get(pos, at));
}

static bool takes_there(const wild_position *pos, const wild_move *move)
{
    int there = wild_get(pos, move->to);
    return wild_is_piece(there) && wild_side_of(there) != pos->side;
}

/* A capture of a lion, there or on the way, on another square than `but`. */
static bool takes_lion(const wild_position *pos, const wild_move *move, const wild_square *but)
{
    if (takes_there(pos, move) && is_lion(pos, move->to) &&
        (but == NULL || !wild_is_same(*but, move->to)))
        return true;
    return move->has_taken && is_lion(pos, move->taken) &&
           (but == NULL || !wild_is_same(*but, move->taken));
}

bool wild_is_bad_trade(const wild_position *pos, const wild_move *move)
{
    wild_position after = *pos;
    if (pos->game->lions == NULL || pos->game->trades_lions)
        return false;
    if (!is_lion(pos, move->from))
        return pos->has_lion_fallen && takes_lion(pos, move, &pos->lion_taker);
    bool is_far =
        abs(move->to.file - move->from.file) > 1 || abs(move->to.rank - move->from.rank) > 1;
    if (!is_far || !takes_there(pos, move) || !is_lion(pos, move->to))
        return false;
    if (move->has_taken &&
        !wild_has_letter("PI", (char)(wild_get(pos, move->taken) & WILD_FORM
                                          ? '+'
                                          : wild_letter(wild_get(pos, move->taken)))))
        return false;
    wild_play(&after, move);
    return wild_is_attacked(&after, move->to, pos->side);
}

void wild_note_lion(const wild_position *before, const wild_move *move, wild_position *after)
{
    after->has_lion_fallen = before->game->lions != NULL && !before->game->trades_lions &&
                             !is_lion(before, move->from) && takes_lion(before, move, NULL);
    after->lion_taker = move->to;
}
