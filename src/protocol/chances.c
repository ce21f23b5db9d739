#include "protocol/chances.h"

#include <math.h>

#include "search/score.h"

/* P(result at least r) = 1 / (1 + exp(-(score - cut of r) / scale)), symmetric for both
 * sides. */
typedef struct fitted {
    double scale;
    double win;    /* score at which a win is as likely as not, in hundredths of a pawn */
    double better; /* score at which more than a draw is as likely as not */
} fitted;

/* Games with advantage: alert 671, 72, 33; modern 527, 87, 57; classic 602, 100, 80;
 * apothecary2 519, 86, 42 (2,240 to 2,673 positions each). */
static const fitted with_advantage = {580, 86, 53};
/* Prequel, 2,731 positions. */
static const fitted without_advantage = {687, 381, 381};

static double at_least(const fitted *fit, double score, double cut)
{
    return 1000 / (1 + exp((cut - score) / fit->scale));
}

void apo_outcome_chances(unsigned out[APO_CHANCES], const apo_variant *var, int score)
{
    const fitted *fit =
        apo_variant_info_of(var)->has_advantage ? &with_advantage : &without_advantage;
    const double cuts[APO_CHANCES] = {0, -fit->win, -fit->better, fit->better, fit->win};
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
