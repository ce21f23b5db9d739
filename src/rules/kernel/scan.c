#include "rules/kernel/scan.h"

#include "rules/kernel/check.h"

/* --- all ways of a move -------------------------------------------------- */

static void take_out(apo_move_list *list, size_t index)
{
    if (index >= list->count)
        return;
    for (size_t i = index + 1; i < list->count; i++)
        list->moves[i - 1] = list->moves[i];
    list->count--;
}

void apo_move_expand(const apo_position *pos, apo_move mv, apo_move_list *list)
{
    const apo_hooks *hooks = &pos->var->hooks;
    size_t first = list->count;
    bool may_stay = true;
    apo_move_list_add(list, mv);
    if (hooks->ways_count == 0 &&
        !apo_types_hold(&pos->var->expand_types, apo_piece_type(pos->board[mv.from])))
        return;
    for (unsigned i = 0; may_stay && i < hooks->expand_count; i++)
        may_stay = hooks->expand[i](pos, mv, list);
    if (!may_stay)
        take_out(list, first);
}

static bool is_legal(const apo_scan *s, const apo_move *mv)
{
    if (!apo_move_is_safe(s->pos, mv))
        return false;
    return !(s->is_special_turn || apo_move_puts_piece(mv)) ||
           apo_move_barred(s->pos, mv) == APO_LEGAL;
}

static void deliver_one(apo_scan *s, const apo_move *mv, bool is_suspect)
{
    if (is_suspect && !is_legal(s, mv))
        return;
    if (s->list != NULL)
        apo_move_list_add(s->list, *mv);
    else
        s->count++;
}

void apo_scan_deliver(apo_scan *s, apo_move mv, bool is_suspect)
{
    apo_move buf[2 * APO_TYPES_MAX];
    apo_move_list ways = {buf, 2 * APO_TYPES_MAX, 0, false};
    if (!s->may_expand) {
        deliver_one(s, &mv, is_suspect);
        return;
    }
    apo_move_expand(s->pos, mv, &ways);
    for (size_t i = 0; i < ways.count; i++)
        deliver_one(s, &ways.moves[i], is_suspect);
}

bool apo_scan_has_simple_king(const apo_scan *s)
{
    return !s->is_special_turn && !apo_has_untabled(s->pos, s->side ^ 1U) &&
           !(s->has_ways && s->pos->state.king[s->side] != APO_SQUARE_NONE &&
             apo_set_has(&s->ways.squares, s->pos->state.king[s->side]));
}

/* --- rare moves ---------------------------------------------------------- */

/* Moves that capture in passing, and moves of unmoved pieces. */
static void scan_paths(apo_scan *s, unsigned row, unsigned first, unsigned count)
{
    const apo_position *pos = s->pos;
    for (unsigned i = first; i < first + count; i++) {
        const apo_general_path *path = &pos->var->paths[i];
        apo_move mv = {.from = path->from, .to = path->to};
        if (!apo_path_ends(pos, path, s->side) || !apo_path_is_open(pos, path, s->side) ||
            apo_path_is_repeated(pos, s->side, row, i))
            continue;
        if (path->taken_count > 0) {
            mv.kind = APO_MOVE_PATH;
            mv.arg = i;
        }
        apo_scan_deliver(s, mv, true);
    }
}

void apo_scan_rare_paths(apo_scan *s, unsigned type, unsigned row, apo_square from)
{
    const apo_variant *var = s->pos->var;
    const apo_piece_table *table = &var->tables[apo_table_index(var, s->side, row, from)];
    for (unsigned i = 0; i < table->path_count; i++)
        if (var->paths[table->first_path + i].taken_count > 0)
            scan_paths(s, row, table->first_path + i, 1);
    if (type == row && table->unmoved_count > 0 && apo_set_has(&s->pos->state.unmoved, from))
        scan_paths(s, row, table->first_unmoved, table->unmoved_count);
}

/* --- special moves ------------------------------------------------------- */

