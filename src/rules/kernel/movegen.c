#include "rules/kernel/analysis.h"
#include "rules/kernel/board.h"
#include "rules/kernel/check.h"
#include "rules/kernel/generate.h"
#include "rules/kernel/make.h"
#include "rules/kernel/targets.h"

/* One pass over the side to move. Without a list it only counts. */
typedef struct scan {
    apo_position *pos; /* changed by trial moves, and restored */
    apo_move_list *list;
    uint64_t count;     /* legal moves, if there is no list */
    bool is_overflowed; /* some special moves did not fit into a list */
    bool is_any_enough; /* the count may stop at the first type that has a move */
    apo_analysis analysis;
    apo_ways ways; /* pieces whose plain moves come in several ways */
    bool has_ways;
    bool is_expanding; /* pieces of the current type may move in several ways */
    bool may_expand;   /* the current piece may */
    bool is_special_turn;
    unsigned side;
} scan;

enum apo_illegal apo_move_barred_after(const apo_position *pos, const apo_undo *undo)
{
    const apo_hooks *hooks = &pos->var->hooks;
    enum apo_illegal reason = APO_LEGAL;
    for (unsigned i = 0; reason == APO_LEGAL && i < hooks->bars_after_count; i++)
        reason = hooks->bars_after[i](pos, undo);
    return reason;
}

bool apo_move_is_safe(apo_position *pos, const apo_move *mv)
{
    apo_undo undo;
    unsigned side = pos->state.side;
    bool is_special_turn = pos->state.turn != APO_TURN_ORDINARY;
    apo_make(pos, mv, &undo);
    bool is_fine = !apo_is_hit(pos, pos->state.king[side], side ^ 1U) &&
                   (!is_special_turn || apo_move_barred_after(pos, &undo) == APO_LEGAL);
    apo_unmake(pos, &undo);
    return is_fine;
}

enum apo_illegal apo_move_barred(apo_position *pos, const apo_move *mv)
{
    const apo_hooks *hooks = &pos->var->hooks;
    enum apo_illegal reason = APO_LEGAL;
    for (unsigned i = 0; reason == APO_LEGAL && i < hooks->bars_count; i++)
        reason = hooks->bars[i](pos, mv);
    return reason;
}

static bool is_legal(const scan *s, const apo_move *mv)
{
    if (!apo_move_is_safe(s->pos, mv))
        return false;
    return !(s->is_special_turn || apo_move_puts_piece(mv)) ||
           apo_move_barred(s->pos, mv) == APO_LEGAL;
}

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

static void deliver_one(scan *s, const apo_move *mv, bool is_suspect)
{
    if (is_suspect && !is_legal(s, mv))
        return;
    if (s->list != NULL)
        apo_move_list_add(s->list, *mv);
    else
        s->count++;
}

/* Delivers a move in all its ways. A piece put on the vacated square needs a test of its own; a
 * change of type cannot endanger the mover's king, but may matter in a special turn.
 */
static void deliver_ways(scan *s, apo_move mv, bool is_suspect)
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

static void deliver(scan *s, apo_square from, apo_square to, bool is_suspect)
{
    deliver_ways(s, (apo_move){.from = from, .to = to}, is_suspect);
}

/* --- the king ------------------------------------------------------------ */

/* A king lifted off its square to see which squares are safe for it: lines through its square
 * are open, and the other pieces have their powers after its move. */
typedef struct lifted_king {
    apo_square from;
    apo_piece piece;
    apo_powers powers;
} lifted_king;

static lifted_king lift_king(apo_position *pos)
{
    unsigned side = pos->state.side;
    apo_square from = pos->state.king[side];
    lifted_king king = {from, pos->board[from], pos->state.powers};
    apo_board_set(pos, from, pos->var->vacated[from]);
    apo_note_moved(&pos->state, pos->var, side, pos->var->royal);
    return king;
}

static void put_back(apo_position *pos, const lifted_king *king)
{
    apo_board_set(pos, king->from, king->piece);
    pos->state.powers = king->powers;
}

/* A piece captured on the target does not attack its own square and blocks no path to it, so
 * the target need not be cleared. */
