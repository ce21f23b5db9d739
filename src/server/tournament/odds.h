/* Handicap events: the odds for the weaker player of a pair, by the difference of ratings when
 * the tournament begins. Pure functions on plain memory. Any thread. */
#ifndef APO_SERVER_TOURNAMENT_ODDS_H
#define APO_SERVER_TOURNAMENT_ODDS_H

#include "net/json_in.h"
#include "server/round/round.h"

enum {
    APO_TOURNAMENT_STEPS_MAX = 4,
    APO_TOURNAMENT_STEP_TEXT_MAX = 320, /* bytes, with the terminator; Alert's FENs need 300 */
    APO_TOURNAMENT_POINT_ODDS_MAX = 4,  /* quarters of a point for 100 points of rating */
    APO_TOURNAMENT_HEAD_START_MAX = 20  /* quarters */
};

/* What the weaker player gets if the difference is at least `from` points: a handicap of the
 * game ("pawn:e4", as White would get it), or the number of a start or a position (FEN) that is
 * good for White. With a start or a position, the weaker player has White. */
typedef struct apo_tournament_step_odds {
    unsigned from;
    char text[APO_TOURNAMENT_STEP_TEXT_MAX];
} apo_tournament_step_odds;

typedef struct apo_tournament_odds {
    unsigned count; /* the smaller differences first */
    apo_tournament_step_odds steps[APO_TOURNAMENT_STEPS_MAX];
} apo_tournament_odds;

/* Reads "FROM TEXT" and appends it, as add_line of the plan writes it. Errors: APO_E_SYNTAX. */
apo_status apo_tournament_odds_read(apo_tournament_odds *inout, apo_span line);

/* Reads the list of a request: [{"from", "odds"}]. `starts` are the numbers of the starts that
 * are played; none: any. On failure `err` says what is wrong, for people. Errors: APO_E_SYNTAX,
 * APO_E_RANGE, APO_E_POSITION. */
apo_status apo_tournament_odds_ask(apo_tournament_odds *out, const apo_json_value *list,
                                   const apo_variant *var, const unsigned *starts,
                                   unsigned start_count, apo_error *err);

/* The odds of a pair with this difference of ratings; NULL: none. */
const apo_tournament_step_odds *apo_tournament_odds_find(const apo_tournament_odds *odds,
                                                         int gap);

/* True if the weaker player has White. */
bool apo_tournament_odds_needs_white(const apo_tournament_step_odds *step);

/* Changes how a game begins: `weaker` gets the odds. Errors, with `start` as it was:
 * APO_E_POSITION: they are not possible from this start, and other errors of FENs. */
apo_status apo_tournament_odds_give(apo_round_start *start, const apo_variant *var,
                                    const apo_tournament_step_odds *step, apo_side weaker,
                                    apo_error *err);

/* The quarters with which a player begins whose rating is `below` points below the best. */
unsigned apo_tournament_head_start(unsigned quarters_for_100, int below);

#endif
