/* The internals of a variant: tables compiled from the definition and read by every rule.
 * Everything is in one block of memory; pointers point into it. Internal to this folder. */
#ifndef APO_RULES_KERNEL_COMPILED_H
#define APO_RULES_KERNEL_COMPILED_H

#include <stddef.h>

#include "base/mem.h"
#include "rules/kernel/emblem.h"
#include "rules/kernel/hooks.h"

/* What a piece may do along a straight line (bits). */
enum apo_line_mode {
    APO_LINE_MOVE = 1,         /* over and onto empty squares */
    APO_LINE_CAPTURE = 2,      /* the first piece in the way, if an enemy */
    APO_LINE_HOP_MOVE = 4,     /* onto the empty squares behind the first piece */
    APO_LINE_HOP_CAPTURE = 8,  /* the second piece in the way, if an enemy */
    APO_LINE_NEXT_MOVE = 16,   /* onto the square right behind the first piece */
    APO_LINE_NEXT_CAPTURE = 32 /* an enemy right behind the first piece */
};

enum {
    APO_LINE_SLIDES = APO_LINE_MOVE | APO_LINE_CAPTURE,
    APO_AXES = 4,         /* along a rank, along a file, two diagonals */
    APO_DIRECTIONS = 8,   /* axis * 2 + (1 if towards lower positions) */
    APO_LINE_STRIDE = 32, /* positions of a line: a sentinel, up to 18 squares, a sentinel */
    /* Tables of moves: one per type, and one more for a type whose power others copy only in
     * part (pawns). A set of rows is a set of types. */
    APO_ROWS_OF_MOVES_MAX = APO_TYPES_MAX
};

/* The positions of a square on its four lines. */
typedef struct apo_square_lines {
    uint16_t line[APO_AXES];
    uint8_t position[APO_AXES]; /* from 1 */
} apo_square_lines;

/* Sliding or hopping from a square both ways along one line. */
typedef struct apo_line_op {
    uint16_t line;
    uint8_t position;
    uint8_t modes[2]; /* enum apo_line_mode; [0] towards higher positions, [1] lower */
    uint8_t limit[2]; /* farthest distance of a slide; the line's length if unlimited */
    bool is_full;     /* both ways, unlimited, moves and captures: the common case */
} apo_line_op;

enum apo_walk_kind {
    APO_WALK_SQUARE,
    APO_WALK_SLIDE
};

enum {
    APO_WALK_UNIQUE = 0xFF
};

/* A node of a walk: a tree of paths over squares that must be empty. Nodes are in depth-first
 * order; if a node's square is not empty, continue at `skip`. */
typedef struct apo_walk_node {
    uint16_t square; /* APO_WALK_SLIDE: the line */
    uint16_t
        skip; /* index, from the walk's first node, of the next node that is not a descendant */
    uint8_t kind;   /* enum apo_walk_kind */
    uint8_t modes;  /* APO_LINE_MOVE, APO_LINE_CAPTURE: how the walk may end here */
    uint8_t target; /* number of the target where several nodes reach it, or APO_WALK_UNIQUE */
    /* APO_WALK_SLIDE: start on the line; its top bit: towards lower positions */
    uint8_t position;
} apo_walk_node;

/* A path with conditions that no faster form covers. Its four sets are in `path_sets`: squares
 * that must be empty, hold any piece, a friend, an enemy. */
typedef struct apo_general_path {
    apo_square from, to;
    uint8_t end;         /* enum apo_end */
    bool is_unmoved;     /* the piece on `from` must be marked as unmoved */
    uint8_t taken_count; /* pieces captured or removed in passing */
    apo_square taken[APO_UNDO_SQUARES_MAX / 2];
    uint32_t sets; /* index of the first word in path_sets */
} apo_general_path;

/* All moves of a piece of one table row from one square. */
typedef struct apo_piece_table {
    uint32_t first_line, first_walk, first_path, first_unmoved;
    uint16_t walk_count, path_count, unmoved_count;
    uint8_t line_count;
    bool is_ambiguous; /* some target can be reached in two forms: duplicates must be removed */
    bool is_repeating; /* some of its paths can be the same move: apo_path_is_repeated */
    bool is_listed;    /* is_ambiguous, or has paths: its moves must be listed to be counted */
    bool has_leaps;
    bool may_change;                 /* it may become another type on some target */
    uint8_t attacks[APO_DIRECTIONS]; /* enum apo_line_mode: captures along lines */
} apo_piece_table;

enum {
    APO_HERD_STEPS_MAX = 4
};

/* One step of a herd, made by all its pieces at once. The sets (squares that can make the step)
 * are in herd_sets. */
typedef struct apo_herd_step {
    int16_t shift; /* difference between the square numbers */
    uint8_t limit; /* how many of these steps a piece may make over empty squares */
    uint8_t modes; /* APO_LINE_MOVE, APO_LINE_CAPTURE (of the first step only) */
    uint32_t able; /* first word of the squares from which the step stays on the board */
} apo_herd_step;

