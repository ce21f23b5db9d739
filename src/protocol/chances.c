#include "protocol/chances.h"

#include <math.h>

#include "search/outcome_fit.h"
#include "search/score.h"

static double at_least(const apo_outcome_fit *fit, double score, double cut)
{
    return 1000 / (1 + exp((cut - score) / fit->scale));
}

void apo_outcome_chances(unsigned out[APO_CHANCES], const apo_variant *var, int score)
{
    const apo_outcome_fit *fit = apo_outcome_fit_of(var);
    const double cuts[APO_CHANCES] = {0, -(double)fit->win, -(double)fit->better, fit->better,
                                      fit->win};
    unsigned above = 0; /* chance of a better result than the current one */
    for (unsigned quarters = APO_CHANCES; quarters-- > 0;) {
        unsigned reached = 1000;
        if (quarters > 0 && apo_score_is_mate(score))
            reached = score > 0 ? 1000 : 0;
        else if (quarters > 0)
            reached = (unsigned)lround(at_least(fit, score, cuts[quarters]));
        out[quarters] = reached - above;
        above = reached;
    }
}
