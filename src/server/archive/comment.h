/* Comments that visitors write below an imported game. */
#ifndef APO_SERVER_ARCHIVE_COMMENT_H
#define APO_SERVER_ARCHIVE_COMMENT_H

#include "server/talk/comments.h"
#include "store/archive.h"

enum {
    APO_ARCHIVE_PATH_MAX = 32 + APO_STORE_ID_MAX
};

/* Where the comments on an imported game stand; valid as long as the record and `page`. */
apo_comments_place apo_archive_comments_place(char page[APO_ARCHIVE_PATH_MAX],
                                              const apo_store_record *record);

/* Fills the comments of the game's page. `var` NULL: its moves cannot be replayed. */
void apo_archive_fill_comments(apo_fill *fill, apo_app *app, apo_http_request *req,
                               const apo_variant *var, const apo_store_record *record);

#endif
