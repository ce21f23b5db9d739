/* What the solver of a problem is to do, and how many moves that may take. Any thread. */
#ifndef APO_SERVER_PROBLEM_AIM_H
#define APO_SERVER_PROBLEM_AIM_H

#include "base/span.h"

enum {
    APO_PROBLEM_MOVES_MAX = 6 /* the checker's limit */
};

#define APO_PROBLEM_MATE      "mate"
#define APO_PROBLEM_STALEMATE "stalemate" /* a mate counts, too */
/* One line alone wins, by search and without a proof; people cannot publish such problems. */
#define APO_PROBLEM_WIN       "win"

/* True for "mate" and "stalemate". */
bool apo_problem_is_aim(apo_span word);

#endif
