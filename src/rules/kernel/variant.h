/* A variant: one game, compiled. Immutable after compilation and shared by threads. */
#ifndef APO_RULES_KERNEL_VARIANT_H
#define APO_RULES_KERNEL_VARIANT_H

#include "base/alloc.h"
#include "base/error.h"
#include "rules/kernel/key.h"
#include "rules/kernel/move.h"
#include "rules/tables/piece_moves.h"

enum {
    APO_ID_MAX = 32,            /* "apothecary2", and some to spare */
    APO_NAME_MAX = 80,          /* "Grand Apothecary Chess-Alert", and some to spare */
    APO_TYPE_NAME_MAX = 32,     /* "siege elephant" */
    APO_CLASSES_MAX = 8,        /* heavy average light pawn ... */
    APO_START_GROUPS_MAX = 8,   /* Alert has 4 */
    APO_START_ORDERS_MAX = 128, /* orders of one group: five pieces in any order have 120 */
    APO_START_SQUARES_MAX = 16, /* squares of one group: one a file */
    APO_START_NAMES_MAX = 8,    /* named alternative starts: prequel has 2 */
    APO_RULES_MAX = 32          /* sections; list.c lists them */
};

/* A type of piece as its definition says it. */
typedef struct apo_type_spec {
    char letter;                  /* upper case */
    char name[APO_TYPE_NAME_MAX]; /* lower case, for people */
    /* For people and for rules that compare classes; may be "". */
    char class_name[APO_TYPE_NAME_MAX];
    uint8_t points; /* for the point count (rules 1.10) */
    bool is_royal;
    uint32_t line; /* where it stands in the definition */
    apo_piece_moves moves;
} apo_type_spec;

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
    bool has_pocket;                 /* pockets are filled as the launch rule says */
} apo_start_board;

/* Everything a definition says; what `apo_variant_compile` takes. Large: keep it on the
 * heap. */
typedef struct apo_variant_spec {
    char id[APO_ID_MAX];
    char name[APO_NAME_MAX];
    char inventor[APO_NAME_MAX];
    apo_geometry geometry;
    uint8_t type_count;
    apo_type_spec types[APO_TYPES_MAX]; /* 1 .. type_count; number 0 is nobody */
    /* by index into apo_rule_table; absent: values NULL and line 0 */
    apo_values rules[APO_RULES_MAX];
    uint8_t group_count;
    /* the first counts most in the start number */
    apo_start_group groups[APO_START_GROUPS_MAX];
    uint8_t start_count; /* at least 1: the default */
    apo_start_board starts[APO_START_NAMES_MAX];
} apo_variant_spec;

typedef struct apo_variant apo_variant;

/* Compiles a checked definition. `spec` is borrowed during the call only. Gives `*out` (free
 * with apo_variant_free). Faults (contradictory keys, a start with a king in check, tables that
 * pass a limit) are added to `faults` with the lines of the definition. Errors:
 * APO_E_DEFINITION: see faults; APO_E_MEMORY. On failure `*out` is untouched. */
apo_status apo_variant_compile(apo_variant **out, const apo_variant_spec *spec,
                               const apo_alloc *alloc, apo_fault_list *faults);

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
bool apo_type_is_joker(const apo_variant *var, unsigned type); /* it imitates */
bool apo_type_is_checker(const apo_variant *var, unsigned type);

/* The type with this letter (either case), or APO_TYPE_NONE. */
unsigned apo_variant_type_of_letter(const apo_variant *var, char letter);

/* Starts: how many are numbered (1 if there are no groups), and the named boards; index 0 is
 * the default board with name "". */
unsigned apo_variant_start_count(const apo_variant *var);
unsigned apo_variant_start_name_count(const apo_variant *var);
const char *apo_variant_start_name(const apo_variant *var, unsigned index);

/* True if the game has the rule with this section name ("joker", "reserve"). */
bool apo_variant_has_rule(const apo_variant *var, const char *section);

/* Order in which a reserve is written (rules 6.3): the types of the promotion table, lowest
 * tier first; `*out_count` of them. Borrowed. */
const uint8_t *apo_variant_reserve_order(const apo_variant *var, unsigned *out_count);

/* True if a pawn of `side` that ends its move on `sq` may or must promote. */
bool apo_promotion_is_offered(const apo_variant *var, apo_side side, apo_square sq);

/* How many ways to castle each side has toward a partner on the king's right, or left. */
unsigned apo_variant_castling_count(const apo_variant *var, bool is_right);

#endif
