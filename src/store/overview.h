/* Figures about the database, for operators. Counting reads whole tables, so except for the
 * queues use a thread that may take its time, with its own store. */
#ifndef APO_STORE_OVERVIEW_H
#define APO_STORE_OVERVIEW_H

#include "store/mail.h"

typedef struct apo_store_overview {
    int64_t accounts, guests, games, finished, messages, problems;
    int64_t bytes; /* of the database */
} apo_store_overview;

/* The work that is waiting. Cheap enough for the loop. */
typedef struct apo_store_queues {
    int64_t jobs, jobs_due; /* all; those whose time has come */
    int64_t mails_waiting, mails_failed;
    int64_t addresses_refused;
    int64_t reports; /* without an answer */
} apo_store_queues;

/* New accounts and games of one day, counted from 1970. */
typedef struct apo_store_growth {
    int64_t day, accounts, games;
} apo_store_growth;

/* Errors: APO_E_IO. */
apo_status apo_store_read_overview(apo_store *store, apo_store_overview *out);
apo_status apo_store_read_queues(apo_store *store, apo_store_queues *out, int64_t now_ms);

/* Bytes of the database's pages; 0 on a read error. */
int64_t apo_store_bytes(apo_store *store);

/* Days from `since` on with something new, the latest first; if `row` returns false, the list
 * ends. */
typedef bool apo_store_growth_row(void *context, const apo_store_growth *growth);
apo_status apo_store_list_growth(apo_store *store, int64_t since_day, apo_store_growth_row *row,
                                 void *context);

/* The jobs of each kind. */
typedef bool apo_store_job_kind_row(void *context, const char *kind, int64_t count,
                                    int64_t due_count);
apo_status apo_store_list_job_kinds(apo_store *store, int64_t now_ms,
                                    apo_store_job_kind_row *row, void *context);

/* Mailboxes whose address the mail server refuses, the latest first. */
apo_status apo_store_list_refused(apo_store *store, unsigned limit, apo_store_mailbox_row *row,
                                  void *context);

#endif
