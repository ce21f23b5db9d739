/* Line and column of a byte position, for errors in texts of several lines. */
#ifndef APO_NOTATION_LOCATE_H
#define APO_NOTATION_LOCATE_H

#include "base/span.h"

typedef struct apo_location {
    uint32_t line;   /* from 1 */
    uint32_t column; /* from 1, in bytes */
} apo_location;

/* The location of byte `position` (at most the text's length). Lines end with LF. */
apo_location apo_span_locate(apo_span text, size_t position);

#endif