/* Squares from which all pieces of one row make the same few short steps (pawns): their moves
 * are counted together by shifting the set. */
typedef struct apo_herd {
    uint32_t squares; /* first word of the set in herd_sets */
    uint8_t step_count;
    apo_herd_step steps[APO_HERD_STEPS_MAX];
} apo_herd;

/* The herds of a row. */
typedef struct apo_herd_range {
    uint32_t first;
    uint32_t count;
} apo_herd_range;

/* The four sets of an attack table: squares from which a target is hit in any way, by a leap,
 * along a line, otherwise. */
enum apo_reach_kind {
    APO_REACH_ANY,
    APO_REACH_LEAP,
    APO_REACH_LINE,
    APO_REACH_OTHER,
    APO_REACH_KINDS
};

/* The conditional ways in which a piece on one square hits another. */
typedef struct apo_attack_group {
    uint32_t first_simple;  /* words in simple_sets: squares that must be empty */
    uint32_t first_general; /* indices in attack_paths */
    uint16_t simple_count, general_count;
} apo_attack_group;

struct apo_variant {
    const apo_alloc *alloc;
    apo_variant_info info;
    char rules_section[APO_NAME_MAX]; /* of docs/rules-index.md; "": none */
    apo_geometry geometry;
    uint16_t squares;  /* files * rows */
    uint8_t words;     /* words of a set of squares */
    uint8_t row_count; /* tables of moves, at most APO_ROWS_OF_MOVES_MAX */
    uint8_t line_count;
    uint8_t royal;    /* the royal type, or APO_TYPE_NONE */
    uint8_t kingless; /* sides that have no royal piece in some start, a bit each */
    /* The type whose row changes with the position (state.powers.row), or APO_TYPE_NONE. */
    uint8_t changing;
    uint8_t powering; /* enum apo_change_kind: the change that gives it another row */
    /* The type whose moves and attacks come from a rule instead of tables, or APO_TYPE_NONE. */
    uint8_t untabled;
    apo_types pawns;            /* types whose moves bring the end nearer, like a pawn's */
    apo_types restarting;       /* types whose moves restart the move count: pawns, mostly */
    apo_types passed_types;     /* types that others may capture on squares that they passed */
    apo_types passing_types;    /* types that capture on squares that others passed */
    apo_types first_move_types; /* types with a power while unmoved */
    apo_types expand_types;     /* types whose moves may have to be expanded */
    apo_types own_power_types; /* types with a power from a rule that others cannot take over */
    bool has_loose_squares;    /* any square may be taken off the board */
    /* An upper bound of one piece's plain moves in all their forms; 0: unknown, as a rule adds
     * moves without limit. */
    uint16_t moves_most;
    uint64_t rules;                   /* sections that the definition has, a bit each */
    uint8_t plain_row[APO_TYPES_MAX]; /* the table of the power that others take over */
    apo_type_info types[APO_TYPES_MAX];
    /* The signs around a type's letter in a FEN, or 0. If there is one behind it, other
     * notations show the base type. */
    char sign_before[APO_TYPES_MAX], sign_behind[APO_TYPES_MAX];
    uint8_t type_of_letter[26]; /* APO_TYPE_NONE where no type has the letter */

    apo_hooks hooks;
    const apo_kind *kinds[APO_MOVE_KINDS_MAX]; /* by apo_move.kind; NULL: a plain move */
    uint16_t rule_at[APO_RULES_MAX];           /* by rule: its first word in rule_data */
    uint64_t *rule_data;

    /* What a place becomes when a piece leaves it: empty, or no square. */
    uint8_t vacated[APO_SQUARES_MAX + 1];
    apo_set real;                               /* places that can be squares */
    apo_types home[APO_SIDES][APO_SQUARES_MAX]; /* types on the square in some start */

    apo_square_lines *square_lines; /* by square */
    uint16_t *near;          /* [square][8][2]: one and two king's steps away, or `squares` */
    uint16_t *line_squares;  /* [line][APO_LINE_STRIDE]; sentinels: `squares` */
    uint64_t *line_below;    /* [line][APO_LINE_STRIDE][words]: squares at positions below */
    uint32_t *line_blank;    /* [line]: sentinels and holes */
    uint64_t *piece_keys;    /* [piece][square] */
    apo_piece_table *tables; /* [side][row][square] */
    uint64_t *leap_move, *leap_capture; /* [side][row][square][words] */
    apo_line_op *line_ops;
    apo_walk_node *walk_nodes;
    apo_general_path *paths;
    uint64_t *path_sets;
    apo_herd_range *herd_ranges; /* [side][row] */
    apo_herd *herds;
    uint64_t *herd_sets;
    /* Attack tables: [side][target][kind][row] -> squares from which a piece hits it; kinds: in
     * any way, by a leap, along a line, otherwise. */
    uint64_t *reach;
    uint64_t *passing_reach; /* [side][type][target]: squares of captors on a passed square */
    apo_types *reach_types;  /* [side][target][from]: rows with any way, types only */
    uint32_t *group_first;   /* [side][row][target]: groups, by rank of `from` in the set */
    apo_attack_group *groups;
    uint64_t *simple_sets;
    uint32_t *attack_paths;

