/* The inside of a variant: tables made once from the definition, read by every rule. Internal
 * to this folder. Everything lies in one block of memory; pointers point into it. */
#ifndef APO_RULES_KERNEL_COMPILED_H
#define APO_RULES_KERNEL_COMPILED_H

#include "rules/kernel/position.h"
#include "rules/rules/value_terms.h"

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
    APO_LINE_ATTACKS = APO_LINE_CAPTURE | APO_LINE_HOP_CAPTURE | APO_LINE_NEXT_CAPTURE,
    APO_AXES = 4,         /* along a rank, along a file, two diagonals */
    APO_DIRECTIONS = 8,   /* axis * 2 + (1 if towards lower positions) */
    APO_LINE_STRIDE = 32, /* positions of a line: a guard, up to 18 squares, a guard */
    /* Tables of moves: one a type, and one more for a type whose imitated power is less than
     * its own (pawns). */
    APO_ROWS_OF_MOVES_MAX = 2 * APO_TYPES_MAX
};

/* Where a square lies on its four lines. */
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

/* A node of a walk: paths over squares that must be empty, sharing their beginnings. Nodes
 * stand in depth-first order; from a node whose square is not empty go on at `skip`. */
typedef struct apo_walk_node {
    uint16_t square; /* APO_WALK_SLIDE: the line */
    uint16_t skip;   /* index, from the walk's first node, of the next node that is no child */
    uint8_t kind;    /* enum apo_walk_kind */
    uint8_t modes;   /* APO_LINE_MOVE, APO_LINE_CAPTURE: the walk may end here so */
    uint8_t target;  /* number of the target where several nodes reach it, or APO_WALK_UNIQUE */
    /* APO_WALK_SLIDE: start on the line; its top bit: towards lower positions */
    uint8_t position;
} apo_walk_node;

/* A path with conditions that no faster form covers; its four sets stand in `path_sets`:
 * must be empty, must hold any piece, a friend, an enemy. */
typedef struct apo_general_path {
    apo_square from, to;
    uint8_t end;     /* enum apo_end */
    bool is_unmoved; /* the piece on `from` must have its mark as unmoved */
    bool is_multi_step;
    uint8_t taken_count; /* pieces captured or removed in passing */
    apo_square taken[APO_UNDO_SQUARES_MAX / 2];
    uint32_t sets; /* index of the first word in path_sets */
} apo_general_path;

/* All that a piece of one table row can do from one square. */
typedef struct apo_piece_table {
    uint32_t first_line, first_walk, first_path, first_unmoved;
    uint16_t walk_count, path_count, unmoved_count;
    uint8_t line_count;
    bool is_ambiguous; /* some target can be reached in two forms: needs weeding out */
    bool has_leaps;
    bool may_promote;                /* some target lies where this piece may promote */
    uint8_t attacks[APO_DIRECTIONS]; /* enum apo_line_mode: captures along lines */
} apo_piece_table;

enum {
    APO_HERD_STEPS_MAX = 4
};

/* One step of a herd: all its pieces at once. The sets (squares that can make the step) stand
 * in herd_sets. */
typedef struct apo_herd_step {
    int16_t shift; /* difference of the squares' numbers */
    uint8_t limit; /* how many such steps a piece may make over empty squares */
    uint8_t modes; /* APO_LINE_MOVE, APO_LINE_CAPTURE (of the first step only) */
    uint32_t able; /* first word of the squares from which the step stays on the board */
} apo_herd_step;

/* Squares from which the pieces of one row all move alike by a few short steps (pawns): they
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

/* The four sets of an attack table: squares a target is hit from in any way, by a leap, along a
 * line, otherwise. */
enum apo_reach_kind {
    APO_REACH_ANY,
    APO_REACH_LEAP,
    APO_REACH_LINE,
    APO_REACH_OTHER,
    APO_REACH_KINDS
};

/* The conditional ways a piece on one square hits another. */
typedef struct apo_attack_group {
    uint32_t first_simple;  /* words in simple_sets: squares that must be empty */
    uint32_t first_general; /* indices in attack_paths */
    uint16_t simple_count, general_count;
} apo_attack_group;

/* A type as people see it. */
typedef struct apo_type_info {
    char letter;
    char name[APO_TYPE_NAME_MAX];
    char class_name[APO_TYPE_NAME_MAX];
    uint8_t points;
} apo_type_info;

