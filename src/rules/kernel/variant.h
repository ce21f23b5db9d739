/* A variant: one game, compiled. Immutable after compilation, so threads can share it. */
#ifndef APO_RULES_KERNEL_VARIANT_H
#define APO_RULES_KERNEL_VARIANT_H

#include "apothecary/variant.h"
#include "base/alloc.h"
#include "base/error.h"
#include "rules/kernel/move.h"

enum {
    APO_START_GROUPS_MAX = 8,   /* Alert has 4 */
    APO_START_ORDERS_MAX = 960, /* orders of one group: those of Chess960 */
    APO_START_SQUARES_MAX = 16, /* squares of one group: one per file */
    APO_START_NAMES_MAX = 8,    /* named alternative starts: prequel has 2 */
    APO_RULES_MAX = 48,         /* rules/list.c lists them */
    APO_TYPE_TEXT_MAX = 5       /* "+R'~" and the 0 */
};

/* Pieces that change places from start to start: their squares and possible orders. */
typedef struct apo_start_group {
    uint8_t square_count;
    uint8_t copy_count;    /* number of square lists with the same order: 1, or 2 if mirrored */
    bool is_of[APO_SIDES]; /* whether this side's pieces take the order */
    uint16_t order_count;
    apo_square squares[2][APO_START_SQUARES_MAX]; /* White's; Black's are the mirror image */
    uint8_t orders[APO_START_ORDERS_MAX][APO_START_SQUARES_MAX]; /* type numbers */
} apo_start_group;

/* One arrangement of pieces: the default start or a named one. */
typedef struct apo_start_board {
    char name[APO_ID_MAX];           /* "" for the default */
    uint8_t pieces[APO_SQUARES_MAX]; /* piece codes as in rules/kernel/position.h */
    bool is_supplied;                /* rules add the pieces that they keep beside the board */
    bool is_black_first;             /* Black makes the first move */
} apo_start_board;

typedef struct apo_variant apo_variant;

/* The index of the start with this name ("" is the default); false if the game has none, and
 * `out` is untouched. */
bool apo_variant_find_start(const apo_variant *var, apo_span name, unsigned *out);

/* The type with this base and mark, or APO_TYPE_NONE. */
unsigned apo_type_of_form(const apo_variant *var, unsigned base, enum apo_type_mark mark);

/* The type with this letter, in either case, and the accent behind it; APO_TYPE_NONE if there
 * is none. */
unsigned apo_type_with_accent(const apo_variant *var, char letter, char accent);

/* True for the signs that can follow a letter to make it another piece's. */
static inline bool apo_is_accent(char c)
{
    return c == '\'' || c == '!';
}

/* Writes the text of a type in lists for people ("R", "+R", "Q~") to `out`; lower case for
 * Black. Returns `out`. */
const char *apo_type_text(char out[APO_TYPE_TEXT_MAX], const apo_variant *var, apo_side side,
                          unsigned type);

/* The type with this text in such lists, of either side; APO_TYPE_NONE if there is none. */
unsigned apo_type_of_text(const apo_variant *var, apo_span text);

/* The types that can be held, numbered from 1; the others cannot. */
unsigned apo_variant_held_count(const apo_variant *var);

/* The type used in notation: for one that turns into another when captured, the type that it
 * moves like. */
unsigned apo_type_shown(const apo_variant *var, unsigned type);

#endif