    uint8_t group_count;
    apo_start_group *start_groups;
    apo_start_board *starts;

    char pictures[APO_TYPES_MAX][APO_PICTURE_MAX]; /* chosen drawings */
    uint16_t emblem_end[APO_TYPES_MAX];            /* by type: after its last mark */
    apo_emblem_mark *emblems;
};

static inline size_t apo_table_index(const apo_variant *var, unsigned side, unsigned row,
                                     unsigned sq)
{
    return ((size_t)side * var->row_count + row) * var->squares + sq;
}

/* The index of a set in apo_variant.reach. All sets of one target are adjacent. */
static inline size_t apo_reach_index(const apo_variant *var, unsigned side, unsigned row,
                                     unsigned target, enum apo_reach_kind kind)
{
    size_t at = ((size_t)side * var->squares + target) * APO_REACH_KINDS + (unsigned)kind;
    return at * var->row_count + row;
}

/* The index of a set in apo_variant.passing_reach. */
static inline size_t apo_passing_index(const apo_variant *var, unsigned side, unsigned type,
                                       unsigned target)
{
    return ((size_t)side * (var->info.type_count + 1) + type) * var->squares + target;
}

/* What a place is without a piece: empty, or no square. */
static inline apo_piece apo_place_blank(const apo_variant *var, apo_square sq)
{
    return var->geometry.place[sq] == APO_PLACE_SQUARE ? APO_PIECE_EMPTY : APO_PIECE_VOID;
}

static inline uint64_t apo_piece_key(const apo_variant *var, apo_piece piece, apo_square sq)
{
    return var->piece_keys[(size_t)piece * var->squares + sq];
}

/* What a rule keeps in a variant; `rule` is its number in the list. */
static inline const void *apo_rule_data(const apo_variant *var, unsigned rule)
{
    return var->rule_data + var->rule_at[rule];
}

static inline uint64_t *apo_position_type_pieces(apo_position *pos, unsigned side,
                                                 unsigned type, unsigned words)
{
    return pos->type_pieces + ((size_t)side * APO_TYPES_MAX + type) * words;
}

static inline const uint64_t *apo_position_type_set(const apo_position *pos, unsigned side,
                                                    unsigned type, unsigned words)
{
    return pos->type_pieces + ((size_t)side * APO_TYPES_MAX + type) * words;
}

/* The bytes that one side's sets take for the types of this game. Most of a position is space
 * for types that few games have. */
static inline size_t apo_position_sets_size(const apo_variant *var)
{
    return (var->info.type_count + (size_t)1) * var->words * sizeof(uint64_t);
}

/* Copies the parts of a position that the game uses and leaves the rest as it was. */
static inline void apo_position_copy_used(apo_position *out, const apo_position *pos)
{
    const apo_variant *var = pos->var;
    memcpy(out, pos, offsetof(apo_position, type_pieces));
    for (unsigned side = 0; side < APO_SIDES; side++)
        memcpy(apo_position_type_pieces(out, side, 0, var->words),
               apo_position_type_set(pos, side, 0, var->words), apo_position_sets_size(var));
}

/* The type of the piece that a move brings to its target, before it becomes another. An arrival
 * leaves no square. */
static inline unsigned apo_move_type(const apo_position *pos, const apo_move *mv)
{
    unsigned type = apo_piece_type(pos->board[mv->from]);
    return type != APO_TYPE_NONE ? type : apo_move_brings(mv);
}

/* True if the move brings a piece from beside the board to an empty square, and leaves none. */
static inline bool apo_move_arrives(const apo_variant *var, const apo_move *mv)
{
    const apo_kind *kind = mv->kind < APO_MOVE_KINDS_MAX ? var->kinds[mv->kind] : NULL;
    return kind != NULL && kind->why_absent != NULL;
}

/* The type whose power a piece of `side` uses: its own, or for the changing type the one it has
 * taken over (rules 2.2). */
static inline uint8_t apo_power_of(const apo_variant *var, const apo_state *state,
                                   unsigned side, unsigned type)
{
    return type == var->changing ? state->powers.moved[side ^ 1U] : (uint8_t)type;
}

/* Fills in what rules keep, from a setup. */
static inline void apo_state_load(apo_state *state, const apo_setup *setup,
                                  const apo_variant *var)
{
    apo_rule_take(&state->rules, &setup->rules);
    APO_CALL_HOOKS(var, load, state, setup);
}

/* Records that a piece of `type` has moved, which may change the powers of other pieces. Does
 * not update the key. */
static inline void apo_note_moved(apo_state *state, const apo_variant *var, unsigned side,
                                  unsigned type)
{
    APO_CALL_HOOKS(var, moved, state, var, side, type);
}

#endif
