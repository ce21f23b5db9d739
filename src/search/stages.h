/* Staged move generation: a node cut off by its first capture never lists its hundred quiet
 * moves. The moves are pseudo-legal; apo_make_legal rejects those that leave the mover's king
 * in check, for most moves without a test. Only this file, tactics.c and the evaluation use the
 * internals of the rules. */
#ifndef APO_SEARCH_STAGES_H
#define APO_SEARCH_STAGES_H

#include "rules/rules/engine_view.h"
#include "search/attack_cache.h"

/* Check info: what is known about the safety of the mover's king before a move is made. */
typedef struct apo_check_info {
    apo_analysis analysis;
    apo_set launchers; /* pieces that may launch while moving; with has_launchers */
    bool has_launchers;
    bool is_check;  /* by any piece, jokers and checkers included */
    bool is_listed; /* use the list of legal moves only */
} apo_check_info;

void apo_check_info_find(apo_check_info *out, const apo_position *pos);

/* Appends the noisy moves (apo_move_is_noisy): captures and promotions, of these on each square
 * only the most valuable one (`values` by type), or all if `values` is NULL. */
void apo_list_noisy(apo_position *pos, const apo_check_info *check_info,
                    const apo_attack_cache *attack_cache, const int16_t *values,
                    apo_move_list *list);

/* Appends all other moves. */
void apo_list_rest(apo_position *pos, const apo_check_info *check_info,
                   const apo_attack_cache *attack_cache, apo_move_list *list);

/* True if a plain move from any position is pseudo-legal here. May be false for moves that only
 * unmoved pieces have. */
bool apo_move_fits(const apo_position *pos, const apo_attack_cache *attack_cache,
                   const apo_move *mv);

/* The move with this signature (apo_move_signature), if it is pseudo-legal here. */
bool apo_move_of_signature(apo_position *pos, const apo_check_info *check_info,
                           const apo_attack_cache *attack_cache, uint32_t signature,
                           apo_move *out);

/* True if the piece gives check from its target. Discovered checks are not detected. */
bool apo_move_checks(const apo_position *pos, const apo_move *mv);

/* Makes a pseudo-legal move. If it is illegal, returns false and makes nothing. */
bool apo_make_legal(apo_position *pos, const apo_check_info *check_info, const apo_move *mv,
                    apo_undo *undo);

#endif
