/* People's choices of reminders, in the store. */
#ifndef APO_STORE_REMINDERS_H
#define APO_STORE_REMINDERS_H

#include "store/store.h"

enum {
    APO_STORE_REMINDERS_MAX = 64 /* bytes of the text, with the terminator */
};

/* The text's format is the caller's. */
void apo_store_set_reminders(apo_store_batch *batch, const char *person, apo_span text);

/* Errors: APO_E_UNKNOWN: the person has not chosen any. */
apo_status apo_store_find_reminders(apo_store *store, char out[APO_STORE_REMINDERS_MAX],
                                    apo_span person);

#endif
