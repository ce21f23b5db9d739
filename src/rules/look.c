#include "rules/look.h"

#include "base/mem.h"
#include "rules/board.h"
#include "rules/rule.h"
#include "rules/targets.h"

void apo_look_as(apo_position *out, const apo_position *pos, apo_side side)
{
    memcpy(out, pos, sizeof *out);
    out->state.turn = APO_TURN_SINGLE;
    if (apo_position_side(pos) == side)
        return;
    out->state.side = (uint8_t)side;
    out->state.trail_count = 0;
    out->state.trail_man = APO_SQUARE_NONE;
    out->state.trail_shown = 0;
}

/* One man that is looked at. */
typedef struct view {
    const apo_position *pos;
    apo_square from;
    unsigned side, type;
    unsigned row; /* 0: a joker without power */
} view;

static view look_at(const apo_position *pos, apo_square from)
{
    apo_man man = pos->board[from];
    view man_view = {pos, from, apo_man_side(man), apo_man_type(man), 0};
    man_view.row = apo_row_now(pos, man_view.side, man_view.type);
    return man_view;
}

static void add_targets(apo_move_list *list, apo_square from, const apo_set *targets)
{
    for (unsigned i = 0; i < APO_SET_WORDS_MAX; i++)
        for (uint64_t word = targets->words[i]; word != 0;)
            apo_move_list_add(list,
                              (apo_move){.from = from, .to = apo_word_pop(&word, i * 64)});
}

static void add_path(apo_move_list *list, const view *man, unsigned index, apo_set *seen)
{
    const apo_general_path *path = &man->pos->var->paths[index];
    apo_move mv = {.from = man->from, .to = path->to};
    if (!apo_path_ends(man->pos, path, man->side) ||
        !apo_path_is_open(man->pos, path, man->side))
        return;
    if (path->taken_count > 0) {
        mv.kind = APO_MOVE_PATH;
        mv.arg = index;
    } else if (apo_set_has(seen, path->to)) {
        return;
    } else {
        apo_set_add(seen, path->to);
    }
    apo_move_list_add(list, mv);
}

/* Moves that take men in passing, and those of a man that has never moved. */
static void add_rare_paths(apo_move_list *list, const view *man, apo_set *seen)
{
    const apo_variant *var = man->pos->var;
    const apo_man_table *table =
        &var->tables[apo_table_index(var, man->side, man->row, man->from)];
    for (unsigned i = 0; i < table->path_count; i++)
        if (var->paths[table->first_path + i].taken_count > 0)
            add_path(list, man, table->first_path + i, seen);
    if (man->type != man->row || !apo_set_has(&man->pos->state.virgin, man->from))
        return;
    for (unsigned i = 0; i < table->virgin_count; i++)
        add_path(list, man, table->first_virgin + i, seen);
}

static bool is_same_way(const apo_move *a, const apo_move *b)
{
    return a->from == b->from && a->to == b->to && a->kind == b->kind && a->arg == b->arg;
}

static void add_once(apo_move_list *list, size_t first, apo_move mv)
{
    mv.launched = APO_TYPE_NONE;
    mv.promoted = APO_TYPE_NONE;
    for (size_t i = first; i < list->count; i++)
        if (is_same_way(&list->moves[i], &mv))
            return;
    apo_move_list_add(list, mv);
}

static void add_special(apo_move_list *list, const view *man)
{
    apo_position scratch;
    apo_moves moves;
    apo_move_list *found = apo_moves_start(&moves);
    apo_check check = {true, false};
    size_t first = list->count;
    memcpy(&scratch, man->pos, sizeof scratch);
    for (unsigned i = 0; i < man->pos->var->generator_count; i++)
        man->pos->var->generators[i](&scratch, found, &check);
    for (size_t i = 0; i < found->count; i++)
        if (found->moves[i].from == man->from)
            add_once(list, first, found->moves[i]);
    list->is_overflowed = list->is_overflowed || found->is_overflowed;
}

static apo_set gather(const view *man)
{
    apo_set targets = {{0}};
    if (man->row != 0)
        apo_gather_targets(man->pos->var->words, man->pos, man->side, man->row, man->from,
                           targets.words);
    return targets;
}

apo_status apo_look_moves(apo_move_list *list, const apo_position *pos, apo_square from)
{
    view man = look_at(pos, from);
    apo_set targets = gather(&man);
    add_targets(list, from, &targets);
    if (man.row != 0)
        add_rare_paths(list, &man, &targets);
    add_special(list, &man);
    return list->is_overflowed ? APO_E_OVERFLOW : APO_OK;
}

/* Leaves the man alone on the board. */
static void lift_others(apo_position *pos, apo_square from)
{
    for (unsigned i = 0; i < pos->var->squares; i++) {
        apo_square sq = (apo_square)i;
        if (sq != from && apo_man_is_real(pos->board[sq]))
            apo_board_set(pos, sq, pos->var->vacated[sq]);
    }
}

static void add_hits(apo_set *set, const view *man)
{
    const apo_variant *var = man->pos->var;
    for (unsigned i = 0; i < var->squares; i++) {
        apo_square target = (apo_square)i;
        const uint64_t *hitters =
            apo_reach_set(var->words, var, man->side, man->row, target, APO_REACH_ANY);
        bool is_hit = hitters[man->from >> 6] >> (man->from & 63U) & 1U;
        if (is_hit && man->pos->board[target] != APO_MAN_VOID)
            apo_set_add(set, target);
    }
}

apo_set apo_look_reach(const apo_position *pos, apo_square from)
{
    view man = look_at(pos, from);
    apo_position alone;
    apo_set reach = {{0}};
    if (man.type == pos->var->joker || man.type == pos->var->checker) {
        for (unsigned sq = 0; sq < pos->var->squares; sq++)
            if (sq != from && pos->board[sq] != APO_MAN_VOID)
                apo_set_add(&reach, (apo_square)sq);
        return reach;
    }
    memcpy(&alone, pos, sizeof alone);
    lift_others(&alone, from);
    man.pos = &alone;
    reach = gather(&man);
    man.pos = pos;
    add_hits(&reach, &man);
    return reach;
}

void apo_look_clear(apo_position *out, const apo_position *pos)
{
    apo_look_as(out, pos, APO_WHITE);
    out->state.trail_count = 0;
    out->state.trail_man = APO_SQUARE_NONE;
    out->state.trail_shown = 0;
    out->state.virgin = (apo_set){{0}};
    for (unsigned side = 0; side < APO_SIDES; side++) {
        out->state.pocket[side] = 0;
        out->state.imitated[side] = APO_TYPE_NONE;
    }
    lift_others(out, APO_SQUARE_NONE);
}

void apo_look_put(apo_position *pos, apo_square sq, apo_man man, bool is_unmoved)
{
    apo_board_set(pos, sq, man);
    if (is_unmoved)
        apo_set_add(&pos->state.virgin, sq);
}

void apo_look_imitate(apo_position *pos, apo_side side, unsigned type)
{
    pos->state.imitated[side] = (uint8_t)type;
}
