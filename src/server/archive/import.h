/* Reads games from files: PGN, with our own tags, and logs of Game Courier with their headers
 * ("White: Ann", "// White: Ann"). A faulty game is reported and skipped. No network. */
#ifndef APO_SERVER_ARCHIVE_IMPORT_H
#define APO_SERVER_ARCHIVE_IMPORT_H

#include "notation/courier_log.h"
#include "notation/pgn_reader.h"
#include "server/archive/search.h"

typedef struct apo_import_options {
    apo_span variant;       /* for games that do not name their variant; may be empty */
    apo_span start;         /* likewise: "17", "rank3 2" */
    const char *collection; /* whose collection; "": the public one */
    bool has_matching;      /* players are matched to accounts by name */
    int64_t now_ms;         /* for games without a date */
    /* Borrowed: the pending games of the batch, to which each game read is added. NULL: each is
     * stored before the next is read. */
    apo_pending *pending;
} apo_import_options;

/* The reader's state. */
typedef struct apo_import {
    apo_import_options options;
    apo_variant_map *variants;
    apo_store *store;
    apo_span text;         /* borrowed, as are the options */
    apo_courier_log log;   /* of logs of Game Courier */
    apo_pgn_reader reader; /* of PGN */
    unsigned game;         /* number of the last one, from 1 */
    bool is_pgn;
    uint32_t line; /* of the text at `line_at` */
    size_t line_at;
    char fen[1900]; /* of the last game */
} apo_import;

typedef struct apo_import_fault {
    unsigned game; /* from 1 */
    uint32_t line;
    char detail[APO_ERROR_DETAIL_MAX]; /* a sentence without a full stop */
} apo_import_fault;

enum apo_import_step {
    APO_IMPORT_GAME,  /* the record and the walk are filled */
    APO_IMPORT_KNOWN, /* the game is in the archive already, or pending */
    APO_IMPORT_FAULT, /* the fault is filled */
    APO_IMPORT_END
};

/* `store` NULL: an empty archive. */
void apo_import_start(apo_import *import, const apo_import_options *options,
                      apo_variant_map *variants, apo_store *store, apo_span text);

/* Reads the next game, in two steps. The first examines only the text, takes time, and may run
 * outside the store's thread (unless players are matched). It gives APO_IMPORT_GAME, _FAULT or
 * _END, and leaves out the record's id. The second, for a game that was read, checks whether it
 * is known and finds its id: APO_IMPORT_GAME, _KNOWN or _FAULT. */
enum apo_import_step apo_import_read(apo_import *import, apo_store_record *record,
                                     apo_archive_walk *walk, apo_import_fault *fault);
enum apo_import_step apo_import_place(apo_import *import, apo_store_record *record,
                                      apo_import_fault *fault);

/* How much of the text has been read, in bytes. */
size_t apo_import_position(const apo_import *import);

/* Both steps. `record` and `walk` (initialised) are as apo_archive_add wants them; `fen` of the
 * record is borrowed from `import` until the next call. */
enum apo_import_step apo_import_next(apo_import *import, apo_store_record *record,
                                     apo_archive_walk *walk, apo_import_fault *fault);

#endif
