/* What a special rule is made of, and what each rule file offers to make, movegen and setup.
 * One rule = one file rule_<players' word>.c; list.c lists them. Internal to this folder. */
#ifndef APO_RULES_KERNEL_RULE_H
#define APO_RULES_KERNEL_RULE_H

#include "rules/kernel/compiled.h"
#include "rules/kernel/key.h"

/* What the reader of definition files needs to know of a rule. */
typedef struct apo_rule_info {
    const char *section; /* heading in the definition file, lower case: "king-jump" */
    const char *doc;     /* the rule in a sentence or two */
    const apo_key *keys;
    size_t key_count;
} apo_rule_info;

/* What a rule's `build` gets: the variant under construction, the definition, the values of its
 * section, and where to put faults. */
typedef struct apo_build {
    apo_variant *var;
    const apo_variant_spec *spec;
    const apo_values *values;
    apo_fault_list *faults;
    const apo_rule_info *rule;
} apo_build;

typedef struct apo_rule {
    apo_rule_info info;
    void (*build)(apo_build *build); /* NULL: nothing to do. Called before tables are made. */
    apo_rule_generate *generate;     /* NULL: the rule adds no moves */
} apo_rule;

/* --- for build: reading values ------------------------------------------- */

/* The first value of a key, or NULL. */
const apo_value *apo_build_value(const apo_build *build, unsigned key);

/* The number of a key, or `fallback`. */
int32_t apo_build_number(const apo_build *build, unsigned key, int32_t fallback);

/* The types of a key as a set; 0 if the key is missing. */
uint32_t apo_build_types(const apo_build *build, unsigned key);

/* Reports a fault at a value (or at the section when `value` is NULL). */
void apo_build_fault(const apo_build *build, const apo_value *value, const char *detail,
                     apo_span word);

/* --- for generate -------------------------------------------------------- */

/* True if the side to move is in check; remembers the answer in `check`. */
bool apo_check_ask(const apo_position *pos, apo_check *check);

/* --- what moves of a special kind do ------------------------------------- */

/* The part of a special move that comes after its piece has gone from `from` to `to`. */
void apo_rule_apply(apo_position *pos, const apo_move *mv, apo_undo *undo);

void apo_en_passant_apply(apo_position *pos, const apo_move *mv, apo_undo *undo);
void apo_castling_apply(apo_position *pos, const apo_move *mv, apo_undo *undo);
void apo_checker_apply(apo_position *pos, const apo_move *mv, apo_undo *undo);
void apo_launch_apply(apo_position *pos, const apo_move *mv, apo_undo *undo);
void apo_path_apply(apo_position *pos, const apo_move *mv, apo_undo *undo);

/* --- castling.c ---------------------------------------------------------- */

/* The square that a launching move of `side` puts its piece on. */
apo_square apo_castling_launch_square(const apo_variant *var, unsigned side,
                                      const apo_move *mv);

/* --- castling.c ---------------------------------------------------------- */

/* True if the king is safe after this castling without launch. `pos` is changed on the way, and
 * changed back. */
bool apo_castling_is_safe(apo_position *pos, const apo_move *mv);

/* --- en_passant.c -------------------------------------------------------- */

void apo_en_passant_generate(apo_position *pos, apo_move_list *list, apo_check *check);

/* Which squares of the trail the side to move can capture on, by pseudo-legal moves; a bit
 * each. */
uint16_t apo_en_passant_shown(const apo_position *pos);

/* --- promotion.c, reserve.c, launch.c ------------------------------------ */

/* Appends `mv` in all the ways it can be made: with each promotion, with and without launch. */
void apo_move_expand(const apo_position *pos, apo_move mv, apo_move_list *list);

/* Types that a piece of `side` and `type` arriving on `to` can promote to; `*out_must` is set
 * if it may not stay what it is. */
uint32_t apo_promotion_choices(const apo_position *pos, unsigned side, unsigned type,
                               apo_square to, bool *out_must);

/* A captured piece joins its owner's reserve; a promotion takes one out. */
void apo_reserve_receive(apo_position *pos, apo_piece piece);
void apo_reserve_spend(apo_position *pos, unsigned side, unsigned type);

/* Squares whose pieces may launch when they move, for the side to move. */
apo_set apo_launch_squares(const apo_position *pos);
bool apo_launch_may(const apo_position *pos, apo_square sq);

/* Appends `mv` with each piece of the pocket launched. */
void apo_launch_add(const apo_position *pos, apo_move mv, apo_move_list *list);

/* True if the move without its launch must be legal as well. */
static inline bool apo_launch_is_bound(const apo_variant *var, const apo_move *mv)
{
    return mv->launched != APO_TYPE_NONE && !var->launch.may_block;
}

/* --- checker.c ----------------------------------------------------------- */

/* The square of a checker of `by` that could end a move on `sq` if that were empty, or
 * APO_SQUARE_NONE. */
apo_square apo_checker_attacker(const apo_position *pos, apo_square sq, unsigned by);

/* True if a checker's move captures nobody. */
bool apo_checker_is_quiet(const apo_position *pos, const apo_move *mv);

/* False only if no single move of the other side can make a checker of `by` attack `sq`. */
bool apo_checker_may_attack(const apo_position *pos, apo_square sq, unsigned by);

/* --- handicap.c ---------------------------------------------------------- */

/* The turn after a move that was part of a double turn, or before one. */
void apo_handicap_pass_turn(apo_state *state);

/* True if the move to be made may not capture, or may not give check. */
bool apo_handicap_bars_captures(const apo_state *state);
bool apo_handicap_bars_check(const apo_state *state);

#endif
