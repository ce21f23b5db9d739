/* Converts the short form of server/web/operation.h to JSON Schema. */
#ifndef APO_SERVER_APP_JSON_SCHEMA_H
#define APO_SERVER_APP_JSON_SCHEMA_H

#include "base/json.h"

enum {
    APO_JSON_SCHEMA_DEPTH_MAX = 12 /* nested brackets; ours have 4 */
};

/* Adds a schema in the short form as member `name` (NULL: an element). False: malformed; `out`
 * is unusable. Any thread. */
bool apo_json_schema_write(apo_buffer *out, const char *name, const char *schema);

/* The same for members with blanks between, as an object; or for a single schema with a name.
 * With `has_key` it has a "key" as well, as all request bodies do. */
bool apo_json_schema_write_body(apo_buffer *out, const char *name, const char *members,
                                bool has_key);

/* Cuts the next member off: "number?:text" gives "number", true, "text". False: there is none;
 * anything left in `*rest` is malformed. */
bool apo_json_schema_member(apo_span *rest, apo_span *name, bool *is_optional,
                            apo_span *schema);

#endif
