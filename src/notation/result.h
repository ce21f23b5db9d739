/* Results as text: "1-0", "3/4-1/4", "1/2-1/2", "1/4-3/4", "0-1", "*" (rules 1.11). */
#ifndef APO_NOTATION_RESULT_H
#define APO_NOTATION_RESULT_H

#include "base/span.h"
#include "rules/rules/outcome.h"

/* The result tag for White's quarters 0..4; "*" for anything else. Static. */
const char *apo_result_text(int white_quarters);

/* Reads exactly one result; "*" gives APO_QUARTERS_UNKNOWN. False, `out` untouched, for any
 * other text. */
bool apo_result_read(int *out_white_quarters, apo_span text);

#endif
