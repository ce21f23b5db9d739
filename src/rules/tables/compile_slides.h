/* Sorting the moves from one square into tables: the data of that work, and its parts for
 * collecting paths and for slides and hops along lines. Internal to src/rules/tables. */
#ifndef APO_RULES_TABLES_COMPILE_SLIDES_H
#define APO_RULES_TABLES_COMPILE_SLIDES_H

#include "rules/tables/compile.h"

/* Distances along one direction: bit k is the k-th square. */
typedef struct apo_ray {
    uint32_t slide[2];             /* [0] moves, [1] captures: all squares between empty */
    bool has_hops;                 /* any bit of `hop` is set; else that is undefined */
    uint8_t length;                /* squares until the edge or a hole */
    uint32_t hop[2][APO_ROWS_MAX]; /* by the distance of the one piece hopped over */
} apo_ray;

/* The work on the current square. */
typedef struct apo_sorting {
    apo_compile *job;
    apo_side side;
    unsigned row;
    apo_square from;
    bool is_plain;
    bool is_failed;                   /* there are too many paths, or no memory for them */
    apo_set leap[2];                  /* targets of leaps: [0] moves, [1] captures */
    apo_ray rays[APO_DIRECTIONS + 1]; /* the last is none */
    const char *fault;
    apo_counters
        counters[APO_SQUARES_MAX]; /* by target; last, as only the board's are cleared */
} apo_sorting;

/* Prepares for the moves of one row: walks them once for all squares, if they are the same from
 * each. Errors: APO_E_MEMORY. */
apo_status apo_compile_record(apo_compile *job, apo_side side, unsigned row);

/* Collects the paths from the square in `found`, with the additions and limits of rules.
 * Errors: as apo_paths_walk_within, and APO_E_MEMORY; APO_E_TOO_LARGE: too many paths. */
apo_status apo_compile_collect(apo_sorting *work);

/* Makes slides and hops into line operations, up to two for each axis: moves and captures may
 * differ in range. What no line covers stays in the rays. Errors: APO_E_MEMORY. */
apo_status apo_compile_slides(apo_sorting *work, apo_piece_table *table);

#endif
