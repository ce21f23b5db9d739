/* Access rights to studies. */
#ifndef APO_SERVER_STUDY_ACCESS_H
#define APO_SERVER_STUDY_ACCESS_H

#include "server/web/app.h"
#include "store/studies.h"

/* Each includes those before it. */
enum apo_study_access {
    APO_STUDY_NONE,
    APO_STUDY_READ,
    APO_STUDY_WRITE, /* its text */
    APO_STUDY_OWN,   /* its name, its visibility, its members; delete it */
    APO_STUDY_ACCESSES
};

/* The words of the API: "none", "read", "write", "own"; "private", "link", "public". */
extern const char *const apo_study_access_words[APO_STUDY_ACCESSES];
extern const char *const apo_study_visibility_words[APO_STORE_VISIBILITIES];

/* What the person (empty: a stranger) may do with a study. */
enum apo_study_access apo_study_access_of(apo_store *store, const apo_store_study *study,
                                          apo_span person);

/* True for studies that a reader's lists (empty: a stranger's) leave out, because the reader
 * has blocked or muted the owner, who chose the names. `is_public`: for the public list, which
 * also leaves out owners muted by a moderator. */
bool apo_study_is_hidden(apo_store *store, const apo_store_study *study, apo_span reader,
                         bool is_public);

/* Finds the study named by the URL's "id", and the sender's access to it. False if there is
 * none that they may read. */
bool apo_study_asked(apo_app *app, apo_http_request *req, apo_store_study *out,
                     enum apo_study_access *access);

#endif
