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
    APO_ID_MAX = 32,       /**< An id, such as "apothecary2". */
    APO_NAME_MAX = 80,     /**< The name of a game, such as "Grand Apothecary Chess-Alert". */
    APO_TYPE_NAME_MAX = 32 /**< The name of a type, such as "siege elephant", or of a class. */
};

/** A compiled game. */
typedef struct apo_variant apo_variant;

/** Frees a variant; NULL is allowed. Its positions, games and engines may not be used
 * afterwards. */
APO_API void apo_variant_free(apo_variant *var);

/** The board; borrowed. */
APO_API const apo_geometry *apo_variant_geometry(const apo_variant *var);

/** Describes a game for people; never changes. A later version may add fields at the end. */
typedef struct apo_variant_info {
    char id[APO_ID_MAX];         /**< "modern". */
    char name[APO_NAME_MAX];     /**< "Apothecary Chess-Modern". */
    char inventor[APO_NAME_MAX]; /**< "" if the definition names none. */
    unsigned type_count;         /**< Types of pieces, numbered from 1. */
    unsigned start_count;        /**< Numbered starts, at least 1. */
    unsigned start_name_count;   /**< Named starts, at least 1; start 0 is the usual one. */
    bool has_advantage;          /**< It knows advantage and disadvantage: results of three
                                  * quarters and one quarter. */
} apo_variant_info;

/** What the game is; borrowed. */
APO_API const apo_variant_info *apo_variant_info_of(const apo_variant *var);

/** What distinguishes a type from the one with the same letter. */
enum apo_type_mark {
    APO_MARK_NONE,       /**< Nothing: the plain type of the letter. */
    APO_MARK_PROMOTED,   /**< A promoted form as in shogi, written "+R". */
    APO_MARK_TURNS_BACK, /**< A promoted pawn that is a pawn again once captured: "Q~" in a
                              FEN, "Q" in moves. */
    APO_MARKS            /**< How many there are. */
};

/** A type of piece. A later version may add fields at the end. */
typedef struct apo_type_info {
    char letter;                  /**< Upper case. */
    uint8_t mark;                 /**< enum apo_type_mark. */
    uint8_t base;                 /**< The plain type with this letter; the type itself
                                   * if it has no mark. */
    uint8_t points;               /**< What it adds to the point count. */
    bool is_royal;                /**< It is the king's type. */
    bool is_pawn;                 /**< It promotes, or its moves restart the move count. */
    bool is_joker;                /**< It imitates the piece that the opponent moved last. */
    char name[APO_TYPE_NAME_MAX]; /**< "rook", lower case. */
    char class_name[APO_TYPE_NAME_MAX]; /**< "heavy"; "" if it has no class. */
    char accent;                        /**< ' or ! behind the letter, where the game has more
                                         * types than letters: "N'", "+N'"; else 0. */
} apo_type_info;

/** A type, by its number: 1 to #apo_variant_info.type_count; for #APO_TYPE_NONE all is empty;
 * borrowed. */
APO_API const apo_type_info *apo_type_info_of(const apo_variant *var, unsigned type);

/** The type with this letter, in either case; #APO_TYPE_NONE if there is none. */
APO_API unsigned apo_variant_type_of_letter(const apo_variant *var, char letter);

/** The name of a start, "" for number 0; borrowed. NULL if there is none. */
APO_API const char *apo_variant_start_name(const apo_variant *var, unsigned index);

/** What is drawn at a square besides it, as White sees it: bits. It is for people only; the
 * rules of a game know themselves what it means. */
enum apo_drawn {
    APO_DRAWN_ABOVE = 1,   /**< A line along its upper edge. */
    APO_DRAWN_RIGHT = 2,   /**< Along its right edge. */
    APO_DRAWN_RISING = 4,  /**< From its middle to that of the square above and to the right. */
    APO_DRAWN_FALLING = 8, /**< From its middle to that of the square below and to the right. */
    APO_DRAWN_WATER = 16   /**< Water along its upper edge. */
};

/** The lines and the water of a board. */
typedef struct apo_drawing {
    uint8_t at[APO_SQUARES_MAX]; /**< By square: bits of enum apo_drawn. */
} apo_drawing;

/** Gives what is drawn on the board of a game: palaces, zones, goals, a river. Nothing in most
 * games. */
APO_API void apo_variant_draw(apo_drawing *out, const apo_variant *var);

/** True if the definition has the section of this rule ("joker", "reserve", "castling"). */
APO_API bool apo_variant_has_rule(const apo_variant *var, const char *section);

#ifdef __cplusplus
}
#endif

#endif
