/* Sorting the moves from one square into tables: the data of that work, and its part for slides
 * and hops along lines. Internal to src/rules/tables. */
#ifndef APO_RULES_TABLES_COMPILE_SLIDES_H
#define APO_RULES_TABLES_COMPILE_SLIDES_H

#include "rules/tables/compile.h"

/* Distances along one direction: bit k is the k-th square. */
typedef struct apo_ray {
    uint32_t slide[2];             /* [0] moves, [1] captures: all squares between empty */
    uint32_t hop[2][APO_ROWS_MAX]; /* by the distance of the one piece hopped over */
    bool has_hops;                 /* any bit of `hop` is set */
    unsigned length;               /* squares until the edge or a hole */
} apo_ray;

/* The work on the current square. */
typedef struct apo_sorting {
    apo_compile *job;
    apo_side side;
    unsigned row;
    apo_square from;
    bool is_plain;
    bool is_failed;
    apo_set leap[2]; /* targets of leaps: [0] moves, [1] captures */
    apo_ray rays[APO_DIRECTIONS];
    uint8_t cover[2][APO_SQUARES_MAX]; /* forms, except hops, that reach a target */
    uint8_t hops[2][APO_SQUARES_MAX];  /* hops that do */
    uint8_t apart[2][APO_SQUARES_MAX]; /* slides that do, but never together with a hop */
    const char *fault;
} apo_sorting;

/* Measures the rays from the square. */
void apo_compile_measure(apo_sorting *work);

/* Makes slides and hops into line operations, up to two for each axis: moves and captures may
 * differ in range. What no line covers stays in the rays. Errors: APO_E_MEMORY. */
apo_status apo_compile_slides(apo_sorting *work, apo_piece_table *table);

#endif
