/* A game in any of the formats of other programs that can be read: which one it is, and the
 * game as a draft. */
#ifndef APO_DEFINITION_EXCHANGE_FOREIGN_H
#define APO_DEFINITION_EXCHANGE_FOREIGN_H

#include "definition/draft/draft.h"

/* Other programs' formats. Pages count on the numbers. */
enum apo_foreign_form {
    APO_FOREIGN_DIAGRAM, /* an Interactive Diagram */
    APO_FOREIGN_FAIRY,   /* a variants.ini */
    APO_FOREIGN_XBOARD,  /* the lines of an engine for XBoard */
    APO_FOREIGN_ZRF,     /* a rules file of Zillions of Games */
    APO_FOREIGN_SJAAK,   /* a variant file of Sjaak II */
    APO_FOREIGN_FORMS
};

/* The format that a text most likely has: a diagram if it looks like none of the others. */
enum apo_foreign_form apo_foreign_guess(apo_span text);

/* Reads the game of a text in this format. `section` names the section of a variants.ini or the
 * variant of a Sjaak file; empty: the first. Diagnostics (may be NULL) and errors: as the
 * format's own reader has them. */
apo_status apo_foreign_read(apo_draft *out, enum apo_foreign_form form, apo_span text,
                            apo_span section, apo_fault_list *diagnostics, apo_error *err);

#endif
