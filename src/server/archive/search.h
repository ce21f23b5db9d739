/* Searches the archive: parses a search in words, and lists the matching games. No network.
 * Loop's thread. */
#ifndef APO_SERVER_ARCHIVE_SEARCH_H
#define APO_SERVER_ARCHIVE_SEARCH_H

#include "server/archive/archive.h"
#include "server/web/variant_map.h"

enum {
    APO_ARCHIVE_PAGE = 50,      /* games of a page */
    APO_ARCHIVE_PAGE_MAX = 200, /* that a program may request */
    APO_ARCHIVE_TAGS_MAX = 12,
    APO_ARCHIVE_PREFIX_MAX = 1024 /* bytes of opening moves: some 200 moves */
};

/* The search; empty spans match anything. Borrowed. */
typedef struct apo_archive_filter {
    apo_span player, opponent; /* names */
    apo_span variant;          /* id */
    apo_span start;            /* number, or a start's name, or both */
    apo_span result;           /* "1-0", "3/4-1/4", ... */
    apo_span since, until;     /* days: "2026-11-21"; inclusive */
    apo_span moves;            /* the first ones, in any notation */
    apo_span fen;              /* a position that occurred */
    apo_span clock;            /* "live", "days", "none", "odds" */
    apo_span rated;            /* "yes" */
    apo_span collection;       /* owner of the collection; empty: the public one */
    apo_span cursor;           /* cursor: start of a page, as given by the page before */
} apo_archive_filter;

typedef struct apo_archive_query {
    int64_t tags[APO_ARCHIVE_TAGS_MAX];
    unsigned tag_count;
    int64_t oldest, newest;              /* ids, inclusive */
    char prefix[APO_ARCHIVE_PREFIX_MAX]; /* of the moves, beyond what tags say; or "" */
} apo_archive_query;

/* Parses a search. On failure `err` has a sentence for people. Errors: APO_E_SYNTAX,
 * APO_E_UNKNOWN, APO_E_RANGE, APO_E_POSITION, APO_E_ILLEGAL. */
apo_status apo_archive_read_filter(apo_archive_query *out, const apo_archive_filter *filter,
                                   apo_variant_map *variants, apo_store *store, apo_error *err);

/* Calls `row` for matching games, the newest first, at most `limit` of them. A search that
 * would take too long stops early and sets `*out_has_more`; then `*out_next` is the `newest` of
 * the query that continues it. */
typedef struct apo_archive_rest {
    bool has_more;
    int64_t next;
} apo_archive_rest;

apo_status apo_archive_search(apo_archive_rest *out, const apo_archive_query *query,
                              apo_store *store, unsigned limit, apo_store_record_row *row,
                              void *context);

/* The position in which the game began. Errors: APO_E_POSITION: the record is faulty. */
apo_status apo_archive_start(apo_position *out, const apo_variant *var,
                             const apo_store_record *record);

/* A start of the variant by its name and number; number 0 is taken for 1. Errors:
 * APO_E_UNKNOWN, APO_E_RANGE. */
apo_status apo_archive_find_start(apo_position *out, const apo_variant *var, apo_span name,
                                  uint32_t number);

/* Days since 1970 as "2026-11-21"; and back, from January 1st of the year 1 on. */
void apo_archive_write_day(apo_text *out, int64_t day);
bool apo_archive_read_day(int64_t *out, apo_span text);

#endif