/* True if a special move is as safe as an ordinary one between the same squares. */
static bool is_safe_as_ordinary(const apo_scan *s, const apo_kind *kind, const apo_move *mv)
{
    bool is_screen =
        s->analysis.has_screens && s->analysis.screens[mv->to >> 6] >> (mv->to & 63U) & 1U;
    unsigned type = apo_piece_type(s->pos->board[mv->from]);
    return kind->is_ordinary != NULL && !apo_scan_suspects_all_of(s, type) &&
           !apo_types_hold(&s->analysis.suspect_types, type) &&
           !apo_scan_is_blocker(s, mv->from) && !is_screen && kind->is_ordinary(s->pos, mv);
}

static void deliver_special(apo_scan *s, const apo_move *mv, bool is_simple)
{
    const apo_kind *kind = s->pos->var->kinds[mv->kind];
    if (kind->is_safe == NULL || !is_simple || apo_move_puts_piece(mv))
        deliver_one(s, mv, !is_safe_as_ordinary(s, kind, mv));
    else if (kind->is_safe(s->pos, mv))
        deliver_one(s, mv, false);
}

void apo_scan_special(apo_scan *s)
{
    apo_moves moves;
    const apo_variant *var = s->pos->var;
    apo_move_list *found = apo_moves_start(&moves);
    apo_check check = {false, false};
    if (s->analysis.is_check)
        check = (apo_check){true, true};
    APO_CALL_HOOKS(var, generate, s->pos, found, &check, APO_SELECT_ALL);
    bool is_simple = found->count > 0 && apo_scan_has_simple_king(s);
    for (size_t i = 0; i < found->count; i++)
        deliver_special(s, &found->moves[i], is_simple);
    s->is_overflowed |= found->is_overflowed;
    if (s->is_overflowed && s->list != NULL)
        s->list->is_overflowed = true;
}

/* --- arrivals ------------------------------------------------------------ */

/* Delivers the arrivals of one entry. They never expose the king, except to hoppers, and end a
 * check only where the analysis says so. */
APO_INLINE void scan_arrival(unsigned words, apo_scan *s, const apo_arrival *arrival)
{
    const apo_analysis *an = &s->analysis;
    bool is_suspect = arrival->is_tested || an->is_check || an->is_all_suspect ||
                      s->is_special_turn ||
                      apo_types_has_within(words, an->suspect_types, arrival->type);
    bool is_limited = an->is_check && !an->is_all_suspect;
    for (unsigned i = 0; i < words; i++) {
        uint64_t set =
            arrival->squares.words[i] & (is_limited ? an->evasions[i] : ~UINT64_C(0));
        uint64_t screens = an->has_screens ? an->screens[i] : 0;
        if (s->list == NULL && !is_suspect && screens == 0) {
            s->count += (unsigned)__builtin_popcountll(set);
            continue;
        }
        while (set != 0) {
            uint64_t bit = set & (~set + 1);
            apo_square to = apo_word_pop(&set, i * 64);
            apo_move mv = apo_move_arrival(arrival->kind, to, arrival->type);
            deliver_one(s, &mv, is_suspect || (screens & bit) != 0);
        }
    }
}

void apo_scan_arrivals(apo_scan *s)
{
    apo_arrivals all;
    all.count = 0; /* all of it is large */
    APO_CALL_HOOKS(s->pos->var, arrivals, s->pos, &all);
    for (unsigned i = 0; i < all.count && !(s->is_any_enough && s->count > 0); i++)
        APO_BY_WORDS(s->pos->var->words, scan_arrival, s, &all.of[i]);
}

void apo_scan_start(apo_scan *s, apo_position *pos, apo_move_list *list)
{
    s->pos = pos;
    s->list = list;
    s->count = 0;
    s->is_overflowed = s->is_any_enough = false;
    s->side = pos->state.side;
    s->is_special_turn = pos->state.turn != APO_TURN_ORDINARY;
    s->has_ways = false;
    s->types = ~(apo_types)0;
    apo_analyse(pos, &s->analysis);
    if (pos->var->hooks.ways_count > 0) {
        s->ways = (apo_ways){{{0}}, 0};
        APO_CALL_HOOKS(pos->var, ways, pos, &s->ways);
        s->has_ways = s->ways.count > 0;
    }
}
