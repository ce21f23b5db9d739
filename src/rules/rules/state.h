/* What special rules keep in setups and positions. The kernel copies these two structs with the
 * rest and never looks into them: only the rules and the layers above them do. State that
 * changes during a game belongs here; constants belong to the rule's data in the variant
 * (apo_rule_data). All zeros means "nothing": the part of a rule that the game lacks stays
 * zero. Includes public headers only, since kernel/position.h includes it. */
#ifndef APO_RULES_RULES_STATE_H
#define APO_RULES_RULES_STATE_H

#include "apothecary/board.h"

enum {
    /* Squares passed by one multiple step: every row, border ranks included, but the first and
     * the last. */
    APO_TRAIL_MAX = 16,
    /* At least as many as `enum apo_rule_byte` of list.h has. With 3 there is no padding; the
     * next 8 would make the state, which every move copies, one word larger. */
    APO_RULE_BYTES_MAX = 3
};

/* Whose move it is within a double turn (handicap, double moves). The kernel knows only that
 * these turns are not APO_TURN_ORDINARY. */
enum apo_turn {
    APO_TURN_FIRST = 1,  /* the side to move has two moves left ("w2", "b2") */
    APO_TURN_SECOND,     /* ... and one move left ("w1", "b1") */
    APO_TURN_BLACK_NEXT, /* White has one move, then Black has two ("w>b2") */
    APO_TURNS
};

/* The squares that a piece passed in a multiple step, and its square now. */
typedef struct apo_trail {
    uint8_t count;                    /* squares passed; 0: there is no trail */
    apo_square passed[APO_TRAIL_MAX]; /* in order of passing */
    apo_square piece;                 /* the square the piece stands on now */
} apo_trail;

/* In a setup: what a FEN says. */
typedef struct apo_rule_setup {
    apo_trail trail;             /* en passant */
    apo_trail earlier;           /* double moves: the trail left before that one */
    uint8_t imitated[APO_SIDES]; /* joker: type last moved by each side, or APO_TYPE_NONE */
    uint8_t reserve[APO_SIDES]
                   [APO_HELD_TYPES_MAX]; /* pieces held by type: in reserve, or in hand */
    uint32_t pocket[APO_SIDES];          /* launch: types, a bit each */
    uint16_t counted, count_limit;       /* counting: half-moves, and their limit; 0: none */
    apo_square
        swapped[2]; /* effects: squares that may not be swapped at once, plus 1; 0: none */
    apo_square lion_taker;             /* lion trade: as in apo_rule_state */
    uint8_t bytes[APO_RULE_BYTES_MAX]; /* small numbers of rules: enum apo_rule_byte */
} apo_rule_setup;

/* In a position: the squares that a piece has passed by a multiple step, and what can be made
 * of them. Piece and step are meaningful only while there are squares. */
typedef struct apo_live_trail {
    apo_square piece; /* where it stands */
    int16_t step;     /* difference from one passed square to the next */
    uint16_t shown;   /* bit i: passed square i can be captured on, and is in the key */
    uint8_t count;    /* squares passed */
} apo_live_trail;

/* In a position: what rules keep as moves are made; the joker's types are in the state's
 * powers. Make saves all of it, unmake restores it. */
typedef struct apo_rule_state {
    apo_live_trail trail; /* en passant: what the last move left */
    uint64_t trail_key;   /* the part of the key for it */
    /* double moves: what the move before it left; it is of the side that is not to move */
    apo_live_trail earlier;
    /* effects */
    apo_square swapped[2]; /* squares that may not be swapped at once, plus 1; 0: none */
    /* counting */
    uint16_t counted, count_limit; /* half-moves of a count, and their limit; 0: none */
    /* joker */
    uint64_t power_key; /* the part of the key for the powers; 0 while no piece can use them */
    /* launch */
    uint32_t pocket[APO_SIDES]; /* types, a bit each */
    apo_square lion_taker;      /* lion trade: where the piece stands that has just captured a
                                 * lion, plus 1; 0: none */
    uint8_t count_taken;        /* counting: the type that the move being made has captured */
    uint8_t
        power_shown; /* joker: some piece may come to use the powers, so they are in the key */
    /* small numbers of rules, by enum apo_rule_byte: a rule that keeps no more than these needs
     * neither `load` nor `save` nor `same` */
    uint8_t bytes[APO_RULE_BYTES_MAX];
    /* hands, reserve */
    bool is_drop_lost; /* the last move has mated, and lost by it */
    uint8_t reserve[APO_SIDES][APO_HELD_TYPES_MAX]; /* pieces held by type */
} apo_rule_state;

/* Copies or compares the state that setups and positions keep in the same form.
 */
static inline void apo_rule_take(apo_rule_state *to, const apo_rule_setup *from)
{
    for (unsigned i = 0; i < APO_RULE_BYTES_MAX; i++)
        to->bytes[i] = from->bytes[i];
}

static inline void apo_rule_give(apo_rule_setup *to, const apo_rule_state *from)
{
    for (unsigned i = 0; i < APO_RULE_BYTES_MAX; i++)
        to->bytes[i] = from->bytes[i];
}

static inline bool apo_rule_agree(const apo_rule_state *a, const apo_rule_state *b)
{
    bool is_same = true;
    for (unsigned i = 0; i < APO_RULE_BYTES_MAX; i++)
        is_same &= a->bytes[i] == b->bytes[i];
    return is_same;
}

static inline bool apo_trails_agree(const apo_trail *a, const apo_trail *b)
{
    bool is_same = a->count == b->count && (a->count == 0 || a->piece == b->piece);
    for (unsigned i = 0; is_same && i < a->count; i++)
        is_same = a->passed[i] == b->passed[i];
    return is_same;
}

/* True if two setups of one game say the same; the usual form of a FEN is written only if
 * reading it gives the same again. */
static inline bool apo_rule_setups_agree(const apo_rule_setup *a, const apo_rule_setup *b)
{
    if (!apo_trails_agree(&a->trail, &b->trail) || !apo_trails_agree(&a->earlier, &b->earlier))
        return false;
    for (unsigned side = 0; side < APO_SIDES; side++) {
        if (a->imitated[side] != b->imitated[side] || a->pocket[side] != b->pocket[side] ||
            a->swapped[side] != b->swapped[side])
            return false;
        for (unsigned type = 0; type < APO_HELD_TYPES_MAX; type++)
            if (a->reserve[side][type] != b->reserve[side][type])
                return false;
    }
    for (unsigned i = 0; i < APO_RULE_BYTES_MAX; i++)
        if (a->bytes[i] != b->bytes[i])
            return false;
    return a->counted == b->counted && a->count_limit == b->count_limit &&
           a->lion_taker == b->lion_taker;
}

/* The pieces of a type that a side holds. */
static inline unsigned apo_held_count(const apo_rule_state *state, unsigned side, unsigned type)
{
    return type < APO_HELD_TYPES_MAX ? state->reserve[side][type] : 0;
}

#endif
