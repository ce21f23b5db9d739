/* Comments that visitors write below a study that they may read without being its members. */
#ifndef APO_SERVER_STUDY_COMMENT_H
#define APO_SERVER_STUDY_COMMENT_H

#include "server/talk/comments.h"
#include "store/studies.h"

enum {
    APO_STUDY_PATH_MAX = 16 + APO_STORE_ID_MAX
};

/* False for a private study: its members write in its text. */
bool apo_study_has_comments(const apo_store_study *study);

/* Where the comments on a study stand; valid as long as the study and `page`. */
apo_comments_place apo_study_comments_place(char page[APO_STUDY_PATH_MAX],
                                            const apo_store_study *study);

/* Adds the deletion of all comments on a study to the batch. */
void apo_study_drop_comments(apo_store_batch *batch, const char *study);

#endif
