/* One look at the king of the side to move: is it in check, and which moves could open it? All
 * other moves are legal without any test. Internal to this folder. */
#ifndef APO_RULES_KERNEL_ANALYSIS_H
#define APO_RULES_KERNEL_ANALYSIS_H

#include "rules/kernel/compiled.h"

typedef struct apo_analysis {
    /* pieces whose leaving their square may open the king */
    uint64_t blockers[APO_SET_WORDS_MAX];
    /* squares on which a piece that enters may be a screen */
    uint64_t screens[APO_SET_WORDS_MAX];
    uint64_t evasions[APO_SET_WORDS_MAX]; /* in check: entering one of them may end it */
    uint64_t movers[APO_SET_WORDS_MAX];   /* in check: pieces whose leaving may end it */
    /* types whose moves give an enemy piece a power that hits the king */
    uint32_t suspect_types;
    bool has_screens;
    bool is_check;       /* by a piece with a power of its own: every move is to be tested */
    bool is_all_suspect; /* no move is known to be safe, and `evasions` says nothing */
} apo_analysis;

/* Looks at the king of the side to move. Never takes a move for safe that is not. */
void apo_analyse(const apo_position *pos, apo_analysis *out);

/* The look at one king, for the rules' `watch`. */
typedef struct apo_watch {
    const apo_position *pos;
    apo_analysis *out;
    unsigned by; /* the side that could take the king */
    apo_square king;
    /* 0 for pieces with a power of their own, else the type whose move would give an enemy
     * piece the power looked at. */
    unsigned type;
} apo_watch;

/* Looks at all pieces on `pieces`, with the power of `row`. */
void apo_watch_row(const apo_watch *at, unsigned row, const uint64_t *pieces);

#endif
