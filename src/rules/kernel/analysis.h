/* The safety of the king of the side to move: is it in check, and which moves could expose it?
 * All other moves are legal without a test. Internal to this folder. */
#ifndef APO_RULES_KERNEL_ANALYSIS_H
#define APO_RULES_KERNEL_ANALYSIS_H

#include "rules/kernel/compiled.h"

typedef struct apo_analysis {
    /* pieces that may expose the king by leaving their square */
    uint64_t blockers[APO_SET_WORDS_MAX];
    /* squares where an arriving piece may become a screen */
    uint64_t screens[APO_SET_WORDS_MAX];
    uint64_t
        evasions[APO_SET_WORDS_MAX]; /* in check: squares where an arriving piece may end it */
    uint64_t movers[APO_SET_WORDS_MAX]; /* in check: pieces that may end it by leaving */
    /* types whose moves give an enemy piece a power that hits the king */
    apo_types suspect_types;
    bool has_screens;
    bool is_check;       /* by a piece with its own power: every move must be tested */
    bool is_all_suspect; /* no move is known to be safe, and `evasions` is not set */
} apo_analysis;

/* Analyses the king of the side to move. Never calls an unsafe move safe. */
void apo_analyse(const apo_position *pos, apo_analysis *out);

/* The analysis of one king while it is made, for the rules' `watch`. */
typedef struct apo_watch {
    const apo_position *pos;
    apo_analysis *out;
    unsigned by; /* the side that could take the king */
    apo_square king;
    /* 0 for pieces with their own power, else the type whose move would give an enemy piece the
     * power under analysis. */
    unsigned type;
} apo_watch;

/* Analyses all pieces in the set `pieces`, with the power of `row`. */
void apo_watch_row(const apo_watch *at, unsigned row, const uint64_t *pieces);

#endif
