/* Who is on vacation, and was, as the store keeps it. */
#ifndef APO_STORE_VACATIONS_H
#define APO_STORE_VACATIONS_H

#include "store/store.h"

typedef struct apo_store_vacation {
    char person[APO_STORE_ID_MAX];
    int64_t from_ms;
    int64_t until_ms; /* when it will end, or has ended */
    bool is_over;
    char key[APO_STORE_KEY_MAX]; /* of the request that began it */
} apo_store_vacation;

/* The second of a person that would begin at the same millisecond fails the batch
 * (APO_E_EXISTS). */
void apo_store_add_vacation(apo_store_batch *batch, const apo_store_vacation *vacation);

/* Ends the one that goes on, if there is one. */
void apo_store_end_vacation(apo_store_batch *batch, const char *person, int64_t until_ms);

/* The one that goes on. */
apo_status apo_store_find_vacation(apo_store *store, apo_store_vacation *out, apo_span person);

/* Calls `row` for each vacation that reaches beyond `after_ms`, in order; false from it ends
 * the list. */
typedef bool apo_store_vacation_row(void *context, const apo_store_vacation *vacation);
apo_status apo_store_list_vacations(apo_store *store, apo_span person, int64_t after_ms,
                                    apo_store_vacation_row *row, void *context);

#endif