static bool is_square_safe(const apo_position *pos, apo_square to)
{
    return !apo_is_hit(pos, to, pos->state.side ^ 1U);
}

/* Takes the unsafe squares out of a king's targets. */
APO_INLINE void keep_safe(unsigned words, apo_position *pos, uint64_t *set)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < words; i++)
        any |= set[i];
    if (any == 0)
        return;
    lifted_king king = lift_king(pos);
    for (unsigned i = 0; i < words; i++)
        for (uint64_t word = set[i]; word != 0;) {
            uint64_t bit = word & (~word + 1);
            if (!is_square_safe(pos, apo_word_pop(&word, i * 64)))
                set[i] ^= bit;
        }
    put_back(pos, &king);
}

bool apo_king_is_safe_on(apo_position *pos, apo_square to)
{
    lifted_king king = lift_king(pos);
    bool is_safe_there = is_square_safe(pos, to);
    put_back(pos, &king);
    return is_safe_there;
}

/* --- one piece ----------------------------------------------------------- */

/* Delivers the moves of one piece. Those that the analysis does not know to be safe are
 * tested. */
APO_INLINE void scan_targets(unsigned words, scan *s, apo_square from, const uint64_t *set,
                             bool is_suspect)
{
    const apo_analysis *analysis = &s->analysis;
    for (unsigned i = 0; i < words; i++) {
        uint64_t screens = analysis->has_screens ? analysis->screens[i] : 0;
        for (uint64_t word = set[i]; word != 0;) {
            uint64_t bit = word & (~word + 1);
            apo_square to = apo_word_pop(&word, i * 64);
            deliver(s, from, to, is_suspect || (screens & bit) != 0);
        }
    }
}

/* Delivers moves that need no test. */
APO_INLINE void deliver_safe(unsigned words, scan *s, apo_square from, const uint64_t *set)
{
    for (unsigned i = 0; i < words; i++) {
        if (s->list == NULL)
            s->count += (unsigned)__builtin_popcountll(set[i]);
        else
            for (uint64_t word = set[i]; word != 0;)
                deliver(s, from, apo_word_pop(&word, i * 64), false);
    }
}

/* In check, only moves that touch the line of the check can help, and any king move may. */
APO_INLINE void keep_evasions(unsigned words, const scan *s, apo_square from, unsigned type,
                              uint64_t *set)
{
    const apo_analysis *analysis = &s->analysis;
    if (!analysis->is_check || analysis->is_all_suspect || type == s->pos->var->royal ||
        analysis->movers[from >> 6] >> (from & 63U) & 1U)
        return;
    for (unsigned i = 0; i < words; i++)
        set[i] &= analysis->evasions[i];
}

/* True if all its moves are suspect, whatever power they pass on. */
APO_INLINE bool is_suspect_itself(const scan *s, unsigned type)
{
    const apo_analysis *analysis = &s->analysis;
    return analysis->is_check || analysis->is_all_suspect || s->is_special_turn ||
           type == s->pos->var->royal;
}

APO_INLINE bool is_type_suspect(unsigned words, const scan *s, unsigned type)
{
    return is_suspect_itself(s, type) ||
           apo_types_has_within(words, s->analysis.suspect_types, type);
}

/* True if the target alone decides whether a king's move is safe: not where pieces capture by
 * jumping, as the king may capture the piece that they would jump over. */
static bool is_king_simple(const scan *s)
{
    return !s->is_special_turn && !apo_has_untabled(s->pos, s->side ^ 1U) &&
           !(s->has_ways && s->pos->state.king[s->side] != APO_SQUARE_NONE &&
             apo_set_has(&s->ways.squares, s->pos->state.king[s->side]));
}

static bool is_blocker(const scan *s, apo_square from)
{
    return s->analysis.blockers[from >> 6] >> (from & 63U) & 1U;
}

APO_INLINE void scan_piece(unsigned words, scan *s, unsigned type, unsigned row,
                           apo_square from, bool is_suspect)
{
    uint64_t set[APO_SET_WORDS_MAX];
    s->may_expand = s->is_expanding;
    if (s->has_ways)
        s->may_expand |= apo_set_has(&s->ways.squares, from);
    apo_gather_targets(words, s->pos, s->side, row, from, set);
    if (type == s->pos->var->royal && is_king_simple(s)) {
        keep_safe(words, s->pos, set);
        deliver_safe(words, s, from, set);
        return;
    }
    keep_evasions(words, s, from, type, set);
    scan_targets(words, s, from, set, is_suspect || is_blocker(s, from));
}

