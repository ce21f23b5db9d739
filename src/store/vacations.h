/* Present and past vacations in the store. */
#ifndef APO_STORE_VACATIONS_H
#define APO_STORE_VACATIONS_H

#include "store/store.h"

typedef struct apo_store_vacation {
    char person[APO_STORE_ID_MAX];
    int64_t from_ms;
    int64_t until_ms; /* its planned or real end */
    bool is_over;
    char key[APO_STORE_KEY_MAX]; /* of the starting request */
} apo_store_vacation;

/* Two vacations of a person beginning in the same millisecond fail the batch (APO_E_EXISTS). */
void apo_store_add_vacation(apo_store_batch *batch, const apo_store_vacation *vacation);

/* Ends the current one, if there is one. */
void apo_store_end_vacation(apo_store_batch *batch, const char *person, int64_t until_ms);

/* The current one. */
apo_status apo_store_find_vacation(apo_store *store, apo_store_vacation *out, apo_span person);

/* Calls `row` for each vacation that ends after `after_ms`, in order; if it returns false, the
 * list ends. */
typedef bool apo_store_vacation_row(void *context, const apo_store_vacation *vacation);
apo_status apo_store_list_vacations(apo_store *store, apo_span person, int64_t after_ms,
                                    apo_store_vacation_row *row, void *context);

#endif
