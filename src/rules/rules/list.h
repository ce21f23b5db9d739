/* The list of all special rules, with the sections of a definition file, in the order in which
 * they take part. */
#ifndef APO_RULES_RULES_LIST_H
#define APO_RULES_RULES_LIST_H

#include "apothecary/move.h"
#include "rules/kernel/rule.h"

/* The rules by number. Rules with a section come first; the pieces and the board of a game
 * switch the others on or off. */
enum apo_rule_number {
    APO_RULE_SCREENS, /* before all rules that expand */
    APO_RULE_PROMOTION,
    APO_RULE_RESERVE,
    APO_RULE_JOKER,
    APO_RULE_LAUNCH,
    APO_RULE_FORMS,
    APO_RULE_MORPH, /* after promotion */
    APO_RULE_HANDS,
    APO_RULE_KINGS_JUMP,
    APO_RULE_CASTLING,
    APO_RULE_CHECKER,
    APO_RULE_MULTI_STEP,
    APO_RULE_AREA,
    APO_RULE_RIVER,
    APO_RULE_LINES,
    APO_RULE_EXPLOSIONS,
    APO_RULE_ENCLOSING,
    APO_RULE_EFFECTS,
    APO_RULE_WALLS, /* after all rules that change more squares */
    APO_RULE_CHECKS,
    APO_RULE_COUNTING,
    APO_RULE_GOAL,
    APO_RULE_EXTINCTION,
    APO_RULE_CONNECTION,
    APO_RULE_ROYALS,
    APO_RULE_NO_CHECKS,
    APO_RULE_LION_TRADE,
    APO_RULE_MUST_DROP,
    APO_RULE_MUST_CAPTURE, /* after all rules that sift, except the next three */
    APO_RULE_BIKJANG,
    APO_RULE_SUCCESSION,
    APO_RULE_PASS,         /* last of those that sift: it asks whether a move is left */
    APO_RULE_DOUBLE_MOVES, /* after all rules that change more squares */
    APO_RULE_CHASE,
    APO_RULE_OUTCOME,
    APO_RULE_POINTS,
    APO_RULE_HANDICAP,
    APO_RULE_VALUES,
    APO_RULES_WITH_SECTION,
    APO_RULE_EN_PASSANT = APO_RULES_WITH_SECTION,
    APO_RULE_BROUHAHA,
    APO_RULES
};

/* Small numbers that rules keep in a position: `bytes` of apo_rule_setup and apo_rule_state.
 * They are 0 in games without the rule, are copied from and to setups, and are compared for
 * repetition; only their part of the key is the rule's. */
enum apo_rule_byte {
    APO_BYTE_CHECKS,                 /* counted checks: what White must still give to win */
    APO_BYTE_CHECKS_END = APO_SIDES, /* ... and Black */
    APO_BYTE_PASSES = APO_BYTE_CHECKS_END, /* pass: how many of the last moves, in a row */
    APO_RULE_BYTES
};

/* The rules' families of apo_key_word; 1 to 3 are the kernel's. Books know positions by their
 * keys: a family stays with its rule, and a new rule takes the next number. */
enum apo_family {
    APO_FAMILY_PASSED = 4,   /* en passant */
    APO_FAMILY_RESERVE = 5,  /* reserve, hands */
    APO_FAMILY_POCKET = 6,   /* launch */
    APO_FAMILY_IMITATED = 7, /* joker */
    APO_FAMILY_CHECKS = 11,
    APO_FAMILY_DROP_LOST = 12, /* hands */
    APO_FAMILY_PASSES = 13,    /* pass */
    APO_FAMILY_WALL = 14,
    APO_FAMILY_SWAPPED = 15, /* effects */
    APO_FAMILY_LION = 16,    /* lion trade */
    APO_FAMILY_EARLIER = 17  /* double moves */
};

enum {
    /* Fields of a FEN between the board and the counts. */
    APO_FEN_PARTS = 6
};

/* How the field with this index, 0 .. APO_FEN_PARTS - 1, is read and written; static data. */
const apo_fen_part *apo_fen_part_at(size_t index);

/* How a field of the usual form is read; `read_usual` is not NULL. */
const apo_fen_part *apo_fen_usual_part(enum apo_fen_usual field);

/* The field before the counts that only games with its rule have, in both forms, and that may
 * be missing; NULL in all other games. It contains a plus sign. */
const apo_fen_part *apo_fen_extra_part(const apo_variant *var);

/* Sets what that field says when it is missing. */
void apo_fen_start_extra(apo_setup *setup, const apo_variant *var);

/* True if the usual form can express the positions of a game. */
bool apo_fen_has_usual_form(const apo_variant *var);

/* Number of rules that have a section, at most APO_RULES_MAX. */
size_t apo_rule_count(void);

/* The description of a rule with a section, 0 .. apo_rule_count() - 1; static. */
const apo_rule_info *apo_rule_at(size_t index);

/* True if that rule takes part and has an ending of its own, whatever moves are legal. */
bool apo_variant_ends_by(const apo_variant *var, size_t index);

/* A change as one word for programs: "remove", "unmoved"; static, never NULL. */
const char *apo_change_word(enum apo_change_kind kind);

extern const apo_rule apo_rule_promotion, apo_rule_reserve, apo_rule_joker, apo_rule_launch,
    apo_rule_forms, apo_rule_hands, apo_rule_kings_jump, apo_rule_castling, apo_rule_checker,
    apo_rule_multi_step, apo_rule_area, apo_rule_river, apo_rule_explosions, apo_rule_enclosing,
    apo_rule_checks, apo_rule_counting, apo_rule_goal, apo_rule_extinction, apo_rule_royals,
    apo_rule_no_checks, apo_rule_connection, apo_rule_must_drop, apo_rule_must_capture,
    apo_rule_pass, apo_rule_outcome, apo_rule_points, apo_rule_handicap, apo_rule_values,
    apo_rule_walls, apo_rule_effects, apo_rule_chase, apo_rule_lion_trade, apo_rule_en_passant,
    apo_rule_brouhaha, apo_rule_screens, apo_rule_double_moves, apo_rule_lines,
    apo_rule_bikjang, apo_rule_morph, apo_rule_succession;

#endif
