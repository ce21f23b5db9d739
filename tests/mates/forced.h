/* Finds forced mates and stalemates by exhaustive search, with the library's own rules. Used to
 * find problems (bench/bench_problems.c) and to follow their proofs
 * (tests/unit/test_mates.c). */
#ifndef APO_TESTS_FORCED_H
#define APO_TESTS_FORCED_H

#include <stdlib.h>

#include "rules/kernel/movegen.h"
#include "rules/rules/outcome.h"

enum {
    FORCED_MOVES_MAX = 5 /* of the side that forces; also the size of the buffer below */
};

typedef struct forced {
    bool may_stalemate; /* a stalemate will do as well as a mate */
    uint64_t nodes, limit;
    apo_moves *move_lists; /* owned; two for each move */
} forced;

static inline bool forced_open(forced *out, bool may_stalemate, uint64_t limit)
{
    *out = (forced){.may_stalemate = may_stalemate, .limit = limit};
    out->move_lists = malloc(2 * (FORCED_MOVES_MAX + 1) * sizeof *out->move_lists);
    return out->move_lists != NULL;
}

static inline void forced_close(forced *f)
{
    free(f->move_lists);
}

/* True if the search was stopped; its answer means nothing then. */
static inline bool forced_has_failed(const forced *f)
{
    return f->nodes > f->limit;
}

static bool forced_against(forced *f, const apo_position *pos, unsigned moves_left);

/* The side to move can force the end in so many of its moves; the first such move to `*out_key`
 * (may be NULL). */
static inline bool forced_by(forced *f, const apo_position *pos, unsigned moves_left,
                             apo_move *out_key)
{
    apo_moves *moves = &f->move_lists[2 * moves_left];
    (void)apo_moves_legal(apo_moves_start(moves), pos);
    for (size_t i = 0; i < moves->list.count; i++) {
        apo_position after = *pos;
        apo_undo undo;
        apo_make(&after, &moves->buf[i], &undo);
        if (++f->nodes > f->limit)
            return false;
        if (moves_left == 1 && !f->may_stalemate && !apo_position_is_check(&after))
            continue;
        if (forced_against(f, &after, moves_left - 1)) {
            if (out_key != NULL)
                *out_key = moves->buf[i];
            return true;
        }
    }
    return false;
}

/* The side to move cannot prevent it. */
static bool forced_against(forced *f, const apo_position *pos, unsigned moves_left)
{
    if (moves_left == 0) {
        apo_ending ending = apo_position_outcome(pos).ending;
        return ending == APO_ENDING_MATE ||
               (f->may_stalemate && ending == APO_ENDING_STALEMATE);
    }
    apo_moves *moves = &f->move_lists[2 * moves_left + 1];
    (void)apo_moves_legal(apo_moves_start(moves), pos);
    if (moves->list.count == 0)
        return apo_position_is_check(pos) || f->may_stalemate;
    for (size_t i = 0; i < moves->list.count; i++) {
        apo_position after = *pos;
        apo_undo undo;
        apo_make(&after, &moves->buf[i], &undo);
        if (++f->nodes > f->limit || apo_position_outcome(&after).ending != APO_ENDING_NONE ||
            !forced_by(f, &after, moves_left, NULL))
            return false;
    }
    return true;
}

#endif
