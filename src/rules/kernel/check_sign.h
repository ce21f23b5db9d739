/* Whether moves of one position give check or mate, for notations. Most moves are decided
 * without making them. Internal to the library. */
#ifndef APO_RULES_KERNEL_CHECK_SIGN_H
#define APO_RULES_KERNEL_CHECK_SIGN_H

#include "rules/kernel/analysis.h"

enum apo_check_sign {
    APO_SIGN_QUIET, /* no check, or the side that has moved moves again */
    APO_SIGN_CHECK,
    APO_SIGN_MATE,
    APO_CHECK_SIGNS
};

typedef struct apo_check_signs {
    apo_position pos;      /* a copy, on which moves are tried */
    apo_analysis analysis; /* of the king that the moves may attack */
    bool is_known;         /* moves that the analysis clears need no trial */
} apo_check_signs;

/* Prepares for the moves of a position (copied). */
void apo_check_signs_start(apo_check_signs *out, const apo_position *pos);

/* The sign of a legal move of that position. */
enum apo_check_sign apo_check_sign_of(apo_check_signs *signs, const apo_move *mv);

#endif
