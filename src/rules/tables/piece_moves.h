/* The moves of a piece in an intermediate form between notation and tables: XBetza with all its
 * letters resolved. definition/betza/betza.c makes it, rules/tables/path.c walks it.
 *
 * Directions are numbered 0..7 clockwise from straight ahead, 45 degrees apart; a set of them
 * is a byte with bit d for direction d. Knight-like ("oblique") steps (a,b), a < b, have
 * directions too: d lies between the straight directions d and d + 1, so 0 = (a,b), 1 = (b,a),
 * 2 = (b,-a) ... The directions are White's; Black's are turned by 180 degrees. */
#ifndef APO_RULES_TABLES_PIECE_MOVES_H
#define APO_RULES_TABLES_PIECE_MOVES_H

#include "rules/kernel/move.h"

enum {
    APO_LEGS_MAX = 8,         /* the vulture has 4, the longest in the literature 6 */
    APO_PIECE_MOVES_MAX = 48, /* alternatives of one piece; the vulture's XBetza has 7 */
    APO_CASTLINGS_MAX = 8,    /* the games have 4 */
    APO_STEP_LONGEST = 17,    /* a longer step fits on no board (APO_ROWS_MAX - 1) */
    APO_RANGE_UNLIMITED = 255
};

/* Sets of directions. */
enum {
    APO_COMPASS_ORTHOGONAL = 0x55,
    APO_COMPASS_DIAGONAL = 0xAA,
    APO_COMPASS_ALL = 0xFF
};

/* What the last square of a move may hold, in addition to enum apo_end of
 * rules/kernel/move.h. */
enum {
    APO_END_EN_PASSANT = 4 /* empty, just passed by an enemy piece, which is captured */
};

/* What the last square of a leg may hold when another leg follows; alternatives, a bit each. */
enum apo_pass {
    APO_PASS_EMPTY = 1,
    APO_PASS_SCREEN = 2,     /* any piece, hopped over; with EMPTY: whatever is there */
    APO_PASS_FRIEND = 4,     /* a piece of the mover's side, hopped over */
    APO_PASS_TAKE = 8,       /* an enemy piece, captured in passing */
    APO_PASS_REMOVE = 16,    /* a piece of the mover's side, removed in passing */
    APO_PASS_EN_PASSANT = 32 /* a square a pawn has just passed; that pawn is captured */
};

/* What the squares under one long straight step (D, A, H ...) must hold. */
enum apo_between {
    APO_BETWEEN_ANYTHING,
    APO_BETWEEN_EMPTY,
    APO_BETWEEN_PIECES,
    APO_BETWEENS
};

/* How a rider's line continues after each step. */
enum apo_line {
    APO_LINE_STRAIGHT,
    APO_LINE_ZIGZAG, /* 90 degrees left and right alternately */
    APO_LINE_CIRCLE, /* 45 degrees, always the same way, at most 7 steps */
    APO_LINES
};

enum apo_wrap {
    APO_WRAP_NONE,
    APO_WRAP_FILES,
    APO_WRAP_BOTH,
    APO_WRAPS
};

/* Equal steps in one direction. All squares between the steps must be empty. */
typedef struct apo_leg {
    uint8_t directions;  /* first leg: absolute; later legs: relative to the leg before */
    uint8_t bends;       /* later legs: also these, mirrored if the last bend was to the left */
    uint8_t compass;     /* restricts the two above to these absolute directions */
    uint8_t shorter;     /* one step is (shorter, longer); 0: a straight one, which is */
    uint8_t longer;      /* (0,longer) on orthogonals and (longer,longer) on diagonals */
    uint8_t least, most; /* steps, at least 1; most may be APO_RANGE_UNLIMITED */
    uint8_t skipped;     /* this many squares from the start may hold anything (ski) */
    uint8_t between;     /* enum apo_between */
    uint8_t line;        /* enum apo_line */
    uint8_t wrap;        /* enum apo_wrap */
    uint8_t pass;        /* enum apo_pass bits; 0 on the last leg */
    bool is_outward; /* directions, bends unused: straight ahead if compass has it, else both
                        nearest turns */
    bool is_same_length;  /* exactly as many steps as the leg before */
    bool is_range_shared; /* `most` counts the steps of the leg before as well */
} apo_leg;

/* One alternative: all its legs, one after the other. */
typedef struct apo_piece_move {
    apo_leg legs[APO_LEGS_MAX];
    uint8_t leg_count; /* 0 only for a universal leaper */
    uint8_t end;       /* enum apo_end bits, not 0 */
    bool is_unmoved;   /* only while the piece has never moved */
    bool has_trail;    /* the squares passed can be captured on en passant */
    bool is_bounded;   /* '*': only in its own half, n = rows / 2 - 1 - row steps, at least 1 */
    bool is_universal; /* leaps to every other square; no legs */
} apo_piece_move;

/* A way to castle: the king goes `king_steps` to its left or right, and its partner,
 * `partner_inward` files from the end of that rank, jumps to its other side. */
typedef struct apo_castling {
    bool is_left, is_right; /* as seen by the player of the piece */
    bool is_unmoved;        /* only while the king has never moved */
    uint8_t king_steps;
    uint8_t partner_inward;
} apo_castling;

/* What an imitator copies of the piece that moved last. */
typedef struct apo_imitation {
    bool is_present;       /* false: the piece is not an imitator, and the rest is false too */
    bool is_forward;       /* as if that piece stood there in the imitator's colour */
    bool is_backward;      /* the same, turned by 180 degrees */
    bool is_move;          /* copies moves to empty squares */
    bool is_capture;       /* copies captures */
    bool is_royal_capture; /* copies captures of royal pieces only */
} apo_imitation;

/* All powers of a piece. A plain value, about 6 KB. */
typedef struct apo_piece_moves {
    apo_piece_move moves[APO_PIECE_MOVES_MAX];
    apo_castling castlings[APO_CASTLINGS_MAX];
    uint8_t move_count;
    uint8_t castling_count;
    apo_imitation imitation;
} apo_piece_moves;

#endif