/* Moves that capture in passing, and moves of unmoved pieces. */
static void scan_paths(scan *s, unsigned row, unsigned first, unsigned count)
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
        deliver_ways(s, mv, true);
    }
}

static void scan_rare_paths(scan *s, unsigned type, unsigned row, apo_square from)
{
    const apo_variant *var = s->pos->var;
    const apo_piece_table *table = &var->tables[apo_table_index(var, s->side, row, from)];
    for (unsigned i = 0; i < table->path_count; i++)
        if (var->paths[table->first_path + i].taken_count > 0)
            scan_paths(s, row, table->first_path + i, 1);
    if (type == row && table->unmoved_count > 0 && apo_set_has(&s->pos->state.unmoved, from))
        scan_paths(s, row, table->first_unmoved, table->unmoved_count);
}

/* --- all pieces ---------------------------------------------------------- */

APO_INLINE void list_type(unsigned words, scan *s, unsigned type, unsigned row)
{
    bool is_suspect = is_type_suspect(words, s, type);
    s->is_expanding = apo_types_has_within(words, s->pos->var->expand_types, type);
    const uint64_t *pieces = apo_position_type_set(s->pos, s->side, type, words);
    for (unsigned i = 0; i < words; i++)
        for (uint64_t word = pieces[i]; word != 0;) {
            apo_square from = apo_word_pop(&word, i * 64);
            scan_piece(words, s, type, row, from, is_suspect);
            scan_rare_paths(s, type, row, from);
        }
}

/* True if a special move is as safe as an ordinary one between the same squares. */
static bool is_safe_as_ordinary(const scan *s, const apo_kind *kind, const apo_move *mv)
{
    bool is_screen =
        s->analysis.has_screens && s->analysis.screens[mv->to >> 6] >> (mv->to & 63U) & 1U;
    unsigned type = apo_piece_type(s->pos->board[mv->from]);
    return kind->is_ordinary != NULL && !is_suspect_itself(s, type) &&
           !apo_types_hold(&s->analysis.suspect_types, type) && !is_blocker(s, mv->from) &&
           !is_screen && kind->is_ordinary(s->pos, mv);
}

static void deliver_special(scan *s, const apo_move *mv, bool is_simple)
{
    const apo_kind *kind = s->pos->var->kinds[mv->kind];
    if (kind->is_safe == NULL || !is_simple || apo_move_puts_piece(mv))
        deliver_one(s, mv, !is_safe_as_ordinary(s, kind, mv));
    else if (kind->is_safe(s->pos, mv))
        deliver_one(s, mv, false);
}

/* Appends the moves of the special rules, without those that are not legal. */
static void scan_special(scan *s)
{
    apo_moves moves;
    const apo_variant *var = s->pos->var;
    apo_move_list *found = apo_moves_start(&moves);
    apo_check check = {false, false};
    if (s->analysis.is_check)
        check = (apo_check){true, true};
    APO_CALL_HOOKS(var, generate, s->pos, found, &check);
    bool is_simple = found->count > 0 && is_king_simple(s);
    for (size_t i = 0; i < found->count; i++)
        deliver_special(s, &found->moves[i], is_simple);
    s->is_overflowed |= found->is_overflowed;
    if (s->is_overflowed && s->list != NULL)
        s->list->is_overflowed = true;
}

/* --- arrivals ------------------------------------------------------------ */

/* Delivers the arrivals of one entry. They never expose the king, except to hoppers, and end a
 * check only where the analysis says so. */
APO_INLINE void scan_arrival(unsigned words, scan *s, const apo_arrival *arrival)
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

APO_APART void scan_arrivals(scan *s)
{
    apo_arrivals all;
    all.count = 0; /* all of it is large */
    APO_CALL_HOOKS(s->pos->var, arrivals, s->pos, &all);
    for (unsigned i = 0; i < all.count && !(s->is_any_enough && s->count > 0); i++)
        APO_BY_WORDS(s->pos->var->words, scan_arrival, s, &all.of[i]);
}

