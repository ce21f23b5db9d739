/* Setups and positions. A *setup* is anything that a FEN can express; a *position* is a checked
 * setup with derived state for fast move generation. */
#ifndef APO_RULES_KERNEL_POSITION_H
#define APO_RULES_KERNEL_POSITION_H

#include "apothecary/position.h"
#include "rules/kernel/set.h"
#include "rules/kernel/types.h"
#include "rules/kernel/variant.h"
#include "rules/rules/state.h"

enum {
    APO_CLOCK_MAX = 99999 /* half-moves and move numbers; 4000 moves would be a record */
};

enum {
    /* A turn of one move, after which the other side is to move. All other numbers are special
     * turns of a rule, whose `pass_turn` determines the next turn. */
    APO_TURN_ORDINARY = 0
};

typedef struct apo_setup {
    apo_piece pieces[APO_SQUARES_MAX];
    uint8_t side;            /* apo_side */
    uint8_t turn;            /* APO_TURN_ORDINARY, or a special one of a rule */
    apo_set unmoved;         /* squares of pieces that have a right because they are unmoved */
    uint32_t halfmove_count; /* since the last capture or pawn move */
    uint32_t move_number;    /* from 1 */
    apo_rule_setup rules;    /* the rules' own */
} apo_setup;

/* The kernel's faults of a setup; setup_faults.h has those of the rules. All are reported at
 * once. */
enum apo_setup_fault {
    APO_SETUP_FAULT_INDEX_NO_KING_WHITE,
    APO_SETUP_FAULT_INDEX_NO_KING_BLACK,
    APO_SETUP_FAULT_INDEX_KINGS_WHITE,
    APO_SETUP_FAULT_INDEX_KINGS_BLACK,
    APO_SETUP_FAULT_INDEX_BLANK,
    APO_SETUP_FAULT_INDEX_MISSING_SQUARE,
    APO_SETUP_FAULT_INDEX_EMPTY_TRANSIENT,
    APO_SETUP_FAULT_INDEX_KING_EN_PRISE,
    APO_SETUP_FAULT_INDEX_UNMOVED,
    APO_SETUP_FAULT_INDEX_CLOCK,
    APO_SETUP_FAULT_INDEX_TOO_MANY_MOVES,
    APO_KERNEL_FAULTS
};

/* A set of setup faults: bit 1 << APO_SETUP_FAULT_INDEX_x. */
typedef uint32_t apo_setup_faults;

#define APO_SETUP_FAULT(name) ((apo_setup_faults)1 << APO_SETUP_FAULT_INDEX_##name)

/* An empty board of the variant: all squares empty, transient ones gone, White to move, move
 * 1. */
void apo_setup_empty(apo_setup *out, const apo_variant *var);

/* The start of a game: named board `name_index` (0 = default) and number 1 .. start count.
 * Errors: APO_E_RANGE: no such start. */
apo_status apo_setup_start(apo_setup *out, const apo_variant *var, unsigned name_index,
                           unsigned number);

/* The same without the rights of its pieces, which would double the time. */
apo_status apo_setup_start_bare(apo_setup *out, const apo_variant *var, unsigned name_index,
                                unsigned number);

/* Grants all rights that the pieces on the board can have, as at the start of a game. */
void apo_setup_grant_rights(apo_setup *setup, const apo_variant *var);

/* The current power of pieces of the changing type. */
typedef struct apo_powers {
    uint8_t moved[APO_SIDES]; /* type that the side has moved last, or APO_TYPE_NONE */
    uint8_t row[APO_SIDES];   /* the table row of its changing pieces; 0: none */
} apo_powers;

/* The state that unmake cannot work out from the move; make saves all of it. Internal; read it
 * through the functions below. */
typedef struct apo_state {
    uint64_t key;
    apo_set unmoved;
    uint32_t halfmove_count;
    uint32_t move_number;
    apo_square king[APO_SIDES];
    uint8_t side;
    uint8_t turn; /* as in a setup */
    apo_powers powers;
    apo_rule_state rules; /* the rules' own */
} apo_state;

enum {
    /* Straight lines of the largest board: 18 ranks, 16 files, 33 diagonals each way. */
    APO_LINES_MAX = APO_ROWS_MAX + APO_FILES_MAX + 2 * (APO_ROWS_MAX + APO_FILES_MAX - 1)
};

/* A position: plain data, which can be copied with memcpy. The fields are internal: use the
 * functions. */
struct apo_position {
    const apo_variant *var;
    apo_state state;
    apo_set occupied;          /* pieces, and places that do not exist */
    apo_set pieces[APO_SIDES]; /* pieces by side */

    /* In one struct, so that a board change finds both with one multiplication. */
    struct {
        uint64_t types[APO_TYPE_WORDS]; /* types on the board, a bit each */
        uint8_t type_count[APO_TYPES_MAX];
        uint32_t line[APO_LINES_MAX]; /* pieces of the side and missing places, along lines */
    } by_side[APO_SIDES];

    apo_piece board[APO_SQUARES_MAX + 1]; /* the last: the place beyond every line's end */
    /* Sets by side and type, packed by words. Those of types that the game lacks are never
     * read. */
    uint64_t type_pieces[APO_SIDES * APO_TYPES_MAX * APO_SET_WORDS_MAX];
};

/* Checks `setup` and makes a position of it. On failure `out` is untouched and `*out_faults`
 * (may be NULL) has all faults. Errors: APO_E_POSITION. */
apo_status apo_position_from_setup(apo_position *out, const apo_setup *setup,
                                   const apo_variant *var, apo_setup_faults *out_faults);

/* The types that a side has on the board. */
static inline apo_types apo_types_here(const apo_position *pos, unsigned side)
{
    return apo_types_join(pos->by_side[side].types);
}

/* True if a side has a piece of the type on the board. */
static inline bool apo_has_type(const apo_position *pos, unsigned side, unsigned type)
{
    return pos->by_side[side].types[type >> 6] >> (type & 63U) & 1U;
}

/* The setup that gives this position. */
void apo_position_to_setup(const apo_position *pos, apo_setup *out);

/* Read at every node, so code that knows the fields gets macros; src/api/position.c has the
 * functions of the same names. NOLINTBEGIN(readability-identifier-naming) */
#define apo_position_variant(pos)    ((pos)->var)
#define apo_position_side(pos)       ((apo_side)(pos)->state.side)
#define apo_position_piece(pos, sq)  ((pos)->board[sq])
#define apo_position_king(pos, side) ((pos)->state.king[side])
#define apo_position_key(pos)        ((pos)->state.key)
/* NOLINTEND(readability-identifier-naming) */

/* The key without the side to move. */
uint64_t apo_position_still_key(const apo_position *pos);

/* The key computed from scratch; equals apo_position_key. */
uint64_t apo_position_fresh_key(const apo_position *pos);

/* What a move changed; unmake restores it without knowing any rule. */
typedef struct apo_undo {
    apo_state state;
    uint32_t count;

    struct {
        apo_square square;
        apo_piece piece; /* what was there before */
    } squares[APO_UNDO_SQUARES_MAX];
} apo_undo;

/* Makes a legal move; legality is not checked. */
void apo_make(apo_position *pos, const apo_move *mv, apo_undo *undo);

/* Takes back the last move made. */
void apo_unmake(apo_position *pos, const apo_undo *undo);

#endif
