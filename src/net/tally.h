/* Counts by key: how many connections an address has open. */
#ifndef APO_NET_TALLY_H
#define APO_NET_TALLY_H

#include "base/span.h"

typedef struct apo_tally apo_tally;

/* Gives (free with apo_tally_free). NULL when out of memory. */
apo_tally *apo_tally_new(void);
void apo_tally_free(apo_tally *tally); /* NULL is allowed */

/* Adds one, unless the count is `maximum` already or memory runs out; false then. */
bool apo_tally_enter(apo_tally *tally, apo_span key, unsigned maximum);

/* Takes one away; the key must have entered. */
void apo_tally_leave(apo_tally *tally, apo_span key);

unsigned apo_tally_count(const apo_tally *tally, apo_span key);

#endif
