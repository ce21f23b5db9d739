/* Ratings, their history, and scores against opponents. */
#ifndef APO_STORE_RATINGS_H
#define APO_STORE_RATINGS_H

#include "store/games.h"

enum {
    APO_STORE_CLOCK_MAX = 8, /* "live", "days", "none" */
    APO_STORE_OUTCOMES = 5   /* 0, 1/4, 1/2, 3/4, 1 */
};

/* A rating belongs to a person, a variant and a kind of clock. */
typedef struct apo_store_rating {
    char person[APO_STORE_ID_MAX];
    char variant[APO_STORE_VARIANT_MAX];
    char clock[APO_STORE_CLOCK_MAX];
    double rating, deviation, volatility; /* as of `at_ms` */
    unsigned games;
    int64_t at_ms; /* of the last of them */
} apo_store_rating;

/* The effect of one rated game on the rating of one player. */
typedef struct apo_store_rated {
    char game[APO_STORE_ID_MAX];
    unsigned side;
    char person[APO_STORE_ID_MAX];
    char opponent[APO_STORE_ID_MAX];
    char variant[APO_STORE_VARIANT_MAX];
    char clock[APO_STORE_CLOCK_MAX];
    unsigned quarters; /* of the person */
    double before, rating, deviation;
    int64_t at_ms;
} apo_store_rated;

/* The score of a person against one opponent. */
typedef struct apo_store_score {
    char person[APO_STORE_ID_MAX];
    char opponent[APO_STORE_ID_MAX]; /* "": the computer */
    unsigned level;                  /* the computer's; else 0 */
    unsigned counts[APO_STORE_OUTCOMES];
    int64_t at_ms; /* of the last game */
} apo_store_score;

/* --- writing ------------------------------------------------------------- */

/* Replaces the one of the same person, variant and clock. */
void apo_store_set_rating(apo_store_batch *batch, const apo_store_rating *rating);

/* APO_E_EXISTS: the game has been rated already. */
void apo_store_add_rated(apo_store_batch *batch, const apo_store_rated *rated);

/* Counts one more game against this opponent, with the person's quarters; uses person,
 * opponent, level and at_ms of `record`. */
void apo_store_count_result(apo_store_batch *batch, const apo_store_score *record,
                            unsigned quarters);

/* Moves a guest's scores, and the opponents' scores against the guest, to the account, except
 * those of games between the two. */
void apo_store_merge_scores(apo_store_batch *batch, const char *guest, const char *account);

/* --- reading ------------------------------------------------------------- */

apo_status apo_store_find_rating(apo_store *store, apo_store_rating *out, apo_span person,
                                 apo_span variant, apo_span clock);

/* Lists call `row` for each row; if it returns false, the list ends. */
typedef bool apo_store_rating_row(void *context, const apo_store_rating *rating);
typedef bool apo_store_rated_row(void *context, const apo_store_rated *rated);
typedef bool apo_store_score_row(void *context, const apo_store_score *record);

/* The ratings of a person, those with the most games first. */
apo_status apo_store_list_ratings(apo_store *store, apo_span person, apo_store_rating_row *row,
                                  void *context);

/* The history of a rating: games before a given time, the latest first. */
apo_status apo_store_list_rated(apo_store *store, const apo_store_rating *which,
                                int64_t before_ms, unsigned limit, apo_store_rated_row *row,
                                void *context);

/* A game's effect on the ratings of its players: White's first. */
apo_status apo_store_list_rated_of_game(apo_store *store, apo_span game,
                                        apo_store_rated_row *row, void *context);

/* Opponents of a person last met before a given time, the latest first. */
apo_status apo_store_list_scores(apo_store *store, apo_span person, int64_t before_ms,
                                 unsigned limit, apo_store_score_row *row, void *context);

/* The record against one person; APO_E_UNKNOWN: they have not played. */
apo_status apo_store_find_score(apo_store *store, apo_store_score *out, apo_span person,
                                apo_span opponent);

/* Two people who have played many rated games with each other. */
typedef struct apo_store_pair {
    char person[APO_STORE_ID_MAX], opponent[APO_STORE_ID_MAX];
    unsigned games;
    unsigned quarters;    /* of the person */
    unsigned short_games; /* of less than 20 plies */
    int64_t last_ms;
} apo_store_pair;

typedef bool apo_store_pair_row(void *context, const apo_store_pair *pair);

/* Pairs with at least `games_min` rated games since then, the most games first. Reads the whole
 * history: for operators. */
apo_status apo_store_list_pairs(apo_store *store, int64_t since_ms, unsigned games_min,
                                unsigned limit, apo_store_pair_row *row, void *context);

/* Which ratings are listed. */
typedef struct apo_store_leaders {
    apo_span variant, clock;
    bool has_bots; /* those of programs (APO_STANDING_BOT); else those of people */
    unsigned limit;
    apo_span follower; /* only people that this person follows, programs too; "": all */
    int64_t since_ms;  /* only those who have played a rated game since */
} apo_store_leaders;

/* The best ratings, the best first. */
apo_status apo_store_list_best(apo_store *store, const apo_store_leaders *which,
                               apo_store_rating_row *row, void *context);

/* The total of a person's games against people (`is_computer`: against the computer). */
apo_status apo_store_sum_scores(apo_store *store, apo_store_score *out, apo_span person,
                                bool is_computer);

#endif
