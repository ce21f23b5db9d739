/* A variant: one game, compiled. Immutable after compilation and shared by threads. */
#ifndef APO_RULES_KERNEL_VARIANT_H
#define APO_RULES_KERNEL_VARIANT_H

#include "base/alloc.h"
#include "base/error.h"
#include "rules/kernel/move.h"

enum {
    APO_ID_MAX = 32,            /* "apothecary2", and some to spare */
    APO_NAME_MAX = 80,          /* "Grand Apothecary Chess-Alert", and some to spare */
    APO_TYPE_NAME_MAX = 32,     /* "siege elephant" */
    APO_CLASSES_MAX = 8,        /* heavy average light pawn ... */
    APO_START_GROUPS_MAX = 8,   /* Alert has 4 */
    APO_START_ORDERS_MAX = 128, /* orders of one group: five pieces in any order have 120 */
    APO_START_SQUARES_MAX = 16, /* squares of one group: one a file */
    APO_START_NAMES_MAX = 8,    /* named alternative starts: prequel has 2 */
    APO_RULES_MAX = 32          /* rules/list.c lists them */
};

/* Pieces that change places from start to start: squares and the orders that can stand on
 * them. */
typedef struct apo_start_group {
    uint8_t square_count;
    uint8_t copy_count; /* how many lists of squares take the same order: 1, or 2 if mirrored */
    uint16_t order_count;
    apo_square squares[2][APO_START_SQUARES_MAX]; /* White's; Black's are the mirror image */
    uint8_t orders[APO_START_ORDERS_MAX][APO_START_SQUARES_MAX]; /* type numbers */
} apo_start_group;

/* One arrangement of pieces: the default start or a named one. */
typedef struct apo_start_board {
    char name[APO_ID_MAX];           /* "" for the default */
    uint8_t pieces[APO_SQUARES_MAX]; /* piece codes as in rules/kernel/position.h */
    bool has_pocket;                 /* pockets are filled as the rule says that has them */
} apo_start_board;

typedef struct apo_variant apo_variant;

/* Frees a variant; NULL is allowed. No position of it may be used afterwards. */
void apo_variant_free(apo_variant *var);

/* Names, borrowed from the variant. */
const char *apo_variant_id(const apo_variant *var);
const char *apo_variant_name(const apo_variant *var);
const char *apo_variant_inventor(const apo_variant *var);

/* The board; borrowed. */
const apo_geometry *apo_variant_geometry(const apo_variant *var);

/* Piece types are numbered 1 .. count. */
unsigned apo_variant_type_count(const apo_variant *var);
char apo_type_letter(const apo_variant *var, unsigned type);            /* upper case */
const char *apo_type_name(const apo_variant *var, unsigned type);       /* "rook" */
const char *apo_type_class_name(const apo_variant *var, unsigned type); /* "" if none */
bool apo_type_is_royal(const apo_variant *var, unsigned type);
bool apo_type_is_pawn(const apo_variant *var,
                      unsigned type); /* it promotes, or resets the count */

/* The type with this letter (either case), or APO_TYPE_NONE. */
unsigned apo_variant_type_of_letter(const apo_variant *var, char letter);

/* Starts: how many are numbered (1 if there are no groups), and the named boards; index 0 is
 * the default board with name "". */
unsigned apo_variant_start_count(const apo_variant *var);
unsigned apo_variant_start_name_count(const apo_variant *var);
const char *apo_variant_start_name(const apo_variant *var, unsigned index);

#endif
