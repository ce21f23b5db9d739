/* Notices, which tell a person what others did, and the channels chosen for them. */
#ifndef APO_STORE_NOTICES_H
#define APO_STORE_NOTICES_H

#include "store/store.h"

enum {
    APO_STORE_NOTICE_KIND_MAX = 24, /* with the terminator, as all of these */
    APO_STORE_SUBJECT_MAX = 64,
    APO_STORE_NOTICE_TEXT_MAX = 256
};

typedef struct apo_store_notice {
    int64_t id; /* ascending; given by the store */
    char person[APO_STORE_ID_MAX];
    char kind[APO_STORE_NOTICE_KIND_MAX];
    char cause[APO_STORE_KEY_MAX];       /* unique for a person, who is told once */
    char other[APO_STORE_ID_MAX];        /* who has caused it; "" */
    char subject[APO_STORE_SUBJECT_MAX]; /* a game, a tournament ... */
    char text[APO_STORE_NOTICE_TEXT_MAX];
    unsigned channels; /* bits; the caller's */
    int64_t at_ms;
    int64_t read_ms; /* 0: not yet */
} apo_store_notice;

/* --- writing ------------------------------------------------------------- */

/* Does nothing if the person has been told of this cause before, or, with `is_joined`, still
 * has an unread notice of this kind from the same other person. Ignores `id`. */
void apo_store_add_notice(apo_store_batch *batch, const apo_store_notice *notice,
                          bool is_joined);

/* Mark as read: all up to number `last`; those of a kind and subject. */
void apo_store_read_notices(apo_store_batch *batch, const char *person, int64_t last,
                            int64_t now_ms);
void apo_store_read_notices_of(apo_store_batch *batch, const char *person, const char *kind,
                               const char *subject, int64_t now_ms);

/* Marks all notices of a subject as read. */
void apo_store_read_notices_about(apo_store_batch *batch, const char *person,
                                  const char *subject, int64_t now_ms);

/* Deletes notices older than that time. */
void apo_store_sweep_notices(apo_store_batch *batch, int64_t before_ms);

/* Chooses the channels of a kind. */
void apo_store_set_notice_choice(apo_store_batch *batch, const char *person, const char *kind,
                                 unsigned channels);

/* --- reading ------------------------------------------------------------- */

apo_status apo_store_find_notice(apo_store *store, apo_store_notice *out, apo_span person,
                                 apo_span cause);

/* Lists call `row` for each row; if it returns false, the list ends. */
typedef bool apo_store_notice_row(void *context, const apo_store_notice *notice);

/* Before number `before`, the latest first: those that have one of the `channels`. */
apo_status apo_store_list_notices(apo_store *store, apo_span person, int64_t before,
                                  unsigned channels, unsigned limit, apo_store_notice_row *row,
                                  void *context);

/* How many unread notices with one of the channels; 0 on a read error. */
unsigned apo_store_count_notices(apo_store *store, apo_span person, unsigned channels);

/* The chosen channels of a kind. Errors: APO_E_UNKNOWN: nothing chosen. */
apo_status apo_store_find_notice_choice(apo_store *store, unsigned *out, apo_span person,
                                        apo_span kind);

#endif
