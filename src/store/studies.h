/* Studies: annotated games that several people write together. The text is a PGN with a game
 * for each chapter; each time it is saved the version grows by one. */
#ifndef APO_STORE_STUDIES_H
#define APO_STORE_STUDIES_H

#include "store/store.h"

enum {
    APO_STORE_STUDY_NAME_MAX = 324 /* 80 characters of up to four bytes, and the terminator */
};

/* Who may read a study besides its owner and its members. */
enum apo_store_visibility {
    APO_STORE_STUDY_PRIVATE, /* nobody */
    APO_STORE_STUDY_LINKED,  /* everybody who knows its id */
    APO_STORE_STUDY_PUBLIC,  /* everybody; it is in the list */
    APO_STORE_VISIBILITIES
};

typedef struct apo_store_study {
    char id[APO_STORE_ID_MAX];
    char owner[APO_STORE_ID_MAX];
    char key[APO_STORE_KEY_MAX]; /* of the request that made it */
    char name[APO_STORE_STUDY_NAME_MAX];
    enum apo_store_visibility visibility;
    int64_t version; /* from 1 */
    int64_t created_ms, changed_ms;
} apo_store_study;

/* --- writing ------------------------------------------------------------- */

/* APO_E_EXISTS: the owner has made one by this request already. */
void apo_store_add_study(apo_store_batch *batch, const apo_store_study *study, apo_span text);

/* Replaces version `version` of the text with the next one. APO_E_UNKNOWN: the study is gone,
 * or has another version. */
void apo_store_save_study(apo_store_batch *batch, const char *id, int64_t version,
                          apo_span text, int64_t at_ms);

/* Sets name and visibility. APO_E_UNKNOWN: the study is gone. */
void apo_store_set_study(apo_store_batch *batch, const apo_store_study *study);

/* Deletes it with its members. Does nothing if it is gone. */
void apo_store_delete_study(apo_store_batch *batch, const char *id);

/* Adds a member, or changes what they may do. */
void apo_store_put_member(apo_store_batch *batch, const char *study, const char *person,
                          bool may_write);
void apo_store_drop_member(apo_store_batch *batch, const char *study, const char *person);

/* Ends a person's membership in all studies of an owner. */
void apo_store_part_studies(apo_store_batch *batch, const char *owner, const char *person);

/* Ends a person's membership wherever `other` is a member, too, unless both only read. */
void apo_store_leave_shared_studies(apo_store_batch *batch, const char *person,
                                    const char *other);

/* --- reading ------------------------------------------------------------- */

/* APO_E_UNKNOWN: there is none. */
apo_status apo_store_find_study(apo_store *store, apo_store_study *out, apo_span id);
apo_status apo_store_find_study_key(apo_store *store, apo_store_study *out, apo_span owner,
                                    apo_span key);

/* Adds the text to `out`. APO_E_UNKNOWN: there is no such study. */
apo_status apo_store_find_study_text(apo_store *store, apo_buffer *out, apo_span id);

/* APO_E_UNKNOWN: the person is no member. */
apo_status apo_store_find_member(apo_store *store, bool *may_write, apo_span study,
                                 apo_span person);

/* How many a person owns. */
unsigned apo_store_count_studies(apo_store *store, apo_span owner);

/* Each calls `row` until it returns false. */
typedef bool apo_store_member_row(void *context, const char *person, bool may_write);
apo_status apo_store_list_members(apo_store *store, apo_span study, apo_store_member_row *row,
                                  void *context);

/* The most recently changed first: the public ones changed before `before_ms`, at most `limit`;
 * those that a person owns or is a member of. */
typedef bool apo_store_study_row(void *context, const apo_store_study *study);
apo_status apo_store_list_public_studies(apo_store *store, int64_t before_ms, unsigned limit,
                                         apo_store_study_row *row, void *context);
apo_status apo_store_list_studies_of(apo_store *store, apo_span person,
                                     apo_store_study_row *row, void *context);

#endif
