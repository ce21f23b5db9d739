#include "game/glicko.h"

#include <math.h>

static const double scale = 173.7178; /* step 2 */
static const double first_volatility = 0.06;
static const double most_volatility = 0.1; /* ours: limits the effect of erratic results */
static const double tau = 0.5;             /* step 1: limits the change of volatility */
static const double tolerance = 1e-6;      /* step 5.1 */
static const double pi = 3.14159265358979323846;

enum {
    STEPS_MAX = 100, /* the search of step 5 needs about ten */
    QUARTERS = 4
};

apo_glicko apo_glicko_first(void)
{
    return (apo_glicko){APO_GLICKO_FIRST, APO_GLICKO_FIRST_DEVIATION, first_volatility};
}

bool apo_glicko_is_provisional(const apo_glicko *player)
{
    return player->deviation > APO_GLICKO_SURE_DEVIATION;
}

double apo_glicko_periods(int64_t elapsed_ms)
{
    return elapsed_ms > 0 ? (double)elapsed_ms / (86400000.0 * APO_GLICKO_PERIOD_DAYS) : 0;
}

/* Step 6, in the scale of step 2. */
static double grow(double phi, double sigma, double periods)
{
    return sqrt(phi * phi + sigma * sigma * periods);
}

static double within(double deviation)
{
    return fmax(APO_GLICKO_LEAST_DEVIATION, fmin(APO_GLICKO_FIRST_DEVIATION, deviation));
}

apo_glicko apo_glicko_grown(const apo_glicko *player, double periods)
{
    apo_glicko out = *player;
    out.deviation =
        within(scale * grow(player->deviation / scale, player->volatility, periods));
    return out;
}

/* --- step 3 -------------------------------------------------------------- */

static double weight(double phi)
{
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi));
}

static double expected(double mu, double opponent_mu, double opponent_phi)
{
    return 1 / (1 + exp(-weight(opponent_phi) * (mu - opponent_mu)));
}

/* The sums over the games of steps 3 and 4. */
typedef struct evidence {
    double precision; /* 1 / v */
    double surplus;   /* sum of g (s - E): Delta is v times that */
} evidence;

static evidence weigh(double mu, const apo_glicko_game *games, size_t count)
{
    evidence out = {0, 0};
    for (size_t i = 0; i < count && i < APO_GLICKO_GAMES_MAX; i++) {
        double opponent_mu = (games[i].opponent.rating - APO_GLICKO_FIRST) / scale;
        double opponent_phi = games[i].opponent.deviation / scale;
        double g = weight(opponent_phi), e = expected(mu, opponent_mu, opponent_phi);
        out.precision += g * g * e * (1 - e);
        out.surplus += g * ((double)games[i].quarters / QUARTERS - e);
    }
    return out;
}

/* --- step 5: the volatility ---------------------------------------------- */

typedef struct search {
    double phi_squared, v, delta_squared, a;
} search;

static double f(const search *all, double x)
{
    double grown = all->phi_squared + all->v + exp(x);
    return exp(x) * (all->delta_squared - grown) / (2 * grown * grown) -
           (x - all->a) / (tau * tau);
}

/* The other end of the interval in which f changes its sign (step 5.2). */
static double other_end(const search *all)
{
    if (all->delta_squared > all->phi_squared + all->v)
        return log(all->delta_squared - all->phi_squared - all->v);
    double k = 1;
    while (k < STEPS_MAX && f(all, all->a - k * tau) < 0)
        k++;
    return all->a - k * tau;
}

/* The Illinois form of the false position method (steps 5.3 to 5.5). */
static double find_volatility(const search *all)
{
    double a = all->a, b = other_end(all);
    double fa = f(all, a), fb = f(all, b);
    for (unsigned i = 0; i < STEPS_MAX && fabs(b - a) > tolerance; i++) {
        double c = a + (a - b) * fa / (fb - fa), fc = f(all, c);
        if (fc * fb <= 0) {
            a = b;
            fa = fb;
        } else {
            fa /= 2;
        }
        b = c;
        fb = fc;
    }
    return exp(a / 2);
}

apo_glicko apo_glicko_after(const apo_glicko *player, const apo_glicko_game *games,
                            size_t count, double periods)
{
    double mu = (player->rating - APO_GLICKO_FIRST) / scale, phi = player->deviation / scale;
    evidence sums = weigh(mu, games, count);
    /* Against a hopelessly stronger or weaker opponent a result is no evidence. */
    if (sums.precision < 1e-12)
        return apo_glicko_grown(player, periods);
    double v = 1 / sums.precision, delta = v * sums.surplus;
    const search all = {phi * phi, v, delta * delta, 2 * log(player->volatility)};
    double sigma = find_volatility(&all);
    double phi_star = grow(phi, sigma, periods);
    double phi_after = 1 / sqrt(1 / (phi_star * phi_star) + sums.precision); /* step 7 */
    double mu_after = mu + phi_after * phi_after * sums.surplus;
    return (apo_glicko){scale * mu_after + APO_GLICKO_FIRST, within(scale * phi_after),
                        fmin(sigma, most_volatility)};
}
