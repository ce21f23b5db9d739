/* Games that people have published, and their versions, in the store. A version never changes:
 * its text is a definition (store/games.h), found by its digest. */
#ifndef APO_STORE_PUBLISHED_H
#define APO_STORE_PUBLISHED_H

#include "store/games.h"

enum {
    APO_STORE_GAME_NAME_MAX = 80 /* with the terminator */
};

/* Who has hidden a game. */
enum apo_store_hidden {
    APO_STORE_SHOWN,
    APO_STORE_HIDDEN_BY_AUTHOR,
    APO_STORE_HIDDEN_BY_MODERATOR
};

/* A published game, with one of its versions. */
typedef struct apo_store_published {
    char variant[APO_STORE_VARIANT_MAX]; /* the variant of its games; never changes
                                          */
    char author[APO_STORE_ID_MAX];
    char id[APO_STORE_VARIANT_MAX];    /* chosen by the author, for addresses */
    char remix[APO_STORE_VARIANT_MAX]; /* the game it was made from: a variant, or "" */
    unsigned remix_version;
    enum apo_store_hidden hidden;
    unsigned latest;             /* number of the newest version */
    int64_t games;               /* finished ones */
    int64_t created_ms;          /* of the first version */
    unsigned version;            /* from 1; the members from here on belong to it */
    char key[APO_STORE_KEY_MAX]; /* of the request */
    char definition[APO_STORE_DIGEST_MAX];
    char name[APO_STORE_GAME_NAME_MAX];
    unsigned files, ranks, rows, starts;
    int64_t bytes; /* of the compiled game */
    int64_t at_ms;
} apo_store_published;

/* --- writing ------------------------------------------------------------- */

/* Adds a game with its first version. APO_E_EXISTS: the author has one with this id. */
void apo_store_add_published(apo_store_batch *batch, const apo_store_published *game);

/* Adds version `version`, which becomes the newest; `pieces` is for apo_store_find_pieces.
 * APO_E_EXISTS: it exists. */
void apo_store_add_version(apo_store_batch *batch, const apo_store_published *game,
                           apo_span pieces);

/* Sets who has hidden a game. */
void apo_store_hide_published(apo_store_batch *batch, const char *variant,
                              enum apo_store_hidden hidden);

/* Counts a finished game, if the variant is a published game. */
void apo_store_count_published(apo_store_batch *batch, const char *variant);

/* --- reading ------------------------------------------------------------- */

/* With the newest version. */
apo_status apo_store_find_published(apo_store *store, apo_store_published *out,
                                    apo_span variant);

/* An author's game by its id, with the newest version. */
apo_status apo_store_find_published_id(apo_store *store, apo_store_published *out,
                                       apo_span author, apo_span id);

/* The version with this number, or with this definition. */
apo_status apo_store_find_version(apo_store *store, apo_store_published *out, apo_span variant,
                                  unsigned version);
apo_status apo_store_find_version_of(apo_store *store, apo_store_published *out,
                                     apo_span variant, apo_span definition);

/* Adds what was stored about the pieces of a version. */
apo_status apo_store_find_pieces(apo_store *store, apo_buffer *out, apo_span variant,
                                 unsigned version);

/* How many games an author has published, hidden ones too; 0 on a read error. */
unsigned apo_store_count_published_by(apo_store *store, apo_span author);

/* A filter for lists of games that are not hidden. */
typedef struct apo_store_published_filter {
    bool is_by_games; /* the most played first; else the newest */
    apo_span search;  /* lower case; in the name. Empty: all */
    /* the last one of the previous page; NULL: from the beginning */
    const apo_store_published *before;
} apo_store_published_filter;

/* Lists call `row` for each game, with its newest version; if it returns false, the list ends.
 */
typedef bool apo_store_published_row(void *context, const apo_store_published *game);
apo_status apo_store_list_published(apo_store *store, const apo_store_published_filter *filter,
                                    unsigned limit, apo_store_published_row *row,
                                    void *context);

/* All games of an author, hidden ones too, the newest first. */
apo_status apo_store_list_published_by(apo_store *store, apo_span author, unsigned limit,
                                       apo_store_published_row *row, void *context);

/* Games made from this one and not hidden, the newest first. */
apo_status apo_store_list_remixes(apo_store *store, apo_span variant, unsigned limit,
                                  apo_store_published_row *row, void *context);

/* All versions of a game, the newest first. */
apo_status apo_store_list_versions(apo_store *store, apo_span variant, unsigned limit,
                                   apo_store_published_row *row, void *context);

#endif
