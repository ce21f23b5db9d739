#include "lessons/drill.h"

#include "base/alloc.h"
#include "base/mem.h"

enum {
    LEFT_ALL = 1 << APO_LESSON_TARGETS_MAX
};

typedef struct state {
    apo_square at;
    uint8_t left, depth;
    uint16_t parent; /* index in the queue */
} state;

struct apo_drill {
    apo_position board;
    apo_moves moves;
    state queue[APO_DRILL_STATES_MAX];
    unsigned count;
    /* By phase of the joker's powers, targets left, square: a bit each. */
    uint32_t seen[APO_LESSON_POWERS_MAX * LEFT_ALL * APO_SQUARES_MAX / 32 + 1];
};

apo_drill *apo_drill_new(void)
{
    return apo_allocate_zero(NULL, sizeof(apo_drill));
}

void apo_drill_free(apo_drill *drill)
{
    apo_free(NULL, drill);
}

const apo_position *apo_drill_board(const apo_drill *drill)
{
    return &drill->board;
}

const apo_move_list *apo_drill_moves(apo_drill *drill, const apo_piece_lesson *lesson,
                                     apo_square at, unsigned left, unsigned move)
{
    apo_move_list *list = apo_moves_start(&drill->moves);
    apo_piece_lesson_board(&drill->board, lesson, at, left, move);
    apo_preview_moves(list, &drill->board, at);
    return list;
}

static unsigned distance(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

static unsigned common_divisor(unsigned a, unsigned b)
{
    while (b != 0) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

unsigned apo_drill_class(const apo_variant *var, apo_square from, apo_square to)
{
    unsigned files = apo_variant_geometry(var)->files;
    unsigned dx = distance(from % files, to % files), dy = distance(from / files, to / files);
    unsigned divisor = common_divisor(dx, dy);
    bool is_line = dx == 0 || dy == 0 || dx == dy;
    if (divisor > 3 || (!is_line && divisor > 1)) { /* no leap is that long */
        dx /= divisor;
        dy /= divisor;
    }
    return 1 + (dx > dy ? dx * 32 + dy : dy * 32 + dx);
}

/* True if the state is new. */
static bool mark_state(apo_drill *drill, const apo_piece_lesson *lesson, state s)
{
    unsigned phase = lesson->power_count > 0 ? s.depth % lesson->power_count : 0;
    unsigned bit = (phase * LEFT_ALL + s.left) * APO_SQUARES_MAX + s.at;
    uint32_t mask = (uint32_t)1 << (bit & 31U);
    if (drill->seen[bit >> 5] & mask)
        return false;
    drill->seen[bit >> 5] |= mask;
    return true;
}

static bool push(apo_drill *drill, const apo_piece_lesson *lesson, state s)
{
    if (!mark_state(drill, lesson, s))
        return true;
    if (drill->count == APO_DRILL_STATES_MAX)
        return false;
    drill->queue[drill->count++] = s;
    return true;
}

static void trace(const apo_drill *drill, state last, apo_square to,
                  apo_square out[APO_LESSON_MOVES_MAX])
{
    unsigned i = last.depth;
    out[i] = to;
    while (i-- > 0) {
        out[i] = last.at;
        last = drill->queue[last.parent];
    }
}

/* Follows all moves of a state. Returns the number of moves of a solution that it completes, or
 * 0; sets `*is_full` if the queue is full. */
static unsigned expand(apo_drill *drill, const apo_piece_lesson *lesson, unsigned index,
                       unsigned forbidden, apo_square *out, bool *is_full)
{
    state s = drill->queue[index];
    const apo_move_list *list = apo_drill_moves(drill, lesson, s.at, s.left, s.depth);
    for (size_t i = 0; i < list->count; i++) {
        const apo_move *mv = &list->moves[i];
        if (apo_drill_class(lesson->var, s.at, mv->to) == forbidden)
            continue;
        unsigned left = apo_piece_lesson_left(lesson, &drill->board, mv, s.left);
        if (left == 0) {
            if (out != NULL)
                trace(drill, s, mv->to, out);
            return s.depth + 1U;
        }
        state next = {mv->to, (uint8_t)left, (uint8_t)(s.depth + 1), (uint16_t)index};
        if (next.depth < APO_LESSON_MOVES_MAX && !push(drill, lesson, next))
            *is_full = true;
    }
    return 0;
}

unsigned apo_drill_solve(apo_drill *drill, const apo_piece_lesson *lesson, unsigned forbidden,
                         apo_square out[APO_LESSON_MOVES_MAX])
{
    unsigned found = 0;
    bool is_full = false;
    memset(drill->seen, 0, sizeof drill->seen);
    drill->count = 0;
    push(drill, lesson,
         (state){lesson->from, (uint8_t)((1U << lesson->target_count) - 1), 0, 0});
    for (unsigned i = 0; i < drill->count && found == 0 && !is_full; i++)
        found = expand(drill, lesson, i, forbidden, out, &is_full);
    return found;
}
