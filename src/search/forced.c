#include "search/forced.h"

#include "base/alloc.h"
#include "rules/rules/engine_view.h"

struct apo_forced {
    enum apo_forced_aim aim;
    uint64_t nodes, limit;
    apo_moves move_lists[2 * (APO_FORCED_MOVES_MAX + 1)]; /* of each ply */
};

static const char *const aim_words[APO_FORCED_AIMS] = {"mate", "stalemate"};

const char *apo_forced_aim_word(enum apo_forced_aim aim)
{
    return aim_words[aim];
}

apo_forced *apo_forced_new(enum apo_forced_aim aim, uint64_t limit)
{
    apo_forced *forced = apo_allocate_zero(NULL, sizeof *forced);
    if (forced != NULL) {
        forced->aim = aim;
        forced->limit = limit;
    }
    return forced;
}

void apo_forced_free(apo_forced *forced)
{
    apo_free(NULL, forced);
}

uint64_t apo_forced_nodes(const apo_forced *forced)
{
    return forced->nodes;
}

/* Makes `*next` the position after a move; counts it towards the limit. */
static void go_on(apo_forced *f, const apo_position *pos, const apo_move *mv,
                  apo_position *next)
{
    apo_undo undo;
    apo_position_copy_used(next, pos);
    apo_make(next, mv, &undo);
    f->nodes++;
}

static bool is_broken(const apo_forced *f)
{
    return f->nodes > f->limit;
}

/* True if the side without a legal move is in the state aimed at. */
static bool is_aim(const apo_forced *f, const apo_position *pos)
{
    return f->aim == APO_FORCED_STALEMATE || apo_position_is_check(pos);
}

static bool cannot_help(apo_forced *f, const apo_position *pos, unsigned moves);

/* Only a check can mate in one, so other moves need not be searched then. */
static bool can_work(const apo_forced *f, const apo_position *next, unsigned moves)
{
    return moves > 1 || f->aim == APO_FORCED_STALEMATE || apo_position_is_check(next);
}

/* Checks first: below the first move most keys are checks, and few replies make them quick to
 * refute. */
/* NOLINTNEXTLINE(misc-no-recursion): as deep as there are moves, at most
 * APO_FORCED_MOVES_MAX */
static bool can_force(apo_forced *f, const apo_position *pos, unsigned moves, apo_move *out_key)
{
    apo_moves *list = &f->move_lists[2 * moves];
    (void)apo_moves_legal(apo_moves_start(list), pos);
    for (unsigned pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < list->list.count; i++) {
            apo_position next;
            go_on(f, pos, &list->buf[i], &next);
            if (is_broken(f))
                return false;
            if (apo_position_is_check(&next) != (pass == 0) || !can_work(f, &next, moves) ||
                !cannot_help(f, &next, moves - 1))
                continue;
            if (out_key != NULL)
                *out_key = list->buf[i];
            return true;
        }
    }
    return false;
}

/* NOLINTNEXTLINE(misc-no-recursion): see can_force */
static bool cannot_help(apo_forced *f, const apo_position *pos, unsigned moves)
{
    apo_moves *list = &f->move_lists[2 * moves + 1];
    (void)apo_moves_legal(apo_moves_start(list), pos);
    if (list->list.count == 0)
        return is_aim(f, pos);
    for (size_t i = 0; i < list->list.count; i++) {
        if (moves == 0)
            return false;
        apo_position next;
        go_on(f, pos, &list->buf[i], &next);
        if (is_broken(f) || apo_position_outcome(&next).ending != APO_ENDING_NONE ||
            !can_force(f, &next, moves, NULL))
            return false;
    }
    return true;
}

static enum apo_forced_verdict verdict(const apo_forced *f, bool is_forced)
{
    if (is_broken(f))
        return APO_FORCED_UNKNOWN;
    return is_forced ? APO_FORCED_YES : APO_FORCED_NO;
}

enum apo_forced_verdict apo_forced_by(apo_forced *forced, const apo_position *pos,
                                      unsigned moves, apo_move *out_key)
{
    for (unsigned few = 1; few <= moves && !is_broken(forced); few++) {
        if (can_force(forced, pos, few, out_key))
            return APO_FORCED_YES;
    }
    return verdict(forced, false);
}

enum apo_forced_verdict apo_forced_keys(apo_forced *forced, const apo_position *pos,
                                        unsigned moves, apo_move *out, unsigned *out_count)
{
    apo_moves *list = &forced->move_lists[2 * moves];
    unsigned count = 0;
    (void)apo_moves_legal(apo_moves_start(list), pos);
    for (size_t i = 0; i < list->list.count && !is_broken(forced); i++) {
        apo_position next;
        go_on(forced, pos, &list->buf[i], &next);
        if (can_work(forced, &next, moves) && cannot_help(forced, &next, moves - 1) &&
            count < APO_FORCED_KEYS_MAX)
            out[count++] = list->buf[i];
    }
    *out_count = count;
    return verdict(forced, count > 0);
}

/* The number of moves needed after a reply; more than `moves` if that is not enough. */
static unsigned needed(apo_forced *f, const apo_position *next, unsigned moves)
{
    if (apo_position_outcome(next).ending != APO_ENDING_NONE)
        return moves + 1;
    unsigned count = 1;
    while (count <= moves && !is_broken(f) && !can_force(f, next, count, NULL))
        count++;
    return count;
}

enum apo_forced_verdict apo_forced_answer(apo_forced *forced, const apo_position *pos,
                                          unsigned moves, apo_move *out, bool *out_has)
{
    apo_moves *list = &forced->move_lists[2 * moves + 1];
    unsigned most = 0;
    (void)apo_moves_legal(apo_moves_start(list), pos);
    *out_has = list->list.count > 0;
    if (!*out_has)
        return is_aim(forced, pos) ? APO_FORCED_YES : APO_FORCED_NO;
    for (size_t i = 0; i < list->list.count && !is_broken(forced); i++) {
        apo_position next;
        go_on(forced, pos, &list->buf[i], &next);
        unsigned count = needed(forced, &next, moves);
        if (count <= most)
            continue;
        most = count;
        *out = list->buf[i];
        if (count > moves)
            return verdict(forced, false);
    }
    return verdict(forced, true);
}
