/* How strong people are, how that came about, and what they have scored against whom. */
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
    char variant[APO_STORE_KIND_MAX];
    char clock[APO_STORE_CLOCK_MAX];
    double rating, deviation, volatility; /* as they were at `at_ms` */
    unsigned games;
    int64_t at_ms; /* of the last of them */
} apo_store_rating;

/* What one rated game has done to the rating of one of its players. */
typedef struct apo_store_rated {
    char game[APO_STORE_ID_MAX];
    unsigned side;
    char person[APO_STORE_ID_MAX];
    char opponent[APO_STORE_ID_MAX];
    char variant[APO_STORE_KIND_MAX];
    char clock[APO_STORE_CLOCK_MAX];
    unsigned quarters; /* of the person */
    double before, rating, deviation;
    int64_t at_ms;
} apo_store_rated;

/* All games of a person against one opponent. */
typedef struct apo_store_score {
    char person[APO_STORE_ID_MAX];
    char opponent[APO_STORE_ID_MAX]; /* ""; then it is the computer */
    unsigned level;                  /* of the computer; else 0 */
    unsigned counts[APO_STORE_OUTCOMES];
    int64_t at_ms; /* of the last game */
} apo_store_score;

/* --- writing ------------------------------------------------------------- */

/* Replaces the one of the same person, variant and clock. */
void apo_store_set_rating(apo_store_batch *batch, const apo_store_rating *rating);

/* APO_E_EXISTS: the game has been rated already. */
void apo_store_add_rated(apo_store_batch *batch, const apo_store_rated *rated);

/* One game more against this opponent, with the quarters of the person; of `record` person,
 * opponent, level and at_ms are read. */
void apo_store_count_result(apo_store_batch *batch, const apo_store_score *record,
                            unsigned quarters);

/* What a guest has scored belongs to the account from now on, and likewise for his opponents;
 * but for what they have played against each other. */
void apo_store_merge_scores(apo_store_batch *batch, const char *guest, const char *account);

/* --- reading ------------------------------------------------------------- */

apo_status apo_store_find_rating(apo_store *store, apo_store_rating *out, apo_span person,
                                 apo_span variant, apo_span clock);

/* Lists call `row` for each; false from it ends the list. */
typedef bool apo_store_rating_row(void *context, const apo_store_rating *rating);
typedef bool apo_store_rated_row(void *context, const apo_store_rated *rated);
typedef bool apo_store_score_row(void *context, const apo_store_score *record);

/* The ratings of a person, those of the most games first. */
apo_status apo_store_list_ratings(apo_store *store, apo_span person, apo_store_rating_row *row,
                                  void *context);

/* How a rating came about: the last games before a time first. */
apo_status apo_store_list_rated(apo_store *store, const apo_store_rating *which,
                                int64_t before_ms, unsigned limit, apo_store_rated_row *row,
                                void *context);

/* What a game has done to the ratings of its players: White's first. */
apo_status apo_store_list_rated_of_game(apo_store *store, apo_span game,
                                        apo_store_rated_row *row, void *context);

/* Opponents of a person, those met last before a time first. */
apo_status apo_store_list_scores(apo_store *store, apo_span person, int64_t before_ms,
                                 unsigned limit, apo_store_score_row *row, void *context);

/* The record against one person; APO_E_UNKNOWN: they have not played. */
apo_status apo_store_find_score(apo_store *store, apo_store_score *out, apo_span person,
                                apo_span opponent);

/* All games of a person against people (`is_computer`: against the computer) together. */
apo_status apo_store_sum_scores(apo_store *store, apo_store_score *out, apo_span person,
                                bool is_computer);

#endif
