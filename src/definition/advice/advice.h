/* Warnings for the inventor of a game whose definition has no faults: pieces that get stuck,
 * impossible promotions, starts in check, misleading letters, sections and keys that contradict
 * each other; and the mobility of each piece. Based on the pieces' own moves, without moves
 * added by special rules. */
#ifndef APO_DEFINITION_ADVICE_ADVICE_H
#define APO_DEFINITION_ADVICE_ADVICE_H

#include "definition/file/definition.h"
#include "rules/tables/spec.h"

/* How much of the board a piece can ever reach by its own moves. */
enum apo_range {
    APO_RANGE_UNKNOWN, /* it promotes, or a rule moves or confines it */
    APO_RANGE_ALL,     /* every square of the board proper */
    APO_RANGE_COLOUR,  /* the squares of one colour, all of them */
    APO_RANGE_PART,    /* less */
    APO_RANGES
};

typedef struct apo_type_advice {
    /* false: a rule moves it, and the fields below are meaningless */
    bool is_measured;
    uint32_t empty_hundredths;  /* target squares on an empty board, mean over its squares */
    uint32_t filled_hundredths; /* the same with one square in three occupied (1,024 boards) */
    uint8_t range;              /* enum apo_range, from the best of its squares */
    uint16_t range_count;       /* squares of the board proper that it can reach */
} apo_type_advice;

typedef struct apo_advice {
    apo_fault_list faults; /* the definition's faults, or warnings if it has none */
    uint8_t type_count;
    apo_type_advice types[APO_TYPES_MAX]; /* by type, 1 .. type_count */
    uint16_t square_count;                /* of the board proper */
} apo_advice;

/* As apo_definition_compile. If the definition has no faults, also fills the rest of
 * `out_advice`, which takes tens of milliseconds. Always fills `out_advice->faults`. Errors: as
 * apo_definition_compile. */
apo_status apo_definition_review(apo_variant **out, apo_advice *out_advice, apo_span id,
                                 apo_span text, const apo_definition_loader *loader,
                                 const apo_alloc *alloc);

#endif
