/* What the files of the describer share: words.c makes phrases of moves,
 * words_directions.c says where a leg leads. */
#ifndef APO_DEFINITION_BETZA_WORDS_PRIV_H
#define APO_DEFINITION_BETZA_WORDS_PRIV_H

#include "definition/betza/words.h"

/* Where a leg can come from. */
enum apo_course {
    APO_COURSE_ANY,
    APO_COURSE_STRAIGHT, /* along rank or file */
    APO_COURSE_ASLANT    /* diagonally */
};

/* "orthogonally", "diagonally forward", "in any direction"; for the first leg of straight
 * steps. */
void apo_words__directions(apo_buffer *out, uint8_t set);

/* Which of its eight leaps a knight-like piece makes; nothing for all. */
void apo_words__leaps(apo_buffer *out, uint8_t set, const apo_leg *leg);

/* Where a move that is told leads at the moment. */
typedef struct apo_telling {
    enum apo_course course;
    bool is_both_hands; /* the move's mirror image is told with it */
    int side;           /* to which side it has turned first: 1 right, -1 left, 0 to none yet */
} apo_telling;

/* "diagonally outward", "straight on", "at a right angle"; for a later leg. */
void apo_words__turns(apo_buffer *out, const apo_leg *leg, apo_telling *telling);

/* The course of a leg that began on `course`. */
enum apo_course apo_words__next_course(const apo_leg *leg, bool is_first,
                                       enum apo_course course);

#endif
