#include "definition/exchange/alternatives.h"

#include "base/mem.h"
#include "definition/betza/betza.h"

apo_piece_move apo_alternative_model(const char *text)
{
    apo_piece_moves moves;
    (void)apo_betza_parse(&moves, apo_span_of(text), NULL);
    return moves.moves[0];
}

unsigned apo_alternative_direction(int files, int rows)
{
    static const int8_t steps[8][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                       {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
    unsigned i = 0;
    while (i < 8 && (steps[i][0] != files || steps[i][1] != rows))
        i++;
    return i;
}

static unsigned magnitude(int number)
{
    return (unsigned)(number < 0 ? -number : number);
}

uint8_t apo_alternative_step(apo_leg *leg, int files, int rows)
{
    unsigned f = magnitude(files), r = magnitude(rows);
    leg->shorter = f == 0 || r == 0 || f == r ? 0 : (uint8_t)(f < r ? f : r);
    leg->longer = (uint8_t)(f > r ? f : r);
    if (leg->shorter == 0)
        return (uint8_t)(1U << apo_alternative_direction((files > 0) - (files < 0),
                                                         (rows > 0) - (rows < 0)));
    unsigned quarter = files > 0 ? (rows > 0 ? 0 : 1) : rows < 0 ? 2 : 3;
    bool is_steep = r > f;
    return (uint8_t)(1U << (2 * quarter + (is_steep == (quarter % 2 == 0) ? 0 : 1)));
}

/* Adds the directions of one alternative to another that differs only in those of a leg. */
static bool join(apo_piece_move *one, const apo_piece_move *other)
{
    unsigned last = one->leg_count - 1U;
    uint8_t first = one->legs[0].directions | other->legs[0].directions;
    bool is_of_one_kind = one->legs[0].shorter > 0 || (first & APO_COMPASS_DIAGONAL) == 0 ||
                          (first & APO_COMPASS_ORTHOGONAL) == 0;
    for (unsigned i = 0; i < 2 && is_of_one_kind; i++) {
        unsigned leg = i * last;
        apo_piece_move same = *one;
        same.legs[leg].directions = other->legs[leg].directions;
        if (memcmp(&same, other, sizeof same) != 0)
            continue;
        one->legs[leg].directions |= other->legs[leg].directions;
        return true;
    }
    return false;
}

bool apo_alternative_add(apo_piece_moves *moves, const apo_piece_move *move)
{
    for (unsigned i = 0; i < moves->move_count; i++)
        if (join(&moves->moves[i], move))
            return true;
    if (moves->move_count == APO_PIECE_MOVES_MAX)
        return false;
    moves->moves[moves->move_count++] = *move;
    return true;
}

static void remove_alternative(apo_piece_moves *moves, unsigned index)
{
    moves->move_count--;
    memmove(moves->moves + index, moves->moves + index + 1,
            (moves->move_count - index) * sizeof moves->moves[0]);
}

/* Joins orthogonals and diagonals of the same kind into one alternative. */
static void join_compasses(apo_piece_moves *moves)
{
    for (unsigned i = 0; i < moves->move_count; i++)
        for (unsigned k = i + 1; k < moves->move_count; k++) {
            apo_piece_move *one = &moves->moves[i];
            const apo_piece_move *other = &moves->moves[k];
            apo_piece_move same = *other;
            same.legs[0].directions = one->legs[0].directions;
            if (one->leg_count != 1 || one->legs[0].shorter > 0 || one->legs[0].longer != 1 ||
                (one->legs[0].directions | other->legs[0].directions) != APO_COMPASS_ALL ||
                (one->legs[0].directions & other->legs[0].directions) != 0 ||
                memcmp(one, &same, sizeof same) != 0)
                continue;
            one->legs[0].directions = APO_COMPASS_ALL;
            remove_alternative(moves, k);
            break;
        }
}

void apo_alternatives_join(apo_piece_moves *moves)
{
    for (unsigned i = 0; i < moves->move_count; i++)
        for (unsigned k = i + 1; k < moves->move_count; k++)
            if (join(&moves->moves[i], &moves->moves[k])) {
                remove_alternative(moves, k);
                k = i;
            }
    join_compasses(moves);
}
