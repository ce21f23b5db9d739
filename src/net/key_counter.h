/* Counts by key: how many connections an address has open. */
#ifndef APO_NET_KEY_COUNTER_H
#define APO_NET_KEY_COUNTER_H

#include "base/span.h"

typedef struct apo_key_counter apo_key_counter;

/* The caller frees it with apo_key_counter_free. NULL when out of memory. */
apo_key_counter *apo_key_counter_new(void);
void apo_key_counter_free(apo_key_counter *counter); /* NULL is allowed */

/* Adds one. False if the count is `maximum` already or memory runs out. */
bool apo_key_counter_enter(apo_key_counter *counter, apo_span key, unsigned maximum);

/* Subtracts one; the key must have been counted. */
void apo_key_counter_leave(apo_key_counter *counter, apo_span key);

unsigned apo_key_counter_count(const apo_key_counter *counter, apo_span key);

/* The greatest count, and its key, borrowed until the next change; 0: nothing is counted. */
unsigned apo_key_counter_most(const apo_key_counter *counter, apo_span *out_key);

#endif
