/* Schemas of JSON values: from the short form of server/web/operation.h to JSON Schema. */
#ifndef APO_SERVER_APP_JSON_SCHEMA_H
#define APO_SERVER_APP_JSON_SCHEMA_H

#include "base/json.h"

enum {
    APO_JSON_SCHEMA_DEPTH_MAX = 12 /* brackets in brackets; ours have 4 */
};

/* Adds a schema in the short form as member `name` (NULL: an element). False: it is not well
 * formed, and `out` is of no use. Any thread. */
bool apo_json_schema_write(apo_buffer *out, const char *name, const char *schema);

/* The same for members with blanks between, as an object; or for a single schema with a name.
 * With `has_key` it has a "key" besides, as all bodies do. */
bool apo_json_schema_write_body(apo_buffer *out, const char *name, const char *members,
                                bool has_key);

/* Cuts the next member off: "number?:text" gives "number", true, "text". False: there is none;
 * if something is left in `*rest`, it is no member. */
bool apo_json_schema_member(apo_span *rest, apo_span *name, bool *is_optional,
                            apo_span *schema);

#endif
