#include "search/stages.h"

#include "rules/rules/engine_view.h"
#include "search/tactics.h"
#include "search/tt.h"

enum {
    SPECIAL_MAX = 512 /* special moves of one position that are searched for a signature */
};

/* --- check info ---------------------------------------------------------- */

/* The analysis does not cover checks by jokers with their current power, nor by checkers. */
static bool joker_checks(const apo_position *pos, unsigned by)
{
    const apo_variant *var = pos->var;
    if (var->changing == APO_TYPE_NONE ||
        !apo_types_has(apo_types_here(pos, by), var->changing) ||
        pos->state.king[by ^ 1U] == APO_SQUARE_NONE)
        return false;
    unsigned row = apo_row_now(pos, by, var->changing);
    const uint64_t *pieces = apo_position_type_set(pos, by, var->changing, var->words);
    for (unsigned i = 0; row != 0 && i < var->words; i++)
        for (uint64_t word = pieces[i]; word != 0;)
            if (apo_piece_hits(pos, by, row, apo_word_pop(&word, i * 64),
                               pos->state.king[by ^ 1U]))
                return true;
    return false;
}

static bool untabled_checks(const apo_position *pos, unsigned by)
{
    uint8_t power;
    return apo_has_untabled(pos, by) &&
           apo_find_untabled(pos, pos->state.king[by ^ 1U], by, &power) != APO_SQUARE_NONE;
}

void apo_check_info_find(apo_check_info *out, const apo_position *pos)
{
    unsigned by = pos->state.side ^ 1U;
    apo_analyse(pos, &out->analysis);
    out->is_check = out->analysis.is_check || joker_checks(pos, by) || untabled_checks(pos, by);
    out->is_listed = pos->state.turn != APO_TURN_ORDINARY || pos->var->hooks.sift_count > 0;
    for (unsigned i = 0; !out->is_check && i < pos->var->hooks.threatened_count; i++)
        out->is_check = pos->var->hooks.threatened[i](pos, pos->state.side);
    out->has_launchers = false;
    if (apo_launch_of(pos->var)->is_on && pos->state.rules.pocket[pos->state.side] != 0) {
        out->launchers = apo_launch_squares(pos);
        out->has_launchers = !apo_set_is_empty(&out->launchers);
    }
}

/* --- lists --------------------------------------------------------------- */

/* A list under construction. */
typedef struct listing {
    apo_position *pos;
    const apo_check_info *check_info;
    const apo_attack_cache *attack_cache;
    apo_move_list *list;
    const int16_t *values; /* NULL: all promotions */
    bool is_noisy;
} listing;

static unsigned best_of(apo_types types, const int16_t *values)
{
    unsigned best = apo_types_first(types);
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);) {
        unsigned type = walk.type;
        if (values[type] > values[best])
            best = type;
    }
    return best;
}

/* A piece that may promote: each promotion choice is a move. Promotions are noisy. */
APO_APART void add_ways(const listing *l, unsigned type, apo_move mv)
{
    apo_move buf[2 * APO_TYPES_MAX];
    apo_move_list ways = {buf, 2 * APO_TYPES_MAX, 0, false};
    bool is_capture = l->pos->board[mv.to] != APO_PIECE_EMPTY, must;
    bool is_by_rank = apo_types_has(apo_promotion_of(l->pos->var)->pieces, type) &&
                      !apo_types_has(apo_screens_of(l->pos->var)->pieces, type);
    if (l->is_noisy && l->values != NULL && is_by_rank) {
        apo_types choices =
            apo_promotion_choices(l->pos, l->pos->state.side, type, mv.to, &must);
        if (is_capture && !must)
            apo_move_list_add(l->list, mv);
        if (choices != 0) {
            mv.promoted = (uint8_t)best_of(choices, l->values);
            apo_move_list_add(l->list, mv);
        }
        return;
    }
    apo_move_expand(l->pos, mv, &ways);
    for (size_t i = 0; i < ways.count; i++)
        if (apo_move_is_noisy(l->pos, &buf[i]) == l->is_noisy)
            apo_move_list_add(l->list, buf[i]);
}

