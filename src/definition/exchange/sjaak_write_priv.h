/* What the parts of the writer of Sjaak's files share: sjaak_write.c has the file, its zones,
 * promotion and rules, sjaak_write_pieces.c how pieces move. */
#ifndef APO_DEFINITION_EXCHANGE_SJAAK_WRITE_PRIV_H
#define APO_DEFINITION_EXCHANGE_SJAAK_WRITE_PRIV_H

#include "definition/exchange/sjaak_priv.h"

typedef struct apo_sjaak_writing {
    const apo_draft *draft;
    apo_fault_list *diagnostics;
    apo_buffer lost, zones, pieces; /* lines: comments, zones, and all of the pieces */
    unsigned zone_count;
    apo_set known[APO_SJAAK_ZONES_MAX];
    bool is_taboo; /* kings do not face each other */
} apo_sjaak_writing;

/* A piece's moves as lines of Sjaak; moves without capture first, captures second. */
typedef struct apo_sjaak_powers {
    apo_sjaak_mode modes[2];
    bool takes_passing; /* all captures can be en passant */
    bool is_taboo;      /* it captures the enemy king along a file, from afar */
    const char *lost;   /* what cannot be said; NULL: nothing */
} apo_sjaak_powers;

/* Records that part of the definition (as for apo_draft_report) is lost, as an error and as a
 * comment; "%s" in `detail` is `word`. */
void apo_sjaak__lose_written(apo_sjaak_writing *w, const char *part, const char *detail,
                             apo_span word);

/* Finds a piece's moves. `steps`: its moves of one square are written as steps, as those of
 * pawns are. */
void apo_sjaak__find_powers(apo_sjaak_powers *out, const apo_draft *draft,
                            const apo_draft_type *type, bool steps);

/* Adds the lines "Move: ..." of a mode ("Capture" for captures), with "none" if it is empty. */
void apo_sjaak__write_mode(apo_buffer *out, const char *key, const apo_sjaak_mode *mode);

#endif
