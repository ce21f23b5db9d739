/* A game in any of the formats of other programs: which one it is, and to and from a draft. */
#ifndef APO_DEFINITION_EXCHANGE_FOREIGN_H
#define APO_DEFINITION_EXCHANGE_FOREIGN_H

#include "definition/draft/draft.h"

/* Other programs' formats. Pages count on the numbers. */
enum apo_foreign_form {
    APO_FOREIGN_DIAGRAM, /* an Interactive Diagram */
    APO_FOREIGN_FAIRY,   /* a variants.ini */
    APO_FOREIGN_XBOARD,  /* the lines of an engine for XBoard */
    APO_FOREIGN_ZRF,     /* a rules file of Zillions of Games */
    APO_FOREIGN_SJAAK,   /* a variant of a file of Sjaak II */
    APO_FOREIGN_FORMS
};

/* The format called "diagram", "fairy", "xboard", "zrf" or "sjaak"; APO_FOREIGN_FORMS: none is.
 */
enum apo_foreign_form apo_foreign_named(apo_span name);

/* The format that a text most likely has: a diagram if it looks like none of the others. */
enum apo_foreign_form apo_foreign_guess(apo_span text);

/* Reads the game of a text in this format. `section` names the section of a variants.ini or the
 * variant of a Sjaak file; empty: the first. Diagnostics (may be NULL) and errors: as the
 * format's own reader has them. */
apo_status apo_foreign_read(apo_draft *out, enum apo_foreign_form form, apo_span text,
                            apo_span section, apo_fault_list *diagnostics, apo_error *err);

/* Writes a draft in this format, less what it cannot express: that is added to `diagnostics`
 * (may be NULL) as errors, to `out` as comments, and rules that the format does not have
 * (enum apo_draft_rare) to the draft's losses. */
void apo_foreign_write(apo_buffer *out, enum apo_foreign_form form, apo_draft *draft,
                       apo_fault_list *diagnostics);

#endif