APO_INLINE void add_targets(unsigned words, const listing *l, apo_square from,
                            const uint64_t *set)
{
    for (unsigned i = 0; i < words; i++)
        for (uint64_t word = set[i]; word != 0;)
            apo_move_list_add(l->list,
                              (apo_move){.from = from, .to = apo_word_pop(&word, i * 64)});
}

/* The same for a piece that may promote or launch. */
APO_INLINE void add_odd_targets(unsigned words, const listing *l, unsigned type,
                                apo_square from, const uint64_t *set, bool may_promote)
{
    for (unsigned i = 0; i < words; i++)
        for (uint64_t word = set[i]; word != 0;) {
            apo_move mv = {.from = from, .to = apo_word_pop(&word, i * 64)};
            if (may_promote) {
                add_ways(l, type, mv);
            } else {
                apo_move_list_add(l->list, mv);
                apo_launch_add(l->pos, mv, l->list);
            }
        }
}

static bool is_launcher(const apo_check_info *check_info, apo_square from)
{
    return check_info->has_launchers && apo_set_has(&check_info->launchers, from);
}

static bool is_noisy_path(const apo_position *pos, const apo_general_path *path)
{
    return path->taken_count > 0 || pos->board[path->to] != APO_PIECE_EMPTY;
}

/* Powers of unmoved pieces, and captures in passing: tested one by one. */
APO_APART void add_rare_paths(const listing *l, unsigned type, unsigned row, apo_square from)
{
    const apo_position *pos = l->pos;
    const apo_variant *var = pos->var;
    unsigned side = pos->state.side;
    const apo_piece_table *table = &var->tables[apo_table_index(var, side, row, from)];
    bool is_unmoved =
        type == row && table->unmoved_count > 0 && apo_set_has(&pos->state.unmoved, from);
    unsigned first = table->first_path, count = table->path_count;
    for (unsigned k = 0; k < 2; k++) {
        for (unsigned i = first; i < first + count; i++) {
            const apo_general_path *path = &var->paths[i];
            bool is_listed = k == 1 || path->taken_count > 0;
            if (!is_listed || is_noisy_path(pos, path) != l->is_noisy ||
                !apo_path_ends(pos, path, side) || !apo_path_is_open(pos, path, side) ||
                apo_path_is_repeated(pos, side, row, i))
                continue;
            apo_move mv = {.from = from, .to = path->to};
            mv.kind = path->taken_count > 0 ? APO_MOVE_PATH : APO_MOVE_PLAIN;
            mv.arg = path->taken_count > 0 ? i : 0;
            apo_move_expand(pos, mv, l->list);
        }
        first = table->first_unmoved;
        count = is_unmoved ? table->unmoved_count : 0;
    }
}

/* The targets of a piece: captures, quiet moves, or both for a piece that may promote by
 * either. */
APO_INLINE void gather(unsigned words, const listing *l, const uint64_t *entry,
                       bool may_promote, uint64_t *out)
{
    const apo_position *pos = l->pos;
    const uint64_t *hits = entry + APO_ATTACK_HITS * words;
    const uint64_t *moves = entry + APO_ATTACK_MOVES * words;
    const uint64_t *enemies = pos->pieces[pos->state.side ^ 1U].words;
    bool has_hits = l->is_noisy || may_promote, has_moves = !l->is_noisy || may_promote;
    for (unsigned i = 0; i < words; i++)
        out[i] = (has_hits ? hits[i] & enemies[i] : 0) |
                 (has_moves ? moves[i] & ~pos->occupied.words[i] : 0);
}

/* The same for a piece with general paths, which no cache entry covers. */
APO_INLINE void gather_with_paths(unsigned words, const listing *l, unsigned row,
                                  apo_square from, uint64_t *out)
{
    apo_gather_targets(words, l->pos, l->pos->state.side, row, from, out);
}

