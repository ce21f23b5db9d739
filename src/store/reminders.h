/* When people want to be reminded of a move, as the store keeps it. */
#ifndef APO_STORE_REMINDERS_H
#define APO_STORE_REMINDERS_H

#include "store/store.h"

enum {
    APO_STORE_REMINDERS_MAX = 64 /* bytes of the text, with the terminator */
};

/* The text is the caller's. */
void apo_store_set_reminders(apo_store_batch *batch, const char *person, apo_span text);

/* Errors: APO_E_UNKNOWN: the person has not chosen any. */
apo_status apo_store_find_reminders(apo_store *store, char out[APO_STORE_REMINDERS_MAX],
                                    apo_span person);

#endif
