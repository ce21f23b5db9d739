/* Moves in stages: a search that finds its cutoff with the first capture never makes the list
 * of a hundred quiet moves. What is listed here may leave the own king in check; apo_make_legal
 * finds out, for most moves without a look. With tactics.c and the evaluation the part of this
 * folder that uses the inside of the rules. */
#ifndef APO_SEARCH_STAGES_H
#define APO_SEARCH_STAGES_H

#include "rules/rules/engine_view.h"
#include "search/attack_cache.h"

/* Check info: what is known of the own king's safety before the moves of a position are
 * made. */
typedef struct apo_check_info {
    apo_analysis analysis;
    apo_set launchers; /* pieces that may launch as they move; with has_launchers */
    bool has_launchers;
    bool is_check;       /* by any piece, jokers and checkers included */
    bool is_double_turn; /* then only the list of legal moves is to be used */
} apo_check_info;

void apo_check_info_find(apo_check_info *out, const apo_position *pos);

/* Appends captures of pieces on the target, en passant, and promotions: on each square that to
 * the piece of most value (`values` by type), or all if `values` is NULL. */
void apo_list_noisy(apo_position *pos, const apo_check_info *check_info,
                    const apo_attack_cache *attack_cache, const int16_t *values,
                    apo_move_list *list);

/* Appends all other moves: also those that the rules of special pieces make, some of which
 * capture. */
void apo_list_rest(apo_position *pos, const apo_check_info *check_info,
                   const apo_attack_cache *attack_cache, apo_move_list *list);

/* True if a plain move, of whatever position, is one of this position but for the own king's
 * safety. False for some that are (powers of pieces that have never moved). */
bool apo_move_fits(const apo_position *pos, const apo_attack_cache *attack_cache,
                   const apo_move *mv);

/* The move with this signature (apo_move_signature), if it is one of this position as above. */
bool apo_move_of_signature(apo_position *pos, const apo_check_info *check_info,
                           const apo_attack_cache *attack_cache, uint32_t signature,
                           apo_move *out);

/* True if the piece gives check from where it goes. Checks that a move opens for others are not
 * looked for. */
bool apo_move_checks(const apo_position *pos, const apo_move *mv);

/* Makes a move of the lists above. False, and nothing made, if it is not legal. */
bool apo_make_legal(apo_position *pos, const apo_check_info *check_info, const apo_move *mv,
                    apo_undo *undo);

#endif
