/* Reading JSON values out of a text: strict in form, nothing copied. */
#ifndef APO_CLI_BETZA_JSON_READ_H
#define APO_CLI_BETZA_JSON_READ_H

#include "base/span.h"

/* Cuts the next value off the front of `*rest`, with blanks before it: an object, a list, a
 * string, a number or a word. False if there is none, its brackets do not match, or it is more
 * than 32 deep. */
bool apo_json_read_value(apo_span *rest, apo_span *out);

/* Cuts the next element off a list. `*rest` is the list with its brackets before the first
 * call. False at the end (then `*rest` is empty) or at a fault (then it is not). */
bool apo_json_read_element(apo_span *rest, apo_span *out);

/* Finds a member of an object; false if it has none of that name, or is no object. */
bool apo_json_find(apo_span object, const char *name, apo_span *out);

/* The value as a string without its quotes; escapes stay as they are. As a whole number. As
 * true or false. False if it is something else. */
bool apo_json_as_string(apo_span value, apo_span *out);
bool apo_json_as_number(apo_span value, int *out);
bool apo_json_as_flag(apo_span value, bool *out);

#endif
