/* The checker of Prequel Chess (rules 5). */
#include "slow_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static slow_square step(slow_square from, slow_square by, int times)
{
    return slow_at_file_rank(from.file + times * by.file, from.rank + times * by.rank);
}

/* (b): jumps over own pieces, depth first. `board` has the checker lifted off it. */
static void jump_own(const slow_position *board, slow_colour colour, slow_square at,
                     slow_map *landed)
{
    for (int i = 0; i < 8; i += 2) {
        slow_square over = step(at, slow_circle[i], 1);
        slow_square to = step(at, slow_circle[i], 2);
        if (slow_owns(board, colour, over) && slow_is_empty(board, to) &&
            !slow_has(landed, to)) {
            slow_mark(landed, to, true);
            jump_own(board, colour, to, landed);
        }
    }
}

/* The final squares of (a) and (b). */
void slow_checker_steps(const slow_position *pos, slow_square from, slow_map *out)
{
    slow_position lifted = *pos;
    slow_put(&lifted, from, '.');
    memset(out, 0, sizeof *out);
    jump_own(&lifted, slow_owner(slow_get(pos, from)), from, out);
    for (int i = 0; i < 8; i += 2) {
        slow_square to = step(from, slow_circle[i], 1);
        if (slow_is_empty(pos, to)) {
            slow_mark(out, to, true);
        }
    }
    slow_mark(out, from, false); /* a series may not end on its start square */
}

/* The state of (c) at one landing square. */
struct hunt {
    const slow_position *before;
    const slow_position *board; /* the same with the checker lifted off it */
    slow_colour colour;
    slow_map jumped;
    slow_move move;
    slow_map *ends;         /* where it may stop; or NULL */
    slow_series_list *list; /* the series themselves; or NULL */
};

/* Smaller when its landing squares are, compared in order by rank, then file (rules 6.2). */
static bool is_smaller(const slow_move *a, const slow_move *b)
{
    for (int i = 0; i < a->leg_count && i < b->leg_count; i++) {
        if (a->leg[i].rank != b->leg[i].rank) {
            return a->leg[i].rank < b->leg[i].rank;
        }
        if (a->leg[i].file != b->leg[i].file) {
            return a->leg[i].file < b->leg[i].file;
        }
    }
    return a->leg_count < b->leg_count;
}

/* Rules 5, "Distinct moves": the same from, to and set of captured squares. */
static bool is_same_move(const slow_position *pos, const slow_move *a, const slow_move *b)
{
    slow_map captured_by_a;
    slow_map captured_by_b;
    if (!slow_equal_squares(a->to, b->to)) {
        return false;
    }
    slow_captured(pos, a, &captured_by_a);
    slow_captured(pos, b, &captured_by_b);
    return memcmp(&captured_by_a, &captured_by_b, sizeof captured_by_a) == 0;
}

static void add_series(const struct hunt *hunt)
{
    slow_series_list *list = hunt->list;
    for (size_t i = 0; i < list->count; i++) {
        if (is_same_move(hunt->before, &list->move[i], &hunt->move)) {
            if (is_smaller(&hunt->move, &list->move[i])) {
                list->move[i] = hunt->move;
            }
            return;
        }
    }
    if (list->count == sizeof list->move / sizeof list->move[0]) {
        fprintf(stderr, "slow: too many checker series\n");
        abort();
    }
    list->move[list->count++] = hunt->move;
}

static void stop_here(const struct hunt *hunt)
{
    if (slow_equal_squares(hunt->move.to, hunt->move.from)) {
        return; /* a series may not end on its start square */
    }
    if (hunt->ends != NULL) {
        slow_mark(hunt->ends, hunt->move.to, true);
    }
    if (hunt->list != NULL) {
        add_series(hunt);
    }
}

static bool can_jump(const struct hunt *hunt, slow_square over, slow_square to)
{
    return slow_owns(hunt->board, slow_other(hunt->colour), over) &&
           slow_type(slow_get(hunt->board, over)) != 'K' && !slow_has(&hunt->jumped, over) &&
           slow_is_empty(hunt->board, to) && hunt->move.leg_count < SLOW_LEGS;
}

/* (c): every way to go on from `at`. Jumped pieces stay on the board until the move ends, so
 * they still fill their squares and are not jumped again. */
static void jump_enemies(const struct hunt *hunt, slow_square at)
{
    for (int i = 1; i < 8; i += 2) {
        slow_square over = step(at, slow_circle[i], 1);
        slow_square to = step(at, slow_circle[i], 2);
        if (can_jump(hunt, over, to)) {
            struct hunt next = *hunt;
            slow_mark(&next.jumped, over, true);
            next.move.leg[next.move.leg_count++] = to;
            next.move.to = to;
            stop_here(&next);
            jump_enemies(&next, to);
        }
    }
}

static void hunt_from(const slow_position *pos, slow_square from, slow_map *ends,
                      slow_series_list *list)
{
    slow_position lifted = *pos;
    struct hunt hunt;
    memset(&hunt, 0, sizeof hunt);
    slow_put(&lifted, from, '.');
    hunt.before = pos;
    hunt.board = &lifted;
    hunt.colour = slow_owner(slow_get(pos, from));
    hunt.move.kind = SLOW_MOVE_SERIES;
    hunt.move.from = from;
    hunt.ends = ends;
    hunt.list = list;
    jump_enemies(&hunt, from);
}

void slow_checker_series(const slow_position *pos, slow_square from, slow_series_list *out)
{
    out->count = 0;
    hunt_from(pos, from, NULL, out);
}

void slow_checker_reach(const slow_position *pos, slow_square from, slow_map *out)
{
    slow_checker_steps(pos, from, out);
    hunt_from(pos, from, out, NULL);
}

/* Rules 5, "Custodian capture": an enemy beside the checker with a piece of the checker's side
 * directly beyond. `after` is the position with the checker moved and jumped pieces gone. */
void slow_custodian(const slow_position *after, slow_square to, slow_map *captured)
{
    slow_colour colour = slow_owner(slow_get(after, to));
    for (int i = 0; i < 8; i++) {
        slow_square beside = step(to, slow_circle[i], 1);
        slow_square beyond = step(to, slow_circle[i], 2);
        if (slow_owns(after, slow_other(colour), beside) &&
            slow_type(slow_get(after, beside)) != 'K' && slow_owns(after, colour, beyond)) {
            slow_mark(captured, beside, true);
        }
    }
}
