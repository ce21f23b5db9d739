/* What an inventor should know of a game whose definition has no faults: pieces that are stuck,
 * promotions that are never to be had, starts in check, letters that mislead, and how mobile
 * each piece is. The special rules know how they move pieces; what is said here rests on the
 * pieces' own moves. */
#ifndef APO_DEFINITION_ADVICE_ADVICE_H
#define APO_DEFINITION_ADVICE_ADVICE_H

#include "definition/file/definition.h"
#include "rules/tables/spec.h"

/* How much of the board a piece can ever come to by its own moves. */
enum apo_range {
    APO_RANGE_UNKNOWN, /* it promotes, or a rule moves or confines it */
    APO_RANGE_ALL,     /* every square of the board proper */
    APO_RANGE_COLOUR,  /* the squares of one colour, all of them */
    APO_RANGE_PART,    /* less */
    APO_RANGES
};

typedef struct apo_type_advice {
    bool is_measured;           /* false: a rule moves it, so nothing below says anything */
    uint32_t empty_hundredths;  /* squares to go to on an empty board, its average square */
    uint32_t filled_hundredths; /* the same where one square in three is taken (1,024 boards) */
    uint8_t range;              /* enum apo_range, from the best of its squares */
    uint16_t range_count;       /* squares of the board proper that it can come to */
} apo_type_advice;

typedef struct apo_advice {
    apo_fault_list faults; /* the definition's faults, or warnings if it has none */
    uint8_t type_count;
    apo_type_advice types[APO_TYPES_MAX]; /* by type, 1 .. type_count */
    uint16_t square_count;                /* of the board proper */
} apo_advice;

/* As apo_definition_compile; when the definition has no faults, also fills the rest of
 * `out_advice`, which takes some hundredths of a second. `out_advice->faults` is filled in any
 * case. Errors: as apo_definition_compile. */
apo_status apo_definition_review(apo_variant **out, apo_advice *out_advice, apo_span id,
                                 apo_span text, const apo_definition_loader *loader,
                                 const apo_alloc *alloc);

/* Looks at a definition and what has been compiled from it; adds to `out`, which was
 * initialised to zeros. Errors: APO_E_MEMORY. */
apo_status apo_advise(apo_advice *out, const apo_variant_spec *spec, const apo_variant *var,
                      const apo_alloc *alloc);

#endif
