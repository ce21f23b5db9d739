/* The latest finished games of the people that a person follows. */
#ifndef APO_SERVER_ACCOUNT_FOLLOW_FEED_H
#define APO_SERVER_ACCOUNT_FOLLOW_FEED_H

#include "store/follow.h"
#include "store/games.h"

enum {
    APO_FOLLOW_FEED_MAX = 30 /* games of one page */
};

typedef struct apo_follow_feed {
    apo_store_game *games; /* owned; the latest first, each once */
    unsigned count;
    int64_t next_ms; /* the value of `before_ms` for the games that come next; 0: none */
} apo_follow_feed;

/* Gives the games that ended before a time; clear with apo_follow_feed_clear. Reads up to 30
 * games of each of 200 people: not for the loop. Errors: APO_E_MEMORY, APO_E_IO. */
apo_status apo_follow_feed_read(apo_follow_feed *out, apo_store *store, apo_span person,
                                int64_t before_ms);
void apo_follow_feed_clear(apo_follow_feed *feed);

#endif
