/* Reads untrusted JSON: strict syntax, no repeated members, UTF-8 only, bounded size,
 * depth and number of values. */
#ifndef APO_NET_JSON_IN_H
#define APO_NET_JSON_IN_H

#include "base/error.h"

enum {
    APO_JSON_IN_SIZE_MAX = 1024 * 1024, /* bytes; a move needs 200, a pasted game some 10 kB */
    APO_JSON_IN_DEPTH_MAX = 16,         /* nesting; requests need 3 */
    /* Values and members: 5,000 moves and 200 positions need 6,000. Empty objects are short but
     * slow: half a megabyte of them held the loop for 40 ms. */
    APO_JSON_IN_VALUES_MAX = 8192
};

/* A document, or any value in it, borrowed from the document. */
typedef struct apo_json_in apo_json_in;
typedef struct apo_json_value apo_json_value;

/* Reads an object. Errors: APO_E_SYNTAX with the position in bytes, APO_E_TOO_LARGE,
 * APO_E_MEMORY. The caller frees it with apo_json_in_free. */
apo_status apo_json_in_read(apo_json_in **out, apo_span text, apo_error *err);
void apo_json_in_free(apo_json_in *document); /* NULL is allowed */

/* The same for a list from a trusted file: its depth is bounded, but not its size. */
apo_status apo_json_in_read_list(apo_json_in **out, apo_span text, apo_error *err);

const apo_json_value *apo_json_in_root(const apo_json_in *document);

/* True if all members of the object are in the list `names`, separated by blanks: "key ply
 * move". Otherwise *out is the first unknown name (borrowed). */
bool apo_json_in_only(const apo_json_value *object, const char *names, apo_span *out);

/* A member of an object; NULL if there is none, if it is null, or if `object` is no object or
 * NULL. */
const apo_json_value *apo_json_in_member(const apo_json_value *object, const char *name);

/* Elements of a list: 0 and NULL if `list` is not a list. */
size_t apo_json_in_count(const apo_json_value *list);
const apo_json_value *apo_json_in_element(const apo_json_value *list, size_t index);

/* True if the value has that type (and is in the range); it is left in *out. False for NULL. A
 * text has no byte 0. */
bool apo_json_in_text(const apo_json_value *value, apo_span *out);
bool apo_json_in_number(const apo_json_value *value, int64_t minimum, int64_t maximum,
                        int64_t *out);
bool apo_json_in_flag(const apo_json_value *value, bool *out);
bool apo_json_in_is_object(const apo_json_value *value);
bool apo_json_in_is_list(const apo_json_value *value);

#endif
