/* Comments made on this site about the moves of a game, for its PGN. */
#ifndef APO_SERVER_ARCHIVE_REMARKS_H
#define APO_SERVER_ARCHIVE_REMARKS_H

#include "base/buffer.h"
#include "store/archive.h"

enum {
    APO_ARCHIVE_REMARKS = 400 /* of one game; later ones are left out */
};

typedef struct apo_archive_remark {
    int64_t ply; /* number of the half-move that it is about */
    size_t begin, length;
} apo_archive_remark;

typedef struct apo_archive_remarks {
    apo_buffer text; /* all of them, "Ann: a fine move" */
    size_t count;
    apo_archive_remark of[APO_ARCHIVE_REMARKS];
} apo_archive_remarks;

/* Reads the comments on a finished game that the reader ("": anybody) may read: those in the
 * spectators' conversation and, for its players, those in their own conversation; of an
 * imported game those below its page. Clear it afterwards. Any thread, with its own store. */
void apo_archive_remarks_read(apo_archive_remarks *out, apo_store *store,
                              const apo_store_record *record, apo_span reader);
void apo_archive_remarks_clear(apo_archive_remarks *remarks);

/* The text of remark `index`; borrowed. */
apo_span apo_archive_remark_text(const apo_archive_remarks *remarks, size_t index);

#endif
