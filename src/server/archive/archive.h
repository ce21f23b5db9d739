/* Files finished games so that they can be found (store/archive.h): their tags, and the record
 * made of a game. No network. Loop's thread, or that of a command. */
#ifndef APO_SERVER_ARCHIVE_ARCHIVE_H
#define APO_SERVER_ARCHIVE_ARCHIVE_H

#include "server/archive/pending.h"
#include "server/round/round.h"
#include "store/archive.h"

enum {
    /* Positions that are filed for searches and for the explorer. More would take up over half
     * of the database; after 15 moves by each side, hardly any two games coincide. */
    APO_ARCHIVE_PLIES = 30,
    /* First moves filed as a text, so that searches find them for any start. */
    APO_ARCHIVE_OPENING = 10
};

/* What a tag says about a game. */
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

/* The tag of records in a collection ("": the public one). `text` is one or two texts; the
 * second may be empty. */
int64_t apo_archive_tag(const char *collection, enum apo_tag what, apo_span text, apo_span more,
                        uint64_t number);

/* A name as a search key: ASCII letters in lower case, at most APO_STORE_PLAYER_MAX - 1
 * bytes. */
void apo_archive_fold_name(char out[APO_STORE_PLAYER_MAX], apo_span name);

/* The moves of a game, collected while replaying it. */
typedef struct apo_archive_walk {
    apo_buffer moves; /* coordinates with blanks between */
    int64_t plies;
    unsigned key_count;
    uint64_t keys[APO_ARCHIVE_PLIES + 1]; /* of the positions before move 0, 1, ... */
    size_t ends[APO_ARCHIVE_PLIES];       /* end of the first moves in the text */
    apo_buffer notes;                     /* as in a record; filled by an import */
} apo_archive_walk;

void apo_archive_walk_init(apo_archive_walk *walk);
void apo_archive_walk_clear(apo_archive_walk *walk);

/* Adds a move that is about to be made in `before`; and the final position. */
void apo_archive_walk_add(apo_archive_walk *walk, const apo_position *before,
                          const apo_move *mv);
void apo_archive_walk_end(apo_archive_walk *walk, const apo_position *last);

/* The whole game; adds nothing if it has no moves. */
void apo_archive_walk_game(apo_archive_walk *walk, const apo_game *game);

/* An unused id for a game that ended at that time: free in the store (NULL: an empty one) and
 * among the pending games (may be NULL). */
int64_t apo_archive_id(apo_store *store, const apo_pending *pending, int64_t ended_ms,
                       const char *game);

/* Files the game: record, tags and sums. `record` has everything but `plies` and `moves`, and
 * its definition is in the store. If staged (store/archive.h), it takes effect after
 * apo_store_settle. */
void apo_archive_add(apo_store_batch *batch, const apo_store_record *record,
                     const apo_archive_walk *walk, bool is_staged);

/* Removes a record, as read from the store, from a private collection, with its tags and its
 * share of the sums. An empty walk leaves the entries filed by position. */
void apo_archive_remove(apo_store_batch *batch, const apo_store_record *record,
                        const apo_archive_walk *walk);

/* The record of a finished game, without `plies` and `moves`; `fen` is borrowed from the round.
 * People's names are the present ones. */
void apo_archive_of_round(apo_store_record *out, const apo_round *round, apo_store *store,
                          int64_t ended_ms);

#endif
