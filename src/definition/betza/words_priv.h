/* Shared by the files of the describer: words.c makes phrases of moves, words_directions.c
 * describes the directions of a leg. */
#ifndef APO_DEFINITION_BETZA_WORDS_PRIV_H
#define APO_DEFINITION_BETZA_WORDS_PRIV_H

#include "definition/betza/words.h"

/* The course of a leg. */
enum apo_course {
    APO_COURSE_ANY,
    APO_COURSE_ORTHOGONAL,
    APO_COURSE_DIAGONAL
};

/* "orthogonally", "diagonally forward", "in any direction"; for the first leg of straight
 * steps. */
void apo_words__directions(apo_buffer *out, uint8_t set);

/* Describes which of its eight leaps a knight-like piece makes; nothing for all. */
void apo_words__leaps(apo_buffer *out, uint8_t set, const apo_leg *leg);

/* The state while a move is described. */
typedef struct apo_telling {
    enum apo_course course;
    bool is_both_hands; /* described together with its mirror image */
    int side;           /* the side of its first turn: 1 right, -1 left, 0 none yet */
} apo_telling;

/* "diagonally outward", "straight on", "at a right angle"; for a later leg. */
void apo_words__turns(apo_buffer *out, const apo_leg *leg, apo_telling *telling);

/* The course of a leg that began on `course`. */
enum apo_course apo_words__next_course(const apo_leg *leg, bool is_first,
                                       enum apo_course course);

#endif
