/* Results as text: "1-0", "3/4-1/4", "1/2-1/2", "1/4-3/4", "0-1", "*" (rules 1.11). Declared in
 * apothecary/notation.h. */
#ifndef APO_NOTATION_RESULT_H
#define APO_NOTATION_RESULT_H

#include "apothecary/notation.h"
#include "base/span.h"
#include "rules/rules/outcome.h"

#endif
