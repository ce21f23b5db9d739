/* One pass over the side to move, which delivers its legal moves: to a list (movegen.c) or to a
 * mere count (count_moves.c). Internal to this folder. */
#ifndef APO_RULES_KERNEL_SCAN_H
#define APO_RULES_KERNEL_SCAN_H

#include "rules/kernel/analysis.h"
#include "rules/kernel/generate.h"
#include "rules/kernel/targets.h"

typedef struct apo_scan {
    apo_position *pos;   /* changed by trial moves, and restored */
    apo_move_list *list; /* NULL: the moves are only counted */
    uint64_t count;      /* legal moves, if there is no list */
    bool is_overflowed;  /* some special moves did not fit into a list */
    bool is_any_enough;  /* the count may stop at the first type that has a move */
    apo_analysis analysis;
    apo_ways ways; /* pieces whose plain moves come in several ways */
    bool has_ways;
    bool is_expanding; /* pieces of the current type may move in several ways */
    bool may_expand;   /* the current piece may */
    bool is_special_turn;
    unsigned side;
    apo_types types; /* whose pieces are looked at; special moves are all delivered */
} apo_scan;

/* Begins a pass over pieces of all types. */
void apo_scan_start(apo_scan *s, apo_position *pos, apo_move_list *list);

/* Delivers a move in all its ways: adds it to the list, or to the count. A suspect move is
 * tested first. A piece put on the vacated square needs a test of its own; a change of type
 * cannot endanger the mover's king, but may matter in a special turn. */
void apo_scan_deliver(apo_scan *s, apo_move mv, bool is_suspect);

/* Delivers the moves of a piece that capture in passing, and those it has while unmoved. */
void apo_scan_rare_paths(apo_scan *s, unsigned type, unsigned row, apo_square from);

/* Delivers the moves of the special rules, without those that are not legal. */
void apo_scan_special(apo_scan *s);

/* Delivers the moves of pieces that come from beside the board. */
void apo_scan_arrivals(apo_scan *s);

/* True if the target alone decides whether a king's move is safe: not where pieces capture by
 * jumping, as the king may capture the piece that they would jump over. */
bool apo_scan_has_simple_king(const apo_scan *s);

/* Delivers the moves of one piece. Those that the analysis does not know to be safe are
 * tested. */
APO_INLINE void apo_scan_targets(unsigned words, apo_scan *s, apo_square from,
                                 const uint64_t *set, bool is_suspect)
{
    const apo_analysis *analysis = &s->analysis;
    for (unsigned i = 0; i < words; i++) {
        uint64_t screens = analysis->has_screens ? analysis->screens[i] : 0;
        for (uint64_t word = set[i]; word != 0;) {
            uint64_t bit = word & (~word + 1);
            apo_square to = apo_word_pop(&word, i * 64);
            apo_scan_deliver(s, apo_move_plain(from, to), is_suspect || (screens & bit) != 0);
        }
    }
}

/* Delivers moves that need no test. */
APO_INLINE void apo_scan_deliver_safe(unsigned words, apo_scan *s, apo_square from,
                                      const uint64_t *set)
{
    for (unsigned i = 0; i < words; i++) {
        if (s->list == NULL)
            s->count += (unsigned)__builtin_popcountll(set[i]);
        else
            for (uint64_t word = set[i]; word != 0;)
                apo_scan_deliver(s, apo_move_plain(from, apo_word_pop(&word, i * 64)), false);
    }
}

/* Takes the unsafe squares out of the king's targets. */
APO_INLINE void apo_scan_keep_safe(unsigned words, const apo_scan *s, uint64_t *set)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < words; i++)
        any |= set[i];
    if (any != 0)
        apo_king_keep_safe(s->pos, set);
}

/* In check, only moves that touch the line of the check can help, and any king move may. */
APO_INLINE void apo_scan_keep_evasions(unsigned words, const apo_scan *s, apo_square from,
                                       unsigned type, uint64_t *set)
{
    const apo_analysis *analysis = &s->analysis;
    if (!analysis->is_check || analysis->is_all_suspect || type == s->pos->var->royal ||
        analysis->movers[from >> 6] >> (from & 63U) & 1U)
        return;
    for (unsigned i = 0; i < words; i++)
        set[i] &= analysis->evasions[i];
}

/* True if all its moves are suspect, whatever power they pass on. */
APO_INLINE bool apo_scan_suspects_all_of(const apo_scan *s, unsigned type)
{
    const apo_analysis *analysis = &s->analysis;
    return analysis->is_check || analysis->is_all_suspect || s->is_special_turn ||
           type == s->pos->var->royal;
}

APO_INLINE bool apo_scan_suspects_type(unsigned words, const apo_scan *s, unsigned type)
{
    return apo_scan_suspects_all_of(s, type) ||
           apo_types_has_within(words, s->analysis.suspect_types, type);
}

APO_INLINE bool apo_scan_is_blocker(const apo_scan *s, apo_square from)
{
    return s->analysis.blockers[from >> 6] >> (from & 63U) & 1U;
}

APO_INLINE void apo_scan_piece(unsigned words, apo_scan *s, unsigned type, unsigned row,
                               apo_square from, bool is_suspect)
{
    uint64_t set[APO_SET_WORDS_MAX];
    s->may_expand = s->is_expanding;
    if (s->has_ways)
        s->may_expand |= apo_set_has(&s->ways.squares, from);
    apo_gather_targets(words, s->pos, s->side, row, from, set);
    if (type == s->pos->var->royal && apo_scan_has_simple_king(s)) {
        apo_scan_keep_safe(words, s, set);
        apo_scan_deliver_safe(words, s, from, set);
        return;
    }
    apo_scan_keep_evasions(words, s, from, type, set);
    apo_scan_targets(words, s, from, set, is_suspect || apo_scan_is_blocker(s, from));
}

APO_INLINE void apo_scan_list_type(unsigned words, apo_scan *s, unsigned type, unsigned row)
{
    bool is_suspect = apo_scan_suspects_type(words, s, type);
    s->is_expanding = apo_types_has_within(words, s->pos->var->expand_types, type);
    const uint64_t *pieces = apo_position_type_set(s->pos, s->side, type, words);
    for (unsigned i = 0; i < words; i++)
        for (uint64_t word = pieces[i]; word != 0;) {
            apo_square from = apo_word_pop(&word, i * 64);
            apo_scan_piece(words, s, type, row, from, is_suspect);
            apo_scan_rare_paths(s, type, row, from);
        }
}

#endif
