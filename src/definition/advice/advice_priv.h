/* Shared by the parts of the advice. */
#ifndef APO_DEFINITION_ADVICE_ADVICE_PRIV_H
#define APO_DEFINITION_ADVICE_ADVICE_PRIV_H

#include "base/text.h"
#include "definition/advice/advice.h"
#include "definition/advice/measure.h"
#include "definition/file/tree.h"
#include "rules/kernel/types.h"
#include "rules/tables/spec.h"

typedef struct apo_advising {
    apo_advice *out;
    const apo_variant_spec *spec;
    const apo_tree *tree; /* where the sections are */
    const apo_variant *var;
    const apo_alloc *alloc;
    apo_sample empty, filled;
    uint64_t signatures[APO_TYPES_MAX];  /* by type; 0: not measured */
    apo_piece_graph graph;               /* of the current piece */
    apo_types promoting;                 /* bit per type */
    apo_types choices[APO_ROWS_MAX + 1]; /* by own rank: bit per type available */
    unsigned compulsory;                 /* own rank; 0: no promotion */
    apo_set arrivals[APO_SIDES];         /* squares that promoting pieces can reach */
} apo_advising;

/* A warning under construction. */
typedef struct apo_remark {
    apo_text text;
    char buf[APO_ERROR_DETAIL_MAX];
} apo_remark;

/* --- remark.c: adding warnings --------------------------------------------- */

apo_text *apo_remark_start(apo_remark *remark);
void apo_remark_square(apo_remark *remark, const apo_advising *job, unsigned sq);

/* Adds the warning about a piece, with its line, and its letter as the key. */
void apo_remark_piece(apo_remark *remark, apo_advising *job, unsigned type);

/* Adds it about a value of a rule, or about a section (value NULL). */
void apo_remark_value(apo_remark *remark, apo_advising *job, const char *section,
                      const apo_value *value);

/* --- facts.c: what the definition says ------------------------------------- */

/* The next value after `after` (NULL: the first) of a key in a rule's section, or NULL. */
const apo_value *apo_advice_value(const apo_advising *job, const char *section, const char *key,
                                  const apo_value *after);

/* The line of a section's heading; 0 if the game has none. */
uint32_t apo_advice_line(const apo_advising *job, const char *section);

/* The types named by a key of a rule's section, a bit each. */
apo_types apo_advice_types(const apo_advising *job, const char *section, const char *key);

/* The squares of pieces of the type and side in all starts. */
apo_set apo_advice_starts(const apo_advising *job, unsigned type, apo_side side);

/* The squares where a promoting piece must change its type. */
apo_set apo_advice_stops(const apo_advising *job, unsigned type, apo_side side);

/* Makes job->graph, the ways of pieces of the type and side, within their area if they have
 * one. `starts`: where they begin. Errors: APO_E_TOO_LARGE. */
apo_status apo_advice_ways(apo_advising *job, unsigned type, apo_side side,
                           const apo_set *starts);

/* True if a rule moves pieces of this type. */
bool apo_advice_is_ruled(const apo_advising *job, unsigned type);

/* --- the parts -------------------------------------------------------------- */

/* promotion.c: reads the promotion table, then looks at it. */
apo_status apo_advise_read_promotion(apo_advising *job);
void apo_advise_promotion(apo_advising *job);

/* pieces.c: measures all pieces, and finds where they can go; needs the promotion table. */
apo_status apo_advise_pieces(apo_advising *job);

/* contradictions.c: finds keys without effect, and sections that disagree. */
void apo_advise_contradictions(apo_advising *job);

/* letters.c: checks letters and names; needs the measures. */
apo_status apo_advise_letters(apo_advising *job);

#endif
