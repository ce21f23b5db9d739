/* A person's records and activity, for their page. */
#ifndef APO_STORE_RECORDS_H
#define APO_STORE_RECORDS_H

#include "store/ratings.h"

/* The records of one rating. */
typedef struct apo_store_records {
    double best;                      /* the highest certain rating; 0: none */
    char best_game[APO_STORE_ID_MAX]; /* the game after which it was reached */
    int64_t best_ms;
    unsigned streak; /* the most games won in a row */
    double win;      /* the highest rating beaten; 0: none */
    char win_game[APO_STORE_ID_MAX], loser[APO_STORE_ID_MAX]; /* of that game */
} apo_store_records;

/* Reads all rated games of the rating: not for the loop. A rating is certain up to the
 * deviation `deviation_max`. Errors: APO_E_IO. */
apo_status apo_store_find_records(apo_store *store, apo_store_records *out,
                                  const apo_store_rating *which, unsigned deviation_max);

/* Finished games in a week, counted from 1970. */
typedef struct apo_store_week {
    int64_t week;
    unsigned games;
} apo_store_week;

/* Weeks with games that ended since then, the latest first. */
typedef bool apo_store_week_row(void *context, const apo_store_week *week);
apo_status apo_store_list_weeks(apo_store *store, apo_span person, int64_t since_ms,
                                apo_store_week_row *row, void *context);

#endif
