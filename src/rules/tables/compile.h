/* Compiling a variant: its tables from the pieces' moves and the additions of its rules.
 * Internal to src/rules. */
#ifndef APO_RULES_TABLES_COMPILE_H
#define APO_RULES_TABLES_COMPILE_H

#include "rules/kernel/rule.h"
#include "rules/tables/array.h"
#include "rules/tables/path.h"
#include "rules/tables/spec.h"

enum {
    /* Squares visited by all walks of a definition together. Alert's visit 0.4 million; a
     * definition above this limit would compile slowly, and its tables would fit into no
     * cache. */
    APO_COMPILE_WORK_MAX = 4000000
};

/* All special rules, those with a section first. */
typedef struct apo_rule_list {
    const apo_rule *const *rules;
    unsigned count; /* at most APO_RULES_MAX */
    unsigned section_count;
} apo_rule_list;

/* Compiles a variant with these rules. All arguments are borrowed during the call only. Does
 * not check whether the starts can be played. Errors: APO_E_DEFINITION: see faults;
 * APO_E_MEMORY. On failure `*out` is untouched. */
apo_status apo_tables_compile(apo_variant **out, const apo_variant_spec *spec,
                              const apo_rule_list *rules, const apo_alloc *alloc,
                              apo_fault_list *faults);

/* Only builds the rules, those with broken sections apart, for the sake of their faults.
 * Without memory it finds none. */
void apo_tables_check(const apo_variant_spec *spec, const apo_rule_list *rules,
                      const apo_alloc *alloc, apo_fault_list *faults);

/* A conditional way to hit a square, before sorting. */
typedef struct apo_attack_entry {
    apo_square target, from;
    bool is_general;
    uint32_t index; /* general: in paths; simple: first word in row_sets */
} apo_attack_entry;

enum apo_path_form {
    APO_FORM_LEAP,
    APO_FORM_SLIDE,
    APO_FORM_HOP,
    APO_FORM_WALK,
    APO_FORM_GENERAL,
    APO_FORM_UNMOVED,
    APO_FORM_DONE /* nothing is left of it */
};

/* A path, and what it is found to be: until it is sorted, by its steps alone. */
typedef struct apo_found {
    uint8_t form;      /* enum apo_path_form */
    uint8_t direction; /* of a straight line without gaps, or APO_DIRECTIONS */
    uint8_t screen;    /* number of the step that is a screen, from 1, or 0 */
    apo_path path;     /* last, because only its used steps are copied */
} apo_found;

/* How many forms of moves reach a target, by move [0] and capture [1]. */
typedef struct apo_counters {
    uint8_t cover[2]; /* forms, except hops */
    uint8_t hops[2];
    uint8_t apart[2]; /* slides, but never together with a hop */
} apo_counters;

typedef struct apo_compile {
    apo_variant *var; /* fixed part; its pointers are set at the end */
    const apo_variant_spec *spec;
    const apo_rule_list *rules;
    uint64_t is_on; /* rules that take part, a bit each */
    const apo_alloc *alloc;
    apo_fault_list *faults;
    apo_array square_lines, near, line_squares, line_below, line_blank, piece_keys, tables,
        leap_move, leap_capture, line_ops, walk_nodes, paths, path_sets, reach, passing_reach,
        reach_types, group_first, groups, simple_sets, attack_paths, start_groups, starts,
        herd_ranges, herds, herd_sets, rule_data, emblems;
    apo_array places;             /* apo_record_place: the record of the current row */
    apo_array recorded;           /* apo_found: its paths; squares count from the start */
    bool is_recorded;             /* else each square is walked */
    uint8_t plane[APO_PLANE_MAX]; /* 1 for a square, by place of the plane */
    apo_array entries;            /* apo_attack_entry of the current row */
    apo_array row_sets;           /* words: the sets of those entries that are simple */
    apo_array found;              /* apo_found of the current square */
    uint32_t work_left;           /* squares that walks may still visit */
    uint16_t axis_end[APO_AXES]; /* lines are numbered axis by axis: the first number after each
                                    axis */
    uint8_t ray_length[APO_SQUARES_MAX][APO_DIRECTIONS]; /* squares until the edge or a hole */
    uint8_t row_type[APO_ROWS_OF_MOVES_MAX];
    bool row_is_plain[APO_ROWS_OF_MOVES_MAX];
    bool is_twin[APO_ROWS_OF_MOVES_MAX];      /* Black's row is White's */
    uint32_t row_work[APO_ROWS_OF_MOVES_MAX]; /* squares that walks have visited for White */
    /* The squares from which Black's piece may become another type, in rows that are twins. */
    apo_set black_changes[APO_ROWS_OF_MOVES_MAX];
} apo_compile;

/* --- compile_lines.c ----------------------------------------------------- */

/* Numbers the straight lines of the board. */
void apo_compile_lines(apo_compile *job);

/* The files and rows of one step in a direction (axis * 2 + lower). */
void apo_compile_step(unsigned direction, int *out_file, int *out_row);

/* The neighbour of a square, or APO_SQUARE_NONE. */
apo_square apo_compile_next(const apo_compile *job, apo_square sq, unsigned direction);

/* The direction of one king's step from `a` to `b`, or APO_DIRECTIONS, on a board with so many
 * files. */
unsigned apo_compile_direction(int files, apo_square a, apo_square b);

/* The place of a square on the plane (apo_compile.plane). */
static inline unsigned apo_compile_place(const apo_geometry *geo, apo_square sq)
{
    unsigned row = sq / geo->files;
    return (row + APO_PLANE_REACH) * APO_PLANE_FILES + APO_PLANE_REACH + sq - row * geo->files;
}

/* --- compile_moves.c ----------------------------------------------------- */

/* Estimates the work from the middle square of each row before compiling. If the total would
 * exceed APO_COMPILE_WORK_MAX by half or more, reports the piece that takes it there. */
apo_status apo_compile_foresee(apo_compile *job);

/* Compiles the tables of one row for one side: the moves from each square. */
apo_status apo_compile_row(apo_compile *job, apo_side side, unsigned row);

/* --- compile_twins.c ----------------------------------------------------- */

/* True if a row has the same paths for both sides. */
bool apo_compile_is_twin(const apo_compile *job, unsigned row);

/* Makes Black's row, a twin, of White's. `work_left` is at least the row's work. */
apo_status apo_compile_copy_row(apo_compile *job, unsigned row);

/* --- compile_walk.c ------------------------------------------------------ */

/* Builds the walk of one square from the found paths with the given indices, and counts its
 * targets in `counters`. */
apo_status apo_compile_walk(apo_compile *job, apo_piece_table *table, apo_square from,
                            const uint16_t *indices, unsigned count,
                            apo_counters counters[APO_SQUARES_MAX]);

/* --- compile_herds.c ----------------------------------------------------- */

/* Finds the herds of one row, whose tables exist already. */
apo_status apo_compile_herds(apo_compile *job, apo_side side, unsigned row);

/* --- compile_attacks.c --------------------------------------------------- */

/* Records that a piece of (side, row) on `from` hits `target`. */
void apo_compile_reach(apo_compile *job, unsigned side, unsigned row, apo_square target,
                       enum apo_reach_kind kind, apo_square from);

/* Sorts the entries of the row into groups. */
apo_status apo_compile_groups(apo_compile *job, apo_side side, unsigned row);

#endif
