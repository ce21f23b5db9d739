/* Shapes of JSON values in the small language of server/site/about.h, and as JSON Schema. */
#ifndef APO_SERVER_FRONT_SHAPE_H
#define APO_SERVER_FRONT_SHAPE_H

#include "base/json.h"

enum {
    APO_SHAPE_DEPTH_MAX = 12 /* brackets in brackets; ours have 4 */
};

/* Adds the schema of a shape as member `name` (NULL: an element). False: it is no shape, and `out` is
 * of no use. Any thread. */
bool apo_shape_write(apo_buffer *out, const char *name, const char *shape);

/* The same for members with blanks between, as an object; or for a single shape with a name. With
 * `has_key` it has a "key" besides, as all bodies do. */
bool apo_shape_write_body(apo_buffer *out, const char *name, const char *members, bool has_key);

/* Cuts the next member off: "number?:text" gives "number", true, "text". False: there is none; if something
 * is left in `*rest`, it is no member. */
bool apo_shape_member(apo_span *rest, apo_span *name, bool *is_optional, apo_span *shape);

#endif
