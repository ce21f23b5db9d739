/* Shared by the files of the XBetza writer: write.c chooses the form of a move, write_legs.c
 * writes legs and atoms, write_directions.c finds direction letters. */
#ifndef APO_DEFINITION_BETZA_WRITE_PRIV_H
#define APO_DEFINITION_BETZA_WRITE_PRIV_H

#include "definition/betza/betza_priv.h"
#include "definition/betza/write.h"

enum {
    APO_BETZA_LETTERS_MAX = 40, /* direction letters of one leg: at most 8 + 6 pairs */
    APO_BETZA_ALL_BUT_BACK = 0xEF
};

/* A leg with what is needed to write it. */
typedef struct apo_betza_unit {
    apo_leg leg;    /* its `most` is the range to write; a hop is folded into one leg */
    char hop;       /* 'p' or 'g': it hops on its way; 0: it does not */
    bool is_friend; /* over friends only */
    uint8_t end;    /* modes of a last leg: apo_end bits to write; 0: none */
    bool is_first, is_last;
    bool is_unmoved;    /* 'i' in front of the first leg */
    bool has_trail;     /* n or nn */
    bool is_toggling;   /* ranges of later legs are exchanged */
    bool is_in_bracket; /* its compass is that of its atom */
} apo_betza_unit;

/* Finds the letters, terminated, that select `set` on a first leg of this class, the shortest
 * text. False if there are none. */
bool apo_betza__find_first_letters(uint8_t set, enum apo_betza_class class,
                                   char out[APO_BETZA_LETTERS_MAX]);

/* The same for a later leg with relative directions and bends, which are not both empty. */
bool apo_betza__find_later_letters(uint8_t directions, uint8_t bends,
                                   char out[APO_BETZA_LETTERS_MAX]);

/* Appends the lower-case letters of a leg. False if no letters can express it. */
bool apo_betza__write_letters(apo_text *out, const apo_betza_unit *unit);

/* Appends the mode letters of an end; none for "move or capture". */
void apo_betza__write_end(apo_text *out, uint8_t end);

/* Appends the atom with its range. `is_slider`: R B Q rather than W F K for single steps. False
 * if no atom has such a step. */
bool apo_betza__write_atom(apo_text *out, const apo_betza_unit *unit, bool is_slider,
                           apo_betza_style style);

/* Joins moves that turn left and right: afrWaflW is afsW. */
void apo_betza__join_turns(apo_piece_moves *moves);

#endif