APO_APART void gather_odd(const listing *l, unsigned row, apo_square from, bool may_promote,
                          uint64_t *out)
{
    unsigned words = l->pos->var->words;
    const uint64_t *enemies = l->pos->pieces[l->pos->state.side ^ 1U].words;
    APO_BY_WORDS(words, gather_with_paths, l, row, from, out);
    for (unsigned i = 0; i < words && !may_promote; i++)
        out[i] &= l->is_noisy ? enemies[i] : ~enemies[i];
}

/* A piece with special paths, or one that may promote or launch. */
APO_INLINE void list_odd_piece(unsigned words, const listing *l, const apo_attack_view *view,
                               unsigned type, unsigned row, apo_square from)
{
    const apo_position *pos = l->pos;
    const apo_variant *var = pos->var;
    unsigned side = pos->state.side;
    const apo_piece_table *table = &var->tables[apo_table_index(var, side, row, from)];
    bool may_promote = table->may_change && type == row;
    uint64_t set[APO_SET_WORDS_MAX];
    if (table->path_count > 0)
        gather_odd(l, row, from, may_promote, set);
    else
        gather(words, l, apo_attack_cache_get(words, view, side, row, from), may_promote, set);
    /* A launch adds nothing to the gain of a capture: with values only the captures are
     * listed. */
    if (may_promote || (l->values == NULL && is_launcher(l->check_info, from)))
        add_odd_targets(words, l, type, from, set, may_promote);
    else
        add_targets(words, l, from, set);
    if ((table->path_count | table->unmoved_count) != 0)
        add_rare_paths(l, type, row, from);
}

/* Any other piece. */
APO_INLINE void list_piece(unsigned words, const listing *l, const apo_attack_view *view,
                           unsigned row, apo_square from)
{
    uint64_t set[APO_SET_WORDS_MAX], any = 0;
    gather(words, l, apo_attack_cache_get(words, view, l->pos->state.side, row, from), false,
           set);
    for (unsigned i = 0; i < words; i++)
        any |= set[i];
    if (any != 0)
        add_targets(words, l, from, set);
}

/* The types whose pieces may have moves that their cache entry does not cover. */
static apo_types find_odd_types(const listing *l, unsigned joker_row)
{
    const apo_variant *var = l->pos->var;
    apo_types has_paths = l->attack_cache->has_paths;
    apo_types launchers = l->check_info->has_launchers ? apo_launch_of(var)->launchers : 0;
    apo_types joker =
        joker_row == 0 || apo_types_has(has_paths, joker_row) ? apo_type_bit(var->changing) : 0;
    return var->expand_types | launchers | has_paths | joker;
}

/* Odd pieces type by type, the others all in one go. */
APO_INLINE void list_pieces(unsigned words, const listing *l)
{
    const apo_position *pos = l->pos;
    const apo_attack_view view = apo_attack_view_of(words, l->attack_cache, pos);
    unsigned side = pos->state.side, joker = pos->var->changing;
    unsigned joker_row = apo_row_now(pos, side, joker);
    uint64_t others[APO_SET_WORDS_MAX];
    for (unsigned i = 0; i < words; i++)
        others[i] = pos->pieces[side].words[i];
    apo_types types =
        apo_types_within(words, find_odd_types(l, joker_row) & apo_types_here(pos, side));
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);) {
        unsigned type = walk.type;
        unsigned row = type == joker ? joker_row : type;
        const uint64_t *pieces = apo_position_type_set(pos, side, type, words);
        for (unsigned i = 0; i < words; i++) {
            others[i] &= ~pieces[i];
            for (uint64_t word = row != 0 ? pieces[i] : 0; word != 0;)
                list_odd_piece(words, l, &view, type, row, apo_word_pop(&word, i * 64));
        }
    }
    for (unsigned i = 0; i < words; i++)
        for (uint64_t word = others[i]; word != 0;) {
            apo_square from = apo_word_pop(&word, i * 64);
            unsigned type = apo_piece_type(pos->board[from]);
            list_piece(words, l, &view, type == joker ? joker_row : type, from);
        }
}

