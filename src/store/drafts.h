/* Drafts: games that people work on in the workshop, available in all their browsers. The text
 * is the browser's; each save increments the version. */
#ifndef APO_STORE_DRAFTS_H
#define APO_STORE_DRAFTS_H

#include "store/store.h"

typedef struct apo_store_draft {
    char owner[APO_STORE_ID_MAX];
    char id[APO_STORE_ID_MAX]; /* chosen by the browser; the owner's own */
    int64_t version;           /* from 1 */
    int64_t changed_ms;
} apo_store_draft;

/* Replaces version `draft->version` of the text with the next one. Creates the draft if it does
 * not exist (any more). APO_E_UNKNOWN: it has another version. */
void apo_store_save_draft(apo_store_batch *batch, const apo_store_draft *draft, apo_span text);

/* APO_E_UNKNOWN: it is gone, or has another version. */
void apo_store_delete_draft(apo_store_batch *batch, const apo_store_draft *draft);

/* Finds a draft, and adds its text to `text` unless that is NULL. APO_E_UNKNOWN: there is
 * none. */
apo_status apo_store_find_draft(apo_store *store, apo_store_draft *out, apo_buffer *text,
                                apo_span owner, apo_span id);

/* Calls `row` for each draft of a person, in no order, until it returns false. */
typedef bool apo_store_draft_row(void *context, const apo_store_draft *draft);
apo_status apo_store_list_drafts(apo_store *store, apo_span owner, apo_store_draft_row *row,
                                 void *context);

#endif
