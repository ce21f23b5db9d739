/* What people report to the moderators. */
#ifndef APO_STORE_REPORTS_H
#define APO_STORE_REPORTS_H

#include "store/moderation.h"

enum {
    APO_STORE_PLACE_MAX = 128, /* with the terminator, as all of these */
    APO_STORE_QUOTE_MAX = 2048,
    APO_STORE_ANSWER_MAX = 1024
};

typedef struct apo_store_report {
    int64_t id;                    /* ascending; given by the store */
    char person[APO_STORE_ID_MAX]; /* who reports */
    char about[APO_STORE_ID_MAX];
    int64_t at_ms;
    char key[APO_STORE_KEY_MAX];     /* of the request */
    char place[APO_STORE_PLACE_MAX]; /* path of the page */
    bool is_proved; /* the server has copied the quote from a message of the person */
    char quote[APO_STORE_QUOTE_MAX];
    char reason[APO_STORE_QUOTE_MAX];
    int64_t answered_ms;          /* 0: open */
    char who[APO_STORE_NAME_MAX]; /* the moderator who has answered */
    char answer[APO_STORE_ANSWER_MAX];
} apo_store_report;

/* --- writing ------------------------------------------------------------- */

/* Ignores `id` and the answer. APO_E_EXISTS: this request has been stored already. */
void apo_store_add_report(apo_store_batch *batch, const apo_store_report *report);

/* APO_E_UNKNOWN fails the batch if there is no such open report. */
void apo_store_answer_report(apo_store_batch *batch, int64_t id, const char *who,
                             const char *answer, int64_t now_ms);

/* --- reading ------------------------------------------------------------- */

apo_status apo_store_find_report(apo_store *store, apo_store_report *out, int64_t id);

/* The one made by this person's request with this key. */
apo_status apo_store_find_report_by_key(apo_store *store, apo_store_report *out,
                                        apo_span person, apo_span key);

/* Calls `row` for each report, open ones the oldest first, answered ones the latest first; if
 * it returns false, the list ends. */
typedef bool apo_store_report_row(void *context, const apo_store_report *report);
apo_status apo_store_list_reports(apo_store *store, bool is_open, unsigned limit,
                                  apo_store_report_row *row, void *context);

#endif
