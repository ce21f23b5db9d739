/* Faults of a definition with their positions. A fault in an inherited file is reported at the
 * `base =` line of the main file, with the line of the inherited file in the message. */
#ifndef APO_DEFINITION_FILE_DIAGNOSTICS_H
#define APO_DEFINITION_FILE_DIAGNOSTICS_H

#include "base/error.h"
#include "base/text.h"

enum {
    APO_LEVELS_MAX = 9, /* the main file and APO_DEFINITION_BASES_MAX bases */
    APO_SUGGESTION_MAX = 65
};

/* A position in a file. */
typedef struct apo_origin {
    uint32_t line;   /* from 1; 0: no line */
    uint32_t column; /* from 1, in bytes */
    uint8_t level;   /* 0: the main file; 1: its base; 2: the base of that */
    apo_span key;    /* the key it belongs to, as written; borrowed from the text */
} apo_origin;

typedef struct apo_diagnostics {
    apo_fault_list *faults;       /* borrowed; may be NULL */
    size_t fault_count;           /* faults reported here, kept or not */
    apo_origin base;              /* of the name after `base =` in the main file */
    apo_span ids[APO_LEVELS_MAX]; /* the file names by level; borrowed */
} apo_diagnostics;

/* Adds a fault. `word` (clipped if long) replaces "%s" in `detail`. */
void apo_diagnostics_add(apo_diagnostics *diagnostics, const apo_origin *place,
                         const char *detail, apo_span word);

/* The same; the numbers replace "%1" and "%2" in `detail` (once each). */
void apo_diagnostics_counts(apo_diagnostics *diagnostics, const apo_origin *place,
                            const char *detail, apo_span word, uint64_t first, uint64_t second);

/* Adds `in the base "chess", line 12: ` for what is inherited; nothing for the main file. */
void apo_diagnostics_add_base(apo_text *text, const apo_diagnostics *diagnostics,
                              const apo_origin *place);

/* The line to report for `place`: its own line in the main file, the `base =` line for
 * inherited things. */
uint32_t apo_diagnostics_line(const apo_diagnostics *diagnostics, const apo_origin *place);

enum {
    APO_OFFERED_MAX = 100 /* bytes of the names that are listed, if none is near */
};

/* A search for the known name that was probably meant. */
typedef struct apo_suggestion {
    char lowered[APO_SUGGESTION_MAX]; /* the misspelt word */
    apo_span word;                    /* as written */
    const char *best;                 /* borrowed; NULL: none is near */
    const char
        *hint;    /* borrowed; said if none is near and the names are too many; NULL: nothing */
    bool is_rule; /* it may be a word for a rule: if none is near, rule_words.h tells */
    char offered[APO_OFFERED_MAX]; /* the known names, with commas */
    apo_text names;                /* what is written there */
    unsigned distance;
} apo_suggestion;

void apo_suggestion_start(apo_suggestion *suggestion, apo_span word);
void apo_suggestion_offer(apo_suggestion *suggestion, const char *name);

/* Adds the fault `unknown WHAT "word"; did you mean "best"?`; without a near name, which
 * section is about that, what to do with words of Fairy-Stockfish, the known names if they are
 * few, or the hint. */
void apo_diagnostics_unknown(apo_diagnostics *diagnostics, const apo_origin *place,
                             const char *what, const apo_suggestion *suggestion);

#endif
