/* Moderation by operators, and its log. */
#ifndef APO_STORE_MODERATION_H
#define APO_STORE_MODERATION_H

#include "store/people.h"

enum {
    APO_STORE_ACTION_MAX = 16, /* with the terminator, as all of these */
    APO_STORE_REASON_TEXT_MAX = 512
};

/* A line of the moderation log. */
typedef struct apo_store_log_entry {
    int64_t at_ms;
    char who[APO_STORE_NAME_MAX]; /* the operator */
    char action[APO_STORE_ACTION_MAX];
    char person[APO_STORE_ID_MAX];
    char name[APO_STORE_NAME_MAX]; /* of the person, at that time */
    char reason[APO_STORE_REASON_TEXT_MAX];
} apo_store_log_entry;

/* --- writing ------------------------------------------------------------- */

/* Clears some bits of the standing and then sets others, as it is stored now: two changes of
 * different bits at the same moment both take effect. */
void apo_store_set_standing(apo_store_batch *batch, const char *person, unsigned set,
                            unsigned cleared);

/* Renames a person; the former name leads to them from now on. APO_E_EXISTS: the name is
 * taken. */
void apo_store_rename(apo_store_batch *batch, const apo_store_person *before, const char *name,
                      const char *name_key, int64_t now_ms);
void apo_store_add_log_entry(apo_store_batch *batch, const apo_store_log_entry *entry);

/* --- reading ------------------------------------------------------------- */

/* The person with this former name. APO_E_UNKNOWN: nobody. */
apo_status apo_store_find_former(apo_store *store, apo_store_person *out, apo_span name_key);

/* Lists call `row` for each row; if it returns false, the list ends. */
typedef bool apo_store_log_row(void *context, const apo_store_log_entry *entry);

/* The log, the latest first; of one person, or of all (""). */
apo_status apo_store_list_log(apo_store *store, apo_span person, unsigned limit,
                              apo_store_log_row *row, void *context);

#endif
