/* Finished games, for searches and statistics.
 *
 * A record is one game, with its moves as a text. It is found by its tags: 64-bit numbers that
 * the writer makes from a position, a player, a result. All tags are in one ordered table, so a
 * search for several things walks several ordered lists side by side.
 *
 * Records are ordered by id, which begins with the second in which the game ended: the newest
 * come first, and a date is a bound on the id. */
#ifndef APO_STORE_ARCHIVE_H
#define APO_STORE_ARCHIVE_H

#include "store/games.h"

enum {
    APO_STORE_RESULTS = 5, /* White's quarters 0 .. 4 */
    APO_STORE_REASON_MAX = 24,
    APO_STORE_ODDS_MAX = 40,
    APO_STORE_PLAYER_MAX = 64,
    APO_RECORD_SERIAL_BITS = 20 /* low bits of an id, for games that end in the same second */
};

enum apo_record_kind {
    APO_RECORD_PEOPLE,
    APO_RECORD_COMPUTER, /* at least one of the players */
    APO_RECORD_IMPORTED,
    APO_RECORD_KINDS
};

enum apo_record_clock {
    APO_RECORD_CLOCK_NONE,
    APO_RECORD_CLOCK_LIVE,
    APO_RECORD_CLOCK_DAYS,
    APO_RECORD_CLOCK_ODDS, /* the players had different clocks */
    APO_RECORD_CLOCKS
};

typedef struct apo_store_record {
    int64_t id;
    char game[APO_STORE_ID_MAX]; /* unique; for a game played here, its own id */
    /* The owner of the collection; "": the public archive. */
    char collection[APO_STORE_ID_MAX];
    char variant[APO_STORE_VARIANT_MAX];
    char definition[APO_STORE_DIGEST_MAX];
    int64_t start_number; /* 0: it began from the position `fen` */
    char start_name[APO_STORE_VARIANT_MAX];
    char handicap[APO_STORE_ODDS_MAX];
    char players[APO_STORE_SEATS][APO_STORE_ID_MAX];   /* persons; "" */
    char names[APO_STORE_SEATS][APO_STORE_PLAYER_MAX]; /* as they were then */
    enum apo_record_kind kind;
    enum apo_record_clock clock;
    bool is_rated;
    int quarters; /* White's: 0 .. 4 */
    char reason[APO_STORE_REASON_MAX];
    int64_t plies;
    int64_t begun_ms, ended_ms;
    apo_span fen;   /* borrowed; empty if number and name define the start */
    apo_span moves; /* coordinates with blanks between; borrowed */
    /* The moves again as in PGN, with variations, comments and glyphs; empty: there are none;
     * borrowed. */
    apo_span notes;
} apo_store_record;

/* Sums of the results of games. */
typedef struct apo_store_stats {
    int64_t games;
    int64_t results[APO_STORE_RESULTS];
    int64_t plies; /* of all games together */
} apo_store_stats;

/* --- writing ------------------------------------------------------------- */

/* Its definition must be stored. APO_E_EXISTS: the game is in the archive already. */
void apo_store_add_record(apo_store_batch *batch, const apo_store_record *record);

/* Tags a record, so that searches find it; repeating it has no effect. */
void apo_store_add_tag(apo_store_batch *batch, int64_t tag, int64_t id);

/* Counts one more game with this move in the position that has this tag. */
void apo_store_add_line(apo_store_batch *batch, int64_t tag, apo_span move, int quarters,
                        int64_t plies);

/* Does both, for many games: staged rows take effect with apo_store_settle, which writes
 * them in table order and so touches each page once. `move` empty: the tag alone. */
void apo_store_stage(apo_store_batch *batch, int64_t tag, apo_span move,
                     const apo_store_record *record);
void apo_store_settle(apo_store_batch *batch);

/* The opposite of each, for a record that was not counted among the starts. Missing rows are
 * ignored, except the record's: APO_E_UNKNOWN fails the batch. */
void apo_store_drop_record(apo_store_batch *batch, int64_t id);
void apo_store_drop_tag(apo_store_batch *batch, int64_t tag, int64_t id);
void apo_store_drop_line(apo_store_batch *batch, int64_t tag, apo_span move, int quarters,
                         int64_t plies);

/* Counts one more game in the statistics of its start. */
void apo_store_count_start(apo_store_batch *batch, const apo_store_record *record);

/* --- reading ------------------------------------------------------------- */

/* Valid during the call. */
typedef bool apo_store_record_row(void *context, const apo_store_record *record);

/* Calls `row` once. */
apo_status apo_store_read_record(apo_store *store, int64_t id, apo_store_record_row *row,
                                 void *context);
apo_status apo_store_find_record(apo_store *store, apo_span game, apo_store_record_row *row,
                                 void *context);

bool apo_store_has_record(apo_store *store, apo_span game);

/* The games of the public archive that have comments or variations and ids below `before`, the
 * newest first. */
apo_status apo_store_list_annotated(apo_store *store, int64_t before, unsigned limit,
                                    apo_store_record_row *row, void *context);

/* Collections that everybody may see. */
void apo_store_show_collection(apo_store_batch *batch, const char *person, int64_t now_ms);
void apo_store_hide_collection(apo_store_batch *batch, const char *person);
bool apo_store_is_collection_shown(apo_store *store, apo_span person);

/* True if a person ("": nobody) may see the record: it is public, or theirs, or of a collection
 * that its owner shows. */
bool apo_store_may_see_record(apo_store *store, const apo_store_record *record,
                              apo_span person);

/* Calls `row` with their owners, most recently shown first, until it returns false. */
typedef bool apo_store_owner_row(void *context, const char *person);
apo_status apo_store_list_collections(apo_store *store, unsigned limit,
                                      apo_store_owner_row *row, void *context);

/* The greatest id not above `at_most` that has all the tags (at least one). Each step takes one
 * of `*budget`; APO_E_OVERFLOW: it is used up; continue at `*out`. APO_E_UNKNOWN: none. */
apo_status apo_store_meet_tags(apo_store *store, int64_t *out, const int64_t *tags,
                               unsigned count, int64_t at_most, unsigned *budget);

/* How many records have the tag, counted up to `limit`. */
apo_status apo_store_count_tag(apo_store *store, int64_t *out, int64_t tag, unsigned limit);

/* The moves played in the position, the most frequent first. */
typedef bool apo_store_line_row(void *context, apo_span move, const apo_store_stats *stats);
apo_status apo_store_list_lines(apo_store *store, int64_t tag, apo_store_line_row *row,
                                void *context);

/* The starts of a game that have been played, by name and number; `kinds` has a bit for each
 * kind of record to count. */
typedef bool apo_store_start_row(void *context, apo_span name, int64_t number,
                                 const apo_store_stats *stats);
apo_status apo_store_list_starts(apo_store *store, apo_span variant, unsigned kinds,
                                 apo_store_start_row *row, void *context);

/* The sums over all starts of a game; and its games by length, in tens of moves of both
 * sides. */
apo_status apo_store_find_stats(apo_store *store, apo_store_stats *out, apo_span variant,
                                unsigned kinds);
typedef bool apo_store_length_row(void *context, int64_t tens, int64_t games);
apo_status apo_store_list_lengths(apo_store *store, apo_span variant, unsigned kinds,
                                  apo_store_length_row *row, void *context);

/* True if something is staged. */
bool apo_store_is_staged(apo_store *store);

#endif
