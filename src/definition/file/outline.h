/* What a definition says and where, for a form beside its text. */
#ifndef APO_DEFINITION_FILE_OUTLINE_H
#define APO_DEFINITION_FILE_OUTLINE_H

#include "base/buffer.h"
#include "definition/file/reader.h"

/* Appends everything that `reader` has loaded (apo_reader_load) as one object:
 * {"sections":[{"name":"start","argument":"rank4","line":3,"level":0}, ...],
 *    "keys":[{"section":0,"name":"rank","number":10,"line":4,"level":0,
 *             "texts":[{"line":4,"column":11,"text":"B N"}, ...]}, ...]}
 * Lines and columns (in bytes) count from 1; level 0 is the definition itself, 1 its base. Keys
 * that a deeper level replaces are left out; one of the definition without texts removes a key
 * of its base. */
void apo_outline_write(apo_buffer *out, const apo_reader *reader);

#endif
