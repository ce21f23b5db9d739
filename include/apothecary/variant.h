/**
 * @file
 * A variant: one game, compiled from its definition (apothecary/definition.h).
 *
 * A variant never changes after it has been compiled, so threads may share it. It must outlive
 * the positions, games and engines made for it. All functions here may be called by any thread.
 */
#ifndef APOTHECARY_VARIANT_H
#define APOTHECARY_VARIANT_H

#include <apothecary/board.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Sizes of names, in bytes with the terminator. */
enum {
    APO_ID_MAX = 32,  /**< An id, such as "apothecary2". */
    APO_NAME_MAX = 80 /**< The name of a game, such as "Grand Apothecary Chess-Alert". */
};

/** A compiled game. */
typedef struct apo_variant apo_variant;

/** Frees a variant; NULL is allowed. Its positions, games and engines may not be used
 * afterwards. */
APO_API void apo_variant_free(apo_variant *var);

/** The id, "modern"; borrowed. */
APO_API const char *apo_variant_id(const apo_variant *var);

/** The name, "Apothecary Chess-Modern"; borrowed. */
APO_API const char *apo_variant_name(const apo_variant *var);

/** The game's inventor; "" if the definition names none; borrowed. */
APO_API const char *apo_variant_inventor(const apo_variant *var);

/** The board; borrowed. */
APO_API const apo_geometry *apo_variant_geometry(const apo_variant *var);

/** The number of types of pieces. Types are numbered from 1. */
APO_API unsigned apo_variant_type_count(const apo_variant *var);

/** The letter of a type, upper case. */
APO_API char apo_type_letter(const apo_variant *var, unsigned type);

/** What distinguishes a type from the one with the same letter. */
enum apo_type_mark {
    APO_MARK_NONE,       /**< Nothing: the plain type of the letter. */
    APO_MARK_PROMOTED,   /**< A promoted form as in shogi, written "+R". */
    APO_MARK_TURNS_BACK, /**< A promoted pawn that is a pawn again once captured: "Q~" in a
                              FEN, "Q" in moves. */
    APO_MARKS            /**< How many there are. */
};

/** The mark of a type. */
APO_API enum apo_type_mark apo_type_mark_of(const apo_variant *var, unsigned type);

/** The plain type that has the same letter; the type itself if it has no mark. */
APO_API unsigned apo_type_base(const apo_variant *var, unsigned type);

/** The name of a type, "rook", lower case; borrowed. */
APO_API const char *apo_type_name(const apo_variant *var, unsigned type);

/** The class of a type, "heavy"; "" if it has none; borrowed. */
APO_API const char *apo_type_class_name(const apo_variant *var, unsigned type);

/** True for the king's type. */
APO_API bool apo_type_is_royal(const apo_variant *var, unsigned type);

/** True if the type promotes, or its moves restart the move count. */
APO_API bool apo_type_is_pawn(const apo_variant *var, unsigned type);

/** True if the type imitates the piece that the opponent moved last. */
APO_API bool apo_type_is_joker(const apo_variant *var, unsigned type);

/** The type with this letter, in either case; #APO_TYPE_NONE if there is none. */
APO_API unsigned apo_variant_type_of_letter(const apo_variant *var, char letter);

/** The number of numbered starts, at least 1. */
APO_API unsigned apo_variant_start_count(const apo_variant *var);

/** The number of named starts, at least 1; start 0 is the usual one. */
APO_API unsigned apo_variant_start_name_count(const apo_variant *var);

/** The name of a start, "" for number 0; borrowed. */
APO_API const char *apo_variant_start_name(const apo_variant *var, unsigned index);

/** True if the definition has the section of this rule ("joker", "reserve", "castling"). */
APO_API bool apo_variant_has_rule(const apo_variant *var, const char *section);

/** True if the game has advantage and disadvantage: results of three quarters and one
 * quarter. */
APO_API bool apo_variant_has_advantage(const apo_variant *var);

/** True if a pawn of `side` that ends its move on `sq` may or must promote. */
APO_API bool apo_promotion_is_offered(const apo_variant *var, apo_side side, apo_square sq);

#ifdef __cplusplus
}
#endif

#endif
