/* What the files of the XBetza writer share: write.c chooses the form of a move,
 * write_legs.c writes legs and atoms, write_directions.c finds direction letters. */
#ifndef APO_DEFINITION_BETZA_WRITE_PRIV_H
#define APO_DEFINITION_BETZA_WRITE_PRIV_H

#include "definition/betza/betza_priv.h"
#include "definition/betza/write.h"

enum {
    APO_BETZA_LETTERS_MAX = 40, /* direction letters of one leg: at most 8 + 6 pairs */
    APO_BETZA_ALL_BUT_BACK = 0xEF
};

/* A leg with what its text needs beside the leg itself. */
typedef struct apo_betza_unit {
    apo_leg leg;    /* its `most` is the range to be written; a hop is folded into one leg */
    char hop;       /* 'p' or 'g': it hops in its course; 0: it does not */
    bool is_friend; /* over friends only */
    uint8_t end;    /* modes of a last leg: apo_end bits to be written; 0: none */
    bool is_first, is_last;
    bool is_unmoved;    /* 'i' in front of the first leg */
    bool has_trail;     /* n or nn */
    bool is_toggling;   /* ranges of later legs are exchanged */
    bool is_in_bracket; /* its compass belongs to its atom */
} apo_betza_unit;

/* The letters, terminated, that choose `set` on a first leg of this class, shortest first.
 * False if there are none. */
bool apo_betza__find_first_letters(uint8_t set, enum apo_betza_class class,
                                   char out[APO_BETZA_LETTERS_MAX]);

/* The same for a later leg with its relative directions and bends, which are not both empty. */
bool apo_betza__find_later_letters(uint8_t directions, uint8_t bends,
                                   char out[APO_BETZA_LETTERS_MAX]);

/* The class of the atom that a leg is written with. */
enum apo_betza_class apo_betza__class_of_unit(const apo_betza_unit *unit);

/* Adds the lower-case letters of a leg. False if it has none that say it. */
bool apo_betza__write_letters(apo_text *out, const apo_betza_unit *unit);

/* Adds the mode letters of an end; none for "move or capture". */
void apo_betza__write_end(apo_text *out, uint8_t end);

/* Adds the atom with its range. `is_slider`: R B Q rather than W F K for steps of one. False if
 * no atom makes such a step. */
bool apo_betza__write_atom(apo_text *out, const apo_betza_unit *unit, bool is_slider,
                           apo_betza_style style);

/* Makes one of moves that turn left and moves that turn right: afrWaflW is afsW. */
void apo_betza__join_turns(apo_piece_moves *moves);

#endif