/* Rule: promotion and reserve. */
typedef struct apo_promotion_data {
    bool is_on;
    uint32_t pieces;                           /* types that promote, a bit each */
    uint32_t choices[APO_SIDES][APO_ROWS_MAX]; /* by row: types to be had there */
    uint32_t is_compulsory[APO_SIDES];         /* rows, a bit each */
    uint8_t order_count;
    uint8_t order[APO_TYPES_MAX]; /* types in the order of the promotion table */
} apo_promotion_data;

typedef struct apo_reserve_data {
    bool is_on;
    uint8_t start[APO_TYPES_MAX];
    /* pieces of a type in reserve and on the board at the start */
    uint8_t total[APO_TYPES_MAX];
    /* of a side, on the board, in the pocket and in reserve at the start */
    uint16_t most_pieces;
} apo_reserve_data;

typedef struct apo_launch_data {
    bool is_on;
    bool may_block;            /* the piece launched may be what keeps the own king safe */
    uint32_t pieces;           /* types that start in the pocket */
    uint32_t launchers;        /* types */
    uint32_t until[APO_SIDES]; /* last move number */
} apo_launch_data;

enum {
    APO_CASTLING_WAYS_MAX = 16,
    APO_JUMPS_MAX = 16
};

typedef struct apo_castling_way {
    apo_square king_from, partner_from, king_to, partner_to;
} apo_castling_way;

typedef struct apo_castling_data {
    uint8_t count;
    apo_castling_way ways[APO_SIDES][APO_CASTLING_WAYS_MAX];
} apo_castling_data;

typedef struct apo_jump_data {
    uint8_t count;
    apo_square from[APO_SIDES];
    apo_square to[APO_SIDES][APO_JUMPS_MAX];
} apo_jump_data;

typedef struct apo_multi_step_data {
    uint32_t pieces; /* types */
    /* by own rank: how many at most; 0 or 1: no multiple step */
    uint8_t steps[APO_ROWS_MAX + 1];
} apo_multi_step_data;

/* Rules: area and river. */
enum {
    APO_AREAS_MAX = 4
};

typedef struct apo_area_data {
    uint8_t count;
    uint32_t pieces[APO_AREAS_MAX]; /* types */
    apo_set squares[APO_AREAS_MAX][APO_SIDES];
} apo_area_data;

typedef struct apo_river_data {
    uint32_t pieces; /* types */
    uint8_t own_rank;
} apo_river_data;

typedef struct apo_outcome_data {
    uint8_t stalemate;        /* 0 advantage, 1 draw, 2 loss */
    bool is_repetition_count; /* repetition and move limit end by the point count */
    bool is_bare_lost;   /* a king left alone loses, unless it can bare the other at once */
    uint8_t repetitions; /* 0: no rule */
    uint16_t move_limit; /* moves by each side; 0: no rule */
} apo_outcome_data;

typedef struct apo_points_data {
    bool is_on;
    uint8_t lead;
    uint8_t joker_low, joker_high;
    uint32_t strong, weak;                 /* types */
    uint8_t pawn_points[APO_ROWS_MAX + 1]; /* by own rank */
} apo_points_data;

/* Section values: what pieces are worth to an engine. */
typedef struct apo_values_data {
    uint32_t has[4]; /* types with a piece, reach, ranks and files line */
    int16_t piece[APO_TYPES_MAX][2], reach[APO_TYPES_MAX][2];
    int16_t rank[APO_TYPES_MAX][APO_ROWS_MAX + 1]; /* by own rank */
    int16_t file[APO_TYPES_MAX][APO_FILES_MAX / 2];
    uint64_t has_term;          /* bits by enum apo_term */
    int16_t term[APO_TERMS][2]; /* with many pieces, with few */
} apo_values_data;

typedef struct apo_handicap_data {
    bool is_on;
    bool has_double_turn;
    uint8_t pawn, bishop, rook; /* types, or APO_TYPE_NONE */
    uint8_t pawn_rank;
} apo_handicap_data;

enum {
    APO_GENERATORS_MAX = 8
};

/* Whether the side to move is in check, found out when a rule first asks. */
typedef struct apo_check {
    bool is_known;
    bool is_check;
} apo_check;

/* Appends pseudo-legal moves of one special rule for the side to move. It may try things out on
 * the position, and changes it back. */
