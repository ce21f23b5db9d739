/* Making a variant: its tables out of the pieces' moves, and what its rules add. Internal to
 * src/rules. */
#ifndef APO_RULES_TABLES_COMPILE_H
#define APO_RULES_TABLES_COMPILE_H

#include "rules/kernel/rule.h"
#include "rules/tables/path.h"
#include "rules/tables/pool.h"
#include "rules/tables/spec.h"

enum {
    /* Squares that all walks of a definition look at together. Alert's look at 0.4 million; a
     * definition past this has tables past any cache, and would take long to compile. */
    APO_COMPILE_WORK_MAX = 4000000
};

/* All special rules there are, those with a section first. */
typedef struct apo_rule_list {
    const apo_rule *const *rules;
    unsigned count; /* at most APO_RULES_MAX */
    unsigned section_count;
} apo_rule_list;

/* Makes a variant with these rules. All arguments are borrowed during the call only. Whether
 * the starts can be played is not looked at. Errors: APO_E_DEFINITION: see faults;
 * APO_E_MEMORY. On failure `*out` is untouched. */
apo_status apo_tables_compile(apo_variant **out, const apo_variant_spec *spec,
                              const apo_rule_list *rules, const apo_alloc *alloc,
                              apo_fault_list *faults);

/* One conditional way to hit a square, before sorting. */
typedef struct apo_attack_entry {
    apo_square target, from;
    bool is_general;
    uint32_t index; /* general: in paths; simple: first word in row_sets */
} apo_attack_entry;

typedef struct apo_compile {
    apo_variant *var; /* fixed part; its pointers are set at the end */
    const apo_variant_spec *spec;
    const apo_rule_list *rules;
    uint32_t is_on; /* rules that take part, a bit each */
    const apo_alloc *alloc;
    apo_fault_list *faults;
    apo_array square_lines, near, line_squares, line_below, line_blank, piece_keys, tables,
        leap_move, leap_capture, line_ops, walk_nodes, paths, path_sets, reach, passing_reach,
        reach_types, group_first, groups, simple_sets, attack_paths, start_groups, starts,
        herd_ranges, herds, herd_sets, rule_data;
    apo_array entries;           /* apo_attack_entry of the row at hand */
    apo_array row_sets;          /* words: the sets of those entries that are simple */
    apo_array found;             /* apo_path of the square at hand */
    uint32_t work_left;          /* squares that walks may still look at */
    uint16_t axis_end[APO_AXES]; /* lines are numbered axis by axis: the first after each */
    uint8_t row_type[APO_ROWS_OF_MOVES_MAX];
    bool row_is_plain[APO_ROWS_OF_MOVES_MAX];
} apo_compile;

/* --- compile_lines.c ----------------------------------------------------- */

/* Numbers the straight lines of the board. */
void apo_compile_lines(apo_compile *job);

/* The step of a direction (axis * 2 + lower). */
void apo_compile_step(unsigned direction, int *out_file, int *out_row);

/* The neighbour of a square, or APO_SQUARE_NONE. */
apo_square apo_compile_next(const apo_geometry *geo, apo_square sq, unsigned direction);

/* The direction of one king's step from `a` to `b`, or APO_DIRECTIONS. */
unsigned apo_compile_direction(const apo_geometry *geo, apo_square a, apo_square b);

/* --- compile_moves.c ----------------------------------------------------- */

/* Complains about the piece with whose ways to move the whole would pass APO_COMPILE_WORK_MAX
 * by half or more, by the middle square of each row: before time has been spent on compiling
 * the others. */
apo_status apo_compile_foresee(apo_compile *job);

/* Makes the tables of one row for one side: what the pieces of the row can do from each
 * square. */
apo_status apo_compile_row(apo_compile *job, apo_side side, unsigned row);

/* --- compile_walk.c ------------------------------------------------------ */

/* Makes the walk of one square out of the found paths whose indices are given. `cover` counts,
 * for each target, forms that reach it by move [0] and capture [1]. */
apo_status apo_compile_walk(apo_compile *job, apo_piece_table *table, apo_square from,
                            const uint16_t *indices, unsigned count,
                            uint8_t cover[2][APO_SQUARES_MAX]);

/* --- compile_herds.c ----------------------------------------------------- */

/* Finds the herds of one row, whose tables are made. */
apo_status apo_compile_herds(apo_compile *job, apo_side side, unsigned row);

/* --- compile_attacks.c --------------------------------------------------- */

/* Notes that a piece of (side, row) on `from` hits `target`. */
void apo_compile_reach(apo_compile *job, unsigned side, unsigned row, apo_square target,
                       enum apo_reach_kind kind, apo_square from);

/* Sorts the entries of the row into groups. */
apo_status apo_compile_groups(apo_compile *job, apo_side side, unsigned row);

#endif