static void start_scan(scan *s, apo_position *pos, apo_move_list *list)
{
    s->pos = pos;
    s->list = list;
    s->count = 0;
    s->is_overflowed = s->is_any_enough = false;
    s->side = pos->state.side;
    s->is_special_turn = pos->state.turn != APO_TURN_ORDINARY;
    s->has_ways = false;
    apo_analyse(pos, &s->analysis);
    if (pos->var->hooks.ways_count > 0) {
        s->ways = (apo_ways){{{0}}, 0};
        APO_CALL_HOOKS(pos->var, ways, pos, &s->ways);
        s->has_ways = s->ways.count > 0;
    }
}

APO_INLINE void list_all(unsigned words, scan *s)
{
    const apo_position *pos = s->pos;
    apo_types types = apo_types_within(words, apo_types_here(pos, s->side));
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);) {
        unsigned type = walk.type;
        unsigned row = apo_row_now(pos, s->side, type);
        if (row != 0)
            list_type(words, s, type, row);
    }
    scan_special(s);
    if (pos->var->hooks.arrivals_count > 0)
        scan_arrivals(s);
}

void apo_list_unsifted(apo_position *pos, apo_move_list *list)
{
    scan s;
    start_scan(&s, pos, list);
    APO_BY_WORDS(pos->var->words, list_all, &s);
}

apo_ending apo_position_ends(const apo_position *pos, int *out_quarters)
{
    const apo_hooks *hooks = &pos->var->hooks;
    apo_ending ending = APO_ENDING_NONE;
    for (unsigned i = 0; ending == APO_ENDING_NONE && i < hooks->ends_count; i++)
        ending = hooks->ends[i](pos, out_quarters);
    return ending;
}

static bool is_over(const apo_position *pos)
{
    int quarters;
    return pos->var->hooks.ends_count > 0 &&
           apo_position_ends(pos, &quarters) != APO_ENDING_NONE;
}

void apo_list_sifted(apo_position *pos, apo_move_list *list)
{
    apo_list_unsifted(pos, list);
    for (unsigned i = 0; i < pos->var->hooks.sift_count; i++)
        (void)pos->var->hooks.sift[i](pos, list);
}

void apo_list_legal(apo_position *pos, apo_move_list *list)
{
    if (!is_over(pos))
        apo_list_sifted(pos, list);
}

/* --- counting ------------------------------------------------------------ */

/* Counts a piece's legal moves: all are, except that moves to squares where a piece may become
 * a screen are tried one by one. */
APO_INLINE void count_piece(unsigned words, scan *s, unsigned type, unsigned row,
                            apo_square from)
{
    const apo_variant *var = s->pos->var;
    size_t index = apo_table_index(var, s->side, row, from);
    const apo_piece_table *table = &var->tables[index];
    bool is_hard = s->analysis.has_screens | table->is_listed |
                   (table->may_change && type == row) | is_blocker(s, from);
    if (is_hard) {
        scan_piece(words, s, type, row, from, false);
        scan_rare_paths(s, type, row, from);
        return;
    }
    unsigned count = apo_count_targets(words, s->pos, s->side, table, index);
    if (s->has_ways && apo_set_has(&s->ways.squares, from))
        count *= s->ways.count;
    s->count += count;
}

/* Counts the herds of a row and takes their pieces out of `rest`. Blockers are counted one by
 * one, and so are all pieces while an arriving piece may become a screen. */
APO_INLINE void count_herds(unsigned words, scan *s, unsigned row, uint64_t *rest)
{
    const apo_variant *var = s->pos->var;
    const apo_herd_range *range = &var->herd_ranges[s->side * var->row_count + row];
    for (unsigned k = 0; k < range->count; k++) {
        const apo_herd *herd = &var->herds[range->first + k];
        uint64_t pieces[APO_SET_WORDS_MAX], any = 0;
        for (unsigned i = 0; i < words; i++) {
            pieces[i] = rest[i] & var->herd_sets[herd->squares + i] & ~s->analysis.blockers[i];
            rest[i] ^= pieces[i];
            any |= pieces[i];
        }
        if (any != 0)
            s->count += apo_count_herd(words, s->pos, s->side, herd, pieces);
    }
}

