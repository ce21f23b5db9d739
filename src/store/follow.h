/* Who follows whom, in the store. */
#ifndef APO_STORE_FOLLOW_H
#define APO_STORE_FOLLOW_H

#include "store/store.h"

enum {
    APO_STORE_FOLLOWED_MAX = 200 /* of a person: their games are merged for one page */
};

typedef struct apo_store_follow {
    char person[APO_STORE_ID_MAX];   /* who follows */
    char followed[APO_STORE_ID_MAX]; /* who is followed */
    int64_t at_ms;                   /* since when */
} apo_store_follow;

/* Following somebody who is followed already changes nothing. */
void apo_store_add_follow(apo_store_batch *batch, const apo_store_follow *follow);
void apo_store_drop_follow(apo_store_batch *batch, const char *person, const char *followed);

bool apo_store_is_following(apo_store *store, apo_span person, apo_span other);

/* How many a person follows, and how many follow them. */
unsigned apo_store_count_followed(apo_store *store, apo_span person);
unsigned apo_store_count_followers(apo_store *store, apo_span person);

/* The latest first; if `row` returns false, the list ends. Errors: APO_E_IO. */
typedef bool apo_store_follow_row(void *context, const apo_store_follow *follow);
apo_status apo_store_list_followed(apo_store *store, apo_span person, apo_store_follow_row *row,
                                   void *context);
apo_status apo_store_list_followers(apo_store *store, apo_span person, unsigned limit,
                                    apo_store_follow_row *row, void *context);

#endif
