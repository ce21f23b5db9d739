/* What a game that is over is filed under, so that it is found again (store/archive.h): the
 * tags, and the record made of a game. No network. Loop's thread, or that of a command. */
#ifndef APO_SERVER_ARCHIVE_ARCHIVE_H
#define APO_SERVER_ARCHIVE_ARCHIVE_H

#include "server/archive/pending.h"
#include "server/round/round.h"
#include "store/archive.h"

enum {
    /* Positions of a game by which it is found, and from which the explorer knows the next
     * move. More would be more than half of the database; behind 15 moves of each side hardly
     * two games meet. */
    APO_ARCHIVE_PLIES = 30,
    /* First moves that are filed as a text, which finds them whatever the start. */
    APO_ARCHIVE_OPENING = 10
};

/* What a tag says of a game. */
enum apo_tag {
    APO_TAG_ALL,
    APO_TAG_VARIANT,  /* text: id */
    APO_TAG_START,    /* text: id and the start's name, number: of the start */
    APO_TAG_RESULT,   /* number: White's quarters */
    APO_TAG_PERSON,   /* text: id of a player */
    APO_TAG_NAME,     /* text: name of a player, in lower case */
    APO_TAG_POSITION, /* text: id of the variant, number: key of the position */
    APO_TAG_OPENING,  /* text: id of the variant and moves */
    APO_TAG_CLOCK,    /* number: enum apo_record_clock */
    APO_TAG_RATED,
    APO_TAGS
};

/* The tag of records in a collection ("": that for everybody). `text` is one or two texts; the
 * second may be empty. */
int64_t apo_archive_tag(const char *collection, enum apo_tag what, apo_span text, apo_span more,
                        uint64_t number);

/* A name as it is looked for: ASCII letters in lower case, at most APO_STORE_PLAYER_MAX - 1
 * bytes. */
void apo_archive_fold_name(char out[APO_STORE_PLAYER_MAX], apo_span name);

/* The moves of a game, gathered while it is gone through. */
typedef struct apo_archive_walk {
    apo_buffer moves; /* coordinates with blanks between */
    int64_t plies;
    unsigned key_count;
    uint64_t keys[APO_ARCHIVE_PLIES + 1]; /* of the positions before move 0, 1, ... */
    size_t ends[APO_ARCHIVE_PLIES];       /* where the first moves end in the text */
} apo_archive_walk;

void apo_archive_walk_init(apo_archive_walk *walk);
void apo_archive_walk_clear(apo_archive_walk *walk);

/* A move that is about to be made in `before`; and the position behind the last one. */
void apo_archive_walk_add(apo_archive_walk *walk, const apo_position *before,
                          const apo_move *mv);
void apo_archive_walk_end(apo_archive_walk *walk, const apo_position *last);

/* The whole game; adds nothing if it has no moves. */
void apo_archive_walk_game(apo_archive_walk *walk, const apo_game *game);

/* An id that is free in the store (NULL: an empty one) and among those on their way to it (may
 * be NULL), for a game that ended then. */
int64_t apo_archive_id(apo_store *store, const apo_pending *pending, int64_t ended_ms,
                       const char *game);

/* Files the game: record, tags and sums. `record` has everything but `plies` and `moves`, and
 * its definition is in the store. Staged (store/archive.h) it has effect after
 * apo_store_settle. */
void apo_archive_add(apo_store_batch *batch, const apo_store_record *record,
                     const apo_archive_walk *walk, bool is_staged);

/* Takes a record of somebody's own collection out again, as it was read from the store, with
 * its tags and its part in the sums. An empty walk leaves what was filed by its positions. */
void apo_archive_remove(apo_store_batch *batch, const apo_store_record *record,
                        const apo_archive_walk *walk);

/* The record of a finished game, without `plies` and `moves`; `fen` is borrowed from the round.
 * Names of people are as they are now. */
void apo_archive_of_round(apo_store_record *out, const apo_round *round, apo_store *store,
                          int64_t ended_ms);

#endif