APO_INLINE void count_type(unsigned words, scan *s, unsigned type, unsigned row)
{
    const uint64_t *pieces = apo_position_type_set(s->pos, s->side, type, words);
    uint64_t rest[APO_SET_WORDS_MAX];
    s->is_expanding = apo_types_has_within(words, s->pos->var->expand_types, type);
    for (unsigned i = 0; i < words; i++)
        rest[i] = pieces[i];
    if (!s->analysis.has_screens && !s->has_ways)
        count_herds(words, s, row, rest);
    for (unsigned i = 0; i < words; i++)
        for (uint64_t word = rest[i]; word != 0;)
            count_piece(words, s, type, row, apo_word_pop(&word, i * 64));
}

APO_INLINE void count_all(unsigned words, scan *s)
{
    const apo_position *pos = s->pos;
    apo_types types = apo_types_within(words, apo_types_here(pos, s->side));
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);) {
        unsigned type = walk.type;
        unsigned row = apo_row_now(pos, s->side, type);
        if (row == 0)
            continue;
        if (is_type_suspect(words, s, type))
            list_type(words, s, type, row);
        else
            count_type(words, s, type, row);
        if (s->is_any_enough && s->count > 0)
            return;
    }
    if (pos->var->hooks.generate_count > 0)
        scan_special(s);
    if (pos->var->hooks.arrivals_count > 0)
        scan_arrivals(s);
}

/* One copy for all callers: it is by far the largest function to compile. */
APO_APART void count_moves(scan *s)
{
    APO_BY_WORDS(s->pos->var->words, count_all, s);
}

/* In games with rules that sift, moves are counted by listing them. */
static uint64_t count_sifted(apo_position *pos)
{
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    apo_list_legal(pos, list);
    return list->is_overflowed ? APO_PERFT_UNKNOWN : list->count;
}

uint64_t apo_count_legal(apo_position *pos)
{
    scan s;
    if (pos->var->hooks.sift_count > 0)
        return count_sifted(pos);
    if (is_over(pos))
        return 0;
    start_scan(&s, pos, NULL);
    count_moves(&s);
    return s.is_overflowed ? APO_PERFT_UNKNOWN : s.count;
}

bool apo_has_legal(apo_position *pos)
{
    scan s;
    if (pos->var->hooks.sift_count > 0)
        return count_sifted(pos) > 0;
    if (is_over(pos))
        return false;
    start_scan(&s, pos, NULL);
    s.is_any_enough = true;
    count_moves(&s);
    return s.count > 0;
}

/* True if so few pieces cannot have too many moves, as in nearly every position of most games.
 * Counting the moves instead would make reading a position 10% slower. */
static bool must_fit(const apo_position *pos)
{
    enum {
        PASSED_MAX = 17, /* squares on which one piece may be captured in passing */
        OTHERS_MAX = 256 /* moves of two pieces at once */
    };

    const apo_variant *var = pos->var;
    unsigned side = pos->state.side, pieces = 0, passing = 0;
    for (apo_type_walk walk = apo_type_walk_of(apo_types_here(pos, side));
         apo_type_walk_next(&walk);) {
        unsigned count = pos->by_side[side].type_count[walk.type];
        pieces += count;
        passing += apo_types_has(var->passing_types, walk.type) ? count : 0;
    }
    unsigned captures = passing * PASSED_MAX * (var->info.type_count + 1);
    unsigned others = OTHERS_MAX + var->squares; /* allow for a royal leap to any square */
    return var->moves_most > 0 &&
           pieces * var->moves_most + captures + others <= APO_MOVE_LIST_MAX;
}

/* If each move comes with each square that it takes off the board, the moves must be listed. */
static bool list_fits(apo_position *pos)
{
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    apo_list_legal(pos, list);
    return !list->is_overflowed;
}

bool apo_moves_fit(apo_position *pos)
{
    scan s;
    if (pos->var->has_loose_squares)
        return list_fits(pos);
    if (must_fit(pos))
        return true;
    start_scan(&s, pos, NULL);
    count_moves(&s);
    return !s.is_overflowed && s.count <= APO_MOVE_LIST_MAX;
}
