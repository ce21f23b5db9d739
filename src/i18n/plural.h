/* Chooses the form of a noun for a number: gettext's Plural-Forms. */
#ifndef APO_I18N_PLURAL_H
#define APO_I18N_PLURAL_H

#include "base/error.h"

enum {
    APO_PLURAL_FORMS_MAX = 6, /* Arabic has six, no language has more */
    /* Plural rules look at small numbers and at the last two digits, so 0..199 are enough:
     * larger n are like 100 + n % 100. */
    APO_PLURAL_TABLE = 200
};

typedef struct apo_plural {
    unsigned count;                  /* forms */
    uint8_t forms[APO_PLURAL_TABLE]; /* of 0..199 */
} apo_plural;

/* Reads "nplurals=2; plural=(n != 1);". The expression has n, decimal numbers, parentheses, and
 * the operators of C from "?:" to "!" without those for bits. Errors (with position):
 * APO_E_SYNTAX; APO_E_RANGE: a form that is not below nplurals, a division by zero;
 * APO_E_UNSUPPORTED: a rule that looks at more than the last two digits of large numbers. */
apo_status apo_plural_read(apo_plural *out, apo_span text, apo_error *err);

/* The form for a number: 0 .. count - 1. Negative numbers count like positive ones. */
unsigned apo_plural_form(const apo_plural *plural, int64_t number);

#endif