typedef void apo_rule_generate(apo_position *pos, apo_move_list *list, apo_check *check);

struct apo_variant {
    const apo_alloc *alloc;
    char id[APO_ID_MAX], name[APO_NAME_MAX], inventor[APO_NAME_MAX];
    apo_geometry geometry;
    uint16_t squares; /* files * rows */
    uint8_t words;    /* words of a set of squares */
    uint8_t type_count;
    uint8_t row_count; /* tables of moves */
    uint8_t line_count;
    uint8_t royal;                    /* the royal type */
    uint8_t joker;                    /* the imitating type, or APO_TYPE_NONE */
    uint8_t checker;                  /* the type of checker.c, or APO_TYPE_NONE */
    uint32_t pawns;                   /* types that reset the move count */
    uint32_t trail_types;             /* types that leave a trail by a multiple step */
    uint32_t en_passant_types;        /* types that capture en passant */
    uint32_t first_move_types;        /* types with a power while unmoved */
    uint32_t rules;                   /* sections that the definition has, a bit each */
    uint8_t plain_row[APO_TYPES_MAX]; /* the table of a type's imitated power */
    apo_type_info types[APO_TYPES_MAX];

    uint8_t generator_count;
    apo_rule_generate *generators[APO_GENERATORS_MAX];
    apo_promotion_data promotion;
    apo_reserve_data reserve;
    apo_launch_data launch;
    apo_castling_data castling;
    apo_jump_data jump;
    apo_multi_step_data multi_step;
    apo_area_data area;
    apo_river_data river;
    apo_outcome_data outcome;
    apo_points_data points;
    apo_handicap_data handicap;
    apo_values_data values;

    /* What a place becomes when a piece leaves it: empty, or no square (brouhaha.c). */
    uint8_t vacated[APO_SQUARES_MAX + 1];
    apo_set real;                              /* places that can be squares */
    uint32_t home[APO_SIDES][APO_SQUARES_MAX]; /* types that stand there in some start */

    apo_square_lines *square_lines; /* by square */
    uint16_t *
        near; /* [square][8][2]: one and two king's steps away; `squares` where there is none */
    uint16_t *line_squares;  /* [line][APO_LINE_STRIDE]; guards: `squares` */
    uint64_t *line_below;    /* [line][APO_LINE_STRIDE][words]: squares at positions below */
    uint32_t *line_blank;    /* [line]: guards and holes */
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
    /* Attack tables: [side][target][kind][row] -> squares a piece hits it from; kinds: in any
     * way, by a leap, along a line, otherwise. */
    uint64_t *reach;
    uint64_t *en_passant_reach; /* [side][type][target] */
    uint32_t *reach_types;      /* [side][target][from]: rows with any way, types only */
    uint32_t *group_first;      /* [side][row][target]: groups, by rank of `from` in the set */
    apo_attack_group *groups;
    uint64_t *simple_sets;
    uint32_t *attack_paths;

    uint8_t group_count, start_count;
    uint32_t start_number_count;
    apo_start_group *start_groups;
    apo_start_board *starts;
};

static inline size_t apo_table_index(const apo_variant *var, unsigned side, unsigned row,
                                     unsigned sq)
{
    return ((size_t)side * var->row_count + row) * var->squares + sq;
}

/* The number of a set in apo_variant.reach. What is asked about one target lies together. */
static inline size_t apo_reach_index(const apo_variant *var, unsigned side, unsigned row,
                                     unsigned target, enum apo_reach_kind kind)
{
    size_t at = ((size_t)side * var->squares + target) * APO_REACH_KINDS + (unsigned)kind;
    return at * var->row_count + row;
}

static inline uint64_t apo_piece_key(const apo_variant *var, apo_piece piece, apo_square sq)
{
    return var->piece_keys[(size_t)piece * var->squares + sq];
}

/* The type whose power a piece of `side` uses: its own, or for a joker the one it imitates
 * (rules 2.2). */
static inline uint8_t apo_power_of(const apo_variant *var, const apo_state *state,
                                   unsigned side, unsigned type)
{
    return type == var->joker ? state->imitated[side ^ 1U] : (uint8_t)type;
}

static inline bool apo_types_has(uint32_t types, unsigned type)
{
    return types >> type & 1U;
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

#endif
