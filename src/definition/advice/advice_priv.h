/* Shared by the parts of the advice. */
#ifndef APO_DEFINITION_ADVICE_ADVICE_PRIV_H
#define APO_DEFINITION_ADVICE_ADVICE_PRIV_H

#include "base/text.h"
#include "definition/advice/advice.h"
#include "definition/advice/measure.h"
#include "definition/file/diagnostics.h"
#include "definition/file/tree.h"
#include "rules/kernel/types.h"
#include "rules/tables/spec.h"

typedef struct apo_advising {
    apo_advice *out;
    const apo_variant_spec *spec;
    const apo_tree *tree;               /* where the sections are */
    const apo_diagnostics *diagnostics; /* the names of the bases */
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
void apo_remark_quoted(apo_remark *remark, const char *key);

/* "the pawn" */
void apo_remark_type(apo_remark *remark, const apo_advising *job, unsigned type);

/* Adds ` in line 12`, or ` in line 12 of the base "chess"`; nothing if there is no line. */
void apo_remark_place(apo_remark *remark, const apo_advising *job, const apo_origin *place);

/* `[setup] in line 12` */
void apo_remark_section(apo_remark *remark, const apo_advising *job, const char *section);

/* Each of these adds the warning to the list. What is inherited is shown at the `base =` line,
 * with its own line and the base's name in the sentence. */

/* About a piece, with its line, and its letter as the key. */
void apo_remark_piece(apo_remark *remark, apo_advising *job, unsigned type);

/* About a value of a rule, or about the game (value NULL). */
void apo_remark_value(apo_remark *remark, apo_advising *job, const char *section,
                      const apo_value *value);

/* About a whole section, with the line of its heading. */
void apo_remark_heading(apo_remark *remark, apo_advising *job, const char *section);

/* --- facts.c: what the definition says ------------------------------------- */

/* The next value after `after` (NULL: the first) of a key in a rule's section, or NULL. */
const apo_value *apo_advice_value(const apo_advising *job, const char *section, const char *key,
                                  const apo_value *after);

/* Where a value of a rule's section is, or the section's heading (value NULL); line 0 if it is
 * nowhere. */
apo_origin apo_advice_origin(const apo_advising *job, const char *section,
                             const apo_value *value);

/* Where the line of a piece is. */
apo_origin apo_advice_type_origin(const apo_advising *job, unsigned type);

/* True if the main file has the value itself, and no base. */
bool apo_advice_is_own(const apo_advising *job, const char *section, const apo_value *value);

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

/* contradictions.c: finds keys without effect, and lists that disagree. */
void apo_advise_contradictions(apo_advising *job);

/* squares.c: finds squares, ranks and files on which sections disagree. */
void apo_advise_squares(apo_advising *job);

/* limits.c: finds what sections ask of pieces that the pieces or the start never give. */
void apo_advise_limits(apo_advising *job);

/* letters.c: checks letters and names; needs the measures. */
apo_status apo_advise_letters(apo_advising *job);

#endif
