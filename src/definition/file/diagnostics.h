/* Faults of a definition with their places. A place in an inherited file is reported at the
 * `base =` line of the file at hand, with the line of the inherited file in the sentence. */
#ifndef APO_DEFINITION_FILE_DIAGNOSTICS_H
#define APO_DEFINITION_FILE_DIAGNOSTICS_H

#include "base/error.h"

enum {
    APO_LEVELS_MAX = 9, /* the file at hand and APO_DEFINITION_BASES_MAX bases */
    APO_SUGGESTION_MAX = 65
};

/* Where something stands. */
typedef struct apo_origin {
    uint32_t line;   /* from 1; 0: nowhere in particular */
    uint32_t column; /* from 1, in bytes */
    uint8_t level;   /* 0: the file at hand; 1: its base; 2: the base of that */
    apo_span key;    /* what it belongs to, as written; borrowed from the text */
} apo_origin;

typedef struct apo_diagnostics {
    apo_fault_list *faults;       /* borrowed; may be NULL */
    size_t fault_count;           /* faults reported here, kept or not */
    apo_origin base;              /* of the name after `base =` in the file at hand */
    apo_span ids[APO_LEVELS_MAX]; /* the file names by level; borrowed */
} apo_diagnostics;

/* Adds a fault. In `detail`, "%s" is replaced by `word` (clipped when long). */
void apo_diagnostics_add(apo_diagnostics *diagnostics, const apo_origin *place,
                         const char *detail, apo_span word);

/* The same; "%1" and "%2" in `detail` are replaced by the numbers (once each). */
void apo_diagnostics_counts(apo_diagnostics *diagnostics, const apo_origin *place,
                            const char *detail, apo_span word, uint64_t first, uint64_t second);

/* The line under which something at `place` is known outside: its own line in the file at hand,
 * the `base =` line for inherited things. */
uint32_t apo_diagnostics_line(const apo_diagnostics *diagnostics, const apo_origin *place);

/* The search for the known name that somebody meant. */
typedef struct apo_suggestion {
    char lowered[APO_SUGGESTION_MAX]; /* the misspelt word */
    apo_span word;                    /* as written */
    const char *best;                 /* borrowed; NULL: nothing is near */
    unsigned distance;
} apo_suggestion;

void apo_suggestion_start(apo_suggestion *suggestion, apo_span word);
void apo_suggestion_offer(apo_suggestion *suggestion, const char *name);

/* Adds the fault `unknown WHAT "word"; did you mean "best"?`. */
void apo_diagnostics_unknown(apo_diagnostics *diagnostics, const apo_origin *place,
                             const char *what, const apo_suggestion *suggestion);

#endif