void apo_list_noisy(apo_position *pos, const apo_check_info *check_info,
                    const apo_attack_cache *attack_cache, const int16_t *values,
                    apo_move_list *list)
{
    const listing l = {pos, check_info, attack_cache, list, values, true};
    apo_check check = {true, check_info->is_check};
    APO_BY_WORDS(pos->var->words, list_pieces, &l);
    APO_CALL_HOOKS(pos->var, generate, pos, list, &check, APO_SELECT_CAPTURES);
}

void apo_list_rest(apo_position *pos, const apo_check_info *check_info,
                   const apo_attack_cache *attack_cache, apo_move_list *list)
{
    const listing l = {pos, check_info, attack_cache, list, NULL, false};
    apo_check check = {true, check_info->is_check};
    APO_BY_WORDS(pos->var->words, list_pieces, &l);
    APO_CALL_HOOKS(pos->var, generate, pos, list, &check, APO_SELECT_QUIET);
    if (pos->var->hooks.arrivals_count > 0)
        apo_hands_list(pos, list);
}

/* --- single moves -------------------------------------------------------- */

/* True if the piece on the move's square reaches the target: to capture or to move there. */
APO_INLINE bool reaches(unsigned words, const apo_position *pos,
                        const apo_attack_cache *attack_cache, unsigned row, const apo_move *mv)
{
    const apo_attack_view view = apo_attack_view_of(words, attack_cache, pos);
    const uint64_t *entry = apo_attack_cache_get(words, &view, pos->state.side, row, mv->from);
    unsigned word = mv->to >> 6, bit = mv->to & 63U;
    bool is_enemy = pos->pieces[pos->state.side ^ 1U].words[word] >> bit & 1U;
    if (!is_enemy && pos->board[mv->to] != APO_PIECE_EMPTY)
        return false;
    return entry[(is_enemy ? APO_ATTACK_HITS : APO_ATTACK_MOVES) * words + word] >> bit & 1U;
}

/* True if the move is one of the ways to its target of a piece that may promote. */
static bool is_way(const apo_position *pos, const apo_move *mv)
{
    apo_move buf[2 * APO_TYPES_MAX];
    apo_move_list ways = {buf, 2 * APO_TYPES_MAX, 0, false};
    apo_move_expand(pos, apo_move_bare(*mv), &ways);
    for (size_t i = 0; i < ways.count; i++)
        if (apo_move_same(&buf[i], mv))
            return true;
    return false;
}

bool apo_move_fits(const apo_position *pos, const apo_attack_cache *attack_cache,
                   const apo_move *mv)
{
    const apo_variant *var = pos->var;
    apo_piece piece = pos->board[mv->from];
    unsigned side = pos->state.side, type = apo_piece_type(piece);
    if (mv->kind != APO_MOVE_PLAIN || !apo_piece_is_real(piece) ||
        apo_piece_side(piece) != side || mv->launched != APO_TYPE_NONE ||
        mv->from >= var->squares || mv->to >= var->squares)
        return false;
    unsigned row = apo_row_now(pos, side, type);
    if (row == 0 || !APO_BY_WORDS(var->words, reaches, pos, attack_cache, row, mv))
        return false;
    if (type != row || !var->tables[apo_table_index(var, side, row, mv->from)].may_change)
        return mv->promoted == APO_TYPE_NONE;
    return is_way(pos, mv);
}

/* Finds the drop on a square by its signature. */
static bool find_drop(const apo_position *pos, apo_square to, uint32_t signature, apo_move *out)
{
    for (unsigned type = 1; type <= pos->var->info.type_count; type++) {
        apo_move mv = {.from = to, .to = to, .kind = APO_MOVE_DROP, .launched = (uint8_t)type};
        if (apo_move_signature(&mv) == signature && apo_hands_fits(pos, &mv)) {
            *out = mv;
            return true;
        }
    }
    return false;
}

bool apo_move_of_signature(apo_position *pos, const apo_check_info *check_info,
                           const apo_attack_cache *attack_cache, uint32_t signature,
                           apo_move *out)
{
    apo_move buf[SPECIAL_MAX];
    apo_move_list list = {buf, SPECIAL_MAX, 0, false};
    apo_move mv = {.from = (apo_square)(signature >> 23),
                   .to = (apo_square)(signature >> 14 & 0x1FF),
                   .promoted = (uint8_t)(signature >> 9 & 0x1F)};
    if ((signature & 0x1FF) == 0) {
        *out = mv;
        return mv.from < pos->var->squares && apo_move_fits(pos, attack_cache, &mv);
    }
    if (mv.from == mv.to && pos->var->hooks.arrivals_count > 0)
        return find_drop(pos, mv.to, signature, out);
    apo_check check = {true, check_info->is_check};
    APO_CALL_HOOKS(pos->var, generate, pos, &list, &check, APO_SELECT_ALL);
    for (size_t i = 0; i < list.count; i++)
        if (apo_move_signature(&buf[i]) == signature) {
            *out = buf[i];
            return true;
        }
    return false;
}

bool apo_move_checks(const apo_position *pos, const apo_move *mv)
{
    const apo_variant *var = pos->var;
    unsigned side = pos->state.side, type = apo_move_type(pos, mv);
    unsigned row = mv->promoted != APO_TYPE_NONE ? mv->promoted : apo_row_now(pos, side, type);
    apo_square king = pos->state.king[side ^ 1U];
    if (king == APO_SQUARE_NONE)
        return false;
    const uint64_t *reach = apo_reach_set(var->words, var, side, row, king, APO_REACH_ANY);
    return row != 0 && (reach[mv->to >> 6] >> (mv->to & 63U) & 1U) &&
           apo_piece_hits(pos, side, row, mv->to, king);
}

/* --- legality ------------------------------------------------------------ */

static bool is_suspect(const apo_position *pos, const apo_check_info *check_info,
                       const apo_move *mv)
{
    const apo_analysis *an = &check_info->analysis;
    unsigned type = apo_move_type(pos, mv);
    bool is_drop = mv->kind == APO_MOVE_DROP;
    if (is_drop ? apo_hands_is_tested(pos->var, type)
                : mv->kind != APO_MOVE_PLAIN || mv->launched != APO_TYPE_NONE)
        return true;
    return check_info->is_check || type == pos->var->royal || an->is_all_suspect ||
           apo_types_has(an->suspect_types, type) ||
           (an->blockers[mv->from >> 6] >> (mv->from & 63U) & 1U) ||
           (an->has_screens && (an->screens[mv->to >> 6] >> (mv->to & 63U) & 1U));
}

static bool is_safe_after(const apo_position *pos, unsigned side)
{
    return !apo_is_hit(pos, pos->state.king[side], side ^ 1U);
}

bool apo_make_legal(apo_position *pos, const apo_check_info *check_info, const apo_move *mv,
                    apo_undo *undo)
{
    unsigned side = pos->state.side;
    bool has_doubt = is_suspect(pos, check_info, mv);
    if (mv->to == pos->state.king[side ^ 1U])
        return false;
    if (check_info->is_listed && pos->var->hooks.sift_count > 0) {
        apo_make(pos, mv, undo);
        return true;
    }
    if (has_doubt && mv->launched != APO_TYPE_NONE && apo_move_barred(pos, mv) != APO_LEGAL)
        return false;
    apo_make(pos, mv, undo);
    if (!has_doubt || is_safe_after(pos, side))
        return true;
    apo_unmake(pos, undo);
    return false;
}
